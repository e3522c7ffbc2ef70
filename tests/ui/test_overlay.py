"""Hands drawn on pictures."""

from __future__ import annotations

import numpy as np
import pytest

from gesture.reading.hand_reading import HandReading
from rules.hands import Digit, Palm, Side
from ui.overlay import draw_hands, put_text


def hand(x_px: float, bent: float, unsure: frozenset[Digit] = frozenset()) -> HandReading:
    points = np.array([[x_px, 200.0]] + [[x_px + 15 * (d - 2), 180 - 25.0 * j] for d in range(5) for j in range(4)])
    box = (int(x_px) - 30, 105, int(x_px) + 30, 200)
    return HandReading(Side.LEFT, Palm.DOWN, (bent,) * 5, unsure, 0.9, points, box)


def test_hands_are_drawn_on_a_copy():
    blank = np.zeros((240, 320, 3), np.uint8)
    drawn = draw_hands(blank, [hand(100, 0.0)])
    assert drawn.shape == blank.shape
    assert drawn.any()
    assert not blank.any()


def test_bent_straight_and_unsure_look_different_also_without_colour():
    blank = np.full((240, 320, 3), 90, np.uint8)
    bent, straight, unsure = (
        draw_hands(blank, [hand(160, p, doubt)])[90:118].mean(2)
        for p, doubt in ((1.0, frozenset()), (0.0, frozenset()), (0.4, frozenset(Digit)))
    )
    for a, b in ((bent, straight), (bent, unsure), (straight, unsure)):
        assert np.abs(a - b).max() > 50


@pytest.mark.parametrize("x_px", [-40, 0, 319, 400], ids=lambda x: f"at {x}")
def test_a_hand_at_the_edge_or_beyond_it_does_no_harm(x_px):
    draw_hands(np.zeros((240, 320, 3), np.uint8), [hand(x_px, 1.0)])


@pytest.mark.parametrize("middle", [(0, 0), (320, 0), (0, 240), (320, 240)], ids=str)
def test_a_label_stays_in_the_picture(middle):
    picture = np.zeros((240, 320, 3), np.uint8)
    put_text(picture, "left: thumb bent", middle, 0.5)
    rows, columns = np.nonzero(picture.max(2))
    assert columns.min() > 0
    assert columns.max() < 319
    assert rows.max() < 239
