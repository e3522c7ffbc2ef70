"""What MediaPipe's 21 landmarks of a hand say of each digit, as numbers that a small network can weigh.

Lengths are in palm lengths of the hand's crop, angles in radians, ratios as logarithms. The picture's points tell of a
finger how far its tip is from the wrist and the knuckle, the points in space how its joints turn. Across is from the
index's knuckle to the pinky's, so that left and right hands, backs and palms have the same features.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import DIGIT_LANDMARKS, TIPS, Landmark, palm_width
from gesture.reading.hand_crop import HandCrop
from gesture.reading.landmarker import Landmarks
from rules.hands import Digit, Side

Array = NDArray[np.float64]

THUMB_FEATURES, FINGER_FEATURES = 28, 17
"""How many numbers tell of the thumb, and of each finger."""
_FINGERS = tuple(digit for digit in Digit if digit is not Digit.THUMB)
_LEAST = 1e-3


def thumb_features(look: Landmarks) -> Array:
    """Shape (THUMB_FEATURES,): where the thumb's joints and tip lie from the index's knuckle, how its bones turn, and
    how far its tip is from other joints, on the picture and in space."""
    flat, space = look.points, look.world
    palm = HandCrop.around(flat).palm_px
    along, across = _axes(flat)
    knuckle, joint, tip = Landmark.THUMB_KNUCKLE, Landmark.THUMB_JOINT, Landmark.THUMB_TIP
    index = flat[Landmark.INDEX_KNUCKLE]
    places = [f(flat[row] - index) / palm for row in (tip, joint, knuckle) for f in (across.dot, along.dot)]
    chain = [Landmark.THUMB_BASE, knuckle, joint, tip]
    turns = [_turn(points, *chain[n : n + 3]) for points in (flat, space) for n in (0, 1)]
    near = (
        Landmark.INDEX_KNUCKLE, Landmark.INDEX_MIDDLE_JOINT, Landmark.MIDDLE_KNUCKLE, Landmark.PINKY_KNUCKLE,
        Landmark.WRIST, Landmark.MIDDLE_MIDDLE_JOINT,
    )  # fmt: skip
    reach = _between(space, Landmark.MIDDLE_KNUCKLE, Landmark.WRIST) + 1e-6
    near_in_space = (
        Landmark.INDEX_KNUCKLE, Landmark.MIDDLE_KNUCKLE, Landmark.PINKY_KNUCKLE, Landmark.RING_KNUCKLE,
        Landmark.INDEX_MIDDLE_JOINT,
    )  # fmt: skip
    return np.array([
        *places, *turns, *(_between(flat, tip, row) / palm for row in near),
        *(_between(space, tip, row) / reach for row in near_in_space), _slant(flat),
        float((space[tip] - space[Landmark.INDEX_KNUCKLE]) @ _out_of_palm(look)) / reach,
        _between(flat, tip, knuckle) / palm,
        *(float(np.clip(_between(flat, tip, TIPS[digit]) / palm, 0, 2)) for digit in _FINGERS),
    ])  # fmt: skip


def finger_features(look: Landmarks) -> Array:
    """Shape (4, FINGER_FEATURES), from index to pinky: how far a finger reaches, how its joints turn, whether its tip
    lies by itself."""
    return np.array([_of_finger(look, digit) for digit in _FINGERS])


def _of_finger(look: Landmarks, digit: Digit) -> list[float]:
    flat, space = look.points, look.world
    palm = HandCrop.around(flat).palm_px
    along, _ = _axes(flat)
    knuckle, middle, end, tip = DIGIT_LANDMARKS[digit]
    wrist = int(Landmark.WRIST)
    chain = (wrist, knuckle, middle, end, tip)
    reach = _between(space, Landmark.MIDDLE_KNUCKLE, wrist) + 1e-6
    bones = [_between(flat, a, b) for a, b in pairwise(chain[1:])]
    bones_in_space = [_between(space, a, b) for a, b in pairwise(chain[1:])]
    gap = min(_between(flat, tip, other) for one, other in TIPS.items() if one is not digit)
    return [
        4 * _log_ratio(_between(flat, tip, wrist) / palm, _between(flat, middle, wrist) / palm),
        2 * float(np.log((_between(flat, tip, knuckle) / palm + 0.05) / (bones[0] / palm + 0.05))),
        *(_turn(flat, *chain[n : n + 3]) for n in (1, 2, 0)),
        _between(flat, tip, knuckle) / palm,
        float((flat[tip] - flat[knuckle]) @ along) / palm,
        sum(bones) / palm,
        *(_turn(space, *chain[n : n + 3]) for n in (0, 1, 2)),
        4 * _log_ratio(_between(space, tip, wrist) / reach, _between(space, middle, wrist) / reach),
        2 * _between(space, tip, knuckle) / (sum(bones_in_space) + 1e-6),
        float((space[tip] - space[knuckle]) @ _out_of_palm(look)) / reach,
        gap / palm,
        _slant(flat),
        min(_between(flat, Landmark.THUMB_TIP, middle) / palm, 2.0),
    ]


def clockwise(points: Array) -> bool:
    """Whether, on the picture, the knuckles follow each other clockwise about the wrist from index to pinky: on the
    palm of a left hand, and on the back of a right one."""
    index, pinky = (points[row] - points[Landmark.WRIST] for row in (Landmark.INDEX_KNUCKLE, Landmark.PINKY_KNUCKLE))
    return bool(index[0] * pinky[1] - index[1] * pinky[0] > 0)


def _axes(flat: Array) -> tuple[Array, Array]:
    """Along the hand and across it, (2,) each, of length 1."""
    along = _unit(flat[Landmark.MIDDLE_KNUCKLE] - flat[Landmark.WRIST])
    across = np.array([-along[1], along[0]])
    if (flat[Landmark.PINKY_KNUCKLE] - flat[Landmark.INDEX_KNUCKLE]) @ across < 0:
        across = -across
    return along, across


def _unit(vector: Array) -> Array:
    direction: Array = vector / (np.linalg.norm(vector) + 1e-9)
    return direction


def _between(points: Array, a: int, b: int) -> float:
    return float(np.linalg.norm(points[a] - points[b]))


def _turn(points: Array, a: int, b: int, c: int) -> float:
    return float(np.arccos(np.clip(_unit(points[b] - points[a]) @ _unit(points[c] - points[b]), -1, 1)))


def _log_ratio(a: float, b: float) -> float:
    return float(np.log((a + _LEAST) / (b + _LEAST)))


def _slant(flat: Array) -> float:
    """Palm lengths over knuckle widths, at most 4."""
    return min(_between(flat, Landmark.MIDDLE_KNUCKLE, Landmark.WRIST) / (palm_width(flat) + 1e-6), 4.0)


def _out_of_palm(look: Landmarks) -> Array:
    """The direction (3,) in space that leaves the same side of a left and of a right hand."""
    wrist, index, pinky = look.world[[Landmark.WRIST, Landmark.INDEX_KNUCKLE, Landmark.PINKY_KNUCKLE]]
    out = _unit(np.cross(index - wrist, pinky - wrist))
    return -out if look.side is Side.LEFT else out
