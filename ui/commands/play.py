"""`handref play`: the window, or a table and a camera without one."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ui.completing import games
from ui.numbers import camera_given


@click.command()
@click.argument("game", required=False, shell_complete=games)
@click.option("--headless", is_flag=True, help="Without a window: printed and typed.")
@click.option(
    "--camera", metavar="N|URL", help="The camera, by its number, or a network camera's address.  [default: 0]"
)
@click.option("--video", type=click.Path(path_type=Path), metavar="FILE", help="A recording instead of a camera.")
@click.option("--fast", is_flag=True, help="The recording as fast as it can be watched.")
@click.option("--mirrored", is_flag=True, help="The camera shows the table as a mirror does.")
@click.option(
    "--seats", type=click.Path(path_type=Path), metavar="FILE", help="Who sits where, as for 'handref referee'."
)
@click.option("--profile", metavar="NAME", help="A saved table: seats, camera, plane, lens, own hands.")
@click.option("--players", metavar="ANN,BEN,...", help="Names for the seats, clockwise in the picture.")
@click.option("--variant", type=click.Choice(["standard", "simplified", "stick-up"]), help="[default: standard]")
@click.option("--round", "first_round", type=click.IntRange(1, 10), metavar="N", help="Where it starts.  [default: 1]")
@click.option("--sheriff", type=click.Choice(["left", "right"]), help="Stick-Up: where the token landed; else by lot.")
@click.option("--deal", is_flag=True, help="Handref deals the cards; else type what the printed ones show.")
@click.option("--seed", type=int, metavar="N", help="Makes chance repeat itself.")
@click.option("--held-up", is_flag=True, help="Two side by side hold their hands up to the camera, palms or backs.")
@click.option("--house", type=click.Path(path_type=Path), metavar="FILE", help="House rules, as TOML.")
@click.option("--deck", type=click.Path(path_type=Path), metavar="FILE", help="A printed copy's cards, as TOML.")
@click.option("--log", type=click.Path(path_type=Path), metavar="FILE", help="Where the game's log is kept.")
@click.option(
    "--resume", is_flag=False, flag_value="newest", metavar="[FILE]", help="Go on with a game: the newest, or FILE's."
)
@click.pass_context
def command(ctx: click.Context, /, game: str | None, headless: bool, camera: str | None, **rest: object) -> None:
    """Open the window, or with --headless play GAME (dexterity-jane) at a table without one.

    The window: play Dexterity Jane on the screen with 2 to 9 players, walk through every verdict, practise alone in
    front of the camera, or learn how to play. A game that was left, or cut off, is offered again.

    Without a window every lock, stick-up, budge and verdict is printed as it happens. Type 'help' for what can be
    typed. The log is on the disk after every event, so that a game that was cut off goes on with --resume.
    """
    where = camera_given(camera)
    if headless:
        _play_headless(ctx, game, where, rest)
        return
    given = [f"--{name.replace('first_', '').replace('_', '-')}" for name, value in rest.items() if value]
    if game or given:
        raise click.UsageError(f"{game or given[0]} is for play with --headless alone", ctx)
    if isinstance(where, str) or (where is not None and where > 99):
        raise click.BadParameter("the window takes a camera's number, from 0 to 99", ctx, param_hint="--camera")
    from ui.app import run

    sys.exit(run(camera=where))


def _play_headless(ctx: click.Context, game: str | None, camera: int | str | None, rest: dict[str, object]) -> None:
    from ui.headless import Wanted, opened_input, play

    if game != "dexterity-jane":
        said = f"{game!r} is not played without a window" if game else "name the game"
        raise click.UsageError(f"{said}; it must be dexterity-jane", ctx)
    if rest["video"] and camera is not None:
        raise click.UsageError("give --camera or --video, not both", ctx)
    if rest["fast"] and not rest["video"]:
        raise click.UsageError("--fast is for --video alone", ctx)
    if rest["sheriff"] and rest["variant"] != "stick-up":
        raise click.UsageError("--sheriff is for --variant stick-up alone", ctx)
    fixed = [name for name in ("log", "variant", "first_round", "players", "house", "deck") if rest[name]]
    if rest["resume"] and fixed:
        raise click.UsageError(f"--{fixed[0].replace('first_', '')} stands in the log that --resume goes on with", ctx)
    players = rest.pop("players")
    names = tuple(name.strip() for name in str(players or "").split(",") if name.strip())
    if players is not None and not names:
        raise click.UsageError("--players names nobody", ctx)
    if len(set(names)) < len(names):
        raise click.UsageError("--players names somebody twice", ctx)
    wanted = Wanted(
        camera=camera,
        players=names,
        deals=bool(rest.pop("deal")),
        variant=str(rest.pop("variant") or "standard"),
        first_round=int(str(rest.pop("first_round") or 1)),
        **rest,  # type: ignore[arg-type]
    )
    play(wanted, opened_input())
