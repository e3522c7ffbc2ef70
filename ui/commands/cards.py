"""`handref cards`: which printed cards lie on still pictures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rules.words import plural
from ui.errors import UNUSABLE, Problem
from ui.terminal import short

if TYPE_CHECKING:
    from gesture.cards.reader import CardReading


def _in_words(image: str, cards: list[CardReading]) -> str:
    from rules.games import TITLES

    lines = [f"{image}: {len(cards) or 'no'} {plural(len(cards), 'card')}"]
    for one in cards:
        name = "not told" if not one.sure else "the back of a card" if one.card is None else f"{one.card}"
        lines.append(f"  {TITLES[one.face.game]:<18}  {name:<40}  face {one.up:<4}  ({one.confidence:.0%} sure)")
    return "\n".join(lines)


@click.command()
@click.argument("images", nargs=-1, required=True, metavar="IMAGE...", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One line of JSON an image.")
@click.pass_context
def command(ctx: click.Context, images: tuple[Path, ...], as_json: bool) -> None:
    """Read every printed card on each IMAGE: which it is, where it lies, and which of its faces is up.

    Cards are those of 'handref print'. A picture that cannot be read does not stop the others; the exit code is 2
    then.
    """
    from gesture.cards.reader import CardReader
    from gesture.games.printed import printed_decks
    from ui.pictures import load_picture

    failed = False
    reader = CardReader(printed_decks())
    for path in images:
        try:
            picture = load_picture(path)
        except Problem as problem:
            failed = True
            if as_json:
                click.echo(json.dumps({"image": str(path), "error": problem.message}))
            else:
                click.echo(f"handref: {short(problem.message)}", err=True)
            continue
        cards = reader.read(picture)
        if as_json:
            click.echo(json.dumps({"image": str(path), "cards": [card.to_json() for card in cards]}))
        else:
            click.echo(_in_words(str(path), cards))
    if failed:
        ctx.exit(UNUSABLE)
