"""How well watching keeps up with a camera, and how soon locks are called out, on a table in real time."""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gesture.bench.machine import cores, memory_mb
from gesture.bench.table_camera import PacedCamera
from gesture.bench.table_run import Matches, TableGames, matched
from gesture.bench.table_show import Show
from gesture.reading.background import camera_reader
from gesture.reading.landmarker import Landmarker
from gesture.sources.camera import LiveCamera
from gesture.sources.camera_frames import CameraFrames
from gesture.watching.seat_hands import REST_S

BARE_FRAMES, BARE_CONFIDENCE = 8, 0.5
MEMORY_EVERY_S = 0.25
FPS_AT_LEAST = 25.0
READ_WITHIN_S = 2.0
CALLED_WITHIN_S = 0.15
Progress = Callable[[float, float], None]


@dataclass(frozen=True, kw_only=True)
class Bare:
    """Bare MediaPipe on whole frames of the same table, one after the other."""

    seconds: float
    """Of one frame, the median."""
    processor_s: float
    hands: float
    """Found on a frame with everybody's hands on it, on average."""
    zones_s: float
    """Of one frame on which each seat's zone is read on its own, the median."""
    zones_processor_s: float
    zones_hands: float


@dataclass(frozen=True, kw_only=True, eq=False)
class TableSpeed:
    """What was measured on one table."""

    show: Show
    seconds: float
    watched: int
    dropped: int
    processor_s: float
    """Processor time of the whole process, with that of unpacking the camera's pictures."""
    unpacked_s: float
    watching_s: tuple[float, ...]
    """How long each frame kept whoever watches."""
    called_s: tuple[float, ...]
    """From 0.35 s after hands came to rest to the callout."""
    all_read_s: tuple[float, ...]
    """From the last lock of a round to the moment when all of that round had been called out."""
    found: Matches
    before_mb: float | None
    most_mb: float | None
    bare: Bare

    @property
    def fps(self) -> float:
        """Frames a second that were watched."""
        return self.watched / self.seconds

    @property
    def dropped_share(self) -> float:
        """The share of the camera's frames that nobody watched."""
        return self.dropped / max(self.watched + self.dropped, 1)

    @property
    def frame_processor_s(self) -> float:
        """Processor time of a watched frame, readings and all."""
        return (self.processor_s - self.unpacked_s) / max(self.watched, 1)

    def targets(self) -> list[tuple[str, bool]]:
        """What this table is to reach, and whether it does."""
        out = [("no lock missing or out of order", not self.found.missing and not self.found.out_of_order)]
        if len(self.show.seats) >= 8:
            out.append((f"{FPS_AT_LEAST:g} frames a second watched", self.fps >= FPS_AT_LEAST))
            out.append(
                (
                    f"all locks read within {READ_WITHIN_S:g} s of the last",
                    bool(self.all_read_s) and max(self.all_read_s) <= READ_WITHIN_S,
                )
            )
        if len(self.show.seats) == 2 and self.show.size[1] <= 720:
            out.append(("no frame unwatched", self.dropped == 0))
            within = bool(self.called_s) and max(self.called_s) <= CALLED_WITHIN_S
            out.append((f"called out within {1000 * CALLED_WITHIN_S:.0f} ms of the rest", within))
        return out

    def to_json(self) -> dict[str, Any]:
        """For machines; times in seconds, memory in megabytes."""
        found, bare = self.found, self.bare
        return {
            "table": self.show.name,
            "players": len(self.show.seats),
            "size": list(self.show.size),
            "source_fps": self.show.fps,
            "seconds": round(self.seconds, 2),
            "watched_fps": round(self.fps, 2),
            "watched": self.watched,
            "dropped": self.dropped,
            "dropped_share": round(self.dropped_share, 5),
            "watching_a_frame": _spread(self.watching_s),
            "rest_to_callout": _spread(self.called_s),
            "last_lock_to_all_read": _spread(self.all_read_s),
            "locks": {
                "called_out": len(found.pairs),
                "missing": found.missing,
                "extra": found.extra,
                "misread": found.misread,
                "unsure": found.unsure,
                "order_errors": found.out_of_order,
                "off": _spread([abs(called.at_s - due.at_s) for due, called in found.pairs]),
            },
            "processor": {
                "cores_used": round(self.processor_s / self.seconds, 3),
                "unpacking": round(self.unpacked_s / self.seconds, 3),
                "cores": cores(),
            },
            "memory_mb": {"before": _rounded(self.before_mb), "most": _rounded(self.most_mb)},
            "bare_mediapipe": {
                "fps": round(1 / bare.seconds, 2),
                "frame_s": round(bare.seconds, 4),
                "frame_processor_s": round(bare.processor_s, 4),
                "hands_found": round(bare.hands, 2),
                "hands": 2 * len(self.show.seats),
                "zone_by_zone": {
                    "fps": round(1 / bare.zones_s, 2),
                    "frame_s": round(bare.zones_s, 4),
                    "frame_processor_s": round(bare.zones_processor_s, 4),
                    "hands_found": round(bare.zones_hands, 2),
                },
            },
            "ratio_to_bare": {
                "fps": round(self.fps * bare.seconds, 3),
                "processor_a_frame": round(self.frame_processor_s / bare.processor_s, 3),
                "fps_zone_by_zone": round(self.fps * bare.zones_s, 3),
                "processor_a_frame_zone_by_zone": round(self.frame_processor_s / bare.zones_processor_s, 3),
            },
            "targets": [{"target": words, "reached": reached} for words, reached in self.targets()],
        }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)


