"""Whether long play leaks: as many frames as an hour or more has, watched as fast as they can be, while memory and
threads are counted.

The looped table is played game after game, each with a camera and a log of its own, as in an evening of play; the
reader's threads and models stay, as they do then.
"""

from __future__ import annotations

import tempfile
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gesture.bench.machine import give_back, memory_mb, threads
from gesture.bench.table_camera import WatchedCamera
from gesture.bench.table_run import TableGames, matched
from gesture.bench.table_show import Show
from gesture.reading.background import Answer, AsyncReader, BackgroundReader, Picture, Zone, camera_reader
from gesture.reading.hand_reading import HandReading, PalmSizes
from gesture.sources.camera import LiveCamera
from gesture.sources.camera_frames import CameraFrames

SETTLED_AFTER, SETTLED_S = 0.25, 600.0
"""Of all samples, and of the table's time; before, caches still fill."""
JUDGED_S = 600.0
"""So long must be played after that before growth of memory is judged: over less, a few megabytes are a steep line."""
LEAK_MB = 30.0
"""More than this an hour is a leak."""
LATEST_READING_S = 0.2
"""Of the table's time: frames that come as fast as they are watched still wait for readings older than this, as late as
readings are in play at a camera's own rate. Else a busy machine would have them come seconds too late for the game."""
PATIENCE_S = 30.0
"""A frame that was asked for comes sooner, however busy the machine is."""
Progress = Callable[[float, float], None]


@dataclass(frozen=True, kw_only=True)
class Sample:
    """What the process used after so many seconds of the table's time."""

    table_s: float
    memory_mb: float | None
    threads: int


@dataclass(frozen=True, kw_only=True, eq=False)
class Soak:
    """A long play: its samples, one at the end of each game, and what was seen."""

    show: Show
    samples: tuple[Sample, ...]
    frames: int
    games: int
    took_s: float
    missing: int
    locks: int

    @property
    def settled(self) -> tuple[Sample, ...]:
        """The samples after everything had been used once; of a short play the last quarters."""
        late = self.samples[int(SETTLED_AFTER * len(self.samples)) :]
        return tuple(sample for sample in late if sample.table_s >= SETTLED_S) or late

    @property
    def grown_mb_an_hour(self) -> float | None:
        """How much memory an hour of the table's time takes away, by the line through the samples."""
        known = [(s.table_s, s.memory_mb) for s in self.settled if s.memory_mb is not None]
        if len(known) < 3:
            return None
        at_s, used = np.array(known).T
        return float(np.polyfit(at_s / 3600, used, 1)[0])

    @property
    def leaks(self) -> bool | None:
        """Whether memory or threads grow without end; None where it was played too briefly to tell of memory."""
        first, last, grown = self.settled[0], self.settled[-1], self.grown_mb_an_hour
        if last.threads > first.threads:
            return True
        if first.memory_mb is None:
            return False  # the system does not tell
        if grown is None or first.table_s < SETTLED_S or last.table_s - first.table_s < JUDGED_S:
            return None
        return grown > LEAK_MB

    def to_json(self) -> dict[str, Any]:
        """For machines."""
        first, last, grown = self.settled[0], self.settled[-1], self.grown_mb_an_hour
        return {
            "table": self.show.name,
            "table_minutes": round(self.samples[-1].table_s / 60, 2),
            "took_minutes": round(self.took_s / 60, 2),
            "frames": self.frames,
            "games": self.games,
            "locks": {"called_out": self.locks, "missing": self.missing},
            "memory_mb": {"settled": _rounded(first.memory_mb), "end": _rounded(last.memory_mb)},
            "grown_mb_an_hour": _rounded(grown),
            "threads": {"settled": first.threads, "end": last.threads},
            "leaks": self.leaks,
        }


class _InTime:
    """A reader that knows which readings are still to come and when they were asked for, on the table's clock."""

    def __init__(self, reader: AsyncReader, clock: Callable[[], float]) -> None:
        self._reader, self._clock = reader, clock
        self._asked: deque[tuple[float, Answer]] = deque()

    def read(
        self,
        frame_bgr: Picture,
        zone: Zone | None = None,
        palm_px: PalmSizes | None = None,
        palms_in: Zone | None = None,
    ) -> list[HandReading]:
        """The hands in `zone`, waited for."""
        return self._reader.read(frame_bgr, zone, palm_px, palms_in)

    def ask(
        self,
        frame_bgr: Picture,
        zone: Zone | None = None,
        palm_px: PalmSizes | None = None,
        palms_in: Zone | None = None,
    ) -> Answer:
        """The hands in `zone`, once they have been read."""
        answer = self._reader.ask(frame_bgr, zone, palm_px, palms_in)
        self._asked.append((self._clock(), answer))
        return answer

    def catch_up(self) -> None:
        """Wait for what was asked for more than `LATEST_READING_S` ago."""
        while self._asked and self._asked[0][0] <= self._clock() - LATEST_READING_S:
            wait([self._asked.popleft()[1]])


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)


def soak(
    show: Show,
    minutes: float,
    progress: Progress = lambda *_: None,
    make_reader: Callable[[], BackgroundReader] = camera_reader,
) -> Soak:
    """Play for `minutes` of the table's own time, whole games, at least one."""
    wanted_s, table_s, began_s = 60 * minutes, 0.0, time.monotonic()
    samples: list[Sample] = []
    frames, games, locks, missing = 0, 0, 0, 0
    with tempfile.TemporaryDirectory() as folder, make_reader() as reader:
        while not samples or table_s < wanted_s:
            device = WatchedCamera(show)
            with LiveCamera(0, open_again=lambda _: device, clock=device.clock) as camera:  # noqa: B023
                seen, in_time = CameraFrames(camera), _InTime(reader, device.clock)
                game = TableGames(show, in_time, Path(folder) / "game.jsonl", time.monotonic, 0.0)
                game_s = show.loops_a_game * show.loop_s
                while game.finished < show.loops_a_game:
                    in_time.catch_up()
                    device.watched()
                    frame = seen.next(PATIENCE_S)
                    if frame is None:
                        continue
                    if frame.at_s < game_s:
                        game.watch(frame)
                        progress(table_s + frame.at_s, max(wanted_s, game_s))
                    else:
                        game.finished += 1
                table_s += game_s
                give_back()
                samples.append(Sample(table_s=table_s, memory_mb=memory_mb(), threads=threads()))
            game.close()
            found = matched(game)
            frames, games = frames + game.watched, games + 1
            locks, missing = locks + len(found.pairs), missing + found.missing
    return Soak(
        show=show,
        samples=tuple(samples),
        frames=frames,
        games=games,
        took_s=time.monotonic() - began_s,
        missing=missing,
        locks=locks,
    )
