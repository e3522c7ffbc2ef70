"""Practice alone: the cards, the clock, what is read, and which digits are wrong."""

from __future__ import annotations

import random
from enum import Enum, auto

from rules.chance import generator
from rules.dexterity_jane.header import LAST_ROUND
from rules.hands import Digit, Side
from ui.art.scatter import scatter
from ui.sound.synth import Cue
from ui.window import theme
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.games.dexterity_jane.best_times import BestTimes
from ui.window.games.dexterity_jane.destinations import Practice
from ui.window.games.dexterity_jane.digit_keys import LEFT_TO_RIGHT, draw_digit_keys
from ui.window.games.dexterity_jane.held_hands import Held, HeldUp, hands_missing, pair_of
from ui.window.games.dexterity_jane.practice_run import PracticeRun, Wrong
from ui.window.page import Page
from ui.window.parts.bar import bar
from ui.window.parts.dealing import draw_dealt
from ui.window.parts.picture import Picture, draw_hands
from ui.window.plain_screen import PlainScreen
from ui.window.workers.hands_worker import HandsWorker

FIELD = Rect(40, 104, 960, 560)
SIDE = Rect(1020, 104, 540, 560)
COUNTDOWN_S = 2.4
SHOWN_S = 1.4
"""How long a solved round stays."""


class Now(Enum):
    """What is going on."""

    WAITING = auto()
    COUNTDOWN = auto()
    GUESS = auto()
    SOLVED = auto()
    DONE = auto()


