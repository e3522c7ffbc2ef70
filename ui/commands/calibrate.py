"""`handref calibrate`: what is known of a table, its camera and its players' hands, kept under a name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ui.calibrating import (
    Source,
    check_shape,
    find_table,
    keep,
    known,
    lens_for,
    looking,
    measured_lens,
    plane_by_sheet,
    with_lens,
)
from ui.calibrating import show_hands as let_show
from ui.commands.calibrate_kept import edit, listed, remove, show
from ui.errors import Problem
from ui.known_tables import camera_of
from ui.numbers import CORNERS, LENGTHS, SIZE, camera_given

if TYPE_CHECKING:
    from calibration.known import Profile

NAME = click.argument("name")
_FILE = click.Path(path_type=Path)
DIGITS = ("thumb", "index", "middle", "ring", "pinky")


def looks(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say where to look."""
    for option in (
        click.option("--mirrored", is_flag=True, help="The camera shows the table as a mirror does."),
        click.option("--image", "images", multiple=True, type=_FILE, metavar="FILE", help="A picture instead."),
        click.option("--video", type=_FILE, metavar="FILE", help="A recording instead of a camera."),
        click.option("--camera", metavar="N|URL", help="The camera.  [default: the profile's, else 0]"),
    ):
        command = option(command)
    return command


def _source(
    before: Profile | None, camera: str | None, video: Path | None, images: tuple[Path, ...], mirrored: bool
) -> Source:
    if sum((camera is not None, video is not None, bool(images))) > 1:
        raise click.UsageError("give one of --camera, --video and --image", click.get_current_context())
    number = camera_given(camera)
    if before is not None:
        if number is None:
            number = camera_of(before) if video is None and not images else before.camera
        mirrored = mirrored or before.mirrored
    return Source(number, video, images, mirrored)


