"""Which hand is the one that was there before: the nearest, if its palm lies no farther than so many of its lengths."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

from gesture.hand_geometry import Points, distance


class PlacedHand(Protocol):
    """A hand that lies somewhere."""

    @property
    def center(self) -> Points:
        """The middle of its palm (2,), in pixels."""

    @property
    def palm_px(self) -> float:
        """The length of its palm, in pixels."""


H = TypeVar("H", bound=PlacedHand)


def apart_palms(known: PlacedHand, other: PlacedHand) -> float:
    """How far the middles of two palms lie apart, in lengths of the known one's."""
    return distance(known.center, other.center) / known.palm_px


def nearest(known: Iterable[H], hand: PlacedHand, within_palms: float) -> H | None:
    """The known hand that lies nearest to `hand`, no farther than `within_palms` of its own palm's lengths; None when
    none does."""
    return min(
        (one for one in known if apart_palms(one, hand) <= within_palms),
        key=lambda one: distance(one.center, hand.center),
        default=None,
    )
