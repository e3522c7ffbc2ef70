"""Finds and reads every hand on a frame, or in one zone of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import Landmark, distance, outside_px, palm_center
from gesture.reading.digit_network import NET_PX, DigitNetwork, Prediction
from gesture.reading.fusion import MOST_LOOKS, SURE, Evidence, apart_palms, fused, sharpness_of
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
LANDMARK_SCORE = 0.7
"""The score of a hand that MediaPipe found on the whole picture, beside the palm detector's scores."""
DIM_BELOW = 70.0
"""A picture whose pixels are darker than this on average, of 255, is brightened before anything looks at it."""
_MOST_GAIN = 6.0
"""And by so much at most."""
ALONE_AT, ALONE_SURE_AT = 0.95, 0.989
"""A hand that MediaPipe sees in no view of it, though it looked, is a hand only from this probability on; and only from
the second one on is any of its digits sure. Sleeves, heads and clutter look like hands to one of the two."""
_WORTH_A_LOOK = 0.05
"""A palm is looked at a second time when the first look finds a hand there with at least this probability."""
_SAME_HAND_PALMS = 0.7
"""Two findings are of one hand when their knuckles lie nearer than this, in palm lengths."""
_LARGER, _PART_MARGIN_PALMS = 1.7, 0.1
"""A hand is part of another that is so many times as large, and in whose box, with this margin in palm lengths, its
palm lies."""
_MARGIN = 0.35
"""A hand that fills its picture is looked for with so much of the picture's longer side around it."""
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

    What the network says of a hand is fused with MediaPipe's landmarks of it. Use it as a context manager, or `close`
    it.
    """

    def __init__(self) -> None:
        self._detector, self._net = PalmDetector(), DigitNetwork()
        self._landmarkers: dict[int, Landmarker] = {}

    def read(
        self,
        frame_bgr: Picture,
        zone: Points | None = None,
        palm_px: PalmSizes | None = None,
        palms_in: Points | None = None,
    ) -> list[HandReading]:
        """Every hand on a BGR frame of shape (H, W, 3), or only those in the box around `zone`, (N, 2).

        `palm_px` are the smallest and the largest palm expected, in pixels: far smaller and larger ones are not looked
        for. Hands whose palm lies outside of the polygon `palms_in`, (N, 2), may be left out. The answer follows
        from what is given alone, whatever was read before.
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
        seen = hands_seen(part, self._landmarker(MOST_LANDMARKS))
        detections += [PalmDetection(HandCrop.around(hand.points), LANDMARK_SCORE) for hand in seen]
        palms_in = None if palms_in is None else palms_in - (x0, y0)
        return [r.moved(x0, y0) for r in self.read_at(part, detections, seen, palms_in)]

    def read_at(
        self,
        picture: Picture,
        detections: list[PalmDetection],
        seen: list[Landmarks] | None = None,
        palms_in: Points | None = None,
    ) -> list[HandReading]:
        """Read the hands at `detections`: those that are none, or the same hand again, are left out.

        `seen` holds the hands that MediaPipe found on the picture already. Of hands whose palm lies outside of
        `palms_in` at the first look there is no second.
        """
        first = self._net.predict(picture, [palm.crop for palm in detections], mirrored=False)
        worth = self._worth_a_look(
            [
                HandDetection(prediction, HandCrop.around(prediction.joints), palm.score)
                for prediction, palm in zip(first, detections, strict=True)
                if sigmoid(prediction.logits)[_HAND] > _WORTH_A_LOOK
                and (palms_in is None or outside_px(palms_in, palm_center(prediction.joints)) <= 0)
            ]
        )
        found = []
        for prediction, before in zip(self._predictions(picture, [one.crop for one in worth]), worth, strict=True):
            presence = float(sigmoid(prediction.logits)[_HAND])
            if presence >= HAND_AT:
                found.append(HandDetection(prediction, HandCrop.around(prediction.joints), presence * before.score))
        known = [self._evidence(picture, hand, seen or []) for hand in once_each(found, seen or [])]
        there = [one for one in known if one.looks or hand_probability(one) >= ALONE_AT]
        return [_reading(one, legibility(picture, HandCrop.around(one.joints))) for one in there]

    def _evidence(self, picture: Picture, hand: HandDetection, seen: Sequence[Landmarks]) -> Evidence:
        """All that is known of a hand: what the network says, what MediaPipe has found already, `seen`, and what it
        finds in views of the hand."""
        looks = [one for one in seen if _shows(one, hand)]
        for room, turn in self._views(picture, hand):
            if len(looks) >= MOST_LOOKS:
                break
            crop = replace(hand.crop, size=hand.crop.size * room, angle=hand.crop.angle + turn)
            ones = self._landmarker(1).find(crop.cut(picture, _VIEW_PX))
            moved = [replace(one, points=crop.to_picture(one.points, _VIEW_PX)) for one in ones]
            looks += [one for one in moved if _shows(one, hand)]
        sharpness = sharpness_of(hand.crop.cut(picture, NET_PX))
        return Evidence(hand.prediction.logits, hand.joints, looks[:MOST_LOOKS], sharpness)

    def _worth_a_look(self, hands: list[HandDetection]) -> list[HandDetection]:
        """Those of the hands of the first look that are looked at a second time."""
        return hands

    def _predictions(self, picture: Picture, crops: list[HandCrop]) -> list[Prediction]:
        """What the network says of crops around the joints of hands."""
        return self._net.predict(picture, crops)

    def _views(self, _picture: Picture, _hand: HandDetection) -> Sequence[tuple[float, float]]:
        """The views in which MediaPipe looks at a hand, in their order."""
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


