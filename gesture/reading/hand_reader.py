"""Finds and reads every hand on a frame, or in one zone of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import FINGER_KNUCKLES, Landmark, distance, palm_center
from gesture.reading.digit_network import DigitNetwork, Prediction
from gesture.reading.fusion import contradicted, fused, shows_palm, sure_from, unfamiliarity
from gesture.reading.hand_crop import HandCrop
from gesture.reading.hand_reading import HandReading, PalmSizes
from gesture.reading.landmarker import Landmarker, Landmarks
from gesture.reading.palm_detector import PalmDetection, PalmDetector, scales_for
from gesture.reading.sharpness import legibility
from rules.hands import Digit, Palm, Side

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]
HAND_AT = 0.9
"""A detection is a hand when the network's second look says so with at least this probability."""
TEMPERATURE = 1.0
"""Divides logits so that probabilities mean what they say; found on rendered hands kept out of training."""
ASK_FROM = 0.05
"""MediaPipe is asked about a hand that is at least so unfamiliar (see `gesture.reading.fusion.unfamiliarity`)."""
LANDMARK_SCORE = 0.7
"""The score of a hand that MediaPipe found on the whole picture, beside the palm detector's scores."""
DIM_BELOW = 70.0
"""A picture whose pixels are darker than this on average, of 255, is brightened before anything looks at it."""
_MOST_GAIN = 6.0
"""And by so much at most."""
_WORTH_A_LOOK = 0.05
"""A palm is looked at a second time when the first look finds a hand there with at least this probability."""
_SAME_HAND_PALMS = 0.7
"""Two findings are of one hand when their knuckles lie nearer than this, in palm lengths."""
_LARGER, _PART_MARGIN_PALMS = 1.7, 0.1
"""A hand is part of another that is so many times as large, and in whose box, with this margin in palm lengths, its
palm lies."""
MOST_LANDMARKS = 8
"""So many hands are looked for by MediaPipe on a whole picture."""
_VIEW_PX = 224
"""The side of the pictures of a hand in which MediaPipe looks for it."""
VIEWS = ((1.35, 0.0), (1.5, 0.3), (1.7, 0.0))
"""The views in which MediaPipe looks at a hand: how much larger than its crop, and turned by how many radians."""
_HAND, _LEFT, _UP = 7, 5, 6


