"""Small recordings for tests, made anew."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


def pictures(count: int, noise: float = 2.0, moving: bool = False) -> list[Picture]:
    """Pictures of a table with sensor noise; a light block moves across it, if `moving`."""
    rng = np.random.default_rng(5)
    table = cv2.resize(rng.integers(70, 120, (9, 16, 3)).astype(np.float32), (320, 180))
    made = []
    for n in range(count):
        picture = table + rng.normal(0, noise, table.shape)
        if moving:
            picture[60:110, 8 * n : 8 * n + 50] = 200
        made.append(np.clip(picture, 0, 255).astype(np.uint8))
    return made


def written(path: Path, shown: Sequence[Picture], fps: float = 15, codec: str = "MJPG") -> Path:
    """A video file with these pictures."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*codec), fps, shown[0].shape[1::-1])
    for picture in shown:
        writer.write(picture)
    writer.release()
    return path


def without_rate(path: Path) -> Path:
    """An AVI with the rate taken out of its headers."""
    content = bytearray(path.read_bytes())
    at = content.find(b"strh")
    content[at + 32 : at + 36] = bytes(4)
    content[32:36] = bytes(4)
    path.write_bytes(content)
    return path


def with_matrix(path: Path, source: Path, a: int, b: int, c: int, d: int) -> Path:
    """An MP4 with another display matrix."""
    content = bytearray(source.read_bytes())
    at = content.find(b"tkhd") + 4
    at += 52 if content[at] else 40
    content[at : at + 20] = struct.pack(">5i", a << 16, b << 16, 0, c << 16, d << 16)
    path.write_bytes(content)
    return path
