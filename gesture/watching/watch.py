"""Watching a table: frames in, moments out in the order of their times, however late their readings come.

Frames are watched one after the other. One that waits for a reading holds the frames behind it, which are kept whole:
so every run over the same frames tells the same, on a quick computer and on a slow one. Meanwhile the looks that the
frames behind are likely to need are read ahead. Only when more frames wait than may be kept are looks given up; what
they would have shown is then unsure, or told as not read.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from gesture.reading.background import Answer, Reader, answered, ask, give_up
from gesture.reading.hand_reading import HandReading
from gesture.sources.frames import Frame
from gesture.table.seats import Table
from gesture.watching.card_area import CardsDetector
from gesture.watching.detector import Detector, Look, Prospect, Steps
from gesture.watching.moments import Hands, Moment, SecondReading
from gesture.watching.motion import Motion, MotionTracker
from gesture.watching.seat_hands import HandsDetector
from gesture.watching.second_looks import SecondLook

HINDSIGHT_S, HELD_HINDSIGHT_S = 0.4, 0.6
"""A moment is known at the latest this long after it happened, when nothing is undecided."""
KEPT_BYTES = 400_000_000
"""So much memory may frames take that wait to be watched: two seconds of a camera with 1920 x 1080 pixels."""
AHEAD = 2
"""So many looks of one detector are read ahead at once."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Sighting:
    """What one frame, taken at `at_s`, brought. All moments up to `complete_to_s` are known now."""

    at_s: float
    moments: tuple[Moment, ...] = ()
    complete_to_s: float


@dataclass(eq=False)
class _Ahead:
    """A look at a frame that is still to be watched, read ahead."""

    look: Look
    answer: Answer


@dataclass(eq=False)
class _Run:
    """A detector on the frame that is being watched."""

    detector: Detector
    steps: Steps | None = None
    """Its steps on that frame; None when it has done with it."""
    look: Look | None = None
    answer: Answer | None = None
    """What it waits for."""
    asked_s: float = -math.inf
    """The time of the newest frame of which a look was asked for, ahead or not."""
    ahead: dict[int, _Ahead] = field(default_factory=dict)
    """The looks read ahead, by the frame's index."""
    told: list[Moment] = field(default_factory=list)
    """The moments that it told on that frame. They wait until it is watched, so that moments of the same time stand in
    the detectors' order and not in that of the readings."""


