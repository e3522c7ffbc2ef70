"""Whether a table is still as its profile says."""

import numpy as np
import pytest

from calibration.known import Light, Plane, Profile, SeatZone
from calibration.light import Grade
from calibration.moved import compare
from gesture.table.seats import Seat

SIZE = (640, 360)
ZONES = {"Ann": (200.0, 230.0), "Ben": (200.0, 10.0)}
PLANE = Plane(
    cm_from_px=((0.1, 0.0, 0.0), (0.0, 0.1, 0.0), (0.0, 0.0, 1.0)),
    error_cm=0.3,
    frame_size=SIZE,
    measured_px=((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)),
)


def zone(x, y):
    return ((x, y), (x + 200.0, y), (x + 200.0, y + 120.0), (x, y + 120.0))


def profile(**more):
    seats = tuple(SeatZone(name, zone(*at)) for name, at in ZONES.items())
    light = Light(brightness=120.0, contrast=80.0)
    return Profile(name="kitchen", frame_size=SIZE, seats=seats, light=light, **more)


def found(*places):
    return tuple(Seat(f"Player {n}", np.array(zone(*at))) for n, at in enumerate(places, 1))


def graded(brightness=118.0, seats=None, size=SIZE, **more):
    seats = found(*ZONES.values()) if seats is None else seats
    return {f.about: (f.grade, f.says) for f in compare(profile(**more), size, brightness, seats)}


def test_a_table_that_is_as_it_was_is_good_in_everything():
    told = graded(table=PLANE)
    assert {grade for grade, _ in told.values()} == {Grade.GOOD}
    assert set(told) == {"light as it was", "seats as they were", "table"} and "0.3 cm" in told["table"][1]


@pytest.mark.parametrize(
    "about, grade, says, how",
    [
        ("light as it was", Grade.COULD_BE_BETTER, "darker", {"brightness": 60.0}),
        ("light as it was", Grade.COULD_BE_BETTER, "brighter", {"brightness": 200.0}),
        ("seats as they were", Grade.BAD, "elsewhere", {"seats": found((430.0, 120.0), (200.0, 10.0))}),
        ("seats as they were", Grade.BAD, "elsewhere", {"seats": found((190.0, 10.0), (210.0, 10.0))}),
        ("seats as they were", Grade.COULD_BE_BETTER, "seen of Ben", {"seats": found((205.0, 225.0))}),
        ("profile", Grade.BAD, "640 x 360", {"size": (640, 480)}),
        ("table", Grade.GOOD, "not measured", {}),
    ],
    ids=["darker", "brighter", "camera moved", "two in one seat", "one away", "another shape", "no plane"],
)
def test_what_has_changed_is_said_with_what_to_do(about, grade, says, how):
    seen = graded(**how)[about]
    assert seen[0] is grade and says in seen[1]
