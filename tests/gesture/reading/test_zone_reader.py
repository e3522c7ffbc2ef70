"""Reading of a zone only what lies in it, at the sizes of the hands seen before."""

import cv2
import numpy as np
import pytest

from gesture.bench.table_show import drawn_table
from gesture.reading.palm_detector import SCALES
from gesture.reading.zone_reader import ENOUGH, ZoneReader


@pytest.fixture(scope="module")
def reader():
    with ZoneReader() as made:
        yield made


@pytest.fixture(scope="module")
def table():
    """Four players with all their hands on the table, and the seats."""
    show = drawn_table(4, (960, 540))
    return show.frame(90), show


def test_a_zone_gives_its_own_two_hands_with_the_digits_that_are_bent(reader, table):
    picture, show = table
    for seat in show.seats:
        hands = [hand for hand in reader.read(picture, seat.zone) if cv2.pointPolygonTest(
            seat.zone.astype(np.float32), tuple(hand.center.tolist()), False) >= 0]  # fmt: skip
        (due,) = (due for due in show.due[:4] if due.player == seat.player)
        assert {hand.side: hand.likelier for hand in hands} == due.bent, seat.player


def test_neighbours_hands_in_the_box_around_a_zone_aslant_are_left_out(reader, table):
    picture, show = table
    everything = reader.read(picture)
    (x0, _), (x1, y1) = show.seats[0].zone.min(0), show.seats[0].zone.max(0)
    far = np.array([(x0, y1), (x0 - 900, y1 + 900), (x1 + 900, y1 + 900)])  # its box holds the whole table
    assert len(everything) == 8 and len(reader.read(picture, far)) < 8


def test_once_hands_were_seen_only_their_sizes_are_looked_for(table):
    picture, show = table
    with ZoneReader() as fresh:
        assert fresh._likely_scales() == SCALES
        for seat in show.seats:
            fresh.read(picture, seat.zone)
        assert len(fresh._palms) >= ENOUGH and set(fresh._likely_scales()) < set(SCALES)


def test_a_zone_off_the_picture_holds_nothing(reader, table):
    assert reader.read(table[0], np.array([(-90.0, -90), (-10, -90), (-10, -10)])) == []
