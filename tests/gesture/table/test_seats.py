"""Whose a hand is, and seats in files."""

import json

import numpy as np
import pytest

from gesture.reading.hand_reading import HandReading
from gesture.sources.frames import SourceError
from gesture.table.ownership import two_hands, whole_hands
from gesture.table.seat_files import load_seats, load_table, save_table
from gesture.table.seats import Seat, Table, clockwise
from rules.hands import Palm, Side
from tests.gesture.stage import ANN, BEN, digits, landmarks
from tests.values import some

TABLE = Table((ANN, BEN))
EVERYWHERE = np.array([(0, 0), (480, 0), (480, 270), (0, 270)], float)


def hand(side=Side.LEFT, at=(190.0, 240.0), facing_deg=0.0, side_p=0.95, confidence=0.9, scale=1.0):
    points = landmarks(side, at, facing_deg, digits(), scale)
    low, high = points.min(0), points.max(0)
    box = (int(low[0]), int(low[1]), int(high[0]), int(high[1]))
    return HandReading(side, Palm.DOWN, (0.05,) * 5, frozenset(), confidence, points, box, side_p)


@pytest.mark.parametrize(
    "what, owner",
    [
        (hand(), ANN),
        (hand(facing_deg=40), ANN),
        (hand(at=(290, 30), facing_deg=180), BEN),
        (hand(at=(240, 120), facing_deg=180), None),
        (hand(at=(20, 240)), None),
    ],
    ids=[
        "in her zone, from her side",
        "turned, still from her side",
        "in his zone, from his side",
        "his arm, reaching into her zone",
        "in nobody's zone",
    ],
)
def test_a_hand_belongs_to_the_zone_it_lies_in_and_the_side_it_comes_from(what, owner):
    assert TABLE.owner(what) is owner


def test_left_and_right_follow_the_reading_and_the_place_never_the_order():
    a, b = hand(Side.LEFT), hand(Side.RIGHT, (290.0, 240.0))
    up = np.array([0.0, -1.0])
    assert two_hands([a, b], up) == two_hands([b, a], up) == {Side.LEFT: a, Side.RIGHT: b}
    unsure = hand(Side.LEFT, (290.0, 240.0), side_p=0.55)
    assert two_hands([unsure, a], up) == {Side.LEFT: a, Side.RIGHT: unsure}


def test_of_hands_held_up_the_right_one_is_on_the_pictures_left_and_none_is_turned_away():
    """Whoever holds hands up faces the camera."""
    halves = [np.array([(x, 0), (x + 240, 0), (x + 240, 270), (x, 270)], float) for x in (240, 0)]
    held = Table((Seat("Ann", halves[0]), Seat("Ben", halves[1])), held_up=True)
    ben = held.seats[1]
    right, left = hand(Side.RIGHT, (60.0, 200.0), side_p=0.6), hand(Side.RIGHT, (170.0, 200.0), side_p=0.55)
    assert two_hands([left, right], held.facing(ben)) == {Side.LEFT: left, Side.RIGHT: right}
    assert held.owner(left) is ben and held.owner(hand(at=(60.0, 100.0), facing_deg=180)) is ben
    assert held.owner(hand(at=(400.0, 200.0), facing_deg=-90)) is held.seats[0]


def test_a_table_is_written_with_how_its_players_sit_and_where_the_cards_lie(tmp_path):
    halves = [np.array([(x, 0), (x + 240, 0), (x + 240, 270), (x, 270)], float) for x in (240, 0)]
    cards = np.array([(200, 100), (280, 100), (280, 170)], float)
    save_table(tmp_path / "table.json", Table((Seat("Ann", halves[0]), Seat("Ben", halves[1])), True, cards))
    again = load_table(tmp_path / "table.json")
    assert again.players == ("Ann", "Ben") and again.held_up and np.array_equal(some(again.cards), cards)
    save_table(tmp_path / "table.json", Table((ANN, BEN)))
    assert not load_table(tmp_path / "table.json").held_up and load_table(tmp_path / "table.json").cards is None


def test_crossed_hands_that_are_read_surely_stay_crossed():
    a, b = hand(Side.RIGHT, (190.0, 240.0), side_p=0.99), hand(Side.LEFT, (290.0, 240.0), side_p=0.99)
    assert two_hands([a, b], np.array([0.0, -1.0])) == {Side.LEFT: b, Side.RIGHT: a}


def test_the_far_player_looks_the_other_way():
    assert TABLE.inward(ANN) == pytest.approx([0, -1]) and TABLE.inward(BEN) == pytest.approx([0, 1])


def zone(x, y, wide, high, first=0):
    """A zone whose first corner is its top left one, or the next ones clockwise."""
    corners = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
    return np.array(corners[first:] + corners[:first], float)


OPPOSITE = zone(125, 0, 230, 105)


