"""Seats of one or two players who sit side by side and hold their hands up to a laptop's camera.

Of hands that lie beside each other in the picture the two on the left are one player's, the two on the right the
other's; a seat is that side of the picture, from its top to its bottom.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import palm_length
from gesture.reading.background import Reader
from gesture.reading.hand_reading import HandReading
from gesture.seating.seat_finder import Place
from gesture.sources.frames import Frame, SourceError
from gesture.table.seats import Seat

MOST_PLAYERS = 2
"""So many fit before a laptop's own camera."""
ENOUGH_LOOKS = 3
"""So many frames in a row must show the same number of pairs."""
BETWEEN_LOOKS_S = 0.15
"""Between two looks at the hands that are held up."""
SIDED = 0.75
"""What is less probably a left or a right hand is a face."""
SMALLEST = 0.4
"""A hand smaller than this share of the largest one is somebody's in the background."""


def find_side_by_side(frames: Iterable[Frame], reader: Reader) -> list[Seat]:
    """The seats of the two players of a game who hold their hands up on `frames`, named `Player 1`, which is the
    picture's right side and the mirror's left, and `Player 2`. Whoever holds no hands up has the side that is left.

    Raises `SourceError` when no two hands are ever held up.
    """
    finder, looked_s, borders = SideBySide(reader), -BETWEEN_LOOKS_S, list[float]()
    for frame in frames:
        if frame.at_s >= looked_s + BETWEEN_LOOKS_S - 1e-6:
            finder.watch(frame)
            looked_s = frame.at_s
            if len(finder.places()) == MOST_PLAYERS:
                borders.append(float(finder.places()[0].zone[:, 0].min()))
    if not finder.places():
        raise SourceError("No hands are held up on these pictures; check what the camera sees, or name the seats.")
    border = float(np.median(borders)) if borders else finder.size[0] / 2  # hands on their way up are read badly
    zones = _sides(border, finder.size)
    return [Seat(f"Player {number}", zone) for number, zone in enumerate(zones, 1)]


def _sides(border: float, size: tuple[int, int]) -> list[NDArray[np.float64]]:
    width, height = size
    sides = [(border, float(width)), (0.0, border)]
    return [np.array([(x0, 0), (x1, 0), (x1, height), (x0, height)], np.float64) for x0, x1 in sides]


class SideBySide:
    """Finds seats while frames come in, as `gesture.seating.seat_finder.SeatFinder` does at a table."""

    def __init__(self, reader: Reader) -> None:
        self.size = (1, 1)
        self._reader = reader
        self._hands: list[HandReading] = []
        self._count, self._in_a_row = 0, 0
        self._places: list[Place] = []

    def watch(self, frame: Frame) -> bool:
        """Take in the next frame."""
        self.size = frame.size
        self._hands = _foremost(self._reader.read(frame.image))
        pairs = _pairs(self._hands)
        self._in_a_row = self._in_a_row + 1 if len(pairs) == self._count else 1
        self._count = len(pairs)
        if self._in_a_row >= ENOUGH_LOOKS:
            seen = [Place(zone, 2, True) for zone in zones_of(pairs, self.size)]
            if len(seen) >= len(self._places):
                self._places = seen
            else:
                self._places = [Place(old.zone, old.hands, _in_one(old.zone, seen)) for old in self._places]
        return True

    @property
    def hands(self) -> list[HandReading]:
        """The hands that are held up now."""
        return self._hands

    def places(self) -> list[Place]:
        """The players' sides of the picture, from its right to its left: as the players, mirrored, see themselves,
        from left to right."""
        return self._places

    def forget(self, _zone: NDArray[np.float64] | None = None) -> None:
        """Forget who sits where; hands that are still held up are found anew."""
        self._places, self._in_a_row = [], 0


def _foremost(hands: Sequence[HandReading]) -> list[HandReading]:
    """The largest hands, four at most, from the picture's left to its right."""
    hands = [hand for hand in hands if hand.side_p >= SIDED]
    largest = max((palm_length(hand.landmarks) for hand in hands), default=1.0)
    near = [hand for hand in hands if palm_length(hand.landmarks) > SMALLEST * largest]
    near = sorted(near, key=lambda hand: -palm_length(hand.landmarks))[: 2 * MOST_PLAYERS]
    return sorted(near, key=lambda hand: float(hand.center[0]))


def _pairs(hands: Sequence[HandReading]) -> list[tuple[HandReading, HandReading]]:
    """Hands put together into players', from the picture's left to its right."""
    if len(hands) == 4:
        return [(hands[0], hands[1]), (hands[2], hands[3])]
    gaps = [float(b.center[0] - a.center[0]) for a, b in pairwise(hands)]
    if not gaps:
        return []
    nearest = gaps.index(min(gaps))
    return [(hands[nearest], hands[nearest + 1])]


def zones_of(pairs: Sequence[tuple[HandReading, HandReading]], size: tuple[int, int]) -> list[NDArray[np.float64]]:
    """The side of a picture of `size` (width, height) for each pair, from its right to its left."""
    width, height = size
    middles = [float(pair[0].center[0] + pair[1].center[0]) / 2 for pair in pairs]
    if len(pairs) == 2:
        cut = float(pairs[0][1].center[0] + pairs[1][0].center[0]) / 2
        sides = [(cut, float(width)), (0.0, cut)]
    else:
        sides = [(0.0, width / 2) if middle < width / 2 else (width / 2, float(width)) for middle in middles]
    return [np.array([(x0, 0), (x1, 0), (x1, height), (x0, height)], np.float64) for x0, x1 in sides]


def _in_one(zone: NDArray[np.float64], places: Sequence[Place]) -> bool:
    x = float(zone[:, 0].mean())
    return any(place.zone[:, 0].min() <= x <= place.zone[:, 0].max() for place in places)
