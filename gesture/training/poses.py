"""How hands are held: joint angles for a set of bent digits, laid on a table or held up to a camera."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gesture.training.mesh import Angles
from rules.hands import Digit, Side

Rng = np.random.Generator
_FINGERS = (Digit.INDEX, Digit.MIDDLE, Digit.RING, Digit.PINKY)
_PISTOL = (Digit.MIDDLE, Digit.RING, Digit.PINKY)


def some_digits(rng: Rng) -> frozenset[Digit]:
    """A set of bent digits: every count, with pistols, pointing hands and fists more often than chance gives."""
    kind = rng.random()
    if kind < 0.06:
        return frozenset(_PISTOL)
    if kind < 0.10:
        return frozenset(Digit) - {Digit.INDEX}
    if kind < 0.13:
        return frozenset(Digit)
    count = rng.choice(6, p=[0.17, 0.30, 0.22, 0.18, 0.10, 0.03])
    return frozenset(Digit(d) for d in rng.choice([str(d) for d in Digit], count, replace=False))


def _fan(rng: Rng) -> list[float]:
    """How far each finger of one hand is turned at its knuckle towards the little finger, in degrees. At 0 the mesh
    holds them nearly side by side; most people's fan out, each its own way, and the whole fan sways a little."""
    apart, sway = rng.uniform(-4, 12), rng.normal(-2, 4)
    return [(i - 1.5) * apart + sway for i in range(4)]


def _curls(rng: Rng) -> Callable[[], tuple[float, float, float]]:
    """One person's way to bend a finger: knuckle, middle and end joint in degrees; varied anew at each call."""
    tuck, style = rng.uniform(0.74, 1.08), rng.random()

    def curl() -> tuple[float, float, float]:
        between = rng.uniform
        kind = style if rng.random() < 0.8 else rng.random()
        if kind < 0.5:
            return -80 * tuck, -100 * tuck, -55 * tuck  # tucked under
        if kind < 0.65:
            return between(-60, -30), between(-120, -95), between(-75, -30)  # hooked
        if kind < 0.82:
            return between(-95, -65), between(-95, -60), between(-50, -10)  # tip on the palm's edge
        return between(-95, -50), between(-115, -65), between(-70, -15)

    return curl


def laid(bent: frozenset[Digit], rng: Rng, fanned: bool = False) -> Angles:
    """A hand laid on a table, its bent digits fully tucked beneath it, the others flat: side by side or fanned out."""
    between, angles = rng.uniform, {}
    tuck, close = between(0.82, 1.05), between(0, 7)
    fan = _fan(rng) if fanned else [-(i - 1.5) * close for i in range(4)]
    for i, finger in enumerate(_FINGERS):
        if finger in bent:
            knuckle, middle, end = -80 * tuck, -100 * tuck, -55 * tuck
        else:
            knuckle, middle, end = between(-10, 2), between(-14, 0), between(-8, 0)
        joint = f"{finger}-finger-phalanx-"
        angles[joint + "proximal"] = (knuckle + between(-5, 5), between(-2, 2) - fan[i], 0.0)
        angles[joint + "intermediate"] = (middle + between(-6, 6), 0.0, 0.0)
        angles[joint + "distal"] = (end + between(-8, 8), 0.0, 0.0)
    if Digit.THUMB in bent:
        k = between(0.85, 1.1)
        angles["thumb-metacarpal"] = (-25 * k, 30 * k, 0.0)
        angles["thumb-phalanx-proximal"] = (-45 * k, 0.0, 0.0)
        angles["thumb-phalanx-distal"] = (-65 * k, 0.0, 0.0)
    else:
        angles["thumb-metacarpal"] = (between(-3, 8), between(-5, 5), 0.0)
        angles["thumb-phalanx-proximal"] = (8.0, 0.0, 0.0)
        angles["thumb-phalanx-distal"] = (6.0, 0.0, 0.0)
    return angles


