"""Finding out who sits where from where the arms come in.

The recording is looked through once. Wherever something came to rest, hands are looked for; a left and a right hand
that lie side by side and point the same way are one person's. What a hand's number in a list is means nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.hand_reading import HandReading
from gesture.moments import FIRST_LOOK_S, SETTLED_S, Reader
from gesture.motion import Motion
from gesture.pistols import PISTOL, aim_of
from gesture.resting import RestingHand, palm_length
from gesture.seats import MOST_SEATS, Seat, Table, pointing_of, whole_hands
from gesture.sources import Frame, SourceError
from rules.hands import Side

BETWEEN_LOOKS_S = 0.3
MOST_READINGS = 60
"""So many readings of a hand are kept, the newest; whoever gets ready for minutes fills no memory."""
TILE_PX = 640
"""Frames are looked through in overlapping tiles of about this size, in which a hand is large enough to be found."""
SAME_HAND_PALMS = 0.7
SAME_SEAT_PALMS = 2.5
"""Two pairs of hands of different rounds are one person's when they come in this near to each other."""
PAIR_TURN_DEG = 75.0
PAIR_APART_PALMS = (0.5, 6.5)
PAIR_AHEAD_PALMS = 2.5
OPPOSITE_DEG = 120.0


@dataclass(eq=False)
class _Found:
    """One hand that lay still: all its readings, and at which looks it was seen."""

    readings: list[HandReading]
    looks: set[int]

    @property
    def palm_px(self) -> float:
        return float(np.median([palm_length(r.landmarks) for r in self.readings]))

    @property
    def center(self) -> NDArray[np.float64]:
        middle: NDArray[np.float64] = np.mean([r.center for r in self.readings], axis=0)
        return middle

    @property
    def direction(self) -> NDArray[np.float64]:
        total = np.sum([pointing_of(r) for r in self.readings], axis=0)
        unit: NDArray[np.float64] = total / max(float(np.linalg.norm(total)), 1e-6)
        return unit

    @property
    def left(self) -> float:
        """How surely it is a left hand, from -1 (a right one) to 1."""
        return float(np.mean([(2 * r.side_p - 1) * (1 if r.side is Side.LEFT else -1) for r in self.readings]))


@dataclass(eq=False)
class _Person:
    """The hands, one or two a round, that came in at one place."""

    hands: list[_Found] = field(default_factory=list)

    @property
    def palm_px(self) -> float:
        return float(np.mean([hand.palm_px for hand in self.hands]))

    @property
    def inward(self) -> NDArray[np.float64]:
        total = np.sum([hand.direction for hand in self.hands], axis=0)
        unit: NDArray[np.float64] = total / max(float(np.linalg.norm(total)), 1e-6)
        return unit

    @property
    def elbow(self) -> NDArray[np.float64]:
        """Where the arms come from: a little behind the hands (2,)."""
        middle = np.mean([hand.center for hand in self.hands], axis=0)
        behind: NDArray[np.float64] = middle - self.inward * 2 * self.palm_px
        return behind

    def zone(self) -> NDArray[np.float64]:
        """A rectangle (4, 2) around where the hands lay, turned towards the table."""
        inward, palm = self.inward, self.palm_px
        across = np.array([-inward[1], inward[0]])
        points = np.vstack([reading.landmarks for hand in self.hands for reading in hand.readings])
        along_px, across_px = points @ inward, points @ across
        sides = [float(across_px.min()) - 0.8 * palm, float(across_px.max()) + 0.8 * palm]
        if len(self.hands) == 1:  # make room for the hand that was not seen
            sides[1 if self.hands[0].left > 0 else 0] += (3 if self.hands[0].left > 0 else -3) * palm
        near, far = float(along_px.min()) - 1.2 * palm, float(along_px.max()) + 0.6 * palm
        corners = [(near, sides[0]), (near, sides[1]), (far, sides[1]), (far, sides[0])]
        return np.array([inward * a + across * b for a, b in corners])


