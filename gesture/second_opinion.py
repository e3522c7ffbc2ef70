"""Joins two opinions of one hand: the reading network's, and what MediaPipe's landmarks say by their distances.

The network is nearly always right on hands like those it was trained on, and it says so: on those its answers are far
from even. MediaPipe's landmarks were learnt from real photos; they are good where the palm is seen and poor on the back
of a hand whose digits are tucked away. So a hand of which the network is sure is the network's; the less sure it is of
the whole hand, the more the landmarks say, and more of a palm than of a back.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gesture.landmarker import Landmarks
from rules.hands import Side

Array = NDArray[np.float64]

FAMILIAR_LOGIT = 4.1
"""The mean size of the network's five digit logits at which both opinions weigh the same."""
_STEEPNESS = 4.0
_SLOPE = 40.0
_LOUDEST = 8.0
_BACK = 0.3
"""The weight of landmarks on the back of a hand, where they are poor, against a palm."""
_EVEN = np.array([1.15, 1.1, 1.1, 1.05, 1.15])
"""The ratio of distances at which a digit is as likely bent as straight, from thumb to pinky."""
_KNUCKLES = (5, 9, 13, 17)
_END_ON, _UPRIGHT = 1.0, 1.3
"""Palm lengths over knuckle widths: the distances on a hand foreshortened to the first tell nothing, from the second on
all that they can."""
_YIELD = 0.6
_UP = 6


def landmark_logits(points: Array) -> Array:
    """How bent each digit looks by MediaPipe's 21 landmarks (21, 2) in pixels: logits (5,).

    A finger's tip lies nearer the wrist than its middle joint when it is bent; a bent thumb's tip nearer the little
    finger's knuckle than its last joint does.
    """

    def gap(a: int, b: int) -> float:
        return float(np.linalg.norm(points[a] - points[b])) + 1e-6

    ratios = np.array([gap(4, 17) / gap(3, 17), *(gap(k + 3, 0) / gap(k + 1, 0) for k in _KNUCKLES)])
    logits: Array = np.clip(-_SLOPE * np.log(ratios / _EVEN), -_LOUDEST, _LOUDEST)
    return logits


def familiar(digit_logits: Array) -> float:
    """How far, in 0..1, the network knows this kind of hand: from the mean size of its five digit logits."""
    return float(1 / (1 + np.exp(-_STEEPNESS * (np.mean(np.abs(digit_logits)) - FAMILIAR_LOGIT))))


def upright(joints: Array) -> float:
    """How far, in 0..1, a hand with these 21 joints lies across the line of sight and not along it."""
    reach = float(np.linalg.norm(joints[9] - joints[0]) / (np.linalg.norm(joints[5] - joints[17]) + 1e-6))
    return float(np.clip((reach - _END_ON) / (_UPRIGHT - _END_ON), 0, 1))


def joined(logits: Array, joints: Array, hand: Landmarks | None) -> Array:
    """The network's logits (8,) of a hand at its joints (21, 2), with the second opinion in them.

    `hand` is None where MediaPipe found none.
    """
    if hand is None:
        return logits
    palm_up = 1 / (1 + np.exp(-logits[_UP]))
    doubt = upright(joints) * (1 - familiar(logits[:5])) * (_BACK + (1 - _BACK) * palm_up)
    left = _LOUDEST if hand.side is Side.LEFT else -_LOUDEST
    index, pinky = hand.points[5] - hand.points[0], hand.points[17] - hand.points[0]
    clockwise = index[0] * pinky[1] - index[1] * pinky[0] > 0
    up = _LOUDEST if clockwise == (hand.side is Side.LEFT) else -_LOUDEST
    both: Array = logits * (1 - _YIELD * doubt)
    both[:7] += doubt * np.array([*landmark_logits(hand.points), left, up])
    both[7] = logits[7]
    return both
