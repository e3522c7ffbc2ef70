"""What is known of one player's own hands, and how their readings are taken because of it.

Some people's digits neither straighten nor bend as other people's do, and some hands are unlike those that the networks
learnt from. Somebody who shows the open hand and each digit bent tells two things of each digit: where between the two
it changes over, and how far apart the two look. So two numbers a digit correct the log-odds of its being bent, as
Platt's scaling does (J. Platt, 1999): one is added, and where a bent digit looks much like a straight one the log-odds
are made smaller, so that the table is asked rather than told. Palms down and palms up are learned apart. All is drawn
towards no correction: hands that are read surely and rightly as they are stay as they are read. What the table answers
about a player's hands while it plays teaches in the same way.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from gesture.reading.fusion import SURE
from gesture.reading.hand_reading import HandReading
from rules.hands import Digit, Palm

Five = tuple[float, float, float, float, float]
"""A number for each digit, from thumb to pinky."""
NONE: Five = (0.0, 0.0, 0.0, 0.0, 0.0)
WHOLE: Five = (1.0, 1.0, 1.0, 1.0, 1.0)
SHIFT_SPREAD, SCALE_SPREAD = 1.5, 0.25
"""How far people's digits differ from none and from one, as long as nothing was shown: one standard deviation."""
LARGEST_SHIFT, LEAST_SCALE = 2.5, 0.1
"""No digit is shifted or scaled farther, so none is ever read as surer than it was by more than the shift."""
SURE_BEFORE, ASKED_NOW = 1.4, 1.0
"""Log-odds from which on a reading was sure (four to one), and what is at most left of the opposite: what was sure may
come to be asked about, but is never taken for the other."""
NEXT_TO_NONE, NEARLY_WHOLE = 0.25, 0.95
"""A digit whose shift is below the first and whose scale is above the second stays as it is read."""
LOUDEST = 6.0
"""A reading's log-odds count up to here: a network that is too sure of itself outweighs nothing."""
UNSURE_BELOW, STILL_UNSURE_BELOW = SURE, 0.9
"""A corrected digit is unsure when neither value is so probable; the second where it was unsure before."""
MOST_ANSWERS = 12
"""So many of the table's answers about a player's hands count, the newest: as many as both hands' showings."""
_CLOSE_TO_CERTAIN = 1e-4
_STEPS, _ENOUGH = 60, 1e-6
"""Newton's method takes so many steps at most, and ends with one smaller than the second."""


@dataclass(frozen=True)
class Showing:
    """One hand as it lay while it was known which digits were bent: its log-odds, averaged over readings, before
    anything that is known of the player's own hands."""

    palm: Palm
    bent: frozenset[Digit]
    log_odds: tuple[float, ...]
    """Of each digit being bent, from thumb to pinky."""
    told: frozenset[Digit] = frozenset(Digit)
    """The digits of which it was known; of the others nothing is learned."""


def average_log_odds(readings: Sequence[HandReading]) -> Five:
    """The log-odds of each digit being bent, averaged over one or more readings of a hand."""
    p = np.clip([reading.digits for reading in readings], _CLOSE_TO_CERTAIN, 1 - _CLOSE_TO_CERTAIN)
    thumb, index, middle, ring, pinky = (float(odds) for odds in np.log(p / (1 - p)).mean(0))
    return thumb, index, middle, ring, pinky


@dataclass(frozen=True)
class DigitScaling:
    """What a hand's log-odds are multiplied by, and what is then added. Raises `ValueError` unless both are five
    numbers."""

    shift: Five = NONE
    scale: Five = WHOLE

    def __post_init__(self) -> None:
        for five in (self.shift, self.scale):
            if len(five) != 5 or not all(math.isfinite(value) for value in five):
                raise ValueError(f"expected a number for each of five digits, got {five}")

    def changed(self, p: float, digit: int, trust: float) -> float:
        """The probability `p` of digit number `digit` being bent as it is to be taken, applied by the share `trust`."""
        shift = trust * min(max(self.shift[digit], -LARGEST_SHIFT), LARGEST_SHIFT)
        scale = 1 + trust * (min(max(self.scale[digit], LEAST_SCALE), 1.0) - 1)
        if not 0 < p < 1 or (shift == 0 and scale == 1):
            return p
        before = math.log(p / (1 - p))
        now = scale * before + shift
        if now * before < 0 and abs(before) >= SURE_BEFORE:
            now = math.copysign(min(abs(now), ASKED_NOW), now)
        return 1 / (1 + math.exp(-now))


