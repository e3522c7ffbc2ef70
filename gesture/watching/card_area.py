"""The part of the table where the revealed cards lie, and hands that come over it (ruling D11).

On a table the cards lie in the middle, between the seats; a table may also say where. Cards on a screen have no zone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import pointing
from gesture.reading.background import Answer, Reader, ask
from gesture.reading.hand_reading import HandReading
from gesture.sources.frames import Frame
from gesture.table.seats import Seat, Table, whole_hands
from gesture.watching.motion import Glance, Motion

CLEAR_OF_ZONES = 0.05
"""The middle begins this share of a zone's depth inward of it: fingers of hands laid down reach out of it a little."""
LEAST_WIDTH = 0.15
"""A middle narrower than this share of a zone's depth holds no card."""
FINGER_MARKS = 3
"""So many landmarks over the cards are a finger over the cards ..."""
HAND_MARKS = 8
"""... and so many are a hand, also where the palm still lies in its own zone."""
BETWEEN_LOOKS_S = 0.12
AGAIN_S = 0.4
"""Between two looks at a hand that stays over the cards without moving."""
REPEATED_S = 1.5
"""A hand that stays over the cards is told again after this long."""
GONE_S = 0.6
"""A hand not found for this long has left the cards."""
LEAST_CELLS = 3
"""So many cells of the small picture must move before anybody looks."""
SAME_HAND_PALMS = 1.5
ARM_TURN_DEG = 100.0
CLEARLY = 0.3
"""Of two players from whose sides a hand may come, the better one is believed by this margin."""


def with_printed_cards(table: Table) -> Table:
    """The same table with printed cards on it: where somebody has said, else in the middle, if there is room for them.
    Players who hold their hands up to the camera have no cards in its view."""
    if table.held_up or table.cards is not None:
        return table
    return replace(table, cards=middle_between(table.seats, table))


def middle_between(seats: Sequence[Seat], table: Table) -> NDArray[np.float64] | None:
    """The polygon (N, 2) in frame pixels that lies ahead of every seat's zone; None when there is no room for cards."""
    if len(seats) < 2:
        return None
    depths = [seat.depth(table.inward(seat)) for seat in seats]
    corners = np.vstack(
        [s.zone + table.inward(s) * ahead for s, depth in zip(seats, depths, strict=True) for ahead in (0.0, depth / 2)]
    )
    (x0, y0), (x1, y1) = corners.min(0), corners.max(0)
    area: list[NDArray[np.float64]] = [np.array(p) for p in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]
    for seat, depth in zip(seats, depths, strict=True):
        inward = table.inward(seat)
        area = _ahead_of(area, inward, float((seat.zone @ inward).max()) + CLEAR_OF_ZONES * depth)
    if len(area) < 3:
        return None
    polygon = np.array(area)
    (_, (wide, high), _) = cv2.minAreaRect(polygon.astype(np.float32))
    return polygon if min(wide, high) >= LEAST_WIDTH * float(np.mean(depths)) else None


def _ahead_of(
    polygon: list[NDArray[np.float64]], direction: NDArray[np.float64], least: float
) -> list[NDArray[np.float64]]:
    """The part of a convex polygon that lies at least so far along a direction (2,) (Sutherland and Hodgman, 1974)."""
    kept = []
    for a, b in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        at_a, at_b = float(a @ direction) - least, float(b @ direction) - least
        if at_a >= 0:
            kept.append(a)
        if (at_a < 0) != (at_b < 0):
            kept.append(a + (b - a) * (at_a / (at_a - at_b)))
    return kept


@dataclass(frozen=True)
class Over:
    """A hand over the cards at `at_s`, which came there at `since_s`; `player` is None when it may be anybody's."""

    at_s: float
    player: str | None
    since_s: float


@dataclass(eq=False)
class _Visit:
    since_s: float
    center: NDArray[np.float64]
    palm_px: float
    seen_s: float
    box: tuple[int, int, int, int]
    looks: int = 1
    told_s: float = -math.inf
    players: list[str | None] = field(default_factory=list)

    @property
    def player(self) -> str | None:
        """Whose hand most of the looks took it for."""
        return max(self.players, key=self.players.count)


