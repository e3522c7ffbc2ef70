"""`handref bench`: how well, and how fast, hands are read on labelled pictures."""

from __future__ import annotations

import json
from pathlib import Path

import click

from ui.commands.bench_cards import cards
from ui.commands.bench_fingers import fingers
from ui.commands.bench_pictures import AS_JSON, LIMIT, labelled, progress
from ui.commands.bench_reading import reading
from ui.commands.bench_recordings import recordings
from ui.commands.bench_table import table
from ui.errors import Problem

FOLDER = click.argument("folder", type=click.Path(path_type=Path))


@click.group()
def command() -> None:
    """Measure how well and how fast hands are read on a FOLDER of labelled pictures.

    Beside the pictures lies labels.json: by the name of each picture the hands on it with side, palm, bent digits
    and joints in pixels; for a photograph of people with a box instead of joints, by the whole name of its file; or
    for a photo of one hand its bent fingers.
    """


command.add_command(reading)
command.add_command(table)
command.add_command(recordings)
command.add_command(fingers)
command.add_command(cards)


@command.command()
@click.argument("where", metavar="FOLDER_OR_IMAGE", type=click.Path(path_type=Path))
@AS_JSON
@LIMIT
def speed(where: Path, as_json: bool, limit: int | None) -> None:
    """Time a seat's two hands and a whole frame, as ratios to bare MediaPipe on the same pictures in the same run.

    Only pictures count on which MediaPipe finds both hands. Times are the quickest of three, taken in turn. An IMAGE
    needs no labels; all of it is taken for the seat.
    """
    from gesture.bench.labels import unlabelled
    from gesture.bench.speed import measure

    chosen = [unlabelled(where)] if where.is_file() else labelled([where], limit)
    try:
        with progress(chosen, "Timing") as pictures:
            timed = measure(pictures)
    except ValueError as fault:
        raise Problem(f"{where}: {fault}.") from fault
    if as_json:
        click.echo(json.dumps(timed.to_json()))
        return
    for words, one in (("a seat's two hands", timed.seat), ("a whole frame", timed.frame)):
        ratio, ours, bare = one.ratios(), one.to_json()["handref_ms"]["median"], one.to_json()["bare_ms"]["median"]
        click.echo(
            f"{words}: {ratio.median:.2f} times bare MediaPipe (quartiles {ratio.low:.2f} and {ratio.high:.2f}); "
            f"{ours:.1f} ms against {bare:.1f} ms, {len(one.bare_s)} pictures"
        )
    at_most = timed.to_json()["target"]["at_most"]
    click.echo(f"target for a seat, at most {at_most:g}: {'reached' if timed.reached else 'NOT reached'}")
    click.echo(f"left out because MediaPipe does not find both hands: {timed.left_out}")


@command.command("own-hands")
@FOLDER
@AS_JSON
def own_hands(folder: Path, as_json: bool) -> None:
    """Measure how much it helps to know the players' own hands, on a FOLDER of people.

    Each person's showing, the open hand and each digit bent, teaches what 'handref calibrate hands' would learn of it;
    the same person's play is then read without and with that, and with what the table would have answered meanwhile.
    FOLDER may hold photographs of people, or sets of them: of each thing that a person shows the first photographs are
    the showing. 'python -m gesture.training.people FOLDER' renders people, with the train extra.
    """
    from gesture.bench.labels import UnusableLabels
    from gesture.bench.scaling import Comparison, OwnHandsReport, people_in
    from gesture.reading.zone_reader import ZoneReader

    try:
        people = people_in(folder)
    except UnusableLabels as fault:
        raise Problem(str(fault)) from fault
    comparison = Comparison()
    with ZoneReader() as reader, progress([picture for picture, *_ in people], "Reading") as pictures:
        for (labelled, picture), (_, person, kind, part) in zip(pictures, people, strict=True):
            size = (picture.shape[1], picture.shape[0])
            comparison.add(labelled, person, kind, part, reader.read(picture), size)
    try:
        report = OwnHandsReport(comparison.played())
    except ValueError as fault:
        raise Problem(f"{folder}: {fault}.") from fault
    click.echo(json.dumps(report.to_json()) if as_json else report.to_markdown(), nl=as_json)
