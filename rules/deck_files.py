"""Decks and house rules, kept as TOML: what the rulebooks leave open is data, to be changed without touching code.

A file is checked as a whole, and all that is wrong with it is said in one refusal.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from rules.files import read_whole
from rules.game import Malformed, Refused
from rules.games import TITLES
from rules.plain_faults import in_words

FOLDER = Path(__file__).parent / "decks"
"""Where the decks and house rules that come with Handref lie."""

MOST_BYTES = 1_000_000
"""A larger file holds neither a deck nor house rules."""
MOST_SAID = 12
"""So many faults of one thing are said at once."""


class Faults:
    """Collects what is wrong with one thing, to be said all at once."""

    def __init__(self, thing: str) -> None:
        self.thing = thing
        self.found: list[str] = []

    def add(self, fault: str) -> None:
        """Take down one fault, as a clause without a full stop."""
        self.found.append(fault)

    def check(self, kind: type[Refused] = Malformed) -> None:
        """Raise `kind` with every fault so far, if there is one."""
        if self.found:
            more = [f"and {len(self.found) - MOST_SAID} faults more"] if len(self.found) > MOST_SAID else []
            raise kind(f"{self.thing}: {'; '.join(self.found[:MOST_SAID] + more)}")


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file. Raises `Malformed` when it is none, `OSError` when it can't be read."""
    try:
        tables = tomllib.loads(read_whole(path, MOST_BYTES).decode("utf-8-sig"))
        msgspec.json.encode(tables)
    except UnicodeDecodeError:
        raise Malformed(f"{path.name} is not UTF-8 text; TOML files are") from None
    except tomllib.TOMLDecodeError as e:
        raise Malformed(f"{path.name} is not TOML: {e}") from None
    except RecursionError:
        raise Malformed(f"{path.name} is nested too deeply to be one of Handref's") from None
    except (OverflowError, ValueError):  # neither Python nor JSON writes such a number down
        raise Malformed(f"{path.name} holds a number with too many digits") from None
    return tables


def read_deck_file(path: Path, game: str) -> dict[str, Any]:
    """A deck file of `game`, as far as all games agree: it must say which game it is for. Raises `Malformed`."""
    tables = read_toml(path)
    if tables.get("game") != game:
        raise Malformed(f"{path.name} is no deck of {TITLES[game]}: it must say game = {game!r}")
    return tables


@lru_cache
def reference_deck(game: str) -> Mapping[str, Any]:
    """The tables of the deck that comes with Handref; not to be changed."""
    return read_deck_file(FOLDER / f"{game}.toml", game)


R = TypeVar("R")
D = TypeVar("D")


def checked_reference(game: str, check: Callable[[Any, Faults], D]) -> D:
    """What `check` makes of the cards of the deck that comes with Handref. Raises `Malformed` when they are faulty."""
    faults = Faults("the deck cannot be used")
    deck = check(reference_deck(game).get("cards"), faults)
    faults.check()
    return deck


def read_rows(given: Any, kind: type[R], keys: str, faults: Faults) -> Iterator[tuple[int, R]]:
    """The rows of a deck, each a table with `keys`, as structs of `kind`, with their places from 1. Rows that are
    none are taken down and left out."""
    if not isinstance(given, list | tuple) or not given:
        faults.add(f"the deck must be a list of cards with {keys}")
        return
    for place, row in enumerate(given, 1):
        try:
            yield place, msgspec.convert(row, kind)
        except msgspec.ValidationError as e:
            faults.add(f"row {place} of the deck is no card ({in_words(e, kind)}): {row!r}")


@lru_cache
def house_defaults(game: str) -> Mapping[str, Any]:
    """The house rules of `game` that hold where a table says nothing else; not to be changed."""
    defaults: Mapping[str, Any] = read_house_rules(FOLDER / "house.toml").get(game, {})
    return defaults


def read_house_rules(path: Path) -> dict[str, dict[str, Any]]:
    """A house-rules file: by game, what belongs under `house` in a log's header. The values are checked by the game's
    `open`. Raises `Malformed` with every table that names no game."""
    tables = read_toml(path)
    faults = Faults(path.name)
    for name, rules in tables.items():
        if name not in TITLES:
            faults.add(f"there is no game called {name!r} (Handref knows {', '.join(TITLES)})")
        elif not isinstance(rules, dict):
            faults.add(f"{name!r} must be a table, as in [{name}]")
    faults.check()
    return tables
