"""What play makes of a profile: aims are true on the table's plane, and hands are read by their own measure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.known import Profile
from calibration.table_plane import StraightView, TablePlane
from gesture.reading.digit_scaling import AS_READ
from gesture.table.ground import Ground
from gesture.table.seats import Table
from rules.words import counted

SAME_SHAPE = 0.02
"""Frames whose sides are to each other as before, within this, show the same part of the table."""


class _ScaledPlane:
    """A ground that was measured on frames of another size."""

    def __init__(self, ground: Ground, to_measured: NDArray[np.float64]) -> None:
        self._ground, self._to_measured = ground, to_measured

    def flat(self, points_px: ArrayLike) -> NDArray[np.float64]:
        """See `gesture.table.ground.Ground`."""
        return self._ground.flat(np.asarray(points_px, np.float64) * self._to_measured)


def ground_of(profile: Profile, size: tuple[int, int]) -> Ground | None:
    """The table's plane on frames of `size` (width, height); where only the lens was measured, what straightens its
    view; else None. None as well on frames of another shape than those on which it was measured."""
    known: Ground
    if profile.table is not None:
        known, measured = TablePlane(profile.table, profile.lens), profile.table.frame_size
    elif profile.lens is not None:
        known, measured = StraightView(profile.lens), profile.lens.frame_size
    else:
        return None
    if measured == tuple(size):
        return known
    scale = np.array(measured, np.float64) / size
    return _ScaledPlane(known, scale) if abs(scale[0] / scale[1] - 1) <= SAME_SHAPE else None


def known_at(table: Table, profile: Profile, size: tuple[int, int]) -> Table:
    """A table on frames of `size`, with what a profile knows of its plane and of the hands of the players named
    there."""
    return replace(table, seats=tuple(profile.with_hands(table.seats)), ground=ground_of(profile, size))


def table_of(profile: Profile, size: tuple[int, int]) -> Table:
    """The table of a profile on frames of `size`.

    Raises `ValueError` when the profile has no seats, or was made on frames of another shape.
    """
    if not profile.seats:
        raise ValueError(f"profile {profile.name!r} holds no seats: find them with 'handref calibrate seats' first")
    return known_at(Table(tuple(profile.seats_on(size)), held_up=profile.held_up), profile, size)


def named(table: Table, names: Sequence[str]) -> Table:
    """The table with its seats under these names, one for each in order; where they are the seats' own names, with its
    seats in their order. A seat under another name knows nothing of its player's hands yet.

    Raises `ValueError` when there are not as many names as seats.
    """
    if set(names) == set(table.players):
        return replace(table, seats=tuple(table.seat_of(name) for name in names))
    if len(names) != len(table.seats):
        seats = f"there are {len(table.seats)} seats ({', '.join(table.players)})"
        raise ValueError(f"{seats} and {counted(len(names), 'name')}: give one name for each seat")
    pairs = zip(table.seats, names, strict=True)
    return replace(table, seats=tuple(replace(seat, player=name, hands=AS_READ) for seat, name in pairs))
