"""The places of a game of One Finger!, and of what can be done beside playing it."""

from __future__ import annotations

from dataclasses import dataclass

from ui.window.destinations import Destination
from ui.window.games.one_finger.finger_game import FingerGame
from ui.window.games.one_finger.rivals import Rivals


@dataclass(frozen=True, eq=False)
class FingerTable(Destination):
    """The table: who goes first, calls, fingers, and what is won; in practice with computer players."""

    game: FingerGame
    rivals: Rivals | None = None


@dataclass(frozen=True, eq=False)
class FingersEnd(Destination):
    """The end of a game."""

    game: FingerGame
    practised: bool = False


@dataclass(frozen=True, eq=False)
class LayCards(Destination):
    """Before a table that is watched: where the cards in play lie."""

    game: FingerGame


@dataclass(frozen=True)
class PracticeFingers(Destination):
    """Before practice: against how many."""


@dataclass(frozen=True)
class HowToPlayFingers(Destination):
    """The rules in a few pages of pictures."""


def place_of(game: FingerGame) -> Destination:
    """Where a game is, whatever happened before."""
    if game.over:
        return FingersEnd(game)
    watched = game.watched
    return LayCards(game) if watched is not None and not watched.table.in_play else FingerTable(game)
