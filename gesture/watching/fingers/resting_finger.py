"""One finger that rests on a card: since when, and whether it still does.

A finger that leaves changes what is seen where it lay: it is pulled away and the card shows, or it is raised, and then
it is shorter, larger and elsewhere while it still points at the card. One that only stirs looks the same a little
farther on.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.watching.fingers.bars import Bar, Mask
from gesture.watching.fingers.card_view import SIDE_PX, VIEW_PX, X_PX, Y_PX, View
from gesture.watching.fingers.table_look import TableLook, differs

REACH_SIDES = 1.05
"""So much of a finger is watched, from its tip on, in sides of the card, in three parts: tip, middle and base."""
STIRS_SHARE = 0.10
"""A part stirs when this share of what is watched of it has changed ..."""
LEAVES_SHARE = 0.22
"""... and the finger has left when so much of it has, wherever it is looked for nearby."""
CLEAR_SHARE = 0.6
"""It has been pulled away when so much of where its tip lay, or its tip and middle, shows the card and the table."""
ALL_CLEAR_SHARE = 0.8
"""Where its base lies as before, so much of both must be clear."""
LEAST_PX = 25
"""Where fewer pixels of it are to be told from what they lie on, they show nothing."""
SLID_WIDTHS = 0.2
"""One that slid farther than this, in its widths, may have been raised ..."""
RAISED_WIDTHS = 0.75
"""... and has been when it is so far from where it lay."""
SHADE, SHINE = 0.72, 1.25
"""Others' shadows leave so much of the light on a finger, and shine so much more."""
OTHER_LEVELS, OTHER_SHADE, OTHER_SHINE = 28.0, 0.55, 1.7
"""What lies where a finger lay is another hand when its colour differs by so many levels, or its light by so much."""
SEARCH_PX = 14
LEAST_WATCHED = 0.25
"""Of a part of which less than this share lies free of other fingers nothing can be told."""
_PARTS = 3


class Bearing(StrEnum):
    """How a finger is found: as it lay, gone, neither clearly, or covered by somebody else's hand."""

    RESTS = "rests"
    DOUBTFUL = "doubtful"
    GONE = "gone"
    COVERED = "covered"


@dataclass(frozen=True, eq=False)
class Found:
    """What a frame shows of a finger."""

    bearing: Bearing
    changed: float
    """The share of it that does not look as it did: that of the middling part."""
    slid: NDArray[np.float64]
    """By how many pixels (2,) it lies elsewhere."""
    clear: bool = False
    """The card shows where it lay."""


_STILL = np.zeros(2)


