"""Pictures that repeat the one before to the last pixel: a frozen camera, or a table at rest in a compressed stream.

A sensor is never without noise, so a camera that has shown noise and shows none any more is frozen. The codec of a
network camera takes the noise out, and repeats a picture exactly while nothing moves; a stream that stops in the middle
of a movement is frozen all the same.
"""

from __future__ import annotations

from collections import deque

import cv2
import numpy as np
from numpy.typing import NDArray

FROZEN_S, QUIET_FROZEN_S = 0.8, 10.0
"""Not a pixel has changed for this long: frozen, in a stream with noise or after a movement, and in one without."""
NOISY_SHARE = 0.3
"""From one picture with noise to the next at least this share of the pixels changes."""
REMEMBERED = 30
"""So many pictures that changed tell whether there is noise, by their middle."""
MOVED_LEVELS, MOVED_SHARE = 12, 0.002
"""Something moved where this share of the pixels changed by more grey levels than that."""


class Repeats:
    """Sees every picture of a camera, made smaller."""

    def __init__(self) -> None:
        self.changed_s = 0.0
        """When a picture last differed from the one before, or was the first."""
        self.suspicious = False
        """The newest picture repeats the one before and should not."""
        self._before: NDArray[np.uint8] | None = None
        self._shares: deque[float] = deque(maxlen=REMEMBERED)
        self._moved = False

    def see(self, glimpse: NDArray[np.uint8], at_s: float) -> None:
        """The next picture (h, w, 3)."""
        before, self._before = self._before, glimpse.copy()
        self.suspicious = False
        if before is None or before.shape != glimpse.shape:
            self.changed_s, self._moved = at_s, False
            self._shares.clear()
            return
        difference = cv2.absdiff(before, glimpse).max(axis=2)
        if not difference.any():
            self.suspicious = self._moved or (bool(self._shares) and float(np.median(self._shares)) > NOISY_SHARE)
            return
        self.changed_s = at_s
        self._shares.append(float((difference > 0).mean()))
        self._moved = float((difference > MOVED_LEVELS).mean()) > MOVED_SHARE

    def frozen(self, now_s: float) -> bool:
        """Whether the picture has stood still for too long."""
        return now_s - self.changed_s > (FROZEN_S if self.suspicious else QUIET_FROZEN_S)
