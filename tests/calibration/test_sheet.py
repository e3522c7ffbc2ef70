"""A sheet of paper on the table, seen by known cameras: found, measured, and refused where it should be."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from calibration.faults import CalibrationError
from calibration.sheet import Paper, find_sheet, plane_from_sheet
from tests.calibration.tables import Camera, Laid, render

A4, LETTER = Laid((21.0, 29.7)), Laid((21.59, 27.94))
AROUND = np.array([(-22, -16), (20, -14), (21, 17), (-19, 15), (3, 2), (-9, -4)], float)


def worst_cm(camera: Camera, frame: np.ndarray, paper: Paper) -> float:
    """How far the worst distance between places on the table is off."""
    plane, seen = plane_from_sheet(frame, paper), camera.see(AROUND)
    pairs = combinations(range(len(AROUND)), 2)
    off = [plane.distance_cm(seen[i], seen[j]) - np.linalg.norm(AROUND[i] - AROUND[j]) for i, j in pairs]
    return float(np.abs(off).max())


@pytest.mark.parametrize(
    ("camera", "sheet", "paper", "light", "noise"),
    [
        pytest.param(Camera(), A4, Paper.A4, 1.0, 3, id="from straight above"),
        pytest.param(Camera(turn_deg=90), A4, Paper.A4, 1.0, 3, id="from above, lying across"),
        pytest.param(Camera(turn_deg=45, away_cm=90), LETTER, Paper.LETTER, 1.0, 3, id="from above, lying askew"),
        pytest.param(Camera(tilt_deg=25, turn_deg=10), A4, Paper.A4, 1.0, 3, id="tilted by 25 degrees"),
        pytest.param(Camera(tilt_deg=40, turn_deg=-70), LETTER, Paper.LETTER, 1.0, 3, id="tilted by 40 degrees"),
        pytest.param(Camera(tilt_deg=50), A4, Paper.A4, 1.0, 3, id="tilted by 50, away from the camera"),
        pytest.param(Camera(tilt_deg=50, turn_deg=90), A4, Paper.A4, 1.0, 3, id="tilted by 50, across"),
        pytest.param(Camera(tilt_deg=45, turn_deg=30), A4, Paper.A4, 0.3, 5, id="tilted, dim and noisy"),
        pytest.param(Camera(tilt_deg=30, focal_share=0.6, away_cm=55), A4, Paper.A4, 1.0, 3, id="a wide lens"),
        pytest.param(Camera(tilt_deg=30, focal_share=1.3, away_cm=130), A4, Paper.A4, 1.0, 3, id="a long lens"),
        pytest.param(Camera(tilt_deg=20, away_cm=150), LETTER, Paper.LETTER, 0.6, 6, id="small and noisy"),
    ],
)
def test_distances_on_the_table_are_right_within_three_millimetres(camera, sheet, paper, light, noise):
    assert worst_cm(camera, render(camera, [sheet], light=light, noise=noise), paper) < 0.3


def test_the_axes_of_the_table_are_those_of_the_picture_and_the_longer_side_is_told():
    for turn_deg, upper in ((0, 21.0), (90, 29.7), (180, 21.0)):
        camera = Camera(turn_deg=turn_deg, tilt_deg=20)
        frame = render(camera, [A4])
        assert find_sheet(frame, Paper.A4).size_cm[0] == upper
        here, right, down = plane_from_sheet(frame, Paper.A4).to_cm([(320, 180), (340, 180), (320, 200)])
        assert (right - here)[0] > abs((right - here)[1])
        assert (down - here)[1] > abs((down - here)[0])
        assert np.linalg.norm(here) < 0.5, "the origin is the sheet's middle"


def test_corners_are_found_to_a_part_of_a_pixel():
    camera = Camera(tilt_deg=30, turn_deg=20)
    sheet = find_sheet(render(camera, [A4]), Paper.A4)
    off = np.linalg.norm(sheet.corners_px[:, None] - camera.see(A4.corners())[None], axis=2).min(1)
    assert off.max() < 0.25


@pytest.mark.parametrize(("laid", "paper"), [(A4, Paper.A4), (LETTER, Paper.LETTER)], ids=["A4", "Letter"])
def test_from_above_the_format_tells_itself_and_the_other_is_refused(laid, paper):
    frame = render(Camera(away_cm=60), [laid])
    assert find_sheet(frame).paper is paper
    (other,) = {*Paper} - {paper}
    with pytest.raises(CalibrationError, match="not the shape"):
        find_sheet(frame, other)


def hand_over(cm: np.ndarray, grey: np.ndarray) -> np.ndarray:
    covered = (np.abs(cm[:, 0]) < 2.5) & (cm[:, 1] > 12)
    return np.where(covered, 120.0, grey)


def printed(cm: np.ndarray, grey: np.ndarray) -> np.ndarray:
    lines = (np.abs(cm[:, 0]) < 8) & (np.abs(cm[:, 1]) < 11) & (cm[:, 1] % 1.0 < 0.3)
    return np.where(lines, 60.0, grey)


@pytest.mark.parametrize("over", [hand_over, printed], ids=["a thumb over its edge", "a printed page"])
def test_a_sheet_that_is_not_blank_and_bare_is_measured_all_the_same(over):
    camera = Camera(tilt_deg=25)
    assert worst_cm(camera, render(camera, [A4], over=over), Paper.A4) < 0.4


def test_cards_beside_the_sheet_and_the_table_around_it_do_not_count():
    camera = Camera(tilt_deg=20, away_cm=90)
    table = Laid((62, 44), level=130)
    frame = render(camera, [table, Laid(A4.size_cm, turn_deg=15), Laid((6.3, 8.8), (22, 0))], table=60)
    assert worst_cm(camera, frame, Paper.A4) < 0.3


@pytest.mark.parametrize(
    ("camera", "laid", "says"),
    [
        pytest.param(Camera(), [], "No sheet of paper was found", id="an empty table"),
        pytest.param(
            Camera(away_cm=110),
            [Laid(A4.size_cm, (-16, 0)), Laid(A4.size_cm, (16, 3))],
            "More than one",
            id="two sheets",
        ),
        pytest.param(Camera(), [Laid((25, 25))], "not the shape of A4", id="a square"),
        pytest.param(Camera(tilt_deg=30), [Laid((34, 14))], "not the shape of A4", id="a long envelope"),
        pytest.param(Camera(), [Laid(A4.size_cm, (0, 20))], "reaches out of the picture", id="half out of the picture"),
        pytest.param(Camera(), [Laid(A4.size_cm, level=92)], "No sheet", id="paper as dark as the table"),
    ],
)
def test_what_is_no_one_sheet_is_refused_with_what_to_do(camera, laid, says):
    with pytest.raises(CalibrationError, match=says):
        plane_from_sheet(render(camera, laid), Paper.A4)


def test_a_black_frame_and_one_of_noise_have_no_sheet():
    noise = np.random.default_rng(0).integers(0, 255, (360, 640, 3), np.uint8)
    for frame in (np.zeros((360, 640, 3), np.uint8), noise):
        with pytest.raises(CalibrationError, match="No sheet"):
            find_sheet(frame)
