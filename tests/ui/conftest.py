"""What the tests of the command line share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.command_line import CommandLine

DATA = Path(__file__).parent / "data"


@pytest.fixture
def handref(capfd: pytest.CaptureFixture[str]) -> CommandLine:
    """The command line; what native libraries write to standard error counts as said by it."""
    return CommandLine(capfd)


@pytest.fixture
def two_hands() -> Path:
    """A rendered picture, 640 x 480: a left hand with nothing bent and a right hand with its middle finger bent."""
    return DATA / "two_hands.jpg"
