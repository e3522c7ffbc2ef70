"""Puts the window on the screen and keeps it going, thirty frames a second, until it is closed."""

from __future__ import annotations

import os
import sys
import threading
import time

import pygame

from ui.window.app import App

FRAMES_A_SECOND = 30
SWITCH_S = 0.001
"""The threads that read hands must hand over this quickly when a frame is due."""
TITLE = "Handref"
LET_GO_S = 3.0
"""Threads that watch cameras get this long to end when the window is closed."""
AWARE = "SDL_WINDOWS_DPI_AWARENESS", "permonitorv2"
"""Windows gives a window its screen's own pixels, instead of blowing it up."""
NO_SCREEN = ("dummy", "offscreen", "evdev")
"""SDL's ways of drawing where nobody can see it."""


def has_screen() -> bool:
    """Whether there is a screen to put a window on."""
    if sys.platform.startswith("linux") and not any(os.environ.get(k) for k in ("DISPLAY", "WAYLAND_DISPLAY")):
        return False
    os.environ.setdefault(*AWARE)
    try:
        pygame.display.init()
    except pygame.error:
        return False
    return pygame.display.get_driver() not in NO_SCREEN


def start() -> None:
    """Get pygame ready for pictures and texts."""
    os.environ.setdefault(*AWARE)
    pygame.display.init()
    pygame.font.init()


class Window:
    """The window on the screen."""

    def __init__(self, full_screen: bool) -> None:
        pygame.display.set_caption(TITLE)
        self.full_screen = full_screen
        self._size: tuple[int, int] | None = None
        """The window's size before it filled the screen."""
        self.surface = self._open()

    def _open(self) -> pygame.Surface:
        if self.full_screen:
            return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        if self._size is not None:
            return pygame.display.set_mode(self._size, pygame.RESIZABLE)
        sizes = pygame.display.get_desktop_sizes()
        width, height = sizes[0] if sizes else (1280, 720)
        scale = min(width * 0.85 / 16, height * 0.8 / 9)
        return pygame.display.set_mode((round(16 * scale), round(9 * scale)), pygame.RESIZABLE)

    def follow(self, full_screen: bool) -> None:
        """Fill the screen or leave it, as chosen, and take on the size that the window was given."""
        if full_screen != self.full_screen:
            self._size = self.surface.get_size() if full_screen else self._size
            self.full_screen = full_screen
            self.surface = self._open()
        self.surface = pygame.display.get_surface() or self.surface


def keep_going(app: App) -> None:
    """Run the window until the app ends; whatever happens, the app lets go of what it holds."""
    window = Window(app.choices.full_screen)
    pygame.key.set_repeat(400, 40)
    pace = pygame.time.Clock()
    sys.setswitchinterval(SWITCH_S)
    began_s = time.monotonic()
    try:
        while app.running:
            for event in pygame.event.get():
                app.handle(event)
            window.follow(app.choices.full_screen)
            app.frame(window.surface, time.monotonic() - began_s)
            pygame.display.flip()
            pace.tick(FRAMES_A_SECOND)
    finally:
        app.close()
        pygame.quit()
        wait_for_threads()


def wait_for_threads(longest_s: float = LET_GO_S) -> None:
    """Let the threads that watch cameras come to their ends: one that is cut off in the midst of a reading would end
    the program with a complaint of the library that it was in."""
    until_s = time.monotonic() + longest_s
    for thread in threading.enumerate():
        if thread is not threading.current_thread():
            thread.join(max(0.0, until_s - time.monotonic()))
