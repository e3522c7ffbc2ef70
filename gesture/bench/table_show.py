"""What a camera over a table shows, prepared beforehand: drawn tables with hands that lock at known times, or a
recording with its labels. Frames are kept compressed, as webcams send them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.table.seats import Seat
from rules.hands import Digit, Side

FPS = 30.0
ROUND_S = 5.0
ROUNDS = 2
FIRST_REST_S = 1.1
ARRIVE_S = 0.6
LEAVE_FROM_S, LEAVE_S = 4.1, 0.5
GAPS = {2: (14,), 4: (4, 1, 9)}
"""Frames between one player's coming to rest and the next one's; of other tables they are drawn from `SOME_GAPS`."""
SOME_GAPS = (1, 2, 3, 4, 6)
ACROSS_M = 1.68
"""So much of the table lies across the picture."""
FAR_M, NEAR_M = 0.6, 0.3
"""How far from the middle the hands of who sits at the sides, and at the long edges, lie."""
AWAY_M = 0.6
NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida")
NOISE = 2.0
"""Grey levels by which a pixel varies from frame to frame."""
QUALITY = 88
"""Of the JPEG pictures, of 100."""
HANDS = Path(__file__).parent / "hands"

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Due:
    """Somebody's hands come to rest at `at_s` of the loop; they lock, or draw a pistol where `bent` is None."""

    at_s: float
    player: str
    bent: dict[Side, frozenset[Digit]] | None


@dataclass(frozen=True, eq=False)
class Show:
    """Frames that are shown again and again, with what happens on them and what is typed at which time of the loop."""

    name: str
    frames: tuple[bytes, ...]
    fps: float
    size: tuple[int, int]
    seats: tuple[Seat, ...]
    due: tuple[Due, ...]
    lines: tuple[tuple[float, str], ...]
    loops_a_game: int
    variant: str = "standard"
    first_round: int = 1
    deals: bool = True
    sheriff: Side | None = None

    @property
    def loop_s(self) -> float:
        """How long it takes to show every frame once."""
        return len(self.frames) / self.fps

    def frame(self, number: int) -> Picture:
        """The frame (H, W, 3) of a running number from 0, unpacked."""
        packed = np.frombuffer(self.frames[number % len(self.frames)], np.uint8)
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


@dataclass(frozen=True, eq=False)
class _HandPicture:
    """A right hand, cut out: BGR and opacity (H, W, 4) in 0..1, where its wrist is, and its bent digits."""

    picture: NDArray[np.float32]
    wrist: tuple[float, float]
    px_per_m: float
    bent: frozenset[Digit]


@lru_cache(maxsize=1)
def drawn_hands() -> tuple[_HandPicture, ...]:
    """The hands that come with the package, two of each of eight people."""
    about = json.loads((HANDS / "hands.json").read_text("utf-8"))
    hands = []
    for one in about["hands"]:
        packed = np.frombuffer((HANDS / one["file"]).read_bytes(), np.uint8)
        picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_UNCHANGED), np.float32) / 255
        longer = cv2.copyMakeBorder(picture, 0, 500, 0, 0, cv2.BORDER_REPLICATE)  # the arm goes on to the table's edge
        wrist, bent = tuple(about["wrist_px"]), frozenset(map(Digit, one["bent"]))
        hands.append(_HandPicture(np.asarray(longer, np.float32), wrist, about["px_per_m"], bent))
    return tuple(hands)


@dataclass(frozen=True, eq=False)
class _HandInRound:
    """One hand in one round: what it looks like, where it lies in metres from the middle, and when."""

    drawn: _HandPicture
    side: Side
    xy: tuple[float, float]
    turn_deg: float
    rest_s: float
    leave_s: float

    def away(self, at_s: float) -> float | None:
        """How far, in metres, the hand still is from where it lies, towards its player; None when it is not there."""
        if at_s < self.rest_s:
            before = (self.rest_s - at_s) / ARRIVE_S
            return AWAY_M * before if before < 1 else None
        gone = (at_s - self.leave_s) / LEAVE_S
        return None if gone >= 1 else AWAY_M * max(gone, 0.0)


