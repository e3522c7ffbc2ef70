"""A player shows both hands, in about ten seconds: open, then with each digit bent. What that teaches is kept with the
profile and used whenever this player's hands are read (see `gesture.reading.digit_scaling`).

A session is fed with the readings of one player's hands and the times of their frames, and says what to show next. It
holds no clock, camera or window. A step is taken when the hands asked for lie still and show it. A digit that is not
seen to bend, however long it is shown, is taken as it looks: that it looks alike is just what is to be known of it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from calibration.known import PlayerHands
from calibration.table_plane import TablePlane
from gesture.hand_geometry import Landmark
from gesture.reading.digit_scaling import Showing, learned
from gesture.reading.hand_reading import HandReading
from gesture.table.ownership import two_hands
from gesture.watching.held_still import LOST_S, HeldStill, moved
from rules.hands import Digit, Palm, Side

HELD_S = 0.5
"""Hands must have been still for this long."""
LEAST_READINGS = 4
"""A step takes at least so many readings of hands held still."""
PAUSE_S = 0.35
"""After a step is taken the hands are on their way to the next."""
PATIENCE_S = 2.0
"""So long hands may lie wrongly before it is said what is the matter."""
GIVE_UP_S = 6.0
"""Nobody is kept waiting for longer than this by a step that is not seen; frames without both hands do not count."""
RISE = 1.5
"""By how much, in log-odds, a digit must be likelier bent than on the open hand to have been bent at all."""
LOUDEST = 8.0
"""No reading's log-odds count for more than this."""
MOST_BENT_OPEN = 1
"""An open hand may show so many crooked digits; one more after `PATIENCE_S`."""
LEAST_STEPS = 3
"""With fewer steps than this taken, nothing was learned."""


@dataclass(frozen=True)
class Step:
    """What is to be shown: number `number`, from 1, of `of` steps, with both hands alike."""

    number: int
    of: int
    palm: Palm
    bent: frozenset[Digit]
    """Empty for the open hand, else one digit."""

    @property
    def digit(self) -> Digit | None:
        """The digit to bend; None for the open hand."""
        return next(iter(self.bent), None)

    @property
    def says(self) -> str:
        """The step in one sentence."""
        lie = "palms down" if self.palm is Palm.DOWN else "palms up"
        if self.digit is None:
            return f"Lay both hands flat and open, {lie}."
        name = {"pinky": "little finger", "thumb": "thumb"}.get(str(self.digit), f"{self.digit} finger")
        return f"Bend the {name} of both hands, {lie}."


class Hint(StrEnum):
    """What keeps a step from being taken."""

    NO_HANDS = "no hands"
    ONE_HAND = "one hand"
    OTHER_PALM = "other palm"
    MOVING = "moving"
    NOT_OPEN = "not open"
    NOT_BENT = "not bent"


SAID = {
    Hint.NO_HANDS: "No hands are seen: lay both hands down where the camera sees them.",
    Hint.ONE_HAND: "Only one hand is seen: lay both hands down, not touching each other.",
    Hint.OTHER_PALM: "The hands lie the other way round: turn them over.",
    Hint.MOVING: "Hold still for a moment.",
    Hint.NOT_OPEN: "More digits seem bent than none: stretch all of them.",
    Hint.NOT_BENT: "It is not seen to bend: bend it further, and no other digit.",
}


@dataclass(frozen=True)
class Progress:
    """How things stand after a frame."""

    step: Step | None
    """What is to be shown now; None when the session is over."""
    held: float
    """The share, 0..1, of the time for which the step must be held."""
    hint: Hint | None
    """What is the matter, if anything; `SAID` puts it into a sentence."""
    taken: Step | None = None
    """The step that this frame completed."""
    left_out: Step | None = None
    """The step that was given up on this frame."""
    as_it_looks: bool = False
    """The step taken was not seen to be what it should be, and was taken nevertheless."""


@dataclass(frozen=True, eq=False)
class _Pose:
    """One hand in one step, over its readings."""

    log_odds: NDArray[np.float64]
    landmarks: NDArray[np.float64]


