"""Asking for hands to be read: at once, or in the background while the next frames are watched.

Watching must keep up with the camera; reading a zone takes as long as a frame or two. So whoever watches asks, goes on
watching, and takes the answer in when it is there, as of the frame that was asked about. A plain reader answers at
once: with a recording, every run then gives the same.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Protocol, Self, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from gesture.reading.hand_reading import HandReading, PalmSizes

WORKERS = 2
"""Readers side by side; each is quickest on one core."""

Picture = NDArray[np.uint8]
Zone = NDArray[np.float64]
Answer = Future[list[HandReading]]
_Ask = tuple[Picture, Zone | None, PalmSizes | None, Zone | None]


class Reader(Protocol):
    """Anything that finds and reads hands, such as `gesture.reading.hand_reader.HandReader`."""

    def read(
        self,
        frame_bgr: Picture,
        zone: Zone | None = None,
        palm_px: PalmSizes | None = None,
        palms_in: Zone | None = None,
    ) -> list[HandReading]:
        """The hands whose middle lies in `zone`, a polygon (N, 2) of frame pixels. Where the sizes of palms to expect
        are known, `palm_px`, it is looked for those first. Of hands whose palm lies outside of `palms_in`, a convex
        polygon (N, 2), nothing need be said."""


@runtime_checkable
class AsyncReader(Reader, Protocol):
    """A reader that need not be waited for."""

    def ask(
        self,
        frame_bgr: Picture,
        zone: Zone | None = None,
        palm_px: PalmSizes | None = None,
        palms_in: Zone | None = None,
    ) -> Answer:
        """The hands in `zone`, once they have been read. The picture must not change meanwhile."""


class ClosingReader(Reader, Protocol):
    """A reader that holds models to be freed."""

    def close(self) -> None:
        """Free them."""


class BackgroundReader:
    """Reads in threads of its own, in the order asked, what was put off last. Use it as a context manager, or `close`
    it.

    It is a `Reader` too, whose `read` waits for the answer. `make` makes one reader for each of `workers`.
    """

    def __init__(self, make: Callable[[], ClosingReader], workers: int = WORKERS) -> None:
        self._readers = [make() for _ in range(workers)]
        self._changed = threading.Condition()
        self._asked: dict[Answer, _Ask] = {}
        self._put_off: dict[Answer, _Ask] = {}
        self._closed = False
        self._threads = [
            threading.Thread(target=self._work, args=[reader], name=f"reading-{n}", daemon=True)
            for n, reader in enumerate(self._readers)
        ]
        for thread in self._threads:
            thread.start()

    def ask(
        self,
        frame_bgr: Picture,
        zone: Zone | None = None,
        palm_px: PalmSizes | None = None,
        palms_in: Zone | None = None,
    ) -> Answer:
        """The hands in `zone`, as soon as a reader has come to it. Raises `RuntimeError` once it is closed."""
        answer: Answer = Future()
        with self._changed:
            if self._closed:
                raise RuntimeError("this reader is closed")
            self._asked[answer] = frame_bgr, zone, palm_px, palms_in
            self._changed.notify()
        return answer

    def put_off(self, answer: Answer) -> None:
        """Read everything else that is asked for before this."""
        with self._changed:
            if answer in self._asked:
                self._put_off[answer] = self._asked.pop(answer)

    def want(self, answer: Answer) -> None:
        """Put it off no longer."""
        with self._changed:
            if answer in self._put_off:
                self._asked[answer] = self._put_off.pop(answer)

    def give_up(self, answer: Answer) -> None:
        """Nobody waits for it any more; a reading that has not begun is spared."""
        with self._changed:
            self._asked.pop(answer, None)
            self._put_off.pop(answer, None)
        answer.cancel()

    def read(
        self,
        frame_bgr: Picture,
        zone: Zone | None = None,
        palm_px: PalmSizes | None = None,
        palms_in: Zone | None = None,
    ) -> list[HandReading]:
        """The hands in `zone`, waited for."""
        return self.ask(frame_bgr, zone, palm_px, palms_in).result()

    def _work(self, reader: ClosingReader) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._asked or self._put_off or self._closed)
                if self._closed:
                    return
                first = self._asked or self._put_off
                answer = next(iter(first))
                what = first.pop(answer)
            if not answer.set_running_or_notify_cancel():
                continue
            try:
                answer.set_result(reader.read(*what))
            except Exception as error:  # whoever asked is told
                answer.set_exception(error)
            del answer, what  # a picture that nobody needs any more is not kept while waiting

    def close(self) -> None:
        """Finish what is being read, forget what was asked beyond it, and free the models."""
        with self._changed:
            self._closed = True
            left = [*self._asked, *self._put_off]
            self._asked.clear()
            self._put_off.clear()
            self._changed.notify_all()
        for answer in left:
            answer.cancel()
        for thread in self._threads:
            thread.join()
        for reader in self._readers:
            reader.close()
        self._readers.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def ask(
    reader: Reader,
    frame_bgr: Picture,
    zone: Zone | None = None,
    palm_px: PalmSizes | None = None,
    palms_in: Zone | None = None,
) -> Answer:
    """The answer of any reader: there already, unless it is one that need not be waited for."""
    if isinstance(reader, AsyncReader):
        return reader.ask(frame_bgr, zone, palm_px, palms_in)
    return answered(reader.read(frame_bgr, zone, palm_px, palms_in))


def answered(hands: list[HandReading]) -> Answer:
    """An answer that is there already."""
    answer: Answer = Future()
    answer.set_result(hands)
    return answer


def give_up(reader: Reader, answer: Answer) -> None:
    """Nobody waits for an answer any more; a reading that has not begun is spared."""
    if isinstance(reader, BackgroundReader):
        reader.give_up(answer)


def put_off(reader: Reader, answer: Answer) -> None:
    """An answer may turn out to be needed: it comes after all that are."""
    if isinstance(reader, BackgroundReader):
        reader.put_off(answer)


def want(reader: Reader, answer: Answer) -> None:
    """An answer that was put off is needed."""
    if isinstance(reader, BackgroundReader):
        reader.want(answer)


def camera_reader(workers: int = WORKERS) -> BackgroundReader:
    """The reader for a live camera, with everything loaded that would otherwise be in the first round."""
    from gesture.reading.zone_reader import ZoneReader  # late: it brings MediaPipe

    return BackgroundReader(ZoneReader, workers)