class CardWatch:
    """Watches the cards: cheaply for movement, and with the reader where something moves or stays."""

    def __init__(self, table: Table, zone: NDArray[np.float64]) -> None:
        self.zone, self._table = zone, table
        self._outline = zone.astype(np.float32)
        self._reach_px = 0.6 * float(np.mean([seat.depth(table.inward(seat)) for seat in table.seats]))
        self._cells: NDArray[np.bool_] = np.zeros((0, 0), bool)
        self._looked_s = -math.inf
        self._asked: tuple[Frame, NDArray[np.float64], Answer] | None = None
        self._visits: list[_Visit] = []

    def step(self, frame: Frame, glance: Glance, motion: Motion, reader: Reader) -> list[Over]:
        """The hands that the newest frame shows to be over the cards, each told once and again while it stays."""
        if self._cells.shape != motion.moved_s.shape:
            self._cells = motion.cells_of(self.zone)
        told = self._take_in()
        since_s = glance.at_s - self._looked_s
        if self._asked is not None or since_s < BETWEEN_LOOKS_S - 1e-6:
            return told
        moving = self._cells & (motion.moved_s > glance.at_s - BETWEEN_LOOKS_S)
        stirred = int(moving.sum()) >= LEAST_CELLS
        glimpsed = any(visit.looks < 2 for visit in self._visits)  # a second look says whether it is a hand
        if stirred or glimpsed or (self._visits and since_s >= AGAIN_S - 1e-6):
            self._looked_s = glance.at_s
            cut = self._cut(moving if stirred else None, motion)
            self._asked = frame, cut, ask(reader, frame.image, cut)
            told += self._take_in()
        return told

    def _take_in(self) -> list[Over]:
        """What the look that was asked for last brings, if it is there by now."""
        if self._asked is None or not self._asked[2].done():
            return []
        (frame, cut, answer), self._asked = self._asked, None
        now_s = frame.at_s
        for hand in whole_hands(answer.result(), cut, frame.size):
            if self._is_over(hand):
                self._meet(hand, now_s)
        self._visits = [visit for visit in self._visits if now_s - visit.seen_s < GONE_S]
        told = []
        for visit in self._visits:
            if visit.looks >= 2 and visit.seen_s == now_s and now_s - visit.told_s >= REPEATED_S:
                first = math.isinf(visit.told_s)
                told.append(Over(visit.since_s if first else now_s, visit.player, visit.since_s))
                visit.told_s = now_s
        return told

    def _cut(self, moving: NDArray[np.bool_] | None, motion: Motion) -> NDArray[np.float64]:
        """Where to look: around what moves and around the hands that were there before."""
        points = [np.array(visit.box, np.float64).reshape(2, 2) for visit in self._visits]
        if moving is not None:
            points.append(motion.extent_of(moving))
        low, high = np.vstack(points).min(0) - self._reach_px, np.vstack(points).max(0) + self._reach_px
        return np.array([low, (high[0], low[1]), high, (low[0], high[1])])

    def _is_over(self, hand: HandReading) -> bool:
        inside = sum(cv2.pointPolygonTest(self._outline, (x, y), False) >= 0 for x, y in hand.landmarks.tolist())
        if inside >= HAND_MARKS:
            return True
        return inside >= FINGER_MARKS and self._table.owner(hand) is None

    def _meet(self, hand: HandReading, at_s: float) -> None:
        palm_px = float(np.linalg.norm(hand.landmarks[9] - hand.landmarks[0]))
        for visit in self._visits:
            if float(np.linalg.norm(visit.center - hand.center)) < SAME_HAND_PALMS * max(visit.palm_px, palm_px):
                visit.looks += visit.seen_s < at_s
                break
        else:
            visit = _Visit(at_s, hand.center, palm_px, at_s, hand.box)
            self._visits.append(visit)
        visit.center, visit.palm_px, visit.seen_s, visit.box = hand.center, palm_px, at_s, hand.box
        seat = reaching_from(hand, self._table)
        visit.players.append(seat.player if seat else None)


def reaching_from(hand: HandReading, table: Table) -> Seat | None:
    """The seat from whose side a hand's arm comes in, wherever the hand is now; None when it may be two players'."""
    direction = pointing(hand.landmarks)
    across = np.array([-direction[1], direction[0]])
    costs: list[tuple[float, str]] = []
    for seat in table.seats:
        inward = table.inward(seat)
        turn_deg = math.degrees(math.acos(float(np.clip(direction @ inward, -1, 1))))
        back = hand.landmarks[0] - seat.center
        if turn_deg > ARM_TURN_DEG or float(back @ direction) < -0.5 * seat.depth(inward):
            continue
        aside = abs(float(back @ across)) / max(seat.depth(inward), 1.0)
        costs.append((turn_deg / 90 + 0.5 * aside, seat.player))
    costs.sort()
    if not costs or (len(costs) > 1 and costs[1][0] - costs[0][0] < CLEARLY):
        return None
    return table.seat_of(costs[0][1])
