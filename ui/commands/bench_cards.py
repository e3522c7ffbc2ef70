"""`handref bench cards`: printed cards on made-up tables."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import click

from ui.errors import Problem


@click.command()
@click.option("--tables", type=click.IntRange(1), default=40, show_default=True, help="So many; every second is 720p.")
@click.option("--seed", type=int, default=1, show_default=True, help="Other seeds, other tables.")
@click.option("--game", "games", multiple=True, help="Cards of these games; of all that can be printed without it.")
@click.option("--ink-saving", is_flag=True, help="As if they had been printed with little ink.")
@click.option("--keep", type=click.Path(path_type=Path), metavar="FOLDER", help="Keep the pictures there.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
def cards(tables: int, seed: int, games: tuple[str, ...], ink_saving: bool, keep: Path | None, as_json: bool) -> None:
    """Render tables with ten printed cards each and read them: light, shadow, glare, blur, folds, and hands on them.

    99.5 % of the cards of which a code lies free must be named, none wrong, and none where none lies. Exits with 1 when
    that is not so.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    import cv2

    from gesture.bench.card_tables import PX_PER_MM, SIZES, card_table
    from gesture.bench.cards import CardScore
    from gesture.cards.reader import CardReader
    from gesture.games.printed import printed_decks
    from ui.printing.copies import COPIES
    from ui.printing.raster import picture

    unknown = [game for game in games if game not in COPIES]
    if unknown:
        raise Problem(f"there is no printed copy of {unknown[0]!r}; there is one of {', '.join(COPIES)}.")
    if keep is not None and not keep.is_dir():
        raise Problem(f"{keep}: there is no such folder; make it first.")
    pictures = {
        face: picture(drawing, face.size_mm, PX_PER_MM, ink_saving)
        for game in games or COPIES
        for face, drawing in COPIES[game].faces().items()
    }
    reader, score, took_s = CardReader(printed_decks()), CardScore(), 0.0
    for number in range(tables):
        table = card_table(pictures, 1000 * seed + number, SIZES[number % len(SIZES)])
        began_s = time.perf_counter()
        readings = reader.read(table.picture)
        took_s += time.perf_counter() - began_s
        score.add(f"table {number + 1}", table, readings)
        if keep is not None:
            cv2.imwrite(str(keep / f"table_{seed}_{number + 1}.png"), table.picture)
    found = score.to_json() | {"ms_a_picture": round(1000 * took_s / tables)}
    if as_json:
        click.echo(json.dumps(found))
    else:
        for fault in (*score.wrong, *score.ghosts):
            click.echo(f"named wrong: {fault}")
        for fault in score.missed:
            click.echo(f"not named: {fault}")
        click.echo(
            f"{score.named} of {score.free} cards named ({100 * score.share:.1f} %), {len(score.wrong)} named wrong, "
            f"{len(score.ghosts)} named where none lies; of {score.covered} whose codes were covered "
            f"{score.covered_named} named; corners {found['corners_off_px']['median']} px off in the median; "
            f"{found['ms_a_picture']} ms a picture."
        )
    if not score.reached:
        raise SystemExit(1)
