"""A lock with hands held up to the camera: both of a player's hands, still, for half a second (no table needed)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import distance, palm_reach
from gesture.reading.hand_reading import HandReading
from rules.hands import Bent, Digit, Side
from ui.window.texts import Texts
from ui.window.workers.hands_worker import ReadFrame

STILL_S = 0.5
"""Both hands must have been still for this long."""
MOVED_SHARE = 0.14
"""A hand has moved when its palm is this share of its length away from where it was."""
LOST_S = 0.25
"""Hands that are not found for longer than this are gone."""
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
        self._since_s = 0.0
        self._seen_s = 0.0
        self._places: dict[Side, NDArray[np.float64]] = {}
        self._digits: dict[Side, list[tuple[float, ...]]] = {}
        self._told = False

    def see(self, at_s: float, hands: Sequence[HandReading]) -> Held | None:
        """What the newest frame, taken at `at_s`, completes: the same hands are told once, until they move."""
        pair = pair_of(hands)
        if pair is None:
            if self._places and at_s - self._seen_s > LOST_S:
                self._places = {}
            return None
        if not self._places or self._moved(pair) or at_s - self._seen_s > LOST_S:
            self._since_s = at_s
            self._places = {side: hand.center for side, hand in pair.items()}
            self._digits = {side: [] for side in pair}
            self._told = False
        self._seen_s = at_s
        for side, hand in pair.items():
            self._digits[side].append(hand.digits)
        enough = min(len(readings) for readings in self._digits.values()) >= LEAST_READINGS
        if self._told or not enough or at_s - self._since_s < STILL_S - 1e-6:
            return None
        self._told = True
        means = {side: np.mean(readings, axis=0) for side, readings in self._digits.items()}
        bent = {side: frozenset(d for d, p in zip(Digit, mean, strict=True) if p > 0.5) for side, mean in means.items()}
        unsure = frozenset(
            (side, digit)
            for side, mean in means.items()
            for digit, p in zip(Digit, mean, strict=True)
            if abs(p - 0.5) <= SURE
        )
        return Held(rest_s=self._since_s, left=bent[Side.LEFT], right=bent[Side.RIGHT], unsure=unsure)

    def _moved(self, pair: dict[Side, HandReading]) -> bool:
        for side, hand in pair.items():
            length = palm_reach(hand.landmarks) or 1.0
            if distance(hand.center, self._places[side]) > MOVED_SHARE * length:
                return True
            readings = self._digits[side]
            if not readings:
                continue
            mean = np.mean(readings, axis=0)
            now = np.asarray(hand.digits)
            turned = (np.abs(now - 0.5) > SURE) & (np.abs(mean - 0.5) > SURE) & ((now > 0.5) != (mean > 0.5))
            if bool(turned.any()):
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
