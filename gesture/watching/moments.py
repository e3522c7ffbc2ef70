"""Moments: what hands and cards on a table did, each at its own time. A game makes its events of them.

A moment is no event yet: whether it counts is for the game to say. `Moment` is open: a detector brings its own kinds.
"""

from __future__ import annotations

from dataclasses import dataclass

from gesture.sources.frames import Frame
from gesture.watching.stillness import HandConsensus
from rules.hands import Digit, Side


@dataclass(frozen=True, kw_only=True, eq=False)
class Hands:
    """A player's two hands as they lay, and the frame on which that was decided."""

    left: HandConsensus
    right: HandConsensus
    rest_s: dict[Side, float]
    """When each hand came to rest."""
    frame: Frame
    unseen: bool = False
    """They came to rest while nobody saw the table, so what they showed then is not known."""

    def of(self, side: Side) -> HandConsensus:
        """The hand of one side."""
        return self.left if side is Side.LEFT else self.right


@dataclass(frozen=True, kw_only=True, eq=False)
class Moment:
    """Something that happened at the table at `at_s`, seconds of the frames."""

    at_s: float


@dataclass(frozen=True, kw_only=True, eq=False)
class TimeCame(Moment):
    """A time came for which a game had asked, and all that the hands did before it is known."""


@dataclass(frozen=True, kw_only=True, eq=False)
class HandsAtRest(Moment):
    """Both hands of a player came to rest at `at_s`, the later of the two."""

    player: str
    hands: Hands
    from_start: bool
    """They already lay so on the first frame: nobody saw them being laid down."""
    changed: bool = False
    """They lay there before and changed digits in their place, which a moment before told: `DigitsMoved`."""


@dataclass(frozen=True, kw_only=True, eq=False)
class DigitsMoved(Moment):
    """Digits of hands that lay at rest began to move at `at_s`, and lay still again, changed, from `rest_s` on."""

    player: str
    hands: Hands
    rest_s: float
    digits: dict[Side, frozenset[Digit]]
    """The digits that changed, by hand; a hand without a change is left out."""


@dataclass(frozen=True, kw_only=True, eq=False)
class HandGone(Moment):
    """A hand that had lain at rest began to leave at `at_s`."""

    player: str


@dataclass(frozen=True, kw_only=True, eq=False)
class HandOverCards(Moment):
    """A hand is over the printed cards at `at_s`; it came there at `since_s`. It is told again while it stays."""

    player: str | None
    """From whose side it comes; None when it may be anybody's."""
    since_s: float


@dataclass(frozen=True, kw_only=True, eq=False)
class SecondReading(Moment):
    """What looking again at a player's hands came to, at `at_s`."""

    player: str
    palms_up: bool
    """The palms were turned up for it."""
    bent: dict[Side, frozenset[Digit]] | None
    """The digits bent on each hand, or None when more frames do not help."""


@dataclass(frozen=True, kw_only=True, eq=False)
class NotSeen(Moment):
    """Nobody saw the table from `at_s` to `to_s`: the camera was away, or the picture frozen, damaged or missing."""

    to_s: float


@dataclass(frozen=True, kw_only=True, eq=False)
class NotReadInTime(Moment):
    """Something came to rest in a player's seat at `at_s`, and was gone again before there was time to read it."""

    player: str
