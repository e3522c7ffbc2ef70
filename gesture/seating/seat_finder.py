"""Finding out who sits where from where the arms come in.

The recording is looked through once. Wherever something came to rest, hands are looked for; a left and a right hand
that lie side by side and point the same way are one person's. What a hand's number in a list is means nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import convex_outline, outside_px, palm_length
from gesture.reading.association import apart_palms
from gesture.reading.background import Reader
from gesture.reading.hand_reading import HandReading
from gesture.seating.free_place import zone_of_one_more
from gesture.seating.people import SAME_HAND_PALMS, FoundHand, Person, add_to, people_of
from gesture.sources.frames import Frame, SourceError
from gesture.table.ownership import whole_hands
from gesture.table.seats import MOST_SEATS, Seat
from gesture.watching.motion import Motion, MotionTracker
from gesture.watching.seat_hands import FIRST_LOOK_S, SETTLED_S
from gesture.watching.stillness import RestingHand

BETWEEN_LOOKS_S = 0.3
"""Between two looks at what has come to rest."""
SURELY_S = 2.0
"""So long is looked at least, also when everybody seems to be there."""
ON_FINGERS_PALMS = 0.1
"""A palm's middle this near to the outline of another hand lies on that hand."""
TILE_PX = 640
"""Frames are looked through in overlapping tiles of about this size, in which a hand is large enough to be found."""


UnseenZones = Callable[[Sequence[Person], Sequence[NDArray[np.float64]], tuple[int, int]], list[NDArray[np.float64]]]
"""The zones of players who were never seen, from everybody who was, their zones (N, 2), and the size of the frames
(width, height)."""


def find_seats(
    frames: Iterable[Frame],
    reader: Reader,
    unseen_zones: UnseenZones | None = None,
    players: int | None = None,
    fewest: int = 2,
    exactly: int | None = None,
) -> list[Seat]:
    """The seats of everybody whose arms come in on `frames`, named `Player 1` and so on, clockwise in the picture from
    its bottom edge.

    On a recorded game somebody may never lay hands down: the game's own rule `unseen_zones` says then where others sit,
    by what everybody does who was seen, and hands that never move are a picture of hands. Where it is known that
    `exactly` so many play, one who was not seen sits where there is room. Without `unseen_zones` everybody has been
    asked to lay both hands down, and nobody else is there; where it is known how many `players` there are, it is
    looked no longer than for all of them.

    Raises `SourceError` when no hands are found, or those of fewer people than `fewest` or of too many.
    """
    finder = SeatFinder(reader)
    began_s: float | None = None
    for frame in frames:
        began_s = frame.at_s if began_s is None else began_s
        finder.watch(frame)
        if players and frame.at_s - began_s >= SURELY_S and len(finder.people()) >= players:
            break
    size, people = finder.size, finder.people()
    if unseen_zones is not None:
        people = [person for person in people if finder.moved(person)]
    if not people:
        raise SourceError("No hands were found on this recording; check what the camera sees, or name the seats.")
    if len(people) > MOST_SEATS:
        raise SourceError(
            f"The arms of {len(people)} people seem to come in, and a game takes {MOST_SEATS} at most; name the seats."
        )
    zones = [person.zone() for person in people]
    if exactly is not None and len(zones) == exactly - 1:
        zones.append(zone_of_one_more(zones, size))
    elif exactly is None and unseen_zones is not None:
        zones += unseen_zones(people, zones, size)
    if exactly is not None and len(zones) != exactly:
        found = f"The hands of {len(people)} people were found, and {exactly} play"
        raise SourceError(f"{found}: name the seats, or see that nobody else reaches onto the table.")
    if len(zones) < fewest:
        raise SourceError(
            "The hands of one player alone were found; everybody lays both hands down, or name the seats."
        )
    ordered = sorted(zones, key=lambda zone: _around(zone.mean(0), size))
    return [Seat(f"Player {number}", zone) for number, zone in enumerate(ordered, 1)]


def _around(point: NDArray[np.float64], size: tuple[int, int]) -> float:
    """How far round the picture a point lies: clockwise from the right end of the bottom edge, in turns."""
    x, y = point[0] / size[0] - 0.5, point[1] / size[1] - 0.5
    return ((math.atan2(y, x) - math.pi / 4) / math.tau) % 1


@dataclass(frozen=True, eq=False)
class Place:
    """Where somebody's hands were laid down."""

    zone: NDArray[np.float64]
    """A polygon (4, 2) in frame pixels."""
    hands: int
    """How many hands of that person were seen, 1 or 2."""
    here: bool
    """Whether one of them lies there now."""


