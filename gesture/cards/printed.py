"""What a printed deck looks like to a camera: faces of known size, each with its own markers at known places.

A marker is an ArUco code of 5 x 5 modules inside a dark frame one module wide (dictionary `DICT_5X5_1000` of OpenCV).
Any two codes, whichever way they are turned, differ in 5 modules of 25 or more. With 6 x 6 modules it would be 9, but a
module on the same paper would then be two pixels wide in a 1280 x 720 picture of a table. The second marker of a face
has a code of its own, so that one of them alone tells where the card lies.
Lengths are in millimetres, y going down, from the middle of the face.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
ACROSS = 7
"""Modules across a marker, its frame included."""
MODULE_MM = 2.6
"""How wide a module is: 3.5 to 5 pixels in 1920 x 1080 of a webcam 90 cm above the table, 2.5 to 3.3 in 1280 x 720."""
MARKER_MM = ACROSS * MODULE_MM
QUIET_MM = MODULE_MM
"""Around a marker paper stays white for one module at least."""
SECOND = 500
"""The code of a face's second marker is that of its first and this."""
EDGE_MM = 3.0
"""How far a card's markers lie from its edges, so that a cut that is a little off leaves the quiet zone whole."""


class Up(StrEnum):
    """Which face of a card the camera sees: the one that plays, or its back."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True)
class Spot:
    """Where a marker's middle lies on its face."""

    x_mm: float
    y_mm: float

    @property
    def corners_mm(self) -> Points:
        """The marker's corners (4, 2), clockwise from its upper left."""
        half = MARKER_MM / 2
        corners: Points = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
        return np.add(corners, (self.x_mm, self.y_mm))


def in_corners(size_mm: tuple[float, float], falling: bool = True) -> tuple[Spot, Spot]:
    """Two spots in opposite corners: upper left and lower right where the diagonal is `falling`, else the others."""
    x, y = (side / 2 - EDGE_MM - MARKER_MM / 2 for side in size_mm)
    return (Spot(-x, -y), Spot(x, y)) if falling else (Spot(x, -y), Spot(-x, y))


@dataclass(frozen=True)
class Face:
    """One face of a card: what it is, its first code, its size (width, height), and where its codes stand.

    `card` is what format 5 calls it; None for a back that is the back of any. `alike` are faces of which a deck has
    many with one code, and `value` is what a coin is worth.
    """

    game: str
    card: int | str | None
    up: Up
    marker: int
    size_mm: tuple[float, float]
    spots: tuple[Spot, ...]
    alike: bool = False
    value: int | None = None

    @property
    def codes(self) -> tuple[int, ...]:
        """The code at each of its spots."""
        return tuple(self.marker + SECOND * place for place in range(len(self.spots)))

    @property
    def corners_mm(self) -> Points:
        """The corners (4, 2) of the face, clockwise from its upper left."""
        w, h = self.size_mm
        return np.array([(-w, -h), (w, -h), (w, h), (-w, h)]) / 2


@dataclass(frozen=True)
class PrintedDeck:
    """All faces of a game's printed copy. Raises `ValueError` when two share a code."""

    game: str
    faces: tuple[Face, ...]
    by_code: Mapping[int, tuple[Face, Spot]] = field(init=False, repr=False, compare=False)
    """Each code's face, and its spot there."""

    def __post_init__(self) -> None:
        every = [(code, face, spot) for face in self.faces for code, spot in zip(face.codes, face.spots, strict=True)]
        by_code = {code: (face, spot) for code, face, spot in every}
        if len(by_code) != len(every):
            raise ValueError(f"two faces of {self.game} share a code")
        object.__setattr__(self, "by_code", by_code)


def patterns(markers: Sequence[int]) -> NDArray[np.uint8]:
    """The modules of codes with their frames, as (N, 7, 7): 1 where the paper is white, 0 where it is dark."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_1000)
    out = np.zeros((len(markers), ACROSS, ACROSS), np.uint8)
    for i, marker in enumerate(markers):
        inner = cv2.aruco.Dictionary.getBitsFromByteList(dictionary.bytesList[marker : marker + 1], ACROSS - 2)
        out[i, 1:-1, 1:-1] = inner
    return out
