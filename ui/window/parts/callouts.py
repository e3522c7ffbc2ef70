"""Callouts written large over a screen, one after the other."""

from __future__ import annotations

from collections import deque

from ui.window import theme
from ui.window.canvas import Rect
from ui.window.motion import over
from ui.window.page import Page

SHOWN_S = 1.3
"""So long a callout is shown, ..."""
LEAST_S = 0.6
"""... and at least so long when the next one is waiting."""
GROWS_S = 0.25
SIZE = 76.0
"""Its height of text, in the window's units."""


class Callouts:
    """What is still to be called out, and what is shown now."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[str, bool]] = deque()
        self._shown: tuple[str, bool, float] | None = None

    def add(self, words: str, good: bool) -> None:
        """Call something out, once those before it were shown; `good` says how it is to hear."""
        self._waiting.append((words, good))

    def update(self, now_s: float) -> None:
        """Go on to the next one when it is time."""
        shown_s = now_s - self._shown[2] if self._shown is not None else SHOWN_S
        if self._waiting and shown_s >= LEAST_S:
            self._shown = (*self._waiting.popleft(), now_s)

    def draw(self, page: Page, room: Rect, now_s: float) -> bool:
        """The callout of now, over whatever lies in `room`; tells whether there is one."""
        if self._shown is None or now_s > self._shown[2] + SHOWN_S:
            return False
        page.layer += 1
        words, good, since_s = self._shown
        grow = 0.75 + 0.25 * page.clock.share(since_s, GROWS_S, over)
        w, h = room.w * grow, room.h * grow
        spot = Rect(room.x + (room.w - w) / 2, room.y + (room.h - h) / 2, w, h)
        page.frame(spot, theme.GOLD if good else theme.WRONG, theme.NIGHT, 6, 30)
        page.text(words, spot.inset(30, 6), SIZE * grow, theme.GOLD if good else theme.CREAM)
        page.layer -= 1
        return True
