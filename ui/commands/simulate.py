"""`handref simulate`: many games between simple players, counted."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from ui.completing import games
from ui.errors import Problem
from ui.house_rules import house_rules
from ui.terminal import raw


@click.command()
@click.argument("game", shell_complete=games)
@click.option("--players", type=click.IntRange(max=99), default=4, show_default=True, metavar="N")
@click.option("--games", "count", type=click.IntRange(1, 10_000_000), default=1000, show_default=True, metavar="N")
@click.option("--seed", type=int, default=0, show_default=True, help="Equal seeds play equal games.")
@click.option("--variant", help="Dexterity Jane: standard, simplified or stick-up.")
@click.option(
    "--house",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="House rules to try, as TOML; rules/decks/house.toml is one to start from.",
)
@click.option("--json", "as_json", is_flag=True, help="The summary as one line of JSON.")
def command(
    game: str, players: int, count: int, seed: int, variant: str | None, house: Path | None, as_json: bool
) -> None:
    """Play whole games of GAME between simple players, some of them careless, and print what came of them: lengths,
    scores, shared wins, how rare each ruling is, and what it is worth to be first.

    GAME is dexterity-jane, one-finger or janes-card-game.
    """
    import msgspec

    from rules.game import Refused
    from rules.simulate import run

    try:
        rules = house_rules(house, game) if house else None
        with _bar(count) as progress:
            summary = run(game, players, count, seed, variant, progress, rules)
    except Refused as refused:
        raise Problem(f"{str(refused).rstrip('.')}.") from refused
    click.echo(msgspec.json.encode(summary).decode() if as_json else "\n".join(summary.lines))


@contextmanager
def _bar(count: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error, where that is a terminal; what it gives is told the number of games so far."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(file=raw(sys.stderr))
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=count)
        yield lambda done: progress.update(task, completed=done)
