"""Finds and reads every hand on a frame, or in one zone of it."""

from __future__ import annotations

from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray

from gesture.hand_reading import HandReading
from gesture.landmarker import Landmarker, Landmarks
from rules.hands import Digit, Palm

Mode = Literal["still", "live"]
_JOINTS = {Digit.INDEX: 5, Digit.MIDDLE: 9, Digit.RING: 13, Digit.PINKY: 17}


def _distances(points: NDArray[np.float64]) -> tuple[float, float, float, float, float]:
    """Probabilities of being bent from distances in the image: a bent tip lies nearer the wrist than its knuckle row."""

    def gap(a: int, b: int) -> float:
        return float(np.linalg.norm(points[a] - points[b])) + 1e-6

    ratios = [gap(4, 17) / gap(3, 17) / 1.02] + [gap(k + 3, 0) / gap(k + 1, 0) / 1.05 for k in _JOINTS.values()]
    thumb, index, middle, ring, pinky = (float(1 / (1 + np.exp(np.clip(18 * (r - 1), -30, 30)))) for r in ratios)
    return thumb, index, middle, ring, pinky


def _palm(hand: Landmarks) -> Palm:
    a, b = hand.points[5] - hand.points[0], hand.points[17] - hand.points[0]
    clockwise = a[0] * b[1] - a[1] * b[0] > 0
    return Palm.UP if clockwise != (hand.side == "right") else Palm.DOWN


class HandReader:
    """Reads hands with MediaPipe. Use it as a context manager, or `close` it.

    `mode` is "still" for single pictures (search longest) or "live" for resting hands in a seat's zone.
    """

    def __init__(self, mode: Mode = "still") -> None:
        self.mode = mode
        self._landmarker = Landmarker(hands=8 if mode == "still" else 4)

    def read(self, frame_bgr: NDArray[np.uint8], zone: NDArray[np.float64] | None = None) -> list[HandReading]:
        """Every hand on a BGR frame of shape (H, W, 3), or only those whose middle lies in `zone`, a polygon (N, 2)."""
        height, width = frame_bgr.shape[:2]
        x0, y0, x1, y1 = 0, 0, width, height
        if zone is not None:
            low, high = zone.min(0), zone.max(0)
            x0, y0 = max(0, int(low[0])), max(0, int(low[1]))
            x1, y1 = min(width, int(high[0]) + 1), min(height, int(high[1]) + 1)
        if x1 - x0 < 16 or y1 - y0 < 16:
            return []
        part = np.ascontiguousarray(frame_bgr[y0:y1, x0:x1])
        readings = []
        for hand in self._landmarker.find(part):
            digits = _distances(hand.points)
            unsure = frozenset(d for d, p in zip(Digit, digits, strict=True) if 0.2 < p < 0.8)
            low, high = hand.points.min(0), hand.points.max(0)
            sure = float(np.prod([max(p, 1 - p) for p in digits]))
            box = (int(low[0]), int(low[1]), int(high[0]), int(high[1]))
            reading = HandReading(hand.side, _palm(hand), digits, unsure, sure, hand.points, box, hand.score)
            readings.append(reading.moved(x0, y0))
        return readings

    def close(self) -> None:
        """Free the models."""
        self._landmarker.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
