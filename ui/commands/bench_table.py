"""`handref bench table`: whether watching a table keeps up with its camera, and how soon locks are called out."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ui.errors import Problem
from ui.terminal import raw

if TYPE_CHECKING:
    from gesture.bench.table_show import Show
    from gesture.bench.table_soak import Soak
    from gesture.bench.table_speed import TableSpeed

SIZES = {"720p": (1280, 720), "1080p": (1920, 1080)}
FEWEST, MOST = 2, 8
LEAKING = 1
"""The exit code when long play leaks."""
Step = Callable[[float, float], None]


def _players(_ctx: click.Context, _param: click.Parameter, value: str) -> list[int]:
    try:
        counts = [int(word) for word in value.split(",")]
    except ValueError:
        raise click.BadParameter(f"{value!r} are no numbers of players; give them as in 2,4,8") from None
    if not all(FEWEST <= count <= MOST for count in counts):
        raise click.BadParameter(f"a table is drawn for {FEWEST} to {MOST} players")
    return counts


def _sizes(_ctx: click.Context, _param: click.Parameter, value: str) -> list[str]:
    words = [word.strip() for word in value.split(",")]
    for word in words:
        if word not in SIZES:
            raise click.BadParameter(f"{word!r} is no size; it must be 720p or 1080p")
    return words


def _finite(_ctx: click.Context, _param: click.Parameter, value: float | None) -> float | None:
    if value is not None and not math.isfinite(value):
        raise click.BadParameter(f"{value:g} is no length of time; give a number")
    return value


@click.command()
@click.option("--players", callback=_players, default="2,4,8", show_default=True, metavar="N,...")
@click.option("--size", "sizes", callback=_sizes, default="720p,1080p", show_default=True, metavar="SIZE,...")
@click.option(
    "--seconds",
    type=click.FloatRange(1, 3600),
    callback=_finite,
    default=20.0,
    show_default=True,
    metavar="N",
    help="For each table.",
)
@click.option("--video", type=click.Path(path_type=Path), metavar="FILE", help="Replay a recording instead.")
@click.option(
    "--labels", type=click.Path(path_type=Path), metavar="FILE", help="Its labels.  [default: beside it, as .json]"
)
@click.option(
    "--soak",
    type=click.FloatRange(0, 10_080, min_open=True),
    callback=_finite,
    metavar="MINUTES",
    help="Play so long, as fast as frames can be watched, and see whether memory or threads grow.",
)
@click.option("--json", "as_json", is_flag=True, help="The figures as one JSON object.")
@click.pass_context
def table(
    ctx: click.Context,
    players: list[int],
    sizes: list[str],
    seconds: float,
    video: Path | None,
    labels: Path | None,
    soak: float | None,
    as_json: bool,
) -> None:
    """Play at drawn tables in real time, and see what a camera's frames and the players' locks come to.

    The frames are made beforehand and given as a camera gives them: 30 a second, and those that nobody fetches in time
    are gone. Hands come to rest at known times. Bare MediaPipe reads frames of the same tables for comparison.
    With --soak the exit code is 1 when memory or threads grow without end.
    """
    if labels is not None and video is None:
        raise click.UsageError("--labels is for --video alone")
    wanted = [(count, size) for count in players for size in sizes] if video is None else [(0, "")]
    told: list[dict[str, Any]] = []
    for count, size in wanted[:1] if soak is not None else wanted:
        show = _drawn(count, size) if video is None else _recorded(video, labels or video.with_suffix(".json"))
        if soak is not None:
            lasted = _soak(show, soak)
            click.echo(json.dumps({"soak": lasted.to_json()}) if as_json else _soak_said(lasted))
            ctx.exit(LEAKING if lasted.leaks else 0)
        speed = _speed(show, seconds)
        told.append(speed.to_json())
        if not as_json:
            click.echo(_said(speed))
    if as_json:
        click.echo(json.dumps({"tables": told}))


@contextmanager
def _bar(doing: str) -> Iterator[Step]:
    """A progress bar on standard error, where that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(file=raw(sys.stderr))
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, refresh_per_second=4) as progress:
        task = progress.add_task(doing, total=None)
        yield lambda done, of: progress.update(task, completed=done, total=of)


