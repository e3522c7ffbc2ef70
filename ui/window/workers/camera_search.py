"""Looks for this computer's cameras, one after the other, in a thread; those found go on giving thumbnails.

Opening a camera takes up to seconds, and a number without a camera as well, so the window never waits for it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gesture.sources.camera import Device, LiveCamera
from gesture.sources.frames import SourceError

PATIENCE = 2
"""After a camera was found, so many missing numbers in a row are taken for the end of the list; some numbers belong to
devices without a picture."""


@dataclass(frozen=True)
class Found:
    """A camera that could be opened."""

    number: int
    camera: LiveCamera

    @property
    def picture(self) -> NDArray[np.uint8] | None:
        """Its newest picture (H, W, 3), BGR, or None before the first."""
        return self.camera.latest


class CameraSearch:
    """Begins to look as soon as it is made; closing it gives all cameras back."""

    def __init__(self, open_device: Callable[[int | str], Device], numbers: Sequence[int]) -> None:
        self._open_device, self._numbers = open_device, numbers
        self._lock = threading.Lock()
        self._found: list[Found] = []
        self._trying: int | None = numbers[0] if numbers else None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._look, name="camera search", daemon=True)
        self._thread.start()

    @property
    def found(self) -> tuple[Found, ...]:
        """The cameras found so far, in the order of their numbers."""
        with self._lock:
            return tuple(self._found)

    @property
    def trying(self) -> int | None:
        """The number that is being tried; None when all have been."""
        with self._lock:
            return self._trying

    def _look(self) -> None:
        missing = 0
        for number in self._numbers:
            if self._stop.is_set() or (self._found and missing >= PATIENCE):
                break
            with self._lock:
                self._trying = number
            try:
                camera = LiveCamera(number, open_again=self._open_device)
            except (SourceError, OSError):
                missing += 1
                continue
            missing = 0
            with self._lock:
                self._found.append(Found(number, camera))
        with self._lock:
            self._trying = None

    def close(self) -> None:
        """Give the cameras back, in a thread: a camera may take seconds to let go."""
        self._stop.set()
        threading.Thread(target=self._give_back, name="camera release", daemon=True).start()

    def join(self, timeout_s: float | None = None) -> None:
        """Wait until all numbers have been tried."""
        self._thread.join(timeout_s)

    def _give_back(self) -> None:
        self._thread.join()
        with self._lock:
            found, self._found = self._found, []
        for one in found:
            one.camera.close()
