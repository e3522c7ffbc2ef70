"""Hands are read beside the window, which goes on drawing meanwhile."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from gesture.reading.hand_reading import HandReading
from gesture.sources.camera import LiveCamera
from gesture.sources.frames import Frame, SourceError
from tests.ui.window.fake_user import FakeUser, NoReader, frames
from tests.values import some
from ui.window.sources.camera import NewestFrames
from ui.window.workers.hands_worker import HandsWorker
from ui.window.workers.seats_worker import SeatsWorker


class List:
    """Frames in a list as a source."""

    trouble = latest = None

    def __init__(self, made: Iterable[Frame]) -> None:
        self.made = made
        self.closed = False

    def __iter__(self) -> Iterator[Frame]:
        yield from self.made

    def close(self) -> None:
        self.closed = True


class Slow(NoReader):
    """Takes as long over a frame as a large model does."""

    def read(self, frame_bgr: NDArray[np.uint8]) -> list[HandReading]:
        time.sleep(0.3)
        return []


def test_everything_seen_is_taken_once_and_in_order():
    source = List(list(frames(20, size=(36, 64))))
    eyes = HandsWorker(lambda: source, NoReader)
    eyes.join(60)
    assert [seen.frame.index for seen in eyes.take()] == list(range(20))
    assert eyes.take() == []
    assert (some(eyes.latest).frame.index, eyes.ended, source.closed, eyes.problem) == (19, True, True, None)


def test_a_camera_that_cannot_be_opened_is_a_sentence_not_a_crash():
    def broken():
        raise SourceError("Camera 3 cannot be opened.")

    eyes = HandsWorker(broken, NoReader)
    eyes.join(60)
    assert eyes.problem == "Camera 3 cannot be opened."


@pytest.mark.parametrize("watch", [HandsWorker, SeatsWorker])
def test_a_fault_of_a_driver_or_library_is_said_on_the_screen(watch):
    def broken():
        raise RuntimeError("the graph is gone")

    source = List([])
    eyes = watch(lambda: source, broken)
    eyes.join(60)
    assert eyes.problem is not None and "cannot be watched (RuntimeError: the graph is gone)" in eyes.problem
    assert (eyes.ended, source.closed) == (True, True)


def test_closed_eyes_let_the_source_go():
    source = List(frames(100_000, size=(36, 64)))
    eyes = HandsWorker(lambda: source, NoReader)
    eyes.close()
    eyes.join(60)
    assert source.closed


class Device:
    """A camera that takes a picture every ten milliseconds, and stops after some."""

    def __init__(self, pictures: int) -> None:
        self.left = pictures

    def isOpened(self) -> bool:
        return True

    def read(self) -> tuple[bool, NDArray[np.uint8] | None]:
        time.sleep(0.01)
        self.left -= 1
        return (True, np.full((36, 64, 3), 40 + self.left, np.uint8)) if self.left >= 0 else (False, None)

    def release(self) -> None:
        pass


def test_a_camera_gives_its_newest_frame_and_says_when_it_falls_silent():
    device = Device(60)
    camera = NewestFrames(LiveCamera(0, open_again=lambda number: device))
    eyes = HandsWorker(lambda: camera, Slow)
    until_s = time.monotonic() + 90
    while "again" not in (eyes.trouble or "") and time.monotonic() < until_s:
        time.sleep(0.02)
    times = [seen.frame.at_s for seen in eyes.take()]
    assert eyes.trouble is not None
    assert "plug it in again" in eyes.trouble
    assert times == sorted(times)
    assert len(times) < 30
    eyes.close()
    eyes.join(60)
    assert eyes.ended


@pytest.mark.parametrize("reader", [NoReader, Slow], ids=["a quick reader", "a slow reader"])
def test_the_window_waits_for_no_reading(tmp_path, reader):
    user = FakeUser(
        tmp_path, open_eyes=lambda number: HandsWorker(lambda: List(frames(100_000, size=(90, 160))), reader)
    )
    user.press("p")
    until_s = time.monotonic() + 90
    while user.screen.hands.latest is None and time.monotonic() < until_s:
        time.sleep(0.01)
    user.wait(0.2)  # pictures are drawn and kept
    took = []
    for _ in range(12):
        began_s = time.thread_time()
        user.look()
        took.append(time.thread_time() - began_s)
    # The window's own work, whatever else the computer does meanwhile: far from the 300 ms of one reading.
    assert max(took) < 0.1
