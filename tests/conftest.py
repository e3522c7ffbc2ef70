"""What all tests share: each picture read and each recording refereed once a session, and which tests come first."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from gesture.reading.hand_reader import HandReader
    from tests.gesture.refereed import RefereedClips


LONGEST = (
    "ui/window/test_watched_game.py",
    "ui/window/test_layout.py",
    "gesture/play/test_recordings.py",
    "gesture/watching/test_lateness.py",
)
"""The files whose tests take longest."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have the files that take longest begin, so that none of them keeps one process busy at the end."""
    items.sort(key=lambda item: not item.nodeid.split("::")[0].endswith(LONGEST))


@pytest.fixture(scope="session")
def live_reader() -> HandReader:
    """The reader of a live table."""
    from tests.gesture.remembering import READER

    return READER


@pytest.fixture(scope="session")
def refereed_clips(live_reader: HandReader) -> RefereedClips:
    """How the bundled recordings end."""
    from tests.gesture.refereed import RefereedClips

    return RefereedClips(live_reader)


@pytest.fixture
def pictures_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Readers that the code opens for itself, as a command does, share what was read as well."""
    from gesture.reading.hand_reader import HandReader
    from gesture.reading.zone_reader import ZoneReader
    from tests.gesture.remembering import read_once

    for kind in (HandReader, ZoneReader):
        monkeypatch.setattr(kind, "read", read_once)


def pytest_sessionfinish() -> None:
    """Free the models while the library that holds them can still do it."""
    remembering = sys.modules.get("tests.gesture.remembering")
    if remembering is not None:
        remembering.forget()
