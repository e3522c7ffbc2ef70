"""Pretended cameras that show prepared frames: one in real time, one as fast as the frames are watched."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from gesture.bench.table_show import Show


class PacedCamera:
    """Gives each frame when it is due and not before, as a real camera does. A frame that nobody has come for when the
    next one is due is gone."""

    def __init__(
        self,
        show: Show,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._show, self._clock, self._sleep = show, clock, sleep
        self.began_s = clock()
        """On the clock: when the first frame is due."""
        self._number = 0
        self.missed = 0
        """Frames that nobody came for in time."""
        self.unpacked_s = 0.0
        """Processor time that unpacking the frames took."""

    def isOpened(self) -> bool:
        """It always is."""
        return True

    def read(self) -> tuple[bool, Any]:
        """The next frame, once it is due."""
        every_s = 1 / self._show.fps
        late_s = self._clock() - self.began_s - self._number * every_s
        if late_s < 0:
            self._sleep(-late_s)
        elif late_s >= every_s:
            self.missed += int(late_s / every_s)
            self._number += int(late_s / every_s)
        began_s = time.thread_time()
        image = self._show.frame(self._number)
        self.unpacked_s += time.thread_time() - began_s
        self._number += 1
        return True, image

    def release(self) -> None:
        """Nothing to give back."""


class WatchedCamera:
    """Gives the next frame when the one before has been watched, and its own clock goes on by one frame each time: an
    hour of frames in as little time as they can be watched."""

    def __init__(self, show: Show) -> None:
        self._show = show
        self._number = 0
        self._wanted = threading.Semaphore(0)

    def clock(self) -> float:
        """Seconds, by the frames given so far."""
        return self._number / self._show.fps

    def watched(self) -> None:
        """The frame before has been watched; the next one may come."""
        self._wanted.release()

    def isOpened(self) -> bool:
        """It always is."""
        return True

    def read(self) -> tuple[bool, Any]:
        """The next frame, once it is wanted."""
        if not self._wanted.acquire(timeout=0.1):
            return False, None
        image = self._show.frame(self._number)
        self._number += 1
        return True, image

    def release(self) -> None:
        """Nothing to give back."""
