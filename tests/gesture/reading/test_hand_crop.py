"""How hands are cut out: the crop follows the hand, and points go to the crop and back."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gesture.hand_geometry import Landmark
from gesture.reading.hand_crop import CENTER_IN_PALMS, SIZE_IN_PALMS, HandCrop

WRIST, MIDDLE, INDEX, PINKY = (100, 200), (100, 140), (85, 142), (120, 145)


def crop_around(wrist, middle, index, pinky) -> HandCrop:
    """The crop of a hand with these knuckles; the other landmarks say nothing about it."""
    landmarks = np.full((21, 2), np.nan)
    landmarks[[Landmark.WRIST, Landmark.MIDDLE_KNUCKLE]] = wrist, middle
    landmarks[[Landmark.INDEX_KNUCKLE, Landmark.PINKY_KNUCKLE]] = index, pinky
    return HandCrop.around(landmarks)


def test_an_upright_hand_is_cropped_upright_around_its_palm() -> None:
    crop = crop_around(WRIST, MIDDLE, INDEX, PINKY)
    assert crop.angle == pytest.approx(0)
    assert (crop.x, crop.y) == pytest.approx((100, 200 - 60 * CENTER_IN_PALMS))
    assert crop.size == pytest.approx(SIZE_IN_PALMS * 60)


def test_a_foreshortened_hand_is_cropped_by_its_knuckles() -> None:
    crop = crop_around(WRIST, (100, 190), INDEX, PINKY)
    assert crop.size == pytest.approx(SIZE_IN_PALMS * 1.5 * math.dist(INDEX, PINKY))


def test_a_hand_that_points_right_is_turned_by_a_quarter() -> None:
    crop = crop_around((100, 100), (160, 100), (158, 80), (155, 120))
    assert crop.angle == pytest.approx(math.pi / 2)
    matrix = crop.to_crop(112)
    wrist, knuckle = (matrix[:, :2] @ np.array(p) + matrix[:, 2] for p in ((100, 100), (160, 100)))
    assert wrist[0] == pytest.approx(knuckle[0]) and wrist[1] > knuckle[1]


@given(
    st.floats(-500, 500), st.floats(-500, 500), st.floats(20, 900), st.floats(-math.pi, math.pi), st.integers(32, 256)
)
def test_points_survive_the_way_to_the_crop_and_back(x: float, y: float, size: float, angle: float, side: int) -> None:
    crop = HandCrop(x, y, size, angle)
    points = np.array([[x, y], [x + size / 3, y - size / 4], [0.0, 0.0]])
    matrix = crop.to_crop(side)
    there = points @ matrix[:, :2].T + matrix[:, 2]
    assert np.allclose(crop.to_picture(there, side), points, atol=1e-6 * (1 + abs(points).max()))
    assert np.allclose(there[0], side / 2)


@pytest.mark.parametrize("size", [40.0, 112.0, 500.0], ids=["smaller than the crop", "as large", "much larger"])
def test_the_crop_shows_what_the_frame_holds(size: float) -> None:
    picture = np.zeros((600, 600, 3), np.uint8)
    half = int(size // 2)
    picture[300 - half : 300 + half, 300 - half : 300] = (0, 0, 200)
    crop = HandCrop(300, 300, size, 0.0).cut(picture, 112)
    assert crop.shape == (112, 112, 3)
    assert crop[20:90, 10:50, 2].min() > 190 and crop[20:90, 62:100, 2].max() < 10
