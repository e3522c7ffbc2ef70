"""From the palm detector's map to places to look at, each hand once."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gesture.reading.hand_crop import SIZE_IN_PALMS, HandCrop
from gesture.reading.palm_detector import PalmDetection, PalmDetector, non_maximum_suppression, peaks


def _map(*hands: tuple[int, int, float, float, float]) -> np.ndarray:
    """A map (5, 30, 40) with hands at cells x, y with vector vx, vy in cells and a logit."""
    maps = np.zeros((5, 30, 40), np.float32)
    maps[0] = -8
    for x, y, vx, vy, logit in hands:
        maps[0, y, x], maps[3, y, x], maps[4, y, x] = logit, vx, vy
    return maps


def test_a_peak_becomes_a_frame_that_points_along_its_vector() -> None:
    (found,) = peaks(_map((10, 12, 0.0, -6.0, 3.0)), 0.3)
    assert found.crop.palm_px == pytest.approx(24)
    assert found.crop.angle == pytest.approx(0)
    assert (found.crop.x, found.crop.y) == pytest.approx((10.5 * 4, 12.5 * 4 - 0.3 * 24))
    assert found.score == pytest.approx(1 / (1 + math.exp(-3)), rel=1e-5)


@pytest.mark.parametrize(
    ("maps", "count"),
    [
        (_map(), 0),
        (_map((5, 5, 3, 0, -2.0)), 0),
        (_map((5, 5, 3, 0, 2.0), (6, 5, 3, 0, 1.0)), 1),
        (_map((5, 5, 3, 0, 2.0), (20, 20, 3, 0, 1.0)), 2),
    ],
    ids=["an empty table", "a faint place", "two cells of one hand", "two hands"],
)
def test_only_clear_peaks_count(maps: np.ndarray, count: int) -> None:
    assert len(peaks(maps, 0.3)) == count


def test_a_hand_found_at_two_scales_is_one_hand() -> None:
    near = [
        PalmDetection(HandCrop(100, 100, 40 * SIZE_IN_PALMS, 0), 0.6),
        PalmDetection(HandCrop(110, 96, 44 * SIZE_IN_PALMS, 0), 0.8),
    ]
    far = PalmDetection(HandCrop(200, 100, 40 * SIZE_IN_PALMS, 0), 0.5)
    assert non_maximum_suppression([*near, far]) == [near[1], far]


@pytest.mark.parametrize("size", [(40, 30), (17, 200), (640, 480), (481, 333)], ids=lambda s: f"{s[0]} x {s[1]}")
def test_pictures_of_any_size_are_searched(size: tuple[int, int]) -> None:
    grey = np.full((size[1], size[0], 3), 128, np.uint8)
    assert PalmDetector().detect(grey) == []