class RestingFinger:
    """A finger that came to rest on the card."""

    def __init__(self, bar: Bar, view: View, look: TableLook) -> None:
        self.bar = bar
        self.width = min(max(bar.width, 0.14 * SIDE_PX), 0.34 * SIDE_PX)
        self._keep(view, look)

    def _keep(self, view: View, look: TableLook) -> None:
        """This is how it looks."""
        along, aside = self.bar.along(X_PX, Y_PX), self.bar.aside(X_PX, Y_PX)
        zone: Mask = (along > -0.08 * SIDE_PX) & (along < REACH_SIDES * SIDE_PX) & (aside < 0.8 * self.width)
        self.core: Mask = (along > -0.03 * SIDE_PX) & (along < REACH_SIDES * SIDE_PX) & (aside < 0.5 * self.width)
        """The pixels that are taken to be the finger's own."""
        rows, columns = np.nonzero(zone)
        self._box = (int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1)
        x0, y0, x1, y1 = self._box
        self._at = (slice(y0, y1), slice(x0, x1))
        self._reference = view[self._at].copy()
        part = np.clip(along[self._at] * (_PARTS / (REACH_SIDES * SIDE_PX)), 0, _PARTS - 1).astype(int)
        self._zone, self._part = zone[self._at], part
        self._own = self.core[self._at]
        self._seen = self._own & look.covered[self._at]
        self.leave(np.zeros_like(self.core))

    def leave(self, others: Mask) -> None:
        """Leave out what lies under other fingers, `others` (VIEW_PX, VIEW_PX)."""
        free = self._zone & ~others[self._at]
        parts = [(free & (self._part == n), self._zone & (self._part == n)) for n in range(_PARTS)]
        self._watched = [mine if mine.sum() >= LEAST_WATCHED * max(whole.sum(), 1) else None for mine, whole in parts]
        self._all = free
        self._ends = [end for end in (self._seen & free & (self._part < n) for n in (1, 2)) if end.sum() >= LEAST_PX]

    def found(self, view: View, look: TableLook) -> Found:
        """What a view shows of it."""
        clear = ~look.covered[self._at]
        changed = self._changed(view[self._at], look) | (self._seen & clear)
        shares = [None if part is None else float(changed[part].mean()) for part in self._watched]
        known = [share for share in shares if share is not None]
        if not known:
            return Found(Bearing.COVERED, 1.0, _STILL)
        middling = sorted(known)[(len(known) - 1) // 2 if len(known) > 2 else 0]
        if middling < STIRS_SHARE:
            return Found(Bearing.RESTS, middling, _STILL)
        if self._is_clear(clear, shares[-1]):
            return Found(Bearing.GONE, middling, _STILL, clear=True)
        if self._is_other(view[self._at], changed):
            return Found(Bearing.COVERED, middling, _STILL)
        slid, left = self._slid(view, look)
        far = float(np.hypot(*slid)) / self.width
        if left < STIRS_SHARE and far <= SLID_WIDTHS:
            return Found(Bearing.RESTS, middling, slid)
        if min(known) < STIRS_SHARE:  # what moved is not all of it
            return Found(Bearing.DOUBTFUL, middling, slid)
        if far > RAISED_WIDTHS or left > LEAVES_SHARE:
            return Found(Bearing.GONE, middling, slid)
        return Found(Bearing.DOUBTFUL, middling, slid)

    def _is_clear(self, clear: Mask, base: float | None) -> bool:
        """Whether the card and the table show where it lay."""
        shown = [float(clear[end].mean()) for end in self._ends]
        if base is not None and base < STIRS_SHARE:  # a finger that is raised alone keeps its base where it was
            return len(shown) > 1 and min(shown) > ALL_CLEAR_SHARE
        return any(share > CLEAR_SHARE for share in shown)

    def _is_other(self, cut: View, changed: Mask) -> bool:
        """Whether what lies there is of another colour than the finger."""
        where = self._own & changed & self._all
        if where.sum() < 0.3 * max(int((self._own & self._all).sum()), 1):
            return False
        now, then = np.median(cut[where], 0)[None], np.median(self._reference[self._own & self._all], 0)[None]
        return bool(differs(now.astype(np.float32), then, OTHER_LEVELS, OTHER_SHADE, OTHER_SHINE)[0])

    def _changed(self, cut: View, look: TableLook) -> Mask:
        return differs(cut, self._reference, 1.15 * look.levels, SHADE, SHINE)

    def _slid(self, view: View, look: TableLook) -> tuple[NDArray[np.float64], float]:
        """Where it lies now, if it looks the same elsewhere, and the share that then still differs."""
        x0, y0, x1, y1 = self._box
        left, top = max(0, x0 - SEARCH_PX), max(0, y0 - SEARCH_PX)
        around = view[top : min(VIEW_PX, y1 + SEARCH_PX), left : min(VIEW_PX, x1 + SEARCH_PX)]
        weight = np.repeat(self._all[..., None].astype(np.float32), 3, 2)
        unlike = cv2.matchTemplate(around, self._reference, cv2.TM_SQDIFF, mask=weight)
        x, y = cv2.minMaxLoc(unlike)[2]
        here = around[y : y + y1 - y0, x : x + x1 - x0]
        slid = np.array([x + left - x0, y + top - y0], np.float64)
        return slid, float(self._changed(here, look)[self._all].mean())

    def moved_on(self, slid: NDArray[np.float64], view: View, look: TableLook) -> None:
        """It lies elsewhere now, and is watched there."""
        self.bar = Bar(self.bar.tip + slid, self.bar.out, self.bar.width, self.bar.mask)
        self._keep(view, look)

    def refresh(self, view: View) -> None:
        """It rests on; its look is followed slowly."""
        self._reference += np.float32(0.1) * (view[self._at] - self._reference)
