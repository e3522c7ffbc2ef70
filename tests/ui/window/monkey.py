"""Somebody small at the keyboard, who presses and clicks at random, also several times between two frames, and kills
the game now and then.

`python -m tests.ui.window.monkey` has 200 of them at it, 2,000 presses each; `--sessions`, `--presses` and `--first`
say otherwise. Prints the sessions that broke the window, and the exit code says whether there were any.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest

from rules.hands import Digit, Side
from rules.history import History
from rules.log import read_log
from tests.ui.window.fake_user import FRAME_S, HD, FakeUser, Still, close_windows, held, killed
from tests.ui.window.layout import blank_pictures, faults
from tests.ui.window.test_layout import NINE

KEYS = (
    *"abcdefghijklmnopqrstuvwxyz1234567890+-", "space", "return", "escape", "left", "right", "backspace", "tab", "up",
    "down", "delete", "f5",
)  # fmt: skip
LEAVES = {"back", "home", "quit", "h", "q", "escape"}
"""What leads out of a game; pressed less often than everything else, so that games get on."""
SIZES = (HD, HD, HD, (1920, 1080), (1300, 1100), (2600, 800))
UNSEEN = (0, 0, 1, 1)
"""Nobody looks at the pixels, and painting them takes longer than all else: so much of the window is painted."""
MOST_AT_ONCE = 12
"""So many presses a burst has at most."""


class Monkey:
    """Presses at random what there is to press, and much that is not."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.lot = random.Random(seed)
        self.folder, self.eyes = folder, Still()
        n = self.lot.choice([2, 3, 5, 9])
        self.user = self.opened(
            players=NINE[:n], variant=self.lot.choice(["standard", "simplified", "stick-up"]),
            cards=self.lot.choice(["screen", "screen", "hand"]), text_scale=self.lot.choice([1.0, 1.3]), watch="typed",
        )  # fmt: skip
        self.did: list[object] = []
        self.presses = 0

    def opened(self, **choices: Any) -> FakeUser:
        user = FakeUser(self.folder, HD, seed=5, open_eyes=lambda number: self.eyes, **{"watch": None, **choices})
        user.surface.set_clip(UNSEEN)
        return user

    def session(self, presses: int) -> None:
        """So many presses, and whatever comes between them; the screens stay whole, and in the end all logs replay."""
        while self.presses < presses:
            self.step()
            spoilt = faults(self.user.page)
            assert not spoilt, spoilt
        for log in self.logs():
            History.of(read_log(log))

    def step(self) -> None:
        """One thing that somebody does, and a frame or more."""
        acts = {self.click: 40, self.key: 36, self.burst: 10, self.shift: 5, self.wait: 7, self.see: 3, self.resize: 2,
                self.kill: 1}  # fmt: skip
        act = self.lot.choices(list(acts), list(acts.values()))[0]
        self.did.append((self.user.at, act.__name__))
        act()
        if not self.user.app.running:
            self.did.append("closed")
            self.kill()

    def click(self) -> None:
        self.point()
        self.user.wait(FRAME_S)

    def point(self) -> None:
        control = self.lot.choice(self.user.app.controls.open)
        if control.name not in LEAVES or self.lot.random() < 0.15:
            self._does(control.name)
            self.user.point(control.rect)

    def key(self) -> None:
        self.strike(self.lot.choice(KEYS))
        self.user.wait(FRAME_S)

    def strike(self, key: str) -> None:
        if key not in LEAVES or self.lot.random() < 0.2:
            self._does(key)
            self.user.strike(pygame.key.key_code(key), key if len(key) == 1 else " " if key == "space" else "")

    def burst(self) -> None:
        """Many presses between two frames, often the same; some keys are held on."""
        keys = self.lot.choices((*KEYS, "space", "return", "right", "z", "1", "2"), k=3)
        for _ in range(self.lot.randint(2, MOST_AT_ONCE)):
            if self.lot.random() < 0.4:
                self.point()
            else:
                self.strike(self.lot.choice(keys))
        if self.lot.random() < 0.3:
            event = pygame.event.Event(pygame.KEYDOWN, key=pygame.key.key_code(keys[0]), unicode="", mod=0)
            for _ in range(4):
                self.user.app.handle(event)
                self.user.wait(FRAME_S)
            self.user.app.handle(pygame.event.Event(pygame.KEYUP, key=event.key, mod=0))
        self.user.wait(FRAME_S)

    def shift(self) -> None:
        n = self.lot.randint(1, 9)
        self._does(f"shift {n}")
        self.user.strike(pygame.K_0 + n, "!", pygame.KMOD_LSHIFT, 29 + n)
        self.user.wait(FRAME_S)

    def _does(self, what: str) -> None:
        self.presses += 1
        self.did.append(what)

    def wait(self) -> None:
        self.user.wait(self.lot.choice([0.1, 0.7, 2.2]))

    def see(self) -> None:
        """Something comes before the camera, or nothing does any more."""
        self.eyes.latest = None
        if self.lot.random() < 0.7:
            hands = [held(side, [d for d in Digit if self.lot.random() < 0.3]) for side in Side]
            self.eyes.show(self.user.now_s, hands[: self.lot.randint(0, 2)])
        self.user.wait(0.1)

    def resize(self) -> None:
        self.user.surface = pygame.Surface(self.lot.choice(SIZES))
        self.user.surface.set_clip(UNSEEN)
        self.user.look()

    def logs(self) -> list[Path]:
        """The logs of all games so far, the newest first."""
        return self.user.app.keeper.logs.logs("dexterity-jane")

    def kill(self) -> None:
        """The process is gone without a word; opened again, the game stands as it stood."""
        match = getattr(self.user.screen, "match", None)
        before = msgspec.json.encode(match.state) if match is not None and not match.over else None
        if match is None:
            self.user.app.close()
        else:
            killed(match)
        for log in self.logs()[:1]:
            History.of(read_log(log))
        self.user = self.opened()
        if before is None:
            return
        self.user.click("go_on")
        if self.user.at == "PickCamera":
            self.user.press("k")
        assert msgspec.json.encode(self.user.screen.match.state) == before


def broken(folder: Path, seed: int, presses: int) -> str | None:
    """What a session of the monkey broke, and what was pressed before; None where it broke nothing."""
    monkey = Monkey(folder, seed)
    try:
        monkey.session(presses)
    except Exception:
        return f"{traceback.format_exc()}after {monkey.did[-24:]}"
    finally:
        close_windows()
    return None


def main() -> int:
    """Many sessions, one after the other."""
    parser = argparse.ArgumentParser(prog="python -m tests.ui.window.monkey", description=__doc__)
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--presses", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="the first session's seed")
    given = parser.parse_args()
    faulty = 0
    with pytest.MonkeyPatch.context() as patch:
        blank_pictures(patch)
        patch.setattr(os, "fsync", lambda handle: None)  # a killed process leaves what it wrote, synced or not
        for seed in range(given.first, given.first + given.sessions):
            with tempfile.TemporaryDirectory() as folder:
                why = broken(Path(folder), seed, given.presses)
            faulty += why is not None
            print(f"session {seed}: {why or 'good'}", flush=True)
    print(f"{faulty} of {given.sessions} sessions broke the window")
    return int(faulty > 0)


if __name__ == "__main__":
    sys.exit(main())
