"""The parts of a frame in which one seat's hands are looked for, and whether they show what showed no hand before."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import rightwards
from gesture.sources.frames import Frame
from gesture.table.seats import Seat

THUMBNAIL_PX = 64
"""The longer side of the small picture by which a bare zone is known again."""
ALIKE = 10.0
"""No colour of that small picture differs by more than this, of 255, where the zone is as bare as before."""


class ZoneCuts:
    """The cuts of a frame in which hands of a seat, whose player looks `inward` (2,), may show."""

    def __init__(self, seat: Seat, inward: NDArray[np.float64], held_up: bool) -> None:
        self.reach = seat.reach(inward)
        """The outline (N, 2) of all places where a palm of this player's may lie."""
        self._seat, self._inward, self._held_up = seat, inward, held_up
        self._bare: NDArray[np.float32] | None = None

    def grown(self, factor: float) -> NDArray[np.float64]:
        """The zone (N, 2), larger by a factor."""
        grown: NDArray[np.float64] = self._seat.center + (self._seat.zone - self._seat.center) * factor
        return grown

    def at(self, attempt: int) -> NDArray[np.float64]:
        """What to read (N, 2) at the n-th attempt: the zone, then other cuts in which a missed hand may show."""
        if self._held_up:
            return self.grown(1.4)
        across = rightwards(self._inward)
        ahead = self._inward * self._seat.depth(self._inward)
        aside = across * self._seat.depth(across) / 4
        zone = np.vstack([self.grown(1.15), self._seat.zone + 0.4 * ahead])  # fingers reach out of it, palms do not
        far = np.vstack([self.grown(1.6), self._seat.zone + ahead])
        cuts = [zone, far, zone + aside, zone - aside, zone - 0.15 * ahead]
        return cuts[attempt % len(cuts)]

    def remember_bare(self, frame: Frame) -> None:
        """There is no hand here, whichever cut is read."""
        self._bare = self._thumbnail(frame)

    def bare(self, frame: Frame) -> bool:
        """Whether the zone looks as it did when no cut showed a hand, but for how bright it is on the whole. Then
        reading it again is in vain."""
        if self._bare is None:
            return False
        now = self._thumbnail(frame)
        if now is None or now.shape != self._bare.shape:
            return False
        change = now - self._bare
        return float(np.abs(change - np.median(change)).max()) <= ALIKE

    def _thumbnail(self, frame: Frame) -> NDArray[np.float32] | None:
        low = np.maximum(self.reach.min(0).astype(int), 0)
        high = np.minimum(self.reach.max(0).astype(int) + 1, frame.size)
        width, height = (int(side) for side in high - low)
        if min(width, height) < 2:
            return None
        scale = min(1.0, THUMBNAIL_PX / max(width, height))
        size = max(1, round(width * scale)), max(1, round(height * scale))
        part = frame.image[low[1] : high[1], low[0] : high[0]]
        return np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.float32)
