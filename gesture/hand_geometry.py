"""The geometry of a hand's 21 landmarks: lengths, directions, turns, outlines. All points are (x, y), y pointing down.

Landmarks are arrays (21, 2) in pixels, in MediaPipe's order, which `Landmark` names. Two lengths of a palm are needed.
`palm_reach` is what the picture shows from wrist to middle knuckle: how far a hand is foreshortened can only be told
with it. `palm_length` is how long the palm is, so that a distance in palm lengths means the same for a foreshortened
hand: it takes the knuckles' width for a witness. The crop for the networks (`gesture.reading.hand_crop`) counts that
width for more, and what it counts cannot change without training them anew.
"""

from __future__ import annotations

import math
from enum import IntEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.hands import Digit

Points = NDArray[np.float64]
Direction = NDArray[np.float64]


class Landmark(IntEnum):
    """The rows of landmarks (21, 2), by the names of the joints in MediaPipe's hand model. A knuckle is the joint at
    which a digit leaves the palm (metacarpophalangeal)."""

    WRIST = 0
    THUMB_BASE = 1
    THUMB_KNUCKLE = 2
    THUMB_JOINT = 3
    THUMB_TIP = 4
    INDEX_KNUCKLE = 5
    INDEX_MIDDLE_JOINT = 6
    INDEX_END_JOINT = 7
    INDEX_TIP = 8
    MIDDLE_KNUCKLE = 9
    MIDDLE_MIDDLE_JOINT = 10
    MIDDLE_END_JOINT = 11
    MIDDLE_TIP = 12
    RING_KNUCKLE = 13
    RING_MIDDLE_JOINT = 14
    RING_END_JOINT = 15
    RING_TIP = 16
    PINKY_KNUCKLE = 17
    PINKY_MIDDLE_JOINT = 18
    PINKY_END_JOINT = 19
    PINKY_TIP = 20


DIGIT_LANDMARKS = {digit: range(1 + 4 * n, 5 + 4 * n) for n, digit in enumerate(Digit)}
"""Each digit's four landmarks, from the palm to the tip."""
TIPS = {digit: rows[-1] for digit, rows in DIGIT_LANDMARKS.items()}
KNUCKLES = {digit: rows[1 if digit is Digit.THUMB else 0] for digit, rows in DIGIT_LANDMARKS.items()}
FINGER_KNUCKLES = tuple(row for digit, row in KNUCKLES.items() if digit is not Digit.THUMB)
"""The knuckles of the four fingers, from index to pinky."""
PALM_LANDMARKS = (Landmark.WRIST, Landmark.THUMB_BASE, *FINGER_KNUCKLES)
"""Around the palm."""
PALM_IN_WIDTHS = 1.33
"""A palm is at least this many times as long as it is wide across the knuckles, however foreshortened it looks."""
STRAIGHT_PALMS = {Digit.THUMB: 0.75, Digit.INDEX: 1.0, Digit.MIDDLE: 1.05, Digit.RING: 1.0, Digit.PINKY: 0.85}
"""How far a straight digit reaches beyond its knuckle, in palm lengths, generously."""


def distance(a: Points, b: Points) -> float:
    """How far two points (2,) or (3,) lie apart, in their own unit."""
    return float(np.linalg.norm(a - b))


def unit(vector: Direction) -> Direction:
    """The direction of a vector (2,) or (3,), of length 1; of no vector at all, none."""
    direction: Direction = vector / max(float(np.linalg.norm(vector)), 1e-6)
    return direction


def turn_deg(a: Direction, b: Direction) -> float:
    """The angle between two directions of any length, 0 to 180 degrees."""
    cosine = float(a @ b) / max(float(np.linalg.norm(a)) * float(np.linalg.norm(b)), 1e-6)
    return math.degrees(math.acos(min(max(cosine, -1.0), 1.0)))


def rightwards(direction: Direction) -> Direction:
    """The direction (2,) to the right of whoever looks along `direction`: a quarter turn clockwise in the picture."""
    return np.array([-direction[1], direction[0]])


def palm_reach(landmarks: Points) -> float:
    """From the wrist to the middle knuckle as the picture shows it, in pixels."""
    return distance(landmarks[Landmark.MIDDLE_KNUCKLE], landmarks[Landmark.WRIST])


def palm_width(landmarks: Points) -> float:
    """From the index's to the pinky's knuckle, in pixels."""
    return distance(landmarks[Landmark.INDEX_KNUCKLE], landmarks[Landmark.PINKY_KNUCKLE])


def palm_length(landmarks: Points) -> float:
    """The length of a palm in pixels, 1 at least: from wrist to middle knuckle, or longer where the width across the
    knuckles shows that it is foreshortened."""
    return max(palm_reach(landmarks), PALM_IN_WIDTHS * palm_width(landmarks), 1.0)


def palm_center(landmarks: Points) -> Points:
    """The middle of the palm (2,): halfway from the wrist to the middle knuckle."""
    middle: Points = (landmarks[Landmark.WRIST] + landmarks[Landmark.MIDDLE_KNUCKLE]) / 2
    return middle


def pointing(landmarks: Points) -> Direction:
    """The direction (2,) of length 1 from a hand's wrist to its knuckles, on from the forearm."""
    return unit(landmarks[list(FINGER_KNUCKLES[:3])].mean(0) - landmarks[Landmark.WRIST])


def straight_tips(landmarks: Points) -> dict[Digit, Points]:
    """Where each digit's tip (2,) would be, were it straight; for bent digits along the hand's direction."""
    wrist, length = landmarks[Landmark.WRIST], palm_length(landmarks)
    return {
        digit: landmarks[knuckle] + unit(landmarks[knuckle] - wrist) * length * STRAIGHT_PALMS[digit]
        for digit, knuckle in KNUCKLES.items()
    }


def hand_outline(landmarks: Points) -> Points:
    """The polygon (N, 2) around a hand, with room for every digit to be straight."""
    return convex_outline(np.vstack([landmarks, *straight_tips(landmarks).values()]))


def palm_outline(landmarks: Points) -> Points:
    """The polygon (N, 2) around the palm: wrist, the thumb's base and the knuckles."""
    return convex_outline(landmarks[list(PALM_LANDMARKS)])


def convex_outline(points: Points) -> Points:
    """The convex polygon (M, 2) around points (N, 2)."""
    hull: Points = cv2.convexHull(points.astype(np.float32)).reshape(-1, 2).astype(np.float64)
    return hull


def outside_px(polygon: Points, point: Points) -> float:
    """How far a point (2,) lies outside a polygon (N, 2), in pixels; negative inside."""
    return -cv2.pointPolygonTest(polygon.astype(np.float32), (float(point[0]), float(point[1])), True)