@pytest.mark.parametrize(
    "zones, inward",
    [
        pytest.param(
            [zone(40, 165, 190, 105), zone(250, 165, 190, 105), zone(125, 0, 230, 105)], (0, -1), id="two and one"
        ),
        pytest.param(
            [zone(40, 165, 190, 105, 1), zone(250, 165, 190, 105), zone(125, 0, 230, 105)], (0, -1), id="turned"
        ),
        pytest.param([zone(0, 165, 220, 105, 2), zone(230, 165, 220, 105, 2)], (0, -1), id="two in a row"),
        pytest.param([zone(0, 20, 105, 230), zone(375, 20, 105, 230)], (1, 0), id="two who face each other"),
        pytest.param([zone(0, 20, 200, 230, 3), zone(280, 20, 200, 230)], (1, 0), id="over wide zones"),
    ],
)
def test_players_look_over_the_long_side_of_their_zone_that_faces_the_table(zones, inward):
    table = Table(tuple(Seat(f"P{n}", corners) for n, corners in enumerate(zones)))
    assert table.inward(table.seats[0]) == pytest.approx(inward)


def test_no_forearm_and_no_hand_cut_by_the_edge_is_a_hand():
    whole = hand()
    forearm = hand(Side.RIGHT, (190.0, 262.0), 180.0, confidence=0.5, scale=0.6)
    assert whole_hands([forearm, whole], EVERYWHERE, (480, 270)) == [whole]
    assert whole_hands([whole], EVERYWHERE - [0, 40], (480, 270)) == []
    neighbour = hand(Side.RIGHT, (235.0, 240.0))
    assert len(whole_hands([whole, neighbour], EVERYWHERE, (480, 270))) == 2


def test_seats_go_clockwise_in_the_picture_from_the_first():
    def seat(name, x, y):
        return Seat(name, np.array([(x - 9, y - 9), (x + 9, y - 9), (x + 9, y + 9), (x - 9, y + 9)], float))

    given = [seat("down", 100, 190), seat("right", 190, 100), seat("up", 100, 10), seat("left", 10, 100)]
    assert [s.player for s in clockwise(given)] == ["down", "left", "up", "right"]


def test_seats_are_written_so_that_they_are_read_again(tmp_path):
    save_table(tmp_path / "seats.json", Table((ANN, BEN)))
    again = load_seats(tmp_path / "seats.json")
    assert [s.player for s in again] == ["Ann", "Ben"] and np.array_equal(again[0].zone, ANN.zone)
    assert [p.name for p in tmp_path.iterdir()] == ["seats.json"]


BOX = [[0, 0], [9, 0], [9, 9]]
TWO = [{"player": "Ann", "zone": BOX}, {"player": "Ben", "zone": BOX}]


@pytest.mark.parametrize(
    "content, says",
    [
        ("{", "no JSON file of seats: it is cut short; correct it"),
        (
            json.dumps({"seats": [{"player": "Ann", "zone": 5}, TWO[1]]}),
            "seats, number 1, zone: it must be a list, not a",
        ),
        (json.dumps({"seats": [{"player": "Ann", "zone": [[0, 0], [1e300, 0], [5, 5]]}, TWO[1]]}), "farther away than"),
        (json.dumps({"seats": [{"player": "Ann", "zone": [[0, 0], [1, 1], [5, 5]]}, TWO[1]]}), "is a line"),
        (json.dumps({"seats": [{"player": "A\x1b[31m", "zone": BOX}, TWO[1]]}), "a control character"),
        ("[1]", 'no list of "seats"'),
        (json.dumps({"seats": [{"player": "Ann", "zone": BOX}]}), "1 seats, and a game takes 2 to 9"),
        (json.dumps({"seats": [{"player": "Ann", "zone": BOX}] * 2}), "two players are called Ann"),
        (json.dumps({"seats": [{"player": n, "zone": BOX} for n in ("Ann", "A nn")]}), "differ in nothing but spaces"),
        (
            json.dumps({"seats": [{"player": "Ann", "zone": BOX[:2]}, {"player": "Ben"}]}),
            "seats, number 1: the zone of Ann has 2 corners .*; seats, number 2: 'zone' is missing; correct it",
        ),
        (json.dumps({"seats": [{"player": " ", "zone": BOX}, {"player": "Ben", "zone": BOX}]}), "has no name"),
        (json.dumps({"seats": TWO, "held_up": "yes"}), "true or false, not 'yes'"),
        (json.dumps({"seats": [*TWO, {"player": "Cy", "zone": BOX}], "held_up": True}), "3 seats, .* held up takes 2"),
        (json.dumps({"seats": TWO, "cards": BOX[:2]}), "cards: the area has 2 corners"),
        (json.dumps({"seats": TWO, "cards": "middle"}), "cards: it must be a list, not text"),
    ],
)
def test_a_file_that_describes_no_table_is_refused(tmp_path, content, says):
    (tmp_path / "seats.json").write_text(content)
    with pytest.raises(SourceError, match=says):
        load_seats(tmp_path / "seats.json")


def test_a_corner_seat_seen_at_a_slant_looks_across_its_own_edge():
    """Six players before a camera that leans by 45 degrees: the far zones are narrower at the players' edge."""
    far = Seat("Fay", np.array([(381, 157), (214, 157), (182, 234), (369, 234)], float))
    near = Seat("Cy", np.array([(622, 432), (862, 432), (810, 310), (603, 310)], float))
    table = Table((near, far))
    assert table.inward(far)[1] > 0.9 and table.inward(near)[1] < -0.9
