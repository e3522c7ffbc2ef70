"""A live camera that freezes, goes dark, falls silent and comes back, played by a pretended device."""

import threading
import time

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from gesture.sources.camera import SAID, SILENT_S, LiveCamera, Trouble, advice, as_bgr, open_device
from gesture.sources.frames import SourceError
from gesture.sources.repeats import FROZEN_S, QUIET_FROZEN_S, Repeats
from tests.values import some


class Clock:
    """A clock that stands still until it is turned."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


class Pretended:
    """A device that gives what it is told to, one frame each time it is let."""

    def __init__(self, clock: Clock) -> None:
        self.clock, self.mode, self.count, self.released = clock, "noise", 0, False
        self._let = threading.Semaphore(0)
        self._done = threading.Semaphore(0)
        self._kept = False

    def isOpened(self) -> bool:
        return True

    def give(self, frames: int = 1, every_s: float = 1 / 30) -> None:
        for _ in range(frames):
            self.clock.now_s += every_s
            self._let.release()
            assert self._done.acquire(timeout=60)

    def read(self) -> tuple[bool, NDArray[np.uint8] | None]:
        if self._kept:  # whoever asks again has kept the frame before
            self._kept = False
            self._done.release()
        if not self._let.acquire(timeout=0.005):
            return False, None
        self.count += 1
        rng = np.random.default_rng(self.count if self.mode == "noise" else 0)
        high = 4 if self.mode == "black" else 250
        image = rng.integers(0, high, (48, 64, 3)).astype(np.uint8)
        self._kept = True
        return True, image

    def release(self) -> None:
        self.released = True


@pytest.fixture
def pretended():
    clock = Clock()
    device = Pretended(clock)
    with LiveCamera(0, open_again=lambda camera: device, clock=clock) as camera:
        yield camera, device, clock
    assert device.released


def until(true, seconds=60.0):
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.005)
    return true()


def test_frames_come_in_order_with_the_time_they_were_taken(pretended):
    camera, device, _ = pretended
    device.give(5)
    frames = iter(camera)
    seen = [next(frames) for _ in range(5)]
    assert [frame.index for frame in seen] == [0, 1, 2, 3, 4]
    assert [frame.at_s for frame in seen] == pytest.approx([n / 30 for n in range(1, 6)])
    assert camera.trouble is None and camera.dropped == 0 and camera.latest is not None


def test_whoever_falls_behind_loses_the_oldest_frames_alone(pretended):
    camera, device, _ = pretended
    device.give(70)
    assert until(lambda: camera.dropped == 10)
    assert next(iter(camera)).at_s == pytest.approx(11 / 30)


@pytest.mark.parametrize("mode, trouble", [("frozen", Trouble.FROZEN), ("black", Trouble.BLACK)])
def test_a_frozen_or_black_picture_is_noticed_within_a_second_and_over_when_it_is_over(pretended, mode, trouble):
    camera, device, _ = pretended
    device.give(10)
    device.mode = mode
    device.give(29)
    assert until(lambda: camera.trouble is trouble) and SAID[trouble].endswith(".")
    device.mode = "noise"
    device.give(2)
    assert until(lambda: camera.trouble is None)


def test_a_slow_camera_is_noticed_within_a_second_and_over_when_it_is_over(pretended):
    camera, device, _ = pretended
    device.give(30)
    device.give(4, every_s=0.25)
    assert until(lambda: camera.trouble is Trouble.SLOW) and camera.fps == pytest.approx(4, abs=0.5)
    device.give(27)
    assert until(lambda: camera.trouble is None)


@pytest.mark.parametrize(
    "every_s, trouble",
    [
        pytest.param(1 / 30, None, id="30 a second"),
        pytest.param(0.1, None, id="10 a second"),
        pytest.param(0.15, Trouble.SLOW, id="fewer than 7 a second"),
        pytest.param(0.7, Trouble.SLOW, id="three in two seconds"),
        pytest.param(1.5, Trouble.SILENT, id="two in three seconds"),
    ],
)
def test_trouble_is_the_same_at_every_moment_and_never_comes_and_goes(pretended, every_s, trouble):
    camera, device, clock = pretended
    device.give(3 + round(2 / every_s), every_s)
    seen = set()
    for _ in range(12):
        clock.now_s += every_s * 0.45
        seen.add(camera.trouble)
        clock.now_s -= every_s * 0.45
        device.give(1, every_s)
        until(lambda: camera.latest is not None)
        seen.add(camera.trouble)
    assert seen == {trouble} or (trouble is Trouble.SILENT and seen <= {Trouble.SILENT, Trouble.SLOW})


def test_a_camera_that_has_just_begun_or_come_back_is_not_called_slow(pretended):
    camera, device, clock = pretended
    device.give(5)
    assert camera.trouble is None
    device.give(40)
    clock.now_s += 3.0
    assert camera.trouble is Trouble.SILENT
    device.give(4)
    assert until(lambda: camera.trouble is None)


def test_an_unplugged_camera_is_noticed_and_opened_again_when_it_is_back():
    clock = Clock()
    opened: list[Pretended] = []

    def open_again(camera):
        if len(opened) == 1 and clock.now_s < 105:
            raise SourceError("gone")
        opened.append(Pretended(clock))
        return opened[-1]

    with LiveCamera(0, open_again=open_again, clock=clock) as camera:
        opened[0].give(3)
        clock.now_s += SILENT_S + 0.1
        assert until(lambda: camera.trouble is Trouble.SILENT) and until(lambda: opened[0].released)
        clock.now_s = 106.0

        def is_back():
            clock.now_s += 0.01  # whenever the next try is due, it comes
            return len(opened) == 2

        assert until(is_back)
        opened[1].give(2)
        assert camera.trouble is Trouble.SILENT, "two pictures may be a loose plug"
        opened[1].give(1)
        assert until(lambda: camera.trouble is None)
        assert [some(camera.next(1))[1] for _ in range(6)][-1] > 6


def test_a_closed_camera_ends_the_watching():
    clock = Clock()
    camera = LiveCamera(0, open_again=lambda number: Pretended(clock), clock=clock)
    before = threading.active_count()
    threading.Timer(0.05, camera.close).start()
    assert list(camera) == []
    assert until(lambda: threading.active_count() < before + 1)


def test_trouble_is_noticed_within_a_second():
    assert max(SILENT_S, FROZEN_S) < 1


def test_a_camera_that_cannot_be_opened_says_what_to_do():
    with pytest.raises(SourceError, match=r"Camera 97 cannot be opened: .*, and "):
        LiveCamera(97)
    assert "check its address" in advice("http://table.local/stream")


class Broken(Pretended):
    """A device that breaks as it is told to after its first pictures; the next one that is opened is whole."""

    def __init__(self, clock: Clock, how: str) -> None:
        super().__init__(clock)
        self.how, self.blocked = how, threading.Event()

    def read(self) -> tuple[bool, NDArray[np.uint8] | None]:
        if self.count < 5 or not self.how:
            return super().read()
        super().read()
        if self.how == "raises":
            raise cv2.error("the camera is gone")
        self.blocked.wait(60)
        return False, None


@pytest.mark.parametrize("how", ["raises", "blocks"])
def test_a_camera_that_breaks_is_opened_again_whatever_that_says(monkeypatch, how):
    monkeypatch.setattr("gesture.sources.camera.BLOCKED_S", 0.2)
    monkeypatch.setattr("gesture.sources.camera.RECONNECT_S", 0.02)
    clock = Clock()
    devices, tries = [Broken(clock, how), Broken(clock, "")], []

    def open_again(camera):
        tries.append(camera)
        if len(tries) == 2:
            raise cv2.error("it is busy")
        return devices[0 if len(tries) == 1 else 1]

    with LiveCamera(0, open_again=open_again, clock=clock) as camera:
        devices[0].give(5)
        assert until(lambda: len(tries) > 2 or camera.next(0.01) == "")
        clock.now_s += 2.0
        devices[1].give(5)
        assert until(lambda: camera.trouble is None)
        devices[0].blocked.set()
        assert until(lambda: devices[0].released)


def test_a_camera_that_raises_or_does_not_answer_when_it_is_opened_is_refused_in_a_sentence(monkeypatch):
    monkeypatch.setattr("gesture.sources.camera.OPENING_S", 0.1)
    answer = threading.Event()
    device = Pretended(Clock())

    def raises(camera):
        raise cv2.error("the backend is broken")

    def silent(camera):
        answer.wait(60)
        return device

    for open_again in (raises, silent):
        with pytest.raises(SourceError, match="Camera 3 cannot be opened"):
            LiveCamera(3, open_again=open_again)
    answer.set()
    assert until(lambda: device.released)
    for camera in ("rtsp://a\ud800", "http://a\x1b[2J", 1 << 40):
        with pytest.raises(SourceError, match="cannot be opened"):
            open_device(camera)


BGR = np.random.default_rng(1).integers(0, 255, (16, 24, 3)).astype(np.uint8)


@pytest.mark.parametrize(
    "image",
    [
        cv2.cvtColor(BGR, cv2.COLOR_BGR2GRAY),
        cv2.cvtColor(BGR, cv2.COLOR_BGR2GRAY)[:, :, None],
        cv2.cvtColor(BGR, cv2.COLOR_BGR2YUV_YUY2),
        cv2.cvtColor(BGR, cv2.COLOR_BGR2BGRA),
        cv2.cvtColor(BGR, cv2.COLOR_BGR2GRAY).astype(np.uint16) << 2,
        BGR,
    ],
    ids=["grey", "one channel", "two channels", "four channels", "sixteen bits", "as it should be"],
)
def test_a_picture_of_any_channels_is_made_one_of_three(image):
    made = some(as_bgr(image))
    assert made.shape == BGR.shape and made.dtype == np.uint8
    grey = cv2.cvtColor(made, cv2.COLOR_BGR2GRAY).astype(int)
    assert np.abs(grey - cv2.cvtColor(BGR, cv2.COLOR_BGR2GRAY)).mean() < 12


def test_a_picture_without_pixels_is_none():
    assert as_bgr(np.zeros((0, 0, 3), np.uint8)) is None


def test_a_face_camera_that_lights_every_second_picture_is_not_black(pretended):
    camera, device, _ = pretended
    for n in range(40):
        device.mode = "noise" if n % 2 else "black"
        device.give(1)
        assert camera.trouble is not Trouble.BLACK


def test_an_unplugged_camera_is_silent_and_never_called_slow(pretended):
    camera, device, clock = pretended
    device.give(40)
    seen = set()
    for _ in range(20):
        clock.now_s += 0.1
        seen.add(camera.trouble)
    assert seen == {None, Trouble.SILENT}


def _glimpses(kind):
    rng = np.random.default_rng(2)
    table = rng.integers(60, 160, (60, 80, 3)).astype(np.uint8)
    for n in range(60):
        picture = table.copy()
        if kind == "noise that stops" and n < 20:
            picture += rng.integers(0, 5, table.shape).astype(np.uint8)
        elif kind == "a compressed stream at rest" and n % 20 == 0:
            picture[:8, :8] += np.uint8(n // 20)
        elif kind == "a compressed stream that stops in a movement":
            picture[20:40, min(n, 20) : min(n, 20) + 20] = 250
        yield picture, n / 15


@pytest.mark.parametrize(
    "kind, frozen",
    [
        ("noise that stops", True),
        ("a compressed stream at rest", False),
        ("a compressed stream that stops in a movement", True),
    ],
)
def test_pictures_that_repeat_are_frozen_where_they_did_not_before(kind, frozen):
    repeats = Repeats()
    for picture, at_s in _glimpses(kind):
        repeats.see(picture, at_s)
    assert repeats.frozen(59 / 15) is frozen and repeats.suspicious is frozen
    assert repeats.frozen(repeats.changed_s + QUIET_FROZEN_S + 0.1)
