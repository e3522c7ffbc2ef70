"""What is counted: each labelled hand with the reading that belongs to it, and shares with their intervals."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gesture.bench.box_matching import matched
from gesture.bench.labels import Kind, LabelledHand, LabelledPicture
from gesture.hand_geometry import Landmark, distance
from gesture.reading.hand_reading import HandReading
from rules.hands import Digit, Shape

NEAR_IN_PALMS = 0.6
"""A reading belongs to a hand when their middle knuckles lie closer than this."""
FAR_IN_PALMS = 2.0
"""A reading farther than this from every labelled hand is one of no hand."""
FINGERS = frozenset(Digit) - {Digit.THUMB}
Z95 = 1.959963984540054


@dataclass(frozen=True)
class Share:
    """`hits` of `of`, with the 95 % interval of E. B. Wilson (1927)."""

    hits: int
    of: int

    @property
    def value(self) -> float:
        """The share itself; 0 where there was nothing to count."""
        return self.hits / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Its lower and upper bound; 0..1 where there was nothing to count."""
        if not self.of:
            return 0.0, 1.0
        n, p, z = self.of, self.value, Z95
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        low = 0.0 if self.hits == 0 else max(0.0, middle - half)
        high = 1.0 if self.hits == n else min(1.0, middle + half)
        return low, high

    def to_json(self) -> dict[str, float | int]:
        """For machines, rounded to four places."""
        low, high = self.interval
        values = {"share": round(self.value, 4), "low": round(low, 4), "high": round(high, 4)}
        return {**values, "hits": self.hits, "of": self.of}


@dataclass(frozen=True, eq=False)
class Outcome:
    """One labelled hand that counts, and what was read of it; None when it was not found."""

    picture: LabelledPicture
    hand: LabelledHand
    reading: HandReading | None

    @property
    def found(self) -> bool:
        """Whether any reading belongs to the hand."""
        return self.reading is not None

    @property
    def unsure(self) -> frozenset[Digit]:
        """The judged digits that the reader would rather ask about."""
        return self.reading.unsure & self.hand.judged if self.reading else frozenset()

    @property
    def wrong(self) -> frozenset[Digit]:
        """The judged digits that the reader is sure of and wrong about."""
        if self.reading is None:
            return frozenset()
        return ((self.reading.bent ^ self.hand.bent) & self.hand.judged) - self.unsure

    @property
    def right(self) -> bool:
        """Whether it was found, and every judged digit is sure and right."""
        return self.found and not self.unsure and not self.wrong

    @property
    def asked(self) -> bool:
        """Whether a judged digit is asked about, and none is wrong."""
        return bool(self.unsure) and not self.wrong

    @property
    def side_wrong(self) -> bool:
        """Whether it was found with another side than the label's."""
        return self.reading is not None and self.hand.side is not None and self.reading.side is not self.hand.side

    @property
    def palm_wrong(self) -> bool:
        """Whether it was found with the palm turned otherwise than the label says."""
        return self.reading is not None and self.hand.palm is not None and self.reading.palm is not self.hand.palm

    def digit_right(self, digit: Digit) -> bool:
        """Whether a judged digit was read, surely and rightly."""
        return self.found and digit not in self.unsure and digit not in self.wrong


@dataclass(frozen=True, eq=False)
class FalseHand:
    """A reading of no hand."""

    picture: LabelledPicture
    reading: HandReading

    @property
    def sure(self) -> bool:
        """Whether it is sure of a digit."""
        return len(self.reading.unsure) < len(Digit)


@dataclass
class Tally:
    """All outcomes of some pictures, and the readings that belong to none."""

    outcomes: list[Outcome] = field(default_factory=list)
    seen: list[LabelledPicture] = field(default_factory=list)
    false_hands: list[FalseHand] = field(default_factory=list)
    """Readings far from every labelled hand; on photographs of people, those that belong to no hand."""
    twice: int = 0
    """Further readings of a hand that another reading belongs to."""

    @property
    def pictures(self) -> int:
        """How many pictures were read."""
        return len(self.seen)

    @property
    def extra(self) -> int:
        """How many readings are of no hand."""
        return len(self.false_hands)

    @property
    def false_sure(self) -> int:
        """How many of these are sure of a digit."""
        return sum(false.sure for false in self.false_hands)

    def add(self, other: Tally) -> None:
        """Add what was counted elsewhere."""
        self.outcomes += other.outcomes
        self.seen += other.seen
        self.false_hands += other.false_hands
        self.twice += other.twice

    def of_pictures(self, wanted: Callable[[LabelledPicture], bool]) -> Tally:
        """What was counted on some of the pictures; hands read twice are left out."""
        return Tally(
            [o for o in self.outcomes if wanted(o.picture)],
            [p for p in self.seen if wanted(p)],
            [f for f in self.false_hands if wanted(f.picture)],
        )

    def of_hands(self, wanted: Callable[[LabelledPicture, LabelledHand], bool]) -> Tally:
        """What was counted of some hands, and on the pictures that show any of them."""
        shown = self.of_pictures(lambda picture: any(wanted(picture, hand) for hand in picture.hands))
        return Tally([o for o in shown.outcomes if wanted(o.picture, o.hand)], shown.seen, shown.false_hands)


