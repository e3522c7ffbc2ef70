"""Watches a table that gets ready, beside the window: hands as they are read, seats as they are found, light and focus.

Everything that takes time happens in a thread; the window looks at the newest view and picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.light import Finding, Grade, check_focus, check_hands, check_light
from gesture.reading.hand_reading import HandReading
from gesture.seating.seat_finder import Place, SeatFinder
from gesture.seating.side_by_side import SideBySide
from gesture.sources.frames import Frame, SourceError
from ui.window.eyes import Sight
from ui.window.watching import Watching

BETWEEN_CHECKS_S = 1.5
"""Light and focus are judged this often."""


class TableReader(Protocol):
    """Finds and reads hands, such as `gesture.reading.hand_reader.HandReader`."""

    def read(
        self,
        frame_bgr: NDArray[np.uint8],
        zone: NDArray[np.float64] | None = None,
        palm_px: tuple[float, float] | None = None,
    ) -> list[HandReading]:
        """The hands on a BGR frame, or in the box around `zone`."""

    def close(self) -> None:
        """Free what it holds."""


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


class ReadyEyes(Watching):
    """Watches until it is closed or the source ends."""

    def __init__(
        self, open_source: Callable[[], Sight], open_reader: Callable[[], TableReader], held_up: bool = False
    ) -> None:
        super().__init__()
        self._open_source, self._open_reader, self._held_up = open_source, open_reader, held_up
        self._source: Sight | None = None
        self._view: View | None = None
        self._forget: list[NDArray[np.float64] | None] = []
        self._follow: NDArray[np.float64] | None = None
        self._begin("table eyes")

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
        latest: NDArray[np.uint8] | None = getattr(source, "latest", None)
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

    def _run(self) -> None:
        source: Sight | None = None
        reader: TableReader | None = None
        try:
            source = self._open_source()
            with self._lock:
                self._source = source
            if self._stop.is_set():
                return
            reader = self._open_reader()
            for view in self._views(source, reader):
                with self._lock:
                    if not self._forget:
                        self._view = view
        except (SourceError, OSError, ImportError) as fault:
            with self._lock:
                self._problem = str(fault)
        except Exception as fault:  # a driver's or library's; the screen says it, and the window goes on
            with self._lock:
                self._problem = f"The table cannot be watched ({type(fault).__name__}: {fault})."
        finally:
            with self._lock:
                self._source, self._ended = None, True
            if source is not None:
                source.close()
            if reader is not None:
                reader.close()

    def _views(self, source: Sight, reader: TableReader) -> Iterator[View]:
        seats: Seats = SideBySide(reader) if self._held_up else SeatFinder(reader)
        findings: Sequence[Finding] = ()
        places: Sequence[Place] = ()
        checked_s = -BETWEEN_CHECKS_S
        for frame in source:
            if self._stop.is_set():
                return
            with self._lock:
                self._trouble = getattr(source, "trouble", None)
                forget, self._forget = self._forget, []
                follow = self._follow
            for zone in forget:
                seats.forget(zone)
            if frame is None:
                continue
            if follow is not None:
                yield View(frame, _inside(follow, reader.read(frame.image, follow)), tuple(places), findings)
                continue
            if seats.watch(frame) or forget:
                places = seats.places()
            hands = seats.hands
            if frame.at_s - checked_s >= BETWEEN_CHECKS_S:
                findings, checked_s = judged(frame.image, hands), frame.at_s
            yield View(frame, tuple(hands), tuple(places), findings)


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


def live_reader() -> Any:
    """The reader for a table that gets ready. Loading its models takes a moment."""
    from gesture.reading.zone_reader import ZoneReader

    return ZoneReader()
