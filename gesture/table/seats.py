"""Who sits where: each player's zone on the table, and whose a hand is.

A hand belongs to the seat in whose zone its palm lies and from whose side its arm comes in; the order in which hands
were found means nothing. All pixels are those of the unmirrored frame.
"""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import Landmark, distance, outside_px, palm_reach, pointing, rightwards, turn_deg, unit
from gesture.reading.digit_scaling import AS_READ, OwnHands
from gesture.reading.hand_reading import HandReading
from gesture.sources.frames import SourceError, check_readable
from gesture.table.ground import Ground
from rules.files import write_whole
from rules.hands import Side
from rules.plain_faults import NotJson, decoded, in_words
from rules.refusing import no_name
from rules.words import plural

MOST_SEATS = 9
"""Dexterity Jane's limit (ruling D1), the highest of the three games."""
MARGIN = 0.15
"""A palm this share of the zone's depth outside the zone still counts as in it."""
MOST_HELD_UP = 2
"""Side by side before a laptop's own camera sits one player or two."""
ARM_TURN_DEG = 95.0
"""A hand whose fingers point farther than this away from a seat's inward direction was laid down by somebody else."""
SIDE_PRIOR = 1.5
"""Log-odds that of a player's two hands the one lying to the left is the left one."""
_SHORTER, _ACROSS_FROM_OWN = 0.5, 0.8
"""How much a side of a zone counts less for being short, and more for lying across from the player's own edge, where a
side that faces the table's middle squarely counts 1."""
FARTHEST_PX = 1e6
"""No corner of a zone lies farther out than this in any picture that a camera gives."""
_UP = np.array([0.0, -1.0])
_CORRECT = "correct it there, or go without it to have the seats found"


@dataclass(frozen=True, eq=False)
class Seat:
    """A player and the polygon (N, 2) in frame pixels in which that player's hands are laid down."""

    player: str
    zone: NDArray[np.float64]
    hands: OwnHands = AS_READ
    """What is known of this player's own hands; nothing, if nobody showed them."""

    def __post_init__(self) -> None:
        if self.zone.ndim != 2 or self.zone.shape[0] < 3 or self.zone.shape[1] != 2:
            raise ValueError(f"a zone is a polygon of three points or more, not an array of shape {self.zone.shape}")

    @cached_property
    def center(self) -> NDArray[np.float64]:
        """The zone's centre of gravity (2,)."""
        moments = cv2.moments(self.zone.astype(np.float32))
        if abs(moments["m00"]) < 1e-6:
            middle: NDArray[np.float64] = self.zone.mean(0)
            return middle
        return np.array([moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]])

    def depth(self, inward: NDArray[np.float64]) -> float:
        """How far the zone reaches along a direction (2,), in pixels."""
        along = self.zone @ inward
        return float(along.max() - along.min())