def steps_of(palms: Sequence[Palm] = (Palm.DOWN,)) -> tuple[Step, ...]:
    """The open hand and each digit from the thumb on, for palms lying each of these ways."""
    shown: list[frozenset[Digit]] = [frozenset(), *(frozenset({digit}) for digit in Digit)]
    count = len(shown) * len(palms)
    every = [(palm, bent) for palm in palms for bent in shown]
    return tuple(Step(n, count, palm, bent) for n, (palm, bent) in enumerate(every, 1))


class OwnHandsSession:
    """One player's showing. Feed it every frame's readings of that player's hands with `look`; when `over`, ask for
    what was `learned`."""

    def __init__(
        self,
        player: str,
        palms: Sequence[Palm] = (Palm.DOWN,),
        *,
        hands: int = 2,
        inward: NDArray[np.float64] | None = None,
        plane: TablePlane | None = None,
    ) -> None:
        """`hands` is 1 where only one hand can be seen. `inward` (2,) is the direction in the picture in which the
        player looks, as `gesture.table.seats.Table.inward` gives it, (0, 1) for somebody who faces the camera: it helps
        to tell left from right. `plane` makes the palm's length known in centimetres. Raises `ValueError` for a player
        without a name, no palms, or another number of hands."""
        if not player.strip() or not palms or hands not in (1, 2):
            raise ValueError("a session needs a player's name, at least one way to lay palms, and one hand or two")
        self.player = player
        self.steps = steps_of(palms)
        self.taken: list[Step] = []
        self.left_out: list[Step] = []
        self._hands, self._inward, self._plane = hands, inward, plane
        self._next = 0
        self._shown: dict[Step, dict[Side, _Pose]] = {}
        self._readings = 0
        self._held = HeldStill()
        self._before: dict[Side, HandReading] = {}
        """The hands as they lay when the last step was taken."""
        self._last_s: float | None = None
        self._ready_s = -math.inf
        self._stirred = False
        """The hands have moved since the present step was asked for."""
        self._trying_s = 0.0
        """How long the present step has been tried, frames without both hands left out."""

    @property
    def step(self) -> Step | None:
        """What is to be shown now; None when the session is over."""
        return self.steps[self._next] if self._next < len(self.steps) else None

    @property
    def over(self) -> bool:
        """Whether every step was taken or left out."""
        return self.step is None

    def leave_out(self) -> None:
        """Go on without the present step, as for somebody who cannot bend that digit."""
        if self.step is not None:
            self.left_out.append(self.step)
            self._go_on()

    def look(self, readings: Sequence[HandReading], at_s: float) -> Progress:
        """The player's hands as they were read on the frame taken `at_s`; others' hands must not be among them."""
        step = self.step
        if step is None:
            return Progress(None, 1.0, None)
        passed_s = 0.0 if self._last_s is None else max(0.0, at_s - self._last_s)
        self._last_s = at_s
        seen = self._sided(readings)
        hint = self._missing(seen, step)
        if hint is not None:
            self._held.see(at_s, {})
            return Progress(step, 0.0, hint)
        self._trying_s += min(passed_s, LOST_S)
        if at_s < self._ready_s:
            return Progress(step, 0.0, None)
        were_held = bool(self._held.readings)
        still_s = self._held.see(at_s, seen)
        stirred = were_held and len(self._held.readings) == 1
        self._stirred = self._stirred or stirred or moved(seen, self._before)
        held = min(still_s / HELD_S, len(self._held.readings) / LEAST_READINGS, 1.0)
        if held < 1 - 1e-6:
            return self._waits(step, Hint.MOVING if self._trying_s > PATIENCE_S else None, at_s, held)
        poses = {side: _pose([shown[side] for shown in self._held.readings]) for side in seen}
        hint = self._objection(step, poses)
        insists = self._trying_s > GIVE_UP_S and self._stirred and hint is Hint.NOT_BENT
        if hint is not None and not insists:
            return self._waits(step, hint if self._trying_s > PATIENCE_S else None, at_s, held)
        self._shown[step], self._before = poses, seen
        self._readings += len(self._held.readings) * len(poses)
        self.taken.append(step)
        self._go_on(at_s)
        return Progress(self.step, 0.0, None, taken=step, as_it_looks=insists)

    def _go_on(self, at_s: float | None = None) -> None:
        self._next += 1
        self._held.begin_anew()
        self._trying_s, self._stirred = 0.0, False
        if at_s is not None:
            self._ready_s = at_s + PAUSE_S

    def _waits(self, step: Step, hint: Hint | None, at_s: float, held: float = 0.0) -> Progress:
        if self._trying_s <= GIVE_UP_S or (step.digit is None and hint is not Hint.NOT_OPEN):
            return Progress(step, held, hint)
        self.left_out.append(step)
        self._go_on(at_s)
        return Progress(self.step, 0.0, hint, left_out=step)

    def _sided(self, readings: Sequence[HandReading]) -> dict[Side, HandReading]:
        """The player's hands by their side: by where they lie as well where that is known."""
        if self._inward is not None:
            return two_hands(readings, self._inward)
        seen: dict[Side, HandReading] = {}
        for hand in sorted(readings, key=lambda hand: -hand.side_p):
            seen.setdefault(hand.side, hand)
        return seen

    def _missing(self, seen: dict[Side, HandReading], step: Step) -> Hint | None:
        if not seen:
            return Hint.NO_HANDS
        if len(seen) < self._hands:
            return Hint.ONE_HAND
        if any(hand.palm is not step.palm for hand in seen.values()):
            return Hint.OTHER_PALM
        return None

    def _objection(self, step: Step, poses: dict[Side, _Pose]) -> Hint | None:
        """Why hands that lie still do not show the step, by what was read on them."""
        if step.digit is None:
            allowed = MOST_BENT_OPEN + (self._trying_s > PATIENCE_S)
            return Hint.NOT_OPEN if any((pose.log_odds > 0).sum() > allowed for pose in poses.values()) else None
        opened = next(
            (self._shown[s] for s in self.steps if s in self._shown and s.palm is step.palm and not s.bent), {}
        )
        wanted = list(Digit).index(step.digit)
        for side, pose in poses.items():
            before = opened.get(side)
            rise = pose.log_odds - (before.log_odds if before else -1.0)
            others = np.delete(rise, wanted)
            if rise[wanted] < RISE or float(others.max()) > max(float(rise[wanted]), 2 * RISE):
                return Hint.NOT_BENT
        return None

    @property
    def showings(self) -> tuple[Showing, ...]:
        """What was shown so far."""
        return tuple(
            Showing(step.palm, step.bent, tuple(float(v) for v in pose.log_odds))
            for step, poses in self._shown.items()
            for pose in poses.values()
        )

    def learned(self) -> PlayerHands | None:
        """What the showing teaches of this player's hands, or None when too little of it was seen."""
        if len(self._shown) < LEAST_STEPS:
            return None
        own = learned(self.showings)
        return PlayerHands(
            player=self.player,
            digit_shift=own.down.shift,
            digit_scale=own.down.scale,
            palm_up_shift=own.up.shift,
            palm_up_scale=own.up.scale,
            readings=self._readings,
            palm_cm=self._palm_cm(),
        )

    def _palm_cm(self) -> float | None:
        if self._plane is None:
            return None
        lengths = [
            self._plane.distance_cm(pose.landmarks[Landmark.WRIST], pose.landmarks[Landmark.MIDDLE_KNUCKLE])
            for step, poses in self._shown.items()
            for pose in poses.values()
            if not step.bent
        ]
        length = float(np.median(lengths)) if lengths else math.inf
        return round(length, 2) if math.isfinite(length) else None


def _pose(readings: Sequence[HandReading]) -> _Pose:
    p = np.clip(np.array([hand.digits for hand in readings], np.float64), 1e-4, 1 - 1e-4)
    odds = np.clip(np.log(p / (1 - p)), -LOUDEST, LOUDEST).mean(0)
    points: NDArray[np.float64] = np.mean([hand.landmarks for hand in readings], axis=0)
    return _Pose(odds, points)
