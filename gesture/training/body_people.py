"""Who the hands of the second family belong to: children to elders, thin to fat, of either sex and any mix."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, product

import numpy as np

from gesture.training.body_hand import BodyHand

Rng = np.random.Generator

AGE_GROUPS = ((0.26, (7.0, 13.0)), (0.24, (14.0, 25.0)), (0.28, (26.0, 58.0)), (0.22, (60.0, 90.0)))
"""How often a person is a child, young, grown up or old, and the years of each."""
WEIGHTS = ((0.05, 0.35), (0.35, 0.65), (0.65, 1.0))
"""MakeHuman's weight of the thin, the middling and the heavy, who are equally many; 0.5 is the average."""
LENGTH_M = {"female": 0.176, "male": 0.192}
"""The mean length of a grown hand from the wrist to the middle finger's tip."""
LENGTH_SPREAD_M = 0.009
CHILD_SHARE, GROWTH_A_YEAR, CHILD_YEARS = 0.68, 0.032, 7.0
"""A hand of seven years has this share of its grown length, and gains so much of it a year."""
_STOPS_YEARS = ((1.0, "baby"), (10.0, "child"), (25.0, "young"), (90.0, "old"))
_SWINGS = {
    "hands/r-hand-fingers-length": (-0.75, 0.75),
    "hands/r-hand-fingers-diameter": (-0.75, 0.75),
    "hands/r-hand-fingers-distance": (-0.4, 0.6),
    "hands/r-hand-scale": (-0.4, 0.4),
    "hands/measure-wrist-circ": (-0.75, 0.75),
    "arms/r-lowerarm-fat": (-0.4, 0.4),
    "arms/r-lowerarm-muscle": (-0.4, 0.4),
}
"""How far single traits swing around what age, sex and weight give; MakeHuman goes from -1 to 1."""


def _between(value: float, stops: tuple[tuple[float, str], ...]) -> dict[str, float]:
    """The shares of the two stops around a value."""
    for (low, below), (high, above) in pairwise(stops):
        if low <= value <= high:
            share = (value - low) / (high - low)
            return {below: 1 - share, above: share}
    raise ValueError(f"{value} lies outside of {stops[0][0]} to {stops[-1][0]}")


@dataclass(frozen=True)
class Traits:
    """A person in MakeHuman's terms: `years` of age, `male` 0 to 1, shares of three `races`, then muscle, weight,
    height and proportions from 0 to 1, and how single traits of the hand swing. `length_m` is the hand's."""

    years: float
    male: float
    races: tuple[float, float, float]
    muscle: float
    weight: float
    height: float
    proportions: float
    swings: dict[str, float]
    length_m: float

    @staticmethod
    def some(rng: Rng) -> Traits:
        """Anybody."""
        between = rng.uniform
        group = int(rng.choice(len(AGE_GROUPS), p=[share for share, _ in AGE_GROUPS]))
        years = float(between(*AGE_GROUPS[group][1]))
        sex = "female" if rng.random() < 0.5 else "male"
        mixed = rng.random(3) ** 1.5 + 1e-3
        races = mixed / mixed.sum()
        grown = min(1.0, CHILD_SHARE + GROWTH_A_YEAR * (years - CHILD_YEARS))
        return Traits(
            years,
            abs((sex == "male") - float(between(0, 0.3))),
            (float(races[0]), float(races[1]), float(races[2])),
            float(between(0.1, 0.9)),
            float(between(*WEIGHTS[int(rng.integers(len(WEIGHTS)))])),
            float(between(0.2, 0.8)),
            float(between(0.1, 0.9)),
            {name: float(between(*reach)) for name, reach in _SWINGS.items()},
            float(rng.normal(LENGTH_M[sex], LENGTH_SPREAD_M)) * grown,
        )

    def targets(self) -> dict[str, float]:
        """The shares of MakeHuman's targets that make this person."""

        def three(value: float, what: str) -> dict[str, float]:
            return _between(value, ((0.0, f"min{what}"), (0.5, f"average{what}"), (1.0, f"max{what}")))

        height = _between(self.height, ((0.0, "minheight"), (0.5, ""), (1.0, "maxheight")))
        shape = _between(self.proportions, ((0.0, "uncommonproportions"), (0.5, ""), (1.0, "idealproportions")))
        extremes = [("height", end, share) for end, share in height.items()]
        extremes += [("proportions", end, share) for end, share in shape.items()]
        shares: dict[str, float] = {}
        sexes = (("female", 1 - self.male), ("male", self.male))
        for (sex, a), (age, b) in product(sexes, _between(self.years, _STOPS_YEARS).items()):
            for race, share in zip(("african", "asian", "caucasian"), self.races, strict=True):
                shares[f"macrodetails/{race}-{sex}-{age}"] = a * b * share
            muscles, weights = three(self.muscle, "muscle").items(), three(self.weight, "weight").items()
            for (muscle, c), (weight, d) in product(muscles, weights):
                build = f"{sex}-{age}-{muscle}-{weight}"
                shares[f"macrodetails/universal-{build}"] = a * b * c * d
                for folder, end, share in extremes:
                    shares[f"{folder}/{build}-{end}"] = a * b * c * d * share
        for name, swing in self.swings.items():
            shares[f"{name}-{'incr' if swing > 0 else 'decr'}"] = abs(swing)
        return shares

    def hand(self) -> BodyHand:
        """The person's right hand."""
        return BodyHand(self.targets(), self.length_m)
