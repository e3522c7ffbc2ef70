"""Which readings can be whole hands, and which of one player's hands is the left and which the right.

Whose a hand is says `gesture.table.seats.Table.owner`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import Landmark, distance, palm_reach, pointing, rightwards
from gesture.reading.hand_reading import HandReading
from rules.hands import Side

SIDE_PRIOR = 1.5
"""Log-odds that of a player's two hands the one lying to the left is the left one."""
ARM_ASIDE_PALMS, ARM_BEHIND_PALMS = 0.6, (-0.4, 3.5)
"""A forearm lies no farther than the first beside the line on from a hand's direction, and between the second behind
its wrist, in palm lengths."""
FINGERS_PALMS = 0.75
"""What has its middle nearer than this to a hand's middle knuckle, in palm lengths, lies on its fingers."""


def two_hands(hands: Sequence[HandReading], inward: NDArray[np.float64]) -> dict[Side, HandReading]:
    """Which of one player's hands is the left and which the right, from how each was read and from where they lie.

    Of more than two hands the two that were read best are taken; a lone hand keeps the side it was read as.
    """
    chosen = sorted(hands, key=lambda hand: -hand.side_p * hand.confidence)[:2]
    if len(chosen) < 2:
        return {hand.side: hand for hand in chosen}
    a, b = chosen
    a_is_left = _log_odds_left(a) - _log_odds_left(b)
    a_is_left += SIDE_PRIOR if float((b.center - a.center) @ rightwards(inward)) > 0 else -SIDE_PRIOR
    return {Side.LEFT: a, Side.RIGHT: b} if a_is_left > 0 else {Side.LEFT: b, Side.RIGHT: a}


def _log_odds_left(hand: HandReading) -> float:
    p = min(max(hand.side_p, 0.02), 0.98)
    odds = math.log(p / (1 - p))
    return odds if hand.side is Side.LEFT else -odds


def whole_hands(hands: Sequence[HandReading], cut: NDArray[np.float64], size: tuple[int, int]) -> list[HandReading]:
    """The readings that can be whole hands of their own. `cut` (N, 2) bounds the part of a frame of `size` (width,
    height) that was looked at. Left out are hands that its edge runs through, and what lies on the forearm or among the
    fingers of a hand that was read better."""
    low, high = np.maximum(cut.min(0), 0), np.minimum(cut.max(0), size)
    kept: list[HandReading] = []
    for hand in sorted(hands, key=lambda hand: -hand.confidence * hand.side_p):
        box = np.array(hand.box, np.float64)
        inside = (low == 0) | (box[:2] > low + 1), (high == size) | (box[2:] < high - 1)
        if inside[0].all() and inside[1].all() and not any(_on_arm(hand, other) for other in kept):
            kept.append(hand)
    return kept


def _on_arm(hand: HandReading, better: HandReading) -> bool:
    direction, palm = pointing(better.landmarks), palm_reach(better.landmarks)
    behind = (better.landmarks[Landmark.WRIST] - hand.center) / max(palm, 1.0)
    across = abs(float(behind @ rightwards(direction)))
    if across < ARM_ASIDE_PALMS and ARM_BEHIND_PALMS[0] < float(behind @ direction) < ARM_BEHIND_PALMS[1]:
        return True
    return distance(hand.center, better.landmarks[Landmark.MIDDLE_KNUCKLE]) < FINGERS_PALMS * palm
