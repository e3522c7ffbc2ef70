"""The benchmark in pictures: a calibration plot, and sheets of the worst failures."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.bench.scoring import Bin, Outcome
from rules.hands import Digit, in_order

Picture = NDArray[np.uint8]
CELL_PX, LINE_PX, COLUMNS, ROWS = 256, 17, 5, 4
_CHAINS = ((0, 1, 2, 3, 4), (0, 5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16), (0, 17, 18, 19, 20), (5, 9, 13, 17))
_INK, _GREY, _RED, _BLUE, _GREEN = (30, 30, 30), (190, 190, 190), (50, 50, 210), (190, 100, 30), (80, 200, 80)
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_LEAST = 1e-5
_WIDE, _HIGH, _EDGE = 760, 620, 80


@dataclass(frozen=True, eq=False)
class Failure:
    """A hand that was not read fully right, how grave that is, and what the sheet shows of it."""

    outcome: Outcome
    graveness: float
    crop: Picture


def graveness(outcome: Outcome) -> float:
    """0 for a hand read right; 2..3 when sure and wrong, more the surer; 1..2 when not found or with the wrong side;
    below 1 when unsure."""
    reading = outcome.reading
    if reading is None:
        return 1.5
    probabilities = dict(zip(Digit, reading.digits, strict=True))
    if outcome.wrong:
        return 2 + max(max(probabilities[d], 1 - probabilities[d]) for d in outcome.wrong)
    if reading.side is not outcome.hand.side or reading.palm is not outcome.hand.palm:
        return 1.2
    return 0.1 * len(outcome.unsure)


def failure(outcome: Outcome, picture: Picture) -> Failure | None:
    """What to show of an outcome on the picture it was read from, or None when all is right."""
    grave = graveness(outcome)
    return Failure(outcome, grave, _crop(outcome, picture)) if grave else None


def _crop(outcome: Outcome, picture: Picture) -> Picture:
    """The hand with a margin, (CELL_PX, CELL_PX, 3), with the landmarks that were read of it."""
    reading, joints = outcome.reading, outcome.hand.joints
    points = joints if joints is not None else reading.landmarks if reading else None
    if points is None:
        return np.asarray(cv2.resize(picture, (CELL_PX, CELL_PX)), np.uint8)
    low, high = points.min(0), points.max(0)
    side = max(float((high - low).max()) * 1.5, 24.0)
    scale = CELL_PX / side
    x0, y0 = (low + high) / 2 - side / 2
    affine = np.array([[scale, 0, -x0 * scale], [0, scale, -y0 * scale]])
    flags = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    crop = np.asarray(cv2.warpAffine(picture, affine, (CELL_PX, CELL_PX), flags=flags), np.uint8)
    if reading is not None:
        marks = np.round((reading.landmarks - [x0, y0]) * scale).astype(np.int32)
        for chain in _CHAINS:
            cv2.polylines(crop, [marks[list(chain)]], False, _GREEN, 1, cv2.LINE_AA)
        for x, y in marks:
            cv2.circle(crop, (int(x), int(y)), 2, _RED, -1, cv2.LINE_AA)
    return crop


def _write(on: Picture, text: str, x: int, y: int, colour: tuple[int, int, int] = _INK, size: float = 0.4) -> None:
    cv2.putText(on, text, (x, y), _FONT, size, colour, 1, cv2.LINE_AA)


def _digits_told(digits: Iterable[Digit]) -> str:
    return " ".join(str(d) for d in in_order(digits)) or "none"


def _captions(shown: Failure) -> list[tuple[str, tuple[int, int, int]]]:
    outcome = shown.outcome
    hand, reading = outcome.hand, outcome.reading
    lines = [(outcome.picture.name[:36], _INK), (f"{hand.side} {hand.palm}: {_digits_told(hand.bent)}", _INK)]
    if reading is None:
        return [*lines, ("not found", _RED)]
    lines.append((f"read {reading.side} {reading.palm}: {_digits_told(reading.likelier)}", _BLUE))
    doubted = in_order(outcome.wrong | outcome.unsure)
    given = dict(zip(Digit, reading.digits, strict=True))
    told = ", ".join(f"{d} bent {given[d]:.3f}" for d in doubted[:2])
    if not told:
        told = "SIDE WRONG" if reading.side is not hand.side else "PALM WRONG"
        return [*lines, (told, _RED)]
    return [*lines, (("WRONG " if outcome.wrong else "unsure ") + told, _RED)]


def failure_sheets(failures: list[Failure], most: int = 3) -> list[Picture]:
    """At most so many sheets of the gravest failures, gravest first: each hand's crop with its landmarks, what is
    labelled, what was read, and the probability of the digits in question."""
    worst = sorted(failures, key=lambda f: -f.graveness)[: most * COLUMNS * ROWS]
    sheets = []
    high = CELL_PX + 4 * LINE_PX + 10
    for start in range(0, len(worst), COLUMNS * ROWS):
        some = worst[start : start + COLUMNS * ROWS]
        sheet = np.full((math.ceil(len(some) / COLUMNS) * high, COLUMNS * (CELL_PX + 8), 3), 255, np.uint8)
        for k, shown in enumerate(some):
            x, y = k % COLUMNS * (CELL_PX + 8), k // COLUMNS * high
            sheet[y : y + CELL_PX, x : x + CELL_PX] = shown.crop
            for n, (text, colour) in enumerate(_captions(shown), 1):
                _write(sheet, text, x + 3, y + CELL_PX + n * LINE_PX, colour)
        sheets.append(sheet)
    return sheets


def calibration_plot(bins: list[Bin]) -> Picture:
    """How often digits were wrong (with 95 % intervals) over how often their probabilities say so; both axes
    logarithmic, since it is the rare errors that count. On the diagonal, probabilities mean what they say."""
    plot = np.full((_HIGH, _WIDE, 3), 255, np.uint8)

    def at(said: float, seen: float) -> tuple[int, int]:
        across, up = (math.log(max(v, _LEAST) / _LEAST) / math.log(1 / _LEAST) for v in (said, seen))
        return round(_EDGE + across * (_WIDE - _EDGE - 30)), round(_HIGH - _EDGE - up * (_HIGH - _EDGE - 50))

    _write(plot, "Digits: said to be wrong (across), found wrong (up)", _EDGE, 28, size=0.6)
    for power in range(-5, 1):
        value, words = 10.0**power, f"{10.0**power * 100:g} %"
        cv2.line(plot, at(value, _LEAST), at(value, 1), _GREY, 1)
        cv2.line(plot, at(_LEAST, value), at(1, value), _GREY, 1)
        _write(plot, words, at(value, _LEAST)[0] - 18, _HIGH - _EDGE + 20)
        _write(plot, words, 8, at(_LEAST, value)[1] + 4)
    cv2.line(plot, at(_LEAST, _LEAST), at(1, 1), _INK, 1, cv2.LINE_AA)
    for one in bins:
        low, high = one.right.interval
        said = 1 - one.given
        cv2.line(plot, at(said, 1 - high), at(said, 1 - low), _BLUE, 2)
        here = at(said, 1 - one.right.value)
        cv2.circle(plot, here, 5, _BLUE, -1, cv2.LINE_AA)
        _write(plot, str(one.right.of), here[0] + 7, here[1] - 5, _BLUE)
    _write(
        plot,
        "The figure beside a dot is how many digits it stands for; the bar is its 95 % interval.",
        _EDGE,
        _HIGH - 30,
    )
    return plot
