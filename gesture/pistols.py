"""Stick-Up: a pistol told from a guess, and at whom it points (ruling D21).

Middle, ring and pinky bent is a legal guess as well as a pistol. A pistol is raised or turned on its edge and points at
another player; a guess lies flat. No single cue is certain, so each gives log-odds for the pistol and they are added.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.ground import seen_from_above
from gesture.moments import Hands
from gesture.resting import Agreed, palm_length
from gesture.seats import Seat, Table
from gesture.sources import Frame
from rules.hands import Digit, Palm, Side

PISTOL = frozenset({Digit.MIDDLE, Digit.RING, Digit.PINKY})
SURE = 1.0
"""Log-odds, either way, from which on nobody needs to be asked whether it is a pistol."""
DOUBLE_S = 0.5
"""Two pistols at rest within this time are a double stick-up (ruling D15)."""
AIM_DEG = 35.0
"""A pistol that points farther than this past everybody points at nobody."""
SURE_AIM_DEG = 12.0
"""The victim is sure when the next player is farther off the line of aim by at least this."""
RAISED_RATIO = 1.04
"""A wrist this much wider than the other one is as likely raised as not: the fingers tucked beneath it raise a
flat hand as well."""
PRIOR = 0.4
"""In Stick-Up this shape with the other palm open is rather a pistol than a guess."""


@dataclass(frozen=True)
class Aim:
    """At whom a pistol points: `off_deg` past that player; `sure` when nobody else could be meant."""

    victim: str
    off_deg: float
    sure: bool


@dataclass(frozen=True)
class StickUpSeen:
    """The pistols of one player with their aims, and the log-odds that it is a stick-up rather than a guess."""

    aims: Mapping[Side, Aim]
    log_odds: float

    @property
    def sure(self) -> bool:
        """Whether neither the shape nor an aim needs to be asked about."""
        return self.log_odds >= SURE and all(aim.sure for aim in self.aims.values())


def judge(
    hands: Hands, seat: Seat, table: Table, wanted: Mapping[Side, frozenset[Digit]] | None = None
) -> StickUpSeen | None:
    """What the two resting hands of the player at `seat` say, or None when neither can be a pistol.

    `wanted` holds, for each hand, the digits that the revealed cards ask for, when they are known: a hand that shows
    exactly those is likelier a guess than one that does not.
    """
    found: dict[Side, Aim] = {}
    odds = -math.inf
    for side in Side:
        hand, other = hands.of(side), hands.of(side.other)
        if hand.bent != PISTOL:
            continue
        aim = aim_of(hand.landmarks, seat, table)
        if aim is None:
            continue
        cues = PRIOR + _aim_cue(aim) + _raised_cue(hand, other, hands.frame) + _other_cue(other)
        if wanted is not None:
            both = hand.bent == wanted[side] and other.bent == wanted[side.other]
            cues += -3.0 if both else -1.5 if hand.bent == wanted[side] else 1.5
        if cues > 0:
            found[side] = aim
        odds = max(odds, cues)
    if odds == -math.inf:
        return None
    if len(found) == 2 and abs(hands.rest_s[Side.LEFT] - hands.rest_s[Side.RIGHT]) > DOUBLE_S:
        first = min(Side, key=lambda side: hands.rest_s[side])
        found = {first: found[first]}
    return StickUpSeen(found, odds)


def aim_of(landmarks: NDArray[np.float64], seat: Seat, table: Table) -> Aim | None:
    """At whom the index finger of a hand with these landmarks (21, 2) points: the player, other than its own, whose
    place lies nearest to the line on from the finger. None when it points past everybody. Where the table's ground is
    known, angles are those on the table itself, which a slanted view squeezes."""
    others = [other for other in table.seats if other is not seat]
    # People sit at the outer side of their zone, so a shot at either the zone or the person is meant for them.
    people = [other.center - table.inward(other) * other.depth(table.inward(other)) / 2 for other in others]
    places = seen_from_above(
        np.array([*_line_of_aim(landmarks), *(other.center for other in others), *people]), table.ground
    )
    start, line, places = places[0], places[1] - places[0], places[2:]
    off = []
    for n, other in enumerate(others):
        angles = [_angle_deg(line, place - start) for place in (places[n], places[len(others) + n])]
        off.append(((angles[0] + angles[1]) / 2, other.player))
    off.sort()
    if not off or off[0][0] > AIM_DEG:
        return None
    sure = len(off) < 2 or off[1][0] - off[0][0] >= SURE_AIM_DEG
    return Aim(off[0][1], off[0][0], sure)


def _line_of_aim(landmarks: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Where a line of aim begins, the index finger's knuckle (2,), and a point farther along it."""
    knuckle, tip = landmarks[5], landmarks[8]
    if float(np.linalg.norm(tip - knuckle)) < 0.25 * palm_length(landmarks):
        return knuckle, 2 * knuckle - landmarks[0]  # it points at the camera, or its tip was misplaced
    return knuckle, tip