def _spread(values: Any) -> dict[str, float] | None:
    if not len(values):
        return None
    middle, late, most = (float(v) for v in np.percentile(np.asarray(values, float), (50, 95, 100)))
    return {"median": round(middle, 4), "p95": round(late, 4), "most": round(most, 4)}


def full_frames(show: Show) -> list[int]:
    """The numbers of a frame or two on which everybody's hands lie on the table, as far as that can be told."""
    players = len(show.seats)
    if not show.deals:
        return [min(len(show.frames) - 1, round((max(d.at_s for d in show.due) + 0.4) * show.fps))]
    return [round((due.at_s + 0.5) * show.fps) for due in show.due[players - 1 :: players]]


def bare_mediapipe(show: Show) -> Bare:
    """Read frames of the table, spread over its loop, with bare MediaPipe: whole, and each seat's zone on its own."""
    numbers = [(2 * k + 1) * len(show.frames) // (2 * BARE_FRAMES) for k in range(BARE_FRAMES)]
    boxes = [(seat.zone.min(0).astype(int).clip(0), seat.zone.max(0).astype(int)) for seat in show.seats]

    def zones(frame: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
        return [np.ascontiguousarray(frame[low[1] : high[1], low[0] : high[0]]) for low, high in boxes]

    with Landmarker(hands=2 * len(show.seats), confidence=BARE_CONFIDENCE) as bare:
        whole = _timed(bare, [[show.frame(number)] for number in numbers])
        found = [len(bare.find(show.frame(number))) for number in full_frames(show)]
    with Landmarker(hands=2, confidence=BARE_CONFIDENCE) as bare:
        apart = _timed(bare, [zones(show.frame(number)) for number in numbers])
        each = [sum(len(bare.find(z)) for z in zones(show.frame(number))) for number in full_frames(show)]
    return Bare(
        seconds=whole[0],
        processor_s=whole[1],
        hands=float(np.mean(found)),
        zones_s=apart[0],
        zones_processor_s=apart[1],
        zones_hands=float(np.mean(each)),
    )


def _timed(bare: Landmarker, frames: list[list[NDArray[np.uint8]]]) -> tuple[float, float]:
    """Seconds, the median, and processor seconds, on average, for all pictures of a frame."""
    walls, processors = [], []
    bare.find(frames[0][0])  # the first call of a model is slower than any other
    for pictures in frames:
        wall_s, processor_s = time.perf_counter(), time.process_time()
        for picture in pictures:
            bare.find(picture)
        walls.append(time.perf_counter() - wall_s)
        processors.append(time.process_time() - processor_s)
    return float(np.median(walls)), float(np.mean(processors))


class _MostMemory:
    """Looks at the memory in use every now and then, in a thread of its own."""

    def __init__(self) -> None:
        self.before_mb = self.most_mb = memory_mb()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._look, name="memory", daemon=True)

    def _look(self) -> None:
        while not self._stop.wait(MEMORY_EVERY_S):
            now_mb = memory_mb()
            if now_mb is not None and self.most_mb is not None:
                self.most_mb = max(self.most_mb, now_mb)

    def __enter__(self) -> _MostMemory:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()


def measure(show: Show, seconds: float, progress: Progress = lambda *_: None) -> TableSpeed:
    """Play at the table of a show in real time, for whole loops of about `seconds`, and measure."""
    loops = max(1, round(seconds / show.loop_s))
    bare = bare_mediapipe(show)
    watching_s: list[float] = []
    clock = time.monotonic
    with tempfile.TemporaryDirectory() as folder, camera_reader() as reader, _MostMemory() as memory:
        device = PacedCamera(show, clock)
        opened_s, processor_s = clock(), time.process_time()
        with LiveCamera(0, open_again=lambda _: device, clock=clock) as camera:
            frames = CameraFrames(camera)
            games = TableGames(show, reader, Path(folder) / "game.jsonl", clock, device.began_s - opened_s)
            while games.finished < loops:
                frame, _ = frames.next(), frames.trouble
                if frame is not None:
                    began_s = clock()
                    games.watch(frame)
                    watching_s.append(clock() - began_s)
                    progress(min(frame.at_s, loops * show.loop_s), loops * show.loop_s)
            took_s, used_s = clock() - device.began_s, time.process_time() - processor_s
            dropped = camera.dropped + device.missed
        games.close()
    found = matched(games)
    called_s = [called.clock_s - opened_s - due.at_s - REST_S for due, called in found.pairs]
    return TableSpeed(
        show=show,
        seconds=took_s,
        watched=games.watched,
        dropped=dropped,
        processor_s=used_s,
        unpacked_s=device.unpacked_s,
        watching_s=tuple(watching_s),
        called_s=tuple(called_s),
        all_read_s=tuple(_all_read_s(found, opened_s)),
        found=found,
        before_mb=memory.before_mb,
        most_mb=memory.most_mb,
        bare=bare,
    )


def _all_read_s(found: Matches, opened_s: float) -> list[float]:
    """For each round, from the last lock to the last callout. Rounds are told apart by pauses of more than a second."""
    out: list[float] = []
    last_s, read_s = -np.inf, -np.inf
    for due, called in sorted(found.pairs, key=lambda pair: pair[0].at_s):
        if due.at_s > last_s + 1.0 and np.isfinite(last_s):
            out.append(read_s - last_s)
            read_s = -np.inf
        last_s, read_s = due.at_s, max(read_s, called.clock_s - opened_s)
    return [*out, read_s - last_s] if np.isfinite(last_s) else out
