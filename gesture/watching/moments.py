"""What hands on a table did, as `gesture.watching.watch` tells it: the moments of which the game makes its events."""

from __future__ import annotations

from dataclasses import dataclass

from gesture.sources.frames import Frame
from gesture.watching.stillness import Agreed
from rules.hands import Digit, Side


@dataclass(frozen=True, kw_only=True, eq=False)
class Hands:
    """A player's two hands as they lay, and the frame on which that was decided."""

    left: Agreed
    right: Agreed
    rest_s: dict[Side, float]
    """When each hand came to rest."""
    frame: Frame

    def of(self, side: Side) -> Agreed:
        """The hand of one side."""
        return self.left if side is Side.LEFT else self.right


@dataclass(frozen=True, kw_only=True, eq=False)
class Rested:
    """Both hands of a player came to rest at `at_s`, the later of the two."""

    at_s: float
    player: str
    hands: Hands
    from_start: bool
    """They already lay so on the first frame: nobody saw them being laid down."""
    changed: bool = False
    """They lay there before and changed digits in their place, which a moment before told: `Changed`."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Changed:
    """Digits of hands that lay at rest began to move at `at_s`, and lay still again, changed, from `rest_s` on."""

    at_s: float
    player: str
    hands: Hands
    rest_s: float
    digits: dict[Side, frozenset[Digit]]
    """The digits that changed, for each hand on which one did."""


@dataclass(frozen=True, kw_only=True, eq=False)
class TakenAway:
    """A hand that had lain at rest began to leave at `at_s`."""

    at_s: float
    player: str


@dataclass(frozen=True, kw_only=True, eq=False)
class OverCards:
    """A hand is over the printed cards at `at_s`; it came there at `since_s`. It is told again while it stays."""

    at_s: float
    player: str | None
    """From whose side it comes; None when it may be anybody's."""
    since_s: float


Moment = Rested | Changed | TakenAway | OverCards
