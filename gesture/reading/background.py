"""Asking for hands to be read: at once, or in the background while the next frames are watched.

Watching must keep up with the camera; reading a zone takes as long as a frame or two. So whoever watches asks, goes on
watching, and takes the answer in when it is there, as of the frame that was asked about. A plain reader answers at
once: with a recording, every run then gives the same.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Protocol, Self, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from gesture.reading.hand_reading import HandReading, PalmSizes

WORKERS = 2
"""Readers side by side; each is quickest on one core."""

Picture = NDArray[np.uint8]
Zone = NDArray[np.float64]
Answer = Future[list[HandReading]]


class Reader(Protocol):
    """Anything that finds and reads hands, such as `gesture.reading.hand_reader.HandReader`."""

    def read(self, frame_bgr: Picture, zone: Zone | None = None, palm_px: PalmSizes | None = None) -> list[HandReading]:
        """The hands whose middle lies in `zone`, a polygon (N, 2) of frame pixels. Where the sizes of palms to expect
        are known, `palm_px`, it is looked for those first."""


@runtime_checkable
class AsyncReader(Reader, Protocol):
    """A reader that need not be waited for."""

    def ask(self, frame_bgr: Picture, zone: Zone | None = None, palm_px: PalmSizes | None = None) -> Answer:
        """The hands in `zone`, once they have been read. The picture must not change meanwhile."""


class ClosingReader(Reader, Protocol):
    """A reader that holds models to be freed."""

    def close(self) -> None:
        """Free them."""


class BackgroundReader:
    """Reads in threads of its own, in the order asked. Use it as a context manager, or `close` it.

    It is a `Reader` too, whose `read` waits for the answer. `make` makes one reader for each of `workers`.
    """

    def __init__(self, make: Callable[[], ClosingReader], workers: int = WORKERS) -> None:
        self._readers = [make() for _ in range(workers)]
        self._idle: SimpleQueue[ClosingReader] = SimpleQueue()
        for reader in self._readers:
            self._idle.put(reader)
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="reading")

    def ask(self, frame_bgr: Picture, zone: Zone | None = None, palm_px: PalmSizes | None = None) -> Answer:
        """The hands in `zone`, as soon as a reader has come to it."""
        return self._pool.submit(self._read, frame_bgr, zone, palm_px)

    def read(self, frame_bgr: Picture, zone: Zone | None = None, palm_px: PalmSizes | None = None) -> list[HandReading]:
        """The hands in `zone`, waited for."""
        return self.ask(frame_bgr, zone, palm_px).result()

    def _read(self, frame_bgr: Picture, zone: Zone | None, palm_px: PalmSizes | None) -> list[HandReading]:
        reader = self._idle.get()
        try:
            return reader.read(frame_bgr, zone, palm_px)
        finally:
            self._idle.put(reader)

    def close(self) -> None:
        """Finish what is being read, forget what was asked beyond it, and free the models."""
        self._pool.shutdown(wait=True, cancel_futures=True)
        for reader in self._readers:
            reader.close()
        self._readers.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def ask(reader: Reader, frame_bgr: Picture, zone: Zone | None = None, palm_px: PalmSizes | None = None) -> Answer:
    """The answer of any reader: there already, unless it is one that need not be waited for."""
    if isinstance(reader, AsyncReader):
        return reader.ask(frame_bgr, zone, palm_px)
    return answered(reader.read(frame_bgr, zone, palm_px))


def answered(hands: list[HandReading]) -> Answer:
    """An answer that is there already."""
    answer: Answer = Future()
    answer.set_result(hands)
    return answer


def give_up(reader: Reader, answer: Answer) -> None:
    """Nobody waits for an answer any more; a reading that has not begun is spared."""
    if isinstance(reader, BackgroundReader):
        answer.cancel()


def camera_reader(workers: int = WORKERS) -> BackgroundReader:
    """The reader for a live camera, with everything loaded that would otherwise be in the first round."""
    from gesture.reading.zone_reader import ZoneReader  # late: it brings MediaPipe

    return BackgroundReader(ZoneReader, workers)
