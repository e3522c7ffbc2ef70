"""Somebody small at the keyboard: whatever is pressed, nothing breaks, no screen is spoilt, and a game that is killed
goes on as it was."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest

from rules.hands import Digit, Side
from tests.ui.window.fake_user import FRAME_S, HD, FakeUser, Still, held, killed
from tests.ui.window.layout import faults
from tests.ui.window.test_layout import NINE

KEYS = (
    *"abcdefghijklmnopqrstuvwxyz1234567890+-", "space", "return", "escape", "left", "right", "backspace", "tab", "up",
    "down", "delete", "f5",
)  # fmt: skip
LEAVES = {"back", "home", "quit", "h", "q", "escape"}
"""What leads out of a game; pressed less often than everything else, so that games get on."""
SIZES = (HD, HD, HD, (1920, 1080), (1300, 1100), (2600, 800))
STEPS = 220


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

    def opened(self, **choices: Any) -> FakeUser:
        return FakeUser(self.folder, HD, seed=5, open_eyes=lambda number: self.eyes, **{"watch": None, **choices})

    def step(self) -> None:
        act = self.lot.choices([self.click, self.key, self.shift, self.wait, self.see, self.resize, self.kill],
                               [45, 40, 6, 7, 3, 2, 1])[0]  # fmt: skip
        self.did.append((self.user.at, act.__name__))
        act()
        if not self.user.app.running:
            self.did.append("closed")
            self.kill()

    def click(self) -> None:
        control = self.lot.choice(self.user.app.controls.open)
        if control.name not in LEAVES or self.lot.random() < 0.15:
            self.did.append(control.name)
            self.user.click(control.name)

    def key(self) -> None:
        key = self.lot.choice(KEYS)
        if key not in LEAVES or self.lot.random() < 0.2:
            self.did.append(key)
            self.user.press(key)

    def shift(self) -> None:
        n = self.lot.randint(1, 9)
        event: dict[str, Any] = {"key": pygame.K_0 + n, "unicode": "!", "mod": pygame.KMOD_LSHIFT, "scancode": 29 + n}
        self.user.app.handle(pygame.event.Event(pygame.KEYDOWN, **event))
        self.user.wait(FRAME_S)

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
        self.user.look()

    def kill(self) -> None:
        """The process is gone without a word; opened again, the game stands as it stood."""
        match = getattr(self.user.screen, "match", None)
        before = msgspec.json.encode(match.state) if match is not None and not match.over else None
        if match is None:
            self.user.app.close()
        else:
            killed(match)
        self.user = self.opened()
        if before is None:
            return
        self.user.click("go_on")
        if self.user.at == "PickCamera":
            self.user.press("k")
        assert msgspec.json.encode(self.user.screen.match.state) == before


@pytest.mark.usefixtures("_blank_pictures")
@pytest.mark.parametrize("seed", range(6))
def test_nothing_that_is_pressed_breaks_the_window_or_loses_a_game(tmp_path, seed):
    monkey = Monkey(tmp_path, seed)
    for _ in range(STEPS):
        try:
            monkey.step()
        except Exception as fault:
            raise AssertionError(f"after {monkey.did[-12:]}") from fault
        assert faults(monkey.user.page) == [], monkey.did[-12:]
