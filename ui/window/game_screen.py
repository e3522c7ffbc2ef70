"""What the screens of any game that is played share: what the camera saw, trouble with it, and leaving."""

from __future__ import annotations

from abc import ABC, abstractmethod

from gesture.games.judge import Happening
from rules.game import Event, Refused, Ruling
from ui.window import theme
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.destinations import Destination
from ui.window.page import Page
from ui.window.parts.bar import bar
from ui.window.parts.question import ask
from ui.window.plain_screen import PlainScreen
from ui.window.running_game import RunningGame

LAST_WAIT_S = 3.0
"""So long the camera may take to be given back when the window is closed."""
BANNER = Rect(286, 14, 868, 76)
"""Camera trouble is told in the place of the title: nothing that players look at is ever covered."""


def sentence(why: object) -> str:
    """A refusal as a sentence."""
    words = str(why)
    return f"{words[:1].upper()}{words[1:].rstrip('.')}."


class GameScreen(PlainScreen, ABC):
    """A screen of a running game. Leaving it loses nothing, as every event is in the log already."""

    def __init__(self, app: App, running: RunningGame) -> None:
        super().__init__(app)
        self.running = running
        self.leaving = False
        self._closes = False

    def update(self, now_s: float) -> None:
        """Take what the camera saw, and what has happened."""
        self.running.retry(now_s)
        self.check_log()
        watched = self.running.watched
        if watched is not None:
            watched.update()
            if watched.refused is not None:
                self.app.tell(watched.refused)
                watched.refused = None
        while self.running.news:
            self.heard(self.running.news.popleft())

    @abstractmethod
    def heard(self, happening: Happening) -> None:
        """Something has happened."""

    def title(self, page: Page, text: str) -> None:
        """The bar of a game's screen."""
        watched = self.running.watched
        trouble = watched.trouble if watched is not None else None
        if trouble is None or watched is None or watched.silenced == trouble:
            bar(page, self.app, text, self._ask_to_leave, self.t("game.leave"))
            return
        bar(page, self.app, "", self._ask_to_leave, self.t("game.leave"))
        page.frame(BANNER, theme.WRONG, (46, 30, 28), 4)
        words = self.t("watching.paused", why=trouble)
        page.text(words, Rect(BANNER.x + 18, BANNER.y + 6, BANNER.w - 280, BANNER.h - 12), theme.SMALL, wrap=True)
        spot = Rect(BANNER.x + BANNER.w - 250, BANNER.y + 12, 238, BANNER.h - 24)
        page.button("silence", spot, self.t("watching.with_keys"), self._silence, "k", size=theme.SMALL)

    def _silence(self) -> None:
        watched = self.running.watched
        if watched is not None:
            watched.silenced = watched.trouble

    def last(self, page: Page) -> None:
        """What lies over the whole screen; to be drawn last."""
        if self.leaving:
            ask(
                page,
                self.t("game.leave_question"),
                [
                    ("stay", self.t("game.stay"), self._stay, "return"),
                    ("home", self.t("game.to_home"), self._go_home, "h"),
                    ("quit", self.t("game.quit"), self.app.quit, "q"),
                ],
            )

    def now(self) -> float:
        """The game's time."""
        return self.running.at(self.app.now_s)

    def play(self, event: Event) -> tuple[Ruling, ...]:
        """Let an event happen; what the rules refuse is told, and nothing happens."""
        try:
            rulings = self.running.play(event)
        except Refused as why:
            self.app.tell(sentence(why))
            return ()
        self.check_log()
        return rulings

    def check_log(self) -> None:
        """Tell what is to be said about the log, once."""
        if self.running.problem is not None:
            self.app.tell(self.running.problem)
            self.running.problem = None

    def on(self, destination: Destination) -> None:
        """Go to another screen of the same game."""
        self._closes = False
        self.app.go(destination)

    def away(self, destination: Destination) -> None:
        """Go where the game is not: it is closed."""
        self._closes = True
        self.app.go(destination)

    def leave(self) -> None:
        """Close the log when the game is left."""
        if self._closes or not self.app.running:
            self.running.close(0.0 if self.app.running else LAST_WAIT_S)

    def _ask_to_leave(self) -> None:
        self.leaving = not self.leaving

    def _stay(self) -> None:
        self.leaving = False

    def _go_home(self) -> None:
        self._closes = True
        self.app.go_home()
