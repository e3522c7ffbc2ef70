"""Who sits where, while a table gets ready: places found by the camera, and the players who are to sit there.

Places get players in their order round the table, since players are named clockwise. Once the table has corrected
something by hand, that stays, and who comes later gets the next name that is free.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from calibration.known import PlayerHands
from gesture.reading.digit_scaling import AS_READ, OwnHands, Showing
from gesture.reading.hand_reading import HandReading
from gesture.seating.seat_finder import Place
from gesture.table.seats import Seat

Zone = NDArray[np.float64]
LONGEST_NAME = 20
"""So many letters a player's name may have."""
SAME_SHARE = 0.5
"""Two zones of which one covers this share of the other are one seat."""
SHIFTED = 0.7
"""An empty seat this near to a new place, as a share of its length, is the same person, who has moved; not one that
faces the other way, as across a narrow table."""


@dataclass(eq=False)
class Placed:
    """A player's seat. `zone` is None while nobody was found; `fixed` zones are not corrected by the camera. `own` is
    what is known of the player's hands, and `showings` what was shown of them, if that was here."""

    player: str
    zone: Zone | None = None
    here: bool = False
    fixed: bool = False
    own: PlayerHands | None = None
    showings: tuple[Showing, ...] = ()

    @property
    def hands(self) -> OwnHands:
        """What play makes of the player's hands."""
        return AS_READ if self.own is None else dataclasses.replace(self.own.own, showings=self.showings)


