"""Finding out who sits where: rings of 2 to 9 players, people who come late, reach over, or never show their hands."""

import math
from functools import partial

import numpy as np
import pytest

from gesture.games.dexterity_jane.unseen_players import unseen_zones
from gesture.seating.seat_finder import find_seats
from gesture.sources.frames import SourceError
from gesture.table.seats import Table
from rules.hands import Side
from tests.gesture.stage import SIZE, Hand, KnowingReader, Stage, at, digits

WIDE, HIGH = SIZE
SCALE = 0.55


def sits(turn_deg, at_s, left=(), right=(), reach=1.0, off_px=24.0, sides=tuple(Side)):
    """Somebody `turn_deg` clockwise round the table from the bottom edge lays both hands down at `at_s`."""
    around = math.radians(turn_deg)
    out = np.array([-math.sin(around), math.cos(around)])
    place = np.array([WIDE / 2, HIGH / 2]) + out * [0.40 * WIDE, 0.36 * HIGH] * reach
    rightwards = np.array([out[1], -out[0]])
    hands = []
    for side, bent in ((Side.LEFT, left), (Side.RIGHT, right)):
        there = place + rightwards * (off_px if side is Side.RIGHT else -off_px)
        hand = Hand(side, math.degrees(math.atan2(-out[0], out[1])), scale=SCALE)
        away = there + out * 330
        hand.keys = [(at_s - 0.4, tuple(away), digits(*bent)), (at_s, tuple(there), digits(*bent))]
        hands += [hand] if side in sides else []
    return hands


def found(hands, seconds=4.0, **more):
    stage = Stage(hands, seconds, noise=1.0)
    reader = KnowingReader(stage)
    return find_seats(reader.follow(stage), reader, **more)


def turns(seats):
    """How far clockwise from the bottom edge each seat lies, in degrees, as the crow flies."""
    off = [(seat.zone.mean(0) - [WIDE / 2, HIGH / 2]) / [0.40 * WIDE, 0.36 * HIGH] for seat in seats]
    return [round(math.degrees(math.atan2(-x, y))) % 360 for x, y in off]


def near(seen, expected, within=22):
    return len(seen) == len(expected) and all(
        min(abs(a - b), 360 - abs(a - b)) <= within for a, b in zip(seen, expected, strict=True)
    )


def ring(players, seen=None, each_s=0.12):
    """So many players around the table, or those of them who are seen, who lay hands down one after the other."""
    return [
        hand
        for n in range(players)
        if seen is None or n in seen
        for hand in sits(360 * n / players, 0.8 + each_s * n, left=["index"] if n % 2 else [])
    ]


@pytest.mark.parametrize("players", range(2, 10))
def test_everybody_who_lays_hands_down_has_a_seat_and_nobody_else(players):
    seats = found(ring(players))
    expected = [360 * n / players for n in range(players)]
    assert near(sorted(turns(seats)), sorted(expected)), turns(seats)
    assert [seat.player for seat in seats] == [f"Player {n}" for n in range(1, players + 1)]


@pytest.mark.parametrize("players", [2, 4, 7, 9])
def test_each_hand_is_then_its_owners_and_nobody_elses(players):
    stage = Stage(ring(players), 3.0, noise=1.0)
    reader = KnowingReader(stage)
    table = Table(tuple(find_seats(reader.follow(stage), reader)))
    owners = [
        seat.player if seat else "nobody"
        for seat in (table.owner(hand) for hand in reader.read(np.zeros((*SIZE[::-1], 3), np.uint8)))
    ]
    assert sorted(owners) == sorted(2 * list(table.players))


def test_players_in_a_row_along_one_side_are_told_apart():
    hands = [h for n, x in enumerate((-130, 0, 130)) for h in moved(sits(0, 0.8 + 0.2 * n), x)]
    hands += sits(180, 1.6)
    assert len(found(hands)) == 4


def moved(hands, x):
    for hand in hands:
        hand.keys = [(t, (where[0] + x, where[1]), bent) for t, where, bent in hand.keys]
    return hands


def test_whoever_comes_late_has_a_seat_as_well():
    assert near(turns(found(ring(3) + sits(60, 3.0), 5.0)), [0, 60, 120, 240])


def test_where_the_players_are_counted_it_is_looked_until_the_last_has_come():
    stage = Stage(ring(2) + sits(90, 5.0), 12.0, noise=1.0)
    for players, until_s in ((2, 2.6), (3, 6.2)):
        reader = KnowingReader(stage)
        assert len(find_seats(reader.follow(stage), reader, players=players)) == players
        assert reader.now_s < until_s


def test_hands_laid_down_again_and_again_are_one_persons():
    hands = sits(0, 0.8) + sits(180, 1.0)
    for hand in hands[:2]:
        at(hand, 2.0, by=(14, 300), over_s=0.3)
        at(hand, 2.6, by=(6, -296), over_s=0.3)
    assert near(turns(found(hands, 5.0)), [0, 180])


