"""Who gets which seat, as places are found, lost and corrected."""

from __future__ import annotations

import numpy as np
import pytest

from gesture.seating.seat_finder import Place
from tests.values import some
from ui.window.ready.seating import Seating

THREE = ("Ann", "Ben", "Cy")


def place(x: float, y: float = 500.0, hands: int = 2, here: bool = True) -> Place:
    zone = np.array([(x - 100, y + 100), (x + 100, y + 100), (x + 100, y - 100), (x - 100, y - 100)], float)
    return Place(zone, hands, here)


def middles(seating: Seating) -> list[float | None]:
    return [None if seat.zone is None else float(seat.zone[:, 0].mean()) for seat in seating.seats]


@pytest.mark.parametrize(
    ("looks", "expected"),
    [
        pytest.param([[900, 500, 150]], [900, 500, 150], id="everybody at once"),
        pytest.param([[500], [900, 500], [900, 500, 150]], [900, 500, 150], id="one after the other, in any order"),
        pytest.param([[900, 500]], [900, 500, None], id="one is missing"),
        pytest.param([[900, 500, 150], []], [900, 500, 150], id="hands that are taken away keep their seats"),
        pytest.param([[900], [920]], [920, None, None], id="a seat grows with what is seen"),
    ],
)
def test_places_get_players_in_their_order_round_the_table(looks, expected):
    seating = Seating(THREE)
    for look in looks:
        seating.take([place(x) for x in look])
    assert middles(seating) == expected


def test_more_places_than_players_are_nobodys_while_hands_lie_there():
    seating = Seating(THREE[:2])
    seating.take([place(900), place(500)])
    seating.take([place(900), place(500), place(150)])
    assert len(seating.spare) == 1
    seating.take([place(900), place(500), place(150, here=False)])
    assert seating.spare == []


def test_somebody_who_has_moved_takes_the_empty_seat_along():
    seating = Seating(THREE[:2])
    seating.take([place(900), place(500)])
    seating.take([place(900), place(500, here=False), place(370)])
    assert middles(seating) == [900, 370]
    seating.take([place(900), place(500, here=False), place(370)])
    assert middles(seating) == [900, 370]


def test_across_a_narrow_table_one_after_the_other_is_not_one_who_moved():
    seating = Seating(THREE[:2])
    near, far = place(500, 400), place(500, 280)
    far = Place(np.roll(far.zone, 2, axis=0), 2, True)
    seating.take([near])
    seating.take([Place(near.zone, 2, False), far])
    assert seating.complete
    assert [some(seat.zone)[:, 1].mean() for seat in seating.seats] == [400, 280]


def test_a_lone_hand_gets_no_seat_by_itself_but_by_the_table():
    seating = Seating(THREE[:2])
    seating.take([place(900), place(300, hands=1)])
    assert middles(seating) == [900, None]
    assert seating.settle(0, 1) is None
    assert middles(seating) == [900, 300]


def test_what_was_corrected_stays():
    seating = Seating(THREE)
    seating.take([place(900), place(500)])
    seating.give(0, 1)
    seating.take([place(920), place(500), place(150)])
    assert middles(seating) == [500, 900, 150]


def test_names_go_round_and_come_back():
    seating = Seating(THREE)
    seating.take([place(900), place(500), place(150)])
    seating.turn()
    assert middles(seating) == [150, 900, 500]
    seating.turn()
    seating.turn()
    assert middles(seating) == [900, 500, 150]


def test_seats_are_mirrored_in_the_picture_and_twice_mirrored_as_they_were():
    seating = Seating(THREE[:1])
    seating.take([place(900)])
    before = some(seating.seats[0].zone)
    seating.flip(1280)
    assert middles(seating) == [380]
    assert (some(seating.seats[0].zone)[:2, 1] == before[:2, 1]).all(), "it begins at the player's own edge"
    seating.flip(1280)
    assert np.allclose(some(seating.seats[0].zone), before)


def test_known_seats_wait_for_their_players_and_others_hands_are_told():
    known = {"Ann": place(900).zone, "Ben": place(500).zone}
    seating = Seating(THREE[:2], known)
    assert seating.complete
    seating.take([place(910), place(150)])
    assert middles(seating) == [900, 500]
    assert [seat.here for seat in seating.seats] == [True, False]
    assert len(seating.spare) == 1
