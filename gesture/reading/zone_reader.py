"""Reads the hands of one seat's zone in as little time as it takes, for tables at which many are read at once.

The box around a zone that lies aslant holds half of its neighbours' hands too. Reading those is in vain, and they are
the slowest, cut through as they are by the box's edge. And where the size of hands is known, no other is looked for as
long as two are found.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import convex_outline, outside_px
from gesture.reading.digit_network import NET_PX, Prediction
from gesture.reading.fusion import Evidence, fused, sharpness_of
from gesture.reading.hand_crop import HandCrop
from gesture.reading.hand_reader import (
    ALONE_AT,
    VIEWS,
    HandDetection,
    HandReader,
    brightened,
    sigmoid,
)
from gesture.reading.hand_reading import HandReading, PalmSizes
from gesture.reading.landmarker import Landmarks
from gesture.reading.palm_detector import SCALES, PalmDetection, non_maximum_suppression, scales_for

MARGIN_PALMS = 0.7
"""A place this far outside the zone, in palm lengths, may still be a hand that belongs to it."""
HANDS = 2
"""A player's."""
LEAST_PX = 16
"""A zone narrower than this holds no hand."""
CERTAIN = 0.95
"""Where the network says every digit, the side and the palm with at least this probability, and would be believed
without MediaPipe, neither is MediaPipe asked, nor is the hand looked at in a mirror."""
TWICE_PALMS = 0.3
"""A hand is found twice where the joints lie no farther apart than this on average, in palm lengths."""
_CHECKSUM_PX = 32
"""The side of the small crop of a hand whose checksum says in which view MediaPipe looks at it."""
_SAID = 7
"""So many of the logits are of digits, side and palm."""


class ZoneReader(HandReader):
    """A `HandReader` for a live table, which finds hands by the palm detector alone. It reads of a zone only what lies
    in it, and looks for hands of the expected size before any other. Like its base class it remembers nothing."""

    def __init__(self) -> None:
        super().__init__()
        self._landmarker(1).find(np.zeros((224, 224, 3), np.uint8))  # slow at first: not in a round

    def read(
        self,
        frame_bgr: NDArray[np.uint8],
        zone: NDArray[np.float64] | None = None,
        palm_px: PalmSizes | None = None,
        palms_in: NDArray[np.float64] | None = None,
    ) -> list[HandReading]:
        """Every hand on a BGR frame of shape (H, W, 3), or those in the polygon `zone`, (N, 2), and close around it.

        `palm_px` are the smallest and the largest palm expected, in pixels: in a zone others are looked for only where
        fewer than two are found. Hands whose palm lies outside of the polygon `palms_in`, (N, 2), are left out.
        """
        if zone is None:
            whole = brightened(frame_bgr)
            return self.read_at(whole, self._detector.detect(whole, scales_for(palm_px)), None, palms_in)
        size = np.array([frame_bgr.shape[1], frame_bgr.shape[0]])
        low = np.maximum(zone.min(0).astype(int), 0)
        high = np.minimum(zone.max(0).astype(int) + 1, size)
        if (high - low < LEAST_PX).any():
            return []
        part = brightened(np.ascontiguousarray(frame_bgr[low[1] : high[1], low[0] : high[0]]))
        palms_in = None if palms_in is None else palms_in - low
        detections = self._detections(part, convex_outline(zone - low), scales_for(palm_px))
        return [hand.moved(int(low[0]), int(low[1])) for hand in self.read_at(part, detections, None, palms_in)]

    def _evidence(self, picture: NDArray[np.uint8], hand: HandDetection, seen: Sequence[Landmarks]) -> Evidence:
        """As the base class has it, but that MediaPipe, which takes most of the time, is asked only where it may change
        something."""
        sharpness = sharpness_of(hand.crop.cut(picture, NET_PX))
        alone = Evidence(hand.prediction.logits, hand.joints, (), sharpness, asked=False)
        if _certain(hand.prediction.logits, fused(alone)):
            return alone
        return super()._evidence(picture, hand, seen)

    def _worth_a_look(self, hands: list[HandDetection]) -> list[HandDetection]:
        """Each hand once, the better finding, where it was found at two scales."""
        kept: list[HandDetection] = []
        for hand in sorted(hands, key=lambda hand: -hand.score):
            if not any(_found_twice(hand, other) for other in kept):
                kept.append(hand)
        return kept

    def _predictions(self, picture: NDArray[np.uint8], crops: list[HandCrop]) -> list[Prediction]:
        """As the base class has it, but that a hand is looked at in a mirror only where that may change something."""
        found = self._net.predict(picture, crops, mirrored=False)
        doubtful = [n for n, one in enumerate(found) if not _certain(one.logits, one.logits)]
        mirrored = self._net.predict_in_mirror(picture, [crops[n] for n in doubtful])
        for n, other in zip(doubtful, mirrored, strict=True):
            found[n] = found[n].averaged(other)
        return found

    def _views(self, picture: NDArray[np.uint8], hand: HandDetection) -> Sequence[tuple[float, float]]:
        """One view. The picture of the hand decides which, so that the readings of a resting hand, which are several,
        have different ones, and the same picture always has the same."""
        crop = hand.crop.cut(picture, _CHECKSUM_PX)
        return (VIEWS[zlib.crc32(crop.tobytes()) % len(VIEWS)],)

    def _detections(
        self, part: NDArray[np.uint8], outline: NDArray[np.float64], likely: tuple[float, ...]
    ) -> list[PalmDetection]:
        found = _within(self._detector.detect(part, likely), outline)
        if len(found) >= HANDS or likely == SCALES:
            return found
        others = tuple(scale for scale in SCALES if scale not in likely)
        return non_maximum_suppression(found + _within(self._detector.detect(part, others), outline))


def _within(detections: list[PalmDetection], outline: NDArray[np.float64]) -> list[PalmDetection]:
    """The detections in a convex outline (N, 2) or close to it."""
    return [
        one
        for one in detections
        if outside_px(outline, np.array([one.crop.x, one.crop.y])) <= MARGIN_PALMS * one.crop.palm_px
    ]


def _certain(logits: NDArray[np.float64], said: NDArray[np.float64]) -> bool:
    """Whether the network's `logits` (8,) are those of a hand, and what is `said` of it (8,) is certain."""
    p = sigmoid(said[:_SAID])
    return bool(sigmoid(logits)[-1] >= ALONE_AT and np.maximum(p, 1 - p).min() >= CERTAIN)


def _found_twice(hand: HandDetection, other: HandDetection) -> bool:
    apart_px = float(np.linalg.norm(hand.joints - other.joints, axis=1).mean())
    return apart_px <= TWICE_PALMS * other.crop.palm_px
