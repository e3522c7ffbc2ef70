"""A table watched beside the window: a thread takes every frame and watches it, the window takes what came of it.

A camera that cannot be opened is tried again until it can.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

import cv2

from gesture.reading.background import BackgroundReader, ClosingReader, Reader
from gesture.reading.digit_scaling import OwnHands
from gesture.reading.hand_reading import HandReading
from gesture.sources.frames import Frame
from gesture.watching.moments import Hands
from gesture.watching.watch import Sighting, Watch
from ui.window.sources.sight import Sight
from ui.window.workers.raised_palm import RaisedPalm
from ui.window.workers.source_worker import SourceWorker

AGAIN_S = 2.0
"""Between two attempts to open a camera."""
ANSWER_S = 2.0
"""A window that stands still keeps nobody waiting for longer than this: the table is watched on."""
Order = Callable[[Watch], None]


@dataclass(frozen=True, eq=False)
class Glimpse:
    """The newest frame and the hands that lie at rest on it."""

    frame: Frame
    hands: tuple[HandReading, ...]


class TableWorker(SourceWorker[BackgroundReader]):
    """Watches until it is closed, each source by a watch of its own. `clock` gives the game's time, to which the
    frames' times are set when a source begins. `open_source` is called anew when it gave up, and, once it has ended as
    recordings do, when `again` is."""

    def __init__(
        self,
        new_watch: Callable[[Reader], Watch],
        open_source: Callable[[], Sight],
        open_reader: Callable[[], ClosingReader],
        clock: Callable[[], float],
    ) -> None:
        super().__init__(open_source, lambda: BackgroundReader(open_reader))
        self._new_watch, self._clock = new_watch, clock
        self._eyes: Watch | None = None
        self._reader: BackgroundReader | None = None
        self._begins_s: float | None = None
        self._new: list[Sighting] = []
        self._orders: list[Order] = []
        self._glimpse: Glimpse | None = None
        self.raised = RaisedPalm()
        """Looks for a raised palm where a screen wants one."""
        self._answered = threading.Event()
        """What the moments told of so far lead to is known."""
        self._answered.set()
        self._told_s = 0.0
        self._again = threading.Event()
        self._anew = threading.Event()
        self._start()

    @property
    def glimpse(self) -> Glimpse | None:
        """The newest frame; None before the first."""
        with self._lock:
            return self._glimpse

    def take(self) -> Iterator[Sighting]:
        """What the frames since the last time brought, in their order. Once whoever takes it asks for more than there
        is, the frames behind a moment are watched: by then it has been said where to look again."""
        with self._lock:
            new, self._new = self._new, []
        yield from new
        with self._lock:
            if not self._new:
                self._answered.set()

    def look_again(self, player: str, hands: Hands | None, from_s: float, palms_up: bool) -> None:
        """Look at a player's hands from the next frame on; see `gesture.play.doubts.SecondLooker`."""
        self._order(lambda eyes: eyes.look_again(player, hands, from_s, palms_up))

    def forget(self, player: str) -> None:
        """Do not look at that player's hands any more."""
        self._order(partial(Watch.forget, player=player))

    def know(self, player: str, own: OwnHands) -> None:
        """Take that player's hands so from the next frame on."""
        self._order(lambda eyes: eyes.know(player, own))

    def _order(self, order: Order) -> None:
        with self._lock:
            self._orders.append(order)

    def again(self) -> None:
        """Begin a recording that has ended anew, or try at once to open what could not be opened."""
        self._again.set()

    def watch_anew(self) -> None:
        """Watch the frames from now on by a new watch: others, or elsewhere, are to be seen."""
        self._anew.set()

    def close(self) -> None:
        """Stop after the frame that is being watched; does not wait for it."""
        super().close()
        self._again.set()

    def _run(self) -> None:
        cv2.setNumThreads(1)  # more would take the window's core away from it
        super()._run()

    def _goes_on(self, fault: str | None) -> bool:
        with self._lock:
            self._trouble, self._ended = fault, fault is None
        self._again.wait(None if fault is None else AGAIN_S)
        self._again.clear()
        with self._lock:
            self._ended = False
        return True

    def _opened(self, reader: BackgroundReader) -> None:
        self._eyes, self._reader, self._begins_s = self._new_watch(reader), reader, None

    def _step(self, frame: Frame | None) -> None:
        if frame is None or self._eyes is None or self._reader is None:
            return
        if self._begins_s is None:
            self._begins_s = max(0.0, self._clock() - frame.at_s)
        frame = replace(frame, at_s=frame.at_s + self._begins_s)
        if self._anew.is_set():
            self._anew.clear()
            self._eyes = self._new_watch(self._reader)
        sightings = self._eyes.step(frame)
        if self._answered.is_set() or frame.at_s > self._told_s + ANSWER_S:
            self._heed(self._eyes)
            for sighting in sightings:
                self._tell(sighting)
                if sighting.moments:
                    break  # the frames that are left wait until it is known what follows from them
        glimpse = Glimpse(frame, tuple(self._eyes.readings()))
        with self._lock:
            self._glimpse = glimpse
        self.raised.step(frame, self._reader)

    def _finish(self) -> None:
        if self._eyes is not None:
            for sighting in self._eyes.finish():
                self._answered.wait(ANSWER_S)
                self._heed(self._eyes)
                self._tell(sighting)

    def _heed(self, eyes: Watch) -> None:
        """Look again where it was asked for."""
        with self._lock:
            orders, self._orders = self._orders, []
        for order in orders:
            order(eyes)

    def _tell(self, sighting: Sighting) -> None:
        with self._lock:
            self._new.append(sighting)
            if sighting.moments:
                self._answered.clear()
                self._told_s = sighting.at_s
