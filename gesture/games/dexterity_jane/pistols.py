"""Stick-Up: a pistol told from a guess, and at whom it points (ruling D21).

Middle, ring and pinky bent is a legal guess as well as a pistol. A pistol is raised or turned on its edge and points at
another player; a guess lies flat. No single cue is certain, so each gives log-odds for the pistol and they are added;
where they come to nothing clear, whoever can ask the table asks it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import Landmark, distance, palm_length, palm_reach, palm_width, turn_deg, unit
from gesture.table.ground import seen_from_above
from gesture.table.seats import Seat, Table
from gesture.watching.moments import Hands
from gesture.watching.stillness import HandConsensus
from rules.hands import Digit, Side

PISTOL = frozenset({Digit.MIDDLE, Digit.RING, Digit.PINKY})
SURE = 1.0
"""Log-odds, either way, from which on nobody needs to be asked whether it is a pistol."""
DOUBLE_S = 0.5
"""Two pistols at rest within this time are a double stick-up (ruling D15)."""
AIM_DEG = 35.0
"""A pistol that points farther than this past everybody points at nobody."""
SURE_AIM_DEG = 12.0
"""The victim is sure when the next player is farther off the line of aim by at least this."""
PRIOR = 0.2
"""In Stick-Up this shape with the other palm open is rather a pistol than a guess, before anything is measured."""
BOTH = 1.2
"""Nearly no round asks for this shape on both hands."""
BENT_BESIDE, UNSURE_BESIDE = 1.5, 0.5
"""Beside a pistol the other hand is open: what each digit of it that is bent, and that is bent and unsure, counts."""
BOTH_WANTED, ONE_WANTED = 2.5, 0.5
"""What it counts against a pistol that both hands, or this one alone, show what the cards ask for."""
SHORTEST_FINGER_PALMS = 0.25
"""An index finger shorter than this, in palm lengths, points at the camera, or its tip was misplaced."""
AIMED_DEG, LAID_DEG = 10.0, 18.0
"""How far pistols miss whom they are aimed at, and how far guessing hands turn away from straight ahead: one standard
deviation each."""
MOST_AIMED, LEAST_AIMED = 1.0, -1.5
"""The aim alone makes no stick-up: a guess too may happen to point at somebody."""
RAISED_AT, RAISED_WORTH, MOST_RAISED = 0.016, 55.0, 2.0
"""On 100 rendered hands seen from above a flat hand of this shape was as large as its open neighbour (standard
deviation 1.6 %), one raised by 1 to 5 cm 3 % larger (2.9 %): the log of the size at which both are as likely, and what
each unit more is worth."""
TRUSTED, SLANTED = 0.06, 0.16
"""A view from above shows a hand's length and width larger by the same, up to the first (as logs); beyond the second,
it is too slanted to tell what is raised."""
LARGEST = 0.12
"""Nothing that lies on a table, or is held over it, is larger than this beyond its neighbour, as a log."""
EDGE = -0.25
"""A hand on its edge is this much narrower across the knuckles than its length and its index finger say, as a log."""


@dataclass(frozen=True)
class Aim:
    """At whom a pistol points: `off_deg` past that player; `sure` when nobody else could be meant."""

    victim: str
    off_deg: float
    sure: bool
    or_else: str | None = None
    """Who else may be meant, when that is unsure."""


@dataclass(frozen=True)
class StickUpSeen:
    """The pistols of one player with their aims, and the log-odds that it is a stick-up rather than a guess."""

    aims: Mapping[Side, Aim]
    log_odds: float

    @property
    def likelier(self) -> bool:
        """Whether it is a stick-up rather than a guess."""
        return self.log_odds > 0

    @property
    def shape_sure(self) -> bool:
        """Whether nobody needs to be asked if it is a pistol, whichever it is."""
        return abs(self.log_odds) >= SURE

    @property
    def sure(self) -> bool:
        """Whether neither the shape nor an aim needs to be asked about."""
        return self.shape_sure and (not self.likelier or all(aim.sure for aim in self.aims.values()))


def judge(
    hands: Hands,
    seat: Seat,
    table: Table,
    wanted: Mapping[Side, frozenset[Digit]] | None = None,
    double_s: float = DOUBLE_S,
) -> StickUpSeen | None:
    """What the two resting hands of the player at `seat` say, or None when neither can be a pistol.

    `wanted` holds, for each hand, the digits that the revealed cards ask for, when they are known: hands that show
    exactly those are likelier a guess. Pistols at rest farther than `double_s` apart are no double stick-up.
    """
    cues: dict[Side, float] = {}
    aims: dict[Side, Aim] = {}
    for side in Side:
        hand, other = hands.of(side), hands.of(side.other)
        aim = aim_of(hand.landmarks, seat, table) if hand.bent == PISTOL else None
        if aim is None:
            continue
        aims[side] = aim
        cues[side] = PRIOR + _aim_cue(aim, hand, seat, table) + _raised_cue(hand, other, table) + _other_cue(other)
        if wanted is not None and hand.bent == wanted[side]:
            cues[side] -= BOTH_WANTED if other.bent == wanted[side.other] else ONE_WANTED
    if not cues:
        return None
    odds = max(cues.values())
    found = {side: aim for side, aim in aims.items() if cues[side] > 0 or cues[side] == odds}
    if len(found) == 2 and abs(hands.rest_s[Side.LEFT] - hands.rest_s[Side.RIGHT]) > double_s:
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
    places = seen_from_above(np.array([*(other.center for other in others), *people]), table.ground)
    start, line = _line_of_aim(seen_from_above(landmarks, table.ground))
    off = []
    for n, other in enumerate(others):
        angles = [turn_deg(line, place - start) for place in (places[n], places[len(others) + n])]
        off.append(((angles[0] + angles[1]) / 2, other.player))
    off.sort()
    if not off or off[0][0] > AIM_DEG:
        return None
    sure = len(off) < 2 or off[1][0] - off[0][0] >= SURE_AIM_DEG
    return Aim(off[0][1], off[0][0], sure, None if sure else off[1][1])


def _line_of_aim(landmarks: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Where a line of aim begins, the index finger's knuckle (2,), and where it goes (2,), of any length.

    Some aim along the finger and some along hand and arm, from which fingers slant by up to 15 degrees: the line runs
    between the two."""
    wrist, knuckle, tip, middle = landmarks[
        [Landmark.WRIST, Landmark.INDEX_KNUCKLE, Landmark.INDEX_TIP, Landmark.MIDDLE_KNUCKLE]
    ]
    if distance(tip, knuckle) < SHORTEST_FINGER_PALMS * palm_length(landmarks):
        return knuckle, knuckle - wrist
    return knuckle, unit(middle - wrist) + unit(tip - knuckle)