def find_seats(frames: Iterable[Frame], reader: Reader, stick_up: bool = False) -> list[Seat]:
    """The seats of everybody whose arms come in on `frames`, named `Player 1` and so on, clockwise in the picture from
    its bottom edge. In Stick-Up whoever is aimed at sits at the table too.

    Raises `SourceError` when no hands are found, or those of too many people.
    """
    finder = SeatFinder(reader)
    for frame in frames:
        finder.watch(frame)
    size, people = finder.size, finder.people()
    if not people:
        raise SourceError("No hands were found on this recording; check what the camera sees, or name the seats.")
    if len(people) > MOST_SEATS:
        raise SourceError(
            f"The arms of {len(people)} people seem to come in, and a game takes {MOST_SEATS} at most; name the seats."
        )
    zones = [person.zone() for person in people]
    zones += _unseen(people, zones, size, stick_up)
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
        self._motion, self._found = Motion(), list[_Found]()
        self._here: list[tuple[HandReading, float]] = []
        self._seen_s: NDArray[np.float64] = np.zeros((0, 0))
        self._once_s: NDArray[np.float64] = np.zeros((0, 0))
        self._started_s, self._looked_s, self._looks = 0.0, -math.inf, 0

    def watch(self, frame: Frame) -> bool:
        """Take in the next frame; where something came to rest, look for hands. Tells whether it looked."""
        motion, now_s = self._motion, frame.at_s
        motion.watch(frame)
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
        resting = [
            reading
            for reading in whole_hands(readings, everything, self.size)
            if RestingHand.found(reading, motion, now_s, FIRST_LOOK_S) is not None
        ]
        for reading in resting:
            _add(self._found, reading, self._looks)
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
            patch = self._motion.patch(hand.landmarks)
            if patch is not None and self._motion.last_moved(patch) <= read_s:
                lying.append(hand)
        return lying

    def people(self) -> list[_Person]:
        """Everybody whose hands lay still, as far as a second look found them too."""
        return _people([hand for hand in self._found if len(hand.looks) > 1 or self._looks == 1])

    def places(self) -> list[Place]:
        """Where people's hands were laid down, clockwise in the picture from its bottom edge."""
        centers = [hand.center for hand in self.hands]
        found = []
        for person in self.people():
            zone = person.zone()
            outline = zone.astype(np.float32)
            here = any(cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0 for x, y in centers)
            found.append(Place(zone, min(2, len(person.hands)), here))
        return sorted(found, key=lambda place: _around(place.zone.mean(0), self.size))

    def forget(self, zone: NDArray[np.float64] | None = None) -> None:
        """Forget the hands that were found in a zone (N, 2), or all; they are found anew once they are laid down again,
        or, when all are forgotten, at the next look."""
        if zone is None:
            self._found, self._here, self._looks, self._looked_s = [], [], 0, -math.inf
            return
        outline = zone.astype(np.float32)
        self._found = [
            hand
            for hand in self._found
            if cv2.pointPolygonTest(outline, (float(hand.center[0]), float(hand.center[1])), False) < 0
        ]


def _looked_at(hand: HandReading, tiles: Sequence[NDArray[np.float64]], again: Sequence[HandReading]) -> bool:
    """Whether the place of a hand was looked at, or the hand was found once more."""
    x, y = hand.center
    if any(tile[0][0] <= x <= tile[2][0] and tile[0][1] <= y <= tile[2][1] for tile in tiles):
        return True
    near = SAME_HAND_PALMS * palm_length(hand.landmarks)
    return any(float(np.linalg.norm(hand.center - other.center)) < near for other in again)


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


def _add(found: list[_Found], reading: HandReading, look: int) -> None:
    for hand in found:
        near = float(np.linalg.norm(hand.center - reading.center)) < SAME_HAND_PALMS * hand.palm_px
        if near and float(hand.direction @ pointing_of(reading)) > 0.5:
            hand.readings = [*hand.readings[-MOST_READINGS + 1 :], reading]
            hand.looks.add(look)
            return
    found.append(_Found([reading], {look}))


def _people(found: list[_Found]) -> list[_Person]:
    """Hands put together into people: pairs first, the best-matching ones before the others."""
    pairs = []
    for i, a in enumerate(found):
        for b in found[i + 1 :]:
            cost = _pair_cost(a, b)
            if cost is not None and a.looks & b.looks:
                pairs.append((cost, a, b))
    people: list[_Person] = []
    taken: set[int] = set()
    for _, a, b in sorted(pairs, key=lambda pair: pair[0]):
        if id(a) not in taken and id(b) not in taken:
            taken |= {id(a), id(b)}
            _join(people, _Person([a, b]))
    for hand in found:
        if id(hand) not in taken:
            _join(people, _Person([hand]))
    return people


