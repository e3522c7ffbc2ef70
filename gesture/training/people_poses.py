"""How people hold their hands when nobody tells them how: the poses that a reader of renders fails on.

Straight thumbs at any distance from the hand, two or three neighbours straight and apart, one finger alone bent,
hooks, fingers that are a little or half bent, thumbs under and over fists. For hands of both families.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from gesture.training.mesh import Angles, chain
from gesture.training.poses import some_digits
from rules.hands import Digit

Rng = np.random.Generator
Turn = tuple[float, float, float]

_FINGERS = (Digit.INDEX, Digit.MIDDLE, Digit.RING, Digit.PINKY)
_ALL = frozenset(Digit)

NEIGHBOURS, ALONE, STRAIGHT_ALONE = 0.22, 0.14, 0.08
"""How often two or three neighbouring fingers alone are straight, the ring or little finger alone is bent, and one
finger alone is straight; the others are as `poses.some_digits` has them."""
HALF_BENT = 0.10
"""How often a finger of a hand is held half bent, so that people would not agree on it."""
HALF_DEG = (20.0, 50.0)
"""At the first of these angles of its middle joint one in ten would call a finger bent, at the second nine."""
HOOKED, IN_THE_AIR, CURLED = 0.25, 0.2, 0.25
"""How often a hand hooks its bent fingers, holds them bent with the knuckle in the air, and curls them halfway; else
they are tucked in."""
RELAXED, FLAT = 0.45, 0.35
"""How often the straight fingers of a hand are relaxed, and flat; else each is anything between."""
RELAXED_SUM_DEG = 35.0
"""What the joints of a straight, relaxed finger add up to at most."""
ADDUCTED = 0.35
"""How often a straight thumb lies along the hand; else it is anywhere between that and fully out."""


@dataclass(frozen=True)
class Pose:
    """A hand's joint angles, its bent digits, and how likely people would call the half bent ones bent, 0 to 1."""

    angles: Angles
    bent: frozenset[Digit]
    soft: dict[Digit, float] = field(default_factory=dict)


def called_bent(middle_deg: float) -> float:
    """How likely people call a finger bent whose middle joint is bent by this much, its knuckle hardly: 0.1 to 0.9."""
    low, high = HALF_DEG
    return 0.1 + 0.8 * min(max((middle_deg - low) / (high - low), 0.0), 1.0)


def people_digits(rng: Rng) -> frozenset[Digit]:
    """A set of bent digits, with those often that people show and renders seldom had."""
    kind = rng.random()
    thumb = frozenset({Digit.THUMB}) if rng.random() < 0.65 else frozenset[Digit]()
    if kind < NEIGHBOURS:  # V, W and their like
        count = 2 if rng.random() < 0.6 else 3
        first = int(rng.integers(0, 5 - count))
        return frozenset(_FINGERS) - set(_FINGERS[first : first + count]) | thumb
    if kind < NEIGHBOURS + ALONE:
        alone = Digit.PINKY if rng.random() < 0.5 else Digit.RING
        return frozenset({alone}) | (thumb if rng.random() < 0.3 else frozenset())
    if kind < NEIGHBOURS + ALONE + STRAIGHT_ALONE:
        return frozenset(_FINGERS) - {_FINGERS[int(rng.integers(4))]} | thumb
    return some_digits(rng)


def _some_bend(kind: float, rng: Rng) -> Turn:
    """Knuckle, middle and end joint of a bent finger; `kind` in 0..1 is the way that the hand bends most of its
    fingers."""
    between = rng.uniform
    if kind < HOOKED:
        return between(-20, 3), between(-110, -85), between(-70, -30)
    if kind < HOOKED + IN_THE_AIR:
        return between(-48, -12), between(-112, -80), between(-60, -12)
    if kind < HOOKED + IN_THE_AIR + CURLED:
        return between(-90, -45), between(-105, -60), between(-60, -10)
    tuck = between(0.8, 1.06)
    return -80 * tuck, -100 * tuck, -55 * tuck


