"""Stock MediaPipe as people install it, with the rules for bent digits that are copied from one to another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import distance
from gesture.reading.hand_reading import HandReading
from gesture.reading.landmarker import Landmarker
from rules.hands import Digit, Palm, Side

HANDS, CONFIDENCE = 4, 0.5
"""As many hands as the copied examples ask for, and MediaPipe's own default confidence."""
FINGER_ROOM, THUMB_ROOM = 1.05, 1.02
"""How many times as far a tip must be from the wrist, or the thumb's from the little finger, as its joint is."""
_TIPS = {Digit.INDEX: 8, Digit.MIDDLE: 12, Digit.RING: 16, Digit.PINKY: 20}
Rule = Callable[[NDArray[np.float64], Side], frozenset[Digit]]
"""Which digits of a hand are bent, by its landmarks (21, 2) in pixels and its side."""


def bent_by_tips(points: NDArray[np.float64], side: Side) -> frozenset[Digit]:
    """The digits that are bent by the rule of the `cvzone` package, given landmarks (21, 2) in pixels.

    A finger is straight when its tip lies higher on the picture than its middle joint, the thumb when its tip lies
    farther to the hand's own outer side than its last joint.
    """
    bent = {digit for digit, tip in _TIPS.items() if points[tip][1] >= points[tip - 2][1]}
    if (points[4][0] < points[3][0]) != (side is Side.RIGHT):
        bent.add(Digit.THUMB)
    return frozenset(bent)


def bent_by_distances(points: NDArray[np.float64], _side: Side) -> frozenset[Digit]:
    """The digits that are bent by distances between landmarks (21, 2), the best of the copied rules on people.

    A finger is straight when its tip is farther from the wrist than its middle joint is, the thumb when its tip is
    farther from the little finger's knuckle than its last joint is, both by a little.
    """

    def apart(a: int, b: int) -> float:
        return distance(points[a], points[b])

    bent = {digit for digit, tip in _TIPS.items() if apart(tip, 0) < FINGER_ROOM * apart(tip - 2, 0)}
    if apart(4, 17) < THUMB_ROOM * apart(3, 17):
        bent.add(Digit.THUMB)
    return frozenset(bent)


class StockReader:
    """Reads whole pictures with bare MediaPipe and a rule. It tells no palm; `DOWN` stands for all of them."""

    def __init__(self) -> None:
        self._landmarker = Landmarker(hands=HANDS, confidence=CONFIDENCE)

    def read(self, picture_bgr: NDArray[np.uint8], rule: Rule) -> list[HandReading]:
        """Every hand that it finds on a BGR picture (H, W, 3), with the digits that are bent by a rule."""
        readings = []
        for hand in self._landmarker.find(picture_bgr):
            bent = rule(hand.points, hand.side)
            low, high = hand.points.min(0), hand.points.max(0)
            thumb, index, middle, ring, pinky = (float(d in bent) for d in Digit)
            box = (round(low[0]), round(low[1]), round(high[0]), round(high[1]))
            digits = (thumb, index, middle, ring, pinky)
            readings.append(HandReading(hand.side, Palm.DOWN, digits, frozenset(), hand.score, hand.points, box))
        return readings

    def close(self) -> None:
        """Free the model."""
        self._landmarker.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
