"""The doctor: looks at the installation, the camera and the table, and says what is good and what to change."""

from __future__ import annotations

import hashlib
import importlib.metadata
import platform
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from calibration.light import (
    BLACK_LEVEL,
    Finding,
    Grade,
    check_flicker,
    check_focus,
    check_hands,
    check_light,
)
from calibration.profiles import Profiles
from calibration.steadiness import check_steadiness
from gesture.reading.background import Reader
from gesture.reading.hand_reading import HandReading
from gesture.reading.landmarker import MODEL
from gesture.seating.seat_finder import find_seats
from gesture.sources.camera import SAID, SLOW_FPS, LiveCamera, Trouble
from gesture.sources.frames import Frame, Source, SourceError, unmirrored
from gesture.table.seats import Seat

MODEL_SHA256 = "fbc2a30080c3c557093b5ddfc334698132eb341044ccee322ccf8bcf3607cde1"
"""Google's hand landmarker as it was published and is named in NOTICE."""
MEDIAPIPE = "0.10.33"
PYTHONS = ((3, 11), (3, 13))
"""The first and the last version that MediaPipe runs on."""
WATCHED_S = 3.0
"""A camera is watched for this long."""
LOOKED_THROUGH_S = 20.0
"""A recording is looked through up to here."""
SAMPLES = 4
"""So many frames are read, and the one with most hands is judged."""
IN_A_ROW = 30
"""So many frames that follow each other show whether the light flickers."""
STILL_S = 1.0
"""A picture is shown for this long to what finds the seats."""
FAIR_FPS = 20.0
"""Fewer frames a second than this tell coarsely who was first."""
LEAST_WIDTH_PX, FAIR_WIDTH_PX = 480, 640
"""Frames narrower than the first are too small, narrower than the second could be better."""


@dataclass(frozen=True, eq=False)
class Report:
    """What was looked at, in the order in which a person would put it right, and what was found on the table."""

    findings: tuple[Finding, ...]
    hands: tuple[HandReading, ...] = ()
    seats: tuple[Seat, ...] = ()
    size: tuple[int, int] | None = None
    """Width and height of the frames that were looked at."""


def examine_installation(profiles: Profiles | None = None) -> list[Finding]:
    """Python, the libraries, the hand model, and the folder in which profiles are kept."""
    kept = profiles if profiles is not None else Profiles()
    trouble = kept.trouble()
    where = Finding("profiles", Grade.GOOD, f"Profiles can be saved in {kept.folder}.")
    return [_python(), _opencv(), _mediapipe(), _model(), Finding("profiles", Grade.BAD, trouble) if trouble else where]


def examine_picture(picture: NDArray[np.uint8], still: Reader, live: Reader) -> Report:
    """One BGR picture (H, W, 3) of the table. `still` reads it once; `live` looks for the seats."""
    frames = [Frame(picture, k * 0.1, k) for k in range(round(STILL_S / 0.1) + 1)]
    return _table([_size(frames[0].size)], frames[:1], frames, still, live, flicker=None)


def examine_recording(source: Source, still: Reader, live: Reader, fps: float, promised_frames: int) -> Report:
    """A recording of the table, up to `LOOKED_THROUGH_S`. Raises `SourceError` when it cannot be read."""
    count = max(1, min(promised_frames or IN_A_ROW, int(LOOKED_THROUGH_S * fps)))
    wanted = {round((k + 0.5) * count / SAMPLES) for k in range(SAMPLES)}
    samples, row, seen, changed = list[Frame](), list[Frame](), 0, False
    for frame in _beginning(source):
        if len(row) < IN_A_ROW:
            row.append(frame)
        changed = changed or not np.array_equal(frame.image[::8, ::8], row[0].image[::8, ::8])
        if frame.index in wanted:
            samples.append(frame)
        seen, last_s = seen + 1, frame.at_s
    if not seen:
        raise SourceError("The recording holds no picture; record it again.")
    rate = (seen - 1) / last_s if last_s > 0 else fps
    findings = [_rate(rate), _size(row[0].size)]
    if not changed and last_s > STILL_S:
        findings.insert(0, Finding("picture", Grade.BAD, SAID[Trouble.FROZEN]))
    return _table(findings, samples or row[:1], _beginning(source), still, live, flicker=row)


