"""What can happen at a table of One Finger!, as the lines of its log."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rules.game import Event
from rules.one_finger.cards import Card


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

    A player's fingers may be given as one number while one card is in play.
    """

    kept: Mapping[str, int | tuple[int, ...]]
    lifts: Mapping[str, tuple[float, ...]] = {}

    def __post_init__(self) -> None:
        if any(isinstance(fingers, int) for fingers in self.kept.values()):
            kept = {name: (fingers,) if isinstance(fingers, int) else fingers for name, fingers in self.kept.items()}
            msgspec.structs.force_setattr(self, "kept", kept)

    def on_cards(self, player: str) -> tuple[int, ...]:
        """The fingers that a player left, by card."""
        fingers = self.kept[player]
        return (fingers,) if isinstance(fingers, int) else fingers


class Arbitrate(Event, frozen=True, kw_only=True, tag="arbitrate"):
    """The group upholds the call that waits for it, or cancels it (The Essential Concept; ruling F12)."""

    uphold: bool


AnyEvent = Deal | First | Call | Fingers | Arbitrate