class _InOrder(click.Group):
    """Lists its commands in the order in which they are used."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """Their names."""
        return list(self.commands)


@click.group(cls=_InOrder)
def command() -> None:
    """Teach Handref a table, and keep what it learned under a NAME: the profile for 'play' and 'referee --profile'.

    \b
    1. handref calibrate seats  kitchen     everyone lays hands flat: who sits where
    2. handref calibrate table  kitchen     a sheet of paper: aims and distances in centimetres
    3. handref calibrate hands  kitchen --player Ann     ten seconds: Ann's own hands
    4. handref play dexterity-jane --headless --profile kitchen

    Only the first is needed; the rest makes reading and aims better. Each looks through the profile's camera, or at the
    --camera, --video or --image given. Nothing is recorded: a profile holds numbers and names alone.
    """


@command.command(short_help="Find who sits where, and name them.")
@NAME
@looks
@click.option("--players", metavar="ANN,BEN,...", help="Names for the seats, clockwise from the picture's bottom edge.")
@click.option(
    "--held-up/--on-table",
    default=None,
    help="Whether hands are held up to the camera or laid on the table.  [default: the profile's, else on the table]",
)
def seats(name: str, players: str | None, held_up: bool | None, **where: Any) -> None:
    """Find who sits where, while everyone lays both hands flat on the table, and keep it. With --held-up two
    players side by side hold both hands up to the camera instead, and the profile remembers that.

    Where the profile knows seats already, those found at the same places keep their names. 'handref calibrate edit'
    corrects what was found.
    """
    names = tuple(n.strip() for n in (players or "").split(",") if n.strip())
    if players is not None and not names:
        raise click.UsageError("--players names nobody", click.get_current_context())
    if len(set(names)) < len(names):
        raise click.UsageError("--players names somebody twice", click.get_current_context())
    from calibration.known import seat_zones
    from calibration.light import light_of
    from gesture.reading.zone_reader import ZoneReader
    from ui.profile_words import told

    before = known(name, _note)
    source = _source(before, **where)
    held_up = held_up if held_up is not None else before is not None and before.held_up
    with looking(source, click.echo) as look, ZoneReader() as reader:
        table = find_table(look, reader, names, before, click.echo, held_up)
        frame = look.first()
    profile = keep(
        name, before, frame.size, source, frame_size=frame.size, seats=seat_zones(table.seats), held_up=held_up,
        light=light_of(frame.image),
    )  # fmt: skip
    for line in told(profile):
        click.echo(line)


@command.command(short_help="Measure the table in centimetres.")
@NAME
@looks
@click.option("--sheet", type=click.Choice(["A4", "Letter", "any"], case_sensitive=False), help="[default: any]")
@click.option("--points", type=CORNERS, metavar="'X,Y X,Y X,Y X,Y'", help="Four points of the table in pixels instead.")
@click.option("--size", type=SIZE, metavar="WxH", help="They are corners of a rectangle so many centimetres large.")
@click.option(
    "--distances", type=LENGTHS, metavar="12,23,34,41,13[,24]", help="Or their sides and a diagonal in centimetres."
)
@click.option("--picture-to", type=_FILE, metavar="FILE.png", help="Save one frame, to read the points off, and stop.")
def table(
    name: str, sheet: str | None, points: Any, size: Any, distances: Any, picture_to: Path | None, **where: Any
) -> None:
    """Measure the table, so that aims are those on the table and lengths are in centimetres.

    Lay a sheet of A4 or Letter paper flat on a darker table, all of it seen. Or name four points that are seen, in
    order around: --points with --size for a rectangle (the first side is W long), or with the --distances between them
    (1 to 2, 2 to 3, 3 to 4, 4 to 1, 1 to 3, and 2 to 4 if you like).
    """
    if bool(points) != bool(size or distances) or (size and distances) or (points and sheet):
        raise click.UsageError(
            "give --sheet alone, or --points with --size or --distances", click.get_current_context()
        )
    from ui.pictures import check_new_png, save_picture
    from ui.profile_words import plane_told

    if picture_to is not None:
        check_new_png(picture_to)

    before = known(name, _note)
    source = _source(before, **where)
    with looking(source, click.echo) as look:
        frame = look.first()
        if picture_to is not None:
            save_picture(picture_to, frame.image)
            click.echo(f"{picture_to} is {frame.size[0]} x {frame.size[1]} pixels, counted from its upper left corner.")
            return
        check_shape(before, frame.size)
        lens = lens_for(before, frame.size, _note)
        if points:
            plane = _plane_of(points, size, distances, frame.size, lens)
        else:
            plane = plane_by_sheet(look, sheet, lens).plane
    keep(name, before, frame.size, source, table=plane)
    click.echo(plane_told(plane))


def _plane_of(points: Any, size: Any, distances: Any, frame_size: tuple[int, int], lens: Any) -> Any:
    from calibration.faults import CalibrationError
    from calibration.table_plane import plane_from_distances, plane_from_points

    for x, y in points:
        if not (0 <= x <= frame_size[0] and 0 <= y <= frame_size[1]):
            width, height = frame_size
            raise Problem(f"The point ({x:g}, {y:g}) lies outside the picture, which is {width} x {height}.")
    try:
        if size:
            placed = [(0, 0), (size[0], 0), (size[0], size[1]), (0, size[1])]
            return plane_from_points(points, placed, frame_size, lens=lens).plane
        pairs = [(0, 1), (1, 2), (2, 3), (0, 3), (0, 2), (1, 3)]
        between = dict(zip(pairs, distances, strict=False))
        return plane_from_distances(points, between, frame_size, lens=lens).plane
    except CalibrationError as fault:
        raise Problem(str(fault)) from fault


@command.command(short_help="Measure the camera's lens (optional).")
@NAME
@looks
def lens(name: str, **where: Any) -> None:
    """Measure the camera's lens, which makes straight edges straight (optional).

    Print the board that 'handref calibrate board' writes, on flat card, and hold it before the camera in ten places and
    more, tilted otherwise each time, into the corners of the picture as well. Or give a recording of that, or a picture
    of each view with --image, repeated.
    """
    before = known(name, _note)
    source = _source(before, **where)
    with looking(source, click.echo) as look:
        size = look.first().size
        check_shape(before, size)
        found = measured_lens(look, click.echo)
    keep(name, before, size, source, **with_lens(found, before))
    click.echo(f"The lens is known to {found.error_px:.2f} pixels, from {found.views} views.")


@command.command(short_help="Write the board for that, to be printed.")
@click.argument("file", type=_FILE, metavar="FILE.png")
def board(file: Path) -> None:
    """Write the board for 'handref calibrate lens' as a picture, to be printed at actual size."""
    from calibration.lens import board_png
    from ui.pictures import check_new_png, save_png

    check_new_png(file)
    save_png(file, board_png())
    click.echo(f"{file}: print it at actual size and stick it on flat card.")


@command.command(short_help="Learn a player's own hands (optional).")
@NAME
@looks
@click.option("--player", metavar="ANN", help="Whose hands.  [default: the only player's]")
@click.option("--palms", type=click.Choice(["down", "up", "both"]), default="down", show_default=True)
@click.option("--leave-out", type=click.Choice(DIGITS), multiple=True, help="A digit that cannot be bent. Repeatable.")
@click.option("--one-hand", is_flag=True, help="Only one hand can be seen at a time.")
def hands(name: str, player: str | None, palms: str, leave_out: tuple[str, ...], one_hand: bool, **where: Any) -> None:
    """Learn a player's own hands in about ten seconds: the open hand, then each digit bent.

    It matters for hands that are not read well as they are; hands that are stay as they are. A digit that is not seen
    to bend is asked about more often from then on; leave out one that cannot be bent.
    """
    from calibration.at_table import ground_of
    from calibration.hand_session import OwnHandsSession
    from calibration.table_plane import TablePlane
    from gesture.reading.zone_reader import ZoneReader
    from gesture.table.seats import Table
    from rules.hands import Palm
    from ui.profile_words import hands_told

    before = known(name, _note)
    source = _source(before, **where)
    if source.images:
        raise click.UsageError("hands are shown to a camera or on a recording", click.get_current_context())
    who = _player(before, player)
    with looking(source, click.echo) as look, ZoneReader() as reader:
        size = look.first().size
        ground, at_table, inward = None, None, None
        if before is not None:
            ground = ground_of(before, size)
            if any(seat.player == who for seat in before.seats):
                try:
                    at_table = Table(tuple(before.seats_on(size)), held_up=before.held_up)
                except ValueError as fault:
                    raise Problem(f"{fault}.") from fault
                inward = at_table.facing(at_table.seat_of(who))
        lie = [Palm(p) for p in (("down", "up") if palms == "both" else (palms,))]
        session = OwnHandsSession(
            who, lie, hands=1 if one_hand else 2, inward=inward,
            plane=ground if isinstance(ground, TablePlane) else None,
        )  # fmt: skip
        let_show(look, reader, session, at_table, leave_out, click.echo)
    learned = session.learned()
    if learned is None:
        raise Problem(f"Too little was seen of {who}'s hands to learn anything; show them again, slowly.")
    others = tuple(h for h in (before.hands if before else ()) if h.player != who)
    keep(name, before, size, source, hands=(*others, learned))
    for line in hands_told(learned):
        click.echo(line)


def _player(before: Profile | None, player: str | None) -> str:
    seated = [seat.player for seat in before.seats] if before else []
    if player is None and len(seated) == 1:
        return seated[0]
    if player is None or not player.strip():
        raise click.UsageError("say whose hands with --player", click.get_current_context())
    if seated and player not in seated:
        raise Problem(f"{player} has no seat at this table; there sit {', '.join(seated)}.")
    return player


def _note(sentence: str) -> None:
    click.echo(f"handref: {sentence}", err=True)


for each in (listed, show, edit, remove):
    command.add_command(each)
