"""Where messages and captions lie over a screen: on nothing that can be pressed, and on as little text as can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

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
        liked = [spot for spot in (before, *self.liked) if spot is not None]
        free = ~_covers(liked, taken)
        if free.any():
            return liked[int(free.argmax())]
        spots = [self._everywhere[i] for i in np.flatnonzero(~_covers(self._everywhere, taken))]
        over = _common(spots, [written.ink for written in page.written]).sum(axis=1)
        return spots[int(over.argmin())] if spots else self.liked[0]

    @cached_property
    def _everywhere(self) -> tuple[Rect, ...]:
        """Places all over the window, large ones first, from the bottom up, the middle before the sides."""
        return tuple(
            Rect(x, float(y), width, height)
            for width, height in self.sizes
            for middle in ((theme.WIDTH - width) / 2,)
            for y in np.arange(theme.HEIGHT - height - MARGIN, MARGIN - 1e-6, -STEP)
            for x in (middle, MARGIN, theme.WIDTH - width - MARGIN, middle / 2, middle * 1.5)
        )


def _covers(spots: Sequence[Rect], taken: Sequence[Rect]) -> NDArray[np.bool_]:
    """Which spots, a margin around them included, share something with what is taken."""
    return np.asarray((_common([spot.inset(-MARGIN / 2) for spot in spots], taken) > 0).any(axis=1))


def _common(spots: Sequence[Rect], others: Sequence[Rect]) -> NDArray[np.float64]:
    """The area that each spot shares with each other rectangle: a row a spot."""
    a, b = (np.array([(r.x, r.y, r.x + r.w, r.y + r.h) for r in some]).reshape(-1, 4) for some in (spots, others))
    both = np.minimum(a[:, None, 2:], b[None, :, 2:]) - np.maximum(a[:, None, :2], b[None, :, :2])
    return np.asarray(np.maximum(both, 0.0).prod(axis=2))


MESSAGE = Floating(
    (Rect(250, 776, 1100, 84), Rect(290, 8, 1020, 84)),  # low, else over the screen's name
    ((1100, 84), (900, 84), (700, 108), (460, 150)),
)
CAPTION = Floating((Rect(1290, 842, 290, 40),), ((290, 40),))
