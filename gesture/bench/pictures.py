"""The benchmark in pictures: a calibration plot, and sheets of the worst failures."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import zip_longest

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.bench.labels import LabelledPicture
from gesture.bench.reliability import Reliability
from gesture.bench.scoring import Bin, FalseHand, Outcome, Tally
from gesture.reading.hand_reading import HandReading
from rules.hands import Digit, in_order

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]
Caption = tuple[str, Colour]
CELL_PX, LINE_PX, COLUMNS, ROWS = 256, 17, 5, 4
MOST = 60
"""So many failures are shown at most."""
_LETTERS = 36
_CHAINS = ((0, 1, 2, 3, 4), (0, 5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16), (0, 17, 18, 19, 20), (5, 9, 13, 17))
_INK, _GREY, _RED, _BLUE, _GREEN = (30, 30, 30), (190, 190, 190), (50, 50, 210), (190, 100, 30), (80, 200, 80)
_LINES = (_BLUE, _RED, (60, 150, 60), (180, 60, 160), (0, 140, 230), (150, 150, 0), (90, 90, 90), (0, 0, 0))
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_LEAST = 1e-5
_WIDE, _HIGH, _EDGE = 760, 620, 80


@dataclass(frozen=True, eq=False)
class Failure:
    """A hand that was not read fully right, how grave that is, and what the sheet shows of it: the crop, and lines of
    text with their colours."""

    graveness: float
    crop: Picture
    captions: tuple[Caption, ...]
    group: str = ""
    """The set and what went wrong."""


def graveness(outcome: Outcome) -> float:
    """0 for a hand read right; 2..3 when sure and wrong, more the surer; 1..2 when not found or with the wrong side;
    below 1 when unsure."""
    reading = outcome.reading
    if reading is None:
        return 1.5
    probabilities = dict(zip(Digit, reading.digits, strict=True))
    if outcome.wrong:
        return 2 + max(max(probabilities[d], 1 - probabilities[d]) for d in outcome.wrong)
    if outcome.side_wrong or outcome.palm_wrong:
        return 1.2
    return 0.1 * len(outcome.unsure)


def failure(outcome: Outcome, picture: Picture) -> Failure | None:
    """What to show of an outcome on the picture it was read from, or None when all is right."""
    grave = graveness(outcome)
    if not grave:
        return None
    hand, reading = outcome.hand, outcome.reading
    points = hand.joints
    if hand.box is not None:
        points = np.array(hand.box, float).reshape(2, 2)
    elif points is None and reading is not None:
        points = reading.landmarks
    wrong = "not found" if reading is None else "wrong" if outcome.wrong else "side or palm" if grave >= 1 else "unsure"
    return Failure(grave, _crop(points, reading, picture), _captions(outcome), f"{outcome.picture.of} {wrong}")


def false_hand(false: FalseHand, picture: Picture) -> Failure | None:
    """What to show of a reading of no hand, or None when it is sure of no digit."""
    if not false.sure:
        return None
    reading = false.reading
    sure = [p for d, p in zip(Digit, reading.digits, strict=True) if d not in reading.unsure]
    captions = ((_cut(false.picture), _INK), ("no hand there", _INK), _as_read(reading), ("FALSE", _RED))
    grave = 2 + max(max(p, 1 - p) for p in sure)
    return Failure(grave, _crop(reading.landmarks, reading, picture), captions, f"{false.picture.of} false")


def wrong_in_turn(failures: Iterable[Failure], most: int = MOST) -> list[Failure]:
    """At most so many of the hands that were wrong, missed or false, the gravest of each group in turn, so that no set
    and no kind crowds out another."""
    groups: dict[str, list[Failure]] = {}
    for one in sorted(failures, key=lambda f: -f.graveness):
        if one.graveness >= 1:
            groups.setdefault(one.group, []).append(one)
    ordered = [one for row in zip_longest(*groups.values()) for one in row if one is not None]
    return ordered[:most]


def failures_of(counted: Tally, picture: Picture) -> list[Failure]:
    """What was not right of all that was counted on one picture."""
    hands = [failure(outcome, picture) for outcome in counted.outcomes]
    return [one for one in (*hands, *(false_hand(f, picture) for f in counted.false_hands)) if one is not None]


def _crop(points: NDArray[np.float64] | None, reading: HandReading | None, picture: Picture) -> Picture:
    """The part around `points`, (N, 2), with a margin, (CELL_PX, CELL_PX, 3), with the landmarks that were read."""
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


def _write(on: Picture, text: str, x: int, y: int, colour: Colour = _INK, size: float = 0.4) -> None:
    cv2.putText(on, text, (x, y), _FONT, size, colour, 1, cv2.LINE_AA)


def _digits_told(digits: Iterable[Digit]) -> str:
    return " ".join(str(d) for d in in_order(digits)) or "none"


def _cut(picture: LabelledPicture) -> str:
    return f"{picture.of} {picture.name}"[-_LETTERS:].strip()


def _as_read(reading: HandReading) -> Caption:
    return f"read {reading.side} {reading.palm}: {_digits_told(reading.likelier)}", _BLUE


def _captions(outcome: Outcome) -> tuple[Caption, ...]:
    hand, reading = outcome.hand, outcome.reading
    known = " ".join(str(one) for one in (hand.side, hand.palm) if one is not None)
    lines = ((_cut(outcome.picture), _INK), (f"{known or 'label'}: {_digits_told(hand.bent)}", _INK))
    if reading is None:
        return (*lines, ("not found", _RED))
    doubted = in_order(outcome.wrong | outcome.unsure)
    given = dict(zip(Digit, reading.digits, strict=True))
    told = ", ".join(f"{d} bent {given[d]:.3f}" for d in doubted[:2])
    if not told:
        told = "SIDE WRONG" if outcome.side_wrong else "PALM WRONG"
        return (*lines, _as_read(reading), (told, _RED))
    return (*lines, _as_read(reading), (("WRONG " if outcome.wrong else "unsure ") + told, _RED))


def gravest(failures: Iterable[Failure], most: int = MOST) -> list[Failure]:
    """At most so many failures, the gravest first."""
    return sorted(failures, key=lambda f: -f.graveness)[:most]


def failure_sheets(worst: list[Failure]) -> list[Picture]:
    """Sheets of failures in their order: each hand's crop with its landmarks, what is labelled, what was read, and the
    probability of the digits in question."""
    sheets = []
    high = CELL_PX + 4 * LINE_PX + 10
    for start in range(0, len(worst), COLUMNS * ROWS):
        some = worst[start : start + COLUMNS * ROWS]
        sheet = np.full((math.ceil(len(some) / COLUMNS) * high, COLUMNS * (CELL_PX + 8), 3), 255, np.uint8)
        for k, shown in enumerate(some):
            x, y = k % COLUMNS * (CELL_PX + 8), k // COLUMNS * high
            sheet[y : y + CELL_PX, x : x + CELL_PX] = shown.crop
            for n, (text, colour) in enumerate(shown.captions, 1):
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


def reliability_plot(sets: Mapping[str, Reliability]) -> Picture:
    """The share of digits that are bent over P(bent), a line for each set. On the diagonal P(bent) means what it
    says."""
    plot = np.full((_HIGH, _WIDE, 3), 255, np.uint8)

    def at(given: float, bent: float) -> tuple[int, int]:
        return round(_EDGE + given * (_WIDE - _EDGE - 200)), round(_HIGH - _EDGE - bent * (_HIGH - _EDGE - 50))

    _write(plot, "Digits: P(bent) as read (across), share that is bent (up)", _EDGE, 28, size=0.6)
    for tenth in range(0, 11, 2):
        value = tenth / 10
        cv2.line(plot, at(value, 0), at(value, 1), _GREY, 1)
        cv2.line(plot, at(0, value), at(1, value), _GREY, 1)
        _write(plot, f"{value:.1f}", at(value, 0)[0] - 10, _HIGH - _EDGE + 20)
        _write(plot, f"{value:.1f}", 40, at(0, value)[1] + 4)
    cv2.line(plot, at(0, 0), at(1, 1), _INK, 1, cv2.LINE_AA)
    for k, (name, one) in enumerate(sets.items()):
        colour = _LINES[k % len(_LINES)]
        points = np.array([at(b.given, b.bent.value) for b in one.bins], np.int32).reshape(-1, 2)
        cv2.polylines(plot, [points], False, colour, 2, cv2.LINE_AA)
        for x, y in points:
            cv2.circle(plot, (int(x), int(y)), 4, colour, -1, cv2.LINE_AA)
        _write(plot, f"{name[:16]} ({one.error:.3f})", _WIDE - 190, 60 + LINE_PX * k, colour)
    _write(plot, "In brackets the expected calibration error.", _EDGE, _HIGH - 30)
    return plot