def _away(reading: HandReading, hand: LabelledHand) -> float:
    """How far apart the middle knuckles are, in the hand's palm lengths."""
    knuckle, palm = hand.knuckle, hand.palm_px
    assert knuckle is not None and palm is not None
    return distance(reading.landmarks[Landmark.MIDDLE_KNUCKLE], knuckle) / max(palm, 1e-6)


def count(counted: Tally, picture: LabelledPicture, readings: Iterable[HandReading], size: tuple[int, int]) -> None:
    """Match the readings of a picture of `size` (width, height) to its hands and add the outcomes to `counted`.

    Of photographs of people all hands count, and boxes say which reading belongs to which hand. Otherwise only hands
    that lie whole in the picture and touch no other count; the nearest reading within `NEAR_IN_PALMS` belongs to a
    hand. Of a photo the most confident reading counts.
    """
    counted.seen.append(picture)
    left = list(readings)
    if picture.kind is Kind.PEOPLE:
        found = matched(picture, left, size)
        for i, labelled in enumerate(picture.hands):
            counted.outcomes.append(Outcome(picture, labelled, left[found[i]] if i in found else None))
        counted.false_hands += [FalseHand(picture, r) for j, r in enumerate(left) if j not in found.values()]
        return
    if picture.kind is Kind.PHOTO:
        best = max(left, key=lambda r: r.confidence, default=None)
        counted.outcomes.append(Outcome(picture, picture.hands[0], best))
        counted.false_hands += [FalseHand(picture, reading) for reading in left if reading is not best]
        return
    aside: list[LabelledHand] = []
    for hand in picture.hands:
        if not hand.counts(*size):
            aside.append(hand)
            continue
        near = _take_nearest(hand, left)
        counted.outcomes.append(Outcome(picture, hand, near))
    for hand in aside:  # it does not count, but its reading is neither extra nor doubled
        _take_nearest(hand, left)
    for reading in left:
        away = [_away(reading, hand) for hand in picture.hands]
        counted.twice += any(a < NEAR_IN_PALMS for a in away)
        if all(a > FAR_IN_PALMS for a in away):
            counted.false_hands.append(FalseHand(picture, reading))


def _take_nearest(hand: LabelledHand, left: list[HandReading]) -> HandReading | None:
    """Take the reading that belongs to `hand` out of `left`."""
    near = min(left, key=lambda r: _away(r, hand), default=None)
    if near is None or _away(near, hand) >= NEAR_IN_PALMS:
        return None
    left.remove(near)
    return near


Rates = dict[str, Share]


def rates(outcomes: Iterable[Outcome]) -> Rates:
    """Every share of some outcomes by its name; `of` is the number of hands that a share is of.

    Of all hands: found. Of those with a judged digit: right, four (the four fingers right), wrong (confidently), unsure
    (of any digit), asked (unsure and not wrong), right or asked. Of those found whose side or palm is labelled: side,
    side unsure (as the reader says), side or unsure (right or unsure), palm. Of those found: shape, pistols
    (of the pistols), false pistols (of the others).
    """
    every = list(outcomes)
    judged = [o for o in every if o.hand.judged]
    found = [(o, o.reading) for o in every if o.reading is not None]
    sided = [(o, r) for o, r in found if o.hand.side is not None]
    turned = [o for o, _ in found if o.hand.palm is not None]
    shaped = [(o.hand, r) for o, r in found if o.hand.shape is not None]
    pistols = [r for h, r in shaped if h.shape is Shape.PISTOL]
    others = [r for h, r in shaped if h.shape is not Shape.PISTOL]
    return {
        "found": Share(len(found), len(every)),
        "right": Share(sum(o.right for o in judged), len(judged)),
        "four": Share(sum(o.found and not (o.wrong | o.unsure) & FINGERS for o in judged), len(judged)),
        "wrong": Share(sum(bool(o.wrong) for o in judged), len(judged)),
        "unsure": Share(sum(bool(o.unsure) for o in judged), len(judged)),
        "asked": Share(sum(o.asked for o in judged), len(judged)),
        "right_or_asked": Share(sum(o.right or o.asked for o in judged), len(judged)),
        "side": Share(sum(not o.side_wrong for o, _ in sided), len(sided)),
        "side_or_unsure": Share(sum(not o.side_wrong or not r.side_sure for o, r in sided), len(sided)),
        "side_unsure": Share(sum(not r.side_sure for _, r in sided), len(sided)),
        "palm": Share(sum(not o.palm_wrong for o in turned), len(turned)),
        "shape": Share(sum(r.shape is h.shape for h, r in shaped), len(shaped)),
        "pistols": Share(sum(r.shape is Shape.PISTOL for r in pistols), len(pistols)),
        "false_pistols": Share(sum(r.shape is Shape.PISTOL for r in others), len(others)),
    }


