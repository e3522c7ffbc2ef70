"""One hand as it was read on one frame: the neutral observation that everything after the eyes works with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import palm_center, palm_length
from rules.hands import Digit, Palm, Shape, Side, in_order, shape_of

BENT_AT = 0.5
"""A digit is called bent when its probability of being bent is above this, and straight below."""
SIDE_SURE, PALM_SURE = 0.95, 0.95
"""A hand's side, and whether its palm is up, is sure from this probability on."""
PalmSizes = tuple[float, float]
"""The smallest and the largest palm expected, in pixels."""


@dataclass(frozen=True, eq=False)
class HandReading:
    """A hand on a frame. `landmarks` are MediaPipe's 21 in pixels; `digits` the probability of each being bent.

    Raises `ValueError` when a shape or a probability is not what this docstring says.
    """

    side: Side
    palm: Palm
    digits: tuple[float, float, float, float, float]
    """Probability of being bent, from thumb to pinky, each in 0..1."""
    unsure: frozenset[Digit]
    """The digits that the reader would rather ask about than call."""
    confidence: float
    """Probability that all five digits are as read (each at its likelier value)."""
    landmarks: NDArray[np.float64]
    """Shape (21, 2): x, y in pixels of the whole frame."""
    box: tuple[int, int, int, int]
    """x0, y0, x1, y1 in pixels of the whole frame, around hand and fingers."""
    side_p: float = 1.0
    """Probability that `side` is right."""
    palm_p: float = 1.0
    """Probability that `palm` is right."""

    def __post_init__(self) -> None:
        if self.landmarks.shape != (21, 2):
            raise ValueError(f"expected landmarks of shape (21, 2), got {self.landmarks.shape}")
        if len(self.digits) != 5 or not all(0 <= p <= 1 for p in self.digits):
            raise ValueError(f"expected five probabilities in 0..1, got {self.digits}")

    @property
    def likelier(self) -> frozenset[Digit]:
        """The bent digits when each digit, sure or not, is taken at its likelier value."""
        return frozenset(d for d, p in zip(Digit, self.digits, strict=True) if p > BENT_AT)

    @property
    def bent(self) -> frozenset[Digit]:
        """The digits surely bent."""
        return self.likelier - self.unsure

    @property
    def side_sure(self) -> bool:
        """Whether left or right is sure, by the hand alone; an arm, a seat or the other hand may settle it."""
        return self.side_p >= SIDE_SURE

    @property
    def palm_sure(self) -> bool:
        """Whether it is sure which face of the hand is seen."""
        return self.palm_p >= PALM_SURE

    @property
    def shape(self) -> Shape:
        """The shape named by the likelier value of every digit."""
        return shape_of(self.likelier)

    @property
    def center(self) -> NDArray[np.float64]:
        """Shape (2,): the middle of the palm, halfway from the wrist to the middle knuckle, in pixels."""
        return palm_center(self.landmarks)

    @property
    def palm_px(self) -> float:
        """The length of the palm in pixels, however foreshortened it looks."""
        return palm_length(self.landmarks)

    def moved(self, dx: float, dy: float) -> HandReading:
        """The same reading on a frame whose origin lies `dx`, `dy` pixels up and to the left."""
        x0, y0, x1, y1 = self.box
        box = (round(x0 + dx), round(y0 + dy), round(x1 + dx), round(y1 + dy))
        return replace(self, landmarks=self.landmarks + np.array([dx, dy]), box=box)

    def to_json(self) -> dict[str, Any]:
        """This reading as `handref read --json` prints it (DESIGN's format 1), and whether side and palm are sure."""
        return {
            "side": str(self.side),
            "palm": str(self.palm),
            "bent": [str(d) for d in in_order(self.bent)],
            "unsure": [str(d) for d in in_order(self.unsure)],
            "shape": str(self.shape),
            "confidence": round(self.confidence, 4),
            "digits": {str(d): round(p, 4) for d, p in zip(Digit, self.digits, strict=True)},
            "box": list(self.box),
            "landmarks": [[round(float(x), 1), round(float(y), 1)] for x, y in self.landmarks],
            "side_sure": self.side_sure,
            "palm_sure": self.palm_sure,
        }
