"""Readings that come late, as on a slow computer, and the same every time: by a recording's own clock."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future

from gesture.reading.background import Answer, Picture, Reader, Zone
from gesture.reading.hand_reading import HandReading, PalmSizes
from gesture.sources.frames import Frame, Source


class LateReader:
    """Answers every look `late_s` seconds of the recording's own time after it was asked for. Watch the frames of
    `clocked`, so that it knows the time."""

    def __init__(self, reader: Reader, late_s: float) -> None:
        self._reader, self._late_s = reader, late_s
        self._now_s = 0.0
        self._waiting: list[tuple[float, Answer, list[HandReading]]] = []

    def read(
        self,
        frame_bgr: Picture,
        zone: Zone | None = None,
        palm_px: PalmSizes | None = None,
        palms_in: Zone | None = None,
    ) -> list[HandReading]:
        """The hands in `zone`, at once."""
        return self._reader.read(frame_bgr, zone, palm_px, palms_in)

    def ask(
        self,
        frame_bgr: Picture,
        zone: Zone | None = None,
        palm_px: PalmSizes | None = None,
        palms_in: Zone | None = None,
    ) -> Answer:
        """The hands in `zone`, when it is time."""
        answer: Answer = Future()
        self._waiting.append(
            (self._now_s + self._late_s, answer, self._reader.read(frame_bgr, zone, palm_px, palms_in))
        )
        self._answer()
        return answer

    def clocked(self, source: Source) -> Source:
        """The same source, its frames also telling this reader the time."""
        return _Clocked(source, self)

    def tick(self, now_s: float) -> None:
        """It is `now_s`: what is due is answered."""
        self._now_s = now_s
        self._answer()

    def _answer(self) -> None:
        due = [waiting for waiting in self._waiting if waiting[0] <= self._now_s + 1e-9]
        self._waiting = [waiting for waiting in self._waiting if waiting[0] > self._now_s + 1e-9]
        for _, answer, hands in due:
            answer.set_result(hands)


class _Clocked:
    def __init__(self, source: Source, reader: LateReader) -> None:
        self._source, self._reader = source, reader

    def __iter__(self) -> Iterator[Frame]:
        for frame in self._source:
            self._reader.tick(frame.at_s)
            yield frame

    def close(self) -> None:
        """Give the file back."""
        self._source.close()
