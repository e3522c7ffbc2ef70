"""A pistol told from a guess, and at whom it points (ruling D21)."""

import math

import numpy as np
import pytest

from gesture.moments import Hands
from gesture.pistols import PISTOL, aim_of, judge
from gesture.resting import Agreed
from gesture.seats import Seat, Table
from gesture.sources import Frame
from rules.hands import Digit, Palm, Side
from tests.gesture.stage import digits, landmarks


def seat(player, x, y, wide, high):
    return Seat(player, np.array([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)], float))


ANN, BEN, CY = seat("Ann", 125, 165, 230, 105), seat("Ben", 0, 20, 105, 230), seat("Cy", 375, 20, 105, 230)
DEE = seat("Dee", 125, 0, 230, 105)
TABLE = Table((ANN, BEN, DEE, CY))
PLAIN = Frame(np.full((270, 480, 3), 90, np.uint8), 0.0, 0)


def agreed(side, bent=(), at=(240.0, 240.0), facing_deg=0.0, scale=1.0):
    shown = frozenset(bent)
    odds = tuple(3.0 if d in shown else -3.0 for d in Digit)
    return Agreed(side, Palm.DOWN, 0.99, odds, frozenset(), landmarks(side, at, facing_deg, shown, scale), 3)


def hands(left, right, apart_s=0.0):
    return Hands(left=left, right=right, rest_s={Side.LEFT: 1.0, Side.RIGHT: 1.0 + apart_s}, frame=PLAIN)


def facing(start, target):
    (x, y), (to_x, to_y) = start, target
    return math.degrees(math.atan2(to_x - x, y - to_y))


@pytest.mark.parametrize("victim", [BEN, CY, DEE], ids=lambda s: s.player)
def test_a_pistol_points_at_the_player_on_the_line_of_its_index_finger(victim):
    at = (260.0, 240.0)
    aim = aim_of(landmarks(Side.RIGHT, at, facing(at, victim.center), PISTOL), ANN, TABLE)
    assert aim.victim == victim.player and aim.off_deg < 25


def test_between_two_players_the_aim_is_unsure():
    at = (240.0, 240.0)
    between = facing(at, CY.center) / 2 + facing(at, DEE.center) / 2
    aims = [aim_of(landmarks(Side.RIGHT, at, between + turn, PISTOL), ANN, TABLE) for turn in range(-20, 21, 4)]
    assert any(aim is not None and not aim.sure for aim in aims)


def test_a_pistol_that_points_off_the_table_points_at_nobody():
    assert aim_of(landmarks(Side.RIGHT, (240.0, 240.0), 180.0, PISTOL), ANN, TABLE) is None


def shot(bent_beside=(), **more):
    at = (260.0, 240.0)
    right = agreed(Side.RIGHT, PISTOL, at, facing(at, CY.center), more.pop("scale", 1.0))
    return hands(agreed(Side.LEFT, digits(*bent_beside), (180.0, 240.0)), right)


def test_a_pistol_with_the_other_palm_open_is_a_stick_up():
    seen = judge(shot(), ANN, TABLE, {Side.LEFT: digits("index"), Side.RIGHT: digits("ring")})
    assert seen.log_odds > 1 and {side: aim.victim for side, aim in seen.aims.items()} == {Side.RIGHT: "Cy"}


def test_what_the_cards_ask_for_is_a_guess():
    seen = judge(shot(["index"]), ANN, TABLE, {Side.LEFT: digits("index"), Side.RIGHT: PISTOL})
    assert seen.log_odds < 0 and not seen.aims


def test_hands_without_a_pistol_are_no_question():
    assert judge(hands(agreed(Side.LEFT), agreed(Side.RIGHT, digits("ring"))), ANN, TABLE) is None


def double(apart_s):
    left_at, right_at = (180.0, 240.0), (300.0, 240.0)
    left = agreed(Side.LEFT, PISTOL, left_at, facing(left_at, BEN.center))
    right = agreed(Side.RIGHT, PISTOL, right_at, facing(right_at, CY.center))
    return judge(hands(left, right, apart_s), ANN, TABLE)


def test_two_pistols_within_half_a_second_are_a_double_stick_up():
    assert {side: aim.victim for side, aim in double(0.4).aims.items()} == {Side.LEFT: "Ben", Side.RIGHT: "Cy"}


def test_of_two_pistols_farther_apart_only_the_first_counts():
    assert list(double(0.7).aims) == [Side.LEFT]
