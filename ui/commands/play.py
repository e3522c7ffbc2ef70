"""`handref play`: the window, or a table and a camera without one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from ui.completing import games
from ui.game_options import GameCommand, game_values
from ui.numbers import camera_given
from ui.recordings import fps_option


@click.command(cls=GameCommand, kind="play")
@click.argument("game", required=False, shell_complete=games)
@click.option("--headless", is_flag=True, help="Without a window: printed and typed.")
@click.option(
    "--camera", metavar="N|URL", help="The camera, by its number, or a network camera's address.  [default: 0]"
)
@click.option("--video", type=click.Path(path_type=Path), metavar="FILE", help="A recording instead of a camera.")
@fps_option
@click.option("--fast", is_flag=True, help="The recording as fast as it can be watched.")
@click.option("--mirrored", is_flag=True, help="The camera shows the table as a mirror does.")
@click.option(
    "--seats", type=click.Path(path_type=Path), metavar="FILE", help="Who sits where, as for 'handref referee'."
)
@click.option("--profile", metavar="NAME", help="A saved table: seats, camera, plane, lens, own hands.")
@click.option("--players", metavar="ANN,BEN,...", help="Names for the seats, clockwise in the picture.")
@click.option("--seed", type=int, metavar="N", help="Makes chance repeat itself.")
@click.option("--held-up", is_flag=True, help="Two side by side hold their hands up to the camera, palms or backs.")
@click.option("--log", type=click.Path(path_type=Path), metavar="FILE", help="Where the game's log is kept.")
@click.option(
    "--resume", is_flag=False, flag_value="newest", metavar="[FILE]", help="Go on with a game: the newest, or FILE's."
)
@click.pass_context
def command(ctx: click.Context, /, game: str | None, headless: bool, camera: str | None, **rest: Any) -> None:
    """Open the window, or with --headless play GAME (dexterity-jane or one-finger) at a table without one.

    The window: play Dexterity Jane on the screen with 2 to 9 players, walk through every verdict, practise alone in
    front of the camera, or learn how to play. A game that was left, or cut off, is offered again.

    Without a window all that the hands do, and every verdict, is printed as it happens. Type 'help' for what can be
    typed; 'take back' undoes what was wrong. The log is on the disk after every event, so that a game that was cut off
    goes on with --resume, and so does one that was begun in the window.
    """
    where = camera_given(camera)
    if headless:
        _play_headless(ctx, game, where, rest)
        return
    given = [f"--{name.replace('_', '-')}" for name, value in rest.items() if value]
    if game:
        _refuse_unwatched(ctx, game, headless=False)
    if game or given:
        raise click.UsageError(f"{game or given[0]} is for play with --headless alone", ctx)
    if isinstance(where, str) or (where is not None and where > 99):
        raise click.BadParameter("the window takes a camera's number, from 0 to 99", ctx, param_hint="--camera")
    from ui.app import run

    sys.exit(run(camera=where))


def _refuse_unwatched(ctx: click.Context, game: str, headless: bool) -> None:
    """Say of a game whose rules are known, but which no camera referees yet, or not in the window, what can be done
    with it."""
    from rules.games import GAMES
    from rules.words import listed
    from ui.meant import did_you_mean

    entry = GAMES.get(game)
    if entry is None:
        raise click.UsageError(f"there is no game {game!r}; there are {listed(GAMES)}.{did_you_mean(game, GAMES)}", ctx)
    if (entry.console if headless else entry.face) is not None:
        return
    if entry.console is not None:
        raise click.UsageError(f"{entry.title} is not played in the window yet; play it with --headless", ctx)
    raise click.UsageError(
        f"{entry.title} cannot be played before a camera yet, with a window or without; "
        "'handref replay' and 'handref simulate' know its rules",
        ctx,
    )


def _play_headless(ctx: click.Context, game: str | None, camera: int | str | None, rest: dict[str, Any]) -> None:
    from ui.headless.console import console_of, consoles
    from ui.headless.keyboard import opened_input
    from ui.headless.play_request import PlayRequest
    from ui.headless.run import play

    if game:
        _refuse_unwatched(ctx, game, headless=True)
    console = console_of(game) if game else None
    if console is None or game is None:
        said = f"{game!r} is not played without a window" if game else "name the game"
        raise click.UsageError(f"{said}; it must be {' or '.join(name for name, _ in consoles())}", ctx)
    if rest["video"] and camera is not None:
        raise click.UsageError("give --camera or --video, not both", ctx)
    if rest["fps"] and not rest["video"]:
        raise click.UsageError("--fps is for --video alone", ctx)
    if rest["fast"] and not rest["video"]:
        raise click.UsageError("--fast is for --video alone", ctx)
    assert isinstance(ctx.command, GameCommand)
    own = game_values(ctx.command, console, rest)
    fixed = [name for name in rest if rest[name] and name in {"log", "players", *console.in_log}]
    if rest["resume"] and fixed:
        raise click.UsageError(f"--{fixed[0]} stands in the log that --resume goes on with", ctx)
    options = console.chosen(own)
    general = {name: value for name, value in rest.items() if name not in own}
    players = general.pop("players")
    names = tuple(name.strip() for name in str(players or "").split(",") if name.strip())
    if players is not None and not names:
        raise click.UsageError("--players names nobody", ctx)
    if len(set(names)) < len(names):
        raise click.UsageError("--players names somebody twice", ctx)
    request = PlayRequest(game=game, console=console, options=options, camera=camera, players=names, **general)
    play(request, opened_input())