class SeatFinder:
    """Finds seats while frames come in: `watch` every one of them, and `places` tells what is known so far."""

    def __init__(self, reader: Reader) -> None:
        self.size = (1, 1)
        """Width and height of the frames."""
        self._reader = reader
        self._tracker, self._found = MotionTracker(), list[FoundHand]()
        self._motion: Motion | None = None
        self._here: list[tuple[HandReading, float]] = []
        self._seen_s: NDArray[np.float64] = np.zeros((0, 0))
        self._once_s: NDArray[np.float64] = np.zeros((0, 0))
        self._started_s, self._looked_s, self._looks = 0.0, -math.inf, 0

    def watch(self, frame: Frame) -> bool:
        """Take in the next frame; where something came to rest, look for hands. Tells whether it looked."""
        motion, now_s = self._tracker.watch(frame), frame.at_s
        self._motion = motion
        self.size = frame.size
        if self._seen_s.shape != motion.moved_s.shape:
            self._seen_s, self._once_s = (np.full(motion.moved_s.shape, -np.inf) for _ in range(2))
            self._looked_s, self._started_s = -math.inf, now_s
            self._here = []
        if now_s - self._looked_s < BETWEEN_LOOKS_S or now_s < self._started_s + FIRST_LOOK_S:
            return False
        settled = (motion.moved_s != self._seen_s) & (motion.moved_s <= now_s - SETTLED_S)
        if self._looks > 1 and int(settled.sum()) < 2:
            return False
        readings = []
        tiles = list(_tiles(self.size, settled if self._looks > 1 else None))
        for tile in tiles:
            readings += whole_hands(self._reader.read(frame.image, tile), tile, self.size)
        everything = np.array([(0, 0), (self.size[0], 0), self.size, (0, self.size[1])], np.float64)
        resting = []
        for reading in _no_fingertips(whole_hands(readings, everything, self.size)):
            hand = RestingHand.found(reading, motion, FIRST_LOOK_S)
            if hand is not None:
                resting.append(reading)
                add_to(self._found, reading, self._looks, -math.inf if hand.from_start else hand.rest_s)
        self._here = [(hand, s) for hand, s in self._here if not _looked_at(hand, tiles, resting)]
        self._here += [(reading, now_s) for reading in resting]
        # A second look at the same place shows which of the hands are really there.
        twice = settled & (self._once_s == motion.moved_s)
        self._seen_s[twice] = motion.moved_s[twice]
        self._once_s[settled] = motion.moved_s[settled]
        self._looked_s, self._looks = now_s, self._looks + 1
        return True

    @property
    def hands(self) -> list[HandReading]:
        """The hands that lie still now, each as it was last read."""
        lying = []
        for hand, read_s in self._here:
            motion = self._motion
            patch = motion.patch(hand.landmarks) if motion is not None else None
            if motion is not None and patch is not None and motion.last_moved(patch) <= read_s:
                lying.append(hand)
        return _no_fingertips(lying)

    def people(self) -> list[Person]:
        """Everybody whose hands lay still, as far as a second look found them too."""
        return people_of([hand for hand in self._found if len(hand.looks) > 1 or self._looks == 1])

    def moved(self, person: Person) -> bool:
        """Whether a hand of theirs came to where it lay, or has stirred since; hands on a picture never do."""
        patches = [self._motion and self._motion.patch(hand.readings[-1].landmarks) for hand in person.hands]
        stirred = any(patch and self._motion and self._motion.last_moved(patch) > -math.inf for patch in patches)
        return stirred or any(rest_s > -math.inf for hand in person.hands for rest_s in hand.rests_s)

    def places(self) -> list[Place]:
        """Where people's hands were laid down, clockwise in the picture from its bottom edge."""
        centers = [hand.center for hand in self.hands]
        found = []
        for person in self.people():
            zone = person.zone()
            here = any(outside_px(zone, center) <= 0 for center in centers)
            found.append(Place(zone, min(2, len(person.hands)), here))
        return sorted(found, key=lambda place: _around(place.zone.mean(0), self.size))

    def forget(self, zone: NDArray[np.float64] | None = None) -> None:
        """Forget the hands that were found in a zone (N, 2), or all; they are found anew once they are laid down again,
        or, when all are forgotten, at the next look."""
        if zone is None:
            self._found, self._here, self._looks, self._looked_s = [], [], 0, -math.inf
            return
        self._found = [hand for hand in self._found if outside_px(zone, hand.center) > 0]


def _no_fingertips(hands: Sequence[HandReading]) -> list[HandReading]:
    """The hands without those whose palm lies on the fingers of one that was read better: at a tile's edge fingertips
    can pass for a hand."""
    kept: list[HandReading] = []
    for hand in sorted(hands, key=lambda hand: -hand.confidence * hand.side_p):
        hulls = ((convex_outline(o.landmarks), palm_length(o.landmarks)) for o in kept)
        if not any(outside_px(hull, hand.center) < ON_FINGERS_PALMS * palm for hull, palm in hulls):
            kept.append(hand)
    return kept


def _looked_at(hand: HandReading, tiles: Sequence[NDArray[np.float64]], again: Sequence[HandReading]) -> bool:
    """Whether the place of a hand was looked at, or the hand was found once more."""
    x, y = hand.center
    if any(tile[0][0] <= x <= tile[2][0] and tile[0][1] <= y <= tile[2][1] for tile in tiles):
        return True
    return any(apart_palms(hand, other) < SAME_HAND_PALMS for other in again)


def _tiles(size: tuple[int, int], settled: NDArray[np.bool_] | None) -> Iterable[NDArray[np.float64]]:
    """Overlapping rectangles (4, 2) that cover the frame; where it is known, only those in which something settled."""
    width, height = size
    columns, rows = max(1, round(width / TILE_PX * 1.3)), max(1, round(height / TILE_PX * 1.3))
    for row in range(rows):
        for column in range(columns):
            x0, x1 = width * (column - 0.3) / columns, width * (column + 1.3) / columns
            y0, y1 = height * (row - 0.3) / rows, height * (row + 1.3) / rows
            x0, y0, x1, y1 = max(0.0, x0), max(0.0, y0), min(width, x1), min(height, y1)
            if settled is not None:
                cells = settled.shape
                part = settled[
                    int(y0 / height * cells[0]) : math.ceil(y1 / height * cells[0]),
                    int(x0 / width * cells[1]) : math.ceil(x1 / width * cells[1]),
                ]
                if not part.any():
                    continue
            yield np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
