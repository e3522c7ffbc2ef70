"""Hands held still, told from their readings alone: where hands are shown one after the other and nobody watches how
the picture moves. Hands that are laid on a table are told by motion instead; see `gesture.watching.stillness`."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from gesture.hand_geometry import palm_length
from gesture.reading.hand_reading import HandReading
from rules.hands import Side

SWAY_PALMS = 0.2
"""A hand that is held up sways; farther than this, in palm lengths, from where it was it has moved."""
STILL_PALMS = 0.07
"""And so has one whose landmarks lie farther than this, on average and apart from its sway, from where they were: one
digit that is bent moves three of the 21 by about half a palm."""
LOST_S = 0.3
"""Hands that are not found for longer than this are gone; for less, they were overlooked."""
UNWATCHED_S = 1.0
"""Where nobody looked for longer than this, as where the camera was away, hands may have moved meanwhile. A slow reader
looks more often than that."""

Shown = Mapping[Side, HandReading]
"""The hands that are shown, one or two."""


def moved(now: Shown, before: Shown) -> bool:
    """Whether a hand, or a digit of it, lies elsewhere than before."""
    for side, hand in now.items():
        if side not in before:
            continue
        off = (hand.landmarks - before[side].landmarks) / palm_length(before[side].landmarks)
        sway = off.mean(axis=0)
        if float(np.linalg.norm(sway)) > SWAY_PALMS:
            return True
        if float(np.linalg.norm(off - sway, axis=1).mean()) > STILL_PALMS:
            return True
    return False


class HeldStill:
    """Follows the hands that somebody shows. Feed it every frame's readings with `see`."""

    def __init__(self) -> None:
        self.readings: list[Shown] = []
        """The readings since the hands have been still."""
        self.since_s = 0.0
        """When they came to be still."""
        self._seen_s = 0.0

    def see(self, at_s: float, hands: Shown) -> float:
        """The seconds for which `hands` have been held still on the frame at `at_s`; those that were seen before, while
        none are read for a moment. 0 when they have moved, are others, or have gone."""
        if not hands:
            if at_s - self._seen_s > LOST_S:
                self.readings.clear()
            return self._seen_s - self.since_s if self.readings else 0.0
        if at_s - self._seen_s > UNWATCHED_S or not self.readings or self._differ(hands):
            self.begin_anew()
            self.since_s = at_s
        self._seen_s = at_s
        self.readings.append(hands)
        return at_s - self.since_s

    def begin_anew(self) -> None:
        """Forget for how long the hands have been still."""
        self.readings.clear()

    def _differ(self, hands: Shown) -> bool:
        return set(hands) != set(self.readings[-1]) or moved(hands, self.readings[0])