def _aim_cue(aim: Aim, hand: HandConsensus, seat: Seat, table: Table) -> float:
    """A pistol is aimed at somebody; a guess lies about straight ahead, whoever may sit there."""
    knuckle = hand.landmarks[Landmark.INDEX_KNUCKLE]
    start, ahead = seen_from_above(np.array([knuckle, knuckle + table.inward(seat)]), table.ground)
    aside_deg = turn_deg(_line_of_aim(seen_from_above(hand.landmarks, table.ground))[1], ahead - start)
    odds = math.log(LAID_DEG / AIMED_DEG) + ((aside_deg / LAID_DEG) ** 2 - (aim.off_deg / AIMED_DEG) ** 2) / 2
    return min(max(odds, LEAST_AIMED), MOST_AIMED)


def _other_cue(other: HandConsensus) -> float:
    """Beside a single pistol the other palm lies flat and open; beside a guess it shows what the cards ask for."""
    if other.bent == PISTOL:
        return BOTH
    return -BENT_BESIDE * len(other.bent - other.unsure) - UNSURE_BESIDE * len(other.bent & other.unsure)


def _raised_cue(hand: HandConsensus, other: HandConsensus, table: Table) -> float:
    """A raised hand is nearer to the camera and looks larger than the player's other hand; a hand on its edge looks
    narrower across the knuckles. Between two pistols neither can be told, and neither can how high a hand is held up
    that no table lies under."""
    if other.bent == PISTOL or table.held_up:
        return 0.0
    sizes = [_sizes(seen_from_above(h.landmarks, table.ground)) for h in (hand, other)]
    length, width, finger = (float(v) for v in np.log(sizes[0] / np.maximum(sizes[1], 1e-6)))
    if Digit.INDEX in other.bent | other.unsure:
        finger = length  # there is no straight index finger to compare it with
    if width - (length + finger) / 2 < EDGE and abs(length - finger) < -EDGE / 2:
        return MOST_RAISED
    larger = sorted((length, width, finger))[1]
    if abs(larger) > LARGEST:
        return 0.0
    trust = 1 - (abs(length - width) - TRUSTED) / (SLANTED - TRUSTED)
    odds = min(max(trust, 0.0), 1.0) * RAISED_WORTH * (larger - RAISED_AT)
    return min(max(odds, -MOST_RAISED), MOST_RAISED)


def _sizes(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """A hand's length from wrist to middle knuckle, width across the knuckles, and straight index finger (3,)."""
    finger = distance(points[Landmark.INDEX_TIP], points[Landmark.INDEX_KNUCKLE])
    return np.array([palm_reach(points), palm_width(points), finger])
