"""Recordings as commands take them: opened with what was said of their times, and what is to be said about those."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from gesture.sources.video import VideoFile


def _rate(_ctx: click.Context, _param: click.Parameter, value: float | None) -> float | None:
    if value is not None and math.isnan(value):
        raise click.BadParameter("this is no rate; give pictures a second, as in 30")
    return value


fps_option = click.option(
    "--fps",
    type=click.FloatRange(1, 240),
    callback=_rate,
    metavar="N",
    help="Pictures a second, for a video that stores no times, or false ones.",
)


def open_recording(video: Path, mirrored: bool, fps: float | None) -> VideoFile:
    """The recording in a file; what had to be assumed about its times is said on standard error. Raises
    `SourceError`."""
    from gesture.sources.video import VideoFile

    source = VideoFile(video, mirrored, fps)
    if source.remark is not None:
        click.echo(f"handref: {source.remark}", err=True)
    return source


def say_unsteady(source: VideoFile) -> None:
    """Say on standard error when a recording's picture never rests, so that little of it can be refereed."""
    from itertools import islice

    from calibration.doctor import IN_A_ROW
    from calibration.light import Grade
    from calibration.steadiness import check_steadiness

    found = check_steadiness(list(islice(source, IN_A_ROW)))
    if found.grade is Grade.BAD:
        click.echo(f"handref: {source.path} can hardly be refereed. {found.says}", err=True)
