"""The printed copies of all games, found through the one table of games in `rules.games`."""

from __future__ import annotations

from importlib import import_module

from gesture.cards.printed import PrintedDeck
from rules.games import GAMES


def printed_decks() -> tuple[PrintedDeck, ...]:
    """The printed copy of each game that has one, which the module that the table names offers as `PRINTED`."""
    return tuple(import_module(entry.printed).PRINTED for entry in GAMES.values() if entry.printed is not None)
