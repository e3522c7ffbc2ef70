"""What can happen at a table of Dexterity Jane, as the lines of its log.

Digits are kept in their order from thumb to pinky and without repeats, hands left before right, so that events that
mean the same are equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from rules.game import Event
from rules.hands import Digit, Side, in_order
from rules.players import Players

Digits = tuple[Digit, ...]


class SettledBy(StrEnum):
    """What decided a lock's digits: another look, the palms turned up, the table, or the likelier reading."""

    LOOK = "look"
    PALMS = "palms"
    TABLE = "table"
    LIKELIER = "likelier"


class Sheriff(Event, frozen=True, kw_only=True, tag="sheriff"):
    """The Sheriff token landed (Stick-Up Variant, Setup): `hand` has priority all game long."""

    hand: Side


class Coins(Event, frozen=True, kw_only=True, tag="coins"):
    """A Coin token was dealt to each player; null for one that lies face down and nobody has told."""

    dealt: Mapping[str, int | None]


class Reveal(Event, frozen=True, kw_only=True, tag="reveal"):
    """The round's cards lie face up in the middle, by their numbers (Playing a Round, 1)."""

    cards: tuple[int, ...]


class _TwoHands(Event, frozen=True, kw_only=True):
    player: str
    left: Digits
    right: Digits

    def __post_init__(self) -> None:
        for side in ("left", "right"):
            digits = getattr(self, side)
            if len(digits) > 1:
                msgspec.structs.force_setattr(self, side, tuple(in_order(digits)))


class Lock(_TwoHands, frozen=True, kw_only=True, tag="lock"):
    """Both hands came to rest palms down with these digits bent (Lock Your Guess). `unsure` names digits that could
    not be read; what `left` and `right` say of those is the likelier reading."""

    unsure: Mapping[Side, Digits] = {}

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.unsure:
            kept = {side: tuple(in_order(self.unsure[side])) for side in Side if self.unsure.get(side)}
            msgspec.structs.force_setattr(self, "unsure", kept)


class StickUp(Event, frozen=True, kw_only=True, tag="stick-up"):
    """One or two pistols came to rest, each with the player it points at (Performing a Stick-Up)."""

    player: str
    aims: Mapping[Side, str]

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "aims", {side: self.aims[side] for side in Side if side in self.aims})


class Budge(_TwoHands, frozen=True, kw_only=True, tag="budge"):
    """A locked hand moved, and then showed these digits bent (ruling D12)."""


class Settle(_TwoHands, frozen=True, kw_only=True, tag="settle"):
    """What a player's lock was, where it had been unsure or is disputed."""

    by: SettledBy


class Order(Event, frozen=True, kw_only=True, tag="order"):
    """Who of these players locked or drew first, then second, and so on: by the table, or of a tie by a lot (D22)."""

    players: tuple[str, ...]


class Close(Event, frozen=True, kw_only=True, tag="close"):
    """The table ended Guess by hand (ruling D7)."""


class Verify(Event, frozen=True, kw_only=True, tag="verify"):
    """The round is verified. `coins` are the values of the coins that change owner, in the order in which the
    stick-ups are verified, null for one that stays face down; left out when they can only be the ones they are."""

    coins: tuple[int | None, ...] | None = None


class ShowCoins(Event, frozen=True, kw_only=True, tag="show-coins"):
    """Players turned all of their Coin tokens face up."""

    values: Mapping[str, tuple[int, ...]]


AnyEvent = Sheriff | Coins | Players | Reveal | Lock | StickUp | Budge | Settle | Order | Close | Verify | ShowCoins
