"""Since when hands are held still, told from their readings."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from gesture.reading.hand_reading import HandReading
from gesture.watching.held_still import HeldStill
from rules.hands import Digit, Palm, Side
from tests.gesture.stage import digits, landmarks

Shown = dict[Side, HandReading]


def hand(side: Side, bent: str = "", by_px: float = 0.0) -> Shown:
    points = landmarks(side, (240.0 + by_px, 200.0), 0.0, digits(bent) if bent else frozenset[Digit](), 1.0)
    return {side: HandReading(side, Palm.UP, (0.0,) * 5, frozenset(), 0.9, points, (0, 0, 1, 1))}


RIGHT = hand(Side.RIGHT)


@pytest.mark.parametrize(
    "shown, still_s",
    [
        pytest.param(lambda s: RIGHT, 1.9, id="it lies as it lay"),
        pytest.param(lambda s: hand(Side.RIGHT, by_px=2 * np.sin(9 * s)), 1.9, id="it sways"),
        pytest.param(lambda s: hand(Side.RIGHT, by_px=40 * s), 0.2, id="it moves on"),
        pytest.param(lambda s: hand(Side.RIGHT, "index" if s >= 1 else ""), 0.9, id="a digit bends"),
        pytest.param(lambda s: {} if 1 <= s < 1.2 else RIGHT, 1.9, id="it is overlooked for a moment"),
        pytest.param(lambda s: {} if 1 <= s < 1.5 else RIGHT, 0.4, id="it was away"),
        pytest.param(lambda s: RIGHT | (hand(Side.LEFT) if s >= 1.2 else {}), 0.7, id="another one joins it"),
        pytest.param(lambda s: {} if s >= 1.5 else RIGHT, 0.0, id="it has gone"),
    ],
)
def test_hands_are_still_since_they_last_moved(shown: Callable[[float], Shown], still_s: float):
    held = HeldStill()
    for n in range(20):
        found = held.see(n / 10, shown(n / 10))
    assert found == pytest.approx(still_s, abs=0.101)


@pytest.mark.parametrize(
    "between_s, still_s",
    [pytest.param(0.5, 2.0, id="a slow reader"), pytest.param(1.2, 0.0, id="a camera that was away")],
)
def test_hands_that_are_seldom_looked_at_are_still_unless_nobody_could_have_seen_them_move(between_s, still_s):
    held = HeldStill()
    assert [held.see(n * between_s, RIGHT) for n in range(5)][-1] == pytest.approx(still_s)
