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
from ui.window.destinations import NewGame, Settings
from ui.window.games.face import Face
from ui.window.games.faces import faces
from ui.window.keeping import HandInput
from ui.window.page import Page
from ui.window.plain_screen import PlainScreen
from ui.window.plan import Plan
from ui.window.theme import Role
from ui.window.watched_table import fits

SHOWN = (8, 15, 40, 52, 20)
"""The cards that lie on the first screen."""
WAYS = Rect(80, 280, 760, 586)
TALLEST, GAP = 124.0, 20.0
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
        self._tall, self._lying = scatter(len(SHOWN), 700, 660, random.Random(5))

    def draw(self, page: Page) -> None:
        """The name, the ways in, and some cards."""
        for number, lying in zip(SHOWN, self._lying, strict=True):
            card = reference()[number - 1]
            page.card(
                card,
                (870 + lying.center[0], 100 + lying.center[1] + 5 * page.clock.sway(4.0, number / 7)),
                self._tall,
                lying.angle_deg,
            )
        page.write("Handref", Rect(80, 26, 720, 134), Role.TITLE, theme.GOLD, "left", size=120)
        page.write(self.t("home.what"), Rect(84, 164, 760, 92), Role.BODY, theme.QUIET, "left", wrap=True, top=True)
        ways = self._ways()
        height = min(TALLEST, (WAYS.h - GAP * (len(ways) - 1)) / len(ways))
        for i, (name, words, action, key) in enumerate(ways):
            keys = (key, "return") if i == 0 else (key,)
            rect = Rect(WAYS.x, WAYS.y + i * (height + GAP), WAYS.w, height)
            page.button(name, rect, words, action, *keys, main=i == 0, size=Role.CHOICE.size, align="left", wrap=True)
        settings, quit_ = Rect(1000, 790, 300, 76), Rect(1320, 790, 200, 76)
        page.button("settings", settings, self.t("home.settings"), self._settings, "s", size=Role.BODY.size)
        page.button("quit", quit_, self.t("home.quit"), self.app.quit, "q", size=Role.BODY.size)

    def _settings(self) -> None:
        self.app.go(Settings())

    def _ways(self) -> list[Way]:
        """A game that was left, and what each game offers."""
        ways = [way for _, way in self._left[:1]]
        every = faces()
        for face in every:
            name = "play" if face is every[0] else f"play-{face.name}"
            ways.append((name, self.t("home.play", game=face.title), partial(self._play, face), face.key))
            for e in face.entries():
                text = e.at_first if e.at_first and not self.app.choices.players else e.text
                ways.append((e.name, self.t(text), partial(self.app.go, e.destination), e.key))
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
