"""A table watched beside the window: a thread takes every frame and watches it, the window takes what came of it.

Opening the camera and loading the models takes seconds; that happens here as well, so that no frame of the window waits
for it. A camera that cannot be opened is tried again until it can.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial

import cv2

from gesture.reading.background import BackgroundReader, ClosingReader
from gesture.reading.hand_reading import HandReading
from gesture.sources.frames import Frame, SourceError
from gesture.table.seats import Table
from gesture.watching.moments import Hands
from gesture.watching.table_eyes import Sighting, TableEyes
from ui.window.eyes import Sight
from ui.window.raised_palm import RaisedPalm
from ui.window.watching import Watching

AGAIN_S = 2.0
"""Between two attempts to open a camera."""
Order = Callable[[TableEyes], None]


@dataclass(frozen=True, eq=False)
class Glimpse:
    """The newest frame and the hands that lie at rest on it."""

    frame: Frame
    hands: tuple[HandReading, ...]


class TableWatch(Watching):
    """Watches until it is closed. `clock` gives the game's time, to which the frames' times are set when a source
    begins. `open_source` is called anew when it gave up, and, once it has ended as recordings do, when `again` is."""

    def __init__(
        self,
        table: Table,
        open_source: Callable[[], Sight],
        open_reader: Callable[[], ClosingReader],
        clock: Callable[[], float],
    ) -> None:
        super().__init__()
        self._table, self._clock = table, clock
        self._open_source, self._open_reader = open_source, open_reader
        self._new: list[Sighting] = []
        self._orders: list[Order] = []
        self._glimpse: Glimpse | None = None
        self.raised = RaisedPalm()
        """Looks for a raised palm where a screen wants one."""
        self._again = threading.Event()
        self._begin("table watch")

    @property
    def glimpse(self) -> Glimpse | None:
        """The newest frame; None before the first."""
        with self._lock:
            return self._glimpse

    def take(self) -> list[Sighting]:
        """What the frames since the last time brought, in their order."""
        with self._lock:
            new, self._new = self._new, []
        return new

    def look_again(self, player: str, hands: Hands | None, from_s: float, palms_up: bool) -> None:
        """Look at a player's hands from the next frame on; see `gesture.watching.table_eyes.SecondLooker`."""
        self._order(lambda eyes: eyes.look_again(player, hands, from_s, palms_up))

    def forget(self, player: str) -> None:
        """Do not look at that player's hands any more."""
        self._order(partial(TableEyes.forget, player=player))

    def _order(self, order: Order) -> None:
        with self._lock:
            self._orders.append(order)

    def again(self) -> None:
        """Begin a recording that has ended anew, or try at once to open what could not be opened."""
        self._again.set()

    def close(self) -> None:
        """Stop after the frame that is being watched; does not wait for it."""
        super().close()
        self._again.set()

    def _run(self) -> None:
        cv2.setNumThreads(1)  # more would take the window's core away from it
        with ExitStack() as stack:
            reader: BackgroundReader | None = None
            while not self._stop.is_set():
                try:
                    if reader is None:
                        reader = stack.enter_context(BackgroundReader(self._open_reader))
                    self._watch(reader)
                    self._tell(None, ended=True)
                    self._again.wait()
                except (SourceError, OSError, ImportError) as fault:
                    self._tell(str(fault))
                    self._again.wait(AGAIN_S)
                except Exception as fault:  # a driver's or library's; the game goes on by keys, and this is tried again
                    self._tell(f"The table cannot be watched ({type(fault).__name__}: {fault}).")
                    self._again.wait(AGAIN_S)
                self._again.clear()

    def _watch(self, reader: BackgroundReader) -> None:
        """Watch one source to its end."""
        eyes = TableEyes(self._table, reader)
        source = self._open_source()
        begins_s: float | None = None
        try:
            for frame in source:
                if self._stop.is_set():
                    return
                self._tell(getattr(source, "trouble", None))
                if frame is None:
                    continue
                if begins_s is None:
                    begins_s = max(0.0, self._clock() - frame.at_s)
                frame = replace(frame, at_s=frame.at_s + begins_s)
                self._step(eyes, frame)
                self.raised.step(frame, reader)
            self._put(eyes.finish())
        finally:
            source.close()

    def _step(self, eyes: TableEyes, frame: Frame) -> None:
        with self._lock:
            orders, self._orders = self._orders, []
        for order in orders:
            order(eyes)
        sighted = eyes.step(frame)
        glimpse = Glimpse(frame, tuple(eyes.readings()))
        with self._lock:
            self._glimpse = glimpse
        self._put(sighted)

    def _put(self, sighted: Sighting) -> None:
        with self._lock:
            self._new.append(sighted)

    def _tell(self, trouble: str | None, ended: bool = False) -> None:
        with self._lock:
            self._trouble, self._ended = trouble, ended
