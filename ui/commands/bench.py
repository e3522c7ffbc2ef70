"""`handref bench`: how well, and how fast, hands are read on labelled pictures."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ui.commands.bench_recordings import recordings
from ui.commands.bench_table import table
from ui.errors import Problem, because_unwritten

if TYPE_CHECKING:
    from gesture.bench.labels import LabelledPicture
    from gesture.bench.pictures import Failure
    from gesture.bench.report import Report

FOLDER = click.argument("folder", type=click.Path(path_type=Path))
LIMIT = click.option(
    "--limit", type=click.IntRange(min=1), metavar="N", help="Only N pictures, spread over the folder."
)
AS_JSON = click.option("--json", "as_json", is_flag=True, help="The figures as one JSON object.")


@click.group()
def command() -> None:
    """Measure how well and how fast hands are read on a FOLDER of labelled pictures.

    Beside the pictures lies labels.json: by the name of each picture the hands on it with side, palm, bent digits
    and joints in pixels, or for a photo of one hand its bent fingers.
    """


command.add_command(table)
command.add_command(recordings)


def _labelled(folder: Path, limit: int | None) -> list[LabelledPicture]:
    from gesture.bench.labels import UnusableLabels, load_labels

    try:
        every = load_labels(folder)
    except UnusableLabels as fault:
        raise Problem(str(fault)) from fault
    if limit is None or limit >= len(every):
        return every
    return [every[k * len(every) // limit] for k in range(limit)]


@contextmanager
def _progress(pictures: list[LabelledPicture], doing: str) -> Iterator[Iterator[tuple[LabelledPicture, Any]]]:
    """The pictures one by one, loaded and as they are to be read, with a progress bar on standard error."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from ui.pictures import load_picture

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        yield (
            (labelled, labelled.prepared(load_picture(labelled.path)))
            for labelled in bar.track(pictures, description=doing)
        )


@command.command()
@FOLDER
@click.option(
    "--report",
    "report",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write figures, a calibration plot and sheets of the worst failures there.",
)
@AS_JSON
@click.option("--baseline/--no-baseline", default=True, show_default=True, help="Stock MediaPipe beside it.")
@LIMIT
def reading(folder: Path, report: Path | None, as_json: bool, baseline: bool, limit: int | None) -> None:
    """Count how many hands of FOLDER are found and read right, each share with its 95 % interval.

    A hand counts when it lies whole in the picture and touches no other. Digits that stay unsure are not right.
    Stock MediaPipe reads the same pictures with the rule that a fingertip above its joint is straight.
    """
    pictures = _labelled(folder, limit)
    if report is not None:
        _make_folder(report)
    outcome, failures = _read_all(folder, pictures, baseline)
    if report is not None:
        _write_report(report, outcome, failures)
    click.echo(json.dumps(outcome.to_json()) if as_json else outcome.to_markdown(), nl=as_json)


def _read_all(folder: Path, pictures: list[LabelledPicture], baseline: bool) -> tuple[Report, list[Failure]]:
    from contextlib import ExitStack

    from gesture.bench.baseline import StockReader
    from gesture.bench.pictures import failure
    from gesture.bench.report import Report
    from gesture.bench.scoring import Tally, count
    from gesture.reading.hand_reader import HandReader

    ours, stock = Tally(), Tally() if baseline else None
    failures: list[Failure] = []
    with ExitStack() as stack:
        reader = stack.enter_context(HandReader())
        bare = stack.enter_context(StockReader()) if baseline else None
        for labelled, picture in stack.enter_context(_progress(pictures, "Reading")):
            size, before = (picture.shape[1], picture.shape[0]), len(ours.outcomes)
            count(ours, labelled, reader.read(picture), size)
            failures += [f for o in ours.outcomes[before:] if (f := failure(o, picture)) is not None]
            if bare is not None and stock is not None:
                count(stock, labelled, bare.read(picture), size)
    return Report(folder.resolve().name, ours, stock), failures


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise Problem(f"{folder}: the report cannot be written there: {because_unwritten(fault)}.") from fault


def _write_report(folder: Path, report: Report, failures: list[Failure]) -> None:
    from gesture.bench.pictures import calibration_plot, failure_sheets
    from gesture.bench.scoring import calibration
    from ui.pictures import save_picture

    for name, text in (("report.json", json.dumps(report.to_json(), indent=1)), ("report.md", report.to_markdown())):
        try:
            (folder / name).write_text(text, "utf-8")
        except OSError as fault:
            raise Problem(f"{folder / name}: the report cannot be written: {because_unwritten(fault)}.") from fault
    save_picture(folder / "calibration.png", calibration_plot(calibration(report.reader.outcomes)))
    for n, sheet in enumerate(failure_sheets(failures), 1):
        save_picture(folder / f"failures-{n}.png", sheet)
    click.echo(f"handref: the report lies in {folder}.", err=True)


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

    chosen = [unlabelled(where)] if where.is_file() else _labelled(where, limit)
    try:
        with _progress(chosen, "Timing") as pictures:
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
    the same person's play is then read without and with that. 'python -m gesture.training.people FOLDER' renders
    people, with the train extra.
    """
    from gesture.bench.labels import UnusableLabels
    from gesture.bench.scaling import Comparison, OwnHandsReport, people_in
    from gesture.reading.zone_reader import ZoneReader

    try:
        people = people_in(folder)
    except UnusableLabels as fault:
        raise Problem(str(fault)) from fault
    comparison = Comparison()
    with ZoneReader() as reader, _progress([picture for picture, *_ in people], "Reading") as pictures:
        for (labelled, picture), (_, person, kind, part) in zip(pictures, people, strict=True):
            size = (picture.shape[1], picture.shape[0])
            comparison.add(labelled, person, kind, part, reader.read(picture), size)
    try:
        report = OwnHandsReport(comparison.played())
    except ValueError as fault:
        raise Problem(f"{folder}: {fault}.") from fault
    click.echo(json.dumps(report.to_json()) if as_json else report.to_markdown(), nl=as_json)
