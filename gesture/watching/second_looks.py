"""A lock of which a digit stayed unsure: looked at again on more frames, then with the palms turned up."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from gesture.hand_geometry import palm_reach
from gesture.reading.association import apart_palms, nearest
from gesture.reading.hand_reading import HandReading
from gesture.sources.frames import Frame
from gesture.table.ownership import two_hands
from gesture.table.seats import Table
from gesture.watching.detector import Detector, Look, Prospect, Steps
from gesture.watching.moments import Hands, Moment, SecondReading
from gesture.watching.motion import Motion
from gesture.watching.stillness import SURE, log_odds
from rules.hands import Digit, Palm, Side

BETWEEN_LOOKS_S = 0.15
LOOKS = 8
"""Readings of each hand before the second look gives up, or settles."""
LOOKING_S = 3.0
PALMS_S = 12.0
"""So long the table has time to turn palms up before it is asked itself."""
PALM_UP_SURE = 0.7
SAME_PLACE_PALMS = 0.6


class SecondLook(Detector):
    """Looks at one player's hands until every digit is sure, or it has to be asked for otherwise.

    `palms_up` looks at hands that were turned over: there the first reading counts for nothing.
    """

    def __init__(self, player: str, hands: Hands | None, table: Table, from_s: float, palms_up: bool = False) -> None:
        self.player, self.palms_up = player, palms_up
        self._hands, self._table, self._seat = hands, table, table.seat_of(player)
        self._from_s, self._read_s, self._last_s = from_s, -math.inf, from_s
        self._odds: dict[Side, list[tuple[float, ...]]] = {side: [] for side in Side}
        if hands is not None and not palms_up:
            for side in Side:
                self._odds[side] = [hands.of(side).log_odds] * hands.of(side).readings
        self._reach = self._seat.reach(table.inward(self._seat))
        palms = [palm_reach(hands.of(side).landmarks) for side in Side] if hands is not None else []
        self._palm_px = (min(palms), max(palms)) if palms else None
        self._in_vain = False
        """The newest look saw no hand that counts."""
        self._least = {side: len(self._odds[side]) + (LOOKS if not palms_up else LOOKS // 2) for side in Side}

    def step(self, frame: Frame, motion: Motion) -> Steps:
        """Have the hands read once more, when it is time; see `Detector.step`."""
        self._last_s = frame.at_s
        look = self.foresee(Prospect(motion, self._read_s, 0))
        if look is not None:
            self._read_s = frame.at_s
            found = yield look
            own = [self._seat.hands.corrected(h) for h in found or () if self._table.owner(h) is self._seat]
            sided = self._sided(own)
            self._in_vain = found is not None and not sided
            for side, hand in sided.items():
                self._odds[side].append(tuple(log_odds(p) for p in hand.digits))
        bent, longest_s = self.settled, PALMS_S if self.palms_up else LOOKING_S
        if not self.over and (bent is not None or frame.at_s - self._from_s > longest_s):
            yield from self._tell(frame.at_s, bent)

    def foresee(self, prospect: Prospect) -> Look | None:
        """The next look, when it is time; see `Detector.foresee`."""
        if self.over or prospect.motion.now_s < prospect.since_s + BETWEEN_LOOKS_S - 1e-6:
            return None
        zone = self._seat.center + (self._seat.zone - self._seat.center) * 1.15
        moved_s = prospect.motion.moved_s[prospect.motion.cells_of(zone)].max(initial=-math.inf)
        if self._in_vain and float(moved_s) < prospect.since_s:
            return None  # it would see the same
        return Look(zone, self._palm_px, self._reach)

    def finish(self) -> Iterator[Moment]:
        """No more frames come to be sure by."""
        if not self.over:
            yield from self._tell(self._last_s, None)

    def _tell(self, at_s: float, bent: dict[Side, frozenset[Digit]] | None) -> Iterator[Moment]:
        self.over = True
        yield SecondReading(at_s=at_s, player=self.player, palms_up=self.palms_up, bent=bent)

    def _sided(self, own: Sequence[HandReading]) -> dict[Side, HandReading]:
        if self.palms_up:
            up = [hand for hand in own if hand.palm is Palm.UP and hand.palm_p > PALM_UP_SURE]
            return two_hands(up, self._table.facing(self._seat))
        found: dict[Side, HandReading] = {}
        for side in Side if self._hands is not None else ():
            assert self._hands is not None
            locked = self._hands.of(side)
            alike = [hand for hand in own if hand.palm is locked.palm and apart_palms(locked, hand) < SAME_PLACE_PALMS]
            hand = nearest(alike, locked, math.inf)
            if hand is not None:
                found[side] = hand
        return found

    @property
    def settled(self) -> dict[Side, frozenset[Digit]] | None:
        """The digits bent on each hand, once all of them are sure; else None."""
        if any(len(self._odds[side]) < self._least[side] for side in Side):
            return None
        means = {side: np.mean(self._odds[side], axis=0) for side in Side}
        if any(float(np.abs(mean).min()) < SURE for mean in means.values()):
            return None
        return {
            side: frozenset(digit for digit, odds in zip(Digit, mean, strict=True) if odds > 0)
            for side, mean in means.items()
        }
