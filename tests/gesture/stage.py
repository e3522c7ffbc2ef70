"""A drawn table for tests: mitten-like hands that move along keyframes, and a reader that knows what was drawn."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.reading.background import Picture, Zone
from gesture.reading.hand_reading import HandReading, PalmSizes
from gesture.sources.frames import Frame
from gesture.table.seats import Seat
from gesture.watching.moments import Moment
from gesture.watching.watch import Watch
from rules.hands import Digit, Palm, Side
from tests.values import box_around, five

SIZE = (480, 270)
PALM_PX = 35.0
_KNUCKLES = {
    Digit.THUMB: (-0.45, 0.35),
    Digit.INDEX: (-0.3, 1.0),
    Digit.MIDDLE: (-0.1, 1.05),
    Digit.RING: (0.1, 1.0),
    Digit.PINKY: (0.3, 0.9),
}


def digits(*names: str) -> frozenset[Digit]:
    """The digits of these names."""
    return frozenset(Digit(name) for name in names)


def landmarks(side: Side, at: tuple[float, float], facing_deg: float, bent: frozenset[Digit], scale: float = 1.0):
    """The 21 landmarks (21, 2) of a hand whose wrist is at `at`; `facing_deg` 0 points up the picture."""
    points = [(0.0, 0.0)]
    for digit, (x, y) in _KNUCKLES.items():
        away = math.hypot(x, y)
        ux, uy = (x / away, y / away) if digit is not Digit.THUMB else (-0.8, 0.6)
        reach = (0.0, 0.3, 0.55, 0.8) if digit is not Digit.THUMB else (0.0, 0.2, 0.4, 0.6)
        if digit in bent:
            reach = (0.0, 0.1, 0.0, -0.1)
        points += [(x + ux * r, y + uy * r) for r in reach]
    mirror = 1 if side is Side.RIGHT else -1
    c, s = math.cos(math.radians(facing_deg)), math.sin(math.radians(facing_deg))
    flat = np.array(points) * [mirror, -1] * PALM_PX * scale
    return flat @ np.array([[c, s], [-s, c]]) + at


@dataclass
class Hand:
    """A hand's keyframes: when, where its wrist is, which digits are bent. It moves evenly from one to the next."""

    side: Side
    facing_deg: float = 0.0
    tone: tuple[int, int, int] = (150, 175, 215)
    scale: float = 1.0
    keys: list[tuple[float, tuple[float, float], frozenset[Digit]]] = field(default_factory=list)

    def at(self, t: float) -> tuple[np.ndarray, frozenset[Digit]] | None:
        """Its landmarks and bent digits at `t`; None while it is not on the table."""
        before = [key for key in self.keys if key[0] <= t]
        if not before:
            return None
        a = before[-1]
        b = next((key for key in self.keys if key[0] > t), a)
        u = 0.0 if a is b else (t - a[0]) / (b[0] - a[0])
        two = [landmarks(self.side, k[1], self.facing_deg, k[2], self.scale) for k in (a, b)]
        points = np.round((1 - u) * two[0] + u * two[1], 3) + 0.0004
        if (points.max(0) < 0).any() or (points.min(0) > SIZE).any():
            return None
        return points, (b if u > 0.5 else a)[2]


Extra = Callable[[NDArray[np.float32], float], object]
"""Draws something more into a picture, at a time in seconds."""


@dataclass
class Stage:
    """Hands on a table, filmed at `fps`, with sensor noise."""

    hands: list[Hand]
    seconds: float
    fps: float = 15.0
    noise: float = 2.0
    extras: list[Extra] = field(default_factory=list)
    """Functions (picture, t) that draw something more."""
    behind: list[Extra] = field(default_factory=list)
    """The same, drawn before the hands."""

    def __iter__(self) -> Iterator[Frame]:
        rng = np.random.default_rng(7)
        coarse = rng.integers(70, 120, (27, 48, 3)).astype(np.float32)
        table = np.asarray(cv2.resize(coarse, SIZE, interpolation=cv2.INTER_CUBIC), np.float32)
        noises: list[NDArray[np.float32]] = [
            rng.normal(0, self.noise, table.shape).astype(np.float32) for _ in range(5)
        ]
        for index in range(round(self.seconds * self.fps)):
            t = index / self.fps
            picture = table.copy()
            for extra in self.behind:
                extra(picture, t)
            for hand in self.hands:
                seen = hand.at(t)
                if seen is not None:
                    _draw(picture, seen[0], hand)
            for extra in self.extras:
                extra(picture, t)
            picture += noises[index % len(noises)]
            yield Frame(np.clip(picture, 0, 255).astype(np.uint8), t, index)

    def close(self) -> None:
        """Nothing to give back."""


