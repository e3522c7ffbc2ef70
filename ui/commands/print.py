"""`handref print`: print-and-play copies as PDF files."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import click

from rules.words import plural
from ui.errors import Problem, because_unwritten

GAMES = ("dexterity-jane", "one-finger")
SHEETS = ("a4", "letter")
ADVICE = """\
Print at 100 %, without "fit to page", on both sides, turned over on the long edge; try two pages on plain paper.
Card of 200 to 300 g/m2 lies still and shows nothing through; matt card keeps lamps out of the codes. On thin paper glue
both sides onto card, or slip each card into a matt sleeve. Cut along the marks: a straight-edge and a knife do it best.
A camera reads the codes from 90 cm above the table; leave the white around them white."""


@click.command()
@click.option("--game", "games", multiple=True, type=click.Choice(GAMES), help="Which game; all of them without it.")
@click.option("--paper", type=click.Choice(SHEETS), default="a4", show_default=True, help="The paper in the printer.")
@click.option("--colour/--ink-saving", "colour", default=True, help="Full colour, or outlines on white.")
@click.option(
    "--to",
    "folder",
    type=click.Path(path_type=Path),
    default=Path(),
    metavar="FOLDER",
    help="Where the files go; the current folder without it.",
)
def command(games: tuple[str, ...], paper: str, colour: bool, folder: Path) -> None:
    """Print a copy of a game to play with: cards, tokens and mat, as one PDF file a game.

    Each face bears a small code, so that 'handref cards' and a refereed game know which cards lie on the table.
    """
    if not folder.is_dir():
        raise Problem(f"{folder}: there is no such folder; make it first, or give another with --to.")
    chosen = dict.fromkeys(games or GAMES)
    paths = {game: folder / f"{game}-{paper}{'' if colour else '-ink-saving'}.pdf" for game in chosen}
    for path in paths.values():
        if path.exists():
            raise Problem(f"{path} is there already and is not overwritten; remove it, or give another --to.")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from ui.printing.copies import print_copy
    from ui.printing.paper import Ink, Sheet

    for game, path in paths.items():
        try:
            sheets, pages = print_copy(game, path, Sheet(paper), Ink.COLOUR if colour else Ink.SAVING)
        except OSError as fault:
            with suppress(OSError):
                path.unlink()
            raise Problem(f"{path}: the pages cannot be written: {because_unwritten(fault)}.") from fault
        cut = f"{sheets} {plural(sheets, 'sheet')} to cut up"
        click.echo(f"{path}: {cut}" + (f", {pages} {plural(pages, 'page')} to lay on the table" if pages else ""))
    click.echo("\n" + ADVICE)
