"""The newest pictures of the cards in play, kept for some seconds: to show in slow motion which finger left when."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.sources.frames import Frame
from ui.art.pen import Colour
from ui.window import theme
from ui.window.canvas import Rect
from ui.window.page import Page
from ui.window.parts.picture import Picture
from ui.window.texts import Texts
from ui.window.theme import Role

KEPT_S = 6.0
"""Pictures are kept for so long; they are never written to a disk."""
WIDEST_PX = 480
AROUND = 1.6
"""So far beyond the cards a picture reaches, in their own size."""
SLOWED = 5.0
"""Slow motion takes so many times as long."""
BEFORE_S, AFTER_S = 0.35, 0.35
"""So much is shown before and after what is looked at."""
Image = NDArray[np.uint8]


class KeptFrames:
    """Pictures cut out around the cards, with their times in the game."""

    def __init__(self) -> None:
        self._kept: deque[tuple[float, Image]] = deque()
        self._picture = Picture()

    def take(self, frame: Frame, cards: Sequence[NDArray[np.float64]]) -> None:
        """Keep what is around the `cards` (N, 2) of a frame that is newer than those before."""
        if not cards or (self._kept and frame.at_s <= self._kept[-1][0]):
            return
        points = np.vstack(cards)
        low, high = points.min(0), points.max(0)
        out = (high - low).max() * (AROUND - 1)
        width, height = frame.size
        x0, y0 = np.maximum(low - out, 0).astype(int)
        x1, y1 = np.minimum(high + out, (width, height)).astype(int)
        if x1 - x0 < 8 or y1 - y0 < 8:
            return
        cut = frame.image[y0:y1, x0:x1]
        scale = min(1.0, WIDEST_PX / max(cut.shape[:2]))
        small = cv2.resize(cut, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else cut.copy()
        self._kept.append((frame.at_s, np.asarray(small, np.uint8)))
        while self._kept and self._kept[0][0] < frame.at_s - KEPT_S:
            self._kept.popleft()

    def around(self, at_s: float) -> list[tuple[float, Image]]:
        """The pictures from a little before a time to a little after it."""
        return [one for one in self._kept if at_s - BEFORE_S <= one[0] <= at_s + AFTER_S]

    def clear(self) -> None:
        """Forget them all."""
        self._kept.clear()

    def draw(self, page: Page, room: Rect, t: Texts, times_s: Sequence[float], call_s: float, since_s: float) -> bool:
        """Show in slow motion what happened around each of the times, one after the other and over again, beside the
        time since the call; tells whether there was anything to show."""
        runs = [(at_s, frames) for at_s in times_s if len(frames := self.around(at_s)) > 1]
        if not runs:
            return False
        each_s = (BEFORE_S + AFTER_S) * SLOWED
        past_s = max(0.0, page.clock.now_s - since_s)
        at_s, frames = runs[int(past_s / each_s) % len(runs)]
        shown_s = at_s - BEFORE_S + past_s % each_s / SLOWED
        taken_s, image = max((one for one in frames if one[0] <= shown_s), default=frames[0], key=lambda one: one[0])
        page.box(room, theme.NIGHT, 14)
        self._picture.draw(page, Rect(room.x + 6, room.y + 6, room.w - 12, room.h - 62), image)
        off_s = taken_s - call_s
        ink: Colour = theme.WRONG if taken_s >= at_s else theme.CREAM
        words = t("fingers.since_call", s=f"{off_s:+.2f}")
        page.write(words, Rect(room.x + 6, room.y + room.h - 54, room.w - 12, 48), Role.BODY, ink)
        return True
