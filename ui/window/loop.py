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
MOST_DRAWN_PX = 2560 * 1440
"""So many pixels are drawn within the time of a frame, with a question over the screen and whatever moves."""
SMOOTHLY = "SDL_RENDER_SCALE_QUALITY", "best"
"""What is made larger has soft edges."""
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
    os.environ.setdefault(*SMOOTHLY)
    pygame.display.init()
    pygame.font.init()
    pygame.joystick.init()


def system_languages() -> list[str]:
    """The languages that the computer is set to, by their codes as in "de_AT", the one it likes best first."""
    found = pygame.system.get_pref_locales()
    return ["_".join(filter(None, (one["language"], one["country"]))) for one in found]


def drawn_size(size_px: tuple[int, int]) -> tuple[int, int]:
    """How large is drawn what is to be shown that large: all of it up to a good full screen; beyond that no more can be
    seen from a sofa, and the graphics card makes it larger in no time."""
    less = max(1.0, size_px[0] * size_px[1] / MOST_DRAWN_PX) ** 0.5
    return (size_px[0], size_px[1]) if less <= 1 else (round(size_px[0] / less), round(size_px[1] / less))


class Window:
    """The window on the screen."""

    def __init__(self, full_screen: bool) -> None:
        pygame.display.set_caption(TITLE)
        self.full_screen = full_screen
        self._size: tuple[int, int] | None = None
        """The window's size before it filled the screen."""
        self.surface = self._open()

    def _open(self) -> pygame.Surface:
        sizes = pygame.display.get_desktop_sizes()
        screen = sizes[0] if sizes else (1280, 720)
        if self.full_screen:
            drawn = drawn_size(screen)
            if drawn != screen:  # the graphics card makes it larger
                return pygame.display.set_mode(drawn, pygame.FULLSCREEN | pygame.SCALED)
            return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        if self._size is not None:
            return pygame.display.set_mode(self._size, pygame.RESIZABLE)
        scale = min(screen[0] * 0.85 / 16, screen[1] * 0.8 / 9)
        size = round(16 * scale), round(9 * scale)
        scaled = pygame.SCALED if drawn_size(size) != size else 0
        return pygame.display.set_mode(drawn_size(size), pygame.RESIZABLE | scaled)

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
            pygame.mouse.set_visible(app.pointer_shown)
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
