"""Recordings: a video file as a source of frames with the times that it stores."""

from __future__ import annotations

import heapq
import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, Self

import cv2
import numpy as np

from gesture.sources.capture import open_file
from gesture.sources.containers import Turn, has_no_rate, is_still, mirroring
from gesture.sources.frames import Frame, SourceError, check_readable, unmirrored
from gesture.sources.unseen import only_seen

WHOLE = 0.9
"""A recording that yields less than this share of the frames and of the seconds it promises is called cut off."""
ASSUMED_FPS = 25.0
"""The rate of a file that stores neither times nor a rate, as FFmpeg assumes it."""
MOST_PIXELS = 1 << 26
"""Pictures with more pixels are refused; four times what a screen of 4K has, twice."""
REORDERED = 4
"""Damaged streams give pictures out of order; as many are put in order by their times."""


class VideoFile:
    """A recording. Frame times are those stored in the file; where it stores none, they follow from its frame rate, or
    from `fps` pictures a second, which also overrules the file's own times.

    What a frozen picture repeats is left out, and where only pictures that differ are stored, the last one is shown
    again: see `gesture.sources.unseen`. `mirrored` declares that the recording shows the table as a mirror does; its
    frames are turned back, and all pixels that Handref speaks of (zones too) are those of the frame turned back. Raises
    `SourceError` when the file cannot be opened, and while iterating when it holds no picture or breaks off before its
    announced end.
    """

    def __init__(self, path: str | os.PathLike[str], mirrored: bool = False, fps: float | None = None) -> None:
        self.path = Path(path)
        self.mirrored = mirrored
        self._said_fps = fps
        check_readable(self.path)
        self._open()

    def _open(self) -> None:
        with self.path.open("rb") as file:
            self._turn: Turn | None = mirroring(file)
            still, self._timeless = is_still(file), has_no_rate(file)
        self._start()
        if not self._video.isOpened():
            self.close()
            raise SourceError(f"{self.path} is no video that can be read; it may be damaged or cut off.")
        width, height = (int(self._video.get(side)) for side in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
        if width * height > MOST_PIXELS:
            self.close()
            raise SourceError(f"{self.path} has pictures of {width} x {height}, which is too large; make it smaller.")
        fps = float(self._video.get(cv2.CAP_PROP_FPS))
        self.fps = self._said_fps or (fps if 0 < fps <= 1000 else ASSUMED_FPS)
        self.promised_frames = max(0, int(self._video.get(cv2.CAP_PROP_FRAME_COUNT)))
        if still or not self._timeless:
            self._look_ahead(still)

    def _start(self) -> None:
        """Begin at the first picture."""
        self._file = self.path.open("rb")
        self._video: Any = open_file(self._file)
        self._begun = False
        if self._turn is not None:
            self._video.set(cv2.CAP_PROP_ORIENTATION_AUTO, 0)

    def _look_ahead(self, still: bool) -> None:
        """Whether the file holds one picture alone, and whether its first two stand at different times."""
        times: list[float] = []
        while len(times) < 2 and self._video.grab():
            times.append(float(self._video.get(cv2.CAP_PROP_POS_MSEC)))
        self._begun = bool(times)
        if still and len(times) == 1:
            self.close()
            raise SourceError(
                f"{self.path} is a still picture and no video: give a recording; 'handref read' reads pictures, and "
                "doctor and calibrate take them with --image."
            )
        self._timeless |= len(times) > 1 and times[0] == times[1] == 0

    @property
    def remark(self) -> str | None:
        """What is to be said about the recording's times: that they had to be assumed."""
        if not self._timeless or self._said_fps is not None:
            return None
        return (
            f"{self.path} stores no times: {self.fps:g} pictures a second are assumed; give the true rate with --fps, "
            "or every time may be wrong."
        )

    def __iter__(self) -> Iterator[Frame]:
        if self._begun or not self._video.isOpened():
            self.close()
            self._start()
        self._begun = True
        yield from only_seen(self._stored(), self._ends_s)

    def _ends_s(self, last_s: float) -> float:
        """When the recording ends whose last picture is of `last_s`."""
        return last_s if self._timeless or self._said_fps else max(last_s, self.promised_frames / self.fps)

    def _stored(self) -> Iterator[Frame]:
        number, last_s = 0, -1.0
        for stored_s, image in self._in_order():
            if self._said_fps is not None or self._timeless:
                at_s = number / self.fps
            else:  # some containers let times stand still or run back
                at_s = stored_s if stored_s > last_s and (number == 0 or stored_s > 0) else last_s + 1 / self.fps
            at_s = max(at_s, 0.0)
            upright = image if self._turn is None else self._turn.shown(image)
            frame = Frame(np.asarray(upright, np.uint8), at_s, number)
            yield unmirrored(frame) if self.mirrored else frame
            number, last_s = number + 1, at_s
        self.close()
        self._check_end(number, last_s)

    def _in_order(self) -> Iterator[tuple[float, Any]]:
        """Every picture with its stored time, seconds; a few that follow each other out of order are put in order."""
        waiting: list[tuple[float, int, Any]] = []
        for number in count():
            read, image = self._video.read()
            if not read or image is None:
                break
            heapq.heappush(waiting, (float(self._video.get(cv2.CAP_PROP_POS_MSEC)) / 1000, number, image))
            if len(waiting) > REORDERED:
                stored_s, _, first = heapq.heappop(waiting)
                yield stored_s, first
        for stored_s, _, image in sorted(waiting, key=lambda entry: entry[:2]):
            yield stored_s, image

    def _check_end(self, frames: int, last_s: float) -> None:
        if frames == 0:
            raise SourceError(f"{self.path} holds no picture that can be read; it may be damaged or cut off.")
        promised_s = self.promised_frames / self.fps
        if frames < WHOLE * self.promised_frames and last_s + 1 / self.fps < WHOLE * promised_s:
            raise SourceError(
                f"{self.path} breaks off after {last_s:.1f} of {promised_s:.1f} seconds; copy or record it again."
            )

    def close(self) -> None:
        """Close the file."""
        self._video.release()
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
