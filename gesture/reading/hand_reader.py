"""Finds and reads every hand on a frame, or in one zone of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import FINGER_KNUCKLES, Landmark, distance, palm_center
from gesture.reading.digit_network import DigitNet, Told
from gesture.reading.fusion import contradicted, joined, shows_palm, strange, sure_from
from gesture.reading.hand_crop import SIZE_IN_PALMS, HandFrame, frame_of_landmarks
from gesture.reading.hand_reading import HandReading, PalmSizes
from gesture.reading.landmarker import Landmarker, Landmarks
from gesture.reading.palm_detector import Candidate, Finder, scales_for
from rules.hands import Digit, Palm, Side

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]
Mode = Literal["still", "live"]
HAND_AT = 0.9
"""A candidate is a hand when the network's second look says so with at least this probability."""
TEMPERATURE = 1.0
"""Divides logits so that probabilities mean what they say; found on rendered hands kept out of training."""
ASK_FROM = 0.05
"""MediaPipe is asked about a hand that is at least so much of a stranger (see `second_opinion.strange`)."""
LANDMARK_SCORE = 0.7
"""The score of a hand that MediaPipe found on the whole picture, beside the finding network's scores."""
DIM_BELOW = 70.0
"""A picture whose pixels are darker than this on average, of 255, is brightened before anything looks at it."""
_MOST_GAIN = 6.0
_WORTH_A_LOOK = 0.05
_APART_IN_PALMS = 0.7
_LARGER = 1.7
_OPINION_PX = 224
OPINIONS = ((1.35, 0.0), (1.5, 0.3), (1.7, 0.0))
"""How much larger than the hand's own frame MediaPipe's looks are, and turned by how many radians."""
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
class Look:
    told: Told
    frame: HandFrame
    score: float

    @property
    def palm_px(self) -> float:
        return self.frame.size / SIZE_IN_PALMS


class HandReader:
    """Finds hands with the finding network, frames each anew by its joints, and reads its digits.

    MediaPipe helps twice: on single pictures it names places to look at, and where the network meets a hand unlike
    those that it knows, or a palm, MediaPipe's landmarks give a second opinion. Use it as a context manager, or
    `close` it. `mode` is "still" for single pictures (search with everything) or "live" for resting hands in a seat's
    zone.
    """

    def __init__(self, mode: Mode = "still") -> None:
        self.mode = mode
        self._finder, self._net = Finder(), DigitNet()
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
        candidates = self._finder.find(part, scales_for(palm_px))
        seen = self._landmarker(8).find(part) if self.mode == "still" else []
        candidates += [Candidate(frame_of_landmarks(hand.points), LANDMARK_SCORE) for hand in seen]
        return [r.moved(x0, y0) for r in self.read_at(part, candidates, seen)]

    def read_at(
        self, picture: Picture, candidates: list[Candidate], seen: list[Landmarks] | None = None
    ) -> list[HandReading]:
        """Read the hands at `candidates`: those that are none, or the same hand again, are left out.

        `seen` holds the hands that MediaPipe found on the picture already.
        """
        first = self._net.tell(picture, [c.frame for c in candidates], mirrored=False)
        worth = [(t, c) for t, c in zip(first, candidates, strict=True) if sigmoid(t.logits)[_HAND] > _WORTH_A_LOOK]
        frames = [frame_of_landmarks(t.joints) for t, _ in worth]
        looks = []
        for told, (_, candidate) in zip(self._net.tell(picture, frames), worth, strict=True):
            presence = float(sigmoid(told.logits)[_HAND])
            if presence >= HAND_AT:
                looks.append(Look(told, frame_of_landmarks(told.joints), presence * candidate.score))
        kept: list[Look] = []
        for look in sorted(looks, key=lambda a: -a.score):
            if not any(_same(look, k) or _part_of(look, k) or _part_of(k, look) for k in kept):
                kept.append(look)
        return [self._reading(picture, look, seen or []) for look in kept]

    def _reading(self, picture: Picture, look: Look, seen: list[Landmarks]) -> HandReading:
        logits, joints = look.told.logits, look.told.joints
        opinions: list[Landmarks] = []
        unsure = strange(logits, joints) >= ASK_FROM
        if unsure or shows_palm(logits):
            looks = self._opinions(picture, look) if unsure else OPINIONS[:1]
            opinions = self._second_opinions(picture, look, seen, looks)
            if contradicted(logits, opinions):
                others = [other for other in OPINIONS if other not in looks]
                opinions += self._second_opinions(picture, look, [], others)
        return _reading(joined(logits, joints, opinions), joints, sure_from(logits, joints, opinions))

    def _second_opinions(
        self, picture: Picture, look: Look, seen: list[Landmarks], looks: Sequence[tuple[float, float]]
    ) -> list[Landmarks]:
        """What MediaPipe sees of the hand looked at: found already, and from `looks` of its own."""
        found = list(seen)
        for room, turn in looks:
            frame = replace(look.frame, size=look.frame.size * room, angle=look.frame.angle + turn)
            crop = frame.cut(picture, _OPINION_PX)
            hands = self._landmarker(1).find(crop)
            found += [replace(hand, points=frame.to_picture(hand.points, _OPINION_PX)) for hand in hands]
        return [hand for hand in found if _knuckles_apart(hand.points, look) < _APART_IN_PALMS]

    def _opinions(self, picture: Picture, look: Look) -> Sequence[tuple[float, float]]:
        """Which looks MediaPipe takes at a hand of which the network is unsure: of `OPINIONS`, all."""
        return OPINIONS

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


def _knuckles_apart(points: Points, look: Look) -> float:
    """How far the four knuckles of `points` lie from those looked at, on average, in palm lengths."""
    knuckles = list(FINGER_KNUCKLES)
    return float(np.linalg.norm(points[knuckles] - look.told.joints[knuckles], axis=1).mean()) / look.palm_px


def _same(a: Look, b: Look) -> bool:
    """Whether two looks are at one hand: their middle knuckles lie closer than most of a palm."""
    off = distance(a.told.joints[Landmark.MIDDLE_KNUCKLE], b.told.joints[Landmark.MIDDLE_KNUCKLE])
    return off <= _APART_IN_PALMS * max(a.palm_px, b.palm_px)


def _part_of(a: Look, b: Look) -> bool:
    """Whether `a` lies within the far larger `b`: a fingertip taken for a hand of its own, or two hands taken as
    one."""
    if b.palm_px < _LARGER * a.palm_px:
        return False
    middle = palm_center(a.told.joints)
    low, high = b.told.joints.min(0), b.told.joints.max(0)
    margin = 0.1 * b.palm_px
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
