"""House rules and decks that a table plays by, from files that somebody wrote, as a log's header holds them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ui.errors import Problem, because


def house_rules(file: Path, game: str) -> dict[str, Any]:
    """The house rules for `game` in a file. A file that has none for it is a mistake worth telling, and so is whatever
    is wrong with those of the other games: nothing is played by half of a file.

    Raises `Problem`, which names all that is wrong.
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
    faults = [f"under [{name}], {why}" for name, rules in by_game.items() if (why := _fault_of(name, rules))]
    if faults:
        raise Problem(f"{file}: {'; '.join(faults)}.")
    return by_game[game]


def _fault_of(game: str, rules: dict[str, Any]) -> str | None:
    """What a game does not take of these house rules, or None."""
    from rules.game import Refused
    from rules.games import game_named
    from rules.headers import FAULTY

    try:
        game_named(game).open({"game": game, "version": 1, "players": ["Ann", "Ben"], "house": rules})
    except Refused as refused:
        return str(refused).removeprefix(f"{FAULTY}: ").rstrip(".")
    return None


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
