"""The first screen: what can be played, and a game that was left."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

from gesture.play.log_folder import changed_ns
from rules.dexterity_jane.cards import reference
from rules.game import Refused
from ui.art.scatter import scatter
from ui.window import theme
from ui.window.app import App
from ui.window.beginning import begin, where_to_get_ready
from ui.window.canvas import Rect
from ui.window.destinations import NewGame
from ui.window.games.face import Face
from ui.window.games.faces import faces
from ui.window.keeping import HandInput
from ui.window.page import Page
from ui.window.parts.bar import comforts
from ui.window.plain_screen import PlainScreen
from ui.window.plan import Plan
from ui.window.watched_table import fits

SHOWN = (8, 15, 40, 52, 20)
"""The cards that lie on the first screen."""
WAYS = Rect(80, 270, 680, 464)
TALLEST, GAP = 96.0, 20.0
"""A way in is at most so high, with so much between two."""
Way = tuple[str, str, Callable[[], None], str]
"""A button: its name, words, action and key."""


class HomeScreen(PlainScreen):
    """What can be done."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        app.keeper.logs.sweep()
        self._left: list[tuple[Path, Way]] = []
        for face in faces():
            newest = app.keeper.logs.newest(face.name)
            left = face.running().unfinished(newest) if newest is not None else None
            if newest is not None and left is not None:
                words = face.go_on_said(left, self.t)
                self._left.append((newest, ("go_on", words, partial(self._go_on, face, newest), "g")))
        self._left.sort(key=lambda left: changed_ns(left[0]), reverse=True)
        self._tall, self._lying = scatter(len(SHOWN), 740, 640, random.Random(5))

    def draw(self, page: Page) -> None:
        """The name, the ways in, and some cards."""
        for number, lying in zip(SHOWN, self._lying, strict=True):
            card = reference()[number - 1]
            page.card(card, (820 + lying.center[0], 110 + lying.center[1]), self._tall, lying.angle_deg)
        page.text("Handref", Rect(80, 50, 680, 110), 104, theme.GOLD, "left")
        page.text(self.t("home.what"), Rect(80, 164, 680, 84), theme.TEXT, theme.QUIET, "left", wrap=True, top=True)
        ways = self._ways()
        height = min(TALLEST, (WAYS.h - GAP * (len(ways) - 1)) / len(ways))
        for i, (name, words, action, key) in enumerate(ways):
            keys = (key, "return") if i == 0 else (key,)
            rect = Rect(WAYS.x, WAYS.y + i * (height + GAP), WAYS.w, height)
            page.button(name, rect, words, action, *keys, main=i == 0, size=32, align="left", wrap=True)
        comforts(page, self.app, Rect(80, 780, 1240, 60))
        page.button("quit", Rect(1336, 780, 184, 60), self.t("home.quit"), self.app.quit, "q", size=theme.SMALL)

    def _ways(self) -> list[Way]:
        """A game that was left, and what each game offers."""
        ways = [way for _, way in self._left[:1]]
        every = faces()
        for face in every:
            name = "play" if face is every[0] else f"play-{face.name}"
            ways.append((name, self.t("home.play", game=face.title), partial(self._play, face), face.key))
            ways += [(e.name, self.t(e.text), partial(self.app.go, e.destination), e.key) for e in face.entries()]
        return ways

    def key(self, key: str) -> bool:
        """Escape leaves the full screen; from the first screen there is no other way back than to quit."""
        if key == "escape" and self.app.choices.full_screen:
            self.app.choose(full_screen=False)
        elif key == "escape":
            self.app.tell(self.t("home.quits"))
        return key == "escape"

    def _play(self, face: Face) -> None:
        self.app.go(NewGame(face.name))

    def _go_on(self, face: Face, log: Path) -> None:
        try:
            running = face.running().resume(log, self.app.seed)
        except (Refused, OSError) as fault:
            self.app.tell(self.t("home.not_resumed", why=fault))
            self._left = []
            return
        plan = Plan(face.name, running.players, self.app.choices.options.get(face.name, {}), running)
        if self.app.choices.hand_input is HandInput.TYPED:
            self.app.setup = None
        elif not fits(self.app.setup, running.players):
            self.app.go(where_to_get_ready(self.app, plan))
            return
        destination = begin(self.app, plan)
        if destination is not None:
            self.app.go(destination)
