"""A lock of which a digit stayed unsure: looked at again on more frames, then with the palms turned up."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gesture.hand_geometry import palm_length
from gesture.reading.background import Answer, Reader, ask
from gesture.reading.hand_reading import HandReading
from gesture.sources.frames import Frame
from gesture.table.seats import Table, two_hands
from gesture.watching.moments import Hands
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


class SecondLook:
    """Looks at one player's hands until every digit is sure, or it has to be asked for otherwise.

    `palms_up` looks at hands that were turned over: there the first reading counts for nothing.
    """

    def __init__(self, player: str, hands: Hands | None, table: Table, from_s: float, palms_up: bool = False) -> None:
        self.player, self.palms_up = player, palms_up
        self._hands, self._table = hands, table
        self._from_s, self._read_s = from_s, -1.0
        self._asked: Answer | None = None
        self._odds: dict[Side, list[tuple[float, ...]]] = {side: [] for side in Side}
        if hands is not None and not palms_up:
            for side in Side:
                self._odds[side] = [hands.of(side).log_odds] * hands.of(side).readings
        self._least = {side: len(self._odds[side]) + (LOOKS if not palms_up else LOOKS // 2) for side in Side}

    def look(self, frame: Frame, reader: Reader) -> None:
        """Take in what was read, and have the hands read once more, when it is time."""
        self._take_in()
        if self._asked is not None or frame.at_s < self._read_s + BETWEEN_LOOKS_S - 1e-6:
            return
        self._read_s = frame.at_s
        seat = self._table.seat_of(self.player)
        self._asked = ask(reader, frame.image, seat.center + (seat.zone - seat.center) * 1.15)
        self._take_in()

    def _take_in(self) -> None:
        if self._asked is None or not self._asked.done():
            return
        found, self._asked = self._asked.result(), None
        seat = self._table.seat_of(self.player)
        own = [seat.hands.corrected(hand) for hand in found if self._table.owner(hand) is seat]
        for side, hand in self._sided(own).items():
            self._odds[side].append(tuple(log_odds(p) for p in hand.digits))

    def _sided(self, own: Sequence[HandReading]) -> dict[Side, HandReading]:
        if self.palms_up:
            up = [hand for hand in own if hand.palm is Palm.UP and hand.palm_p > PALM_UP_SURE]
            return two_hands(up, self._table.facing(self._table.seat_of(self.player)))
        found: dict[Side, HandReading] = {}
        for side in Side if self._hands is not None else ():
            assert self._hands is not None
            points, palm = self._hands.of(side).landmarks, self._hands.of(side).palm
            limit = SAME_PLACE_PALMS * palm_length(points)
            near = [h for h in own if h.palm is palm and float(np.linalg.norm(h.landmarks[9] - points[9])) < limit]
            if near:
                found[side] = near[0]
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

    def over(self, now_s: float) -> bool:
        """Whether more frames will not help any more."""
        return now_s - self._from_s > (PALMS_S if self.palms_up else LOOKING_S)
