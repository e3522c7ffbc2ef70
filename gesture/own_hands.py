"""What one player's own hands change in how they are read: a little more, or less, needed to call a digit bent.

Some people's digits neither straighten nor bend as other people's do, and some hands are unlike those that the networks
learnt from. Somebody who shows the open hand and each digit bent tells where, between the two, that person's digits
change over. From this follows one number for each digit, added to the log-odds of its being bent, for palms down and
palms up apart. It is drawn towards none: where little was shown, or where all that was shown is read surely and rightly
as it is, nothing changes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from gesture.hand_reading import HandReading
from rules.hands import Digit, Palm

Shift = tuple[float, float, float, float, float]
"""What is added to the log-odds of each digit being bent, from thumb to pinky."""
NONE: Shift = (0.0, 0.0, 0.0, 0.0, 0.0)
SPREAD = 1.0
"""How far people's digits differ, in log-odds, as long as nothing has been shown: one standard deviation."""
LARGEST = 2.0
"""No digit is ever shifted farther. Readings surer than this, nearly nine in ten, keep their value."""
LOUDEST = 6.0
"""A reading's log-odds count up to here: a network that is too sure of itself outweighs nothing."""
UNSURE_BELOW, STILL_UNSURE_BELOW = 0.8, 0.9
"""A digit is unsure after the shift when neither value is so probable; the second where it was unsure before, which
takes more to undo."""


@dataclass(frozen=True)
class Showing:
    """One hand as it lay while it was known which digits were bent: its log-odds, averaged over readings."""

    palm: Palm
    bent: frozenset[Digit]
    log_odds: tuple[float, ...]
    """Of each digit being bent, from thumb to pinky."""


@dataclass(frozen=True)
class OwnHands:
    """One player's shifts, for hands with the palm down and up."""

    down: Shift = NONE
    up: Shift = NONE

    def __post_init__(self) -> None:
        for shift in (self.down, self.up):
            if len(shift) != 5 or not all(math.isfinite(value) for value in shift):
                raise ValueError(f"expected a number for each of five digits, got {shift}")

    def shift(self, palm: Palm) -> Shift:
        """The shifts for a hand that lies so, none of them beyond `LARGEST`."""
        thumb, index, middle, ring, pinky = (
            min(max(value, -LARGEST), LARGEST) for value in (self.down if palm is Palm.DOWN else self.up)
        )
        return (thumb, index, middle, ring, pinky)

    def corrected(self, reading: HandReading) -> HandReading:
        """The reading as it is to be taken of this player. One whose palm is unsure is shifted the less for it."""
        shifts = self.shift(reading.palm)
        if shifts == NONE:
            return reading
        trust = max(0.0, 2 * reading.palm_p - 1)
        thumb, index, middle, ring, pinky = (
            _shifted(p, trust * shift) for p, shift in zip(reading.digits, shifts, strict=True)
        )
        digits = (thumb, index, middle, ring, pinky)
        unsure = frozenset(
            digit
            for digit, p, shift in zip(Digit, digits, shifts, strict=True)
            if (digit in reading.unsure if shift == 0 else _doubtful(p, digit in reading.unsure))
        )
        confidence = float(np.prod([max(p, 1 - p) for p in digits]))
        return replace(reading, digits=digits, unsure=unsure, confidence=confidence)


AS_READ = OwnHands()
"""Hands of which nothing is known: they are taken as they are read."""


def _shifted(p: float, shift: float) -> float:
    if not 0 < p < 1:
        return p
    return 1 / (1 + (1 - p) / p * math.exp(-shift))


def _doubtful(p: float, before: bool) -> bool:
    return max(p, 1 - p) < (STILL_UNSURE_BELOW if before else UNSURE_BELOW)


def learned(showings: Iterable[Showing]) -> OwnHands:
    """What showings of one player's hands teach: the shifts under which the digits shown are read best, drawn towards
    none as by a normal prior of `SPREAD`. Each showing counts once, however often it was read."""
    every = list(showings)
    return OwnHands(*(_of([s for s in every if s.palm is palm]) for palm in (Palm.DOWN, Palm.UP)))


def _of(showings: Sequence[Showing]) -> Shift:
    odds = np.clip(np.array([s.log_odds for s in showings], np.float64).reshape(-1, 5), -LOUDEST, LOUDEST)
    bent = np.array([[d in s.bent for d in Digit] for s in showings], bool).reshape(-1, 5)
    thumb, index, middle, ring, pinky = (_best(odds[:, k], bent[:, k]) for k in range(5))
    return (thumb, index, middle, ring, pinky)


def _best(odds: NDArray[np.float64], bent: NDArray[np.bool_]) -> float:
    """The likeliest shift for one digit, by Newton's steps; none unless it was shown both straight and bent."""
    if not bent.any() or bent.all():
        return 0.0
    # A digit is shown straight five times as often as bent, which says nothing about the player's hands.
    weight = np.where(bent, (~bent).sum() / bent.sum(), 1.0) ** 0.5
    shift = 0.0
    for _ in range(50):
        p = 1 / (1 + np.exp(-(odds + shift)))
        slope = float((weight * (bent - p)).sum()) - shift / SPREAD**2
        curve = float((weight * p * (1 - p)).sum()) + 1 / SPREAD**2
        step = slope / curve
        shift += step
        if abs(step) < 1e-6:
            break
    return round(min(max(shift, -LARGEST), LARGEST), 3)
