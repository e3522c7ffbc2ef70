"""A watched table whose camera is a clip: frames come as the user's time passes, each watched before the next."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterable, Iterator

import pytest

from gesture.reading.background import Answer, BackgroundReader, ClosingReader, Picture, Zone
from gesture.reading.hand_reading import PalmSizes
from gesture.sources.frames import Frame, SourceError
from gesture.table.seats import Seat
from tests.gesture.clips import frames_of, labels, seats_of
from tests.gesture.remembering import READER
from tests.ui.window.fake_user import FRAME_S, FakeUser
from tests.values import some
from ui.window.beginning import watch
from ui.window.devices import Devices
from ui.window.page import Page
from ui.window.ready.setup import Setup
from ui.window.workers import table_worker

CLIP_S = 1 / 15
OpenReader = Callable[[], ClosingReader]


class Counted(BackgroundReader):
    """Knows whether all that was asked is answered, so that a test's time does not run ahead of the reading."""

    open_asks = 0

    def ask(
        self,
        frame_bgr: Picture,
        zone: Zone | None = None,
        palm_px: PalmSizes | None = None,
        palms_in: Zone | None = None,
    ) -> Answer:
        Counted.open_asks += 1
        answer: Answer = super().ask(frame_bgr, zone, palm_px, palms_in)
        answer.add_done_callback(self._answered)
        return answer

    @staticmethod
    def _answered(_answer: Answer) -> None:
        Counted.open_asks -= 1


class ClipCamera:
    """Shows the frames of a clip that are put on, one after the other; then the last one again and again."""

    def __init__(self, image: Picture) -> None:
        self.trouble: str | None = None
        self.latest: Picture | None = None
        self.refused = 0
        """So often it cannot be opened."""
        self.closed = False
        self.opened = 0
        self._shown: queue.Queue[Frame | None] = queue.Queue()
        self._left: list[Picture] = []
        self._image = image
        self._index = 0

    def open(self) -> ClipCamera:
        if self.refused > 0:
            self.refused -= 1
            raise SourceError("Camera 0 cannot be opened: plug it in.")
        self.opened += 1
        self.closed = False
        return self

    def put_on(self, frames: Iterable[Frame]) -> None:
        """These frames come next."""
        self._left = [frame.image for frame in frames]

    def tick(self, at_s: float) -> None:
        """The picture at `at_s`; waits until it was watched and everything about it was read."""
        if self._left:
            self._image = self._left.pop(0)
        self._index += 1
        self._shown.put(None if self.trouble else Frame(self._image, at_s, self._index))
        until_s = time.monotonic() + 90
        while (self._shown.unfinished_tasks or Counted.open_asks) and not self.closed:
            assert time.monotonic() < until_s, "the table is not watched"
            time.sleep(0.0005)

    def __iter__(self) -> Iterator[Frame | None]:
        while not self.closed:
            try:
                frame = self._shown.get(timeout=0.05)
            except queue.Empty:
                yield None
                continue
            yield frame
            self._shown.task_done()

    def close(self) -> None:
        self.closed = True


class TableUser(FakeUser):
    """Plays before a clip's camera. Every frame of the window is looked at by `checks`."""

    camera: ClipCamera | None = None
    clip_s = CLIP_S
    """Between two frames of its clips."""
    _clip_s = 0.0

    def wait(self, seconds: float) -> Page:
        until_s = self.now_s + seconds
        while self.now_s < until_s - 1e-9:
            self.now_s += FRAME_S
            if self.camera is not None and self.now_s >= self._clip_s + self.clip_s - 1e-9:
                self._clip_s = self.now_s
                self.camera.tick(self.now_s)
            self.look()
        return self.page

    def sit_down(self, name: str, reader: OpenReader | None = None, refused: int = 0) -> None:
        """From now on the running game is watched, at the seats of a clip."""
        camera = ClipCamera(frames_of(name)[0].image)
        camera.refused = refused
        self.sit_at(tuple(seats_of(labels(name))), camera, reader or (lambda: READER))

    def sit_at(
        self, seats: tuple[Seat, ...], camera: ClipCamera, open_reader: OpenReader, held_up: bool = False
    ) -> None:
        """From now on the running game is watched."""
        app, match = self.app, self.screen.running
        if match.watched is not None:
            match.watched.close()
            match.watched = None
        app.devices = Devices(open_reader=open_reader)
        app.setup = Setup(open_source=camera.open, seats=seats, held_up=held_up)
        watch(app, match)
        self._camera = camera
        until_s = time.monotonic() + 90
        while not camera.opened and not camera.refused:
            assert time.monotonic() < until_s
            time.sleep(0.01)
        self.camera = camera if camera.opened else None

    def until_reads(self, words: str, gone: bool = False) -> None:
        """Wait, in real time, until something stands on the screen, or does no more."""
        until_s = time.monotonic() + 90
        while self.reads(words) is gone:
            assert time.monotonic() < until_s
            self.wait(FRAME_S)
            time.sleep(0.005)
        if gone and self.camera is None:
            self.camera = self._camera

    def show(self, name: str, from_s: float = 0.0, to_s: float = 99.0) -> None:
        """Let a part of a clip pass before the camera."""
        frames = [frame for frame in frames_of(name) if from_s <= frame.at_s < to_s]
        some(self.camera).put_on(frames)
        self.wait(len(frames) * CLIP_S)

    def until(self, screen: str, seconds: float = 20.0) -> None:
        """Wait for a screen."""
        until_s = self.now_s + seconds
        while self.at != screen:
            assert self.now_s < until_s, f"{screen} does not come; {self.at} is shown"
            self.wait(FRAME_S)


def count_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the table's watch count what it asks."""
    monkeypatch.setattr(table_worker, "BackgroundReader", Counted)
