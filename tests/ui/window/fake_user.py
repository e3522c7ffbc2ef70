"""Somebody who clicks and types at the window, and hands that a camera might have seen."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pygame
from numpy.typing import NDArray

from gesture.reading.hand_reading import HandReading
from gesture.sources.frames import Frame, SourceError
from rules.hands import Digit, Palm, Side
from tests.values import box_around, five
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.devices import Devices
from ui.window.fonts import Fonts
from ui.window.keeping import HandInput, Keeper
from ui.window.page import Page
from ui.window.routes import AllRoutes
from ui.window.sources.sight import Sight
from ui.window.workers.hands_worker import HandsWorker, ReadFrame

FRAME_S = 1 / 30


def _none(*where: object) -> NoReturn:
    raise SourceError(f"Camera {where[0]} cannot be opened: plug one in.")


NO_DEVICES = Devices(_none, _none, numbers=(0, 1))
"""A computer without a camera."""
OPEN: list[App] = []
"""Every app that a test opened, until `close_windows`."""
HD, UHD = (1280, 720), (3840, 2160)


def close_windows() -> None:
    """Close every app that was opened."""
    while OPEN:
        OPEN.pop().close()


class FakeUser:
    """Drives an app frame by frame; time passes only as `wait` says."""

    longest_s = FRAME_S
    """How far apart the frames are while time passes, but for the last one, which comes a usual frame after another."""
    window: type[pygame.Surface] = pygame.Surface
    """What is painted on."""

    def __init__(
        self,
        folder: Path,
        size: tuple[int, int] = HD,
        seed: int = 1,
        open_eyes: Callable[[int], HandsWorker] | None = None,
        devices: Devices | None = None,
        watch: HandInput | None = HandInput.TYPED,
        fonts: Fonts | None = None,
        **chosen: Any,
    ) -> None:
        pygame.display.init()
        pygame.font.init()
        keeper = Keeper(folder)
        devices = replace(devices or NO_DEVICES, watch_hands=open_eyes or no_camera, name_of=lambda number: "")
        self.app = App(keeper, AllRoutes(), seed=seed, devices=devices, fonts=fonts)
        self.choose(**{"calm": True, **({"hand_input": watch} if watch is not None else {}), **chosen})
        OPEN.append(self.app)
        self.surface = self.window(size)
        self.now_s = 0.0
        self.seen: list[str] = []
        self.page: Page = self.look()

    @property
    def at(self) -> str:
        """Where the window is: the kind of its destination."""
        return type(self.app.place).__name__

    def choose(self, variant: str | None = None, cards: str | None = None, **chosen: Any) -> None:
        """Choose as somebody did the last time; `variant` and `cards` are options of Dexterity Jane."""
        given = {"variant": variant, "cards": cards}
        jane = {k: v for k, v in given.items() if v is not None}
        if jane:
            chosen["options"] = {"dexterity-jane": {**self.app.choices.options.get("dexterity-jane", {}), **jane}}
        if chosen:
            self.app.choose(**chosen)

    def look(self) -> Page:
        """One frame."""
        self.page = self.app.frame(self.surface, self.now_s)
        if self.at not in self.seen:
            self.seen.append(self.at)
        return self.page

    def wait(self, seconds: float) -> Page:
        """Let time pass, a frame at a time."""
        until_s = self.now_s + seconds
        while self.now_s < until_s - 1e-9:
            self.now_s += max(FRAME_S, min(self.longest_s, until_s - self.now_s - FRAME_S))
            self.look()
        return self.page

    def press(self, *keys: str) -> Page:
        """Press keys by pygame's names of them."""
        for key in keys:
            code = pygame.key.key_code(key)
            typed = key if len(key) == 1 else " " if key == "space" else ""
            self.strike(code, typed)
            self.wait(FRAME_S)
        return self.page

    def strike(self, code: int, typed: str = "", mod: int = 0, place: int = 0) -> None:
        """A key goes down and up, without a frame: its code, what it typed, and its place."""
        given: dict[str, Any] = {"key": code, "mod": mod, "scancode": place}
        self.app.handle(pygame.event.Event(pygame.KEYDOWN, unicode=typed, **given))
        self.app.handle(pygame.event.Event(pygame.KEYUP, **given))

    def type(self, text: str) -> Page:
        """Type text into the field that has the keyboard."""
        for letter in text:
            self.strike(pygame.K_a, letter)
        return self.wait(FRAME_S)

    def click(self, name: str) -> Page:
        """Click a control by its name. Fails when it is not there, or another lies over it."""
        control = self.app.controls.named(name)
        assert control is not None, f"no {name!r} among {[c.name for c in self.app.controls.open]}"
        self.point(control.rect)
        return self.wait(FRAME_S)

    def point(self, rect: Rect) -> None:
        """Press the mouse in the middle of `rect`, without a frame."""
        spot = self.page.px(*rect.center)
        at = (round(spot[0]), round(spot[1]))
        self.app.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))
        self.app.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))

    def reads(self, words: str) -> bool:
        """Whether these words stand on the screen."""
        return any(words in written.text for written in self.page.written)

    @property
    def screen(self) -> Any:
        """The screen that is shown; a test knows which it is."""
        return self.app.screen

    def save(self, path: Path) -> None:
        """The screen as a picture file, to be looked at."""
        pygame.image.save(self.surface, str(path))


