"""Single hands that are laid down in one seat's zone, such as the free hand of somebody whose other hand points.

Whoever calls often lifts the other hand at once, whose shadow passes over the one that lies. So a hand rests here while
its joints stay where they are, whatever else changes around it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from gesture.hand_geometry import distance
from gesture.reading.hand_reading import HandReading
from gesture.sources.frames import Frame
from gesture.table.seats import Seat, Table
from gesture.watching.detector import Steps
from gesture.watching.moments import Moment
from gesture.watching.motion import Motion
from gesture.watching.seat_hands import REST_S, HandsDetector
from gesture.watching.stillness import ENOUGH_READINGS, SAME_PLACE_PALMS, HandConsensus, consensus_of
from rules.hands import Side

STILL_PALMS = 0.12
"""Joints that have moved no farther than this on average, in palm lengths, lie still."""
MOST_READINGS = 6
"""Readings after which a hand is told of although some of its digits are unsure."""
NEAR_S = 0.25
"""When the hand looked still is known more exactly than when its joints were first read so; so near both are one."""
LOST_S = 0.7
"""A hand that was not read for so long has gone."""
AT_START_S = 0.5
"""What lay there so soon after the beginning nobody saw being laid down."""


@dataclass(frozen=True, kw_only=True, eq=False)
class HandLaid(Moment):
    """One hand of a player came to rest at `at_s`, whatever the other one does."""

    player: str
    hand: HandConsensus
    from_start: bool
    """It already lay so at the beginning."""


@dataclass(eq=False)
class _Track:
    """A hand from one reading to the next."""

    read: list[HandReading]
    since_s: float
    """When it came to rest, as far as the readings say."""
    last_s: float
    told: bool = False
    hand: HandConsensus | None = field(default=None, repr=False)

    def follows(self, reading: HandReading) -> bool:
        """Whether a reading is of this hand."""
        return distance(self.read[-1].center, reading.center) <= 2 * SAME_PLACE_PALMS * reading.palm_px

    def take(self, reading: HandReading, at_s: float) -> None:
        """The next reading: the hand lies still on, or has moved."""
        moved = np.linalg.norm(reading.landmarks - self.read[-1].landmarks, axis=1).mean()
        if moved <= STILL_PALMS * reading.palm_px:
            self.read.append(reading)
        else:
            self.read, self.since_s, self.told = [reading], (self.last_s + at_s) / 2, False
        self.last_s = at_s


class FreeHands(HandsDetector):
    """Tells of every hand that comes to rest in a seat's zone by itself, beside what its base class tells of both."""

    def __init__(self, seat: Seat, table: Table) -> None:
        super().__init__(seat, table)
        self._tracks: list[_Track] = []
        self._first_s: float | None = None

    def step(self, frame: Frame, motion: Motion) -> Steps:
        """What the next frame brings; see `Detector.step`."""
        self._first_s = frame.at_s if self._first_s is None else self._first_s
        yield from super().step(frame, motion)
        self._tracks = [track for track in self._tracks if frame.at_s <= track.last_s + LOST_S]
        for track in self._tracks:
            if not track.told and len(track.read) >= ENOUGH_READINGS and track.last_s >= track.since_s + REST_S:
                yield from self._tell(track, self._first_s)

    def pending_s(self) -> float:
        """The earliest time of a moment that may still come out of what is undecided."""
        return min([super().pending_s(), *(track.since_s for track in self._tracks if not track.told)])

    def _take_in(self, found: Sequence[HandReading], cut: int, motion: Motion) -> Iterator[Moment]:
        left = list(self._tracks)
        for reading in found:
            if self._table.owner(reading) is not self.seat:
                continue
            track = next((track for track in left if track.follows(reading)), None)
            if track is None:
                self._tracks.append(
                    _Track([reading], (max(self._looked_s, motion.first_s) + motion.now_s) / 2, motion.now_s)
                )
            else:
                left.remove(track)
                track.take(reading, motion.now_s)
        self._looked_s = motion.now_s
        yield from super()._take_in(found, cut, motion)

    _looked_s = -np.inf

    def _tell(self, track: _Track, first_s: float) -> Iterator[HandLaid]:
        left = sum(hand.side_p if hand.side is Side.LEFT else 1 - hand.side_p for hand in track.read)
        hand = consensus_of(track.read, self._own, Side.LEFT if left > len(track.read) / 2 else Side.RIGHT)
        if hand.unsure and len(track.read) < MOST_READINGS:
            return
        track.told = True
        lay = [h.rest_s for h in self.hands if h.near(track.read[-1]) and abs(h.rest_s - track.since_s) < NEAR_S]
        from_start = track.since_s < first_s + AT_START_S
        yield HandLaid(at_s=min(lay, default=track.since_s), player=self.seat.player, hand=hand, from_start=from_start)
