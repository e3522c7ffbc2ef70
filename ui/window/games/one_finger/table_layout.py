"""Where everything lies at the table on the screen: the seats clockwise around the cards in play, and each finger."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ui.window.canvas import Rect

MIDDLE = (800.0, 412.0)
TOP_Y, BOTTOM_Y, SEAT_H = 92.0, 600.0, 132.0
WIDEST, GAP = 500.0, 16.0
LEFT, RIGHT = Rect(40, 276, 340, 316), Rect(1220, 244, 340, 340)
"""Beside the cards: whose call it is, and the Draw pile."""
CARD, TWIN, BETWEEN = 220.0, 190.0, 130.0
"""The side of a card in play, of each of two, and how far two lie apart."""
HAND, SMALL_HAND = 170.0, 120.0
"""How long a hand is drawn."""
ON_CARD = 0.36
"""A fingertip lies so far from the middle of its card, as a share of the card's side."""
Point = tuple[float, float]


@dataclass(frozen=True)
class FingerSpot:
    """Where a finger rests: its tip, the way (a unit vector) from the tip to its owner, and where the arm begins."""

    tip: Point
    away: Point
    arm: Point


def seats(n: int) -> list[Rect]:
    """A seat's room for each of `n` players: clockwise from the upper left."""
    above = -(-n // 2)
    rows = (_row(above, TOP_Y), list(reversed(_row(n - above, BOTTOM_Y))))
    return [seat for row in rows for seat in row]


def _row(n: int, y: float) -> list[Rect]:
    width = min(WIDEST, (1520 - GAP * (n - 1)) / max(n, 1))
    left = 800 - (n * width + (n - 1) * GAP) / 2
    return [Rect(left + i * (width + GAP), y, width, SEAT_H) for i in range(n)]


def cards(n: int) -> list[tuple[Point, float]]:
    """The middle and the side of each of `n` cards in play."""
    if n < 2:
        return [(MIDDLE, CARD)]
    apart = (TWIN + BETWEEN) / 2
    return [((MIDDLE[0] + way * apart, MIDDLE[1]), TWIN) for way in (-1, 1)]


def fingers(players: int, each: int, in_play: int) -> dict[tuple[int, int, int], FingerSpot]:
    """Where each finger rests, by seat, card and finger. Those of one row lie side by side on the card's near side."""
    found: dict[tuple[int, int, int], FingerSpot] = {}
    rooms = seats(players)
    above = -(-players // 2)
    for card, (middle, side) in enumerate(cards(in_play)):
        for row in (range(above), range(above, players)):
            lying = [(seat, n) for seat in row for n in range(each)]
            lying.sort(key=lambda one: (rooms[one[0]].x, one[1]))
            for place, (seat, n) in enumerate(lying):
                found[seat, card, n] = _spot(rooms[seat], middle, side, place, len(lying), n - (each - 1) / 2)
    return found


def _spot(seat: Rect, middle: Point, side: float, place: int, of: int, aside: float) -> FingerSpot:
    down = 1.0 if seat.y > middle[1] else -1.0
    share = (place + 0.5) / of - 0.5
    tip = (middle[0] + share * side * 0.86, middle[1] + down * side * (ON_CARD - 0.5 * share * share))
    edge = seat.y if down > 0 else seat.y + seat.h
    reach = seat.x + 40, seat.x + seat.w - 40
    arm_x = min(max(middle[0] + share * 2.4 * side + aside * 60, reach[0]), reach[1])
    arm = (arm_x, edge)
    way = (arm[0] - tip[0], arm[1] - tip[1])
    far = math.hypot(*way) or 1.0
    return FingerSpot(tip, (way[0] / far, way[1] / far), arm)
