"""What a card and the table around it look like with no hand over them, learned while it is watched.

What lies on them differs in colour, or is brighter, or far darker; what is only darker is a shadow. Whatever has not
stirred for long and is nobody's finger belongs to the table.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.watching.fingers.card_view import VIEW_PX, View

Mask = NDArray[np.bool_]

COLOUR_LEVELS = 9.0
"""What differs in colour by so many levels beyond the noise's share is no shadow."""
SHADE, SHINE = 0.5, 1.1
"""What a shadow leaves of the light at least, and by what light grows at most without anything lying there."""
LIGHT_TIMES = 2.0
"""A difference of light alone must be so many times as large as one of colour."""
NOISES = 3.0
"""Colour differs when it does so by so many times the noise, at least."""
STIRRED_LEVELS = 10.0
"""A pixel stirs when it differs by so many levels from the frame before."""
LEARN_SHARE = 0.05
"""So much of what an uncovered pixel shows goes into what is known of the table, a frame."""
APART_LEVELS = 14.0
"""A finger differs from what is beside it by so many levels more than the table does."""
ALIKE_LEVELS = 6.0
"""What differs by less is the table as it is known, in slowly changing light."""
BELONGS_S = 4.0
"""What lies still so long and is nobody's finger belongs to the table."""
NOISE_FLOOR = 1.0
_KNOCK_SHARE, _KNOCK_SURE, _KNOCK_PX = 0.04, 0.12, (0.4, 14.0)
_NEAR, _WIDE = np.ones((5, 5), np.uint8), np.ones((31, 31), np.uint8)
_EVERY_S = 0.5


def differs(now: View, then: View, levels: float = COLOUR_LEVELS, shade: float = SHADE, shine: float = SHINE) -> Mask:
    """Where two pictures (..., 3) show different things, rather than the same in more or less light."""
    product = np.einsum("...c,...c->...", now, then)
    gain = product / np.maximum(np.einsum("...c,...c->...", then, then), 1.0)
    square = np.einsum("...c,...c->...", now, now) - gain * product
    off = now - then
    much = np.einsum("...c,...c->...", off, off) > (LIGHT_TIMES * levels) ** 2
    changed: Mask = (square > levels * levels) | (((gain < shade) | (gain > shine)) & much)
    return changed


class TableLook:
    """Learns one card's surroundings, frame by frame."""

    def __init__(self) -> None:
        self.table: View | None = None
        """The view with nothing lying on it."""
        self.noise = NOISE_FLOOR
        self.covered: Mask = np.zeros((VIEW_PX, VIEW_PX), bool)
        """Where something lies on the newest frame."""
        self.stirred_s: NDArray[np.float64] = np.full((VIEW_PX, VIEW_PX), -np.inf)
        """When each pixel last stirred."""
        self._before: View | None = None
        self._calm: NDArray[np.float32] | None = None
        self._looked_s = -np.inf
        self._window = cv2.createHanningWindow((VIEW_PX, VIEW_PX), cv2.CV_32F)

    @property
    def levels(self) -> float:
        """The levels from which on a colour differs."""
        return max(COLOUR_LEVELS, NOISES * self.noise)

    def take(self, view: View, at_s: float) -> View:
        """Take in the next view; returns it in the light and at the place in which the table is known."""
        if self.table is None or self._before is None:
            self.table, self._before = view.copy(), view
            self._calm = _grey(view)
            return view
        view = self._steadied(self._levelled(view))
        difference = np.abs(view - self._before).max(2)
        self.noise = 0.95 * self.noise + 0.05 * max(NOISE_FLOOR, 1.5 * float(np.median(difference)))
        stirs = difference > max(STIRRED_LEVELS, 4 * self.noise)
        self.stirred_s[stirs] = at_s
        self._before = view
        covered = differs(view, self.table, self.levels).astype(np.uint8)
        self.covered = cv2.morphologyEx(covered, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)).astype(bool)
        if float(stirs.mean()) < 0.003:
            self._calm = _grey(view)
        return view

    def stands_out(self, view: View, inside: Mask, beside: Mask) -> bool:
        """Whether what is `inside` looks new against what is `beside` it, rather than both alike."""
        assert self.table is not None
        if not inside.any() or not beside.any():
            return False
        off = view - self.table
        apart = np.median(off[inside], 0) - np.median(off[beside], 0)
        return float(np.linalg.norm(apart)) > max(APART_LEVELS, 4 * self.noise)

    def learn(self, view: View, taken: Mask, at_s: float) -> None:
        """Learn the table where nothing lies; `taken` (VIEW_PX, VIEW_PX) is what fingers cover."""
        assert self.table is not None
        difference = view - self.table
        alike = np.abs(difference).max(2) < ALIKE_LEVELS  # a shadow is not learned: it goes with its hand
        self.table += np.where((alike & ~self.covered)[..., None], LEARN_SHARE * difference, np.float32(0))
        if at_s < self._looked_s + _EVERY_S:
            return
        self._looked_s = at_s
        belongs = ~taken & (self.stirred_s < at_s - BELONGS_S) & ~self._attached(taken)
        self.table[belongs] = view[belongs]

    def _attached(self, taken: Mask) -> Mask:
        """What lies on the table in one piece with a finger, and the shadows around it."""
        if not taken.any():
            return np.zeros_like(taken)
        everything = cv2.dilate((self.covered | taken).astype(np.uint8), _NEAR)
        _, labels = cv2.connectedComponents(everything)
        own = np.isin(labels, np.unique(labels[taken])) & (labels > 0)
        return cv2.dilate(own.astype(np.uint8), _WIDE).astype(bool)

    def _levelled(self, view: View) -> View:
        """The view with a lamp's flicker and the camera's own exposure taken out."""
        assert self.table is not None
        then, now, free = self.table[::4, ::4], view[::4, ::4], ~self.covered[::4, ::4]
        usable = free & (now.min(2) > 8) & (now.max(2) < 245) & (then.min(2) > 8)
        if int(usable.sum()) < 100:
            return view
        gain = float(np.median(then[usable] / now[usable]))
        return view if abs(gain - 1) < 0.004 or not 0.5 < gain < 2 else np.asarray(view * np.float32(gain), np.float32)

    def _steadied(self, view: View) -> View:
        """The view where it was before somebody knocked the table, or the camera."""
        assert self._calm is not None
        grey = _grey(view)
        if float((np.abs(grey - self._calm) > 12).mean()) < _KNOCK_SHARE:
            return view
        (dx, dy), sure = cv2.phaseCorrelate(self._calm, grey, self._window)
        if sure < _KNOCK_SURE or not _KNOCK_PX[0] < float(np.hypot(dx, dy)) < _KNOCK_PX[1]:
            return view
        back = np.array([[1, 0, -dx], [0, 1, -dy]])
        moved = cv2.warpAffine(view, back, (VIEW_PX, VIEW_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        before = np.abs(grey - self._calm).mean()
        steady = np.asarray(moved, np.float32)
        return steady if np.abs(_grey(steady) - self._calm).mean() < 0.8 * before else view


def _grey(view: View) -> NDArray[np.float32]:
    return np.asarray(view.mean(2), np.float32)
