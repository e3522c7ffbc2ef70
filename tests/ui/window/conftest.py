"""What the tests of the window share."""

from __future__ import annotations

import pytest

from tests.ui.window.fake_user import OPEN


@pytest.fixture(autouse=True)
def _close_windows():
    """No window outlives its test."""
    yield
    while OPEN:
        OPEN.pop().close()
