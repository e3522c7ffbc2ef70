"""Finds hands on a picture: where each palm is, how large, and which way it points."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.reading.hand_crop import SIZE_IN_PALMS, HandCrop
from gesture.reading.network import Network

MODEL = Path(__file__).parent.parent / "models" / "find.onnx"
STRIDE = 4
"""Pixels of the searched picture a cell of the network's maps."""
SCALES = (0.5, 0.25, 0.125)
"""The sizes at which a picture is searched: the network knows palms of 10 to 42 pixels, so these reach from 20 to
420."""
KNOWN_PX = (12.0, 36.0)
"""The palms, in pixels of the searched size, that the palm detector finds best."""
SMALLER, LARGER = 0.8, 1.25
"""A hand may be so much smaller or larger than the palms expected."""
SMALLEST_PX = 48
"""A picture is never searched at less than this along its longer side."""
FOUND_AT = 0.15
"""A place scores at least this to be looked at more closely."""
_CENTER_TO_CROP = 0.3
"""From a palm's middle to that of its hand's crop, in palm lengths along the hand."""
_SUPPRESSED_PALMS = 0.55
"""Of palms nearer to each other than this, in palm lengths, only the best stays."""


@dataclass(frozen=True)
class PalmDetection:
    """A palm that was found: the crop of its hand and the network's score in 0..1."""

    crop: HandCrop
    score: float


class PalmDetector:
    """The palm-detection network."""

    def __init__(self, model: Path = MODEL) -> None:
        self._net = Network(model)

    def detect(
        self, picture_bgr: NDArray[np.uint8], scales: tuple[float, ...] = SCALES, at_least: float = FOUND_AT
    ) -> list[PalmDetection]:
        """Palms on a BGR picture (H, W, 3), best first, each hand once."""
        longer = max(picture_bgr.shape[:2])
        used = [s for s in scales if longer * s >= SMALLEST_PX] or [1.0 if longer < 2 * SMALLEST_PX else max(scales)]
        return non_maximum_suppression([d for scale in used for d in self._at_scale(picture_bgr, scale, at_least)])

    def _at_scale(self, picture: NDArray[np.uint8], scale: float, at_least: float) -> list[PalmDetection]:
        height, width = picture.shape[:2]
        size = (max(16, round(width * scale)), max(16, round(height * scale)))
        small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        right, below = -size[0] % 16, -size[1] % 16
        padded = cv2.copyMakeBorder(small, 0, below, 0, right, cv2.BORDER_REPLICATE)
        maps = self._net([np.asarray(padded, np.uint8)], ["map"])[0][0]
        return [_scaled(d, width / size[0], height / size[1]) for d in peaks(maps, at_least)]


def scales_for(palm_px: tuple[float, float] | None) -> tuple[float, ...]:
    """The scales at which palms from the smallest to the largest expected, in pixels, are found best; all of `SCALES`
    where none are expected or none of the scales suits them."""
    if palm_px is None:
        return SCALES
    smallest, largest = palm_px[0] * SMALLER, palm_px[1] * LARGER
    return tuple(s for s in SCALES if largest * s >= KNOWN_PX[0] and smallest * s <= KNOWN_PX[1]) or SCALES


def _scaled(found: PalmDetection, sx: float, sy: float) -> PalmDetection:
    crop = found.crop
    return PalmDetection(HandCrop(crop.x * sx, crop.y * sy, crop.size * (sx + sy) / 2, crop.angle), found.score)


def peaks(maps: NDArray[np.float32], at_least: float) -> list[PalmDetection]:
    """The local maxima of the network's maps (5, h, w), in the pixels of the network's input."""
    heat = 1 / (1 + np.exp(-np.clip(maps[0], -30, 30)))
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    ys, xs = np.nonzero((heat >= top) & (heat >= at_least))
    out = []
    for y, x in zip(ys, xs, strict=True):
        dx, dy, vx, vy = (float(v) for v in maps[1:5, y, x])
        palm = max(float(np.hypot(vx, vy)), 0.5) * STRIDE
        cx, cy = (x + 0.5 + dx) * STRIDE, (y + 0.5 + dy) * STRIDE
        crop = HandCrop(
            cx + _CENTER_TO_CROP * vx * STRIDE,
            cy + _CENTER_TO_CROP * vy * STRIDE,
            SIZE_IN_PALMS * palm,
            float(np.arctan2(vx, -vy)),
        )
        out.append(PalmDetection(crop, float(heat[y, x])))
    return out


def non_maximum_suppression(detections: list[PalmDetection]) -> list[PalmDetection]:
    """Each hand once: of detections closer than about half a palm only the best stays."""
    kept: list[PalmDetection] = []
    for one in sorted(detections, key=lambda one: -one.score):
        if all(
            math.hypot(one.crop.x - other.crop.x, one.crop.y - other.crop.y)
            > _SUPPRESSED_PALMS * max(one.crop.palm_px, other.crop.palm_px)
            for other in kept
        ):
            kept.append(one)
    return kept
