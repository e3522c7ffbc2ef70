"""A live camera: a thread of its own takes every frame the moment it is there, and trouble is noticed within a second.

Only here a clock is read: it stamps frames and notices silence. Whoever watches gets the frames in order, none
skipped as long as it keeps up; when it falls behind, the oldest are let go. A camera that goes dark, freezes or falls
silent pauses the game and does not end it: `trouble` says what is wrong until frames come again.
"""

from __future__ import annotations

import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.sources.capture import open_address
from gesture.sources.frames import Frame, SourceError, unmirrored
from gesture.sources.repeats import Repeats

WAITING = 60
"""So many frames may wait to be watched; then the oldest are let go."""
SILENT_S = 0.8
"""No new frame for this long: unplugged, or its network is gone."""
BLACK_LEVEL, BLACK_S = 6.0, 0.5
"""Brightness below which a picture is black, and for how long all must be: the lens is covered. A face camera lights
every second picture alone."""
OPENING_S, BLOCKED_S = 20.0, 4.0
"""A camera that is opened answers within the first; one whose next picture takes longer than the second is left to
itself and opened anew."""
STREAM_OPEN_MS, STREAM_READ_MS = 8000, 2500
"""A network camera that is silent for longer than this is connected anew."""
SLOW_FPS = 8.0
"""Fewer frames a second than this cannot tell who was first."""
QUICK_AGAIN_FPS = 9.0
"""A camera that was too slow is quick enough again from here on, so that one at the limit does not come and go."""
SLOW_AFTER_S = 0.9
"""Frames are counted over this long before a camera is called slow."""
BACK_AFTER = 3
"""So many frames must come one after the other before a camera that fell silent is back."""
RECONNECT_S = 1.0
"""Between two attempts to open a camera again."""
RATE_S = 1.0
"""The rate that a camera is said to have is counted over this long."""
WANTED = ((1280, 720, 30), (1920, 1080, 30), (640, 480, 30))
"""What a camera is asked for, width, height and frames a second, until it gives one of them."""


class Trouble(StrEnum):
    """What keeps a camera from being watched."""

    SILENT = "silent"
    FROZEN = "frozen"
    BLACK = "black"
    SLOW = "slow"


SAID = {
    Trouble.SILENT: "The camera gives no more pictures: plug it in again; the round goes on as soon as it is back.",
    Trouble.FROZEN: "The camera's picture stands still: close what else uses it, or unplug it and plug it in again.",
    Trouble.BLACK: "The camera sees nothing but black: uncover its lens or make light.",
    Trouble.SLOW: "The camera is too slow to tell who was first: give it more light, or choose a smaller picture.",
}


class Device(Protocol):
    """What OpenCV's `VideoCapture` offers of itself."""

    def isOpened(self) -> bool:
        """Whether frames can be had."""

    def read(self) -> tuple[bool, Any]:
        """The next frame, once it is there."""

    def release(self) -> None:
        """Give the device back."""


def open_device(camera: int | str) -> Device:
    """The camera of a number, or a network camera's stream at a URL, at a good frame rate. Raises `SourceError`, saying
    what to do, when it cannot be opened. On macOS this must be called on the main thread, which may ask for permission.
    """
    if camera >= 1 << 31 if isinstance(camera, int) else not camera.isprintable():
        raise SourceError(advice(camera))  # OpenCV takes no such number, and no such address
    try:
        return _opened(camera)
    except cv2.error:
        raise SourceError(advice(camera)) from None


def _opened(camera: int | str) -> Device:
    if isinstance(camera, str) and "://" in camera:
        device = open_address(camera, STREAM_OPEN_MS, STREAM_READ_MS)
    else:
        device = cv2.VideoCapture(camera)
    if not device.isOpened():
        device.release()
        raise SourceError(advice(camera))
    if isinstance(camera, int):
        device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))  # raw pictures of this size come too slowly
        for width, height, fps in WANTED:
            device.set(cv2.CAP_PROP_FRAME_WIDTH, width)
            device.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
            device.set(cv2.CAP_PROP_FPS, fps)
            if device.get(cv2.CAP_PROP_FRAME_WIDTH) == width:
                break
    opened: Device = device
    return opened