def anyhow(bent: frozenset[Digit], rng: Rng, held_up: bool = False) -> Angles:
    """A hand as anybody may hold it: people curl, hook and half tuck their digits and spread the others as they
    like."""
    between, angles = rng.uniform, {}
    curl, fan = _curls(rng), _fan(rng)
    lean, sag = between(-14, 6), between(-16, 0)
    for i, finger in enumerate(_FINGERS):
        if finger in bent:
            if held_up and rng.random() < 0.6:
                knuckle, middle, end = between(-90, -45), between(-108, -55), between(-60, -12)
            else:
                knuckle, middle, end = curl()
            knuckle, middle, end = knuckle + between(-8, 8), middle + between(-10, 10), end + between(-14, 14)
        else:
            knuckle, middle, end = lean + between(-6, 6), sag + between(-7, 3), between(-10, 3)
            if rng.random() < 0.08:
                knuckle += between(-22, 0)
        joint = f"{finger}-finger-phalanx-"
        angles[joint + "proximal"] = (knuckle, between(-4, 4) - fan[i], 0.0)
        angles[joint + "intermediate"] = (middle, 0.0, 0.0)
        angles[joint + "distal"] = (end, 0.0, 0.0)
    return angles | _thumb(Digit.THUMB in bent, rng, held_up)


def _thumb(bent: bool, rng: Rng, held_up: bool) -> dict[str, tuple[float, float, float]]:
    between = rng.uniform
    if not bent:
        base = (between(-8, 12), between(-12, 12), between(-6, 6))
        return {
            "thumb-metacarpal": base,
            "thumb-phalanx-proximal": (between(-10, 14), 0.0, 0.0),
            "thumb-phalanx-distal": (between(-16, 16), 0.0, 0.0),
        }
    if rng.random() < (0.25 if held_up else 0.45):
        k = between(0.8, 1.15)
        base, near, far = (-25 * k + between(-6, 6), 30 * k + between(-6, 6), 0.0), -45 * k, -65 * k
        return {
            "thumb-metacarpal": base,
            "thumb-phalanx-proximal": (near + between(-8, 8), 0.0, 0.0),
            "thumb-phalanx-distal": (far + between(-10, 10), 0.0, 0.0),
        }
    return {  # laid across the palm or the bent fingers
        "thumb-metacarpal": (between(-45, -15), between(15, 50), between(-10, 10)),
        "thumb-phalanx-proximal": (between(-65, -22), 0.0, 0.0),
        "thumb-phalanx-distal": (between(-85, -8), 0.0, 0.0),
    }


def pinched(finger: Digit, others_bent: frozenset[Digit], rng: Rng) -> Angles:
    """A hand held up whose thumb meets the arched `finger`; `others_bent` are curled as well."""
    between = rng.uniform
    angles = dict(anyhow(others_bent, rng, held_up=True))
    joint, far = f"{finger}-finger-phalanx-", _FINGERS.index(finger)
    arch = between(0.75, 1.2)
    angles[joint + "proximal"] = (-52 * arch + between(-8, 8), (far - 1.5) * between(-6, 6), 0.0)
    angles[joint + "intermediate"] = (-68 * arch + between(-10, 10), 0.0, 0.0)
    angles[joint + "distal"] = (-32 * arch + between(-12, 12), 0.0, 0.0)
    reach = far / 3  # the farther the finger, the more the thumb crosses the palm
    angles["thumb-metacarpal"] = (-18 - 22 * reach + between(-8, 8), 22 + 22 * reach + between(-8, 8), between(-10, 10))
    angles["thumb-phalanx-proximal"] = (-18 - 22 * reach + between(-12, 12), 0.0, 0.0)
    angles["thumb-phalanx-distal"] = (between(-50, 0), 0.0, 0.0)
    return angles


def some_side(rng: Rng) -> Side:
    """Left or right, evenly."""
    return Side.LEFT if rng.random() < 0.5 else Side.RIGHT
