"""Labelled pictures for the commands of `handref bench`: chosen, loaded and handed on one by one."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ui.errors import Problem
from ui.terminal import raw

if TYPE_CHECKING:
    from gesture.bench.labels import LabelledPicture

LIMIT = click.option(
    "--limit", type=click.IntRange(min=1), metavar="N", help="Only N pictures, spread over all there are."
)
AS_JSON = click.option("--json", "as_json", is_flag=True, help="The figures as one JSON object.")


def labelled(folders: Iterable[Path], limit: int | None) -> list[LabelledPicture]:
    """The pictures of folders, or some of them. Raises `Problem` where one of the folders cannot be measured on."""
    from gesture.bench.labels import UnusableLabels, load_folders

    try:
        every = load_folders(folders)
    except UnusableLabels as fault:
        raise Problem(str(fault)) from fault
    if limit is None or limit >= len(every):
        return every
    return [every[k * len(every) // limit] for k in range(limit)]


@contextmanager
def progress(pictures: list[LabelledPicture], doing: str) -> Iterator[Iterator[tuple[LabelledPicture, Any]]]:
    """The pictures one by one, loaded and as they are to be read, with a progress bar on standard error."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from ui.pictures import load_picture

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(file=raw(sys.stderr))
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        yield (
            (labelled, labelled.prepared(load_picture(labelled.path)))
            for labelled in bar.track(pictures, description=doing)
        )
