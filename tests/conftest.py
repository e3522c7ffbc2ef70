"""What all tests share: readers of hands that read each picture once a session of tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from gesture.reading.hand_reader import HandReader


@pytest.fixture(scope="session")
def live_reader() -> HandReader:
    """The reader of a live table."""
    from tests.gesture.remembering import READER

    return READER


@pytest.fixture
def pictures_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Readers that the code opens for itself, as a command does, share what was read as well."""
    from gesture.reading.hand_reader import HandReader
    from tests.gesture.remembering import read_once

    monkeypatch.setattr(HandReader, "read", read_once)
