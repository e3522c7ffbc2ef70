"""One detector on its way over the frames of a table, at the pace at which its readings come.

It waits for a reading of its own and for no other detector's. The looks that the frames behind are likely to need are
read ahead meanwhile.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from gesture.reading.background import Answer, Reader, ask, give_up, put_off, want
from gesture.reading.hand_reading import HandReading
from gesture.sources.frames import Frame
from gesture.watching.detector import Detector, Look, Prospect, Steps
from gesture.watching.moments import Moment
from gesture.watching.motion import Motion

AHEAD = 2
"""So many looks of one detector are read ahead at once."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Watched:
    """What one frame brought to one detector."""

    moments: tuple[Moment, ...]
    pending_s: float
    """The earliest time of a moment that may still come out of what was undecided on that frame."""
    over: bool
    """Nothing will ever come of that detector any more."""


class DetectorRun:
    """Shows frames to a detector in their order, and keeps what they brought until somebody takes it."""

    def __init__(self, detector: Detector, reader: Reader) -> None:
        self.detector = detector
        self.watched: deque[Watched] = deque()
        """What the frames brought that nobody has taken yet, the oldest first."""
        self._reader = reader
        self._frames: deque[tuple[Frame, Motion]] = deque()
        """The frames that are not watched to their end; the first one may be under way."""
        self._steps: Steps | None = None
        self._look: Look | None = None
        self._answer: Answer | None = None
        self._told: list[Moment] = []
        self._asked_s = -math.inf
        """The time of the newest frame of which a look was asked for, ahead or not."""
        self._ahead: dict[int, tuple[Look, Answer]] = {}
        """The looks read ahead, by the frame's index."""

    @property
    def behind(self) -> int:
        """How many frames are not watched to their end."""
        return len(self._frames)

    def take(self, frame: Frame, motion: Motion, read_ahead: bool = True) -> None:
        """One more frame to be watched; where it has to wait, what will be wanted of it is read ahead."""
        self._frames.append((frame, motion))
        if len(self._frames) == 1 or not read_ahead or len(self._ahead) >= AHEAD:
            return
        look = self.detector.foresee(Prospect(motion, self._asked_s, len(self._ahead)))
        if look is not None:
            self._asked_s = frame.at_s
            answer = ask(self._reader, frame.image, *look.asks)
            put_off(self._reader, answer)
            self._ahead[frame.index] = look, answer

    def go_on(self, wait: bool = False, hurried: bool = False) -> None:
        """Watch on as far as the readings are there; to the end, if `wait`. If `hurried`, looks that are not answered
        are given up, but for those at the newest frame."""
        while self._frames:
            frame, motion = self._frames[0]
            if self._steps is None:
                self._steps = self.detector.step(frame, motion)
                self._resume(frame, None)
            while self._steps is not None:
                assert self._look is not None and self._answer is not None
                if self._answer.done():
                    self._resume(frame, self._answer.result())
                elif wait:  # nobody is kept from watching any more, so the plain way does
                    self._resume(frame, self._reader.read(frame.image, *self._look.asks))
                elif hurried and len(self._frames) > 1:
                    give_up(self._reader, self._answer)
                    self._resume(frame, None)
                else:
                    return
            self._frames.popleft()
            detector = self.detector
            self.watched.append(Watched(moments=tuple(self._told), pending_s=detector.pending_s(), over=detector.over))
            self._told = []

    def _resume(self, frame: Frame, hands: Sequence[HandReading] | None) -> None:
        """Let the detector go on with the hands that it has asked for, up to its next look or the end of its steps."""
        self._look = self._answer = None
        assert self._steps is not None
        try:
            told = self._steps.send(hands)
            while isinstance(told, Moment):
                self._told.append(told)
                told = next(self._steps)
        except StopIteration:
            self._steps = None
            return
        self._look, self._answer = told, self._asked(told, frame)

    def _asked(self, look: Look, frame: Frame) -> Answer:
        """The answer to a look: the one that was read ahead, or one that is asked for now."""
        for index in [index for index in self._ahead if index < frame.index]:
            give_up(self._reader, self._ahead.pop(index)[1])
        if frame.index in self._ahead:
            foreseen, answer = self._ahead.pop(frame.index)
            if foreseen.same_as(look):
                want(self._reader, answer)
                return answer
            give_up(self._reader, answer)
        self._asked_s = max(self._asked_s, frame.at_s)
        return ask(self._reader, frame.image, *look.asks)