AS_IT_IS = DigitScaling()
"""No correction."""


@dataclass(frozen=True)
class OwnHands:
    """One player's hands: what is known of them with the palm down and up."""

    down: DigitScaling = AS_IT_IS
    up: DigitScaling = AS_IT_IS
    showings: tuple[Showing, ...] = field(default=(), compare=False)
    """What taught it, where that is still known."""

    def corrected(self, reading: HandReading) -> HandReading:
        """The reading as it is to be taken of this player. The less sure the palm's side is, the less is changed."""
        measure = self.down if reading.palm is Palm.DOWN else self.up
        if measure == AS_IT_IS:
            return reading
        trust = min(max(2 * reading.palm_p - 1, 0.0), 1.0)
        thumb, index, middle, ring, pinky = (measure.changed(p, n, trust) for n, p in enumerate(reading.digits))
        digits = (thumb, index, middle, ring, pinky)
        unsure = frozenset(
            digit
            for digit, p, before in zip(Digit, digits, reading.digits, strict=True)
            if (digit in reading.unsure if p == before else _doubtful(p, digit in reading.unsure))
        )
        confidence = float(np.prod([max(p, 1 - p) for p in digits]))
        return replace(reading, digits=digits, unsure=unsure, confidence=confidence)

    def taught(self, answers: Sequence[Showing]) -> OwnHands:
        """These hands after the table has said which digits were bent on some of them, the newest last. Each answer
        weighs as much as one hand shown, and no more than `MOST_ANSWERS` count."""
        if not answers:
            return self
        every = (*self.showings, *answers[-MOST_ANSWERS:])
        return replace(learned(every, AS_READ if self.showings else self), showings=self.showings)


AS_READ = OwnHands()
"""Hands of which nothing is known: they are taken as they are read."""


def _doubtful(p: float, before: bool) -> bool:
    return max(p, 1 - p) < (STILL_UNSURE_BELOW if before else UNSURE_BELOW)


def learned(showings: Iterable[Showing], known: OwnHands = AS_READ) -> OwnHands:
    """What showings of one player's hands teach: the correction under which the digits shown are read best, drawn
    towards that which was `known` before as by normal priors. Each showing counts once, however often it was read; a
    digit that was not shown both straight and bent stays as it was known."""
    every = tuple(showings)
    down = _of([s for s in every if s.palm is Palm.DOWN], known.down)
    return OwnHands(down, _of([s for s in every if s.palm is Palm.UP], known.up), every)


def _of(showings: Sequence[Showing], known: DigitScaling) -> DigitScaling:
    odds = np.clip(np.array([s.log_odds for s in showings], np.float64).reshape(-1, 5), -LOUDEST, LOUDEST)
    bent, told = (
        np.array([[digit in digits for digit in Digit] for digits in every], bool).reshape(-1, 5)
        for every in ([s.bent for s in showings], [s.told for s in showings])
    )
    thumb, index, middle, ring, pinky = (
        _best(odds[told[:, k], k], bent[told[:, k], k], (known.scale[k], known.shift[k])) for k in range(5)
    )
    fives = list(zip(thumb, index, middle, ring, pinky, strict=True))
    return DigitScaling(scale=fives[0], shift=fives[1])


def _best(odds: NDArray[np.float64], bent: NDArray[np.bool_], known: tuple[float, float]) -> tuple[float, float]:
    """The likeliest scale and shift of one digit, by Newton's steps from those that were known."""
    if not bent.any() or bent.all():
        return known
    seen = np.column_stack([odds, np.ones_like(odds)])
    prior, before = np.diag([SCALE_SPREAD**-2, SHIFT_SPREAD**-2]), np.array(known)
    best = before.copy()
    for _ in range(_STEPS):
        p = 1 / (1 + np.exp(-seen @ best))
        slope = seen.T @ (bent - p) - prior @ (best - before)
        curve = seen.T @ (seen * (p * (1 - p))[:, None]) + prior
        step = np.linalg.solve(curve, slope)
        best += step * min(1.0, 0.5 / max(float(np.abs(step).max()), 1e-9))
        if float(np.abs(step).max()) < _ENOUGH:
            break
    scale, shift = (float(value) for value in best)
    if abs(shift) < NEXT_TO_NONE and scale > NEARLY_WHOLE:
        return 1.0, 0.0
    # Nothing is ever made surer than it was read by more than the shift.
    return round(min(max(scale, LEAST_SCALE), 1.0), 3), round(min(max(shift, -LARGEST_SHIFT), LARGEST_SHIFT), 3)
