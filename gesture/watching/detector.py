"""What a watch runs on every frame: detectors, which see motion, ask for readings, and tell moments.

A detector is written as if readings came at once. It asks for one by yielding a `Look` and is sent the hands, however
late they come; the frames that follow wait for it, so that what it tells does not depend on how slow reading is.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gesture.reading.digit_scaling import OwnHands
from gesture.reading.hand_reading import HandReading, PalmSizes
from gesture.sources.frames import Frame
from gesture.watching.moments import Moment
from gesture.watching.motion import Motion


@dataclass(frozen=True, eq=False)
class Look:
    """A reading that is asked for: the hands in `zone`, a polygon (N, 2) in pixels of the frame at hand."""

    zone: NDArray[np.float64]
    palm_px: PalmSizes | None = None
    """The smallest and the largest palm to be expected there, where that is known."""
    palms_in: NDArray[np.float64] | None = None
    """A polygon (N, 2): hands whose palm lies outside of it are nobody's business."""

    @property
    def asks(self) -> tuple[NDArray[np.float64], PalmSizes | None, NDArray[np.float64] | None]:
        """What a reader is asked."""
        return self.zone, self.palm_px, self.palms_in

    def same_as(self, other: Look) -> bool:
        """Whether both ask for the same of the same frame."""
        return (
            self.palm_px == other.palm_px
            and np.array_equal(self.zone, other.zone)
            and (self.palms_in is other.palms_in or _alike(self.palms_in, other.palms_in))
        )


def _alike(a: NDArray[np.float64] | None, b: NDArray[np.float64] | None) -> bool:
    return a is not None and b is not None and np.array_equal(a, b)


@dataclass(frozen=True, eq=False)
class Prospect:
    """A frame that a detector has not been shown yet."""

    motion: Motion
    """As of that frame."""
    since_s: float
    """The time of the newest frame of which a look was asked for."""
    ahead: int
    """How many looks have been read ahead already."""


Steps = Generator[Look | Moment, Sequence[HandReading] | None, None]
"""The steps of a detector on one frame. What it yields is a moment, or a look that is answered with the hands in it, or
with None when they could not be read in time."""


class Detector(ABC):
    """Finds moments of one kind, or of one place, on the frames that it is shown, each one in its order."""

    over = False
    """Nothing more will ever come of it."""

    @abstractmethod
    def step(self, frame: Frame, motion: Motion) -> Steps:
        """What the next frame brings; `motion` is as of that frame."""

    @abstractmethod
    def foresee(self, prospect: Prospect) -> Look | None:
        """The look that is likely to be asked for on a frame which it has not been shown yet; None when none is likely.
        Reading ahead saves time and changes nothing."""

    def pending_s(self) -> float:
        """The earliest time of a moment that may still come out of what is undecided on the newest frame; infinity when
        nothing is."""
        return math.inf

    def know(self, player: str, own: OwnHands) -> None:  # noqa: B027  (not every detector looks at hands)
        """Something was learned of a player's own hands: what is seen of them from now on is taken so."""

    def finish(self) -> Iterator[Moment]:
        """What is still undecided when no more frames come."""
        yield from ()

    def readings(self) -> Sequence[HandReading]:
        """The newest reading of every hand that lies at rest for it, for drawing."""
        return ()