def _angle_deg(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    cosine = float(a @ b) / max(float(np.linalg.norm(a)) * float(np.linalg.norm(b)), 1e-6)
    return math.degrees(math.acos(min(max(cosine, -1.0), 1.0)))


def _aim_cue(aim: Aim) -> float:
    """A pistol is aimed; a guess points anywhere."""
    return 0.6 - aim.off_deg / 18


def _other_cue(other: Agreed) -> float:
    """Beside a single pistol the other palm lies flat and open; beside a guess it shows what the cards ask for."""
    if other.bent == PISTOL:
        return 0.6
    if other.palm is Palm.UP:
        return 0.3
    return 0.4 if not other.bent else -0.8 * len(other.bent)


def _raised_cue(hand: Agreed, other: Agreed, frame: Frame) -> float:
    """A raised hand is nearer to the camera and looks larger than the player's other hand; a hand on its edge looks
    narrower across the knuckles."""
    across = [float(np.linalg.norm(h.landmarks[5] - h.landmarks[17])) / palm_length(h.landmarks) for h in (hand, other)]
    edge = across[0] / max(across[1], 1e-6)
    if edge < 0.65:
        return 2.0
    if other.bent == PISTOL:
        return 0.0
    widths = [wrist_width(h, frame) for h in (hand, other)]
    if widths[0] is None or widths[1] is None:
        return 0.0
    ratio = widths[0] / widths[1]
    return min(max((ratio - RAISED_RATIO) * 25, -1.0), 1.0)


def wrist_width(hand: Agreed, frame: Frame) -> float | None:
    """How wide the wrist is on the frame, in pixels, from its two outlines; None where they cannot be made out."""
    wrist, knuckles = hand.landmarks[0], hand.landmarks[[5, 9, 13]].mean(0)
    length = palm_length(hand.landmarks)
    along = (knuckles - wrist) / max(float(np.linalg.norm(knuckles - wrist)), 1e-6)
    across = np.array([-along[1], along[0]])
    steps = np.arange(-0.75 * length, 0.75 * length, 0.5)
    inner = np.abs(steps) < 0.12 * length
    outer = np.abs(steps) > 0.6 * length
    widths = []
    for offset in np.linspace(-0.3, 0.15, 10):
        xy = (wrist + along * offset * length + across * steps[:, None]).astype(np.float32)
        line = cv2.remap(frame.image, xy[None, :, 0], xy[None, :, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        colours = line[0].astype(np.float64)
        arm = np.median(colours[inner], axis=0)
        off_arm = np.linalg.norm(colours - arm, axis=1)  # how unlike the arm's colour, in grey levels
        limit = 0.5 * float(np.median(off_arm[outer]))
        if limit < 3 * float(np.median(off_arm[inner])) + 4:
            continue  # the table looks like the arm
        outside = np.flatnonzero(off_arm > limit)
        left, right = outside[steps[outside] < 0], outside[steps[outside] > 0]
        if len(left) and len(right):
            widths.append(float(steps[right[0]] - steps[left[-1]]))
    return float(np.median(widths)) if len(widths) >= 4 else None
