"""Watches a table that gets ready, beside the window: hands as they are read, seats as they are found, light and focus.

Everything that takes time happens in a thread; the window looks at the newest view and picture.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.light import Finding, Grade, check_focus, check_hands, check_light
from gesture.reading.background import ClosingReader
from gesture.reading.hand_reading import HandReading
from gesture.seating.seat_finder import Place, SeatFinder
from gesture.seating.side_by_side import SideBySide
from gesture.sources.frames import Frame
from ui.window.sources.sight import Sight
from ui.window.workers.source_worker import SourceWorker

BETWEEN_CHECKS_S = 1.5
"""Light and focus are judged this often."""


class Seats(Protocol):
    """Finds seats while frames come in."""

    size: tuple[int, int]

    def watch(self, frame: Frame) -> bool:
        """Take in the next frame; tells whether hands were looked for on it."""

    @property
    def hands(self) -> list[HandReading]:
        """The hands that are there now."""

    def places(self) -> list[Place]:
        """What is known so far."""

    def forget(self, zone: NDArray[np.float64] | None = None) -> None:
        """Forget a place, or all."""


@dataclass(frozen=True, eq=False)
class View:
    """What is known after a frame. `findings` are about light, focus and the hands' size, the worst first."""

    frame: Frame
    hands: Sequence[HandReading] = ()
    places: Sequence[Place] = ()
    findings: Sequence[Finding] = ()


class SeatsWorker(SourceWorker[ClosingReader]):
    """Finds the seats of a table and judges its light, until it is closed or the source ends."""

    def __init__(
        self, open_source: Callable[[], Sight], open_reader: Callable[[], ClosingReader], held_up: bool = False
    ) -> None:
        super().__init__(open_source, open_reader)
        self._held_up = held_up
        self._reader: ClosingReader | None = None
        self._seats: Seats | None = None
        self._places: Sequence[Place] = ()
        self._findings: Sequence[Finding] = ()
        self._checked_s = -BETWEEN_CHECKS_S
        self._view: View | None = None
        self._forget: list[NDArray[np.float64] | None] = []
        self._follow: NDArray[np.float64] | None = None
        self._start()

    @property
    def view(self) -> View | None:
        """The newest view; None before the first frame was watched."""
        with self._lock:
            return self._view

    @property
    def picture(self) -> NDArray[np.uint8] | None:
        """The newest picture (H, W, 3), BGR, whether or not it was looked at yet."""
        with self._lock:
            source, view = self._source, self._view
        latest = source.latest if source is not None and not self.ended else None
        return latest if latest is not None else view.frame.image if view is not None else None

    def forget(self, zone: NDArray[np.float64] | None = None) -> None:
        """Forget the hands found in a zone, or all of them, so that they are found anew."""
        with self._lock:
            self._forget.append(zone)
            if self._view is not None:
                self._view = replace(self._view, places=_outside(zone, self._view.places))

    def follow(self, zone: NDArray[np.float64] | None) -> None:
        """Read the hands in a zone, moving or not, on every frame, and find no seats meanwhile; None ends that."""
        with self._lock:
            self._follow = zone
            if self._view is not None:
                self._view = replace(self._view, hands=())

    def _opened(self, reader: ClosingReader) -> None:
        self._reader = reader
        self._seats = SideBySide(reader) if self._held_up else SeatFinder(reader)

    def _step(self, frame: Frame | None) -> None:
        assert self._seats is not None and self._reader is not None
        with self._lock:
            forget, self._forget = self._forget, []
            follow = self._follow
        for zone in forget:
            self._seats.forget(zone)
        if frame is None:
            return
        if follow is not None:
            hands = _inside(follow, self._reader.read(frame.image, follow))
        else:
            if self._seats.watch(frame) or forget:
                self._places = tuple(self._seats.places())
            hands = tuple(self._seats.hands)
            if frame.at_s - self._checked_s >= BETWEEN_CHECKS_S:
                self._findings, self._checked_s = judged(frame.image, hands), frame.at_s
        with self._lock:
            if not self._forget:
                self._view = View(frame, hands, self._places, self._findings)


def _inside(zone: NDArray[np.float64], hands: Sequence[HandReading]) -> tuple[HandReading, ...]:
    outline = zone.astype(np.float32)
    middles = [(float(hand.center[0]), float(hand.center[1])) for hand in hands]
    kept = (cv2.pointPolygonTest(outline, middle, False) >= 0 for middle in middles)
    return tuple(hand for hand, keep in zip(hands, kept, strict=True) if keep)


def _outside(zone: NDArray[np.float64] | None, places: Sequence[Place]) -> Sequence[Place]:
    if zone is None:
        return ()
    outline = zone.astype(np.float32)
    middles = [(float(x), float(y)) for x, y in (place.zone.mean(0) for place in places)]
    kept = (cv2.pointPolygonTest(outline, middle, False) < 0 for middle in middles)
    return [place for place, keep in zip(places, kept, strict=True) if keep]


def judged(picture: NDArray[np.uint8], hands: Sequence[HandReading]) -> tuple[Finding, ...]:
    """What is to be said about light, focus and the hands' size, the worst first. Once hands are there, it is on them
    that light and focus matter."""
    findings = [*check_light(picture), *(check_hands(picture, hands) if hands else [check_focus(picture)])]
    return tuple(sorted(findings, key=lambda finding: -finding.grade.rank))


def to_change(findings: Sequence[Finding]) -> list[Finding]:
    """Those findings that ask for a change."""
    return [finding for finding in findings if finding.grade is not Grade.GOOD]
