"""How one screen makes room for the next: both slide over the table, and a screen can slide its own parts likewise."""

from __future__ import annotations

from enum import IntEnum

import pygame

from ui.window.motion import Clock, smooth

SLIDES_S = 0.35


class Way(IntEnum):
    """Where the new comes from."""

    ON = 1
    """From the right: further on."""
    BACK = -1


class Sliding:
    """What is shown moves out, and what comes moves in. What comes can be pressed at once."""

    def __init__(self) -> None:
        self._old: pygame.Surface | None = None
        self._since_s = 0.0
        self._way = Way.ON

    def begin(self, shown: pygame.Surface | None, now_s: float, way: Way) -> None:
        """From now on what is `shown` gives way."""
        if shown is not None:
            self._old, self._since_s, self._way = shown.copy(), now_s, way

    def show(self, surface: pygame.Surface, clock: Clock) -> None:
        """Move what was drawn onto `surface` to where it is by now, with what gives way beside it."""
        old = self._old
        share = clock.share(self._since_s, SLIDES_S, smooth)
        if old is None or share >= 1 or old.get_size() != surface.get_size():
            self._old = None
            return
        new, width = surface.copy(), surface.get_width()
        gone = round(self._way * share * width)
        surface.blit(old, (-gone, 0))
        surface.blit(new, (self._way * width - gone, 0))