def _drawn(players: int, size: str) -> Show:
    from gesture.bench.table_show import drawn_table

    with _bar(f"Drawing {players} players, {size}") as step:
        return drawn_table(players, SIZES[size], step)


def _recorded(video: Path, labels: Path) -> Show:
    from gesture.bench.table_show import recorded_table
    from gesture.sources.frames import SourceError

    try:
        with _bar(f"Loading {video.name}") as step:
            return recorded_table(video, labels, step)
    except (SourceError, ValueError) as fault:
        raise Problem(f"{str(fault).rstrip('.')}.") from fault


def _speed(show: Show, seconds: float) -> TableSpeed:
    from gesture.bench.table_speed import measure

    with _bar(f"Playing {show.name}") as step:
        return measure(show, seconds, step)


def _soak(show: Show, minutes: float) -> Soak:
    from gesture.bench.table_soak import soak

    with _bar(f"Playing {minutes:g} minutes, {show.name}") as step:
        return soak(show, minutes, step)


def _said(speed: TableSpeed) -> str:
    """What was measured on one table, in lines for people."""
    told = speed.to_json()
    locks, used, bare = told["locks"], told["processor"], told["bare_mediapipe"]
    memory, ratio = told["memory_mb"], told["ratio_to_bare"]
    most = "unknown" if memory["most"] is None else f"{memory['most']:.0f} MB, {memory['before']:.0f} MB before"
    each = bare["zone_by_zone"]
    lines = [
        f"{speed.show.name}, {speed.show.fps:g} frames a second, {speed.seconds:.0f} s",
        f"  watched: {speed.fps:.1f} frames a second; {speed.dropped_share:.2%} of the camera's were dropped",
        f"  from rest to callout: {_spread(told['rest_to_callout'])}",
        f"  from the last lock until all were read: {_spread(told['last_lock_to_all_read'])}",
        f"  locks: {locks['called_out']} called out, {locks['missing']} missing, {locks['extra']} too many, "
        f"{locks['order_errors']} out of order, {locks['misread']} misread, {locks['unsure']} unsure",
        f"  processor: {used['cores_used']:.2f} of {used['cores']} cores, "
        f"{used['unpacking']:.2f} of them to unpack frames",
        f"  memory: {most}",
        f"  bare MediaPipe, whole frames: {bare['fps']:.1f} a second, {bare['hands_found']:g} of {bare['hands']} hands "
        f"found; Handref watches {ratio['fps']:.2f} times as many, with {ratio['processor_a_frame']:.2f} times the "
        "processor time for each",
        f"  bare MediaPipe, zone by zone: {each['fps']:.1f} a second, {each['hands_found']:g} hands found; Handref "
        f"watches {ratio['fps_zone_by_zone']:.2f} times as many, with "
        f"{ratio['processor_a_frame_zone_by_zone']:.2f} times the processor time for each",
    ]
    lines += [f"  {words}: {'reached' if reached else 'NOT reached'}" for words, reached in speed.targets()]
    return "\n".join(lines)


def _spread(values: dict[str, float] | None) -> str:
    if values is None:
        return "nothing to measure"
    return f"{values['median']:.3f} s in the middle, {values['p95']:.3f} s of 95 in 100, {values['most']:.3f} s at most"


_LEAKS = {True: "LEAKS", False: "no leak", None: "too short to tell of memory: play for 30 minutes or more"}


def _soak_said(lasted: Soak) -> str:
    told = lasted.to_json()
    memory, count, grown = told["memory_mb"], told["threads"], told["grown_mb_an_hour"]
    growth = "unknown" if grown is None else f"{grown:+.1f} MB an hour"
    return "\n".join(
        [
            f"{told['table']}: {told['frames']} frames, {told['table_minutes']:g} minutes of play in "
            f"{told['took_minutes']:g}; {told['games']} games, {told['locks']['called_out']} locks, "
            f"{told['locks']['missing']} missing",
            f"  memory: {memory['settled']} MB once settled, {memory['end']} MB at the end; growth {growth}",
            f"  threads: {count['settled']} once settled, {count['end']} at the end",
            f"  {_LEAKS[lasted.leaks]}",
        ]
    )
