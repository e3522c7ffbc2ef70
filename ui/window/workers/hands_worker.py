"""Hands read beside the window, frame by frame: for practice, where they are held up to a camera."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gesture.reading.hand_reading import HandReading
from gesture.sources.frames import Frame
from ui.window.sources.sight import FrameReader, Sight
from ui.window.workers.source_worker import SourceWorker

MOST_KEPT = 30
"""So many frames wait for a window that does not take them."""


@dataclass(frozen=True, eq=False)
class ReadFrame:
    """A frame and the hands read on it."""

    frame: Frame
    hands: Sequence[HandReading]


class HandsWorker(SourceWorker[FrameReader]):
    """Reads the hands of a source's frames."""

    what = "Hands"

    def __init__(self, open_source: Callable[[], Sight], open_reader: Callable[[], FrameReader]) -> None:
        super().__init__(open_source, open_reader)
        self._reader: FrameReader | None = None
        self._new: list[ReadFrame] = []
        self._latest: ReadFrame | None = None
        self._start()

    @property
    def latest(self) -> ReadFrame | None:
        """The newest frame that was read."""
        with self._lock:
            return self._latest

    def take(self) -> list[ReadFrame]:
        """Everything read since the last time, in the order of the frames."""
        with self._lock:
            new, self._new = self._new, []
        return new

    def _opened(self, reader: FrameReader) -> None:
        self._reader = reader

    def _step(self, frame: Frame | None) -> None:
        if frame is None or self._reader is None:
            return
        read = ReadFrame(frame, tuple(self._reader.read(frame.image)))
        with self._lock:
            self._latest = read
            self._new = [*self._new[1 - MOST_KEPT :], read]
