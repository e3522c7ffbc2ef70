"""Fuses what two models say of one hand: the digit network, and MediaPipe's landmarks by their distances.

The network is nearly always right on hands like those it was trained on, and it says so: on those its answers are far
from even. MediaPipe's landmarks were learnt from real photos: they are poor on the back of a hand whose digits are
tucked away, and yet on the backs of people's hands they are right far more often than a network that knows only
renders. So a hand of which the network is sure is the network's; the less sure it is of the whole hand, the more the
landmarks say.

One mistake of the network's gives it away: on the palm of a hand unlike those that it knows it may take one finger for
its neighbour, and then calls a finger bent that is plainly stretched out. On palms the landmarks may bend a straight
digit, but hardly ever stretch out a bent one: where every look shows a straight finger that the network calls bent, the
network must be surer than it is of strangers to be believed.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import (
    FINGER_KNUCKLES,
    Landmark,
    distance,
    palm_reach,
    palm_width,
    rightwards,
    turn_deg,
    unit,
)
from gesture.reading.landmarker import Landmarks
from rules.hands import Side

Array = NDArray[np.float64]

FAMILIAR_LOGIT, FAMILIAR_PALM = 4.0, 4.2
"""The mean size of the network's five digit logits at which both weigh the same: of the back of a hand, and of
a palm, which MediaPipe sees better."""
_STEEPNESS = 8.0
"""How fast the network is believed more beyond that mean size, a unit of it."""
_SLOPE = 25.0
"""Logits a unit of the log of a finger's ratio of distances."""
_LOUDEST = 6.0
"""No landmark says more than this, as a logit."""
_BACK_WEIGHT = 1.0
"""The weight of landmarks on the back of a hand against a palm. By photographs of people's hands it is the same;
renders alone, on which the network is at home, would have 0.3."""
_EVEN_RATIO = np.array([1.1, 1.1, 1.05, 1.15])
"""The ratio of distances at which a finger is as likely bent as straight, from index to pinky."""
_ASIDE, _ASIDE_SLOPE = 0.2, 20.0
"""How far beyond the index's knuckle, in palm lengths, the tip of a thumb lies that is as likely bent as straight."""
_TURN_DEG, _TURN_SLOPE_DEG = 22.0, 4.0
"""How far its bones turn at its second joint then."""
_END_ON, _UPRIGHT = 1.25, 1.35
"""Palm lengths over knuckle widths: the distances on a hand foreshortened to the first tell nothing, from the second on
all that they can."""
_YIELD = np.array([0.24, 0.8, 0.8, 0.8, 0.8])
"""How much the network gives way on a digit; less on the thumb, of which it is the better judge."""
_PLAINLY, _FLAT = 4.0, 1.05
"""A finger whose landmarks say so with a logit of this size is plainly straight, on a palm of so many lengths over
widths: one that points at the camera has its fingers foreshortened."""
_APART = 0.2
"""And its tip lies so far, in palm lengths, from all others: MediaPipe may lay two of its fingers on one."""
LOOKS_AGREE = 2
"""So many looks that all contradict the network are believed; fewer may err alike."""
_CONTRADICTED_SLANTED, _CONTRADICTED_UPRIGHT = 4.0, 5.2
"""The mean size of the network's logits at which it is as likely right as the looks that contradict it: of a palm at a
slant, and of an upright one."""
_SIDE_YIELD = 0.6
"""How much the network gives way on side and palm."""
_UP = 6
SURE = 0.8
"""A digit is sure from this probability on, of bent or of straight."""
_SLANT_FROM, _SLANT_TO, _SLANTED = 1.2, 0.8, 0.09
"""More is asked of a foreshortened hand, whose digits hide each other: all of it from the second measure on."""
_ON_PALMS, _ON_BACKS, _ALONE = -0.1, 0.1, 0.17
"""What is added for a stranger: of palms the landmarks can be trusted more, of backs both less, and the
network alone is often wrong without knowing it."""


def landmark_logits(points: Array) -> Array:
    """How bent each digit looks by MediaPipe's 21 landmarks (21, 2) in pixels: logits (5,).

    A finger's tip lies nearer the wrist than its middle joint when it is bent. A bent thumb's tip does not lie beside
    the palm, beyond the index's knuckle, and its bones turn at the second joint.
    """

    def from_wrist(row: int) -> float:
        return distance(points[row], points[Landmark.WRIST]) + 1e-6

    ratios = np.array([from_wrist(k + 3) / from_wrist(k + 1) for k in FINGER_KNUCKLES])
    logits: Array = np.array([_thumb_logit(points), *(-_SLOPE * np.log(ratios / _EVEN_RATIO))])
    return np.clip(logits, -_LOUDEST, _LOUDEST)


def _thumb_logit(points: Array) -> float:
    across = rightwards(unit(points[Landmark.MIDDLE_KNUCKLE] - points[Landmark.WRIST]))
    if (points[Landmark.INDEX_KNUCKLE] - points[Landmark.PINKY_KNUCKLE]) @ across < 0:
        across = -across
    beside = float((points[Landmark.THUMB_TIP] - points[Landmark.INDEX_KNUCKLE]) @ across) / max(
        palm_reach(points), 1e-6
    )
    base, knuckle, joint = points[[Landmark.THUMB_BASE, Landmark.THUMB_KNUCKLE, Landmark.THUMB_JOINT]]
    turned_deg = turn_deg(knuckle - base, joint - knuckle)
    tip = float(np.clip(_ASIDE_SLOPE * (_ASIDE - beside), -_LOUDEST, _LOUDEST))
    return tip + (turned_deg - _TURN_DEG) / _TURN_SLOPE_DEG