class Watch:
    """Runs detectors over the frames of one table.

    A moment is held until nothing earlier can follow: nothing that began before it is still undecided.
    """

    def __init__(
        self,
        table: Table,
        reader: Reader,
        detectors: Sequence[Detector] | None = None,
        kept_bytes: int = KEPT_BYTES,
    ) -> None:
        """Without `detectors`, hands at rest in every seat are watched for, and hands over the cards."""
        self.table = table
        self.complete_to_s = -math.inf
        """Up to when all moments are known."""
        self.newest_s = 0.0
        """The time of the newest frame, which may not be watched yet."""
        self._reader, self._kept_bytes = reader, kept_bytes
        self._detectors = tuple(hands_and_cards(table) if detectors is None else detectors)
        self._hindsight_s = HELD_HINDSIGHT_S if table.held_up else HINDSIGHT_S
        self._begin()

    def _begin(self) -> None:
        self._tracker = MotionTracker(held_up=self.table.held_up)
        self._runs = [_Run(detector) for detector in self._detectors]
        self._looks: dict[str, _Run] = {}
        self._waiting: deque[tuple[Frame, Motion]] = deque()
        self._watching = False
        self._hurried = False
        self._held: list[Moment] = []

    @property
    def behind(self) -> int:
        """How many frames wait to be watched."""
        return len(self._waiting)

    def step(self, frame: Frame) -> Iterator[Sighting]:
        """Take in the next frame. What it and the frames before it bring comes as they are watched: a look that is
        asked for between two of them, with `look_again`, begins with the second."""
        self._waiting.append((frame, self._tracker.watch(frame)))
        self.newest_s = frame.at_s
        self._foresee(frame, self._waiting[-1][1])
        self._hurried = len(self._waiting) > 1 and (
            self._hurried or len(self._waiting) * frame.image.nbytes > self._kept_bytes
        )
        return self._go_on()

    def finish(self) -> Iterator[Sighting]:
        """What the frames that are left, and all that is undecided, amount to when no more will come."""
        yield from self._go_on(wait=True)
        for run in self._every():
            self._held += run.detector.finish()
        self.complete_to_s = math.inf
        at_s = self.newest_s
        moments = self._released()
        self._begin()
        yield Sighting(at_s=at_s, moments=moments, complete_to_s=math.inf)

    def look_again(self, player: str, hands: Hands | None, from_s: float, palms_up: bool) -> None:
        """Look at a player's hands until every digit is sure: those of a lock, `hands`, or those with their palms up.
        What that comes to is told as a `SecondReading`."""
        self._looks[player] = _Run(SecondLook(player, hands, self.table, from_s, palms_up))

    def forget(self, player: str) -> None:
        """Do not look at that player's hands any more; what is known of them is not told."""
        self._looks.pop(player, None)
        self._held = [m for m in self._held if not (isinstance(m, SecondReading) and m.player == player)]

    def readings(self) -> list[HandReading]:
        """The newest reading of every hand that lies at rest, for drawing."""
        return [reading for run in self._runs for reading in run.detector.readings()]

    def _every(self) -> list[_Run]:
        return [*self._runs, *self._looks.values()]

    def _go_on(self, wait: bool = False) -> Iterator[Sighting]:
        """Watch the frames that wait, as far as their readings are there, or until all are watched, if `wait`."""
        while self._waiting:
            frame, motion = self._waiting[0]
            if not self._watching:
                self._watching = True
                for run in self._every():
                    run.steps = run.detector.step(frame, motion)
                    self._resume(run, frame, None)
            for run in self._every():
                self._answer(run, frame, wait)
            if any(run.steps is not None for run in self._every()):
                return
            self._waiting.popleft()
            self._watching = False
            yield self._sighting(frame)

    def _answer(self, run: _Run, frame: Frame, wait: bool) -> None:
        """Have a detector go on as far as it can without a reading that is not there."""
        while run.steps is not None:
            assert run.answer is not None and run.look is not None
            if wait and not run.answer.done():
                # Nobody is kept from watching any more, so the plain way does.
                run.answer = answered(self._reader.read(frame.image, run.look.zone, run.look.palm_px))
            if run.answer.done():
                self._resume(run, frame, run.answer.result())
            elif self._hurried:
                give_up(self._reader, run.answer)
                self._resume(run, frame, None)
            else:
                return

    def _resume(self, run: _Run, frame: Frame, hands: Sequence[HandReading] | None) -> None:
        """Let a detector go on with the hands that it has asked for, up to its next look or the end of its steps."""
        run.look = run.answer = None
        assert run.steps is not None
        try:
            told = run.steps.send(hands)
            while isinstance(told, Moment):
                run.told.append(told)
                told = next(run.steps)
        except StopIteration:
            run.steps = None
            return
        run.look, run.answer = told, self._asked(run, told, frame)

    def _asked(self, run: _Run, look: Look, frame: Frame) -> Answer:
        """The answer to a look: the one that was read ahead, or one that is asked for now."""
        for index in [index for index in run.ahead if index < frame.index]:
            give_up(self._reader, run.ahead.pop(index).answer)
        known = run.ahead.pop(frame.index, None)
        if known is not None and known.look.same_as(look):
            return known.answer
        if known is not None:
            give_up(self._reader, known.answer)
        run.asked_s = max(run.asked_s, frame.at_s)
        return ask(self._reader, frame.image, look.zone, look.palm_px)

    def _foresee(self, frame: Frame, motion: Motion) -> None:
        """Read ahead what will be wanted of a frame that has to wait for those before it."""
        if len(self._waiting) == 1 or self._hurried:
            return
        for run in self._every():
            ahead = len(run.ahead)
            look = run.detector.foresee(Prospect(motion, run.asked_s, ahead)) if ahead < AHEAD else None
            if look is not None:
                run.asked_s = frame.at_s
                run.ahead[frame.index] = _Ahead(look, ask(self._reader, frame.image, look.zone, look.palm_px))

    def _sighting(self, frame: Frame) -> Sighting:
        for run in self._every():
            self._held += run.told
            run.told = []
        for player in [player for player, run in self._looks.items() if run.detector.over]:
            del self._looks[player]
        pending = min((run.detector.pending_s() for run in self._every()), default=math.inf)
        self.complete_to_s = max(self.complete_to_s, min(pending, frame.at_s - self._hindsight_s))
        return Sighting(at_s=frame.at_s, moments=self._released(), complete_to_s=self.complete_to_s)

    def _released(self) -> tuple[Moment, ...]:
        ready = sorted((m for m in self._held if m.at_s <= self.complete_to_s), key=lambda m: m.at_s)
        self._held = [m for m in self._held if m.at_s > self.complete_to_s]
        return tuple(ready)


def hands_and_cards(table: Table) -> list[Detector]:
    """Detectors of hands at rest in every seat, and, where printed cards lie, of hands over them."""
    cards = [] if table.cards is None else [CardsDetector(table, table.cards)]
    return [*(HandsDetector(seat, table) for seat in table.seats), *cards]
