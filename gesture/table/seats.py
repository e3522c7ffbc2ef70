"""Who sits where: each player's zone on the table, and whose a hand is.

A hand belongs to the seat in whose zone its palm lies and from whose side its arm comes in; the order in which hands
were found means nothing. All pixels are those of the unmirrored frame.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import convex_outline, outside_px, pointing, rightwards, turn_deg, unit
from gesture.reading.digit_scaling import AS_READ, OwnHands
from gesture.reading.hand_reading import HandReading
from gesture.table.ground import Ground
from rules.refusing import no_name
from rules.words import plural

MOST_SEATS = 9
"""Dexterity Jane's limit (ruling D1), the highest of the three games."""
MARGIN = 0.15
"""A palm this share of the zone's depth outside the zone still counts as in it."""
SEEMS = 0.05
"""So far, as a share of the zone's depth, a palm may lie from where it seems to lie at the first look."""
MOST_HELD_UP = 2
"""Side by side before a laptop's own camera sits one player or two."""
ARM_TURN_DEG = 95.0
"""A hand whose fingers point farther than this away from a seat's inward direction was laid down by somebody else."""
_SHORTER, _ACROSS_FROM_OWN = 0.5, 0.8
"""How much a side of a zone counts less for being short, and more for lying across from the player's own edge, where a
side that faces the table's middle squarely counts 1."""
FARTHEST_PX = 1e6
"""No corner of a zone lies farther out than this in any picture that a camera gives."""
_UP = np.array([0.0, -1.0])


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

    def reach(self, inward: NDArray[np.float64]) -> NDArray[np.float64]:
        """The outline (N, 2) around all places where a palm of this player's, who looks `inward`, may seem to lie."""
        turns = np.arange(0, math.tau, math.tau / 12)
        rim = (MARGIN + SEEMS) * self.depth(inward) * np.column_stack([np.cos(turns), np.sin(turns)])
        return convex_outline((self.zone[:, None] + rim).reshape(-1, 2))


@dataclass(frozen=True, eq=False)
class Table:
    """All seats, in the players' order, and what follows from where they lie."""

    seats: tuple[Seat, ...]
    held_up: bool = False
    """Hands are held up to the camera, which the players face, and not laid on a table: palms or backs, fingers up."""
    cards: NDArray[np.float64] | None = None
    """The polygon (N, 2) in frame pixels in which printed cards lie, where somebody has said so; else None."""
    in_play: tuple[NDArray[np.float64], ...] = ()
    """The outlines (N, 2) in frame pixels of the cards in play on which fingers are laid."""
    free_hands: bool = False
    """Hands that are laid down one by one are watched, beside fingers on the cards in play."""
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

    def knowing(self, player: str, own: OwnHands) -> Table:
        """The table with what is known of one player's hands; as it is where nobody of that name sits there."""
        seats = (replace(seat, hands=own) if seat.player == player else seat for seat in self.seats)
        return replace(self, seats=tuple(seats))

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
    check_corners(zone, f"the zone of {player}")
    following = (*zone[1:], zone[0])
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(zone, following, strict=True)) / 2
    if abs(area) < 1:
        raise ValueError(f"the zone of {player} is a line and holds no hand")


def check_corners(corners: Sequence[tuple[float, float]], whose: str) -> None:
    """Raises `ValueError` with the reason when corners in pixels, of `whose` polygon, can be no polygon's."""
    if not all(abs(value) <= FARTHEST_PX for corner in corners for value in corner):  # no number is none of these
        raise ValueError(f"a corner of {whose} lies farther away than any picture reaches")
    if len(corners) < 3:
        count = f"{len(corners) or 'no'} {plural(len(corners), 'corner')}"
        raise ValueError(f"{whose} has {count} and needs three or more")
