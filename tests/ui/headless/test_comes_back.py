"""Cameras that are pulled out in mid-round and come back, and games that are killed: everything goes on from where it
was."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, Self

import cv2
import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from gesture.play.kept_log import KeptLog
from gesture.sources.camera import LiveCamera
from gesture.sources.camera_frames import RESHAPED, CameraFrames
from gesture.sources.frames import Frame, SourceError
from gesture.table.seats import Table
from gesture.watching.moments import HandsAtRest
from gesture.watching.watch import Watch
from rules.log import LogWriter, encode_event, read_log
from tests.gesture.clips import CLIPS, labels
from tests.gesture.stage import ANN, BEN, SIZE, KnowingReader, Stage, lays, moments_of
from tests.gesture.stage import at as move
from tests.ui.headless.played import Played, header
from tests.values import some

ROOT = Path(__file__).resolve().parents[3]


class Pulled:
    """A camera that films a stage as fast as it is watched, its clock turned by the frames; nothing comes while it is
    pulled out, from `out_s` to `back_s`."""

    def __init__(self, stage: Stage, out_s: float, back_s: float, size: tuple[int, int] = SIZE) -> None:
        self.frames, self.stage, self.out_s, self.back_s, self.size = iter(stage), stage, out_s, back_s, size
        self.now_s, self.opened, self.wanted = 0.0, 0, threading.Semaphore(0)
        self.waiting: Frame | None = None

    def clock(self) -> float:
        return self.now_s

    def open(self, _camera: int | str) -> Self:
        if self.opened and self.now_s < self.back_s:
            self.now_s += 0.1
            raise SourceError("it is not there")
        self.opened += 1
        return self

    def isOpened(self) -> bool:
        return True

    def read(self) -> tuple[bool, Any]:
        frame = self.waiting = next(self.frames, None) if self.waiting is None else self.waiting
        if frame is None:
            return False, None
        if self.out_s <= frame.at_s < self.back_s:
            self.now_s += 0.2
            return False, None
        if not self.wanted.acquire(timeout=0.02):
            return False, None
        self.now_s, self.waiting = max(self.now_s, frame.at_s), None
        back = self.opened > 1 and self.size != SIZE
        return True, cv2.resize(frame.image, self.size) if back else frame.image

    def release(self) -> None:
        for frame in self.frames:  # what happens meanwhile is not seen
            if frame.at_s >= self.back_s:
                self.waiting = frame
                break


def pulled(hands, out_s, back_s, seconds, monkeypatch, size=SIZE):
    """The game, and the sentences about the camera, of a table whose camera is pulled out meanwhile."""
    monkeypatch.setattr("gesture.sources.camera.RECONNECT_S", 0.005)
    stage = Stage(hands, seconds)
    device, reader = Pulled(stage, out_s, back_s, size), KnowingReader(stage)
    played = Played(header(), (ANN, BEN), reader)
    played.game.begin()
    played.game.typed("left-index")
    with LiveCamera(0, open_again=device.open, clock=device.clock) as camera:
        frames, device_ended = CameraFrames(camera), time.monotonic() + 90
        device.wanted.release()
        while device.now_s < seconds - 0.1 and time.monotonic() < device_ended:
            frame, trouble = frames.next(0.02), frames.trouble
            if trouble is not None and frame is None:
                played.game.pause(trouble)
            elif frame is not None:
                reader.now_s = frame.at_s
                played.game.watch(frame)
                device.wanted.release()
    return played, device


@pytest.mark.parametrize("what, rest_s", [("before it is pulled out", 1.0), ("after it is back", 4.5)])
def test_a_camera_pulled_out_in_mid_round_and_put_back_goes_on_with_the_round(what, rest_s, monkeypatch):
    played, device = pulled(lays("Ann", rest_s, ["index"]), 1.2, 3.5, 6.0, monkeypatch)
    assert device.opened == 2 and played.heard("plug it in again") and played.heard("is back")
    assert played.kinds() == ["reveal", "lock"], what
    assert played.events[1].at == pytest.approx(rest_s, abs=0.1)


def test_hands_laid_down_while_the_camera_was_away_came_to_rest_when_it_was_back():
    stage = Stage(lays("Ann", 1.5, ["index"]) + lays("Ben", 3.9), 6.0)
    reader = KnowingReader(stage)
    frames = (frame for frame in reader.follow(stage) if not 0.9 < frame.at_s < 3.5)
    seen = moments_of(Watch(Table((ANN, BEN)), reader), frames)
    rested = [(m.player, m.at_s) for m in seen if isinstance(m, HandsAtRest)]
    assert [player for player, _ in rested] == ["Ann", "Ben"] and rested[0][1] == pytest.approx(3.53, abs=0.05)


class Handed:
    """Pictures of any size, as a camera hands them on."""

    trouble = None

    def __init__(self, *sizes: tuple[int, int]) -> None:
        rng = np.random.default_rng(1)
        self.images = iter(enumerate(rng.integers(20, 250, (h, w, 3)).astype(np.uint8) for w, h in sizes))

    def next(self, timeout_s: float) -> tuple[NDArray[np.uint8], float] | None:
        found = next(self.images, None)
        return None if found is None else (found[1], found[0] / 30)


def test_a_camera_that_comes_back_with_other_sizes_is_watched_in_the_first_as_far_as_it_shows_the_same():
    frames = CameraFrames(Handed((1280, 720), (640, 360), (640, 480), (1920, 1080)))
    assert [some(frames.next(0)).size for _ in range(2)] == [(1280, 720)] * 2 and frames.trouble is None
    assert frames.next(0) is None and frames.trouble == RESHAPED
    assert some(frames.next(0)).size == (1280, 720) and frames.trouble is None


FPS, SECONDS = 15.0, 7.4
LINES = [(0.05, "left-index"), (3.2, "verify"), (4.0, "14,3"), (6.7, "verify")]


def table():
    """Two rounds: Ann locks first and budges, then Ben locks."""
    hands = lays("Ann", 1.0, ["index"], ["ring"])
    move(hands[1], 2.2, [], over_s=0.15)
    for hand in hands:
        move(hand, 3.4, by=(0, 350), over_s=0.4)
    return hands + lays("Ben", 5.6, ["thumb"])


def play_from(path, from_s, killed_at):
    """Play the table to its end, from `from_s` on; the process is killed as soon as that event, by number, is told."""
    stage = Stage(table(), SECONDS, FPS)
    reader = KnowingReader(stage)
    played = Played(header(), (ANN, BEN), reader)
    if path.exists():
        writer, log = LogWriter.resume(path)
        count = sum(1 for _ in log)
    else:
        writer, log, count = LogWriter.create(path, header()), None, 0
    played.game.session.log = KeptLog(writer, played.said.append)
    played.game.go_on(log) if log is not None and count else played.game.begin()
    told, now_s = played.game._tell, from_s

    def tell(happening):
        nonlocal count
        told(happening)
        count += 1
        if count == killed_at:
            path.with_suffix(".at").write_text(str(now_s))
            os.kill(os.getpid(), signal.SIGKILL)

    played.game._tell = tell
    lines = [line for line in LINES if line[0] > from_s]
    for frame in reader.follow(stage):
        now_s = frame.at_s
        if frame.at_s <= from_s:
            continue
        while lines and lines[0][0] <= frame.at_s:
            played.game.typed(lines.pop(0)[1])
        played.game.watch(Frame(frame.image, frame.at_s - from_s, frame.index))
    played.game.finish()
    played.game.session.close()


CHILD = """
import sys
from pathlib import Path
from tests.ui.headless.test_comes_back import play_from
play_from(Path(sys.argv[1]), 0.0, int(sys.argv[2]))
"""


def told_of(path):
    found = [msgspec.json.decode(encode_event(event)) for _, event in read_log(path)]
    return [{k: v for k, v in event.items() if k != "at"} for event in found]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_a_process_killed_at_any_event_goes_on_from_where_it_was(tmp_path):
    whole = tmp_path / "whole.jsonl"
    play_from(whole, 0.0, None)
    wanted = told_of(whole)
    kinds = ["reveal", "lock", "budge", "verify", "reveal", "lock", "verify"]
    assert [event["event"] for event in wanted if event["event"] != "note"] == kinds
    for number in range(1, len(wanted) + 1):
        path = tmp_path / f"killed-{number}.jsonl"
        words = [sys.executable, "-c", CHILD, str(path), str(number)]
        ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=60)
        assert ran.returncode == -signal.SIGKILL, ran.stderr
        assert told_of(path) == wanted[:number], f"killed at event {number}"
        play_from(path, float(path.with_suffix(".at").read_text()), None)
        assert told_of(path) == wanted, f"gone on after event {number}"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_a_table_killed_from_outside_leaves_a_game_to_go_on_with(tmp_path):
    path, seats = tmp_path / "game.jsonl", tmp_path / "seats.json"
    seats.write_text(json.dumps({"seats": labels("duel")["seats"]}))
    words = [sys.executable, "-m", "ui", "play", "dexterity-jane", "--headless", "--fast", "--log", str(path)]
    words += ["--video", str(CLIPS / "duel.mp4"), "--seats", str(seats)]
    process = subprocess.Popen(words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    some(process.stdin).write("left-index\n")
    some(process.stdin).flush()
    for line in some(process.stdout):
        if "locks" in line.lower() or "first" in line.lower():
            break
    process.kill()
    process.wait(60)
    some(process.stdin).close()
    some(process.stdout).close()
    writer, log = LogWriter.resume(path)
    again = Played(log.header, (ANN, BEN), KnowingReader(Stage([], 1.0)), writer=writer)
    again.game.go_on(log)
    assert [lock.player for lock in again.game.session.judge.state.locks] == ["Ann"]
    again.game.typed("verify")
    again.game.session.close()
    assert [event["event"] for event in told_of(path)][-1] == "verify"
