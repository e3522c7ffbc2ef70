"""Where messages and captions lie over a screen: on nothing that can be pressed, and on as little text as can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ui.window import theme
from ui.window.canvas import Rect
from ui.window.page import Page

MARGIN, STEP = 8.0, 12.0


@dataclass(frozen=True)
class Floating:
    """Something that lies over a screen for a while: the places it likes, the best first, and what sizes it can have
    where they are taken."""

    liked: tuple[Rect, ...]
    sizes: tuple[tuple[float, float], ...]

    def on(self, page: Page, before: Rect | None, other: Rect | None = None) -> Rect:
        """The room for it on a page whose controls and callouts are drawn, beside the `other` that floats. It stays
        where it lay `before` while that is free."""
        taken = [control.rect for control in page.controls.open] + ([other] if other is not None else [])
        taken += [written.ink for written in page.written if written.layer == page.layer > 0]
        for spot in (before, *self.liked):
            if spot is not None and not _covers(spot, taken):
                return spot
        texts = [written.ink for written in page.written]
        free = [spot for spot in self._everywhere() if not _covers(spot, taken)]
        return min(free, key=lambda spot: sum(_common(spot, ink) for ink in texts), default=self.liked[0])

    def _everywhere(self) -> Iterator[Rect]:
        """Places all over the window, large ones first, from the bottom up, the middle before the sides."""
        for width, height in self.sizes:
            middle = (theme.WIDTH - width) / 2
            y = theme.HEIGHT - height - MARGIN
            while y >= MARGIN:
                for x in (middle, MARGIN, theme.WIDTH - width - MARGIN, middle / 2, middle * 1.5):
                    yield Rect(x, y, width, height)
                y -= STEP


def _covers(spot: Rect, taken: Sequence[Rect]) -> bool:
    return any(_common(spot.inset(-MARGIN / 2), rect) > 0 for rect in taken)


def _common(a: Rect, b: Rect) -> float:
    """The area that two rectangles share."""
    across = min(a.x + a.w, b.x + b.w) - max(a.x, b.x)
    down = min(a.y + a.h, b.y + b.h) - max(a.y, b.y)
    return across * down if across > 0 and down > 0 else 0.0


MESSAGE = Floating(
    (Rect(250, 776, 1100, 84), Rect(290, 8, 1020, 84)),  # low, else over the screen's name
    ((1100, 84), (900, 84), (700, 108), (460, 150)),
)
CAPTION = Floating((Rect(1290, 842, 290, 40),), ((290, 40),))