def _some_straight(kind: float, rng: Rng) -> Turn:
    between = rng.uniform
    if kind < FLAT:
        return between(-8, 4), between(-8, 2), between(-5, 3)
    if kind < FLAT + RELAXED:
        turns = np.array([between(2, 20), between(2, 18), between(0, 12)])
        turns *= min(1.0, RELAXED_SUM_DEG / turns.sum())
        return -float(turns[0]), -float(turns[1]), -float(turns[2])
    return between(-20, 6), between(-14, 3), between(-10, 4)


def straight_thumb(out: float, rng: Rng) -> dict[str, Turn]:
    """A straight thumb: at `out` 0 along the hand or against the index, at 1 as far out as it goes."""
    between = rng.uniform
    metacarpal, proximal, distal, _ = chain(Digit.THUMB)
    aside = between(-24, -4) if out < 0.4 else between(-14, 14)
    base = (-38 + 48 * out + between(-5, 5), aside, between(-6, 6))
    return {metacarpal: base, proximal: (between(-4, 14), 0.0, 0.0), distal: (between(-10, 16), 0.0, 0.0)}


def _bent_thumb(fist: bool, rng: Rng) -> dict[str, Turn]:
    """Tucked in, laid across the palm, or laid over or under the bent fingers."""
    between = rng.uniform
    metacarpal, proximal, distal, _ = chain(Digit.THUMB)
    kind = rng.random()
    if kind < 0.35:
        k = between(0.82, 1.12)
        turns = (-25 * k + between(-5, 5), 30 * k + between(-6, 6)), -45 * k, -65 * k
    elif kind < 0.75 or not fist:  # across the palm, under the fingers
        turns = (between(-42, -18), between(18, 48)), between(-62, -25), between(-80, -25)
    else:  # over the bent fingers
        turns = (between(-34, -16), between(32, 55)), between(-45, -20), between(-75, -35)
    (flex, aside), near, far = turns
    return {metacarpal: (flex, aside, between(-8, 8)), proximal: (near, 0.0, 0.0), distal: (far, 0.0, 0.0)}


def people_pose(rng: Rng, bent: frozenset[Digit] | None = None) -> Pose:
    """A hand as people hold it; `bent` says which digits, or None for any. A half bent finger is in `soft`."""
    between = rng.uniform
    bent = people_digits(rng) if bent is None else bent
    soft: dict[Digit, float] = {}
    if rng.random() < HALF_BENT:
        half = _FINGERS[int(rng.integers(4))]
        middle = float(between(*HALF_DEG))
        soft[half] = called_bent(middle)
        bent = bent - {half} if soft[half] < 0.5 else bent | {half}
    bends, straightens = rng.random(), rng.random()
    apart, sway = between(-4, 14), rng.normal(-1, 4)
    angles: dict[str, Turn] = {}
    for i, finger in enumerate(_FINGERS):
        if finger in soft:
            turns: Turn = (between(-25, 0), -middle, -middle * between(0.2, 0.6))
        elif finger in bent:
            turns = _some_bend(bends if rng.random() < 0.8 else rng.random(), rng)
        else:
            turns = _some_straight(straightens if rng.random() < 0.8 else rng.random(), rng)
        fan = (i - 1.5) * apart + sway + between(-3, 3)
        _, proximal, intermediate, distal, _ = chain(finger)
        angles[proximal] = (turns[0], -fan * (0.4 if finger in bent else 1.0), 0.0)
        angles[intermediate], angles[distal] = (turns[1], 0.0, 0.0), (turns[2], 0.0, 0.0)
    if Digit.THUMB in bent:
        return Pose(angles | _bent_thumb(len(bent) > 3, rng), bent, soft)
    out = float(between(0, 0.25)) if rng.random() < ADDUCTED else float(rng.random())
    return Pose(angles | straight_thumb(out, rng), bent, soft)
