"""How things move: shares of a way by the time of the frame. One helper for all screens; it reads no clock.

A screen remembers when something began (`page.clock.now_s`) and asks on each frame how far it is. Where the players
want it calm, everything is at its end at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

Ease = Callable[[float], float]
Point = tuple[float, float]


def smooth(t: float) -> float:
    """Gentle at both ends."""
    return t * t * (3 - 2 * t)


def out(t: float) -> float:
    """Quick at first."""
    return 1 - (1 - t) ** 3


def over(t: float) -> float:
    """Quick at first, a little too far, and back."""
    return 1 + 2.70158 * (t - 1) ** 3 + 1.70158 * (t - 1) ** 2


def bounce(t: float) -> float:
    """Falls, and bounces up twice."""
    for middle, half, height in ((0.0, 0.5, 1.0), (0.7, 0.2, 0.2), (0.95, 0.05, 0.04)):
        if t < middle + half:
            return 1 - height * (1 - ((t - middle) / half) ** 2)
    return 1.0


@dataclass(frozen=True)
class Clock:
    """The time of a frame, in seconds, and whether nothing may move."""

    now_s: float = 0.0
    calm: bool = False

    def share(self, since_s: float, lasts_s: float, ease: Ease = out, after_s: float = 0.0) -> float:
        """How far something has come that began at `since_s`, waited for `after_s` and takes `lasts_s`: 0 at its
        beginning, 1 from its end on. `over` goes beyond 1 in between."""
        if self.calm or lasts_s <= 0:
            return 1.0
        t = (self.now_s - since_s - after_s) / lasts_s
        return ease(min(1.0, max(0.0, t)))

    def one_by_one(self, since_s: float, index: int, each_s: float, lasts_s: float, ease: Ease = out) -> float:
        """The share of the thing `index` of several that begin `each_s` apart."""
        return self.share(since_s, lasts_s, ease, index * each_s)

    def sway(self, period_s: float, offset: float = 0.0) -> float:
        """Swings between -1 and 1 for ever; 0 where it is calm."""
        return 0.0 if self.calm else math.sin(math.tau * (self.now_s / period_s + offset))


def between(a: float, b: float, share: float) -> float:
    """The number that lies so far on the way from `a` to `b`."""
    return a + (b - a) * share


def flying(start: Point, end: Point, share: float, high: float = 0.0) -> Point:
    """Where something is that flies from `start` to `end` in an arc `high` units above the straight way."""
    x, y = between(start[0], end[0], share), between(start[1], end[1], share)
    return x, y - high * math.sin(math.pi * min(1.0, max(0.0, share)))


def steps(share: float, n: int = 20) -> float:
    """A share in a few steps, where each makes a picture that is kept."""
    return round(share * n) / n
