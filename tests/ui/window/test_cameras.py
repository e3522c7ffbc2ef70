"""Cameras are looked for, handed on from one screen to the next, and recordings stand in for them."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from gesture.sources.camera import LiveCamera
from gesture.sources.frames import SourceError
from gesture.sources.video import VideoFile
from tests.ui.window.scenes import SCENES
from tests.ui.window.stage import Stage
from tests.values import some
from ui.window.sources.alone import open_alone
from ui.window.sources.camera import Recording, TableCamera, is_recording, open_table
from ui.window.workers.camera_search import CameraSearch

CLIP = Path(__file__).parents[2] / "fixtures" / "clips" / "duel.mp4"


class Device:
    """A camera whose pictures are dark on the left and get brighter from one to the next."""

    def __init__(self) -> None:
        self.level = 60
        self.released = threading.Event()

    def isOpened(self) -> bool:
        return True

    def read(self) -> tuple[bool, NDArray[np.uint8] | None]:
        time.sleep(0.005)
        self.level = 60 + (self.level + 1) % 100
        image = np.full((48, 64, 3), self.level, np.uint8)
        image[:, :32] = 20
        return True, image

    def release(self) -> None:
        self.released.set()


def opener(there, opened):
    """Opens the cameras of these numbers and no others."""

    def open_device(number):
        if number not in there:
            raise SourceError(f"Camera {number} cannot be opened.")
        opened[number] = Device()
        return opened[number]

    return open_device


@pytest.mark.parametrize(
    ("there", "found"),
    [
        pytest.param([], [], id="none"),
        pytest.param([0], [0], id="one"),
        pytest.param([0, 2], [0, 2], id="a number in between is missing"),
        pytest.param([3], [3], id="the first numbers are missing"),
        pytest.param([0, 5], [0], id="far beyond the others nothing is looked for"),
    ],
)
def test_missing_cameras_are_skipped_and_all_are_given_back(there, found):
    opened: dict[int, Device] = {}
    search = CameraSearch(opener(there, opened), range(6))
    search.join(60)
    assert search.trying is None
    assert [one.number for one in search.found] == found
    search.close()
    assert all(device.released.wait(60) for device in opened.values())


def test_a_search_that_is_closed_in_the_middle_gives_back_what_it_opens():
    gate = threading.Event()
    opened: dict[int, Device] = {}
    open_device = opener([0], opened)

    def slow(number):
        gate.wait(60)
        return open_device(number)

    search = CameraSearch(slow, (0,))
    search.close()
    gate.set()
    search.join(60)
    assert opened[0].released.wait(60)


def test_a_camera_is_opened_once_the_one_before_has_given_it_back():
    opened: dict[int, Device] = {}
    first = open_alone(7, opener([7], opened))
    order = []
    waiting = threading.Thread(target=lambda: order.append(open_alone(7, opener([7], opened))))
    waiting.start()
    time.sleep(0.05)
    assert order == []
    first.release()
    waiting.join(60)
    assert len(order) == 1
    order[0].release()


def test_a_camera_that_is_never_given_back_or_cannot_be_opened_blocks_nobody_for_ever():
    opened: dict[int, Device] = {}
    kept = open_alone(8, opener([8], opened))
    open_alone(8, opener([8], opened), longest_s=0.02).release()
    kept.release()
    for _ in range(2):
        with pytest.raises(SourceError):
            open_alone(9, opener([], opened), longest_s=0.02)


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_mirrored_camera_is_turned_back_in_frames_and_pictures(mirrored):
    camera = TableCamera(LiveCamera(0, open_again=lambda number: Device()), mirrored, newest=True)
    frame = next(frame for frame in camera if frame is not None)
    dark_left = frame.image[:, :16].mean() < frame.image[:, -16:].mean()
    assert bool(dark_left) is not mirrored
    latest = some(camera.latest)
    assert bool(latest[:, :16].mean() < latest[:, -16:].mean()) is not mirrored
    camera.close()


class Clock:
    """Time that passes only while somebody sleeps."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s

    def sleep(self, seconds: float) -> None:
        self.now_s += seconds


def test_a_recording_comes_at_its_own_pace_and_begins_anew_only_while_getting_ready():
    clock = Clock()
    frames = [some(frame) for frame in Recording(VideoFile(CLIP), clock=clock, sleep=clock.sleep)]
    length_s = frames[-1].at_s
    assert clock.now_s - 100 == pytest.approx(length_s, abs=0.05)
    again = Recording(VideoFile(CLIP), again=True, clock=clock, sleep=clock.sleep)
    times = []
    for frame in again:
        times.append(some(frame).at_s)
        if len(times) == len(frames) + 3:
            again.close()
    assert len(times) == len(frames) + 3
    assert times == sorted(times)
    assert times[-1] > length_s


def test_what_is_no_address_is_a_file():
    assert [is_recording(where) for where in (0, "rtsp://camera", "http://c/video", "evening.mp4")] == [
        False, False, False, True,
    ]  # fmt: skip
    with pytest.raises(SourceError, match=r"There is no file evening\.mp4"):
        open_table("evening.mp4", False)


@pytest.mark.usefixtures("_blank_pictures")
def test_the_camera_of_a_table_from_elsewhere_is_asked_about_once(tmp_path):
    user = Stage(tmp_path, ("Ann", "Ben"))
    SCENES["pick_camera_of_a_table_from_elsewhere"](user)
    assert user.reads("***@") and not any("secret" in written.text for written in user.page.written)
    assert not user.table.opened
    user.press("escape")
    assert user.at == "PickCamera" and not user.table.opened
    user.press("s", "o")
    assert user.at == "GetReady" and user.app.keeper.trusted.has(user.screen.table.where)