@dataclass(frozen=True, eq=False)
class Table:
    """All seats, in the players' order, and what follows from where they lie."""

    seats: tuple[Seat, ...]
    held_up: bool = False
    """Hands are held up to the camera, which the players face, and not laid on a table: palms or backs, fingers up."""
    cards: NDArray[np.float64] | None = None
    """The polygon (N, 2) in frame pixels in which printed cards lie, where somebody has said so; else None."""
    ground: Ground | None = None
    """The table's plane, where it was measured: directions are then those on the table, not those in the picture."""

    def __post_init__(self) -> None:
        names = [seat.player for seat in self.seats]
        if len(set(names)) < len(names):
            raise ValueError("two seats bear the same player's name")
        if self.held_up and len(names) > MOST_HELD_UP:
            raise ValueError(f"{MOST_HELD_UP} players at most hold their hands up to one camera, not {len(names)}")

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, in order."""
        return tuple(seat.player for seat in self.seats)

    @cached_property
    def middle(self) -> NDArray[np.float64]:
        """The middle of the table (2,): where the lines from the seats come nearest to each other."""
        points = np.array([seat.center for seat in self.seats])
        if len(points) == 1:
            only: NDArray[np.float64] = points[0]
            return only
        middle: NDArray[np.float64] = (points.min(0) + points.max(0)) / 2
        return middle

    def seat_of(self, player: str) -> Seat:
        """The seat of a player. Raises `KeyError` when there is none."""
        for seat in self.seats:
            if seat.player == player:
                return seat
        raise KeyError(player)

    def inward(self, seat: Seat) -> NDArray[np.float64]:
        """The direction (2,) of length 1 in which the player of a seat looks across the table. Hands that are held up
        point up the picture as those of a player at its bottom edge do."""
        return _UP if self.held_up else self._across(seat)

    def facing(self, seat: Seat) -> NDArray[np.float64]:
        """The direction (2,) that a player faces in the picture: a player's right hand lies clockwise of it. Whoever
        holds hands up faces the camera, as somebody at the picture's top edge does."""
        return -_UP if self.held_up else self._across(seat)

    def _across(self, seat: Seat) -> NDArray[np.float64]:
        known = self._all_across.get(id(seat))
        return inward_of(seat.zone, self.middle) if known is None else known

    @cached_property
    def _all_across(self) -> dict[int, NDArray[np.float64]]:
        return {id(seat): inward_of(seat.zone, self.middle) for seat in self.seats}

    def owner(self, hand: HandReading) -> Seat | None:
        """The seat whose player laid this hand down, or None: its palm lies in nobody's zone, or its arm comes in
        from a side on which the zone's player does not sit."""
        direction = pointing(hand.landmarks)
        best: tuple[float, Seat] | None = None
        for seat in self.seats:
            inward = self.inward(seat)
            away_deg = turn_deg(direction, inward)
            outside = outside_px(seat.zone, hand.center) / max(seat.depth(inward), 1.0)
            if outside > MARGIN or (away_deg > ARM_TURN_DEG and not self.held_up):
                continue
            cost = max(outside, -0.5) + (0.0 if self.held_up else away_deg / 90)
            if best is None or cost < best[0]:
                best = (cost, seat)
        return best[1] if best else None


def inward_of(zone: NDArray[np.float64], middle: NDArray[np.float64]) -> NDArray[np.float64]:
    """The direction (2,) in which the player of a zone (N, 2) looks: across the side of the zone that faces the
    table's middle. For a zone with no such side it is simply the way to the middle.

    Where people sit in a row or near a corner, two sides may face the middle. Two hands beside each other make a zone
    wider than deep, so the longer side is preferred, and of a zone with four corners the one across from its first,
    since zones that Handref finds begin at the player's own edge."""
    center = zone.mean(0)
    towards = middle - center
    towards = unit(towards) if float(np.linalg.norm(towards)) > 1e-6 else _UP
    edges = np.roll(zone, -1, axis=0) - zone
    lengths = np.linalg.norm(edges, axis=1) / max(float(np.linalg.norm(edges, axis=1).max()), 1e-6)
    best, best_score = towards, 0.5
    for n, (a, edge) in enumerate(zip(zone, edges, strict=True)):
        normal = rightwards(unit(edge))
        if normal @ (a + edge / 2 - center) < 0:
            normal = -normal
        own = len(zone) == 4 and n == 2 and lengths[0] + lengths[2] > 1.8  # seen at a slant, the far one is shorter
        cos = float(normal @ towards)
        score = cos - _SHORTER * (1 - float(lengths[n])) + (_ACROSS_FROM_OWN if own else 0.0)
        if cos > (-0.1 if own else 0.5) and score > best_score:
            best, best_score = normal, score
    return best


