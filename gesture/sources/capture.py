"""OpenCV's `VideoCapture`, opened so that a file is a file: it is read through Python, which knows every name, and
nothing that stands in it makes FFmpeg open another file or a connection."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

import cv2

_OPTIONS = "OPENCV_FFMPEG_CAPTURE_OPTIONS"
_NO_PROTOCOL = "protocol_whitelist;none"
_opening = threading.Lock()
"""FFmpeg's options are the whole process's, and are read while something is opened."""

os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # its remarks are for developers; Handref's own sentences follow
cv2.utils.logging.setLogLevel(0)


def open_file(file: BinaryIO) -> Any:
    """The video in a file that is open for reading; ask `isOpened`. The file must stay open for as long."""
    source: Any = file  # OpenCV's own types do not know that it takes Python's files
    with _opening, _options(_NO_PROTOCOL):
        return cv2.VideoCapture(source, cv2.CAP_FFMPEG, [])


def open_address(address: str, open_ms: int, read_ms: int) -> Any:
    """A network camera's stream; ask `isOpened`. Opening takes at most `open_ms`, and so does each picture `read_ms`,
    milliseconds; then there is none."""
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, open_ms, cv2.CAP_PROP_READ_TIMEOUT_MSEC, read_ms]
    with _opening:
        return cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits)


@contextmanager
def _options(value: str) -> Iterator[None]:
    before = os.environ.get(_OPTIONS)
    os.environ[_OPTIONS] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[_OPTIONS]
        else:
            os.environ[_OPTIONS] = before
