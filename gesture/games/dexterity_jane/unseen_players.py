"""Players whose arms never come in on a recording, and who sit at the table all the same.

Guess closes when all players but one have acted, so one at most never needs to lay hands down: the last player. Where
everybody who was seen came to rest in one round, somebody else was last, if the table has a place for one more; and in
Stick-Up whoever is aimed at sits there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gesture.games.dexterity_jane.pistols import PISTOL, aim_of
from gesture.hand_geometry import Landmark, turn_deg, unit
from gesture.seating.free_place import gaps_between, zone_across, zone_between
from gesture.seating.people import FoundHand, Person
from gesture.table.seats import Seat, Table

OPPOSITE_DEG = 120.0
"""Two who look in directions that differ by more than this face each other, and are a whole table."""
MISSING_PLACE = 1.7
"""In a ring of people a place is free where the gap is this many times the others ..."""
EVEN = 1.3
"""... which must not differ by more than this among themselves."""


def unseen_zones(
    people: Sequence[Person],
    zones: Sequence[NDArray[np.float64]],
    size: tuple[int, int],
    stick_up: bool,
    reveals_s: Sequence[float],
) -> list[NDArray[np.float64]]:
    """The zone of the one player who sits at the table unseen, or nothing. `zones` are those of `people`, on frames of
    `size` (width, height); `reveals_s` is when each round's cards were revealed, where that is known."""
    if stick_up:
        for person, zone in zip(people, zones, strict=True):
            for hand in person.hands:
                beside = [other.readings[-1].likelier for other in person.hands if other is not hand]
                if not all(bent in (frozenset(), PISTOL) for bent in beside):
                    continue  # it is a guess
                aimed_at = _aimed_at(hand, zone, zones, size)
                if aimed_at is not None:
                    return [aimed_at]
    if len(people) == 1:
        return [zone_across(zones[0], size)]
    ends_s = [*reveals_s[1:], math.inf][: len(reveals_s)]
    everybody = any(all(p.came(a, b) for p in people) for a, b in zip(reveals_s, ends_s, strict=True))
    return _free_place(people, zones, size) if everybody else []


def _free_place(
    people: Sequence[Person], zones: Sequence[NDArray[np.float64]], size: tuple[int, int]
) -> list[NDArray[np.float64]]:
    """Where one more player sits. Of two, round the corner from each other, the third sits across from one; three have
    room for themselves on a table of four sides; more sit in a ring, and one place of it is free or none."""
    if len(people) == 2:
        if turn_deg(people[0].inward, people[1].inward) >= OPPOSITE_DEG:
            return []
        upper = min((0, 1), key=lambda i: float(zones[i][:, 1].mean()))
        return [zone_across(zones[upper], size)]
    if len(people) < 4:
        return []
    *others, (widest, before, after) = gaps_between(zones, size)
    if others[-1][0] > EVEN * others[0][0] or widest < MISSING_PLACE * others[-1][0]:
        return []
    return [zone_between(zones, before, after, size)]


def _aimed_at(
    hand: FoundHand, own: NDArray[np.float64], zones: Sequence[NDArray[np.float64]], size: tuple[int, int]
) -> NDArray[np.float64] | None:
    """The zone at the picture's edge at which a pistol points, where nobody sits who was seen."""
    pistols = [r for r in hand.readings if r.likelier == PISTOL]
    if 2 * len(pistols) <= len(hand.readings):
        return None
    seats = [Seat(str(i), zone) for i, zone in enumerate(zones)]
    shooter = next(seat for seat in seats if seat.zone is own)
    reading = pistols[-1]
    if aim_of(reading.landmarks, shooter, Table(tuple(seats))) is not None:
        return None
    muzzle, reach_px = reading.landmarks[Landmark.INDEX_KNUCKLE], 0.0
    line = unit(reading.landmarks[Landmark.INDEX_TIP] - muzzle)
    while all(0 <= v < limit for v, limit in zip(muzzle + line * reach_px, size, strict=True)):
        reach_px += 4.0
    depth_px = float((own @ line).max() - (own @ line).min())
    victim = muzzle + line * (reach_px - depth_px / 2)
    zone: NDArray[np.float64] = own + (victim - own.mean(0))
    return zone
