"""House rules and decks that a table plays by, from files that somebody wrote, as a log's header holds them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ui.errors import Problem, because


def house_rules(file: Path, game: str) -> dict[str, Any]:
    """The house rules for `game` in a file; a file that has none for it is a mistake worth telling.

    Raises `Problem`. Whether the game takes their values is for the rules to say.
    """
    from rules.deck_files import read_house_rules
    from rules.game import Refused

    try:
        by_game = read_house_rules(file)
    except OSError as fault:
        raise Problem(f"{file}: {because(fault)}.") from fault
    except Refused as refused:
        raise Problem(f"{str(refused).rstrip('.')}.") from refused
    if game not in by_game:
        raise Problem(f"{file}: it has no house rules for {game}; put them under [{game}].")
    return by_game[game]


def deck_cards(file: Path) -> list[dict[str, Any]]:
    """The 60 cards of a deck of Dexterity Jane in a file. Raises `Problem` with all that is wrong with it."""
    import msgspec

    from rules.dexterity_jane.cards import read_deck
    from rules.game import Refused

    try:
        deck = read_deck(file)
    except OSError as fault:
        raise Problem(f"{file}: {because(fault)}.") from fault
    except Refused as refused:
        raise Problem(f"{str(refused).rstrip('.')}.") from refused
    cards: list[dict[str, Any]] = msgspec.to_builtins(deck)
    return cards
