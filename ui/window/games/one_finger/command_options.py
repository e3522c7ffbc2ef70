"""What One Finger! takes on the command line, beside what every game does."""

from __future__ import annotations

from pathlib import Path

import click

CALL = click.Option(
    ["--call"],
    multiple=True,
    metavar="AT:PLAYER:NUMBER",
    help="Who called what and when, as in 2.0:Ann:2. Repeatable.",
)
DEAL = click.Option(
    ["--deal"],
    type=click.Path(path_type=Path),
    metavar="LOG",
    help="A log with the deal and who goes first; without it nothing is scored.",
)

BY_HAND = click.Option(
    ["--by-hand"],
    is_flag=True,
    help="Whoever calls may lay a free hand down with as many digits straight as the number.",
)

REFEREE_OPTIONS = (CALL, DEAL, BY_HAND)
PLAY_OPTIONS = (BY_HAND,)
