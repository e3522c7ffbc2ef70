"""Reads the hands of one seat's zone in as little time as it takes, for tables at which many are read at once.

The box around a zone that lies aslant holds half of its neighbours' hands too. Reading those is in vain, and they are
the slowest, cut through as they are by the box's edge. And once hands have been seen, their size is known.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import palm_reach
from gesture.reading.hand_reader import OPINIONS, HandReader, brightened
from gesture.reading.hand_reading import HandReading
from gesture.reading.palm_detector import SCALES, Candidate, apart

MARGIN_PALMS = 0.7
"""A place this far outside the zone, in palm lengths, may still be a hand that belongs to it."""
KNOWN_PX = (12.0, 36.0)
"""The palms, in pixels, that the finding network finds best."""
SMALLER, LARGER = 0.8, 1.25
"""A table's hands may be so much smaller or larger than those seen lately."""
REMEMBERED, ENOUGH = 32, 6
"""Palms that are remembered, and how many make a size known."""
SURE = 0.8
HANDS = 2


class ZoneReader(HandReader):
    """A `HandReader` for resting hands that reads of a zone only what lies in it, and looks for the sizes of hands that
    it has seen before it looks for any other."""

    def __init__(self) -> None:
        super().__init__(mode="live")
        self._landmarker(1).find(np.zeros((224, 224, 3), np.uint8))  # slow at first: not in a round
        self._palms: deque[float] = deque(maxlen=REMEMBERED)
        self._opinion = 0

    def read(self, frame_bgr: NDArray[np.uint8], zone: NDArray[np.float64] | None = None) -> list[HandReading]:
        """Every hand on a BGR frame of shape (H, W, 3), or those in the polygon `zone`, (N, 2), and close around it."""
        if zone is None:
            return super().read(frame_bgr)
        size = np.array([frame_bgr.shape[1], frame_bgr.shape[0]])
        low = np.maximum(zone.min(0).astype(int), 0)
        high = np.minimum(zone.max(0).astype(int) + 1, size)
        if (high - low < 16).any():
            return []
        self._opinion = (self._opinion + 1) % len(OPINIONS)
        part = brightened(np.ascontiguousarray(frame_bgr[low[1] : high[1], low[0] : high[0]]))
        candidates = self._candidates(part, cv2.convexHull((zone - low).astype(np.float32)))
        found = self.read_at(part, candidates)
        self._palms += [c for hand in found if hand.confidence > SURE for c in [palm_reach(hand.landmarks)]]
        return [hand.moved(int(low[0]), int(low[1])) for hand in found]

    def _opinions(self) -> Sequence[tuple[float, float]]:
        """One look; the readings of a resting hand, which are several, have different ones."""
        return (OPINIONS[self._opinion],)

    def _candidates(self, part: NDArray[np.uint8], outline: NDArray[np.float32]) -> list[Candidate]:
        first = self._likely_scales()
        found = _within(self._finder.find(part, first), outline)
        if len(found) >= HANDS or first == SCALES:
            return found
        others = tuple(scale for scale in SCALES if scale not in first)
        return apart(found + _within(self._finder.find(part, others), outline))

    def _likely_scales(self) -> tuple[float, ...]:
        """The scales at which hands of the sizes seen lately are found best; all, while too few were seen."""
        if len(self._palms) < ENOUGH:
            return SCALES
        smallest, largest = min(self._palms) * SMALLER, max(self._palms) * LARGER
        likely = tuple(s for s in SCALES if largest * s >= KNOWN_PX[0] and smallest * s <= KNOWN_PX[1])
        return likely or SCALES


def _within(candidates: list[Candidate], outline: NDArray[np.float32]) -> list[Candidate]:
    """The candidates in a convex outline (N, 1, 2) or close to it."""
    return [
        c for c in candidates if cv2.pointPolygonTest(outline, (c.frame.x, c.frame.y), True) >= -MARGIN_PALMS * c.palm
    ]
