"""`handref bench reading`: how well hands are read, on photographs of people first."""

from __future__ import annotations

import json
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ui.commands.bench_pictures import AS_JSON, LIMIT, labelled, progress
from ui.errors import Problem, because_unwritten

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from gesture.bench.labels import LabelledPicture
    from gesture.bench.people_report import PeopleReport
    from gesture.bench.pictures import Failure
    from gesture.bench.report import Report
    from gesture.bench.scoring import Tally
    from gesture.reading.hand_reading import HandReading

    _Read = Callable[[NDArray[np.uint8]], list[HandReading]]


@dataclass
class _Measured:
    """What was counted on photographs of people and on other pictures; None where there is none of them."""

    people: PeopleReport | None = None
    others: Report | None = None
    people_failures: list[Failure] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        people = {"photographs": self.people.to_json()} if self.people else {}
        return people | (self.others.to_json() if self.others else {})

    def to_markdown(self) -> str:
        return "\n".join(one.to_markdown() for one in (self.people, self.others) if one is not None)


@click.command()
@click.argument("folders", metavar="FOLDER...", nargs=-1, required=True, type=click.Path(path_type=Path))
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
def reading(folders: tuple[Path, ...], report: Path | None, as_json: bool, baseline: bool, limit: int | None) -> None:
    """Count how many hands are found and read right, each share with its 95 % interval, photographs of people first.

    A FOLDER holds labelled pictures, or folders of them. On photographs of people every hand counts; on other pictures
    a hand that lies whole in the picture and touches no other. Digits that stay unsure are not right. Stock MediaPipe
    reads the same pictures: photographs of people with a rule of distances, others with the rule that a fingertip
    above its joint is straight.
    """
    pictures = labelled(folders, limit)
    if report is not None:
        _make_folder(report)
    measured = _read_all(pictures, baseline)
    if report is not None:
        _write_report(report, measured)
    click.echo(json.dumps(measured.to_json()) if as_json else measured.to_markdown(), nl=as_json)


def _read_all(pictures: list[LabelledPicture], baseline: bool) -> _Measured:
    from gesture.bench.baseline import StockReader, bent_by_distances, bent_by_tips
    from gesture.bench.labels import Kind
    from gesture.bench.people_report import PeopleReport
    from gesture.bench.pictures import gravest, wrong_in_turn
    from gesture.bench.report import Report
    from gesture.reading.hand_reader import HandReader

    people = [picture for picture in pictures if picture.kind is Kind.PEOPLE]
    others = [picture for picture in pictures if picture.kind is not Kind.PEOPLE]
    measured = _Measured()
    with ExitStack() as stack:
        reader = stack.enter_context(HandReader())
        bare = stack.enter_context(StockReader()) if baseline else None
        if people:
            by_distances = (lambda picture: bare.read(picture, bent_by_distances)) if bare else None
            ours, stock, measured.people_failures = _read(people, reader.read, by_distances, wrong_in_turn)
            measured.people = PeopleReport(ours, stock)
        if others:
            by_tips = (lambda picture: bare.read(picture, bent_by_tips)) if bare else None
            ours, stock, measured.failures = _read(others, reader.read, by_tips, gravest)
            measured.others = Report(", ".join(dict.fromkeys(picture.of for picture in others)), ours, stock)
    return measured


def _read(
    pictures: list[LabelledPicture], read: _Read, stock: _Read | None, choose: Callable[[list[Failure]], list[Failure]]
) -> tuple[Tally, Tally | None, list[Failure]]:
    """What was counted of Handref and of stock MediaPipe, and the failures to show."""
    from gesture.bench.pictures import failures_of
    from gesture.bench.scoring import Tally, count

    ours, beside = Tally(), Tally() if stock else None
    failures: list[Failure] = []
    with progress(pictures, "Reading") as shown:
        for labelled_picture, picture in shown:
            size, here = (picture.shape[1], picture.shape[0]), Tally()
            count(here, labelled_picture, read(picture), size)
            ours.add(here)
            failures = choose([*failures, *failures_of(here, picture)])
            if stock is not None and beside is not None:
                count(beside, labelled_picture, stock(picture), size)
    return ours, beside, failures


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise Problem(f"{folder}: the report cannot be written there: {because_unwritten(fault)}.") from fault


def _write_report(folder: Path, measured: _Measured) -> None:
    from gesture.bench.pictures import calibration_plot, failure_sheets, reliability_plot
    from gesture.bench.scoring import calibration
    from ui.pictures import save_picture

    texts = {"report.json": json.dumps(measured.to_json(), indent=1), "report.md": measured.to_markdown()}
    for name, text in texts.items():
        try:
            (folder / name).write_text(text, "utf-8")
        except OSError as fault:
            raise Problem(f"{folder / name}: the report cannot be written: {because_unwritten(fault)}.") from fault
    if measured.people is not None:
        save_picture(folder / "photographs-calibration.png", reliability_plot(measured.people.reliability()))
    if measured.others is not None:
        plot = calibration_plot(calibration(measured.others.reader.outcomes))
        save_picture(folder / "calibration.png", plot)
    for start, failures in (("photographs-failures", measured.people_failures), ("failures", measured.failures)):
        for n, sheet in enumerate(failure_sheets(failures), 1):
            save_picture(folder / f"{start}-{n}.png", sheet)
    click.echo(f"handref: the report lies in {folder}.", err=True)
