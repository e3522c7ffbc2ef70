"""`handref read`: the hands on still pictures, without any set-up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rules.hands import Digit
from rules.words import plural
from ui.errors import UNUSABLE, Problem
from ui.terminal import short
from ui.words import hand_in_words

if TYPE_CHECKING:
    from gesture.reading.hand_reading import HandReading


def _as_json(image: str, size: tuple[int, int], hands: list[HandReading]) -> str:
    return json.dumps({"image": image, "size": list(size), "hands": [hand.to_json() for hand in hands]})


def _in_words(image: str, hands: list[HandReading]) -> str:
    lines = [f"{image}: {len(hands) or 'no'} {plural(len(hands), 'hand')}"]
    for hand in hands:
        side = hand.side if hand.side_sure else "side unsure"
        shape = hand.shape if len(hand.unsure) < len(Digit) else "unsure"
        digits = hand_in_words(hand.bent, hand.unsure)
        lines.append(f"  {side:<5}  palm {hand.palm:<4}  {shape:<8}  {digits}  ({hand.confidence:.0%} sure)")
    return "\n".join(lines)


@click.command()
@click.argument("images", nargs=-1, required=True, metavar="IMAGE...", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One line of JSON an image.")
@click.pass_context
def command(ctx: click.Context, images: tuple[Path, ...], as_json: bool) -> None:
    """Read every hand on each IMAGE: side, palm up or down, which digits are bent, and how sure that is.

    Pictures are taken as a camera sees them, not mirrored. Hands on cards of 'handref print' are nobody's. A picture
    that cannot be read does not stop the others; the exit code is 2 then.
    """
    from gesture.cards.printed_hands import without_printed
    from gesture.cards.reader import CardReader
    from gesture.games.printed import printed_decks
    from gesture.reading.hand_reader import HandReader
    from ui.pictures import load_picture

    failed, card_reader = False, CardReader(printed_decks())
    with HandReader() as reader:
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
            hands = without_printed(reader.read(picture), card_reader.read(picture))
            height, width = picture.shape[:2]
            click.echo(_as_json(str(path), (width, height), hands) if as_json else _in_words(str(path), hands))
    if failed:
        ctx.exit(UNUSABLE)
