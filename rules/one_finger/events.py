"""What can happen at a table of One Finger!, as the lines of its log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from rules.game import Event
from rules.one_finger.cards import Card
from rules.players import Players


class Deal(Event, frozen=True, kw_only=True, tag="deal"):
    """Setup: one card starts each player's pile; the others are the Draw pile, from its top."""

    piles: Mapping[str, Card]
    draw: tuple[Card, ...]


class First(Event, frozen=True, kw_only=True, tag="first"):
    """Who most recently used their finger, and so goes first (ruling F13)."""

    player: str


class Call(Event, frozen=True, kw_only=True, tag="call"):
    """A player calls how many fingers will remain (Step 2); `at` is when the call was heard."""

    player: str
    number: int


class Fingers(Event, frozen=True, kw_only=True, tag="fingers"):
    """Who left how many fingers on each card in play (Step 3), and when fingers left, where that was seen.

    A player's fingers may be given as one number while one card is in play. Of the players who are `unsure` it could
    not be told for certain, and what stands there is likelier.
    """

    kept: Mapping[str, int | tuple[int, ...]]
    lifts: Mapping[str, tuple[float, ...]] = {}
    unsure: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "kept", _by_card(self.kept))

    def on_cards(self, player: str) -> tuple[int, ...]:
        """The fingers that a player left, by card."""
        fingers = self.kept[player]
        return (fingers,) if isinstance(fingers, int) else fingers


def _by_card(kept: Mapping[str, int | tuple[int, ...]]) -> dict[str, int | tuple[int, ...]]:
    return {player: (fingers,) if isinstance(fingers, int) else fingers for player, fingers in kept.items()}


class Arbitrate(Event, frozen=True, kw_only=True, tag="arbitrate"):
    """The group's decision (The Essential Concept; ruling F12), until the next call: the call is upheld or cancelled
    (`uphold`), or these players kept other fingers than were counted (`kept`), or the round is cancelled (`cancel`)."""

    uphold: bool | None = None
    kept: Mapping[str, int | tuple[int, ...]] | None = None
    cancel: Literal["round"] | None = None

    def __post_init__(self) -> None:
        if sum(decision is not None for decision in (self.uphold, self.kept, self.cancel)) != 1:
            raise ValueError("one decision at a time: 'uphold' true or false, 'kept' corrected, or 'cancel' the round")
        if self.kept is not None:
            msgspec.structs.force_setattr(self, "kept", _by_card(self.kept))


AnyEvent = Deal | First | Players | Call | Fingers | Arbitrate
