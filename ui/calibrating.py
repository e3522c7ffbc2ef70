"""The work behind `handref calibrate`: looks through a camera or a file, measures, and keeps what it found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ui.errors import Problem

if TYPE_CHECKING:
    from calibration.hand_session import OwnHandsSession
    from calibration.known import Lens, Profile
    from calibration.table_plane import TablePlane
    from gesture.reading.background import Reader
    from gesture.reading.hand_reading import HandReading
    from gesture.sources.camera_frames import CameraFrames
    from gesture.sources.frames import Frame
    from gesture.sources.video import VideoFile
    from gesture.table.seats import Table

Say = Callable[[str], None]
LOOKED_THROUGH_S = 120.0
"""A recording is looked through up to here."""
FINDING_S = 4.0
"""Hands are looked for during this long."""
SHEET_S = 3.0
SHEET_LOOKS = 12
SHOWING_S = 120.0
"""A player has this long, at most, to show both hands."""
BOARD_S = 90.0
BETWEEN_VIEWS_S = 0.4
BETWEEN_READINGS_S = 0.08
ENOUGH_VIEWS = 14
PICTURE_S = 1.0
"""A single picture is shown for this long to what watches for hands at rest."""


@dataclass(frozen=True)
class Source:
    """Where to look: a camera, a recording or pictures."""

    camera: int | str | None = None
    video: Path | None = None
    images: tuple[Path, ...] = ()
    mirrored: bool = False

    @property
    def live(self) -> bool:
        """Whether it is a camera."""
        return self.video is None and not self.images


class Looking:
    """A source that is open."""

    def __init__(self, source: Source, opened: CameraFrames | VideoFile | list[Frame], say: Say) -> None:
        self.source = source
        self._opened, self._say = opened, say

    def frames(self, seconds: float) -> Iterator[Frame]:
        """Frames: of a camera those of the next seconds, none left out, of a file all up to
        `LOOKED_THROUGH_S`."""
        from gesture.sources.camera_frames import CameraFrames

        if isinstance(self._opened, CameraFrames):
            yield from self._opened.during(seconds, self._say)
        else:
            yield from takewhile(lambda frame: frame.at_s <= LOOKED_THROUGH_S, self._opened)

    def newest(self, seconds: float, apart_s: float) -> Iterator[Frame]:
        """Frames at least so far apart: of a camera always the newest, for those who take long over each."""
        from gesture.sources.camera_frames import CameraFrames

        last_s = -apart_s
        for frame in self.frames(seconds):
            if isinstance(self._opened, CameraFrames):
                while (later := self._opened.next(0.0)) is not None:
                    frame = later
            if frame.at_s >= last_s + apart_s - 1e-6:
                last_s = frame.at_s
                yield frame

    def first(self) -> Frame:
        """The first frame that can be watched."""
        return next(iter(self.frames(0.0)))


@contextmanager
def looking(source: Source, say: Say) -> Iterator[Looking]:
    """Open a source. Raises `Problem` when it cannot be had, also while it is looked at."""
    from gesture.sources.camera import LiveCamera
    from gesture.sources.camera_frames import CameraFrames
    from gesture.sources.frames import Frame, SourceError, unmirrored
    from gesture.sources.video import VideoFile
    from ui.pictures import load_picture

    try:
        if source.images:
            pictures = [load_picture(path) for path in source.images]
            times = range(round(PICTURE_S / 0.1) + 1) if len(pictures) == 1 else range(1)
            shown = [(picture, k) for picture in pictures for k in times]
            frames = [Frame(picture, n * 0.1, n) for n, (picture, _) in enumerate(shown)]
            yield Looking(source, [unmirrored(f) if source.mirrored else f for f in frames], say)
        elif source.video is not None:
            with VideoFile(source.video, source.mirrored) as video:
                yield Looking(source, video, say)
        else:
            with LiveCamera(0 if source.camera is None else source.camera) as camera:
                yield Looking(source, CameraFrames(camera, source.mirrored), say)
    except SourceError as fault:
        raise Problem(str(fault)) from fault


def known(name: str, say: Say) -> Profile | None:
    """The profile of that name, or None when there is none yet. Raises `Problem` for one that cannot be used."""
    from calibration.profiles import ProfileError, Profiles
    from ui.known_tables import profile_named

    kept = Profiles()
    try:
        kept.path(name)
        there = name.casefold() in kept.names()
    except ProfileError as fault:
        raise Problem(str(fault)) from fault
    return profile_named(name, say) if there else None


def keep(name: str, before: Profile | None, size: tuple[int, int], source: Source, **found: Any) -> Profile:
    """Save a profile with what was found, what was known of it before staying known. Raises `Problem`."""
    import msgspec

    from calibration.known import Profile
    from calibration.profiles import ProfileError, Profiles

    if source.live:
        found |= {"camera": 0 if source.camera is None else source.camera, "mirrored": source.mirrored}
    elif before is None:
        found["mirrored"] = source.mirrored
    try:
        base = before if before is not None else Profile(name=name, frame_size=size)
        profile = msgspec.structs.replace(base, **found)
        Profiles().save(profile)
    except (ProfileError, ValueError) as fault:
        raise Problem(str(fault)) from fault
    return profile


def check_shape(before: Profile | None, size: tuple[int, int]) -> None:
    """Raises `Problem` when a profile with seats was made on frames of another shape than `size`: what is measured on
    these would not go with them."""
    if before is not None and before.seats:
        try:
            before.scale_to(size)
        except ValueError as fault:
            raise Problem(f"{str(fault)[0].upper()}{str(fault)[1:]}.") from fault


def find_table(
    look: Looking, reader: Reader, names: tuple[str, ...], before: Profile | None, say: Say, held_up: bool = False
) -> Table:
    """The seats of everybody whose hands lie on the table, or are held up, named as said, or as the profile named those
    who sat there. Raises `Problem`."""
    from calibration.at_table import named
    from gesture.seating.seat_finder import find_seats
    from gesture.seating.side_by_side import find_side_by_side
    from gesture.sources.frames import SourceError
    from gesture.table.seats import Table

    say("Both hands up, the two of you." if held_up else "Hands flat on the table, everyone.")
    try:
        find = find_side_by_side if held_up else find_seats
        table = Table(tuple(find(look.frames(FINDING_S), reader)), held_up=held_up)
        return named(table, names) if names else _named_as_before(table, before)
    except SourceError as fault:
        raise Problem(str(fault)) from fault
    except ValueError as fault:
        raise Problem(f"{str(fault)[0].upper()}{str(fault)[1:]}.") from fault


def _named_as_before(table: Table, before: Profile | None) -> Table:
    """Seats that lie where those of the profile lay, each nearest to its own, keep their names."""
    from dataclasses import replace

    import numpy as np

    if before is None or len(before.seats) != len(table.seats):
        return table
    where = np.array([seat.center for seat in table.seats])
    names: dict[int, str] = {}
    for seat in before.seats_on(before.frame_size):
        names[int(np.linalg.norm(where - seat.center, axis=1).argmin())] = seat.player
    if len(names) < len(table.seats):
        return table
    return replace(table, seats=tuple(replace(seat, player=names[n]) for n, seat in enumerate(table.seats)))


def lens_for(before: Profile | None, size: tuple[int, int], say: Say) -> Lens | None:
    """The profile's lens, if it was measured on frames of this size."""
    lens = before.lens if before else None
    if lens is not None and lens.frame_size != size:
        say("The lens was measured on pictures of another size and is left aside; measure it anew.")
        return None
    return lens


