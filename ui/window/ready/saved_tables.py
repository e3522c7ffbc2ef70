"""Saved tables: what getting ready keeps as a profile, and takes up again the next time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np

from calibration.known import PlayerHands, Profile, fault_of_name, seat_zones
from calibration.light import light_of
from calibration.profiles import ProfileError, Profiles
from gesture.sources.frames import Frame
from gesture.table.seats import Seat
from ui.window.ready.seating import Zone

MOST_SHOWN = 6


@dataclass(frozen=True)
class Tables:
    """The saved tables that can be used, the last used first, and what is to be told about others."""

    profiles: tuple[Profile, ...]
    note: str | None = None


def saved_tables(folder: Path, last_used: Sequence[str] = ()) -> Tables:
    """The tables saved in a folder that a camera watches: those in `last_used` first, then by name."""
    kept = Profiles(folder)
    try:
        names = kept.names()
    except ProfileError as fault:
        return Tables((), str(fault))
    order = {name.casefold(): place for place, name in enumerate(last_used)}
    usable, notes = [], []
    for name in sorted(names, key=lambda name: (order.get(name.casefold(), len(order)), name)):
        try:
            loaded = kept.load(name)
        except ProfileError as fault:
            notes.append(str(fault))
            continue
        if loaded.note:
            notes.append(loaded.note)
        if loaded.profile.camera is not None and loaded.profile.seats:
            usable.append(loaded.profile)
    return Tables(tuple(usable), notes[0] if notes else None)


def zones_for(profile: Profile, players: Sequence[str], size: tuple[int, int]) -> dict[str, Zone]:
    """The seats of a profile for these players, on frames of `size`: by their names, and when as many play, those whom
    it does not know get the others' seats in their order. Raises `ValueError` for frames of another shape."""
    seats = profile.seats_on(size)
    zones = {seat.player: seat.zone for seat in seats if seat.player in players}
    if len(seats) == len(players):
        free = [seat.zone for seat in seats if seat.player not in zones]
        zones |= dict(zip([player for player in players if player not in zones], free, strict=True))
    return zones


def save_table(
    folder: Path,
    name: str,
    frame: Frame,
    seats: Sequence[Seat],
    camera: int | str,
    mirrored: bool,
    held_up: bool,
    hands: Sequence[PlayerHands] = (),
    before: Profile | None = None,
) -> str | None:
    """Keep a table under a name with what is known of its players' hands; what else was known of it `before` stays
    known, as do the hands of others. Returns why that was not possible."""
    fault = fault_of_name(name)
    if fault:
        return fault
    width, height = frame.size
    zones = [Seat(s.player, np.clip(s.zone, [-width, -height], [2 * width, 2 * height])) for s in seats]
    try:
        fresh = Profile(
            name=name,
            frame_size=frame.size,
            camera=camera,
            mirrored=mirrored,
            held_up=held_up,
            seats=seat_zones(zones),
            light=light_of(frame.image),
            hands=tuple(hands),
        )
        if before is not None:
            here = {seat.player for seat in seats}
            others = tuple(one for one in before.hands if one.player not in here)
            fresh = msgspec.structs.replace(fresh, hands=(*fresh.hands, *others))
        if before is not None and before.frame_size == frame.size:
            fresh = msgspec.structs.replace(fresh, table=before.table, lens=before.lens)
        Profiles(folder).save(fresh)
    except (ProfileError, ValueError) as why:
        return str(why)
    return None
