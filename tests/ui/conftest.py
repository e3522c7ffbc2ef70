"""What the tests of the command line share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.command_line import CommandLine
from ui.sound.engine import Engine

DATA = Path(__file__).parent / "data"


@pytest.fixture
def handref(capfd: pytest.CaptureFixture[str]) -> CommandLine:
    """The command line; what native libraries write to standard error counts as said by it."""
    return CommandLine(capfd)


@pytest.fixture(autouse=True)
def _nothing_speaks(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test has the computer speak."""

    def begin(engine: Engine, text: str, language: str) -> None:
        raise AssertionError(f"a test would have {engine.name} say {text!r}")

    monkeypatch.setattr(Engine, "begin", begin)


@pytest.fixture
def two_hands() -> Path:
    """A rendered picture, 640 x 480: a left hand with nothing bent and a right hand with its middle finger bent."""
    return DATA / "two_hands.jpg"
