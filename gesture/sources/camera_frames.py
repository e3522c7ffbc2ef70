"""The frames of a live camera that can be watched, with what is wrong with it while there are none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.sources.camera import BLACK_LEVEL, SAID, Trouble
from gesture.sources.frames import Frame, unmirrored
from gesture.sources.repeats import Repeats

WAIT_S = 0.1
"""A frame is waited for this long before it is looked what else there is to do."""
SAME_SHAPE = 0.02
"""Pictures whose width and height are to each other as before, within this, show the same part of the table."""
RESHAPED = (
    "The camera's pictures have another shape than before: set it back to the size that it had, or choose that camera "
    "again and find the seats anew."
)


class Camera(Protocol):
    """What gives the newest picture of a camera, as `gesture.sources.camera.LiveCamera` does."""

    @property
    def trouble(self) -> Trouble | None:
        """What is wrong now, if anything is."""

    def next(self, timeout_s: float) -> tuple[NDArray[np.uint8], float] | None:
        """The next picture, BGR of shape (H, W, 3), with its time in seconds, or None when none comes in time."""


class CameraFrames:
    """The frames of a live camera that can be watched; None while none comes, with `trouble` saying why.

    Black pictures, and those of a picture that is frozen, are left out: in it every hand would seem to rest. A camera
    that comes back with larger or smaller pictures goes on with them in the size that they had, in which the seats were
    found.
    """

    def __init__(self, camera: Camera, mirrored: bool = False) -> None:
        self._camera, self._mirrored = camera, mirrored
        self._repeats = Repeats()
        self._index, self._last_s = 0, -1.0
        self._size: tuple[int, int] | None = None
        self._reshaped = False

    @property
    def trouble(self) -> str | None:
        """What is wrong with the camera now, as a sentence, or None."""
        trouble = self._camera.trouble
        if trouble is None and self._reshaped:
            return RESHAPED
        return None if trouble is None else SAID[trouble]

    def next(self, timeout_s: float = WAIT_S) -> Frame | None:
        """The next frame, or None when none that can be watched comes in time."""
        taken = self._camera.next(timeout_s)
        if taken is None or taken[1] <= self._last_s:
            return None
        image, at_s = taken
        glimpse = image[::8, ::8]
        if float(glimpse.mean()) < BLACK_LEVEL:
            return None
        self._repeats.see(glimpse, at_s)
        if self._repeats.suspicious:
            return None
        sized = self._sized(image)
        if sized is None:
            return None
        frame = Frame(sized, at_s, self._index)
        self._index, self._last_s = self._index + 1, at_s
        return unmirrored(frame) if self._mirrored else frame

    def _sized(self, image: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
        """The picture in the size of the first; None when it shows another part of the table."""
        size = (image.shape[1], image.shape[0])
        self._size = self._size or size
        if size == self._size:
            self._reshaped = False
            return image
        self._reshaped = abs(size[0] * self._size[1] / (size[1] * self._size[0]) - 1) > SAME_SHAPE
        return None if self._reshaped else np.asarray(cv2.resize(image, self._size), np.uint8)

    def during(self, seconds: float, tell: Callable[[str], None]) -> Iterator[Frame]:
        """The frames of the next `seconds` of good pictures; trouble meanwhile is told, each kind once."""
        first_s: float | None = None
        told: str | None = None
        while True:
            frame, trouble = self.next(), self.trouble
            if trouble is not None and trouble != told:
                told = trouble
                tell(trouble)
            if frame is None:
                continue
            first_s = frame.at_s if first_s is None else first_s
            yield frame
            if frame.at_s - first_s >= seconds:
                return