class PracticeScreen(PlainScreen):
    """Ten rounds, with hands before a camera, or with keys when `hands` is None."""

    def __init__(self, app: App, hands: HandsWorker | None) -> None:
        super().__init__(app)
        self.hands = hands
        self.run = PracticeRun(generator(app.seed), with_keys=hands is None)
        self.now = Now.WAITING
        self.wrong: Wrong = frozenset()
        self.unsure: Wrong = frozenset()
        self.bent: set[tuple[Side, Digit]] = set()
        self.place: int | None = None
        self._since_s = app.now_s
        self._lag_s: float | None = None
        self._held = HeldUp()
        self._picture = Picture()
        self._tall, self._lying = scatter(1, FIELD.w, FIELD.h, random.Random(1))

    def update(self, now_s: float) -> None:
        """Take what was seen, and go from one round to the next."""
        if self.hands is not None:
            for seen in self.hands.take():
                lag_s = now_s - seen.frame.at_s
                self._lag_s = lag_s if self._lag_s is None else min(self._lag_s, lag_s)
                held = self._held.see(seen.frame.at_s, seen.hands)
                pair = pair_of(seen.hands)
                if pair:
                    self.bent = {(side, digit) for side, hand in pair.items() for digit in hand.likelier}
                if held is not None and self.now is Now.GUESS:
                    self._take(held)
        age_s = now_s - self._since_s
        if self.now is Now.WAITING and (self.hands is None or self.hands.latest is not None):
            self._to(Now.COUNTDOWN)
        elif (self.now is Now.COUNTDOWN and age_s >= COUNTDOWN_S) or (self.now is Now.SOLVED and age_s >= SHOWN_S):
            self._next()

    def _to(self, now: Now) -> None:
        self.now, self._since_s = now, self.app.now_s

    def _next(self) -> None:
        if self.run.over:
            best, self.place = (self.app.keeper.kept(BestTimes) or BestTimes()).with_(self.run.result())
            why = self.app.keeper.keep(best)
            if why:
                self.app.tell(self.t("app.not_kept", why=why))
            self.app.play(Cue.APPLAUSE)
            self.app.speak("practice.done")
            self._to(Now.DONE)
            return
        self.run.reveal(self.app.now_s)
        self._tall, self._lying = scatter(len(self.run.cards), FIELD.w, FIELD.h, random.Random(self.run.lot.random()))
        self.wrong, self.unsure = frozenset(), frozenset()
        if self.hands is None:
            self.bent = set()
        self._held = HeldUp()
        self.app.play(Cue.REVEAL, round=self.run.round)
        self.app.speak("guess.title", round=self.run.round)
        self._to(Now.GUESS)

    def _take(self, held: Held) -> None:
        """Hands held still are a lock, unless a digit of them could not be told."""
        self.unsure = held.unsure
        if not held.unsure and held.rest_s + (self._lag_s or 0.0) >= self.run.revealed_s:
            self._lock(held.rest_s + (self._lag_s or 0.0), held.left, held.right)

    def _lock(self, at_s: float, left: frozenset[Digit], right: frozenset[Digit]) -> None:
        self.wrong = self.run.lock(at_s, left, right)
        if self.wrong:
            self.app.play(Cue.WRONG)
            self.app.speak("caption.wrong")
            return
        self.app.play(Cue.RIGHT)
        self.app.speak("caption.right")
        self._to(Now.SOLVED)

    def draw(self, page: Page) -> None:
        """What is going on."""
        title = self.t("practice.round", round=max(1, self.run.round), last=LAST_ROUND)
        bar(
            page,
            self.app,
            title if self.now is not Now.DONE else self.t("practice.done"),
            self.app.go_home,
            self.t("app.back"),
        )
        if self.now is Now.DONE:
            self._draw_done(page)
            return
        page.box(FIELD, theme.TABLE, 24)
        if self.now is Now.WAITING:
            page.text(self._waiting(), FIELD.inset(80), theme.HEADING, theme.QUIET, wrap=True)
        elif self.now is Now.COUNTDOWN:
            left = max(1, 3 - int((self.app.now_s - self._since_s) / COUNTDOWN_S * 3))
            page.text(str(left), Rect(FIELD.x, 260, FIELD.w, 240), 220, theme.GOLD)
        else:
            lying = [((FIELD.x + one.center[0], FIELD.y + one.center[1]), one.angle_deg) for one in self._lying]
            draw_dealt(page, self.run.cards, lying, self._tall, self.run.revealed_s)
        self._draw_hands(page)
        self._draw_clock(page)
        if self.hands is None:
            self._draw_keys(page)
        elif self._trouble:
            words = self.t("practice.with_keys")
            page.button("keys", Rect(40, 768, 560, 64), words, self._with_keys, "k", size=theme.SMALL)

    @property
    def _trouble(self) -> str | None:
        """Why the camera shows nothing, for as long as it does."""
        return (self.hands.problem or self.hands.trouble) if self.hands is not None else None

    def _with_keys(self) -> None:
        self.app.go(Practice(None))

    def _waiting(self) -> str:
        return self._trouble or self.t("practice.opening")

    def _draw_hands(self, page: Page) -> None:
        hands = Rect(SIDE.x, SIDE.y, SIDE.w, 270)
        page.box(SIDE, theme.TABLE, 24)
        seen = self.hands.latest if self.hands is not None else None
        if seen is not None:
            spot = self._picture.draw(
                page, Rect(SIDE.x + 10, SIDE.y + 10, SIDE.w - 20, 280), seen.frame.image, as_mirror=True
            )
            draw_hands(page, spot, seen.hands)
            hands = Rect(SIDE.x, SIDE.y + 296, SIDE.w, 254)
        else:
            hands = Rect(SIDE.x, SIDE.y + 110, SIDE.w, 340)
        for side, room in zip(Side, hands.columns(2), strict=True):
            bent = [digit for s, digit in self.bent if s is side]
            marks = dict.fromkeys(bent, theme.BENT)
            marks |= {digit: theme.UNSURE for s, digit in self.unsure if s is side}
            marks |= {digit: theme.WRONG_DIGIT for s, digit in self.wrong if s is side}
            page.hand(side, bent, (room.center[0], room.center[1]), min(room.h - 12, 300), marks=marks)

    def _draw_clock(self, page: Page) -> None:
        strip = Rect(40, 680, 1520, 76)
        words = ""
        colour = theme.CREAM
        if self._trouble and self.now is not Now.WAITING:
            words, colour = self._trouble, theme.WRONG
        elif self.now is Now.SOLVED:
            words, colour = self.t("practice.solved", seconds=f"{self.run.round_s[-1]:.1f}"), theme.RIGHT
        elif self.wrong:
            digits = ", ".join(
                self.t(f"practice.digit.{side}", digit=self.t(f"ready.digit.{digit}"))
                for side, digit in LEFT_TO_RIGHT
                if (side, digit) in self.wrong
            )
            words, colour = self.t("practice.wrong", digits=digits), theme.WRONG
        elif self.unsure:
            words, colour = self.t("practice.unsure"), theme.QUIET
        elif self.now is Now.GUESS and self.hands is not None and self.hands.latest is not None:
            words, colour = hands_missing(self.t, self.hands.latest), theme.QUIET
        page.text(words, Rect(strip.x, strip.y, 1130, strip.h), theme.HEADING, colour, "left", wrap=True)
        running = self.app.now_s - self.run.revealed_s if self.now is Now.GUESS else 0.0
        total = sum(self.run.round_s) + running
        page.text(f"{total:.1f} s", Rect(1180, strip.y, 380, strip.h), 64, theme.GOLD, "right")

    def _draw_keys(self, page: Page) -> None:
        draw_digit_keys(page, self.t, Rect(40, 768, 1240, 64), self.bent, self._turn)
        lock = Rect(1300, 768, 260, 64)
        open_ = self.now is Now.GUESS
        page.button(
            "lock", lock, self.t("practice.lock"), self._lock_keys, "space", "return",
            main=True, enabled=open_, why_not=self.t("practice.not_yet"),
        )  # fmt: skip

    def _turn(self, side: Side, digit: Digit) -> None:
        self.bent ^= {(side, digit)}
        self.wrong = frozenset()

    def _lock_keys(self) -> None:
        left, right = (frozenset(digit for s, digit in self.bent if s is side) for side in Side)
        self._lock(self.app.now_s, left, right)

    def _draw_done(self, page: Page) -> None:
        result = self.run.result()
        page.text(f"{result.total_s:.1f} s", Rect(100, 120, 1400, 150), 130, theme.GOLD)
        key = "practice.best" if self.place == 1 else "practice.place" if self.place else "practice.no_place"
        words = self.t(key, place=self.place) + " " + self.t("practice.wrong_locks", n=result.wrong)
        page.text(words, Rect(100, 280, 1400, 60), theme.HEADING)
        longest = max(result.round_s) or 1.0
        for i, (seconds, room) in enumerate(
            zip(result.round_s, Rect(200, 380, 1200, 320).columns(10, 16), strict=True)
        ):
            height = 12 + 220 * seconds / longest
            page.box(Rect(room.x, 650 - height, room.w, height), theme.STRAIGHT, 10)
            page.text(f"{seconds:.1f}", Rect(room.x - 6, 612 - height, room.w + 12, 36), theme.SMALL)
            page.text(str(i + 1), Rect(room.x, 656, room.w, 36), theme.SMALL, theme.QUIET)
        page.button(
            "again", Rect(520, 736, 560, 90), self.t("practice.again"), self._again, "return", "space", main=True
        )

    def _again(self) -> None:
        hands, self.hands = self.hands, None
        self.app.go(Practice(hands))

    def leave(self) -> None:
        """Give the camera back."""
        if self.hands is not None:
            self.hands.close()
