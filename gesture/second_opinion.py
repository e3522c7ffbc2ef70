"""Joins two opinions of one hand: the reading network's, and what MediaPipe's landmarks say by their distances.

The network is nearly always right on hands like those it was trained on, and it says so: on those its answers are far
from even. MediaPipe's landmarks were learnt from real photos; they are good where the palm is seen and poor on the back
of a hand whose digits are tucked away. So a hand of which the network is sure is the network's; the less sure it is of
the whole hand, the more the landmarks say, and more of a palm than of a back.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gesture.landmarker import Landmarks
from rules.hands import Side

Array = NDArray[np.float64]

FAMILIAR_LOGIT, FAMILIAR_PALM = 4.2, 4.45
"""The mean size of the network's five digit logits at which both opinions weigh the same: of the back of a hand, and of
a palm, which MediaPipe sees better."""
_STEEPNESS = 8.0
_SLOPE = 25.0
_LOUDEST = 6.0
_BACK = 0.3
"""The weight of landmarks on the back of a hand, where they are poor, against a palm."""
_EVEN = np.array([1.15, 1.1, 1.1, 1.05, 1.15])
"""The ratio of distances at which a digit is as likely bent as straight, from thumb to pinky."""
_KNUCKLES = (5, 9, 13, 17)
_END_ON, _UPRIGHT = 1.25, 1.35
"""Palm lengths over knuckle widths: the distances on a hand foreshortened to the first tell nothing, from the second on
all that they can."""
_YIELD = np.array([0.24, 0.8, 0.8, 0.8, 0.8])
"""How much the network gives way on a digit; less on the thumb, of which it is the better judge."""
_SIDE_YIELD = 0.6
_UP = 6
SURE = 0.8
"""A digit is sure from this probability on, of bent or of straight."""
_SLANT_FROM, _SLANT_TO, _SLANTED = 1.2, 0.8, 0.05
"""More is asked of a foreshortened hand, whose digits hide each other: all of it from the second measure on."""
_ON_PALMS, _ON_BACKS, _ALONE = -0.1, 0.1, 0.17
"""What is added for a stranger: of palms the landmarks can be trusted more, of backs both opinions less, and the
network alone is often wrong without knowing it."""


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


def familiar(logits: Array) -> float:
    """How far, in 0..1, the network knows a hand of which it says these logits (8,): from the mean size of the five of
    its digits."""
    even = FAMILIAR_LOGIT + (FAMILIAR_PALM - FAMILIAR_LOGIT) * _palm_up(logits)
    return float(1 / (1 + np.exp(-_STEEPNESS * (np.mean(np.abs(logits[:5])) - even))))


def _reach(joints: Array) -> float:
    """Palm lengths over knuckle widths: about 1.5 seen from above, less the more the hand is foreshortened."""
    return float(np.linalg.norm(joints[9] - joints[0]) / (np.linalg.norm(joints[5] - joints[17]) + 1e-6))


def upright(joints: Array) -> float:
    """How far, in 0..1, a hand with these 21 joints lies across the line of sight and not along it."""
    return float(np.clip((_reach(joints) - _END_ON) / (_UPRIGHT - _END_ON), 0, 1))


def strange(logits: Array, joints: Array) -> float:
    """How far, in 0..1, a hand with these 21 joints is a stranger to the network that says these logits (8,).

    Seen at a slant the network is often unsure of hands that it knows well, and landmarks are of no help.
    """
    return upright(joints) * (1 - familiar(logits))


def joined(logits: Array, joints: Array, opinions: Sequence[Landmarks]) -> Array:
    """The network's logits (8,) of a hand at its joints (21, 2), with second opinions in them.

    `opinions` holds what MediaPipe saw of the hand at each look; none where it found no hand.
    """
    if not opinions:
        return logits
    doubt = strange(logits, joints)
    said = np.mean([np.array([*landmark_logits(hand.points), *_side_and_palm(hand)]) for hand in opinions], axis=0)
    both: Array = logits.copy()
    both[5:7] = logits[5:7] * (1 - _SIDE_YIELD * doubt) + doubt * said[5:]
    doubt *= _BACK + (1 - _BACK) * _palm_up(both)
    both[:5] = logits[:5] * (1 - _YIELD * doubt) + doubt * said[:5]
    return both


def _palm_up(logits: Array) -> float:
    return float(1 / (1 + np.exp(-logits[_UP])))


def _side_and_palm(hand: Landmarks) -> tuple[float, float]:
    """Logits of a left hand and of a palm up, by MediaPipe's side and the turn of the knuckles."""
    index, pinky = hand.points[5] - hand.points[0], hand.points[17] - hand.points[0]
    clockwise = index[0] * pinky[1] - index[1] * pinky[0] > 0
    left = hand.side is Side.LEFT
    return (_LOUDEST if left else -_LOUDEST, _LOUDEST if clockwise == left else -_LOUDEST)


def sure_from(logits: Array, joints: Array, opinions: Sequence[Landmarks]) -> float:
    """The probability from which on a digit of this hand is sure, by the same arguments as `joined`."""
    up = _palm_up(joined(logits, joints, opinions))
    more = up * _ON_PALMS + (1 - up) * _ON_BACKS if opinions else _ALONE
    slant = float(np.clip((_SLANT_FROM - _reach(joints)) / (_SLANT_FROM - _SLANT_TO), 0, 1))
    return SURE + strange(logits, joints) * more + slant * _SLANTED
