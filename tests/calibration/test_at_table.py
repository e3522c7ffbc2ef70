"""What play makes of a profile: seats, own hands, and aims on the table's plane."""

import msgspec
import numpy as np
import pytest

from calibration.at_table import ground_of, known_at, named, table_of
from calibration.known import Lens, PlayerHands, Profile, SeatZone
from calibration.table_plane import TablePlane, plane_from_points, seen_through, straightened
from gesture.reading.digit_scaling import AS_READ
from gesture.table.seats import Seat, Table
from tests.calibration.tables import Camera
from tests.values import some

SIZE = (640, 360)
TABLE = Camera(size=SIZE, tilt_deg=-40)
MARKS_CM = np.array([(-20, -12), (20, -12), (20, 12), (-20, 12)], float)
LENS = Lens(
    camera_matrix=((540.0, 0.0, 320.0), (0.0, 540.0, 180.0), (0.0, 0.0, 1.0)),
    distortion=(-0.25, 0.08, 0.0, 0.0, 0.0),
    frame_size=SIZE,
    error_px=0.2,
    views=10,
)
STIFF = PlayerHands(player="Ann", digit_shift=(0.9, 0.0, 0.0, 0.0, 0.0), readings=80)


def zone(x, y):
    return ((x, y), (x + 200.0, y), (x + 200.0, y + 120.0), (x, y + 120.0))


def profile(**more):
    seats = (SeatZone("Ann", zone(200.0, 230.0)), SeatZone("Ben", zone(200.0, 10.0)))
    return Profile(name="kitchen", frame_size=SIZE, seats=seats, hands=(STIFF,), **more)


def plane(lens=None):
    return plane_from_points(TABLE.see(MARKS_CM), MARKS_CM, SIZE, lens=lens).plane


def test_each_player_sits_down_with_that_players_own_hands():
    table = table_of(profile(), SIZE)
    assert table.seat_of("Ann").hands == STIFF.own and table.seat_of("Ben").hands is AS_READ
    assert table.ground is None and not table.held_up
    assert table_of(profile(held_up=True), SIZE).held_up


def test_the_plane_holds_on_frames_of_another_size_and_not_on_those_of_another_shape():
    known = profile(table=plane())
    large = table_of(known, (1280, 720)).ground
    assert np.allclose(some(large).flat(TABLE.see(MARKS_CM) * 2), MARKS_CM, atol=0.05)
    assert ground_of(known, (640, 480)) is None
    with pytest.raises(ValueError, match="640 x 360"):
        table_of(known, (640, 480))


def test_with_the_lens_alone_the_picture_is_straightened():
    flat = some(ground_of(profile(lens=LENS), SIZE)).flat([(600.0, 330.0)])
    assert np.allclose(flat, straightened(np.array([(600.0, 330.0)]), LENS)) and flat[0][0] > 603


def test_a_table_of_a_seats_file_learns_what_the_profile_knows_of_the_players_named_there():
    elsewhere = Table((Seat("Cy", np.array(zone(0.0, 0.0))), Seat("Ann", np.array(zone(300.0, 0.0)))))
    now = known_at(elsewhere, profile(table=plane()), SIZE)
    assert now.players == ("Cy", "Ann") and now.seat_of("Ann").hands == STIFF.own and now.ground is not None


def test_under_another_name_nothing_is_known_of_a_players_hands():
    table = table_of(profile(), SIZE)
    assert named(table, ["Ben", "Ann"]).players == ("Ben", "Ann")
    renamed = named(table, ["Zoe", "Ben"])
    assert renamed.players == ("Zoe", "Ben") and renamed.seats[0].hands is AS_READ
    with pytest.raises(ValueError, match="and 3 names"):
        named(table, ["A", "B", "C"])


def test_a_profile_without_seats_is_no_table():
    bare = msgspec.structs.replace(profile(), seats=())
    with pytest.raises(ValueError, match="no seats"):
        table_of(bare, SIZE)


def test_a_plane_that_needs_a_lens_is_not_kept_without_it():
    through = plane(LENS)
    assert profile(table=through, lens=LENS).table.through_lens
    with pytest.raises(ValueError, match="lens"):
        profile(table=through)


def test_a_lens_measured_later_straightens_the_plane_and_a_better_one_does_so_anew():
    first = seen_through(plane(), None, LENS)
    corners = TABLE.see(MARKS_CM)
    assert first.through_lens and np.allclose(TablePlane(first, LENS).to_cm(corners), MARKS_CM, atol=0.1)
    better = msgspec.structs.replace(LENS, distortion=(-0.2, 0.05, 0.0, 0.0, 0.0))
    second = seen_through(first, LENS, better)
    assert np.allclose(TablePlane(second, better).to_cm(corners), MARKS_CM, atol=0.1)
