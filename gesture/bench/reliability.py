"""Whether P(bent) means what it says: of the digits given some probability, how many are bent?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gesture.bench.scoring import Outcome, Share
from rules.hands import Digit

BINS = 10
"""P(bent) is told apart in so many steps of one width."""


@dataclass(frozen=True)
class BentBin:
    """Digits that were given P(bent) in some range: the mean given, and how many are bent."""

    given: float
    bent: Share


@dataclass(frozen=True)
class Reliability:
    """The bins that hold any digit, in order."""

    bins: tuple[BentBin, ...]

    @property
    def digits(self) -> int:
        """How many digits there are."""
        return sum(one.bent.of for one in self.bins)

    @property
    def error(self) -> float:
        """The expected calibration error (Naeini, Cooper and Hauskrecht 2015): how far the probability given is from
        the share that is bent, on average over the digits."""
        return sum(abs(one.given - one.bent.value) * one.bent.of for one in self.bins) / max(self.digits, 1)

    def to_json(self) -> dict[str, Any]:
        """For machines."""
        bins = [{"given": round(one.given, 4), "bent": one.bent.to_json()} for one in self.bins]
        return {"error": round(self.error, 4), "digits": self.digits, "bins": bins}


def reliability(outcomes: Iterable[Outcome], sure_alone: bool = False) -> Reliability:
    """The judged digits of the hands found, or of those the sure ones, in `BINS` bins."""
    given, bent = [], []
    for outcome in outcomes:
        if outcome.reading is None:
            continue
        for digit, p in zip(Digit, outcome.reading.digits, strict=True):
            if digit in outcome.hand.judged and not (sure_alone and digit in outcome.unsure):
                given.append(p)
                bent.append(digit in outcome.hand.bent)
    probabilities, hits = np.array(given, float), np.array(bent, bool)
    where: NDArray[np.int64] = np.minimum((probabilities * BINS).astype(np.int64), BINS - 1)
    bins = []
    for k in range(BINS):
        inside = where == k
        if inside.any():
            share = Share(int(hits[inside].sum()), int(inside.sum()))
            bins.append(BentBin(float(probabilities[inside].mean()), share))
    return Reliability(tuple(bins))
