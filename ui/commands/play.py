"""`handref play`: the window."""

from __future__ import annotations

import sys

import click


@click.command()
@click.option("--camera", type=click.IntRange(0, 99), help="The camera to practise with, by its number.  [default: 0]")
def command(camera: int | None) -> None:
    """Open the window.

    Play Dexterity Jane on the screen with 2 to 9 players, walk through every verdict, practise alone in front of the
    camera, or learn how to play. A game that was left, or cut off, is offered again.
    """
    from ui.app import run

    sys.exit(run(camera=camera))
