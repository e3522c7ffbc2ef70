"""Setting up: the header of a log, checked as a whole, becomes the table that all states of a game share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec

from rules.deck_files import Faults, house_defaults
from rules.dexterity_jane.cards import Deck, check_deck, reference
from rules.game import Illegal, Malformed
from rules.refusing import no_name

NAME = "dexterity-jane"
LAST_ROUND = 10
PLAYERS = range(2, 10)
"""2 to 9 players: there are eight Order tokens, one fewer than the players (ruling D1)."""

STICK_UP_AND_SIMPLIFIED = (
    "the Simplified version cannot be played with the Stick-Up variant (rulebook, Simplified Version): "
    "choose one of the two"
)
_KEYS = ("game", "version", "players", "variant", "deck", "house", "round")


class Variant(StrEnum):
    """What is played."""

    STANDARD = "standard"
    SIMPLIFIED = "simplified"
    STICK_UP = "stick-up"


class BudgeRule(StrEnum):
    """What a budge does (ruling D12): the lock counts as it was, or the guess is wrong."""

    COUNTS = "counts"
    VOID = "void"


class House(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The house rules; `rules/decks/house.toml` holds their defaults and `rules/RULINGS.md` tells their meaning."""

    budge: BudgeRule
    coins: tuple[int, ...]
    double_s: float
    discards: int


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """What does not change in a game: players in clockwise order, variant, deck, house rules, first round."""

    players: tuple[str, ...]
    variant: Variant
    deck: Deck
    house: House
    first_round: int
    seats: Mapping[str, int]

    @property
    def stick_up(self) -> bool:
        """Whether the Stick-Up variant is played."""
        return self.variant is Variant.STICK_UP

    @property
    def simplified(self) -> bool:
        """Whether the Simplified version is played."""
        return self.variant is Variant.SIMPLIFIED


def read_header(header: Mapping[str, Any]) -> Table:
    """The table that `header` describes. Raises `Malformed` with all of its faults, or `Illegal` when the only
    fault is that two variants are asked for that exclude each other (ruling D20)."""
    faults = Faults("the header cannot be used")
    if header.get("game") != NAME:
        faults.add(f"its game must be {NAME!r}, not {header.get('game')!r}")
    version = header.get("version")
    if type(version) is not int or version != 1:
        faults.add(f"this Handref reads version 1 of the log, not {version!r}")
    players = _players(header.get("players"), faults)
    variant, both = _variant(header.get("variant", "standard"), faults)
    first_round = header.get("round", 1)
    if type(first_round) is not int or not 1 <= first_round <= LAST_ROUND:
        faults.add(f"the round must be a whole number from 1 to {LAST_ROUND}, not {first_round!r}")
        first_round = LAST_ROUND
    house = _house(header.get("house", {}), len(players), first_round, variant, faults)
    given = header.get("deck", "reference")
    if isinstance(given, str) and given != "reference":
        faults.add(f"the deck must be 'reference' or a list of the 60 cards, not {given!r}")
    deck = reference() if isinstance(given, str) else check_deck(given, faults)
    for key in header:
        if key not in _KEYS:
            faults.add(f"a header has no {key!r} (it has {', '.join(_KEYS)})")
    if both:
        if not faults.found:
            raise Illegal(STICK_UP_AND_SIMPLIFIED)
        faults.add(STICK_UP_AND_SIMPLIFIED)
    faults.check(Malformed)
    assert deck is not None and house is not None
    seats = {player: seat for seat, player in enumerate(players)}
    return Table(players=players, variant=variant, deck=deck, house=house, first_round=first_round, seats=seats)


def _players(given: Any, faults: Faults) -> tuple[str, ...]:
    if not isinstance(given, list | tuple) or not all(isinstance(name, str) and not no_name(name) for name in given):
        faults.add(f"players must be a list of names, not {given!r}")
        return ()
    twice = sorted(name for name, times in Counter(given).items() if times > 1)
    if twice:
        faults.add(f"two players are called {', '.join(twice)}; give each a name of their own")
    if len(given) not in PLAYERS:
        faults.add(
            f"Dexterity Jane is for {PLAYERS[0]} to {PLAYERS[-1]} players (there are 8 Order tokens), not {len(given)}"
        )
    return tuple(given)


def _variant(given: Any, faults: Faults) -> tuple[Variant, bool]:
    """The variant, and whether two that exclude each other were asked for."""
    if isinstance(given, str) and given in list(Variant):
        return Variant(given), False
    named = str(given).lower()
    if "simplified" in named and "stick-up" in named:
        return Variant.SIMPLIFIED, True
    faults.add(f"the variant must be {', '.join(list(Variant)[:-1])} or {Variant.STICK_UP}, not {given!r}")
    return Variant.STANDARD, False


def _house(given: Any, players: int, first_round: int, variant: Variant, faults: Faults) -> House | None:
    if not isinstance(given, Mapping):
        faults.add(f"house must hold house rules by name, not {given!r}")
        return None
    rules = dict(house_defaults(NAME))
    before = len(faults.found)
    for key, value in given.items():
        if key not in House.__struct_fields__:
            faults.add(f"there is no house rule {key!r} (there are {', '.join(House.__struct_fields__)})")
            continue
        try:
            msgspec.convert({**rules, key: value}, House)
        except msgspec.ValidationError:
            faults.add(f"the house rule {key} must be {_MUST_BE[key]}, not {value!r}")
            continue
        rules[key] = value
    house = msgspec.convert(rules, House)
    if any(value < 0 for value in house.coins) or (variant is Variant.STICK_UP and len(house.coins) < players):
        faults.add(f"the house rule coins must be {_MUST_BE['coins']}, not {list(house.coins)}")
    if not 0 < house.double_s < float("inf"):
        faults.add(f"the house rule double_s must be {_MUST_BE['double_s']}, not {house.double_s!r}")
    most = 0 if variant is Variant.SIMPLIFIED else first_round * (first_round - 1) // 2
    if not 0 <= house.discards <= most:
        faults.add(
            f"the house rule discards must be from 0 to {most} in a game taken up in round {first_round}, "
            f"not {house.discards}"
        )
    return house if len(faults.found) == before else None


_MUST_BE = {
    "budge": "'counts' or 'void'",
    "coins": "a list of whole numbers, 0 or more, one at least for each player",
    "double_s": "a number of seconds above 0",
    "discards": "a whole number",
}
