"""The part of the table where the revealed cards lie, and hands that come over it (ruling D11).

On a table the cards lie in the middle, between the seats; a table may also say where. Cards on a screen have no zone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import Landmark, pointing, rightwards, turn_deg
from gesture.reading.association import nearest
from gesture.reading.hand_reading import HandReading
from gesture.sources.frames import Frame
from gesture.table.ownership import whole_hands
from gesture.table.seats import Seat, Table
from gesture.watching.detector import Detector, Look, Prospect, Steps
from gesture.watching.moments import HandOverCards, Moment
from gesture.watching.motion import Motion

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

    def within(self, cut: NDArray[np.float64]) -> bool:
        """Whether its middle lies in a cut (4, 2), a rectangle, so that a look at that would have shown it."""
        return bool((cut[0] <= self.center).all() and (self.center <= cut[2]).all())


class CardsDetector(Detector):
    """Watches the cards: cheaply for movement, and with looks where something moves or stays."""

    def __init__(self, table: Table, zone: NDArray[np.float64]) -> None:
        self.zone, self._table = zone, table
        self._outline = zone.astype(np.float32)
        self._reach_px = 0.6 * float(np.mean([seat.depth(table.inward(seat)) for seat in table.seats]))
        self._cells: NDArray[np.bool_] = np.zeros((0, 0), bool)
        self._looked_s = -math.inf
        self._visits: list[_Visit] = []

    def step(self, frame: Frame, motion: Motion) -> Steps:
        """The hands that the newest frame shows to be over the cards, each told once and again while it stays."""
        if self._cells.shape != motion.moved_s.shape:
            self._cells = motion.cells_of(self.zone)
        look = self._wish(motion, self._looked_s)
        if look is not None:
            self._looked_s = frame.at_s
            found = yield look
            if found is not None:
                yield from self._take_in(whole_hands(found, look.zone, frame.size), look.zone, frame.at_s)

    def foresee(self, prospect: Prospect) -> Look | None:
        """The look that is likely to be wanted of a frame; see `Detector.foresee`."""
        known = self._cells.shape == prospect.motion.moved_s.shape
        return self._wish(prospect.motion, prospect.since_s) if known else None

    def _wish(self, motion: Motion, looked_s: float) -> Look | None:
        """Where to look on the newest frame, when the look before was at `looked_s`: around what moves, else around the
        hands that were there before; None when there is nothing to look at."""
        since_s = motion.now_s - looked_s
        if since_s < BETWEEN_LOOKS_S - 1e-6:
            return None
        moving = self._cells & (motion.moved_s > motion.now_s - BETWEEN_LOOKS_S)
        if int(moving.sum()) >= LEAST_CELLS:
            return Look(self._around([motion.extent_of(moving)]))
        glimpsed = any(visit.looks < 2 for visit in self._visits)  # a second look says whether it is a hand
        if glimpsed or (self._visits and since_s >= AGAIN_S - 1e-6):
            return Look(self._around([np.array(visit.box, np.float64).reshape(2, 2) for visit in self._visits]))
        return None

    def _around(self, corners: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
        points = np.vstack(corners)
        low, high = points.min(0) - self._reach_px, points.max(0) + self._reach_px
        return np.array([low, (high[0], low[1]), high, (low[0], high[1])])

    def _take_in(self, found: Sequence[HandReading], cut: NDArray[np.float64], now_s: float) -> Iterator[Moment]:
        """The hands found in a cut (4, 2), a rectangle."""
        for hand in found:
            if self._is_over(hand):
                self._meet(hand, now_s)
        self._visits = [visit for visit in self._visits if now_s - visit.seen_s < GONE_S or not visit.within(cut)]
        for visit in self._visits:
            if visit.looks >= 2 and visit.seen_s == now_s and now_s - visit.told_s >= REPEATED_S:
                at_s = visit.since_s if math.isinf(visit.told_s) else now_s
                visit.told_s = now_s
                yield HandOverCards(at_s=at_s, player=visit.player, since_s=visit.since_s)

    def _is_over(self, hand: HandReading) -> bool:
        inside = sum(cv2.pointPolygonTest(self._outline, (x, y), False) >= 0 for x, y in hand.landmarks.tolist())
        if inside >= HAND_MARKS:
            return True
        return inside >= FINGER_MARKS and self._table.owner(hand) is None

    def _meet(self, hand: HandReading, at_s: float) -> None:
        visit = nearest(self._visits, hand, SAME_HAND_PALMS)
        if visit is None:
            visit = _Visit(at_s, hand.center, hand.palm_px, at_s, hand.box)
            self._visits.append(visit)
        visit.looks += visit.seen_s < at_s
        visit.center, visit.palm_px, visit.seen_s, visit.box = hand.center, hand.palm_px, at_s, hand.box
        seat = reaching_from(hand, self._table)
        visit.players.append(seat.player if seat else None)


def reaching_from(hand: HandReading, table: Table) -> Seat | None:
    """The seat from whose side a hand's arm comes in, wherever the hand is now; None when it may be two players'."""
    direction = pointing(hand.landmarks)
    across = rightwards(direction)
    costs: list[tuple[float, str]] = []
    for seat in table.seats:
        inward = table.inward(seat)
        turned_deg = turn_deg(direction, inward)
        back = hand.landmarks[Landmark.WRIST] - seat.center
        if turned_deg > ARM_TURN_DEG or float(back @ direction) < -0.5 * seat.depth(inward):
            continue
        aside = abs(float(back @ across)) / max(seat.depth(inward), 1.0)
        costs.append((turned_deg / 90 + 0.5 * aside, seat.player))
    costs.sort()
    if not costs or (len(costs) > 1 and costs[1][0] - costs[0][0] < CLEARLY):
        return None
    return table.seat_of(costs[0][1])
