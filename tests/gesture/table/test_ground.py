"""Aims on the table itself, where it is known how the camera looks down on it."""

import math

import numpy as np
import pytest

from calibration.known import Lens
from calibration.table_plane import StraightView, plane_from_points
from gesture.games.dexterity_jane.pistols import PISTOL, aim_of
from gesture.table.ground import seen_from_above
from gesture.table.seats import Seat, Table
from rules.hands import Side
from tests.calibration.tables import Camera
from tests.gesture.stage import PALM_PX, landmarks
from tests.values import some

SLANTED = Camera(size=(1280, 720), away_cm=110, tilt_deg=-58)
MARKS_CM = np.array([(-25, -18), (25, -18), (25, 18), (-25, 18)], float)
"""Four points that were measured."""
PLACES_CM = {"Ann": (0.0, 32.0), "Ben": (-48.0, 2.0), "Cy": (-20.0, -32.0), "Dee": (24.0, -32.0)}
PALM_CM = 9.0


def plane():
    return plane_from_points(SLANTED.see(MARKS_CM), MARKS_CM, SLANTED.size)


def table(ground=None):
    corners = np.array([(-14, -8), (14, -8), (14, 8), (-14, 8)], float)
    turned = corners[:, ::-1]
    zones = {name: np.add(turned if name == "Ben" else corners, at) for name, at in PLACES_CM.items()}
    return Table(tuple(Seat(name, SLANTED.see(zone)) for name, zone in zones.items()), ground=ground)


def pistol_cm(at_cm, deg):
    """The landmarks on the table of a pistol that lies at `at_cm` and points `deg` clockwise of away from Ann, midway
    between its finger and the hand's own length."""
    flat = landmarks(Side.RIGHT, (0.0, 0.0), 0.0, PISTOL) * PALM_CM / PALM_PX
    own = sum(math.degrees(math.atan2(*(flat[to] - flat[start]) * [1, -1])) for start, to in ((5, 8), (0, 9))) / 2
    c, s = math.cos(math.radians(deg - own)), math.sin(math.radians(deg - own))
    return flat @ np.array([[c, s], [-s, c]]) + at_cm


def shot(at_cm, deg):
    """The same in pixels."""
    return SLANTED.see(pistol_cm(at_cm, deg))


def to(at_cm, player):
    return math.degrees(math.atan2(PLACES_CM[player][0] - at_cm[0], at_cm[1] - PLACES_CM[player][1]))


@pytest.mark.parametrize("victim", ["Ben", "Cy", "Dee"])
def test_a_shot_straight_at_a_player_is_for_that_player(victim):
    at = (6.0, 26.0)
    aim = aim_of(shot(at, to(at, victim)), table().seat_of("Ann"), table())
    here = table(plane())
    on_table = some(aim_of(shot(at, to(at, victim)), here.seat_of("Ann"), here))
    assert on_table.victim == victim and on_table.off_deg < 15
    assert aim is None or on_table.off_deg < aim.off_deg + 6


def misses_deg(measured):
    """By how much the angle between a shot and Ben, who sits beside Ann, is misjudged, over many shots."""
    here = table(plane() if measured else None)
    alone = Table((here.seat_of("Ann"), here.seat_of("Ben")), ground=here.ground)
    off = []
    for at in [(x, 27.0) for x in (-8.0, 0.0, 8.0)]:
        for turn in (-20, -10, 10, 20):
            deg = to(at, "Ben") + turn
            (x, y), aim = pistol_cm(at, deg)[5], aim_of(shot(at, deg), alone.seats[0], alone)
            meant = [abs(deg - math.degrees(math.atan2(to_x - x, y - 2.0))) for to_x in (-48.0, -56.0)]
            if aim is not None:
                off.append(abs(aim.off_deg - sum(meant) / 2))
    return float(np.mean(off))


def test_seen_at_a_slant_angles_are_told_right_only_when_the_table_is_measured():
    assert misses_deg(measured=True) < 2 < misses_deg(measured=False)


def test_points_beyond_the_horizon_are_left_as_they_are_on_the_frame():
    points = np.array([(640.0, 600.0), (640.0, -3000.0)])
    assert np.array_equal(seen_from_above(points, plane()), points)
    assert not np.allclose(seen_from_above(points[:1], plane()), points[:1])
    assert seen_from_above(points, None) is points


def test_a_lens_alone_straightens_what_it_bends():
    matrix = ((1000.0, 0.0, 640.0), (0.0, 1000.0, 360.0), (0.0, 0.0, 1.0))
    lens = Lens(
        camera_matrix=matrix, distortion=(-0.3, 0.1, 0.0, 0.0, 0.0), frame_size=(1280, 720), error_px=0.2, views=9
    )
    flat = seen_from_above(np.array([(640.0, 360.0), (1200.0, 360.0)]), StraightView(lens))
    assert flat[0] == pytest.approx((640, 360), abs=0.01) and flat[1][0] > 1220