def test_a_hand_that_reaches_over_to_a_neighbour_is_nobody_new():
    for angle in (0, 180):
        hands = sits(angle, 0.8, off_px=24) + sits(angle + 90, 1.0) + sits(angle + 270, 1.1)
        reaching = hands[0 if angle else 1]
        where = reaching.keys[-1][1]
        aside = 62 if where[0] < WIDE / 2 + 60 else -62
        at(reaching, 2.2, by=(aside, -12 if not angle else 12), over_s=0.3)
        assert len(found(hands, 4.5)) == 3, angle


def test_a_hand_that_was_not_found_takes_no_seat_away():
    hands = ring(4)
    del hands[3]  # the second player's right hand is never seen
    assert near(turns(found(hands)), [0, 90, 180, 270], 35)


@pytest.mark.parametrize(
    "hands, reveals_s, expected",
    [
        pytest.param(ring(4), (0.0,), [0, 90, 180, 270], id="four sides, all of them seen"),
        pytest.param(ring(3), (0.0,), [0, 120, 240], id="three, all of them seen"),
        pytest.param(ring(4, {0, 1, 3}), (0.0,), [0, 90, 270], id="three on three sides"),
        pytest.param(ring(2), (0.0,), [0, 180], id="two who face each other"),
        pytest.param(ring(2, {0}), (0.0,), [0, 180], id="one, whose other never shows"),
        pytest.param(ring(4, {0, 1}), (0.0,), [0, 90, 270], id="two round a corner, and the last opposite one of them"),
        pytest.param(ring(4, {0, 3}), (0.0,), [0, 90, 270], id="round the other corner"),
        pytest.param(ring(6, {0, 1, 2, 4, 5}), (0.0,), [0, 60, 120, 180, 240, 300], id="five of a ring of six"),
        pytest.param(ring(8, {0, 1, 2, 3, 4, 6, 7}), (0.0,), [45 * n for n in range(8)], id="seven of a ring of eight"),
        pytest.param(
            sits(0, 0.8) + sits(90, 3.0), (0.0, 2.0), [0, 90], id="two round a corner, each last in the other's round"
        ),
        pytest.param(ring(6, {0, 1, 2, 4}), (0.0,), [0, 60, 120, 240], id="an uneven ring, where places are free"),
        pytest.param(ring(6, {0, 1, 2, 4, 5}), (), [0, 60, 120, 240, 300], id="nothing known of rounds"),
    ],
)
def test_on_a_recorded_game_the_last_player_may_never_show_hands(hands, reveals_s, expected):
    seats = found(hands, 5.0, unseen_zones=partial(unseen_zones, stick_up=False, reveals_s=reveals_s))
    assert near(sorted(turns(seats)), expected, 25), turns(seats)


PISTOL = ("middle", "ring", "pinky")


def aimed(turn_deg, left=(), right=PISTOL, by_deg=0.0):
    hands = sits(turn_deg, 0.9, left, right)
    hands[1].facing_deg += by_deg + 16  # a drawn index finger slants inwards
    return hands


@pytest.mark.parametrize(
    "hands, expected",
    [
        pytest.param(aimed(0) + sits(90, 1.2), [0, 90, 180], id="at an empty place"),
        pytest.param(aimed(0) + sits(180, 1.2), [0, 180], id="at somebody who was seen"),
        pytest.param(aimed(0, left=("index",)) + sits(90, 1.2), [0, 90, 270], id="a guess of that shape at nobody"),
    ],
)
def test_whoever_is_aimed_at_sits_at_the_table(hands, expected):
    shot = partial(unseen_zones, stick_up=True, reveals_s=(0.0,))
    assert near(sorted(turns(found(hands, unseen_zones=shot))), expected, 25)


def test_asked_to_lay_hands_down_one_alone_is_too_few_and_nobody_is_made_up():
    with pytest.raises(SourceError, match="one player alone"):
        found(sits(0, 0.8))
    with pytest.raises(SourceError, match="No hands were found"):
        found([], 1.5)
    assert len(found(ring(4, {0, 1}))) == 2


def never(people, zones, size):
    """A rule of a game in which everybody is seen."""
    return []


@pytest.mark.parametrize(
    "players, missing, expected",
    [(4, 2, [0, 90, 180, 270]), (4, 1, [0, 90, 180, 270]), (2, 1, [0, 180]), (6, 4, [0, 60, 120, 180, 240, 300])],
)
def test_somebody_who_shows_no_arm_sits_there_where_it_is_said_how_many_play(players, missing, expected):
    hands = ring(players, seen=set(range(players)) - {missing})
    seats = found(hands, unseen_zones=never, exactly=players)
    assert near(turns(seats), expected, within=30)


@pytest.mark.parametrize("said", [2, 6])
def test_where_others_were_found_than_are_said_to_play_the_seats_are_asked_for(said):
    with pytest.raises(SourceError, match=f"hands of 4 people were found, and {said} play: name the seats"):
        found(ring(4), unseen_zones=never, exactly=said)


def test_hands_that_never_move_are_a_picture_and_no_player():
    poster = sits(90, -2.0)
    seats = found([*sits(0, 0.8), *sits(180, 1.0), *poster], unseen_zones=never)
    assert near(turns(seats), [0, 180])
    lifted = sits(90, -2.0)
    for hand in lifted:
        at(hand, 2.0, by=(-400, 0), over_s=0.4)
    assert len(found([*sits(0, 0.8), *sits(180, 1.0), *lifted], unseen_zones=never)) == 3
