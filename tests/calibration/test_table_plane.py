"""The table in centimetres from four clicked points of known distances."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.faults import CalibrationError
from calibration.known import Lens, Matrix
from calibration.table_plane import TablePlane, plane_from_distances, plane_from_points, positions_from
from tests.calibration.tables import Camera

CORNERS = np.array([(-40, -25), (40, -25), (40, 25), (-40, 25)], float)
FAR = Camera(away_cm=140)


def distances(points: np.ndarray) -> dict[tuple[int, int], float]:
    return {(i, j): float(np.linalg.norm(points[j] - points[i])) for i in range(4) for j in range(i + 1, 4)}


@settings(deadline=None)
@given(
    tilt=st.floats(0, 50),
    turn=st.floats(-180, 180),
    a=st.tuples(st.floats(-40, 40), st.floats(-25, 25)),
    b=st.tuples(st.floats(-40, 40), st.floats(-25, 25)),
)
def test_exact_points_give_exact_centimetres_both_ways(tilt, turn, a, b):
    camera = Camera(tilt_deg=tilt, turn_deg=turn, away_cm=140)
    plane = plane_from_points(camera.see(CORNERS), CORNERS, camera.size)
    seen = camera.see(np.array([a, b]))
    np.testing.assert_allclose(plane.to_cm(seen), [a, b], atol=1e-5)
    np.testing.assert_allclose(plane.to_px([a, b]), seen, atol=1e-5)
    assert plane.distance_cm(*seen) == pytest.approx(math.dist(a, b), abs=1e-5)


@pytest.mark.parametrize("turn_deg", [0, 90, 180, -60], ids=lambda deg: f"turned by {deg} degrees")
@pytest.mark.parametrize("backwards", [False, True], ids=["clicked clockwise", "clicked the other way round"])
@pytest.mark.parametrize("left_out", [None, (0, 2), (1, 3)], ids=["all six", "without 0-2", "without 1-3"])
def test_distances_alone_place_the_points(turn_deg, backwards, left_out):
    camera = Camera(tilt_deg=35, turn_deg=turn_deg, away_cm=140)
    points = np.array([(-38, -20), (35, -26), (41, 22), (-30, 27)], float)[:: -1 if backwards else 1]
    known = distances(points)
    known.pop(left_out, None)
    plane = plane_from_distances(camera.see(points), known, camera.size)
    ends = np.array([(-20.0, 10), (25, -12)])
    assert plane.distance_cm(*camera.see(ends)) == pytest.approx(math.dist(*ends), abs=1e-6)
    here, right, down = plane.to_cm(camera.see(np.zeros((1, 2)))[0] + [(0, 0), (9, 0), (0, 9)])
    assert (right - here)[0] > 0
    assert (down - here)[1] > 0


def test_the_error_said_is_the_error_made_by_clicks_that_are_off():
    rng = np.random.default_rng(3)
    camera = Camera(tilt_deg=40, away_cm=140)
    for ends in (CORNERS[[0, 2]], np.array([(-10.0, 0), (10, 0)]), np.array([(-60.0, 30), (60, 30)])):
        seen, off, said = camera.see(ends), [], []
        for _ in range(150):
            clicked = camera.see(CORNERS) + rng.normal(0, 1.5, (4, 2))
            plane = plane_from_points(clicked, CORNERS, camera.size)
            off.append(plane.distance_cm(*seen) - math.dist(*ends))
            said.append(plane.distance_error_cm(*seen))
        assert 0.7 < np.mean(said) / np.std(off) < 1.4


def test_what_lies_beyond_the_horizon_is_infinitely_far():
    camera = Camera(tilt_deg=60, away_cm=140)
    plane = plane_from_points(camera.see(CORNERS), CORNERS, camera.size)
    assert np.isinf(plane.to_cm([320.0, 2000.0])).all()


def test_a_plane_measured_through_a_lens_needs_it_again():
    camera = FAR
    lens = Lens(
        camera_matrix=msgspec.convert(camera.matrix.tolist(), Matrix),
        distortion=(-0.2, 0.05, 0, 0, 0),
        frame_size=camera.size,
        error_px=0.3,
        views=9,
    )
    points = np.vstack([CORNERS, [(0, 25), (55, -30)]])
    bare = plane_from_points(camera.see(CORNERS), CORNERS, camera.size)
    bent = TablePlane(
        plane_from_points(camera.see(CORNERS), CORNERS, camera.size, lens=lens).plane, lens
    )  # how a lens bends pixels is checked by going there and back
    np.testing.assert_allclose(bent.to_cm(bent.to_px(points)), points, atol=0.01)
    assert np.abs(bent.to_px(points) - bare.to_px(points)).max() > 1
    with pytest.raises(ValueError, match="give that lens"):
        TablePlane(bent.plane)


@pytest.mark.parametrize(
    ("points", "says"),
    [
        pytest.param(CORNERS[:3], "Four points are needed", id="three points"),
        pytest.param(CORNERS[[0, 2, 1, 3]], "in order around", id="crosswise"),
        pytest.param([(0, 0), (100, 0), (200, 1), (100, 100)], "no three in line", id="three in a line"),
        pytest.param([(0, 0), (5, 0), (5, 5), (0, 5)], "far apart", id="too near to each other"),
        pytest.param([(0, 0), (float("nan"), 0), (5, 5), (0, 5)], "without a place", id="a click beside the frame"),
    ],
)
def test_clicks_that_cannot_be_used_are_refused_with_what_to_do(points, says):
    with pytest.raises(CalibrationError, match=says):
        plane_from_points(np.array(points), CORNERS, (640, 360))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        pytest.param({(0, 1): -1.0}, "cannot be", id="a negative distance"),
        pytest.param({(0, 1): None}, "four sides", id="a side not measured"),
        pytest.param({(0, 2): None, (1, 3): None}, "diagonal", id="no diagonal"),
        pytest.param({(0, 1): 500.0}, "No triangle", id="a side longer than the way round"),
        pytest.param({(1, 3): 80.0}, "contradict each other", id="a diagonal mismeasured"),
    ],
)
def test_distances_that_cannot_be_are_refused_with_what_to_do(change, says):
    known = {pair: value for pair, value in {**distances(CORNERS), **change}.items() if value is not None}
    with pytest.raises(CalibrationError, match=says):
        positions_from(known)


def test_distances_that_nearly_agree_are_reconciled_and_make_the_error_larger():
    known = distances(CORNERS)
    known[0, 2] += 0.8
    placed, off_cm = positions_from(known)
    assert 0 < off_cm < 0.8
    assert distances(placed)[0, 2] == pytest.approx(known[0, 2], abs=0.6)
    exact = plane_from_distances(FAR.see(CORNERS), distances(CORNERS), FAR.size)
    doubtful = plane_from_distances(FAR.see(CORNERS), known, FAR.size)
    assert doubtful.plane.error_cm > exact.plane.error_cm
    assert exact.fits((640, 360))
    assert not exact.fits((1280, 720))
