"""Calling: the numbers to press, and the referee's count of three, at whose end the number chosen before is shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ui.sound.synth import Cue
from ui.window import theme
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.motion import over
from ui.window.page import Page
from ui.window.theme import Role

BEATS, BEAT_S = 3, 0.7
"""It is counted from 3, each number for so long, and called on the next beat."""
PAD = Rect(40, 800, 1520, 92)
SWITCH = 400.0


class CallPad:
    """Whoever's turn it is presses a number: it is called at once, or after the count of three."""

    def __init__(self, app: App, call: Callable[[int], None]) -> None:
        self._app, self.t, self._call = app, app.texts, call
        self.by_count = False
        """Whether it is counted to three before a call."""
        self.at_once = False
        """Whether it is not counted now, whatever was chosen."""
        self._chosen: tuple[int, float] | None = None
        """The number that is called at the end of the count, and when the count began."""
        self._told = 0

    @property
    def counting(self) -> bool:
        """Whether it is being counted."""
        return self._chosen is not None

    def stop(self) -> None:
        """Count no more; nothing is called."""
        self._chosen = None

    def choose(self, number: int) -> None:
        """Somebody has chosen a number to call."""
        if self.by_count and not self.at_once:
            self._chosen, self._told = (number, self._app.now_s), 0
        else:
            self._call(number)

    def update(self, now_s: float) -> None:
        """Tell the beats, and call on the last."""
        if self._chosen is None:
            return
        number, since_s = self._chosen
        beat = int((now_s - since_s) / BEAT_S) + 1
        if beat > BEATS:
            self._chosen = None
            self._call(number)
        elif beat > self._told:
            self._told = beat
            self._app.play(Cue.COUNT, beat)

    def draw(self, page: Page, most: int) -> None:
        """The numbers from 0 to `most`, and the switch."""
        numbers = Rect(PAD.x, PAD.y, PAD.w - SWITCH - 16, PAD.h).columns(most + 1, 10)
        for number, room in enumerate(numbers):
            press = partial(self.choose, number)
            hover, focused = page.press_area(f"call-{number}", room, press, str(number))
            page.frame(room, theme.CREAM if focused else theme.GOLD, theme.GOLD_HOVER if hover else theme.GOLD, 5, 20)
            page.write(str(number), room.inset(4, 4), Role.SCORE, theme.INK)
        switch = Rect(PAD.x + PAD.w - SWITCH, PAD.y, SWITCH, PAD.h)
        words = self.t("fingers.by_count" if self.by_count else "fingers.at_once")
        page.button("by_count", switch, words, self._turn, "c", on=self.by_count, size=Role.BODY.size, wrap=True)

    def draw_count(self, page: Page) -> None:
        """The beat of now, over the whole table."""
        if self._chosen is None:
            return
        _, since_s = self._chosen
        beat = min(BEATS - 1, int((self._app.now_s - since_s) / BEAT_S))
        page.veil(0.35)
        high = 380 * (0.7 + 0.3 * page.clock.share(since_s + beat * BEAT_S, BEAT_S / 2, over))
        page.text(str(BEATS - beat), Rect(300, 180, 1000, 480), high, theme.GOLD)

    def _turn(self) -> None:
        self.by_count = not self.by_count
