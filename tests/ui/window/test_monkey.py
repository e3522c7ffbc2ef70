"""Whatever is pressed, nothing breaks, no screen is spoilt, and a game that is killed goes on as it was."""

from __future__ import annotations

import pytest

from tests.ui.window.monkey import broken

PRESSES = 300


@pytest.mark.usefixtures("_blank_pictures")
@pytest.mark.parametrize("seed", range(6))
def test_nothing_that_is_pressed_breaks_the_window_or_loses_a_game(tmp_path, seed):
    assert broken(tmp_path, seed, PRESSES) is None