def familiarity(logits: Array) -> float:
    """How far, in 0..1, the network knows a hand of which it says these logits (8,): from the mean size of the five of
    its digits."""
    return _certain(logits, FAMILIAR_LOGIT + (FAMILIAR_PALM - FAMILIAR_LOGIT) * _palm_up(logits))


def _certain(logits: Array, even: float) -> float:
    """How sure, in 0..1, the network is of a hand's digits: one half at a mean size `even` of their logits."""
    return float(1 / (1 + np.exp(-_STEEPNESS * (np.mean(np.abs(logits[:5])) - even))))


def _reach(joints: Array) -> float:
    """Palm lengths over knuckle widths: about 1.5 seen from above, less the more the hand is foreshortened."""
    return palm_reach(joints) / (palm_width(joints) + 1e-6)


def upright(joints: Array) -> float:
    """How far, in 0..1, a hand with these 21 joints lies across the line of sight and not along it."""
    return float(np.clip((_reach(joints) - _END_ON) / (_UPRIGHT - _END_ON), 0, 1))


def unfamiliarity(logits: Array, joints: Array) -> float:
    """How far, in 0..1, a hand with these 21 joints is a stranger to the network that says these logits (8,).

    Seen at a slant the network is often unsure of hands that it knows well, and landmarks are of no help.
    """
    return upright(joints) * (1 - familiarity(logits))


def shows_palm(logits: Array) -> bool:
    """Whether landmarks could contradict what the network says of this hand: it does so of palms alone."""
    return bool(logits[_UP] > 0)


def contradicted(logits: Array, landmarks: Sequence[Landmarks]) -> bool:
    """Whether, on a palm, every look shows a finger plainly straight that the network calls bent.

    The looks say how flat it is: the network's joints are off as well when it takes one finger for another.
    """
    if not landmarks or not shows_palm(logits) or any(_reach(hand.points) < _FLAT for hand in landmarks):
        return False
    straight = np.all([_plainly_straight(hand.points) for hand in landmarks], axis=0)
    return bool((straight & (logits[1:5] > 0)).any())


def _plainly_straight(points: Array) -> NDArray[np.bool_]:
    """Which of the four fingers, (4,), are stretched out and lie by themselves."""
    tips = points[[row + 3 for row in FINGER_KNUCKLES]]
    gaps = np.linalg.norm(tips[:, None] - tips[None], axis=2) + np.diag([np.inf] * 4)
    apart = gaps.min(axis=1) > _APART * palm_reach(points)
    alone: NDArray[np.bool_] = apart & (landmark_logits(points)[1:] < -_PLAINLY)
    return alone


def _doubt(logits: Array, joints: Array, landmarks: Sequence[Landmarks]) -> float:
    """How far, in 0..1, a hand is a stranger to the network by all that is known."""
    doubt = unfamiliarity(logits, joints)
    if len(landmarks) >= LOOKS_AGREE and contradicted(logits, landmarks):
        even = _CONTRADICTED_SLANTED + (_CONTRADICTED_UPRIGHT - _CONTRADICTED_SLANTED) * upright(joints)
        doubt = max(doubt, 1 - _certain(logits, even))
    return doubt


def fused(logits: Array, joints: Array, landmarks: Sequence[Landmarks]) -> Array:
    """The network's logits (8,) of a hand at its joints (21, 2), fused with what MediaPipe's landmarks say.

    `landmarks` holds what MediaPipe saw of the hand at each look; none where it found no hand.
    """
    if not landmarks:
        return logits
    doubt = _doubt(logits, joints, landmarks)
    looks = np.array([[*landmark_logits(hand.points), *_side_and_palm(hand)] for hand in landmarks])
    said = looks.mean(axis=0)
    at_one = np.abs(said) / (np.abs(looks).mean(axis=0) + 1e-6)  # looks that differ say less of that digit
    both: Array = logits.copy()
    both[5:7] = logits[5:7] * (1 - _SIDE_YIELD * doubt) + doubt * said[5:]
    doubt *= _BACK_WEIGHT + (1 - _BACK_WEIGHT) * _palm_up(both)
    both[:5] = logits[:5] * (1 - _YIELD * doubt * at_one[:5]) + doubt * at_one[:5] * said[:5]
    return both


def _palm_up(logits: Array) -> float:
    return float(1 / (1 + np.exp(-logits[_UP])))


def _side_and_palm(hand: Landmarks) -> tuple[float, float]:
    """Logits of a left hand and of a palm up, by MediaPipe's side and the turn of the knuckles."""
    wrist, index, pinky = hand.points[[Landmark.WRIST, Landmark.INDEX_KNUCKLE, Landmark.PINKY_KNUCKLE]]
    index, pinky = index - wrist, pinky - wrist
    clockwise = index[0] * pinky[1] - index[1] * pinky[0] > 0
    left = hand.side is Side.LEFT
    return (_LOUDEST if left else -_LOUDEST, _LOUDEST if clockwise == left else -_LOUDEST)


def sure_from(logits: Array, joints: Array, landmarks: Sequence[Landmarks]) -> float:
    """The probability from which on a digit of this hand is sure, by the same arguments as `fused`."""
    up = _palm_up(fused(logits, joints, landmarks))
    more = up * _ON_PALMS + (1 - up) * _ON_BACKS if landmarks else _ALONE
    slant = float(np.clip((_SLANT_FROM - _reach(joints)) / (_SLANT_FROM - _SLANT_TO), 0, 1))
    return SURE + _doubt(logits, joints, landmarks) * more + slant * _SLANTED
