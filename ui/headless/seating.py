"""Who sits where at a table that is played at without a window: from a file, from a saved table, or found."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ui.errors import Problem
from ui.known_tables import table_in

if TYPE_CHECKING:
    from calibration.known import Profile
    from gesture.games.options import Options
    from gesture.reading.background import Reader
    from gesture.sources.camera_frames import CameraFrames
    from gesture.sources.frames import Frame
    from gesture.sources.video import VideoFile
    from gesture.table.seats import Table
    from ui.headless.play_request import PlayRequest

FINDING_S, LATECOMERS_S = 4.0, 20.0
"""So long seats are looked for; the second where it is known how many players there are, and some are late."""


def table_for(
    request: PlayRequest,
    profile: Profile | None,
    source: VideoFile | CameraFrames,
    reader: Reader,
    names: tuple[str, ...],
    options: Options,
    say: Callable[[str], None],
) -> Table:
    """Who sits where, and then it is said; with all that the profile knows. Raises `Problem` and `SourceError`."""
    from calibration.at_table import known_at, named
    from gesture.table.seat_files import check_seen, load_table
    from gesture.table.seats import Table

    size = _first(source, say).size if profile is not None else None
    if request.seats is not None:
        table = load_table(request.seats)
        check_seen(table, size if size is not None else _first(source, say).size)
    elif profile is not None and size is not None and profile.seats:
        table = table_in(profile, size)
    else:
        table = _found(request, source, reader, names, options, say)
    try:
        if request.held_up and not table.held_up:
            table = replace(table, held_up=True)
        if names:
            table = named(table, names)
    except ValueError as fault:
        raise Problem(f"{str(fault)[0].upper()}{str(fault)[1:]}.") from fault
    if profile is not None and size is not None:
        table = known_at(table, profile, size)
    assert isinstance(table, Table)
    for seat in table.seats:
        x, y = (round(float(v)) for v in seat.center)
        say(f"{seat.player} sits around ({x}, {y}).")
    return table


def _found(
    request: PlayRequest,
    source: VideoFile | CameraFrames,
    reader: Reader,
    names: tuple[str, ...],
    options: Options,
    say: Callable[[str], None],
) -> Table:
    from gesture.seating.seat_finder import find_seats
    from gesture.seating.side_by_side import find_side_by_side
    from gesture.sources.camera_frames import CameraFrames
    from gesture.table.seats import Table

    say("Both hands up, the two of you." if request.held_up else "Hands flat on the table, everyone.")
    live = isinstance(source, CameraFrames)
    frames = source.during(LATECOMERS_S if names else FINDING_S, say) if isinstance(source, CameraFrames) else source
    if request.held_up:
        return Table(tuple(find_side_by_side(frames, reader)), held_up=True)
    unseen, players = (None, len(names) or None) if live else (options.unseen_zones, None)
    return Table(tuple(find_seats(frames, reader, unseen, players)))


def _first(source: Any, say: Callable[[str], None]) -> Frame:
    from gesture.sources.camera_frames import CameraFrames

    frames: Iterable[Frame] = source.during(0.0, say) if isinstance(source, CameraFrames) else source
    return next(iter(frames))