def examine_camera(camera: LiveCamera, still: Reader, live: Reader, mirrored: bool = False) -> Report:
    """A live camera, watched for `WATCHED_S`; a `mirrored` one's frames are turned back. Raises `SourceError` when it
    gives no picture at all."""
    row, spaced = list[Frame](), list[Frame]()
    for frame in _watched(camera, mirrored):
        if len(row) < IN_A_ROW:
            row.append(frame)
        if not spaced or frame.at_s - spaced[-1].at_s > 1 / 15:
            spaced.append(frame)
    rate, trouble = camera.fps, camera.trouble
    if not row:
        raise SourceError(SAID[Trouble.SILENT])
    findings = [_rate(rate), _size(row[0].size)]
    if trouble is None and len(spaced) > 1 and all(np.array_equal(f.image, row[0].image) for f in spaced):
        trouble = Trouble.FROZEN  # from its first picture on, before which no other was seen
    if trouble in (Trouble.FROZEN, Trouble.SILENT):
        findings.insert(0, Finding("picture", Grade.BAD, SAID[trouble]))
    samples = spaced[len(spaced) // 2 :: max(1, len(spaced) // (2 * SAMPLES))][:SAMPLES]
    return _table(findings, samples, spaced, still, live, flicker=row)


def _watched(camera: LiveCamera, mirrored: bool) -> Iterator[Frame]:
    index, waited = 0, 0
    while waited < WATCHED_S / 0.2:  # silent for as long as it would have been watched
        found = camera.next(0.2)
        if found is None:
            waited += 1
            continue
        frame = Frame(found[0], found[1], index)
        yield unmirrored(frame) if mirrored else frame
        index += 1
        if found[1] > WATCHED_S and index > 1:
            return


def _beginning(frames: Iterable[Frame]) -> Iterator[Frame]:
    return takewhile(lambda frame: frame.at_s <= LOOKED_THROUGH_S, frames)


def _table(
    findings: list[Finding],
    samples: Sequence[Frame],
    frames: Iterable[Frame],
    still: Reader,
    live: Reader,
    flicker: Sequence[Frame] | None,
) -> Report:
    """What is to be said of the table itself."""
    middle, size = samples[len(samples) // 2].image, samples[0].size
    findings += check_light(middle)
    if float(middle.mean()) < BLACK_LEVEL:
        return Report(tuple(findings), size=size)
    if flicker is not None:
        findings += [check_flicker(flicker), check_steadiness(flicker)]
    findings.append(check_focus(middle))
    read = [(still.read(sample.image), sample) for sample in samples]
    hands, sample = max(read, key=lambda pair: len(pair[0]))
    if not hands:
        says = "No hands were seen: everyone lay both hands flat on the table, and look again."
        return Report((*findings, Finding("hands", Grade.BAD, says, 0)), size=size)
    word = "hand was" if len(hands) == 1 else "hands were"
    findings.append(Finding("hands", Grade.GOOD, f"{len(hands)} {word} found.", len(hands)))
    findings += check_hands(sample.image, hands)
    try:
        seats = find_seats(frames, live, fewest=1)  # whoever sets up the camera may sit there alone
    except SourceError as fault:
        return Report((*findings, Finding("seats", Grade.BAD, str(fault), 0)), tuple(hands), size=size)
    word = "seat was" if len(seats) == 1 else "seats were"
    findings.append(Finding("seats", Grade.GOOD, f"{len(seats)} {word} found from the arms.", len(seats)))
    return Report(tuple(findings), tuple(hands), tuple(seats), size)


def _rate(fps: float) -> Finding:
    measured = round(fps, 1)
    if fps < SLOW_FPS:
        return Finding("rate", Grade.BAD, SAID[Trouble.SLOW], measured)
    if fps < FAIR_FPS:
        says = f"{fps:.0f} frames a second tell coarsely who was first: more light lets the camera go faster."
        return Finding("rate", Grade.COULD_BE_BETTER, says, measured)
    return Finding("rate", Grade.GOOD, f"{fps:.0f} frames a second are quick enough.", measured)


def _size(size: tuple[int, int]) -> Finding:
    width, height = size
    if width < LEAST_WIDTH_PX:
        says = f"A picture of {width} x {height} pixels is too small to read hands on: choose a larger one."
        return Finding("size", Grade.BAD, says, width)
    if width < FAIR_WIDTH_PX:
        says = f"A picture of {width} x {height} pixels is rather small: choose a larger one if the camera can."
        return Finding("size", Grade.COULD_BE_BETTER, says, width)
    return Finding("size", Grade.GOOD, f"The picture has {width} x {height} pixels.", width)


def _python() -> Finding:
    now, said = sys.version_info[:2], f"Python {platform.python_version()}"
    if PYTHONS[0] <= now <= PYTHONS[1]:
        return Finding("python", Grade.GOOD, f"{said} is one that Handref is made for.")
    return Finding("python", Grade.BAD, f"{said} is none that Handref is made for: use 3.11, 3.12 or 3.13.")


def _opencv() -> Finding:
    import cv2

    owners = sorted({name.lower() for name in importlib.metadata.packages_distributions().get("cv2", [])})
    if len(owners) > 1:
        says = (
            f"{' and '.join(owners)} overwrite each other: uninstall them all and install opencv-contrib-python anew."
        )
        return Finding("opencv", Grade.BAD, says)
    if not hasattr(cv2, "aruco"):
        return Finding("opencv", Grade.BAD, f"OpenCV {cv2.__version__} lacks parts: install opencv-contrib-python.")
    return Finding("opencv", Grade.GOOD, f"OpenCV {cv2.__version__} is installed.")


def _mediapipe() -> Finding:
    try:
        version = importlib.metadata.version("mediapipe")
    except importlib.metadata.PackageNotFoundError:
        return Finding("mediapipe", Grade.BAD, f"MediaPipe is missing: install mediapipe=={MEDIAPIPE}.")
    if version != MEDIAPIPE:
        says = f"MediaPipe {version} may talk to the network: install mediapipe=={MEDIAPIPE}, which does not."
        return Finding("mediapipe", Grade.BAD, says)
    return Finding("mediapipe", Grade.GOOD, f"MediaPipe {version} is installed, which talks to nobody.")


def _model() -> Finding:
    try:
        content = MODEL.read_bytes()
    except OSError:
        return Finding("model", Grade.BAD, f"The hand model {MODEL} cannot be read: install Handref anew.")
    if hashlib.sha256(content).hexdigest() != MODEL_SHA256:
        return Finding("model", Grade.BAD, f"The hand model {MODEL} is not the one published: install Handref anew.")
    return Finding("model", Grade.GOOD, "The hand model is whole.")
