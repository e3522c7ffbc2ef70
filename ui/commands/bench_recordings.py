"""`handref bench recordings`: labelled recordings, refereed as they are and spoiled."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from ui.errors import Problem
from ui.numbers import seconds_given


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--find-seats", is_flag=True, help="The seats are found from the arms instead of taken from the labels.")
@click.option("--plain", is_flag=True, help="Only as they are.")
@click.option(
    "--late",
    "lates_s",
    metavar="S,S,...",
    callback=seconds_given,
    help="Instead of spoiling them, have every reading come so many seconds late.",
)
@click.option("--json", "as_json", is_flag=True, help="One line of JSON for each recording and way.")
def recordings(folder: Path, find_seats: bool, plain: bool, lates_s: tuple[float, ...], as_json: bool) -> None:
    """Referee the labelled recordings of FOLDER, each as it is and, one way at a time, with a fifth of its frames
    dropped, at 10 and at 60 frames a second, at half the light, mirrored, and with sensor noise.

    Every labelled lock, stick-up and budge must be there and nothing else, in order, with the right digits and aims, at
    most 0.15 s off, 0.25 s where the recording is spoiled; and the points must be right. Exits with 1 when not all are.

    With --late each answer of the reader comes so long after it was asked for, by the recording's own time, as on a
    slow computer. There a digit may be unsure, and an event missing, if the log says so.
    """
    if plain and lates_s:
        raise click.UsageError("give --plain or --late, not both", click.get_current_context())
    from gesture.bench.recordings import check_lateness, check_recordings, load_recordings
    from gesture.bench.spoiling import PLAIN, SPOILINGS
    from gesture.reading.zone_reader import ZoneReader
    from gesture.sources.frames import SourceError

    hows = (PLAIN,) if plain else (PLAIN, *SPOILINGS)
    right = every = 0
    worst_s = 0.0
    try:
        with ZoneReader() as reader:
            found = load_recordings(folder)
            scores = (
                check_lateness(found, reader, lates_s, find_seats)
                if lates_s
                else check_recordings(found, reader, hows, find_seats)
            )
            for one in scores:
                every, right = every + 1, right + (not one.faults)
                worst_s = max([worst_s, *(abs(off) for off in one.off_s)])
                if as_json:
                    click.echo(json.dumps(asdict(one)))
                else:
                    doubts = f" (unsure: {'; '.join(one.doubts)})" if one.doubts else ""
                    click.echo(f"{one.name}, {one.how}: {'; '.join(one.faults) or 'right'}{doubts}")
    except SourceError as fault:
        raise Problem(str(fault)) from fault
    if not as_json:
        click.echo(f"{right} of {every} right; no event farther off than {worst_s:.2f} s.")
    if right < every:
        raise SystemExit(1)