def _pair_cost(a: _Found, b: _Found) -> float | None:
    """How badly two hands match as one person's left and right; None when they cannot be."""
    turn_deg = math.degrees(math.acos(float(np.clip(a.direction @ b.direction, -1, 1))))
    if turn_deg > PAIR_TURN_DEG:
        return None
    inward = a.direction + b.direction
    inward = inward / max(float(np.linalg.norm(inward)), 1e-6)
    palm = (a.palm_px + b.palm_px) / 2
    between = (b.center - a.center) / palm
    apart, ahead = float(between @ [-inward[1], inward[0]]), abs(float(between @ inward))
    if not PAIR_APART_PALMS[0] <= abs(apart) <= PAIR_APART_PALMS[1] or ahead > PAIR_AHEAD_PALMS:
        return None
    wrong_sides = (b.left - a.left) * (1 if apart > 0 else -1)  # -2 when the left hand lies to the left
    return abs(abs(apart) - 2.2) / 2 + ahead / 2 + turn_deg / 60 + 1.2 * (wrong_sides + 2)


def _join(people: list[_Person], new: _Person) -> None:
    for person in people:
        same_way = float(person.inward @ new.inward) > 0.64
        gap = new.elbow - person.elbow
        across = abs(float(gap @ [-person.inward[1], person.inward[0]]))
        limit = (SAME_SEAT_PALMS if len(new.hands) == 2 else SAME_SEAT_PALMS * 0.8) * person.palm_px
        if same_way and across < limit and float(np.linalg.norm(gap)) < 2 * limit:
            if not any(a.looks & b.looks for a in person.hands for b in new.hands):
                person.hands += new.hands
                return
            if len(new.hands) == 1:
                return  # a third hand in the same place at the same time is one hand found twice
    people.append(new)


def _unseen(
    people: Sequence[_Person], zones: Sequence[NDArray[np.float64]], size: tuple[int, int], stick_up: bool
) -> list[NDArray[np.float64]]:
    """The zones of players whose arms never come in: somebody who is aimed at; the last player, where everybody else
    lays down a guess (two who face each other are a whole table, two round a corner are not)."""
    extra: list[NDArray[np.float64]] = []
    if stick_up:
        for person, zone in zip(people, zones, strict=True):
            for hand in person.hands:
                extra += _aimed_at(hand, zone, [*zones, *extra], size)
    if extra:
        return extra
    if len(people) == 1:
        return [_turned(zones[0], size)]
    if len(people) == 2 and people[0].hands and _both_lie(people):
        turn = math.degrees(math.acos(float(np.clip(people[0].inward @ people[1].inward, -1, 1))))
        if turn < OPPOSITE_DEG:
            first = max((0, 1), key=lambda i: float(zones[i][:, 1].mean()))
            return [_turned(zones[1 - first], size)]
    return []


def _both_lie(people: Sequence[_Person]) -> bool:
    looks = [set.intersection(*(hand.looks for hand in p.hands[:2])) for p in people if len(p.hands) >= 2]
    return len(looks) == 2 and bool(looks[0] and looks[1])


def _turned(zone: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.float64]:
    """The zone straight across the table."""
    across: NDArray[np.float64] = np.array(size, np.float64) - zone
    return across


def _aimed_at(
    hand: _Found, own: NDArray[np.float64], zones: list[NDArray[np.float64]], size: tuple[int, int]
) -> list[NDArray[np.float64]]:
    pistols = [r for r in hand.readings if r.likelier == PISTOL]
    if 2 * len(pistols) <= len(hand.readings):
        return []
    seats = [Seat(str(i), zone) for i, zone in enumerate(zones)]
    shooter = next(seat for seat in seats if seat.zone is own)
    reading = pistols[-1]
    if aim_of(reading.landmarks, shooter, Table(tuple(seats))) is not None:
        return []
    line = reading.landmarks[8] - reading.landmarks[5]
    line = line / max(float(np.linalg.norm(line)), 1e-6)
    muzzle, reach_px = reading.landmarks[5], 0.0
    while all(0 <= v < limit for v, limit in zip(muzzle + line * reach_px, size, strict=True)):
        reach_px += 4.0
    depth_px = float((own @ line).max() - (own @ line).min())
    victim = muzzle + line * (reach_px - depth_px / 2)
    return [own + (victim - own.mean(0))]