def two_hands(hands: Sequence[HandReading], inward: NDArray[np.float64]) -> dict[Side, HandReading]:
    """Which of one player's hands is the left and which the right, from how each was read and from where they lie.

    Of more than two hands the two that were read best are taken; a lone hand keeps the side it was read as.
    """
    chosen = sorted(hands, key=lambda hand: -hand.side_p * hand.confidence)[:2]
    if len(chosen) < 2:
        return {hand.side: hand for hand in chosen}
    a, b = chosen
    a_is_left = _log_odds_left(a) - _log_odds_left(b)
    a_is_left += SIDE_PRIOR if float((b.center - a.center) @ rightwards(inward)) > 0 else -SIDE_PRIOR
    return {Side.LEFT: a, Side.RIGHT: b} if a_is_left > 0 else {Side.LEFT: b, Side.RIGHT: a}


def _log_odds_left(hand: HandReading) -> float:
    p = min(max(hand.side_p, 0.02), 0.98)
    odds = math.log(p / (1 - p))
    return odds if hand.side is Side.LEFT else -odds


def whole_hands(hands: Sequence[HandReading], cut: NDArray[np.float64], size: tuple[int, int]) -> list[HandReading]:
    """The readings that can be whole hands of their own. `cut` (N, 2) bounds the part of a frame of `size` (width,
    height) that was looked at. Left out are hands that its edge runs through, and what lies on the forearm or among the
    fingers of a hand that was read better."""
    low, high = np.maximum(cut.min(0), 0), np.minimum(cut.max(0), size)
    kept: list[HandReading] = []
    for hand in sorted(hands, key=lambda hand: -hand.confidence * hand.side_p):
        box = np.array(hand.box, np.float64)
        inside = (low == 0) | (box[:2] > low + 1), (high == size) | (box[2:] < high - 1)
        if inside[0].all() and inside[1].all() and not any(_on_arm(hand, other) for other in kept):
            kept.append(hand)
    return kept


def _on_arm(hand: HandReading, better: HandReading) -> bool:
    direction, palm = pointing(better.landmarks), palm_reach(better.landmarks)
    behind = (better.landmarks[Landmark.WRIST] - hand.center) / max(palm, 1.0)
    across = abs(float(behind @ rightwards(direction)))
    if across < 0.6 and -0.4 < float(behind @ direction) < 3.5:
        return True
    return distance(hand.center, better.landmarks[Landmark.MIDDLE_KNUCKLE]) < 0.75 * palm


def clockwise(seats: Sequence[Seat]) -> list[Seat]:
    """The seats clockwise in the picture, beginning with the first one given."""
    if len(seats) < 3:
        return list(seats)
    middle = Table(tuple(seats)).middle
    angles = [math.atan2(*(seat.center - middle)[::-1]) for seat in seats]  # grows clockwise: y points down
    return [seat for _, seat in sorted(zip(angles, seats, strict=True), key=lambda p: (p[0] - angles[0]) % math.tau)]


def check_zone(player: str, zone: Sequence[tuple[float, float]]) -> None:
    """Raises `ValueError` with the reason when somebody has no name, or a polygon in pixels can hold no hand."""
    nameless = no_name(player)
    if nameless:
        raise ValueError(nameless)
    _check_corners(zone, f"the zone of {player}")
    following = (*zone[1:], zone[0])
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(zone, following, strict=True)) / 2
    if abs(area) < 1:
        raise ValueError(f"the zone of {player} is a line and holds no hand")


def _check_corners(corners: Sequence[tuple[float, float]], whose: str) -> None:
    if not all(abs(value) <= FARTHEST_PX for corner in corners for value in corner):  # no number is none of these
        raise ValueError(f"a corner of {whose} lies farther away than any picture reaches")
    if len(corners) < 3:
        count = f"{len(corners) or 'no'} {plural(len(corners), 'corner')}"
        raise ValueError(f"{whose} has {count} and needs three or more")


def load_seats(path: str | os.PathLike[str]) -> list[Seat]:
    """The seats in a file that `load_table` reads. Raises `SourceError` as it does."""
    return list(load_table(path).seats)


