"""How long a seat's two hands and a whole frame take, beside bare MediaPipe on the same pictures in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gesture.bench.labels import Kind, LabelledPicture
from gesture.bench.targets import SPEED_AT_MOST
from gesture.reading.landmarker import Landmarker
from gesture.reading.zone_reader import ZoneReader

ROOM_IN_PALMS = 0.8
"""How far a seat's zone reaches beyond the joints of its two hands."""
REPEATS = 3
HANDS, CONFIDENCE = 2, 0.5
"""How bare MediaPipe is set: a seat's two hands, its default confidence."""

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]


@dataclass(frozen=True)
class Quartiles:
    """The median of some figures between their lower and upper quartile."""

    low: float
    median: float
    high: float

    @staticmethod
    def of(values: list[float]) -> Quartiles:
        """The quartiles of at least one figure."""
        low, median, high = (float(v) for v in np.percentile(values, (25, 50, 75)))
        return Quartiles(low, median, high)

    def to_json(self) -> dict[str, float]:
        """For machines."""
        return {"low": round(self.low, 4), "median": round(self.median, 4), "high": round(self.high, 4)}


@dataclass
class Timings:
    """Seconds of Handref and of bare MediaPipe, a pair for each picture."""

    handref_s: list[float] = field(default_factory=list)
    bare_s: list[float] = field(default_factory=list)

    def ratios(self) -> Quartiles:
        """How many times as long as bare MediaPipe Handref takes."""
        return Quartiles.of([a / b for a, b in zip(self.handref_s, self.bare_s, strict=True)])

    def to_json(self) -> dict[str, Any]:
        """For machines: ratios, and both times in milliseconds."""
        return {
            "pictures": len(self.bare_s),
            "ratio": self.ratios().to_json(),
            "handref_ms": Quartiles.of([1000 * s for s in self.handref_s]).to_json(),
            "bare_ms": Quartiles.of([1000 * s for s in self.bare_s]).to_json(),
        }


@dataclass
class Speed:
    """What was timed: a seat's zone, and the whole frame; `left_out` seats in which MediaPipe did not find both."""

    seat: Timings = field(default_factory=Timings)
    frame: Timings = field(default_factory=Timings)
    left_out: int = 0

    @property
    def reached(self) -> bool:
        """Whether a seat's two hands take no longer than they may."""
        return self.seat.ratios().median <= SPEED_AT_MOST

    def to_json(self) -> dict[str, Any]:
        """For machines."""
        told = {"seat": self.seat.to_json(), "frame": self.frame.to_json(), "left_out": self.left_out}
        return {**told, "target": {"at_most": SPEED_AT_MOST, "reached": self.reached}}


def zone_of(picture: LabelledPicture, width: int, height: int) -> Points | None:
    """The zone (4, 2) around the two hands of a seat in pixels, or None when there are not two that count.

    Of a seat without labels it is the whole picture.
    """
    if picture.kind is Kind.SEAT and not picture.hands:
        return np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], float)
    hands = [h for h in picture.hands if h.counts(width, height) and h.joints is not None]
    if picture.kind is not Kind.SEAT or len(hands) != 2:
        return None
    joints = np.concatenate([h.joints for h in hands if h.joints is not None])
    room = ROOM_IN_PALMS * max(h.palm_px or 0.0 for h in hands)
    low, high = np.maximum(joints.min(0) - room, 0), np.minimum(joints.max(0) + room, [width - 1, height - 1])
    return np.array([low, [high[0], low[1]], high, [low[0], high[1]]])


def _quickest_of_each(first: Callable[[], object], second: Callable[[], object]) -> tuple[float, float]:
    """The least seconds of both calls, taken in turn so that whatever else the machine does meets both alike."""
    best = [float("inf"), float("inf")]
    for _ in range(REPEATS):
        for k, call in enumerate((first, second)):
            start_s = time.perf_counter()
            call()
            best[k] = min(best[k], time.perf_counter() - start_s)
    return best[0], best[1]


def _time_both(timed: Timings, handref: Callable[[], object], bare: Callable[[], object]) -> None:
    handref_s, bare_s = _quickest_of_each(handref, bare)
    timed.handref_s.append(handref_s)
    timed.bare_s.append(bare_s)


def measure(pictures: Iterable[tuple[LabelledPicture, Picture]]) -> Speed:
    """Time the reading of every picture with a seat's two hands on it.

    Raises `ValueError` when there is none on which bare MediaPipe finds both hands of a seat.
    """
    speed = Speed()
    with ZoneReader() as reader, Landmarker(HANDS, CONFIDENCE) as bare:
        for labelled, picture in pictures:
            height, width = picture.shape[:2]
            zone = zone_of(labelled, width, height)
            if zone is None:
                continue
            (x0, y0), (x1, y1) = zone.min(0).astype(int), zone.max(0).astype(int) + 1
            crop = np.ascontiguousarray(picture[y0:y1, x0:x1])
            if not speed.seat.bare_s:  # the first call of a model is slower than any other
                reader.read(picture)
                bare.find(picture)
            if len(bare.find(crop)) < HANDS:
                speed.left_out += 1
                continue
            seat, whole = zone, picture
            _time_both(speed.seat, lambda: reader.read(whole, seat), lambda: bare.find(crop))  # noqa: B023
            _time_both(speed.frame, lambda: reader.read(whole), lambda: bare.find(whole))  # noqa: B023
    if not speed.seat.bare_s:
        raise ValueError("there is no picture here on which MediaPipe finds both hands of a seat")
    return speed
