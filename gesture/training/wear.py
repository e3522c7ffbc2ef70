"""What people wear on hands and arms: sleeves over half the hand, bracelets, watches, rings."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import Landmark
from gesture.training.looks import some_colour
from gesture.training.placing import PlacedHand, Solid, tube
from rules.hands import Digit

Array = NDArray[np.float64]
Rng = np.random.Generator

SLEEVE_OVER_HAND, BRACELET, WATCH, RING = 0.07, 0.12, 0.07, 0.14
"""How often a hand has a sleeve that reaches over its palm, a bracelet, a watch, and a ring."""
_HIDES_THUMB = 0.45
"""A sleeve that covers more than this share of the palm may hide the thumb."""
_METALS = ((0.75, 0.5, 0.15), (0.6, 0.6, 0.6), (0.03, 0.03, 0.03))
_RINGED = (Digit.INDEX, Digit.MIDDLE, Digit.RING, Digit.RING, Digit.PINKY)


@dataclass(frozen=True, eq=False)
class _Limb:
    """A piece of a hand or arm around a line: where it starts, and directions along, across and up, all (3,)."""

    points: Array
    start: Array
    along: Array
    across: Array
    up: Array

    @staticmethod
    def between(hand: PlacedHand, start: Array, end: Array, solids: int) -> _Limb:
        """The limb around the line from `start` to `end`, of the first so many solids of the hand."""
        along = (end - start) / np.linalg.norm(end - start)
        across = np.cross(along, hand.out)
        across /= np.linalg.norm(across) + 1e-9
        points = np.concatenate([solid.points for solid in hand.solids[:solids]])
        return _Limb(points, start, along, across, np.cross(across, along))

    def band(self, at_m: float, width_m: float, reach_m: float, thick_m: float, colour: Array) -> Solid | None:
        """A band around the limb, `thick_m` proud of it; None where there is nothing within `reach_m` of the line."""
        off = self.points - self.start - self.along * at_m
        chosen = off[(np.abs(off @ self.along) < max(width_m, 0.004)) & (np.linalg.norm(off, axis=1) < reach_m)]
        if len(chosen) < 3:
            return None
        sides = np.stack([chosen @ self.across, chosen @ self.up], 1)
        low, high = sides.min(0), sides.max(0)
        middle, half = (low + high) / 2, (high - low) / 2 + thick_m
        center = self.start + self.along * at_m + self.across * middle[0] + self.up * middle[1]
        radii = np.array([[-width_m, *(half - thick_m)], [-width_m, *half], [width_m, *half]])
        radii = np.vstack([radii, [width_m, *(half - thick_m)]])
        return tube(center, self.along, self.across, self.up, radii, 0.0, colour)


def _some_metal(rng: Rng) -> Array:
    if rng.random() < 0.7:
        return np.array(_METALS[int(rng.integers(len(_METALS)))]) * rng.uniform(0.7, 1.2)
    return some_colour(rng)


def _bracelet(hand: PlacedHand, watch: bool, rng: Rng) -> list[Solid]:
    wrist, knuckle = hand.joints[Landmark.WRIST], hand.joints[Landmark.MIDDLE_KNUCKLE]
    size = float(np.linalg.norm(knuckle - wrist)) / 0.09
    arm = _Limb.between(hand, wrist, 2 * wrist - knuckle, 2)
    at = float(rng.uniform(0.012, 0.045)) * size
    width = (float(rng.uniform(0.006, 0.011)) if watch else float(rng.uniform(0.0015, 0.012))) * size
    band = arm.band(at, width, 0.05 * size, 0.0025, _some_metal(rng))
    if band is None:
        return []
    if not watch:
        return [band]
    top = float(((band.points - wrist) @ arm.up).max())
    start = wrist + arm.along * at + arm.up * (top - 0.002)
    face = float(rng.uniform(0.014, 0.021)) * size
    radii = np.array([[0.0, face, face], [0.006, face, face], [0.0065, face * 0.8, face * 0.8], [0.0065, 1e-4, 1e-4]])
    case = tube(start, arm.up, arm.across, arm.along, radii, 0.0, _some_metal(rng))
    return [band, replace(case, normals=0.3 * case.normals + arm.up)]


def _ring(hand: PlacedHand, rng: Rng) -> list[Solid]:
    digit = _RINGED[int(rng.integers(len(_RINGED)))]
    knuckle = 1 + 4 * list(Digit).index(digit)
    start, end = hand.joints[knuckle], hand.joints[knuckle + 1]
    length = float(np.linalg.norm(end - start))
    at = float(rng.uniform(0.5, 0.75)) * length
    band = _Limb.between(hand, start, end, 1).band(at, 0.05 * length, 0.3 * length, 0.001, _some_metal(rng))
    return [] if band is None else [band]


def _sleeve_over(hand: PlacedHand, rng: Rng) -> tuple[Solid, float]:
    """A wide sleeve that ends on the palm, and the share of the palm that it covers."""
    wrist, knuckle = hand.joints[Landmark.WRIST], hand.joints[Landmark.MIDDLE_KNUCKLE]
    palm, share = float(np.linalg.norm(knuckle - wrist)), float(rng.uniform(0.15, 0.75))
    limb = _Limb.between(hand, wrist, knuckle, 1)
    off = limb.points - wrist
    inside = np.abs(off @ limb.along - share * palm) < 0.2 * palm
    wide = min(float(np.abs(off[inside] @ limb.across).max()), 0.5 * palm) + 0.006
    high = min(float(np.abs(off[inside] @ limb.up).max()), 0.35 * palm) + 0.008
    d = np.linspace(-2.8 * palm, share * palm, 8)
    open_to = np.linspace(0.85, 1.0, 8) * float(rng.uniform(1.0, 1.15))
    arm = hand.solids[1].points if len(hand.solids) > 1 else hand.solids[0].points
    radii = np.stack([d, wide * open_to, high * open_to], 1)
    # the sleeve follows the forearm where that rises from the table
    rise = float(np.percentile((arm - wrist)[:, 2], 75))
    sleeve = tube(wrist, limb.along, limb.across, limb.up, radii, 0.0, some_colour(rng))
    lift = np.clip(-(sleeve.points - wrist) @ limb.along / (2.8 * palm), 0, 1)[:, None] * np.array([0, 0, rise])
    return replace(sleeve, points=sleeve.points + lift), share


def worn(hand: PlacedHand, rng: Rng) -> PlacedHand:
    """The hand with what its owner wears; the thumb under a long sleeve is unclear."""
    solids = list(hand.solids)
    unclear = hand.unclear
    if rng.random() < SLEEVE_OVER_HAND:
        sleeve, share = _sleeve_over(hand, rng)
        solids.append(sleeve)
        if share > _HIDES_THUMB:
            unclear = unclear | {Digit.THUMB}
    kind = rng.random()
    if kind < BRACELET + WATCH:
        solids += _bracelet(hand, kind < WATCH, rng)
    if rng.random() < RING:
        solids += _ring(hand, rng)
    if not all(math.isfinite(float(solid.points.sum())) for solid in solids):
        return hand
    return replace(hand, solids=tuple(solids), unclear=unclear)