def hands_seen(picture: Picture, landmarker: Landmarker) -> list[Landmarks]:
    """The hands that MediaPipe finds on a picture (H, W, 3), and on it with a margin around: a hand that fills its
    picture is found only there."""
    seen = landmarker.find(picture)
    margin = round(_MARGIN * max(picture.shape[:2]))
    wide = cv2.copyMakeBorder(picture, margin, margin, margin, margin, cv2.BORDER_REPLICATE)
    for hand in landmarker.find(np.asarray(wide, np.uint8)):
        moved = replace(hand, points=hand.points - margin)
        if all(apart_palms(moved.points, other.points) > _SAME_HAND_PALMS for other in seen):
            seen.append(moved)
    return seen


def once_each(found: Sequence[HandDetection], seen: Sequence[Landmarks]) -> list[HandDetection]:
    """Of detections, each hand once: the best of those that are one hand, and of a hand and a part of it the hand.

    Those that MediaPipe saw too, `seen`, come first, and of these a part never replaces a whole.
    """

    def witnessed(hand: HandDetection) -> bool:
        return any(_shows(one, hand) for one in seen)

    ranked = sorted(found, key=lambda hand: (not witnessed(hand), -hand.score))
    known = [hand for hand in ranked if witnessed(hand)]
    wholes = [hand for hand in ranked if not (hand in known and any(_part_of(hand, other) for other in known))]
    kept: list[HandDetection] = []
    for hand in wholes:
        if not any(_same(hand, k) or _part_of(hand, k) or _part_of(k, hand) for k in kept):
            kept.append(hand)
    return kept


def _shows(look: Landmarks, hand: HandDetection) -> bool:
    """Whether what MediaPipe saw is this hand: in its place, and about as large."""
    larger = HandCrop.around(look.points).palm_px / hand.crop.palm_px
    return apart_palms(look.points, hand.joints) < _SAME_HAND_PALMS and 1 / _LARGER < larger < _LARGER


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


def hand_probability(evidence: Evidence) -> float:
    """The probability that there is a hand, by the digit network."""
    return float(sigmoid(evidence.logits)[_HAND])


def _reading(evidence: Evidence, legible: float) -> HandReading:
    joints, p = evidence.joints, sigmoid(legible * fused(evidence))
    thumb, index, middle, ring, pinky = (float(v) for v in p[:5])
    digits = (thumb, index, middle, ring, pinky)
    alone = evidence.asked and not evidence.looks and hand_probability(evidence) < ALONE_SURE_AT
    unsure = frozenset(d for d, v in zip(Digit, digits, strict=True) if alone or max(v, 1 - v) < SURE)
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
