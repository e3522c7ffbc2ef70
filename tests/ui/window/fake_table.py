"""A table in front of a camera that is none: hands come down and are taken away as the test says."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator

import cv2
import numpy as np
from numpy.typing import ArrayLike

from gesture.reading.background import Picture, Zone
from gesture.reading.hand_reading import HandReading, PalmSizes
from gesture.sources.camera import Device
from gesture.sources.frames import Frame, SourceError
from rules.hands import Digit, Palm, Side
from tests.ui.window.fake_user import FakeUser
from tests.values import box_around, five
from ui.window.devices import Devices
from ui.window.sources.camera import Where
from ui.window.workers.seats_worker import SeatsWorker

SIZE = (1280, 720)
FRAME_S = 0.1


def around_table(n: int, size: tuple[int, int] = SIZE) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """`n` places around a table: where the hands lie, and which way they point; clockwise from the bottom's left."""
    width, height = size
    low = -(-n // 2)
    columns = [(k + 0.5) / low for k in range(low)], [(k + 0.5) / (n - low) for k in range(n - low)]
    near = [((width * x, height * 0.8), (0.0, -1.0)) for x in columns[0]]
    far = [((width * x, height * 0.2), (0.0, 1.0)) for x in columns[1]]
    return near + far


def lying(
    center: ArrayLike, inward: ArrayLike, palm: float = 60.0, bent: Iterable[Digit] = (), unsure: Iterable[Digit] = ()
) -> list[HandReading]:
    """Two hands that lie beside each other and point `inward`."""
    along = np.array(inward, float)
    rightwards = np.array([-along[1], along[0]])
    hands = []
    for side, out in ((Side.LEFT, -1.0), (Side.RIGHT, 1.0)):
        wrist = np.array(center, float) + rightwards * out * 0.95 * palm - along * 0.5 * palm
        points = np.zeros((21, 2))
        points[0] = wrist
        for i, digit in enumerate(Digit):
            across = rightwards * (i - 2) * -out * 0.24 * palm
            for joint in range(4):
                reach = (0.5 + joint * 0.16) if i == 0 else 1.0 + joint * (0.08 if digit in bent else 0.28)
                points[1 + 4 * i + joint] = wrist + across + along * reach * palm
        digits = five(0.5 if d in unsure else 0.97 if d in bent else 0.03 for d in Digit)
        hands.append(HandReading(side, Palm.DOWN, digits, frozenset(unsure), 0.9, points, box_around(points)))
    return hands


def held_up(x: float, size: tuple[int, int] = SIZE, palm: float = 90.0) -> list[HandReading]:
    """Two hands held up to the camera around `x`: a player's left hand is on the picture's right."""
    left, right = lying((x, size[1] * 0.5), (0, -1), palm)
    mirrored = []
    for hand, side in ((left, Side.RIGHT), (right, Side.LEFT)):
        mirrored.append(HandReading(side, Palm.UP, hand.digits, hand.unsure, 0.9, hand.landmarks, hand.box))
    return mirrored


PACE_S = 1 / 150
"""Frames come five times as fast as from a camera: no faster, or a busy computer would show the window one in many."""


class FakeTable:
    """The camera, its source and its reader in one. Frames come faster than from a camera; `hands` lie there."""

    def __init__(self, size: tuple[int, int] = SIZE, brightness: int = 130) -> None:
        self.size, self.brightness = size, brightness
        self.hands: list[HandReading] = []
        self.trouble: str | None = None
        self.latest: Picture | None = None
        self.gone = False
        self.opened: list[tuple[Where, bool, bool]] = []
        self.closed = 0
        self.frames = 0
        self._noise = np.random.default_rng(1).integers(-20, 20, (size[1], size[0], 1))

    def lay(self, *pairs: list[HandReading]) -> None:
        """Lay down these hands, and no others."""
        self.hands = [hand for pair in pairs for hand in pair]

    def open_table(self, where: Where, mirrored: bool, getting_ready: bool) -> FakeTable:
        if self.gone:
            raise SourceError(f"Camera {where} cannot be opened: plug it in.")
        self.opened.append((where, mirrored, getting_ready))
        return self

    def open_reader(self) -> FakeTable:
        return self

    def picture(self) -> Picture:
        image = np.clip(self.brightness + self._noise, 0, 255).astype(np.uint8).repeat(3, axis=2)
        for hand in self.hands:
            for i in range(5):
                line = np.round(hand.landmarks[[0, *range(1 + 4 * i, 5 + 4 * i)]]).astype(int)
                cv2.polylines(image, [line], False, (90, 120, 190), 14)
        return image

    def __iter__(self) -> Iterator[Frame | None]:
        closed = self.closed
        while self.closed == closed:
            hands = self.hands
            if self.trouble:
                time.sleep(0.01)
                yield None
                continue
            image = self.picture()
            if hands is not self.hands:
                continue
            self._now = hands
            yield Frame(image, self.frames * FRAME_S, self.frames)
            self.frames += 1
            time.sleep(PACE_S)

    def read(
        self,
        frame_bgr: Picture,
        zone: Zone | None = None,
        palm_px: PalmSizes | None = None,
        palms_in: Zone | None = None,
    ) -> list[HandReading]:
        if zone is None:
            return list(self._now)
        low, high = zone.min(0), zone.max(0)
        return [h for h in self._now if (h.center >= low).all() and (h.center <= high).all()]

    def close(self) -> None:
        self.closed += threading.current_thread().name == "never"

    def devices(self, open_device: Callable[[Where], Device] | None = None, numbers: tuple[int, ...] = (0,)) -> Devices:
        """The window's devices, all of them this table."""
        return Devices(open_device or self.open_device, self.open_table, self.open_reader, numbers)

    def open_device(self, number: Where) -> FakeDevice:
        if self.gone:
            raise SourceError(f"Camera {number} cannot be opened: plug it in.")
        return FakeDevice(self)


class FakeDevice:
    """The table as OpenCV would open it, for thumbnails."""

    def __init__(self, table: FakeTable) -> None:
        self.table = table

    def isOpened(self) -> bool:
        return True

    def read(self) -> tuple[bool, Picture]:
        time.sleep(0.02)
        return True, self.table.picture()

    def release(self) -> None:
        pass


def settle(user: FakeUser, until: Callable[[], bool], timeout_s: float = 90.0) -> None:
    """Let the thread that watches the table work until something holds; the window goes on drawing."""
    until_s = time.monotonic() + timeout_s
    while not until():
        assert time.monotonic() < until_s, f"it never came: {[w.text for w in user.page.written]}"
        time.sleep(0.01)
        user.wait(1 / 30)


def watched(user) -> SeatsWorker:
    """The eyes of the screen that gets a table ready."""
    eyes: SeatsWorker = user.screen.table.worker
    return eyes
