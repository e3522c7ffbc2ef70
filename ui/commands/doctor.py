"""`handref doctor`: whether this computer, this camera and this table will do, and what to change."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ui.errors import UNUSABLE, Problem
from ui.recordings import fps_option, open_recording

if TYPE_CHECKING:
    from calibration.doctor import Report
    from calibration.known import Profile
    from calibration.light import Finding

TO_CHANGE = 1
"""The exit code when something should be changed before a game."""


@click.command()
@click.option("--camera", type=click.IntRange(0), metavar="N", help="The camera's number; 0, the first, if not given.")
@click.option("--video", type=click.Path(path_type=Path), metavar="FILE", help="A recording instead of a camera.")
@fps_option
@click.option("--image", type=click.Path(path_type=Path), metavar="FILE", help="A picture instead of a camera.")
@click.option("--profile", metavar="NAME", help="A saved table: its camera, and whether all is as it was there.")
@click.option("--json", "as_json", is_flag=True, help="One object of JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    camera: int | None,
    video: Path | None,
    fps: float | None,
    image: Path | None,
    profile: str | None,
    as_json: bool,
) -> None:
    """Look at the installation, the camera, the light, the focus, the hands and the seats, and say what to change.

    Everyone lays both hands flat on the table meanwhile. The exit code is 0 when all is good enough for a game, 1 when
    something should be changed, and 2 when the camera or file cannot be used.
    """
    if sum(given is not None for given in (camera, video, image)) > 1:
        raise click.UsageError("give one of --camera, --video and --image", ctx)
    from calibration.doctor import Report, examine_installation
    from calibration.light import Grade, worst
    from ui.known_tables import profile_named

    known = profile_named(profile, lambda note: click.echo(f"handref: {note}", err=True)) if profile else None
    installation = [*examine_installation(), _voice()]
    if not as_json:
        _say(installation)
    error = None
    try:
        report = _examine(camera, video, fps, image, known)
    except Problem as problem:
        report, error = Report(()), problem.message
    if as_json:
        _print_json((*installation, *report.findings), report, error)
    else:
        _say(report.findings)
    if error is not None:
        if not as_json:
            click.echo(f"handref: {error}", err=True)
        ctx.exit(UNUSABLE)
    enough = worst((*installation, *report.findings)) is not Grade.BAD
    if not as_json:
        click.echo("All is good enough for a game." if enough else "Change what is marked as bad, and look again.")
    ctx.exit(0 if enough else TO_CHANGE)


def _examine(
    camera: int | None, video: Path | None, fps: float | None, image: Path | None, known: Profile | None
) -> Report:
    """What the doctor says of what was given, and of what has changed since a profile was made. Raises `Problem` when
    that cannot be used."""
    from dataclasses import replace

    from calibration.moved import compare
    from ui.known_tables import camera_of

    where: int | str | None = camera
    if known is not None and camera is None and video is None and image is None:
        where = camera_of(known)
    report = _looked_at(0 if where is None else where, video, fps, image, known is not None and known.mirrored)
    if known is None or report.size is None:
        return report
    brightness = next((f.measured for f in report.findings if f.about == "light"), None)
    return replace(report, findings=(*report.findings, *compare(known, report.size, brightness, report.seats)))


def _voice() -> Finding:
    """Whether the window's callouts can be spoken; a game goes without that."""
    from calibration.light import Finding, Grade
    from ui.sound.engine import find_engine

    engine = find_engine()
    if engine is not None:
        return Finding("voice", Grade.GOOD, f"Callouts are spoken by {engine.name}.")
    says = "No speech engine was found, so callouts are only shown; on Linux install espeak-ng."
    return Finding("voice", Grade.COULD_BE_BETTER, says)


def _looked_at(camera: int | str, video: Path | None, fps: float | None, image: Path | None, mirrored: bool) -> Report:
    import numpy as np

    from calibration.doctor import examine_camera, examine_picture, examine_recording
    from gesture.reading.hand_reader import HandReader
    from gesture.reading.zone_reader import ZoneReader
    from gesture.sources.camera import LiveCamera
    from gesture.sources.frames import SourceError
    from ui.pictures import load_picture

    try:
        if image is not None:
            picture = load_picture(image)
            picture = np.ascontiguousarray(picture[:, ::-1]) if mirrored else picture
            with HandReader() as still, ZoneReader() as live:
                return examine_picture(picture, still, live)
        if video is not None:
            with open_recording(video, mirrored, fps) as source, HandReader() as still, ZoneReader() as live:
                return examine_recording(source, still, live, source.fps, source.promised_frames)
        with LiveCamera(camera) as watched, HandReader() as still, ZoneReader() as live:
            return examine_camera(watched, still, live, mirrored)
    except SourceError as fault:
        raise Problem(str(fault)) from fault


def _say(findings: tuple[Finding, ...] | list[Finding]) -> None:
    for finding in findings:
        click.echo(f"{finding.grade:<15}  {finding.about}: {finding.says}")


def _print_json(findings: tuple[Finding, ...], report: Report, error: str | None) -> None:
    told = {
        "findings": [
            {"about": f.about, "grade": str(f.grade), "says": f.says, "measured": f.measured} for f in findings
        ],
        "hands": [hand.to_json() for hand in report.hands],
        "seats": [
            {"player": s.player, "zone": [[round(float(v), 1) for v in p] for p in s.zone]} for s in report.seats
        ],
    }
    click.echo(json.dumps(told | ({"error": error} if error is not None else {})))
