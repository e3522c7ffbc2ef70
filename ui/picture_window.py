"""A plain window that shows a recording's pictures at the recording's own pace, where there is a screen."""

from __future__ import annotations

import os
import sys
import time
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

NO_SCREEN = ("dummy", "offscreen", "evdev")
"""SDL's ways of drawing where nobody can see it."""


class PictureWindow:
    """Use it as a context manager. `shows` tells whether there is a window; without a screen there never is, and once
    the person has closed it (with its button, Escape or Q) it stays closed."""

    def __init__(self, title: str, wanted: bool = True) -> None:
        self._title = title
        self._screen: Any = None
        self._pygame: Any = None
        self._began_s: float | None = None
        self.shows = wanted and self._start()

    def _start(self) -> bool:
        if sys.platform.startswith("linux") and not any(os.environ.get(k) for k in ("DISPLAY", "WAYLAND_DISPLAY")):
            return False
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        from gesture.sources.quiet import quiet

        with quiet():
            import pygame

            try:
                pygame.display.init()
            except pygame.error:
                return False
        if pygame.display.get_driver() in NO_SCREEN:
            pygame.display.quit()
            return False
        self._pygame = pygame
        return True

    def show(self, picture_bgr: NDArray[np.uint8], at_s: float) -> None:
        """Show a picture (H, W, 3) at its time `at_s` in the recording: waits for it, or is late at once."""
        if not self.shows:
            return
        height, width = picture_bgr.shape[:2]
        if self._screen is None:
            self._screen = self._pygame.display.set_mode((width, height))
            self._pygame.display.set_caption(self._title)
        rgb = np.ascontiguousarray(picture_bgr[:, :, ::-1])
        self._screen.blit(self._pygame.image.frombuffer(rgb.tobytes(), (width, height), "RGB"), (0, 0))
        self._pygame.display.flip()
        if self._began_s is None:
            self._began_s = time.monotonic() - at_s
        self.rest(self._began_s + at_s - time.monotonic())

    def rest(self, seconds: float) -> None:
        """Leave the picture up for so long, or until the window is closed; at least look whether it was."""
        until_s = time.monotonic() + seconds
        while self.shows:
            for event in self._pygame.event.get():
                keys = (self._pygame.K_ESCAPE, self._pygame.K_q)
                if event.type == self._pygame.QUIT or (event.type == self._pygame.KEYDOWN and event.key in keys):
                    self.close()
                    return
            left_s = until_s - time.monotonic()
            if left_s <= 0:
                return
            time.sleep(min(left_s, 0.02))

    def close(self) -> None:
        """Close the window, if there is one."""
        if self.shows:
            self.shows = False
            self._pygame.display.quit()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
