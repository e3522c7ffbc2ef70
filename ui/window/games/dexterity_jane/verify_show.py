"""Verify as a show: how long each step is seen, and the beats of a guess before its verdict."""

from __future__ import annotations

from dataclasses import dataclass

from rules.hands import Digit, Side
from ui.window.games.dexterity_jane.walk import Shows, Step
from ui.window.keeping import Pace
from ui.window.motion import Clock

FACTORS = {Pace.SLOW: 1.7, Pace.NORMAL: 1.0, Pace.QUICK: 0.6, Pace.BY_HAND: 1.0}
LASTS_S = {Shows.SORTED: 1.2, Shows.PAIRS: 1.6, Shows.OPENED: 1.6, Shows.REQUIRED: 1.8}
"""So long cards are seen, at a normal pace; four players with cards on both sides are verified in 20 seconds."""
DIGITS_S, DIGIT_S, ROLL_S, VERDICT_S, GUESS_S = 0.5, 0.1, 1.5, 2.1, 3.1
"""Of a guess: when digits begin to be held against what is needed, for how long each, when the drums begin, when the
verdict falls, and when it goes on."""
SHOT_S, SHOWN_SHOT_S = 1.2, 2.8
DIGITS = tuple((side, digit) for side in Side for digit in Digit)


@dataclass
class VerifyShow:
    """Where a step of the walk is: it began at `since_s`, and is shown at a pace."""

    pace: Pace
    since_s: float = 0.0
    playing: bool = True
    told: bool = False
    """The verdict of this step has fallen."""
    rolled: bool = False

    def begin(self, now_s: float) -> None:
        """A step begins."""
        self.since_s, self.told, self.rolled = now_s, False, False

    def verdict_now(self, now_s: float, step: Step) -> None:
        """Let the verdict fall at once: somebody cannot wait."""
        self.since_s = min(self.since_s, now_s - self._verdict_s(step))

    def falls(self, clock: Clock, step: Step) -> bool:
        """Whether the verdict is due and was not told yet."""
        return not self.told and (clock.calm or clock.now_s >= self.since_s + self._verdict_s(step))

    def rolls(self, clock: Clock, step: Step) -> bool:
        """Whether the drums begin now."""
        due = step.guess is not None and not clock.calm and not self.told
        return due and not self.rolled and clock.now_s >= self.since_s + ROLL_S * FACTORS[self.pace]

    def over(self, clock: Clock, step: Step) -> bool:
        """Whether it goes on by itself now. Where nothing is to move, it never does."""
        if clock.calm or not self.playing or self.pace is Pace.BY_HAND or step.shows is Shows.TILE:
            return False
        lasts_s = GUESS_S if step.guess is not None else LASTS_S.get(step.shows, SHOWN_SHOT_S)
        return clock.now_s >= self.since_s + lasts_s * FACTORS[self.pace]

    def compared(self, clock: Clock) -> frozenset[tuple[Side, Digit]]:
        """The digits that have been held against what is needed by now."""
        if clock.calm or self.told:
            return frozenset(DIGITS)
        since_s = clock.now_s - self.since_s - DIGITS_S * FACTORS[self.pace]
        return frozenset(DIGITS[: max(0, int(since_s / (DIGIT_S * FACTORS[self.pace])))])

    def _verdict_s(self, step: Step) -> float:
        falls_s = VERDICT_S if step.guess is not None else SHOT_S if step.stick_up is not None else 0.0
        return falls_s * FACTORS[self.pace]
