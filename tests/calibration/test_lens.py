"""A lens from views of a ChArUco board that a known camera took."""

from __future__ import annotations

import struct
from functools import cache

import cv2
import numpy as np
import pytest

from calibration.faults import CalibrationError
from calibration.lens import (
    COLUMNS,
    ROWS,
    SQUARE_CM,
    View,
    board,
    board_png,
    draw_board,
    find_board,
    is_new,
    measure_lens,
)
from tests.values import some

SIZE = (640, 480)
MATRIX = np.array([(560.0, 0, 325), (0, 562, 236), (0, 0, 1)])
BEND = np.array([-0.21, 0.06, 0.0008, -0.0006, 0.0])
MIDDLE = np.array([COLUMNS, ROWS]) * SQUARE_CM / 2
PLACES = [(-7, -5), (7, -5), (-7, 5), (7, 5), (0, 0), (-6, 0), (6, 0), (0, 5), (0, -5), (3, 2)]
TILTS = [(25, 0), (-20, 15), (0, 30), (20, -20), (0, 0), (-30, 5), (10, -25), (-15, -15), (30, 10), (-25, 20)]


def pose(k: int, tilted: bool = True) -> tuple[np.ndarray, np.ndarray]:
    """How the board is held in view `k`: its turn as a rotation matrix and its shift."""
    tilt = TILTS[k] if tilted else (0, 0)
    turn = cv2.Rodrigues(np.radians([tilt[0], tilt[1], 7 * (k % 3)]))[0]
    return turn, np.array([*PLACES[k], 30.0 + k % 4]) - turn @ [*MIDDLE, 0]


def seen(k: int, noise_px: float = 0.1, tilted: bool = True) -> View:
    """View `k` by its projected corners."""
    chess = np.asarray(board().getChessboardCorners(), float)
    turn, shift = pose(k, tilted)
    points = cv2.projectPoints(chess, turn, shift, MATRIX, BEND)[0].reshape(-1, 2)
    points = points + np.random.default_rng(k).normal(0, noise_px, points.shape)
    inside = ((points > 3) & (points < np.array(SIZE) - 3)).all(1)
    return View(np.flatnonzero(inside).astype(np.int32), points[inside], SIZE)


@cache
def drawn() -> np.ndarray:
    return draw_board(100)


def photographed(k: int) -> np.ndarray:
    """View `k` as a frame: each pixel's ray, bent by the lens, met with the board."""
    turn, shift = pose(k)
    columns, rows = np.meshgrid(np.arange(SIZE[0], dtype=float), np.arange(SIZE[1], dtype=float))
    pixels = np.stack([columns.ravel(), rows.ravel()], 1).reshape(-1, 1, 2)
    rays = cv2.undistortPoints(pixels, MATRIX, BEND).reshape(-1, 2)
    rays = np.column_stack([rays, np.ones(len(rays))])
    back = rays @ np.linalg.inv(np.column_stack([turn[:, 0], turn[:, 1], shift])).T
    cm = (back[:, :2] / back[:, 2:]).reshape(SIZE[1], SIZE[0], 2)
    square = (drawn().shape[1] - 2 * round(SQUARE_CM / 2 * 100 / 2.54)) / COLUMNS
    at = (cm / SQUARE_CM * square + round(SQUARE_CM / 2 * 100 / 2.54) - 0.5).astype(np.float32)
    grey = cv2.remap(drawn(), at[..., 0], at[..., 1], cv2.INTER_AREA, borderValue=120, borderMode=cv2.BORDER_CONSTANT)
    grey = cv2.GaussianBlur(grey, (0, 0), 0.7).astype(float) * 0.8 + 20
    grey += np.random.default_rng(k).normal(0, 3, grey.shape)
    return cv2.cvtColor(np.clip(grey, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR)


def worst_off_px(lens) -> float:
    """How far the lens found and the true one differ over the middle of the frame and most of the way out."""
    grid = np.array([(x, y) for x in range(60, 600, 60) for y in range(50, 440, 60)], float).reshape(-1, 1, 2)
    rays = cv2.undistortPoints(grid, MATRIX, BEND).reshape(-1, 2)
    rays = np.column_stack([rays, np.ones(len(rays))])
    again = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), np.array(lens.camera_matrix), np.array(lens.distortion))[
        0
    ].reshape(-1, 2)
    return float(np.linalg.norm(again - grid.reshape(-1, 2), axis=1).max())


