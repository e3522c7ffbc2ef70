"""What Dexterity Jane takes on the command line, beside what every game does."""

from __future__ import annotations

from pathlib import Path

import click

VARIANT = click.Option(
    ["--variant"], type=click.Choice(["standard", "simplified", "stick-up"]), help="[default: standard]"
)
ROUND = click.Option(
    ["--round"], type=click.IntRange(1, 10), metavar="N", help="The round that it starts in.  [default: 1]"
)
REVEAL = click.Option(
    ["--reveal"],
    multiple=True,
    metavar="AT:CARDS",
    help="Which cards lie open from when on, by number or in words, as in 4:left-open,right-pinky+bullet. Repeatable. "
    "A reveal, and the end of the video, verify the round before; without any, nothing is scored.",
)
SHERIFF = click.Option(
    ["--sheriff"], type=click.Choice(["left", "right"]), help="Stick-Up: where the token landed; else by lot."
)
DEAL = click.Option(["--deal"], is_flag=True, help="Handref deals the cards; else type what the printed ones show.")
HOUSE = click.Option(
    ["--house"],
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="House rules, as TOML; rules/decks/house.toml is one to start from.",
)
DECK = click.Option(
    ["--deck"],
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="What the cards of a printed copy show, as TOML like rules/decks/dexterity-jane.toml.",
)

REFEREE_OPTIONS = (VARIANT, ROUND, REVEAL, SHERIFF, HOUSE, DECK)
PLAY_OPTIONS = (VARIANT, ROUND, SHERIFF, DEAL, HOUSE, DECK)