def load_table(path: str | os.PathLike[str]) -> Table:
    """The table in a file of the form `{"seats": [{"player": "Ann", "zone": [[x, y], ...]}, ...]}`, seats clockwise.

    Beside the seats may stand `"held_up": true`, for hands held up to the camera, and `"cards": [[x, y], ...]`,
    where printed cards lie. Raises `SourceError` with one sentence that names every fault.
    """
    file = Path(path)
    check_readable(file)
    try:
        found: Any = decoded(file.read_bytes())
    except NotJson as error:
        raise SourceError(f"{file} is no JSON file of seats: {error}; {_CORRECT}.") from None
    rows = found.get("seats") if isinstance(found, dict) else None
    if not isinstance(rows, list):
        raise SourceError(f'{file} holds no list of "seats"; {_CORRECT}.')
    faults, seats = [], []
    for number, row in enumerate(rows, 1):
        try:
            one = msgspec.convert(row, _SeatRow)
            seats.append(Seat(one.player, np.array(one.zone, np.float64)))
        except msgspec.ValidationError as error:
            faults.append(in_words(error, _SeatRow, f"seats, number {number}"))
    names = [seat.player for seat in seats]
    faults += [f"{name} has two seats" for name in sorted({n for n in names if names.count(n) > 1})]
    held_up, cards = found.get("held_up", False), found.get("cards")
    if not isinstance(held_up, bool):
        faults.append(f'"held_up" is true or false, not {held_up!r}')
    try:
        area = None if cards is None else _corners(cards)
    except msgspec.ValidationError as error:
        faults.append(in_words(error, within="cards"))
    except ValueError as error:
        faults.append(f"cards: {error}")
    most = MOST_HELD_UP if held_up is True else MOST_SEATS
    if not 2 <= len(rows) <= most:
        how = " with hands held up" if held_up is True else ""
        faults.append(f"there are {len(rows)} seats, and a game{how} takes {'2 to ' * (most > 2)}{most}")
    if faults:
        raise SourceError(f"{file} does not describe a table: {'; '.join(faults)}; {_CORRECT}.")
    return Table(tuple(clockwise(seats)), held_up, area)


def check_seen(table: Table, size: tuple[int, int]) -> None:
    """Raises `SourceError` with one sentence when a seat lies all outside frames of `size` (width, height): its zone
    was written for another picture, and whoever sits there would never be seen."""
    unseen = [s.player for s in table.seats if (s.zone.max(0) <= 0).any() or (s.zone.min(0) >= size).any()]
    if unseen:
        raise SourceError(
            f"Nothing in the picture, which is {size[0]} x {size[1]}, lies in the zone of {' or '.join(unseen)}: write "
            "the zones in pixels of this picture, or let the seats be found."
        )


def _corners(given: Any) -> NDArray[np.float64]:
    points = msgspec.convert(given, list[tuple[float, float]])
    _check_corners(points, "the area")
    return np.array(points, np.float64)


def save_seats(path: str | os.PathLike[str], seats: Sequence[Seat]) -> None:
    """Write seats so that `load_seats` reads them; see `save_table`."""
    save_table(path, Table(tuple(seats)))


def save_table(path: str | os.PathLike[str], table: Table) -> None:
    """Write a table so that `load_table` reads it. The file is whole or not there: it is replaced in one step."""
    rows = [{"player": seat.player, "zone": _rounded(seat.zone)} for seat in table.seats]
    content: dict[str, Any] = {"seats": rows}
    content |= {"held_up": True} if table.held_up else {}
    content |= {} if table.cards is None else {"cards": _rounded(table.cards)}
    write_whole(Path(path), msgspec.json.format(msgspec.json.encode(content), indent=1))


def _rounded(polygon: NDArray[np.float64]) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in polygon]


class _SeatRow(msgspec.Struct):
    player: str
    zone: list[tuple[float, float]]

    def __post_init__(self) -> None:
        check_zone(self.player, self.zone)