def digit_rates(outcomes: Iterable[Outcome]) -> Rates:
    """How often each digit was read surely and rightly, of the found hands on which its label is known."""
    every = [o for o in outcomes if o.found]
    judged = {d: [o for o in every if d in o.hand.judged] for d in Digit}
    return {str(d): Share(sum(o.digit_right(d) for o in judged[d]), len(judged[d])) for d in Digit}


_BANDS_PX = (40, 55, 70, 90)


def _palm_band(outcome: Outcome) -> str | None:
    palm = outcome.hand.palm_px
    if palm is None:
        return None
    if palm < _BANDS_PX[0]:
        return f"under {_BANDS_PX[0]} px"
    for lower, upper in pairwise(_BANDS_PX):
        if palm < upper:
            return f"{lower} to {upper} px"
    return f"{_BANDS_PX[-1]} px and more"


def _tilt(outcome: Outcome) -> str | None:
    tilt = outcome.picture.tilt_deg
    return None if tilt is None else f"{tilt:g} degrees"


BREAKDOWNS: dict[str, Callable[[Outcome], str | int | None]] = {
    "tilt": _tilt,
    "palm": lambda o: None if o.hand.palm is None else str(o.hand.palm),
    "age": lambda o: o.picture.age,
    "tone": lambda o: o.hand.tone,
    "bent digits": lambda o: len(o.hand.bent) if o.hand.shape is not None else None,
    "palm length": _palm_band,
}
"""How the hands are told apart; a hand without a value is left out of that breakdown."""


def _in_order(value: Any) -> tuple[float, str]:
    """Numbers by size, also at the head of words, "under" some number before that; all else after them by letters."""
    words = str(value)
    head = words.split(" ")[0]
    if words.startswith("under "):
        return -1.0, words
    return (float(head), "") if head.replace(".", "", 1).isdigit() else (math.inf, words)


def broken_down(outcomes: list[Outcome]) -> dict[str, dict[str, Rates]]:
    """For each breakdown that tells any hands apart: the shares of each of its groups, in order."""
    tables: dict[str, dict[str, Rates]] = {}
    for title, key in BREAKDOWNS.items():
        values = {v for v in map(key, outcomes) if v is not None}
        if values:
            ordered = sorted(values, key=_in_order)
            tables[title] = {str(v): rates(o for o in outcomes if key(o) == v) for v in ordered}
    return tables


@dataclass(frozen=True)
class Bin:
    """Digits that were given probabilities in some range: the mean given, and how many were right."""

    given: float
    right: Share


EDGES = (0.5, 0.7, 0.85, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9995, 1.0)


def calibration(outcomes: Iterable[Outcome]) -> list[Bin]:
    """Whether probabilities mean what they say: every judged digit at its likelier value, sure or not, by the
    probability given to that value."""
    given, right = [], []
    for outcome in outcomes:
        if outcome.reading is None:
            continue
        for digit, p in zip(Digit, outcome.reading.digits, strict=True):
            if digit in outcome.hand.judged:
                given.append(max(p, 1 - p))
                right.append((p > 0.5) == (digit in outcome.hand.bent))
    probabilities, hits = np.array(given), np.array(right, bool)
    where: NDArray[np.int64] = np.clip(np.digitize(probabilities, EDGES) - 1, 0, len(EDGES) - 2)
    bins = []
    for k in range(len(EDGES) - 1):
        inside = where == k
        if inside.any():
            bins.append(Bin(float(probabilities[inside].mean()), Share(int(hits[inside].sum()), int(inside.sum()))))
    return bins
