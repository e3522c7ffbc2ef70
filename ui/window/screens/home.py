"""The first screen: what can be played, and a game that was left."""

from __future__ import annotations

import random

from rules.dexterity_jane.cards import reference
from rules.game import Refused
from ui.art.scatter import scatter
from ui.window import theme
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.chrome import Plain, comforts
from ui.window.keeping import Watch
from ui.window.match import Match, unfinished
from ui.window.page import Page
from ui.window.plan import Plan
from ui.window.watched import fits

GAME = "dexterity-jane"
SHOWN = (8, 15, 40, 52, 20)


class Home(Plain):
    """What can be done."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        newest = next(iter(app.keeper.games(GAME)), None)
        self._left = unfinished(newest) if newest else None
        self._newest = newest
        self._tall, self._lying = scatter(len(SHOWN), 740, 640, random.Random(5))

    def draw(self, page: Page) -> None:
        """The name, the ways in, and some cards."""
        for number, lying in zip(SHOWN, self._lying, strict=True):
            card = reference()[number - 1]
            page.card(card, (820 + lying.center[0], 110 + lying.center[1]), self._tall, lying.angle_deg)
        page.text("Handref", Rect(80, 50, 680, 110), 104, theme.GOLD, "left")
        page.text(self.t("home.what"), Rect(80, 164, 680, 84), theme.TEXT, theme.QUIET, "left", wrap=True, top=True)
        ways = [
            ("play", self.t("home.play"), self._play, "d"),
            ("practice", self.t("home.practice"), self._practice, "p"),
            ("how", self.t("home.how"), self._how, "h"),
        ]
        if self._left is not None:
            state = self._left.state
            words = self.t("home.go_on", round=state.round, players=", ".join(self._left.players))
            ways.insert(0, ("go_on", words, self._go_on, "g"))
        y = 270.0
        for i, (name, words, action, key) in enumerate(ways):
            keys = (key, "return") if i == 0 else (key,)
            page.button(name, Rect(80, y, 680, 96), words, action, *keys, main=i == 0, size=32, align="left", wrap=True)
            y += 116
        comforts(page, self.app, Rect(80, 780, 1240, 60))
        page.button("quit", Rect(1336, 780, 184, 60), self.t("home.quit"), self.app.quit, "q", size=theme.SMALL)

    def key(self, key: str) -> bool:
        """Escape leaves the full screen; from the first screen there is no other way back than to quit."""
        if key == "escape" and self.app.choices.full_screen:
            self.app.choose(full_screen=False)
        elif key == "escape":
            self.app.tell(self.t("home.quits"))
        return key == "escape"

    def _play(self) -> None:
        from ui.window.screens.new_game import NewGame

        self.app.go(NewGame(self.app))

    def _practice(self) -> None:
        from ui.window.screens.practice_start import PracticeStart

        self.app.go(PracticeStart(self.app))

    def _how(self) -> None:
        from ui.window.screens.how_to_play import HowToPlay

        self.app.go(HowToPlay(self.app))

    def _go_on(self) -> None:
        from ui.window.screens.pick_camera import first_screen

        assert self._newest is not None
        try:
            match = Match.resume(self._newest)
        except (Refused, OSError) as fault:
            self.app.tell(self.t("home.not_resumed", why=fault))
            self._left = None
            return
        plan = Plan(self.app, match.players, match)
        if self.app.choices.watch is Watch.TYPED:
            self.app.setup = None
        elif not fits(self.app.setup, match.players):
            self.app.go(first_screen(self.app, plan))
            return
        self.app.go(plan.begin() or self)
