"""Where the window's frames come from: a live camera, or a recording in its place that is shown at its own pace."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gesture.sources.camera import SAID, LiveCamera, advice
from gesture.sources.camera_frames import CameraFrames
from gesture.sources.frames import Frame, SourceError
from gesture.sources.video import VideoFile
from ui.window.sources.alone import open_alone
from ui.window.sources.sight import Sight

WAIT_S = 0.2
PUNCTUAL_S = 0.001
"""A frame that is due within this time is due now."""
Where = int | str
"""A camera's number, a network camera's address, or a recording's path."""


def open_camera(number: int) -> NewestFrames:
    """The camera of that number. Raises `SourceError`, saying what to do, when it cannot be had."""
    return NewestFrames(LiveCamera(number, open_again=open_alone))


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

    @property
    def latest(self) -> NDArray[np.uint8] | None:
        """The newest picture, for showing, whether or not anybody has read it."""
        return self._camera.latest

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


class TableCamera:
    """A camera that watches a table: its frames that can be watched, turned back where it mirrors.

    `newest` leaves out frames that nobody had time for; otherwise they come one by one, as motion needs them.
    """

    def __init__(self, camera: LiveCamera, mirrored: bool, newest: bool) -> None:
        self._camera, self._mirrored, self._newest = camera, mirrored, newest
        self._frames = CameraFrames(camera, mirrored)
        self._closed = False

    @property
    def trouble(self) -> str | None:
        """What is wrong with the camera now and what to do, as one sentence, or None."""
        return self._frames.trouble

    @property
    def latest(self) -> NDArray[np.uint8] | None:
        """The newest picture, for showing, whether or not anybody has read it."""
        image = self._camera.latest
        return image[:, ::-1] if image is not None and self._mirrored else image

    def __iter__(self) -> Iterator[Frame | None]:
        """Frames; None whenever none has come for a while, so that whoever reads can stop."""
        while not self._closed:
            frame = self._frames.next(WAIT_S)
            while self._newest and frame is not None and (later := self._frames.next(0.0)) is not None:
                frame = later
            yield frame

    def close(self) -> None:
        """Give the camera back."""
        self._closed = True
        self._camera.close()


class Recording:
    """A recording in a camera's place: its frames come at their own pace. With `again` it begins anew at its end."""

    trouble: str | None = None
    latest: NDArray[np.uint8] | None = None

    def __init__(
        self,
        video: VideoFile,
        again: bool = False,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._video, self._again = video, again
        self._clock, self._sleep = clock, sleep
        self._closed = False

    def __iter__(self) -> Iterator[Frame | None]:
        began_s, index, before_s = self._clock(), 0, 0.0
        while not self._closed:
            last_s = 0.0
            for frame in self._video:
                at_s = before_s + frame.at_s
                while not self._closed and (early_s := at_s - (self._clock() - began_s)) > PUNCTUAL_S:
                    self._sleep(min(early_s, WAIT_S))
                if self._closed:
                    return
                yield Frame(frame.image, at_s, index)
                if self._closed:
                    return
                index, last_s = index + 1, frame.at_s
            if not self._again:
                return
            before_s += last_s + 1 / self._video.fps

    def close(self) -> None:
        """Close the file after the frame that is being shown."""
        self._closed = True
        self._video.close()


def is_recording(where: Where) -> bool:
    """Whether this names a file, and no camera."""
    return isinstance(where, str) and "://" not in where


def open_table(where: Where, mirrored: bool, getting_ready: bool = False) -> Sight:
    """A table's camera, or a recording in its place; the frames are never mirrored. While getting ready only the newest
    frame matters, and a recording begins anew. Raises `SourceError`, saying what to do, when it cannot be had."""
    if is_recording(where):
        return Recording(VideoFile(Path(str(where)).expanduser(), mirrored), again=getting_ready)
    return TableCamera(LiveCamera(where, open_again=open_alone), mirrored, newest=getting_ready)


def ask_permission(number: int = 0) -> str | None:
    """On macOS only the main thread may ask whether Handref may use the camera; opening one there asks, and is done
    once only. Returns what to do when it may not, or None. Elsewhere nothing has to be asked."""
    if sys.platform != "darwin" or _asked:
        return None
    _asked.append(number)
    try:
        open_alone(number).release()
    except SourceError:
        return advice(number)
    return None


_asked: list[int] = []
"""The camera for which permission was asked in this run."""