def advice(camera: int | str) -> str:
    """What to do about a camera that cannot be opened, as one sentence."""
    if isinstance(camera, str):
        return f"The stream {camera} cannot be opened: check its address, and that the camera is on."
    where = {
        "darwin": "allow the program that Handref was started from, such as Terminal, to use it under System Settings, "
        "Privacy & Security, Camera, and start that program anew",
        "win32": "allow desktop apps to use it under Settings, Privacy & security, Camera",
    }.get(sys.platform, f"check that it is plugged in and that you may use /dev/video{camera}")
    return f"Camera {camera} cannot be opened: close other programs that use it, and {where}."


def _in_time(open_it: Callable[[int | str], Device], camera: int | str) -> Device:
    """The device, opened; raises `SourceError` also where it does not answer, but on macOS, where only the main thread
    may ask for permission."""
    if sys.platform == "darwin":
        return open_it(camera)
    opened: Future[Device] = Future()

    def work() -> None:
        try:
            device = open_it(camera)
        except BaseException as fault:
            opened.set_exception(fault)
            return
        if not opened.set_running_or_notify_cancel():
            _release(device)  # nobody waits any more
            return
        opened.set_result(device)

    threading.Thread(target=work, name="opening a camera", daemon=True).start()
    try:
        return opened.result(OPENING_S)
    except TimeoutError:
        opened.cancel()
        raise SourceError(advice(camera)) from None
    except cv2.error:
        raise SourceError(advice(camera)) from None


def _read(device: Device) -> tuple[NDArray[np.uint8] | None, bool]:
    """The next picture of a device, BGR of shape (H, W, 3), or None, and whether the device is broken."""
    try:
        read, image = device.read()
        return (as_bgr(np.asarray(image)) if read and image is not None else None), False
    except (cv2.error, OSError, ValueError):
        return None, True


def _release(device: Device) -> None:
    with suppress(cv2.error, OSError):
        device.release()


def as_bgr(image: NDArray[Any]) -> NDArray[np.uint8] | None:
    """A camera's picture in three channels: grey, grey with interleaved colour (YUY2), with transparency, or of sixteen
    bits; None where it has no pixels. Raises `ValueError` for what is none of these."""
    if image.size == 0:
        return None
    if image.dtype == np.uint16:
        image = image >> max(0, int(image.max()).bit_length() - 8)
    image = np.asarray(image, np.uint8)
    channels = 1 if image.ndim == 2 else image.shape[2]
    code = {1: cv2.COLOR_GRAY2BGR, 2: cv2.COLOR_YUV2BGR_YUY2, 4: cv2.COLOR_BGRA2BGR}.get(channels)
    if code is not None:
        return np.asarray(cv2.cvtColor(image, code), np.uint8)
    if channels != 3:
        raise ValueError(f"a picture with {channels} channels")
    return image


@dataclass(frozen=True, eq=False)
class _Shot:
    image: NDArray[np.uint8]
    clock_s: float


