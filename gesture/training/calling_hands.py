"""Free hands that call in rendered clips of One Finger!, laid down beside pointing ones, digits straight to count."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from gesture.training.placing import Person, PlacedHand, Solid, place
from gesture.training.poses import laid
from rules.hands import Digit, Palm, Side

Array = NDArray[np.float64]
COME_S, STAY_S, LEAVE_S = 0.4, 1.2, 0.3
"""A hand comes in for so long before the call, lies there for so long, and leaves within so long."""
FAR_M, NEAR_M, BESIDE_M, AWAY_M = 0.27, 0.205, 0.125, 0.2
"""Where wrists lie: so far from the middle at the picture's sides, at its lower and upper edge, and so far beside the
pointing arm; and how far away a hand comes from."""


def digits_for(number: int, from_thumb: bool) -> frozenset[Digit]:
    """The digits that are straight when somebody counts to `number`, from the thumb or from the index finger on."""
    order = list(Digit) if from_thumb or number > 4 else [*list(Digit)[1:], Digit.THUMB]
    return frozenset(order[:number])


def calling_hand(person: Person, side: Side, number: int, turn_deg: float, seed: Sequence[int]) -> PlacedHand:
    """The free hand, `side`, of whoever sits `turn_deg` clockwise from the picture's bottom edge, as it lies at a
    call of `number` (0 to 5)."""
    rng = np.random.default_rng(seed)
    bent = frozenset(Digit) - digits_for(number, bool(rng.random() < 0.5))
    s, c = math.sin(math.radians(turn_deg)), math.cos(math.radians(turn_deg))
    reach = math.hypot(FAR_M * s, NEAR_M * c)
    aside = BESIDE_M if side is Side.RIGHT else -BESIDE_M
    xy = (-reach * s + aside * c, -reach * c - aside * s)
    return place(person, side, bent, laid(bent, rng), palm=Palm.DOWN, xy=xy, yaw=-turn_deg, rise=0.05)


def away_share(call_s: float, at_s: float) -> float | None:
    """How far on its way a hand still or again is, 1 when it is off the table; None when it is not to be seen."""
    if at_s < call_s:
        share = (call_s - at_s) / COME_S
    else:
        share = max(0.0, (at_s - call_s - STAY_S) / LEAVE_S)
    return None if share >= 1 else round(share * share, 4) if at_s < call_s else round(share, 4)


def shifted(hand: PlacedHand, turn_deg: float, share: float) -> PlacedHand:
    """The hand so far on its way towards its player."""
    out = np.array([-math.sin(math.radians(turn_deg)), -math.cos(math.radians(turn_deg)), 0.0]) * AWAY_M * share
    solids = tuple(Solid(s.points + out, s.normals, s.albedo, s.faces) for s in hand.solids)
    return replace(hand, solids=solids, joints=hand.joints + out)
