"""Setting up: the header of a log, checked as a whole, becomes the table that all states of a game share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

import msgspec

from rules.deck_files import Faults
from rules.dexterity_jane.cards import DECK_SIZE, SIMPLIFIED_CARDS, Deck, check_deck, reference
from rules.game import Illegal, Malformed
from rules.headers import FAULTY, read_deck, read_house, read_players
from rules.plain_faults import in_words
from rules.said import said
from rules.words import counted, listed

NAME = "dexterity-jane"
LAST_ROUND = 10
PLAYERS = range(2, 10)
"""2 to 9 players: there are eight Order tokens, one fewer than the players (ruling D1)."""

STICK_UP_AND_SIMPLIFIED = said(
    "the Simplified version cannot be played with the Stick-Up variant (rulebook, Simplified Version): "
    "choose one of the two"
)
_KEYS = ("game", "version", "players", "variant", "deck", "house", "round", "held")


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

    def __post_init__(self) -> None:
        if any(value < 0 for value in self.coins) or not 0 < self.double_s < float("inf") or self.discards < 0:
            raise ValueError("out of range")


class Held(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a player held before the log begins, in a game taken up late: Round tiles, how many Hand cards, and the
    values of Coin tokens (null for one face down)."""

    tiles: tuple[int, ...] = ()
    hand_cards: int = 0
    coins: tuple[int | None, ...] = ()


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """What does not change in a game: players in clockwise order, variant, deck, house rules, first round, and what
    they `held` before it, None where nobody said."""

    players: tuple[str, ...]
    variant: Variant
    deck: Deck
    house: House
    first_round: int
    held: Mapping[str, Held] | None = None

    @property
    def seats(self) -> Mapping[str, int]:
        """Each player's place in the order."""
        return {player: seat for seat, player in enumerate(self.players)}

    @property
    def names_winner(self) -> bool:
        """Whether the whole game is known, so that a winner can be named."""
        return self.first_round == 1 or self.held is not None

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
    faults = Faults(FAULTY)
    players = read_players(header, NAME, PLAYERS, _KEYS, faults)
    variant, both = _variant(header.get("variant", "standard"), faults)
    first_round = header.get("round", 1)
    if type(first_round) is not int or not 1 <= first_round <= LAST_ROUND:
        faults.add(f"the round must be a whole number from 1 to {LAST_ROUND}, not {first_round!r}")
        first_round = LAST_ROUND
    house = read_house(header, NAME, House, _MUST_BE, faults)
    if variant is Variant.STICK_UP and len(house.coins) < len(players):
        faults.add(f"the house rule coins must be {_MUST_BE['coins']}, not {list(house.coins)}")
    before = 0 if variant is Variant.SIMPLIFIED else first_round * (first_round - 1) // 2
    if house.discards > before:
        faults.add(
            f"the house rule discards must be from 0 to {before} in a game taken up in round {first_round}, "
            f"not {house.discards}"
        )
    deck = read_deck(header, reference, check_deck, "the 60 cards", faults)
    table = Table(
        players=players,
        variant=variant,
        deck=deck or (),
        house=house,
        first_round=first_round,
        held=_held(header.get("held"), players, faults),
    )
    for fault in _bad_holdings(table):
        faults.add(fault)
    if both:
        if not faults.found:
            raise Illegal(STICK_UP_AND_SIMPLIFIED)
        faults.add(STICK_UP_AND_SIMPLIFIED)
    faults.check(Malformed)
    return table


def _held(given: Any, players: Sequence[str], faults: Faults) -> dict[str, Held] | None:
    """What each player held before, all players in their order."""
    if given is None:
        return None
    if not isinstance(given, Mapping):
        faults.add(f"held must say by player what each held before, not {given!r}")
        return None
    held = dict.fromkeys(players, Held())
    for player, holding in given.items():
        if player not in players:
            faults.add(f"held names {player!r}, who is not at the table")
            continue
        try:
            held[player] = msgspec.convert(holding, Held)
        except msgspec.ValidationError as e:
            faults.add(f"what {player} held cannot be used: {in_words(e, Held)}")
    return held


def _bad_holdings(table: Table) -> Iterator[str]:
    """What cannot have been held before the first round of the log."""
    if table.held is None:
        return
    round_, held = table.first_round, table.held
    for player, holding in held.items():
        strange = [tile for tile in holding.tiles if not 1 <= tile < round_]
        if strange:
            yield f"{player} cannot have held tile {listed(strange)} before round {round_}"
        if holding.hand_cards < 0:
            yield f"{player} cannot have held {holding.hand_cards} Hand cards"
        if holding.coins and not table.stick_up:
            yield f"{player} cannot have held coins: they belong to the Stick-Up variant"
    for tile, times in Counter(tile for holding in held.values() for tile in holding.tiles).items():
        if times > 1:
            yield f"tile {tile} is held {times} times, and there is one of each number"
    cards = sum(holding.hand_cards for holding in held.values())
    most = DECK_SIZE - SIMPLIFIED_CARDS if table.simplified else round_ * (round_ - 1) // 2 - table.house.discards
    if cards > most:
        yield f"{counted(cards, 'Hand card')} cannot have been earned before round {round_}, but {most} at the most"
    coins = [coin for holding in held.values() for coin in holding.coins]
    if len(coins) > len(table.house.coins):
        yield f"{counted(len(coins), 'coin')} are held, and there are {len(table.house.coins)}"
    for value, times in Counter(coin for coin in coins if coin is not None).items():
        if times > table.house.coins.count(value):
            held_are, there = "is" if times == 1 else "are", table.house.coins.count(value)
            there_are = "is" if there == 1 else "are"
            yield f"{counted(times, 'coin')} of value {value} {held_are} held, and there {there_are} {there}"


def _variant(given: Any, faults: Faults) -> tuple[Variant, bool]:
    """The variant, and whether two that exclude each other were asked for."""
    if isinstance(given, str) and given in list(Variant):
        return Variant(given), False
    named = str(given).lower()
    if "simplified" in named and "stick-up" in named:
        return Variant.SIMPLIFIED, True
    faults.add(f"the variant must be {', '.join(list(Variant)[:-1])} or {Variant.STICK_UP}, not {given!r}")
    return Variant.STANDARD, False


_MUST_BE = {
    "budge": "'counts' or 'void'",
    "coins": "a list of whole numbers, 0 or more, one at least for each player",
    "double_s": "a number of seconds above 0",
    "discards": "a whole number, 0 or more",
}
