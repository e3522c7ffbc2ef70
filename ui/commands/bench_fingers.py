"""`handref bench fingers`: labelled recordings of One Finger!, refereed."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from ui.errors import Problem


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--find-cards", is_flag=True, help="The cards are found in the picture instead of taken from the labels.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON for each recording.")
def fingers(folder: Path, find_cards: bool, as_json: bool) -> None:
    """Referee the labelled recordings of One Finger! in FOLDER: who left which fingers at every call, and when the
    others were lifted.

    Every count must be right or said to be unsure, and every lift at most 0.12 s off. Exits with 1 when one is not.
    """
    from gesture.bench.fingers import check_fingers, load_finger_recordings
    from gesture.reading.zone_reader import ZoneReader
    from gesture.sources.frames import SourceError

    calls = right = wrong = out = named = 0
    off_s: list[float] = []
    try:
        with ZoneReader() as reader:
            for one in check_fingers(load_finger_recordings(folder), reader, find_cards):
                calls, right, wrong = calls + one.calls, right + one.right_calls, wrong + len(one.faults)
                out, named, off_s = out + one.out_of_time, named + one.named, [*off_s, *map(abs, one.off_s)]
                if as_json:
                    click.echo(json.dumps(asdict(one)))
                    continue
                doubts = f" (unsure: {'; '.join(one.doubts)})" if one.doubts else ""
                what = f"{one.players} players, {one.cards} card{'s' * (one.cards > 1)}, {one.cost:.2f} of a core"
                click.echo(f"{one.name}, {what}: {'; '.join(one.faults) or 'right'}{doubts}")
    except SourceError as fault:
        raise Problem(str(fault)) from fault
    if not as_json:
        share = 100 * right / max(calls, 1)
        click.echo(
            f"{right} of {calls} calls counted right ({share:.1f} %); {wrong} faults that were not said to be unsure; "
            f"{named} of {out} early and late fingers named; no lift farther off than {max(off_s, default=0.0):.2f} s."
        )
    if wrong:
        raise SystemExit(1)
