"""Recordings: a video file as a source of frames with the times that it stores."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import numpy as np

from gesture.sources.frames import Frame, SourceError, check_readable, unmirrored

WHOLE = 0.9
"""A recording that yields less than this share of the frames and of the seconds it promises is called cut off."""


class VideoFile:
    """A recording. Frame times are those stored in the file; where it stores none, they follow from its frame rate.

    `mirrored` declares that the recording shows the table as a mirror does; its frames are turned back, and all
    pixels that Handref speaks of (zones too) are those of the frame turned back. Raises `SourceError` when the file
    cannot be opened, and while iterating when it holds no picture or breaks off before its announced end.
    """

    def __init__(self, path: str | os.PathLike[str], mirrored: bool = False) -> None:
        self.path = Path(path)
        self.mirrored = mirrored
        check_readable(self.path)
        self._open()

    def _open(self) -> None:
        os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # its remarks are for developers; ours follow
        import cv2

        kept = cv2.utils.logging.getLogLevel()
        cv2.utils.logging.setLogLevel(0)
        try:
            self._video: Any = cv2.VideoCapture(str(self.path), cv2.CAP_FFMPEG)
            still = cv2.haveImageReader(str(self.path)) and self._video.get(cv2.CAP_PROP_FRAME_COUNT) <= 1
        finally:
            cv2.utils.logging.setLogLevel(kept)
        if still:
            self._video.release()
            raise SourceError(
                f"{self.path} is a still picture and no video: give a recording; 'handref read' reads pictures, and "
                "doctor and calibrate take them with --image."
            )
        if not self._video.isOpened():
            raise SourceError(f"{self.path} is no video that can be read; it may be damaged or cut off.")
        fps = float(self._video.get(cv2.CAP_PROP_FPS))
        self.fps = fps if 0 < fps <= 1000 else 30.0
        self.promised_frames = max(0, int(self._video.get(cv2.CAP_PROP_FRAME_COUNT)))

    def __iter__(self) -> Iterator[Frame]:
        import cv2

        if not self._video.isOpened() or self._video.get(cv2.CAP_PROP_POS_FRAMES) > 0:
            self._video.release()
            self._open()
        index, last_s = 0, -1.0
        while True:
            read, image = self._video.read()
            if not read or image is None:
                break
            stored_s = float(self._video.get(cv2.CAP_PROP_POS_MSEC)) / 1000
            # Some containers store no times, and broken ones let them stand still or run back.
            at_s = stored_s if stored_s > last_s and (index == 0 or stored_s > 0) else last_s + 1 / self.fps
            if index == 0 and at_s < 0:
                at_s = 0.0
            frame = Frame(np.asarray(image, np.uint8), at_s, index)
            yield unmirrored(frame) if self.mirrored else frame
            index, last_s = index + 1, at_s
        self._check_end(index, last_s)

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

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
