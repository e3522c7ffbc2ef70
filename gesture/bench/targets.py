"""What the reading is to reach, in one table, and whether it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gesture.bench.labels import Kind
from gesture.bench.scoring import Tally, broken_down, digit_rates, rates
from rules.hands import Palm

Measure = Callable[[Tally], float | None]
LOW_TILT_DEG = 30.0
SPEED_AT_MOST = 2.0
"""A seat's two hands may take this many times what bare MediaPipe takes."""


def _rate(name: str) -> Measure:
    def measure(tally: Tally) -> float | None:
        share = rates(tally.outcomes)[name]
        return share.value if share.of else None

    return measure


def _digit(name: str) -> Measure:
    def measure(tally: Tally) -> float | None:
        share = digit_rates(tally.outcomes)[name]
        return share.value if share.of else None

    return measure


def _right_at_low_tilt(tally: Tally) -> float | None:
    low = tally.of_pictures(lambda picture: picture.tilt_deg is not None and picture.tilt_deg <= LOW_TILT_DEG)
    return _rate("right")(low)


def _between_tones(tally: Tally) -> float | None:
    """How much the tone with fewest hands right falls short of the best."""
    tones = broken_down(tally.outcomes).get("tone", {})
    shares = [tone["right"].value for tone in tones.values()]
    return max(shares) - min(shares) if len(shares) > 1 else None


def _ages_behind_adults(tally: Tally) -> float | None:
    """How much the age with fewest hands right falls short of adults."""
    ages = {age: group["right"].value for age, group in broken_down(tally.outcomes).get("age", {}).items()}
    return ages["adult"] - min(ages.values()) if "adult" in ages and len(ages) > 1 else None


def _of(view: Palm | None, name: str) -> Measure:
    def measure(tally: Tally) -> float | None:
        return _rate(name)(tally.of_hands(lambda _, hand: hand.view is view))

    return measure


def _false_sure(tally: Tally) -> float | None:
    """The share of the pictures on which a reading of no hand is sure of a digit."""
    with_one = {id(false.picture) for false in tally.false_hands if false.sure}
    return len(with_one) / tally.pictures if tally.pictures else None


@dataclass(frozen=True)
class Target:
    """A figure that pictures of some kinds are to reach: at least `bound`, or at most where `most`."""

    words: str
    kinds: tuple[Kind, ...]
    measure: Measure
    bound: float
    most: bool = False

    def reached(self, value: float) -> bool:
        """Whether a measured value is good enough."""
        return value <= self.bound if self.most else value >= self.bound


_PEOPLE = (Kind.PEOPLE,)
_LAID = (Kind.SEAT, Kind.TABLE)
TARGETS = (
    Target("people's backs: hands found", _PEOPLE, _of(Palm.DOWN, "found"), 0.98),
    Target("people's backs: all five digits right", _PEOPLE, _of(Palm.DOWN, "right"), 0.92),
    Target("people's backs: the four fingers right", _PEOPLE, _of(Palm.DOWN, "four"), 0.95),
    Target("people's backs: a digit wrong and not asked about", _PEOPLE, _of(Palm.DOWN, "wrong"), 0.015, most=True),
    Target("people's backs: side right or unsure", _PEOPLE, _of(Palm.DOWN, "side_or_unsure"), 0.99),
    Target("people's palms: all five digits right", _PEOPLE, _of(Palm.UP, "right"), 0.93),
    Target("people's palms: a digit wrong and not asked about", _PEOPLE, _of(Palm.UP, "wrong"), 0.02, most=True),
    Target("people's hands edge-on: right or asked about", _PEOPLE, _of(None, "right_or_asked"), 0.98),
    Target("photographs of people with a false hand sure of a digit", _PEOPLE, _false_sure, 0.0, most=True),
    Target("hands found", _LAID, _rate("found"), 0.99),
    Target("all five digits right, tilts to 30 degrees", _LAID, _right_at_low_tilt, 0.98),
    Target("all five digits right", _LAID, _rate("right"), 0.95),
    Target("a digit confidently wrong", _LAID, _rate("wrong"), 0.005, most=True),
    Target("side right", _LAID, _rate("side"), 0.995),
    Target("palm right", _LAID, _rate("palm"), 0.99),
    Target("pistols right", _LAID, _rate("pistols"), 0.98),
    Target("worst skin tone behind the best", _LAID, _between_tones, 0.02, most=True),
    Target("worst age behind adults", _LAID, _ages_behind_adults, 0.03, most=True),
    *(Target(f"{d} right", (Kind.PHOTO,), _digit(d), 0.99) for d in ("index", "middle", "ring", "pinky")),
    Target("thumb right", (Kind.PHOTO,), _digit("thumb"), 0.98),
)


@dataclass(frozen=True)
class Verdict:
    """A target with what was measured."""

    target: Target
    value: float

    @property
    def reached(self) -> bool:
        """Whether it is reached."""
        return self.target.reached(self.value)

    def __str__(self) -> str:
        bound = f"{'at most' if self.target.most else 'at least'} {self.target.bound:.1%}"
        return f"{self.target.words}: {self.value:.2%}, {bound}: {'reached' if self.reached else 'NOT reached'}"

    def to_json(self) -> dict[str, Any]:
        """For machines."""
        target = self.target
        bound = {"at_most" if target.most else "at_least": target.bound}
        return {"target": target.words, **bound, "value": round(self.value, 4), "reached": self.reached}


def verdicts(tally: Tally) -> list[Verdict]:
    """Every target that the pictures speak to."""
    out = []
    for target in TARGETS:
        value = target.measure(tally.of_pictures(lambda picture: picture.kind in target.kinds))  # noqa: B023
        if value is not None:
            out.append(Verdict(target, value))
    return out