def sigmoid(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """The logistic function, without overflow."""
    p: NDArray[np.float64] = 1 / (1 + np.exp(-np.clip(x, -40, 40)))
    return p


def brightened(picture: Picture) -> Picture:
    """A dim picture (H, W, 3) as a longer exposure would show it; any other as it is."""
    level = float(picture[::4, ::4].mean())
    if level >= DIM_BELOW:
        return picture
    gain = min(_MOST_GAIN, DIM_BELOW / max(level, 1.0))
    return np.asarray(cv2.convertScaleAbs(picture, alpha=gain), np.uint8)


@dataclass(frozen=True, eq=False)
class HandDetection:
    """A hand that was found: what the network says of it, the crop around its joints, and a score in 0..1."""

    prediction: Prediction
    crop: HandCrop
    score: float

    @property
    def joints(self) -> Points:
        """Shape (21, 2), in pixels of the picture."""
        return self.prediction.joints


class HandReader:
    """Reads single pictures with all there is: finds hands with the palm detector and with MediaPipe, crops each anew
    by its joints, and reads its digits.

    Where the network meets a hand unlike those that it knows, or a palm, MediaPipe's landmarks are fused with it. Use
    it as a context manager, or `close` it.
    """

    def __init__(self) -> None:
        self._detector, self._net = PalmDetector(), DigitNetwork()
        self._landmarkers: dict[int, Landmarker] = {}

    def read(
        self, frame_bgr: Picture, zone: Points | None = None, palm_px: PalmSizes | None = None
    ) -> list[HandReading]:
        """Every hand on a BGR frame of shape (H, W, 3), or only those in the box around `zone`, (N, 2).

        `palm_px` are the smallest and the largest palm expected, in pixels: far smaller and larger ones are not looked
        for. The answer follows from picture, zone and sizes alone, whatever was read before.
        """
        height, width = frame_bgr.shape[:2]
        x0, y0, x1, y1 = 0, 0, width, height
        if zone is not None:
            low, high = zone.min(0), zone.max(0)
            x0, y0 = max(0, int(low[0])), max(0, int(low[1]))
            x1, y1 = min(width, int(high[0]) + 1), min(height, int(high[1]) + 1)
        if x1 - x0 < 16 or y1 - y0 < 16:
            return []
        part = brightened(np.ascontiguousarray(frame_bgr[y0:y1, x0:x1]))
        detections = self._detector.detect(part, scales_for(palm_px))
        seen = self._landmarker(MOST_LANDMARKS).find(part)
        detections += [PalmDetection(HandCrop.around(hand.points), LANDMARK_SCORE) for hand in seen]
        return [r.moved(x0, y0) for r in self.read_at(part, detections, seen)]

    def read_at(
        self, picture: Picture, detections: list[PalmDetection], seen: list[Landmarks] | None = None
    ) -> list[HandReading]:
        """Read the hands at `detections`: those that are none, or the same hand again, are left out.

        `seen` holds the hands that MediaPipe found on the picture already.
        """
        first = self._net.predict(picture, [palm.crop for palm in detections], mirrored=False)
        worth = [
            (HandCrop.around(prediction.joints), palm.score)
            for prediction, palm in zip(first, detections, strict=True)
            if sigmoid(prediction.logits)[_HAND] > _WORTH_A_LOOK
        ]
        found = []
        for prediction, (_, score) in zip(self._net.predict(picture, [crop for crop, _ in worth]), worth, strict=True):
            presence = float(sigmoid(prediction.logits)[_HAND])
            if presence >= HAND_AT:
                found.append(HandDetection(prediction, HandCrop.around(prediction.joints), presence * score))
        kept: list[HandDetection] = []
        for hand in sorted(found, key=lambda hand: -hand.score):
            if not any(_same(hand, k) or _part_of(hand, k) or _part_of(k, hand) for k in kept):
                kept.append(hand)
        return [self._reading(picture, hand, seen or []) for hand in kept]

    def _reading(self, picture: Picture, hand: HandDetection, seen: list[Landmarks]) -> HandReading:
        logits, joints = hand.prediction.logits, hand.joints
        landmarks: list[Landmarks] = []
        unsure = unfamiliarity(logits, joints) >= ASK_FROM
        if unsure or shows_palm(logits):
            views = self._views(picture, hand) if unsure else VIEWS[:1]
            landmarks = self._landmarks_of(picture, hand, seen, views)
            if contradicted(logits, landmarks):
                others = [other for other in VIEWS if other not in views]
                landmarks += self._landmarks_of(picture, hand, [], others)
        believed = legibility(picture, hand.crop) * fused(logits, joints, landmarks)
        return _reading(believed, joints, sure_from(logits, joints, landmarks))

    def _landmarks_of(
        self, picture: Picture, hand: HandDetection, seen: list[Landmarks], views: Sequence[tuple[float, float]]
    ) -> list[Landmarks]:
        """What MediaPipe sees of a hand: what it has found already, `seen`, and what it finds in `views` of it."""
        found = list(seen)
        for room, turn in views:
            crop = replace(hand.crop, size=hand.crop.size * room, angle=hand.crop.angle + turn)
            ones = self._landmarker(1).find(crop.cut(picture, _VIEW_PX))
            found += [replace(one, points=crop.to_picture(one.points, _VIEW_PX)) for one in ones]
        return [one for one in found if _knuckles_apart(one.points, hand) < _SAME_HAND_PALMS]

    def _views(self, _picture: Picture, _hand: HandDetection) -> Sequence[tuple[float, float]]:
        """In which views MediaPipe looks at a hand of which the network is unsure: of `VIEWS`, all."""
        return VIEWS

    def _landmarker(self, hands: int) -> Landmarker:
        if hands not in self._landmarkers:
            self._landmarkers[hands] = Landmarker(hands=hands)
        return self._landmarkers[hands]

    def close(self) -> None:
        """Free the models."""
        for landmarker in self._landmarkers.values():
            landmarker.close()
        self._landmarkers.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _knuckles_apart(points: Points, hand: HandDetection) -> float:
    """How far the four knuckles of `points` lie from those of a hand, on average, in palm lengths."""
    knuckles = list(FINGER_KNUCKLES)
    return float(np.linalg.norm(points[knuckles] - hand.joints[knuckles], axis=1).mean()) / hand.crop.palm_px


def _same(a: HandDetection, b: HandDetection) -> bool:
    """Whether one hand was found twice: the middle knuckles lie closer than most of a palm."""
    off = distance(a.joints[Landmark.MIDDLE_KNUCKLE], b.joints[Landmark.MIDDLE_KNUCKLE])
    return off <= _SAME_HAND_PALMS * max(a.crop.palm_px, b.crop.palm_px)


def _part_of(a: HandDetection, b: HandDetection) -> bool:
    """Whether `a` lies within the far larger `b`: a fingertip taken for a hand of its own, or two hands taken as
    one."""
    if b.crop.palm_px < _LARGER * a.crop.palm_px:
        return False
    middle = palm_center(a.joints)
    low, high = b.joints.min(0), b.joints.max(0)
    margin = _PART_MARGIN_PALMS * b.crop.palm_px
    return bool(((middle > low - margin) & (middle < high + margin)).all())


def _reading(logits: NDArray[np.float64], joints: Points, unsure_below: float) -> HandReading:
    p = sigmoid(logits / TEMPERATURE)
    thumb, index, middle, ring, pinky = (float(v) for v in p[:5])
    digits = (thumb, index, middle, ring, pinky)
    unsure = frozenset(d for d, v in zip(Digit, digits, strict=True) if max(v, 1 - v) < unsure_below)
    low, high = joints.min(0), joints.max(0)
    margin = 0.06 * float((high - low).max())
    box = (round(low[0] - margin), round(low[1] - margin), round(high[0] + margin), round(high[1] + margin))
    return HandReading(
        side=Side.LEFT if p[_LEFT] > 0.5 else Side.RIGHT,
        palm=Palm.UP if p[_UP] > 0.5 else Palm.DOWN,
        digits=digits,
        unsure=unsure,
        confidence=float(np.prod([max(v, 1 - v) for v in digits])),
        landmarks=joints,
        box=box,
        side_p=float(max(p[_LEFT], 1 - p[_LEFT])),
        palm_p=float(max(p[_UP], 1 - p[_UP])),
    )
