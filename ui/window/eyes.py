"""Hands read beside the window: a thread takes frames and reads them, the window looks at the newest result.

Opening a camera and loading the models takes seconds; that happens in the thread as well, so no frame of the window
waits for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

from gesture.reading.hand_reading import HandReading
from gesture.sources.frames import Frame, SourceError
from ui.window.watching import Watching


@dataclass(frozen=True, eq=False)
class Seen:
    """A frame and the hands read on it."""

    frame: Frame
    hands: Sequence[HandReading]


class Sight(Protocol):
    """Frames, or None where none has come for a while."""

    def __iter__(self) -> Iterator[Frame | None]: ...

    def close(self) -> None:
        """Give the device or file back."""


class FrameReader(Protocol):
    """Finds and reads hands, such as `gesture.reading.hand_reader.HandReader`."""

    def read(self, frame_bgr: Any) -> list[HandReading]:
        """The hands on a BGR frame."""

    def close(self) -> None:
        """Free what it holds."""


class Eyes(Watching):
    """Reads a source's frames in a thread until it is closed or the source ends."""

    def __init__(self, open_source: Callable[[], Sight], open_reader: Callable[[], FrameReader]) -> None:
        super().__init__()
        self._open_source = open_source
        self._open_reader = open_reader
        self._new: list[Seen] = []
        self._latest: Seen | None = None
        self._begin("eyes")

    @classmethod
    def open(cls, camera: int) -> Self:
        """The eyes on a camera of this computer, by its number."""
        from ui.window.camera import ask_permission, open_camera

        ask_permission(camera)
        return cls(lambda: open_camera(camera), _hand_reader)

    @property
    def latest(self) -> Seen | None:
        """The newest frame that was read."""
        with self._lock:
            return self._latest

    def take(self) -> list[Seen]:
        """Everything seen since the last time, in the order of the frames."""
        with self._lock:
            new, self._new = self._new, []
        return new

    def _run(self) -> None:
        source: Sight | None = None
        reader: FrameReader | None = None
        try:
            source = self._open_source()
            if self._stop.is_set():
                return
            reader = self._open_reader()
            for frame in source:
                if self._stop.is_set():
                    return
                with self._lock:
                    self._trouble = getattr(source, "trouble", None)
                if frame is None:
                    continue
                seen = Seen(frame, tuple(reader.read(frame.image)))
                with self._lock:
                    self._latest = seen
                    self._new = [*self._new[-29:], seen]
        except (SourceError, OSError, ImportError) as fault:
            with self._lock:
                self._problem = str(fault)
        except Exception as fault:  # a driver's or library's; the screen says it, and the window goes on
            with self._lock:
                self._problem = f"Hands cannot be watched ({type(fault).__name__}: {fault})."
        finally:
            if source is not None:
                source.close()
            if reader is not None:
                reader.close()
            with self._lock:
                self._ended = True


OpenEyes = Callable[[int], Eyes]


def _hand_reader() -> FrameReader:
    from gesture.reading.hand_reader import HandReader

    return HandReader(mode="live")
