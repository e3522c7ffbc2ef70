"""What the tests of the window share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.ui.window.fake_user import close_windows
from tests.ui.window.layout import blank_pictures


@pytest.fixture(autouse=True)
def _close_windows() -> Iterator[None]:
    """No window outlives its test."""
    yield
    close_windows()


@pytest.fixture
def _blank_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only texts and controls are looked at."""
    blank_pictures(monkeypatch)