def drawn_table(players: int, size: tuple[int, int], progress: Progress = lambda *_: None) -> Show:
    """A table of 2 to 8 players, drawn from above for a picture of `size` (width, height)."""
    rng = np.random.default_rng([players, 3])
    scale = size[0] / ACROSS_M
    turns = [360 * k / players for k in range(players)]
    names = NAMES[:players]
    seats = tuple(Seat(n, _zone(t, players, size, scale)) for n, t in zip(names, turns, strict=True))
    laid: list[_HandInRound] = []
    due: list[Due] = []
    for number in range(ROUNDS):
        began_s = number * ROUND_S
        gaps = GAPS.get(players) or tuple(int(g) for g in rng.choice(SOME_GAPS, players - 1))
        rests_s = began_s + FIRST_REST_S + np.cumsum([0, *gaps]) / FPS
        for player, rest_s in zip(rng.permutation(players), rests_s, strict=True):
            pair = _hands_of(int(player), number, turns[player], players, float(rest_s), began_s + LEAVE_FROM_S)
            laid += pair
            due.append(Due(float(rest_s), names[player], {hand.side: hand.drawn.bent for hand in pair}))
    count = round(ROUNDS * ROUND_S * FPS)
    frames = []
    for picture in _pictures(laid, size, scale, count):
        frames.append(_packed(picture))
        progress(len(frames), count)
    nexts = tuple(((number + 1) * ROUND_S - 0.1, "next") for number in range(ROUNDS))
    name = f"{players} players, {size[0]} x {size[1]}"
    return Show(name, tuple(frames), FPS, size, seats, tuple(due), nexts, loops_a_game=10 // ROUNDS)


def _place(turn_deg: float) -> tuple[float, float, float, float]:
    """Where a player's wrists are, in metres right of and below the middle, and the direction to the player's right."""
    s, c = math.sin(math.radians(turn_deg)), math.cos(math.radians(turn_deg))
    reach = math.hypot(FAR_M * s, NEAR_M * c)
    return -reach * s, reach * c, c, s


def _gap(players: int) -> float:
    return 0.08 if players > 6 else 0.1


def _zone(turn_deg: float, players: int, size: tuple[int, int], scale: float) -> Points:
    x, y, rx, ry = _place(turn_deg)
    wide = _gap(players) + 0.075
    corners = [(-wide, -0.07), (wide, -0.07), (wide, 0.19), (-wide, 0.19)]  # to the right, and ahead
    points = [(x + a * rx + b * ry, y + a * ry - b * rx) for a, b in corners]
    return np.array(points) * scale + np.array(size) / 2


def _hands_of(
    player: int, number: int, turn_deg: float, players: int, rest_s: float, leave_s: float
) -> tuple[_HandInRound, _HandInRound]:
    """Both hands of a player; from one round to the next they change over."""
    x, y, rx, ry = _place(turn_deg)
    gap = _gap(players)
    two = drawn_hands()[2 * player : 2 * player + 2]
    left, right = two if number % 2 == 0 else two[::-1]
    return (
        _HandInRound(left, Side.LEFT, (x - gap * rx, y - gap * ry), turn_deg + 4, rest_s, leave_s),
        _HandInRound(right, Side.RIGHT, (x + gap * rx, y + gap * ry), turn_deg - 4, rest_s, leave_s),
    )


def _pictures(laid: list[_HandInRound], size: tuple[int, int], scale: float, count: int) -> Iterator[Picture]:
    rng = np.random.default_rng(9)
    width, height = size
    grain = cv2.resize(rng.normal(0, 1, (height // 6, width // 90)).astype(np.float32), size)
    table = (np.array([70, 104, 138], np.float32) * (1 + 0.06 * grain[..., None])).clip(0, 255)
    noisy = _Sensor(size)
    shown: tuple[object, Picture] | None = None
    for k in range(count):
        now = [(hand, away) for hand in laid if (away := hand.away(k / FPS)) is not None]
        key = [(id(hand), away) for hand, away in now]
        if shown is None or shown[0] != key:
            picture = table.copy()
            for hand, away in now:
                _draw(picture, hand, away, scale)
            shown = key, picture.astype(np.uint8)
        yield noisy(shown[1], k)


class _Sensor:
    """The noise of a camera's sensor, without which no two frames of a table at rest would differ."""

    def __init__(self, size: tuple[int, int]) -> None:
        rng = np.random.default_rng(4)
        noises = [rng.normal(0, NOISE, (size[1], size[0], 3)) for _ in range(3)]
        self._more = [noise.clip(0, 40).astype(np.uint8) for noise in noises]
        self._less = [(-noise).clip(0, 40).astype(np.uint8) for noise in noises]

    def __call__(self, picture: Picture, number: int) -> Picture:
        """The picture as the sensor gives it on a frame of that number."""
        brighter = cv2.add(picture, self._more[number % 3])
        return np.asarray(cv2.subtract(brighter, self._less[(number + number // 3) % 3]), np.uint8)


def _draw(picture: NDArray[np.float32], hand: _HandInRound, away_m: float, scale: float) -> None:
    """Lay one hand, with a soft shadow around it, onto the picture."""
    height, width = picture.shape[:2]
    s, c = math.sin(math.radians(hand.turn_deg)), math.cos(math.radians(hand.turn_deg))
    x = (hand.xy[0] - away_m * s) * scale + width / 2
    y = (hand.xy[1] + away_m * c) * scale + height / 2
    size = scale / hand.drawn.px_per_m
    mirror = 1 if hand.side is Side.RIGHT else -1
    turn = np.array([[c * mirror, -s], [s * mirror, c]]) * size
    shift = np.array([x, y]) - turn @ np.array(hand.drawn.wrist)
    h, w = hand.drawn.picture.shape[:2]
    corners = np.array([(0, 0), (w, 0), (w, h), (0, h)]) @ turn.T + shift
    x0, y0 = np.maximum(np.floor(corners.min(0)).astype(int), 0)
    x1, y1 = np.minimum(np.ceil(corners.max(0)).astype(int) + 1, [width, height])
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    matrix = np.column_stack([turn, shift - [x0, y0]])
    cut = cv2.warpAffine(hand.drawn.picture, matrix, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_AREA)
    cover = cut[:, :, 3:]
    shade = cv2.GaussianBlur(cut[:, :, 3], (0, 0), 0.008 * scale)[..., None]
    part = picture[y0:y1, x0:x1]
    part *= (1 - 0.45 * shade) * (1 - cover)
    part += cut[:, :, :3] * 255 * cover


def _packed(picture: Picture) -> bytes:
    packed: Any = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
    return bytes(packed)


def recorded_table(video: Path, labels: Path, progress: Progress = lambda *_: None) -> Show:
    """A recording with labels of the kind that the bundled recordings have: seats, reveals, events.

    Raises `SourceError` when the recording, or else its labels, cannot be used.
    """
    from gesture.bench.recording_labels import read_recording_labels
    from gesture.sources.frames import SourceError
    from gesture.sources.video import VideoFile
    from gesture.table.seat_files import check_seen
    from gesture.table.seats import Table, clockwise

    with VideoFile(video) as source:
        try:
            told = read_recording_labels(labels)
        except FileNotFoundError:
            raise SourceError(f"There is no file {labels} that says what happens in {video.name}.") from None
        table = Table(tuple(clockwise([Seat(s["player"], np.array(s["zone"], np.float64)) for s in told["seats"]])))
        lines: list[tuple[float, str]] = []
        for reveal in told["reveals"]:
            cards = [f"{c['hand']}-{c['bent'] or 'open'}{'+bullet' * bool(c.get('bullet'))}" for c in reveal["cards"]]
            at_s = float(reveal["at"])
            lines += [*([(at_s, "verify")] if lines else []), (at_s, ",".join(cards))]
        due = tuple(_due(event) for event in told["events"] if event["event"] in ("lock", "stick-up"))
        rest: dict[str, Any] = {"variant": told.get("variant", "standard"), "first_round": int(told.get("round", 1))}
        rest["sheriff"] = Side(told["sheriff"]) if told.get("sheriff") else None
        frames = []
        size, noisy = (0, 0), None
        for frame in source:
            size, noisy = frame.size, noisy or _Sensor(frame.size)
            frames.append(_packed(noisy(frame.image, frame.index)))
            if len(frames) == 1:
                check_seen(table, size)
            progress(len(frames), max(source.promised_frames, len(frames)))
        fps = source.fps
    return Show(
        f"{video.name}, {size[0]} x {size[1]}", tuple(frames), fps, size, table.seats, due, tuple(lines),
        loops_a_game=1, deals=False, **rest,
    )  # fmt: skip


def _due(event: dict[str, Any]) -> Due:
    bent = {side: frozenset(map(Digit, event[str(side)])) for side in Side} if event["event"] == "lock" else None
    return Due(float(event["at"]), str(event["player"]), bent)