def plane_by_sheet(look: Looking, paper: str | None, lens: Lens | None) -> TablePlane:
    """The table's plane by a sheet of paper on one of the first frames that show it. Raises `Problem`."""
    from calibration.faults import CalibrationError
    from calibration.sheet import Paper, plane_from_sheet

    kind = next((p for p in Paper if p.said.casefold() == (paper or "").casefold()), None)
    why: CalibrationError | None = None
    for tried, frame in enumerate(look.newest(SHEET_S, 0.2), 1):
        try:
            return plane_from_sheet(frame.image, kind, lens)
        except CalibrationError as fault:
            why = fault
        if tried == SHEET_LOOKS:
            break
    raise Problem(str(why))


def measured_lens(look: Looking, say: Say) -> Lens:
    """The lens by the views of the board that differ from each other. Raises `Problem`."""
    from calibration.faults import CalibrationError
    from calibration.lens import LEAST_VIEWS, View, find_board, is_new, measure_lens

    views: list[View] = []
    for frame in look.newest(BOARD_S, BETWEEN_VIEWS_S if not look.source.images else 0.0):
        view = find_board(frame.image)
        if view is None or not is_new(view, views):
            continue
        views.append(view)
        say(f"View {len(views)} of {max(LEAST_VIEWS, len(views))} or more is taken; hold the board otherwise.")
        if len(views) >= ENOUGH_VIEWS and look.source.live:
            break
    try:
        return measure_lens(views)
    except CalibrationError as fault:
        raise Problem(str(fault)) from fault


def with_lens(lens: Lens, before: Profile | None) -> dict[str, Any]:
    """What changes of a profile with its lens: a plane measured in the bent picture is straightened with it. Raises
    `Problem`."""
    from calibration.faults import CalibrationError
    from calibration.table_plane import seen_through

    plane = before.table if before else None
    if before is None or plane is None or plane.frame_size != lens.frame_size:
        return {"lens": lens}
    try:
        return {"lens": lens, "table": seen_through(plane, before.lens, lens)}
    except CalibrationError as fault:
        raise Problem(str(fault)) from fault


def show_hands(
    look: Looking,
    reader: Reader,
    session: OwnHandsSession,
    table: Table | None,
    leave_out: tuple[str, ...],
    say: Say,
) -> None:
    """Let a player show both hands, telling what to show and what is the matter; digits to leave out are not asked
    for. At a table only that player's hands count."""
    from calibration.hand_session import SAID

    told = last_hint = None
    for frame in look.newest(SHOWING_S, BETWEEN_READINGS_S):
        while session.step is not None and session.step.digit in leave_out:
            session.leave_out()
        if session.step is None:
            return
        if session.step is not told:
            told = session.step
            say(told.says)
        progress = session.look(_hands_of(session.player, frame, reader, table), frame.at_s)
        if progress.left_out is not None:
            say("That was not seen; it is left out.")
        if progress.as_it_looks:
            say("It looks alike straight and bent; that is kept, and it will be asked about.")
        if progress.hint is not None and progress.hint is not last_hint and progress.left_out is None:
            say(SAID[progress.hint])
        last_hint = progress.hint


def _hands_of(player: str, frame: Frame, reader: Reader, table: Table | None) -> list[HandReading]:
    if table is None:
        return reader.read(frame.image)
    seat = table.seat_of(player)
    zone = seat.center + (seat.zone - seat.center) * 1.15
    return [hand for hand in reader.read(frame.image, zone) if table.owner(hand) is seat]
