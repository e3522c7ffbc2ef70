"""Watching a table: frames in, moments out in the order of their times, however late their readings come.

Every detector watches the frames one after the other, each at the pace of its own readings; what a frame brought is
told once all of them have watched it. Frames that wait for a reading are kept whole, so that every run over the same
frames tells the same, on a quick computer and on a slow one. Only when more frames wait than may be kept are looks
given up; what they would have shown is then unsure, or told as not read.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gesture.reading.background import Reader
from gesture.reading.digit_scaling import OwnHands
from gesture.reading.hand_reading import HandReading
from gesture.sources.frames import Frame
from gesture.table.seats import Table
from gesture.watching.card_area import CardsDetector
from gesture.watching.detector import Detector
from gesture.watching.detector_run import DetectorRun
from gesture.watching.moments import Hands, Moment, NotSeen, SecondReading
from gesture.watching.motion import Gap, Motion, MotionTracker
from gesture.watching.seat_hands import HandsDetector
from gesture.watching.second_looks import SecondLook

HINDSIGHT_S, HELD_HINDSIGHT_S = 0.4, 0.6
"""A moment is known at the latest this long after it happened, when nothing is undecided."""
KEPT_BYTES = 800_000_000
"""So much memory may frames take that wait to be watched: four seconds of a camera with 1920 x 1080 pixels."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Sighting:
    """What one frame, taken at `at_s`, brought. All moments up to `complete_to_s` are known now."""

    at_s: float
    moments: tuple[Moment, ...] = ()
    complete_to_s: float


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
        recorded: bool = False,
    ) -> None:
        """Without `detectors`, hands at rest in every seat are watched for, and hands over the cards. Where the frames
        are `recorded` nobody was told when they failed to come, and what lay in such a time is unsure."""
        self.table = table
        self._recorded = recorded
        self.complete_to_s = -math.inf
        """Up to when all moments are known."""
        self.newest_s = 0.0
        """The time of the newest frame, which may not be watched yet."""
        self._reader, self._kept_bytes = reader, kept_bytes
        self._detectors = tuple(hands_and_cards(table) if detectors is None else detectors)
        self._hindsight_s = HELD_HINDSIGHT_S if table.held_up else HINDSIGHT_S
        self._begin()

    def _begin(self) -> None:
        self._tracker = MotionTracker(held_up=self.table.held_up, recorded=self._recorded)
        self._runs = [DetectorRun(detector, self._reader) for detector in self._detectors]
        self._looks: dict[str, DetectorRun] = {}
        self._waiting: deque[tuple[Frame, Motion]] = deque()
        """The frames that not every detector has watched yet."""
        self._hurried = False
        self._last_gap: Gap | None = None
        self._held: list[Moment] = []

    def step(self, frame: Frame) -> Iterator[Sighting]:
        """Take in the next frame. What it and the frames before it bring comes as they are watched: a look that is
        asked for between two of them, with `look_again`, begins with the second."""
        motion = self._tracker.watch(frame)
        self._waiting.append((frame, motion))
        self.newest_s = frame.at_s
        if motion.gaps and motion.gaps[-1] is not self._last_gap:
            self._last_gap = motion.gaps[-1]
            self._held.append(NotSeen(at_s=self._last_gap.from_s, to_s=self._last_gap.to_s))
        for run in self._every():
            run.take(frame, motion, read_ahead=not self._hurried)
        late = any(run.behind > 1 for run in self._every())
        self._hurried = late and (self._hurried or len(self._waiting) * frame.image.nbytes > self._kept_bytes)
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
        run = DetectorRun(SecondLook(player, hands, self.table, from_s, palms_up), self._reader)
        for frame, motion in self._waiting:
            run.take(frame, motion)
        self._looks[player] = run

    def know(self, player: str, own: OwnHands) -> None:
        """Take that player's hands so from now on; those that lie there already stay as they were taken."""
        self.table = self.table.knowing(player, own)
        for detector in self._detectors:
            detector.know(player, own)

    def forget(self, player: str) -> None:
        """Do not look at that player's hands any more; what is known of them is not told."""
        self._looks.pop(player, None)
        self._held = [m for m in self._held if not (isinstance(m, SecondReading) and m.player == player)]

    def readings(self) -> list[HandReading]:
        """The newest reading of every hand that lies at rest, for drawing."""
        return [reading for run in self._runs for reading in run.detector.readings()]

    def _every(self) -> list[DetectorRun]:
        return [*self._runs, *self._looks.values()]

    def _go_on(self, wait: bool = False) -> Iterator[Sighting]:
        """Watch the frames that wait, as far as their readings are there, or until all are watched, if `wait`."""
        while self._waiting:
            for run in self._every():
                run.go_on(wait, self._hurried)
            if not all(run.watched for run in self._every()):
                return
            frame, _ = self._waiting.popleft()
            yield self._sighting(frame)

    def _sighting(self, frame: Frame) -> Sighting:
        """What a frame brought, once every detector has watched it. Moments of the same time stand in the detectors'
        order and not in that of the readings."""
        brought = [run.watched.popleft() for run in self._every()]
        self._held += [moment for watched in brought for moment in watched.moments]
        over = [watched.over for watched in brought[len(self._runs) :]]
        self._looks = {player: run for (player, run), ended in zip(self._looks.items(), over, strict=True) if not ended}
        pending_s = min((watched.pending_s for watched in brought), default=math.inf)
        self.complete_to_s = max(self.complete_to_s, min(pending_s, frame.at_s - self._hindsight_s))
        return Sighting(at_s=frame.at_s, moments=self._released(), complete_to_s=self.complete_to_s)

    def _released(self) -> tuple[Moment, ...]:
        ready = sorted((m for m in self._held if m.at_s <= self.complete_to_s), key=lambda m: m.at_s)
        self._held = [m for m in self._held if m.at_s > self.complete_to_s]
        return tuple(ready)


def hands_and_cards(table: Table) -> list[Detector]:
    """Detectors of hands at rest in every seat, and, where printed cards lie, of hands over them."""
    cards = [] if table.cards is None else [CardsDetector(table, table.cards)]
    return [*(HandsDetector(seat, table) for seat in table.seats), *cards]
