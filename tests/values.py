"""Small helps that give tests values of the types that the code asks for."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

T = TypeVar("T")


def some(value: T | None) -> T:
    """The value, which is there."""
    assert value is not None
    return value


def five(values: Iterable[float]) -> tuple[float, float, float, float, float]:
    """Five numbers, one for each digit."""
    thumb, index, middle, ring, pinky = values
    return (thumb, index, middle, ring, pinky)


def box_around(points: NDArray[np.float64]) -> tuple[int, int, int, int]:
    """The box x0, y0, x1, y1 in whole pixels around points (N, 2)."""
    (x0, y0), (x1, y1) = points.min(0), points.max(0)
    return (int(x0), int(y0), int(x1), int(y1))


def picture(path: Path) -> NDArray[np.uint8]:
    """The BGR picture (H, W, 3) in a file."""
    return np.asarray(some(cv2.imread(str(path))), np.uint8)
