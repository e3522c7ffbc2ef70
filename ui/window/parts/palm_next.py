"""What a raised palm does on a screen, and the ring that fills meanwhile, so that nobody is surprised."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from rules.hands import Side
from ui.window import theme
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.page import Page
from ui.window.running_game import RunningGame
from ui.window.workers.raised_palm import HOLD_S, LONG_S

CENTER = (800.0, 430.0)
RADIUS = 120.0
DOTS = 40


class PalmNext:
    """For screens on which there is something to go on to; never while players guess."""

    def __init__(self, app: App, running: RunningGame) -> None:
        self._app, self._running = app, running

    @property
    def looks(self) -> bool:
        """Whether a palm is looked for, where a screen wants it."""
        watched = self._running.watched
        return self._app.choices.palm_next and watched is not None and watched.trouble is None

    def update(self, wanted: bool, final: bool, go_on: Callable[[], None]) -> None:
        """Let a palm go on, where the screen takes it; what is `final` takes it for longer."""
        watched = self._running.watched
        if watched is None:
            return
        if not (wanted and self.looks):
            watched.raised.stop()
            return
        if watched.raised.take():
            go_on()
            return
        watched.raised.wanted(self._running.at(self._app.now_s), LONG_S if final else HOLD_S)

    def stop(self) -> None:
        """The screen is left."""
        if self._running.watched is not None:
            self._running.watched.raised.stop()

    def draw(self, page: Page, does: str) -> None:
        """The ring, over everything; `does` is what happens when it is full."""
        watched = self._running.watched
        share = watched.raised.share if watched is not None and self.looks else 0.0
        if share <= 0:
            return
        page.layer += 1
        x, y = CENTER
        page.frame(Rect(x - 230, y - RADIUS - 40, 460, 2 * RADIUS + 150), theme.GOLD, theme.NIGHT, 5, 40)
        page.hand(Side.RIGHT, [], (x, y), RADIUS * 1.4)
        for i in range(DOTS):
            turn = math.tau * i / DOTS
            spot = page.px(x + RADIUS * math.sin(turn), y - RADIUS * math.cos(turn))
            full = i < share * DOTS
            size = (8 if full else 4) * page.unit_px
            pygame.draw.circle(page.surface, theme.GOLD if full else theme.LINE, spot, max(1.0, size))
        page.text(does, Rect(x - 210, y + RADIUS + 24, 420, 70), theme.HEADING, theme.GOLD)
        page.layer -= 1