class Seating:
    """The players, in their order, and their seats."""

    def __init__(
        self, players: Sequence[str], known: Mapping[str, Zone] | None = None, hands: Sequence[PlayerHands] = ()
    ) -> None:
        known = known or {}
        own = {one.player: one for one in hands}
        self.seats = [Placed(name, known.get(name), False, name in known, own.get(name)) for name in players]
        self.spare: list[Place] = []
        """Places of nobody's: a lone hand, or more people than players."""

    @property
    def complete(self) -> bool:
        """Whether everybody has a seat."""
        return all(seat.zone is not None for seat in self.seats)

    @property
    def missing(self) -> list[str]:
        """The players without a seat."""
        return [seat.player for seat in self.seats if seat.zone is None]

    def take(self, places: Sequence[Place]) -> list[str]:
        """Take in what the camera has found; returns the players who got a seat by it."""
        for seat in self.seats:
            seat.here = False
        new: list[tuple[int, Place]] = []
        taken: dict[int, int] = {}
        for at, place in enumerate(places):
            index = self._seat_at(place.zone, taken)
            if index is None:
                new.append((at, place))
                continue
            taken[index] = at
            seat = self.seats[index]
            seat.here = place.here
            if not seat.fixed and place.hands == 2:
                seat.zone = place.zone
        seated = []
        self.spare = []
        for at, place in new:
            if not place.here:
                continue
            # A lone hand may be anybody's, or none: the table says whose seat it is.
            there = {i for i in taken if self.seats[i].here}
            free = self._free_for(place, there) if place.hands == 2 else None
            if free is None:
                self.spare.append(place)
                continue
            taken[free] = at
            seat = self.seats[free]
            seat.zone, seat.here, seat.fixed = place.zone, place.here, False
            seated.append(seat.player)
        if seated and not any(seat.fixed for seat in self.seats):
            self._put_in_order(taken)
        return seated

    def _put_in_order(self, at: Mapping[int, int]) -> None:
        """Give the seats to the players in the order of their places; `at` tells which seat has which."""
        known = [i for i, seat in enumerate(self.seats) if seat.zone is not None]
        known.sort(key=lambda i: at.get(i, len(self.seats)))
        zones = [(self.seats[i].zone, self.seats[i].here) for i in known]
        zones += [(None, False)] * (len(self.seats) - len(zones))
        for seat, (zone, here) in zip(self.seats, zones, strict=True):
            seat.zone, seat.here = zone, here

    def _seat_at(self, zone: Zone, taken: Container[int]) -> int | None:
        best: tuple[float, int] | None = None
        for i, seat in enumerate(self.seats):
            if seat.zone is None or i in taken:
                continue
            share = _shared(zone, seat.zone)
            if share >= SAME_SHARE and (best is None or share > best[0]):
                best = share, i
        return best[1] if best else None

    def _free_for(self, place: Place, taken: Container[int]) -> int | None:
        """The player who gets a place: somebody who has moved there, else the next without a seat, else the nearest
        whose seat is empty."""
        gone = [
            (float(np.linalg.norm(seat.zone.mean(0) - place.zone.mean(0))), i)
            for i, seat in enumerate(self.seats)
            if seat.zone is not None and i not in taken and not seat.fixed and not seat.here
        ]
        length = float(np.ptp(place.zone, axis=0).max())
        ways = {
            i: float(_inward(seat.zone) @ _inward(place.zone))
            for i, seat in enumerate(self.seats)
            if seat.zone is not None
        }
        moved = [(gap, i) for gap, i in gone if gap < SHIFTED * length and ways[i] > 0]
        if moved:
            return min(moved)[1]
        without = next((i for i, seat in enumerate(self.seats) if seat.zone is None), None)
        if without is not None:
            return without
        return min(gone)[1] if gone else None

    def give(self, index: int, other: int) -> None:
        """Let two players change seats; one without a seat gets the other's."""
        a, b = self.seats[index], self.seats[other]
        a.zone, b.zone, a.here, b.here = b.zone, a.zone, b.here, a.here
        a.fixed, b.fixed = a.zone is not None, b.zone is not None

    def settle(self, spare: int, index: int) -> Zone | None:
        """Give a place at which nobody sits to a player; returns the zone that this player leaves, if any."""
        seat, place = self.seats[index], self.spare.pop(spare)
        left, seat.zone, seat.here, seat.fixed = seat.zone, place.zone, place.here, True
        return left

    def remove(self, index: int) -> Zone | None:
        """Take a player's seat away, so that it can be found anew; returns the zone that it was."""
        seat = self.seats[index]
        zone, seat.zone, seat.here, seat.fixed = seat.zone, None, False, False
        return zone

    def clear(self) -> None:
        """Take all seats away."""
        for index in range(len(self.seats)):
            self.remove(index)
        self.spare = []

    def rename(self, index: int, name: str) -> None:
        """Call a player otherwise."""
        self.seats[index].player = name

    def turn(self) -> None:
        """Let everybody's name go on to the next player's seat, the last one's to the first."""
        zones = [(seat.zone, seat.here) for seat in self.seats]
        for seat, (zone, here) in zip(self.seats, zones[-1:] + zones[:-1], strict=True):
            seat.zone, seat.here, seat.fixed = zone, here, zone is not None

    def flip(self, width: float) -> None:
        """Mirror all seats in a picture of that width."""
        for seat in self.seats:
            if seat.zone is not None:
                mirrored = np.column_stack([width - seat.zone[:, 0], seat.zone[:, 1]])[::-1]
                seat.zone = np.roll(mirrored, 2, axis=0)  # it begins at the player's own edge still
        self.spare = []

    def owner(self, hand: HandReading) -> int | None:
        """The player in whose seat a hand lies."""
        x, y = (float(v) for v in hand.center)
        inside = [
            (depth, i)
            for i, seat in enumerate(self.seats)
            if seat.zone is not None
            and (depth := cv2.pointPolygonTest(seat.zone.astype(np.float32), (x, y), True)) >= 0
        ]
        return max(inside)[1] if inside else None

    def as_seats(self) -> tuple[Seat, ...]:
        """The seats in the players' order, with what is known of their hands. Only for a complete seating."""
        return tuple(Seat(seat.player.strip(), seat.zone, seat.hands) for seat in self.seats if seat.zone is not None)

    def own_hands(self) -> tuple[PlayerHands, ...]:
        """What is known of the players' hands, under the names that they have now."""
        known = [(seat.player.strip(), seat.own) for seat in self.seats]
        return tuple(replace(own, player=player) for player, own in known if own is not None)


def _inward(zone: Zone) -> Zone:
    """The way (2,) across a zone from its first side, which is the player's own edge."""
    way: Zone = zone[2:].mean(0) - zone[:2].mean(0)
    return way


def _shared(a: Zone, b: Zone) -> float:
    """The share of the smaller of two convex zones that lies in the other."""
    area, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    smaller = min(cv2.contourArea(a.astype(np.float32)), cv2.contourArea(b.astype(np.float32)))
    return float(area) / max(smaller, 1.0)