def test_a_lens_is_found_from_photographed_boards():
    views = [some(find_board(photographed(k))) for k in range(len(PLACES))]
    lens = measure_lens(views)
    assert lens.error_px < 0.3
    assert lens.camera_matrix[0][0] == pytest.approx(560, rel=0.02)
    assert lens.distortion[0] == pytest.approx(-0.21, abs=0.05)
    assert (lens.views, lens.frame_size) == (10, SIZE)
    assert worst_off_px(lens) < 8


def test_corners_are_found_with_their_numbers_where_they_are():
    view = some(find_board(photographed(0)))
    true = seen(0, noise_px=0)
    common, mine, theirs = np.intersect1d(view.ids, true.ids, return_indices=True)
    assert len(common) >= 20
    assert np.linalg.norm(view.corners_px[mine] - true.corners_px[theirs], axis=1).mean() < 0.4


def test_a_view_that_is_spoiled_is_left_out():
    views = [seen(k) for k in range(len(PLACES))]
    spoiled = View(
        views[3].ids, views[3].corners_px + np.random.default_rng(0).normal(0, 8, (len(views[3].ids), 2)), SIZE
    )
    lens = measure_lens([*views[:3], spoiled, *views[4:]])
    assert lens.views == 9
    assert lens.error_px < 0.3


def other_size(view: View) -> View:
    return View(view.ids, view.corners_px, (1280, 720))


@pytest.mark.parametrize(
    ("views", "says"),
    [
        pytest.param([], "seen 0 times, and 8 are needed", id="no views"),
        pytest.param([seen(k) for k in range(7)], "seen 7 times", id="too few"),
        pytest.param([seen(1)] * 12, "some are alike", id="all alike"),
        pytest.param([*(seen(k) for k in range(8)), other_size(seen(8))], "several sizes", id="two settings"),
        pytest.param([seen(k, tilted=False) for k in range(10)], "never tilted", id="never tilted"),
        pytest.param([seen(k, noise_px=4) for k in range(10)], "pixels off", id="corners that are off"),
    ],
)
def test_views_that_tell_no_lens_are_refused_with_what_to_do(views, says):
    with pytest.raises(CalibrationError, match=says):
        measure_lens(views)


def test_a_board_in_the_middle_alone_is_refused():
    def shrunk(view: View) -> View:
        return View(view.ids, (view.corners_px - [320, 240]) * 0.3 + [320, 240], SIZE)

    views = [shrunk(seen(k)) for k in range(10)]
    with pytest.raises(CalibrationError, match=r"of the picture only|seen \d times"):
        measure_lens(views)


def test_a_frame_without_the_board_has_none():
    assert find_board(np.full((480, 640, 3), 120, np.uint8)) is None
    assert find_board(np.random.default_rng(0).integers(0, 255, (480, 640, 3), np.uint8)) is None
    assert not is_new(seen(0), [seen(0)])
    assert is_new(seen(0), [seen(1)])


def test_the_board_is_printed_at_its_size():
    png = board_png(300)
    at = png.index(b"pHYs")
    dots_per_m, _, unit = struct.unpack(">IIB", png[at + 4 : at + 13])
    picture = np.asarray(some(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)), np.uint8)
    assert (unit, dots_per_m) == (1, 11811)
    assert picture.shape[1] / dots_per_m * 100 == pytest.approx((COLUMNS + 1) * SQUARE_CM, abs=0.05)
    assert picture.shape[1] / dots_per_m * 100 < 27.94, "it fits on Letter and on A4"
    assert picture.shape[0] / dots_per_m * 100 < 21.0
    assert len(some(find_board(picture)).ids) == (COLUMNS - 1) * (ROWS - 1)