def _draw(picture: np.ndarray, points: np.ndarray, hand: Hand) -> None:
    palm = np.round(points[[0, 1, 5, 9, 13, 17]]).astype(np.int32)
    wide = int(0.2 * PALM_PX * hand.scale)
    back = points[0] + (points[0] - points[9]) * 4
    cv2.line(picture, _pixel(points[0]), _pixel(back), (90, 60, 40), int(2.4 * wide))
    cv2.fillConvexPoly(picture, cv2.convexHull(palm), hand.tone)
    for start in (1, 5, 9, 13, 17):
        cv2.polylines(picture, [np.round(points[start : start + 4]).astype(np.int32)], False, hand.tone, wide)


def _pixel(point: np.ndarray) -> tuple[int, int]:
    return int(point[0]), int(point[1])


class KnowingReader:
    """Reads what a stage shows on the frame that a picture is of, however late it is asked. `misread` maps a count of
    readings to digits that this one reading gets wrong; hands are not found at the counts in `miss`. Hands are listed
    in an order that changes with every reading."""

    def __init__(
        self,
        stage: Stage,
        misread: Mapping[int, frozenset[Digit]] | None = None,
        miss: Sequence[int] = (),
        unsure: Iterable[Digit] = (),
    ) -> None:
        self.stage, self.misread, self.miss, self.unsure = stage, misread or {}, set(miss), frozenset(unsure)
        self.now_s, self.count = 0.0, 0
        self._shown: dict[int, Frame] = {}

    def follow(self, frames: Iterable[Frame]) -> Iterator[Frame]:
        """The frames, while the reader keeps their time."""
        for frame in frames:
            self.now_s = frame.at_s
            self._shown[id(frame.image)] = frame
            yield frame

    def read(
        self,
        frame_bgr: Picture,
        zone: Zone | None = None,
        palm_px: PalmSizes | None = None,
        palms_in: Zone | None = None,
    ) -> list[HandReading]:
        self.count += 1
        shown = self._shown.get(id(frame_bgr))
        now_s = shown.at_s if shown is not None else self.now_s
        found = []
        for hand in self.stage.hands:
            seen = hand.at(now_s)
            if seen is None or self.count in self.miss:
                continue
            points, bent = seen
            wrong = self.misread.get(self.count, frozenset())
            p = five(
                0.6 if d in self.unsure and d in bent else 0.95 if (d in bent) != (d in wrong) else 0.05 for d in Digit
            )
            reading = HandReading(
                hand.side, Palm.DOWN, p, self.unsure & bent, 0.9, points, box_around(points), 0.97, 0.97
            )
            inside = zone is None or ((zone.min(0) <= reading.center) & (reading.center <= zone.max(0))).all()
            if inside:  # the box around the zone, as with the true reader
                found.append(reading)
        return found[:: -1 if self.count % 2 else 1]

    def close(self) -> None:
        """Nothing to free."""


class Followed:
    """A source of frames, as of a stage, whose time a reader keeps."""

    def __init__(self, frames: Iterable[Frame], reader: KnowingReader) -> None:
        self._frames, self._reader = frames, reader

    def __iter__(self) -> Iterator[Frame]:
        return self._reader.follow(self._frames)

    def close(self) -> None:
        """Nothing to give back."""


ANN = Seat("Ann", np.array([(125, 270), (355, 270), (355, 165), (125, 165)], float))
BEN = Seat("Ben", np.array([(125, 0), (355, 0), (355, 105), (125, 105)], float))


def lays(player: str, at_s: float, left=(), right=(), apart_s: float = 0.0, from_s: float | None = None) -> list[Hand]:
    """Ann (below) or Ben (above) lays both hands down at `at_s`, the left one `apart_s` earlier."""
    up = player == "Ann"
    hands = []
    for side, bent, rest_s in ((Side.LEFT, left, at_s - apart_s), (Side.RIGHT, right, at_s)):
        x = 240 + (-50 if (side is Side.LEFT) == up else 50)
        there, away = (float(x), 240.0 if up else 30.0), (float(x), 450.0 if up else -180.0)
        start = rest_s - 0.5 if from_s is None else from_s
        hand = Hand(side, 0.0 if up else 180.0)
        hand.keys = [(start, away, digits(*bent)), (rest_s, there, digits(*bent))]
        hands.append(hand)
    return hands


def at(hand: Hand, t: float, bent=None, by=(0.0, 0.0), over_s: float = 0.2) -> None:
    """From `t` on the hand moves by `by` and bends other digits, within `over_s`."""
    _, where, now = hand.keys[-1]
    hand.keys.append((t, where, now))
    after = now if bent is None else digits(*bent)
    hand.keys.append((t + over_s, (where[0] + by[0], where[1] + by[1]), after))


def moments_of(watch: Watch, frames: Iterable[Frame]) -> list[Moment]:
    """All moments that a watch tells on these frames, to their end."""
    seen = [moment for frame in frames for sighting in watch.step(frame) for moment in sighting.moments]
    return seen + [moment for sighting in watch.finish() for moment in sighting.moments]