class LiveCamera:
    """Frames of a live camera, in order, until it is closed. Iterate over it in one thread; `trouble` and `latest` may
    be asked from any. `open_again` opens the device, also after it was lost; `clock` is seconds that never go back."""

    def __init__(
        self,
        camera: int | str,
        mirrored: bool = False,
        open_again: Callable[[int | str], Device] = open_device,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._camera, self._mirrored = camera, mirrored
        self._open_again, self._clock = open_again, clock
        self._first: Device | None = _in_time(open_again, camera)
        self._began_s = clock()
        self._new = threading.Condition()
        self._waiting: deque[_Shot] = deque(maxlen=WAITING)
        self._latest: _Shot | None = None
        self._taken_s: deque[float] = deque(maxlen=240)
        self._repeats = Repeats()
        self._lit_s = self._began_s
        self._slow = False
        self._running_s = self._began_s
        """Since when frames have come without a silence between two of them."""
        self._in_a_row = BACK_AFTER
        self._stop = threading.Event()
        self.dropped = 0
        """Frames that nobody had time to watch."""
        self._thread = self._begin()

    def _begin(self) -> threading.Thread:
        """A thread that takes the pictures from now on."""
        self._ask(OPENING_S)
        thread = threading.Thread(target=self._take, name="camera", daemon=True)
        self._thread = thread
        thread.start()
        return thread

    def _goes_on(self) -> bool:
        return not self._stop.is_set() and threading.current_thread() is self._thread

    def _take(self) -> None:
        device, self._first = self._first, None
        while self._goes_on():
            if device is None:
                self._ask(OPENING_S)
                device = self._reopened()
                if device is None:
                    self._stop.wait(RECONNECT_S)
                continue
            self._ask(OPENING_S if self._latest is None else BLOCKED_S)
            image, lost = _read(device)
            now_s = self._clock()
            if not self._goes_on():
                break
            if image is not None:
                self._keep(image, now_s)
            elif lost or now_s - self._last_s() > SILENT_S:
                _release(device)
                device = None
                self._stop.wait(RECONNECT_S if lost else 0)
            else:
                self._stop.wait(0.01)
        if device is not None:
            _release(device)

    def _reopened(self) -> Device | None:
        try:
            return self._open_again(self._camera)
        except (SourceError, cv2.error, OSError):
            return None

    def _leave_blocked(self) -> None:
        """Take pictures in another thread where the device does not answer; it is given back once it does."""
        if not self._stop.is_set() and time.monotonic() > self._answered_by_s:
            self._begin()

    def _ask(self, patience_s: float) -> None:
        self._answered_by_s = time.monotonic() + patience_s

    def _keep(self, image: NDArray[np.uint8], now_s: float) -> None:
        glimpse = image[::8, ::8]
        with self._new:
            self._repeats.see(glimpse, now_s)
            if float(glimpse.mean()) >= BLACK_LEVEL:
                self._lit_s = now_s
            if self._latest is None or now_s - self._latest.clock_s > SILENT_S:
                self._in_a_row = BACK_AFTER if self._latest is None else 0
                self._running_s = now_s
            self._in_a_row += 1
            self.dropped += len(self._waiting) == WAITING
            self._latest = _Shot(image, now_s)
            self._waiting.append(self._latest)
            self._taken_s.append(now_s)
            self._new.notify_all()

    def _last_s(self) -> float:
        return self._latest.clock_s if self._latest else self._began_s

    @property
    def latest(self) -> NDArray[np.uint8] | None:
        """The newest picture, for showing; None before the first."""
        taken = self._latest
        return taken.image if taken else None

    @property
    def fps(self) -> float:
        """Frames a second over the last second or so; 0 before two have come."""
        with self._new:
            now_s = self._clock()
            recent = [s for s in self._taken_s if s > now_s - RATE_S]
        return (len(recent) - 1) / (recent[-1] - recent[0]) if len(recent) > 1 and recent[-1] > recent[0] else 0.0

    @property
    def trouble(self) -> Trouble | None:
        """What is wrong with the camera now, or None. `SAID` puts it into a sentence."""
        now_s = self._clock()
        if now_s - self._last_s() > SILENT_S or self._in_a_row < BACK_AFTER:
            return Trouble.SILENT
        if self._last_s() - self._lit_s > BLACK_S:
            return Trouble.BLACK
        if self._latest is not None and self._repeats.frozen(now_s):
            return Trouble.FROZEN
        return Trouble.SLOW if self._is_slow() else None

    def _is_slow(self) -> bool:
        """Whether too few frames came up to the newest. Just after the first one, or after a silence, nobody can say;
        that no more come is silence and no slowness."""
        last_s = self._last_s()
        if last_s - self._running_s >= SLOW_AFTER_S:
            with self._new:
                recent = sum(s > last_s - SLOW_AFTER_S for s in self._taken_s)
            self._slow = recent < SLOW_AFTER_S * (QUICK_AGAIN_FPS if self._slow else SLOW_FPS)
        return self._slow

    def next(self, timeout_s: float) -> tuple[NDArray[np.uint8], float] | None:
        """The oldest picture not yet watched and when it was taken, seconds after the camera was opened; None when none
        comes within `timeout_s`."""
        self._leave_blocked()
        with self._new:
            if not self._waiting:
                self._new.wait(timeout_s)
            if not self._waiting:
                return None
            taken = self._waiting.popleft()
        return taken.image, taken.clock_s - self._began_s

    def __iter__(self) -> Iterator[Frame]:
        index, last_s = 0, -1.0
        while not self._stop.is_set():
            found = self.next(0.2)
            if found is None or found[1] <= last_s:
                continue
            frame = Frame(found[0], found[1], index)
            yield unmirrored(frame) if self._mirrored else frame
            index, last_s = index + 1, found[1]

    def close(self) -> None:
        """Stop taking frames and give the device back; whoever iterates comes to an end."""
        self._stop.set()
        with self._new:
            self._new.notify_all()
        if threading.current_thread() is not self._thread:
            self._thread.join(2.0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
