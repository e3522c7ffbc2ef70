"""A camera of this computer as a source of frames: always the newest one, stamped when it was taken."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from gesture.sources import Frame, SourceError

SILENT_S = 2.0
"""A camera that gives no frame for this long is taken to be unplugged."""


def open_camera(number: int) -> Camera:
    """The camera of that number. Raises `SourceError`, saying what to do, when it cannot be had."""
    return Camera(number)


class Camera:
    """Frames as they come, at 1280 x 720 where the camera offers it."""

    def __init__(self, number: int) -> None:
        # Windows' newer interface takes many seconds to open a camera unless it is told this before OpenCV is loaded.
        os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")
        import cv2

        kept = cv2.utils.logging.getLogLevel()
        cv2.utils.logging.setLogLevel(0)
        try:
            self._device: Any = cv2.VideoCapture(number)
        finally:
            cv2.utils.logging.setLogLevel(kept)
        if not self._device.isOpened():
            raise SourceError(_advice(number))
        self._device.set(cv2.CAP_PROP_FRAME_WIDTH, 1280)
        self._device.set(cv2.CAP_PROP_FRAME_HEIGHT, 720)
        self._device.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._number = number

    def __iter__(self) -> Iterator[Frame]:
        began_s = last_s = time.monotonic()
        index = 0
        while True:
            read, image = self._device.read()
            now_s = time.monotonic()
            if read and image is not None:
                yield Frame(np.asarray(image, np.uint8), now_s - began_s, index)
                index, last_s = index + 1, now_s
            elif now_s - last_s > SILENT_S:
                raise SourceError(f"Camera {self._number} gives no more pictures; plug it in again and try once more.")
            else:
                time.sleep(0.02)

    def close(self) -> None:
        """Give the camera back."""
        self._device.release()


def _advice(number: int) -> str:
    where = {
        "darwin": "allow this terminal to use the camera under System Settings, Privacy & Security, Camera",
        "win32": "allow desktop apps to use the camera under Settings, Privacy & security, Camera",
    }.get(sys.platform, "check that it is plugged in and that you may use /dev/video" + str(number))
    return f"Camera {number} cannot be opened: close other programs that use it, and {where}."