def killed(match: Any) -> None:
    """The process that plays a game is gone without a word: nothing is put away, only the system closes its files."""
    if match.watched is not None:
        match.watched.close()
    if match.session.log is not None:
        match.session.log._writer._file.close()
        match.session.log = None  # whoever closes the window afterwards has no log to write to


def no_camera(number: int) -> HandsWorker:
    """The eyes of a computer without a camera."""

    def source() -> Sight:
        raise SourceError(f"Camera {number} cannot be opened: plug one in.")

    eyes = HandsWorker(source, NoReader)
    eyes.join(60)
    return eyes


class NoReader:
    """Reads nothing."""

    def read(self, frame_bgr: NDArray[np.uint8]) -> list[HandReading]:
        return []

    def close(self) -> None:
        pass


class Still(HandsWorker):
    """HandsWorker whose every sight is set by the test: no thread, no camera."""

    latest: ReadFrame | None = None
    problem: str | None = None
    trouble: str | None = None
    ended = False
    closed = False

    def __init__(self) -> None:
        self._new: list[ReadFrame] = []

    def show(self, at_s: float, hands: Sequence[HandReading], brightness: int = 120) -> None:
        """A frame with these hands."""
        image = np.full((360, 640, 3), brightness, np.uint8)
        self.latest = ReadFrame(Frame(image, at_s, 0), tuple(hands))
        self._new.append(self.latest)

    def take(self) -> list[ReadFrame]:
        new, self._new = self._new, []
        return new

    def close(self) -> None:
        self.closed = True


def held(side: Side, bent: Sequence[Digit], dx: float = 0.0, unsure: Sequence[Digit] = ()) -> HandReading:
    """A hand held up to the camera with these digits bent."""
    x = (430.0 if side is Side.LEFT else 190.0) + dx
    points = np.zeros((21, 2))
    points[0] = (x, 300)
    for i, digit in enumerate(Digit):
        for joint in range(4):
            reach = 45 + joint * (12 if digit in bent else 34)
            points[1 + 4 * i + joint] = (x + (i - 2) * (22 if side is Side.LEFT else -22), 290 - reach)
    digits = five(0.5 if d in unsure else 0.97 if d in bent else 0.03 for d in Digit)
    return HandReading(side, Palm.UP, digits, frozenset(unsure), 0.9, points, box_around(points))


def frames(n: int, fps: float = 30, size: tuple[int, int] = (720, 1280)) -> Iterator[Frame]:
    """Grey frames."""
    for i in range(n):
        yield Frame(np.full((*size, 3), 90, np.uint8), i / fps, i)
