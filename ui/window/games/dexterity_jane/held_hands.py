"""A lock with hands held up to the camera: both of a player's hands, still, for half a second (no table needed)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gesture.reading.hand_reading import HandReading
from gesture.watching.held_still import HeldStill
from rules.hands import Bent, Digit, Side
from ui.window.texts import Texts
from ui.window.workers.hands_worker import ReadFrame

STILL_S = 0.5
"""Both hands must have been still for this long."""
LEAST_READINGS = 3
DARK = 50.0
"""A picture whose mean level is lower than this is too dark to see hands on."""
SURE = 0.3
"""A digit's mean probability further than this from one half is believed."""


@dataclass(frozen=True, kw_only=True)
class Held:
    """Both hands were held still from `rest_s` on. Digits in `unsure` could not be told."""

    rest_s: float
    left: Bent
    right: Bent
    unsure: frozenset[tuple[Side, Digit]]


class HeldUp:
    """Watches readings, frame by frame, for hands that are held still."""

    def __init__(self) -> None:
        self._still = HeldStill()
        self._told = False

    def see(self, at_s: float, hands: Sequence[HandReading]) -> Held | None:
        """What the newest frame, taken at `at_s`, completes: the same hands are told once, until they move."""
        pair = pair_of(hands) or {}
        if pair and self._turned(pair):
            self._still.begin_anew()
        still_s = self._still.see(at_s, pair)
        readings = self._still.readings
        if len(readings) < 2:
            self._told = False
        if not pair or self._told or len(readings) < LEAST_READINGS or still_s < STILL_S - 1e-6:
            return None
        self._told = True
        means = {side: self._mean(side) for side in Side}
        bent = {side: frozenset(d for d, p in zip(Digit, mean, strict=True) if p > 0.5) for side, mean in means.items()}
        unsure = frozenset(
            (side, digit)
            for side, mean in means.items()
            for digit, p in zip(Digit, mean, strict=True)
            if abs(p - 0.5) <= SURE
        )
        return Held(rest_s=self._still.since_s, left=bent[Side.LEFT], right=bent[Side.RIGHT], unsure=unsure)

    def _mean(self, side: Side) -> NDArray[np.float64]:
        mean: NDArray[np.float64] = np.mean([shown[side].digits for shown in self._still.readings], axis=0)
        return mean

    def _turned(self, pair: dict[Side, HandReading]) -> bool:
        """Whether a digit is surely one way now that was surely the other way while the hands were still."""
        for side, hand in pair.items() if self._still.readings else ():
            mean, now = self._mean(side), np.asarray(hand.digits)
            sure = (np.abs(now - 0.5) > SURE) & (np.abs(mean - 0.5) > SURE)
            if bool((sure & ((now > 0.5) != (mean > 0.5))).any()):
                return True
        return False


def pair_of(hands: Sequence[HandReading]) -> dict[Side, HandReading] | None:
    """The largest left and the largest right hand, or None unless both are there."""
    pair: dict[Side, HandReading] = {}
    for hand in hands:
        other = pair.get(hand.side)
        if other is None or _height(hand) > _height(other):
            pair[hand.side] = hand
    return {side: pair[side] for side in Side} if len(pair) == 2 else None


def _height(hand: HandReading) -> int:
    return hand.box[3] - hand.box[1]


def hands_missing(texts: Texts, seen: ReadFrame) -> str:
    """What to do while not both hands are seen; nothing once they are."""
    if pair_of(seen.hands):
        return ""
    if seen.hands:
        return texts("practice.one_hand")
    bright = float(seen.frame.image[::8, ::8].mean())
    return texts("practice.dark" if bright < DARK else "practice.no_hands")
