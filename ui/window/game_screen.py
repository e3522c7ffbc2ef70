"""What the screens of any game that is played share: what the camera saw, trouble with it, and leaving."""

from __future__ import annotations

from abc import ABC
from collections import deque

from msgspec.structs import replace

from gesture.games.judge import Happening
from rules.game import Event, Refused, Ruling, TakeBack
from rules.words import listed
from ui.window import theme
from ui.window.app import App
from ui.window.beginning import sit_anew
from ui.window.canvas import Rect
from ui.window.corrections import corrections
from ui.window.destinations import Destination
from ui.window.games.callout import Callout
from ui.window.games.faces import face_named
from ui.window.page import Page
from ui.window.parts.bar import bar
from ui.window.parts.callouts import Callouts
from ui.window.parts.question import ask
from ui.window.parts.take_back import TakeBackQuestion
from ui.window.plain_screen import PlainScreen
from ui.window.running_game import RunningGame

TOLD_LINES = 4
"""So many sentences told in small letters are remembered."""
LAST_WAIT_S = 3.0
"""So long the camera may take to be given back when the window is closed."""
TAKE_BACK = Rect(278, 24, 122, 56)
BAR_SIDE = 370.0
"""So wide are the sides of the bar that the title leaves free."""
BANNER = Rect(408, 14, 750, 76)
"""Camera trouble is told in the place of the title: nothing that players look at is ever covered."""


def sentence(words: str) -> str:
    """A refusal as a sentence."""
    return f"{words[:1].upper()}{words[1:].rstrip('.')}."


class GameScreen(PlainScreen, ABC):
    """A screen of a running game. Leaving it loses nothing, as every event is in the log already."""

    def __init__(self, app: App, running: RunningGame) -> None:
        super().__init__(app)
        self.running = running
        self.leaving = False
        self.callouts = Callouts()
        self.told: deque[str] = deque(maxlen=TOLD_LINES)
        """The newest sentences that were told in small letters."""
        self._take_back: TakeBackQuestion | None = None
        self._closes = False

    def update(self, now_s: float) -> None:
        """Take what the camera saw, and what has happened."""
        self.running.update(now_s)
        self.check_log()
        if self.running.refusal is not None:
            self.refuse(self.running.refusal)
            self.running.refusal = None
        while self.running.news:
            self.heard(self.running.news.popleft())
        self.callouts.update(now_s)

    def heard(self, happening: Happening) -> None:
        """Something has happened; what it makes untrue of what was said before is corrected, in writing and aloud."""
        self.correct(corrections(happening.rulings, self.running.briefly, self.t))

    def correct(self, what: str) -> None:
        """Correct what was said before, unless `what` is empty."""
        if what:
            words = self.t("game.correction", what=what)
            self.app.tell(words)
            self.app.say(words)

    def call(self, callout: Callout) -> None:
        """Call something out: write, speak and play what there is of it."""
        values = callout.values
        if callout.text:
            shown = {k: listed(v) if isinstance(v, tuple) else v for k, v in values.items()}
            self.callouts.add(self.t(callout.text, **shown).strip(" ,"), callout.good)
        if callout.text or callout.spoken:
            self.app.speak(callout.text or callout.spoken, **values)
        if callout.cue is not None:
            self.app.play(callout.cue, callout.step, **values)
        if callout.told:
            self.told.append(callout.told)

    def title(self, page: Page, text: str) -> None:
        """The bar of a game's screen."""
        watched = self.running.watched
        trouble = watched.trouble if watched is not None else None
        if trouble is None or watched is None or watched.silenced == trouble:
            bar(page, self.app, text, self._ask_to_leave, self.t("game.leave"), BAR_SIDE)
            self._take_back_button(page)
            return
        bar(page, self.app, "", self._ask_to_leave, self.t("game.leave"), BAR_SIDE)
        self._take_back_button(page)
        page.frame(BANNER, theme.WRONG, theme.ALARM, 4)
        words = self.t("watching.paused", why=trouble)
        page.text(words, Rect(BANNER.x + 18, BANNER.y + 6, BANNER.w - 280, BANNER.h - 12), theme.SMALL, wrap=True)
        spot = Rect(BANNER.x + BANNER.w - 250, BANNER.y + 12, 238, BANNER.h - 24)
        page.button("silence", spot, self.t("watching.with_keys"), self._silence, "k", size=theme.SMALL)

    def _take_back_button(self, page: Page) -> None:
        words = self.t("take_back.button")
        page.button("take_back", TAKE_BACK, words, self._ask_to_take_back, "z", size=theme.SMALL, wrap=True, tight=True)

    def _ask_to_take_back(self) -> None:
        face = face_named(self.running.game)
        since, begins = face.lines_of_round(self.running.judge.history)
        self._take_back = TakeBackQuestion(
            self.running, self.t, since, begins, self._taken_back, self._stop_taking_back
        )

    def _stop_taking_back(self) -> None:
        self._take_back = None

    def _taken_back(self, event: TakeBack) -> None:
        """Take back what the table agreed on, and go to where the game is then."""
        self._take_back = None
        before, players = len(self.running.judge.history.entries), self.running.players
        self.play(replace(event, at=self.now()))
        if len(self.running.judge.history.entries) == before:
            return
        self.callouts = Callouts()  # what has not been called out yet may be true no more
        if self.running.players != players:
            self.app.choose(players=self.running.players)
            self.on(sit_anew(self.app, self.running))
            return
        place = face_named(self.running.game).place_of(self.running)
        if type(place) is not type(self.app.place):
            self.on(place)

    @property
    def asks(self) -> bool:
        """Whether a question lies over the screen that any game's screen may ask."""
        return self.leaving or self._take_back is not None

    def _silence(self) -> None:
        watched = self.running.watched
        if watched is not None:
            watched.silenced = watched.trouble

    def last(self, page: Page) -> None:
        """What lies over the whole screen; to be drawn last."""
        if self._take_back is not None:
            self._take_back.draw(page)
        elif self.leaving:
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
            self.refuse(why)
            return ()
        self.check_log()
        return rulings

    def refuse(self, why: Exception) -> None:
        """Tell why something cannot be done."""
        self.app.tell(sentence(self.t.said(why.why if isinstance(why, Refused) else why)))

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
