"""A live camera for the eyes of the window: always its newest frame, since a reading takes longer than a frame."""

from __future__ import annotations

from collections.abc import Iterator

from gesture.camera import SAID, LiveCamera
from gesture.sources import Frame

WAIT_S = 0.2


def open_camera(number: int) -> NewestFrames:
    """The camera of that number. Raises `SourceError`, saying what to do, when it cannot be had."""
    return NewestFrames(LiveCamera(number))


class NewestFrames:
    """A camera's frames without those that nobody had time to read."""

    def __init__(self, camera: LiveCamera) -> None:
        self._camera = camera
        self._closed = False

    @property
    def trouble(self) -> str | None:
        """What is wrong with the camera now and what to do, as one sentence, or None."""
        trouble = self._camera.trouble
        return SAID[trouble] if trouble else None

    def __iter__(self) -> Iterator[Frame | None]:
        """Frames; None whenever none has come for a while, so that whoever reads can stop."""
        index = 0
        while not self._closed:
            newest = self._camera.next(WAIT_S)
            while newest is not None and (later := self._camera.next(0.0)) is not None:
                newest = later
            if newest is None:
                yield None
                continue
            yield Frame(newest[0], newest[1], index)
            index += 1

    def close(self) -> None:
        """Give the camera back."""
        self._closed = True
        self._camera.close()
