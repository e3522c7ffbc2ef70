"""How a hand is cut out of a frame before it is read: centred, upright, scaled by its palm."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import Landmark, palm_reach, palm_width

SIZE_IN_PALMS = 2.8
"""The side of the square, in palm lengths: the hand with all its straight digits and a margin."""
CENTER_IN_PALMS = 0.9
"""How far from the wrist towards the middle knuckle the square is centred, in palm lengths."""
KNUCKLES_TO_PALM = 1.5
"""A foreshortened palm is still this many knuckle widths long, index to pinky."""


@dataclass(frozen=True)
class HandCrop:
    """A turned square on the picture: centre in pixels, side in pixels, and the turn of its upward direction (radians,
    0 when wrist to knuckles points up the picture, growing clockwise)."""

    x: float
    y: float
    size: float
    angle: float

    @classmethod
    def around(cls, landmarks: NDArray[np.float64]) -> Self:
        """The crop of a hand with MediaPipe's 21 landmarks (21, 2)."""
        wrist, along = landmarks[Landmark.WRIST], landmarks[Landmark.MIDDLE_KNUCKLE] - landmarks[Landmark.WRIST]
        reach = palm_reach(landmarks)
        palm = max(reach, KNUCKLES_TO_PALM * palm_width(landmarks), 1e-3)
        center = wrist + along * (CENTER_IN_PALMS if reach > palm / 2 else 0.5)
        return cls(float(center[0]), float(center[1]), SIZE_IN_PALMS * palm, math.atan2(along[0], -along[1]))

    @property
    def palm_px(self) -> float:
        """The length of the palm that it is scaled by, in pixels."""
        return self.size / SIZE_IN_PALMS

    def to_crop(self, pixels: int) -> NDArray[np.float64]:
        """The affine map (2, 3) from the picture's pixels to those of a square crop of `pixels` a side."""
        scale = pixels / self.size
        c, s = math.cos(self.angle) * scale, math.sin(self.angle) * scale
        half = pixels / 2
        return np.array([[c, s, half - c * self.x - s * self.y], [-s, c, half + s * self.x - c * self.y]])

    def cut(self, picture: NDArray[np.uint8], pixels: int) -> NDArray[np.uint8]:
        """The square crop (pixels, pixels, 3); what lies off the picture repeats its edge."""
        shrink = max(1, int(self.size // pixels))  # a plain warp of a large hand would skip pixels
        side = pixels * shrink
        crop = cv2.warpAffine(
            picture, self.to_crop(side), (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        if shrink > 1:
            crop = cv2.resize(crop, (pixels, pixels), interpolation=cv2.INTER_AREA)
        return np.asarray(crop, np.uint8)

    def to_picture(self, points: NDArray[np.float64], pixels: int) -> NDArray[np.float64]:
        """Points (..., 2) in crop pixels as points in the picture's pixels."""
        matrix = self.to_crop(pixels)
        back: NDArray[np.float64] = (points - matrix[:, 2]) @ np.linalg.inv(matrix[:, :2]).T
        return back
