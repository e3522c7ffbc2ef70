"""`handref referee`: a recording watched from beginning to end, and the log of the game in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ui.completing import games
from ui.errors import Problem
from ui.game_options import GameCommand, game_values
from ui.headless.console import Console, console_of
from ui.known_tables import profile_named, table_in
from ui.recordings import fps_option, open_recording, say_unsteady

if TYPE_CHECKING:
    from gesture.games.judge import Happening
    from gesture.table.seats import Table

FEWEST, MOST = 2, 9
"""So many play any of the games."""
TOLD = f"{FEWEST} to {MOST} play"


def _players(_ctx: click.Context, _param: click.Parameter, value: str | None) -> int | tuple[str, ...] | None:
    """How many play, or who."""
    if value is None:
        return None
    if re.fullmatch(r"\s*[0-9]+\s*", value):
        number = int(value.strip()[:9])
        if not FEWEST <= number <= MOST:
            raise click.BadParameter(TOLD)
        return number
    names = tuple(name.strip() for name in value.split(","))
    if not all(names) or len(set(names)) < len(names):
        raise click.BadParameter("give a number, or a name for everybody, each another")
    if not FEWEST <= len(names) <= MOST:
        raise click.BadParameter(TOLD)
    return names


@click.command(cls=GameCommand, kind="referee")
@click.argument("video", type=click.Path(path_type=Path))
@click.option("--game", required=True, metavar="GAME", shell_complete=games, help="dexterity-jane or one-finger.")
@click.option("--json", "as_json", is_flag=True, help="The game's log, one line of JSON an event, as it happens.")
@click.option(
    "--seats",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help='Players and their zones in pixels: {"seats": [{"player": "Ann", "zone": [[x, y], ...]}, ...]}. '
    "Without it the seats are found from where the arms come in.",
)
@click.option(
    "--players",
    callback=_players,
    metavar="N|ANN,BEN,...",
    help="How many play, or their names, clockwise in the picture from its bottom edge, where the seats are found.",
)
@click.option("--profile", metavar="NAME", help="A saved table: its seats, plane and lens, and its players' own hands.")
@fps_option
@click.option("--mirrored", is_flag=True, help="The video shows the table as a mirror does.")
@click.option(
    "--held-up", is_flag=True, help="Two players side by side hold their hands up to the camera, palms or backs."
)
@click.pass_context
def command(
    ctx: click.Context,
    /,
    video: Path,
    game: str,
    as_json: bool,
    seats: Path | None,
    players: int | tuple[str, ...] | None,
    profile: str | None,
    fps: float | None,
    mirrored: bool,
    held_up: bool,
    **own: Any,
) -> None:
    """Referee VIDEO and print what happens in it: who locked when with which digits bent, who drew, who moved
    afterwards, and, where the revealed cards are given, every verdict.

    Nobody can be asked, so a digit that stays unsure, also when more frames are looked at, counts as it more likely is.
    With --json the log is printed that 'handref replay' reads.
    """
    from gesture.games.registry import interpreter_of
    from gesture.play.recordings import referee_recording
    from gesture.sources.frames import SourceError
    from rules.game import Refused

    try:
        interpreter_of(game)
        console = console_of(game)
        if console is None:
            raise Problem(f"{game!r} is not refereed on the command line.")
        assert isinstance(ctx.command, GameCommand)
        options = console.chosen(game_values(ctx.command, console, own))
        on_header, on_event = _as_log() if as_json else _in_words(console, game)
        if players is not None and (seats or profile or held_up):
            raise click.UsageError("--players is for seats that are found", ctx)
        table, mirror = _table(video, seats, profile, mirrored)
        if table is not None and held_up:
            table = replace(table, held_up=True)
        source = open_recording(video, mirror, fps)
        say_unsteady(source)
        ended = referee_recording(
            source,
            game,
            options,
            seats=table,
            held_up=held_up,
            players=players,
            on_header=on_header,
            on_event=on_event,
        )
    except (SourceError, Refused) as fault:
        raise Problem(f"{str(fault).rstrip('.')}.") from fault
    except ValueError as fault:  # too many seats for hands that are held up
        raise Problem(f"{str(fault)[0].upper()}{str(fault)[1:]}.") from fault
    if not as_json and ended.standings is None:
        click.echo(console.unscored)


def _table(video: Path, seats: Path | None, profile: str | None, mirrored: bool) -> tuple[Table | None, bool]:
    """The table of a seats file or a profile, None where neither is given, and whether the video is mirrored."""
    from gesture.sources.video import VideoFile
    from gesture.table.seat_files import check_seen, load_table

    if profile is None and seats is None:
        return None, mirrored
    from calibration.at_table import known_at

    known = None
    if profile is not None:
        known = profile_named(profile, lambda note: click.echo(f"handref: {note}", err=True))
        mirrored = mirrored or known.mirrored
    table = load_table(seats) if seats is not None else None
    with VideoFile(video, mirrored) as source:
        size = next(iter(source)).size
    if table is None and known is not None:
        return table_in(known, size), mirrored
    if table is not None:
        check_seen(table, size)
        table = known_at(table, known, size) if known is not None else table
    return table, mirrored


def _as_log() -> tuple[Callable[[Mapping[str, Any]], None], Callable[[Happening], None]]:
    """Printers of the log's header and of its events."""
    import msgspec

    from rules.log import encode_event

    return (
        lambda header: click.echo(msgspec.json.encode(header).decode()),
        lambda happening: click.echo(encode_event(happening.event).decode()),
    )


def _in_words(
    console: type[Console], game: str
) -> tuple[Callable[[Mapping[str, Any]], None], Callable[[Happening], None]]:
    """The same in plain English."""
    from rules.games import game_named
    from ui.telling import happening_told, header_told

    def told(happening: Happening) -> None:
        for paragraph in happening_told(happening, game_named(game), console):
            click.echo(paragraph)

    return lambda header: click.echo(header_told(header, console)), told
