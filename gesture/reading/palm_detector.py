"""Finds hands on a picture: where each palm is, how large, and which way it points."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.reading.hand_crop import SIZE_IN_PALMS, HandFrame

MODEL = Path(__file__).parent.parent / "models" / "find.onnx"
STRIDE = 4
SCALES = (0.5, 0.25, 0.125)
"""The sizes at which a picture is searched: the network knows palms of 10 to 42 pixels, so these reach from 20 to
420."""
KNOWN_PX = (12.0, 36.0)
"""The palms, in pixels of the searched size, that the finding network finds best."""
SMALLER, LARGER = 0.8, 1.25
"""A hand may be so much smaller or larger than the palms expected."""
SMALLEST_PX = 48
"""A picture is never searched at less than this along its longer side."""
FOUND_AT = 0.25
"""A place scores at least this to be looked at more closely."""
_CENTER_TO_FRAME = 0.3
_APART_IN_PALMS = 0.55


@dataclass(frozen=True)
class Candidate:
    """A place that may be a hand: its frame and the network's score in 0..1."""

    frame: HandFrame
    score: float

    @property
    def palm(self) -> float:
        """The length of the palm in pixels."""
        return self.frame.size / SIZE_IN_PALMS


class Finder:
    """The finding network, run by OpenCV."""

    def __init__(self, model: Path = MODEL) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(model))

    def find(
        self, picture_bgr: NDArray[np.uint8], scales: tuple[float, ...] = SCALES, at_least: float = FOUND_AT
    ) -> list[Candidate]:
        """Candidates on a BGR picture (H, W, 3), best first, each hand once."""
        longer = max(picture_bgr.shape[:2])
        used = [s for s in scales if longer * s >= SMALLEST_PX] or [1.0 if longer < 2 * SMALLEST_PX else max(scales)]
        every = [c for scale in used for c in self._at_scale(picture_bgr, scale, at_least)]
        return apart(every)

    def _at_scale(self, picture: NDArray[np.uint8], scale: float, at_least: float) -> list[Candidate]:
        height, width = picture.shape[:2]
        size = (max(16, round(width * scale)), max(16, round(height * scale)))
        small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        right, below = -size[0] % 16, -size[1] % 16
        padded = cv2.copyMakeBorder(small, 0, below, 0, right, cv2.BORDER_REPLICATE)
        self._net.setInput(cv2.dnn.blobFromImage(padded, 1 / 255, swapRB=True))
        told = self._net.forward()[0]
        return [_scaled(c, width / size[0], height / size[1]) for c in peaks(told, at_least)]


def scales_for(palm_px: tuple[float, float] | None) -> tuple[float, ...]:
    """The scales at which palms from the smallest to the largest expected, in pixels, are found best; all of `SCALES`
    where none are expected or none of the scales suits them."""
    if palm_px is None:
        return SCALES
    smallest, largest = palm_px[0] * SMALLER, palm_px[1] * LARGER
    return tuple(s for s in SCALES if largest * s >= KNOWN_PX[0] and smallest * s <= KNOWN_PX[1]) or SCALES


def _scaled(c: Candidate, sx: float, sy: float) -> Candidate:
    f = c.frame
    return Candidate(HandFrame(f.x * sx, f.y * sy, f.size * (sx + sy) / 2, f.angle), c.score)


def peaks(told: NDArray[np.float32], at_least: float) -> list[Candidate]:
    """The local maxima of a map (5, h, w), in the pixels of the network's input."""
    heat = 1 / (1 + np.exp(-np.clip(told[0], -30, 30)))
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    ys, xs = np.nonzero((heat >= top) & (heat >= at_least))
    out = []
    for y, x in zip(ys, xs, strict=True):
        dx, dy, vx, vy = (float(v) for v in told[1:5, y, x])
        palm = max(float(np.hypot(vx, vy)), 0.5) * STRIDE
        cx, cy = (x + 0.5 + dx) * STRIDE, (y + 0.5 + dy) * STRIDE
        frame = HandFrame(
            cx + _CENTER_TO_FRAME * vx * STRIDE,
            cy + _CENTER_TO_FRAME * vy * STRIDE,
            SIZE_IN_PALMS * palm,
            float(np.arctan2(vx, -vy)),
        )
        out.append(Candidate(frame, float(heat[y, x])))
    return out


def apart(candidates: list[Candidate]) -> list[Candidate]:
    """Each hand once: of candidates closer than about half a palm only the best stays."""
    kept: list[Candidate] = []
    for c in sorted(candidates, key=lambda c: -c.score):
        if all(
            np.hypot(c.frame.x - k.frame.x, c.frame.y - k.frame.y) > _APART_IN_PALMS * max(c.palm, k.palm) for k in kept
        ):
            kept.append(c)
    return kept
