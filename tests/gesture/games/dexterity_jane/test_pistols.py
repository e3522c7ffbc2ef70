"""A pistol told from a guess, and at whom it points (ruling D21)."""

import math
from dataclasses import replace

import numpy as np
import pytest

from gesture.games.dexterity_jane.pistols import PISTOL, aim_of, judge
from gesture.sources.frames import Frame
from gesture.table.seats import Seat, Table
from gesture.watching.moments import Hands
from gesture.watching.stillness import HandConsensus
from rules.hands import Digit, Palm, Side
from tests.gesture.stage import digits, landmarks
from tests.values import five, some


def seat(player, x, y, wide, high):
    return Seat(player, np.array([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)], float))


ANN, BEN, CY = seat("Ann", 125, 165, 230, 105), seat("Ben", 0, 20, 105, 230), seat("Cy", 375, 20, 105, 230)
DEE = seat("Dee", 125, 0, 230, 105)
TABLE = Table((ANN, BEN, DEE, CY))
PLAIN = Frame(np.full((270, 480, 3), 90, np.uint8), 0.0, 0)


def agreed(side, bent=(), at=(240.0, 240.0), facing_deg=0.0, scale=1.0):
    shown = frozenset(bent)
    odds = tuple(3.0 if d in shown else -3.0 for d in Digit)
    return HandConsensus(
        side, Palm.DOWN, 0.99, odds, frozenset(), landmarks(side, at, facing_deg, shown, scale), 3, five(odds)
    )


def hands(left, right, apart_s=0.0):
    return Hands(left=left, right=right, rest_s={Side.LEFT: 1.0, Side.RIGHT: 1.0 + apart_s}, frame=PLAIN)


def facing(start, target):
    (x, y), (to_x, to_y) = start, target
    return math.degrees(math.atan2(to_x - x, y - to_y))


@pytest.mark.parametrize("victim", [BEN, CY, DEE], ids=lambda s: s.player)
def test_a_pistol_points_at_the_player_on_the_line_of_its_index_finger(victim):
    at = (260.0, 240.0)
    aim = some(aim_of(landmarks(Side.RIGHT, at, facing(at, victim.center), PISTOL), ANN, TABLE))
    assert aim.victim == victim.player and aim.off_deg < 25


def test_between_two_players_the_aim_is_unsure():
    at = (240.0, 240.0)
    between = facing(at, CY.center) / 2 + facing(at, DEE.center) / 2
    aims = [aim_of(landmarks(Side.RIGHT, at, between + turn, PISTOL), ANN, TABLE) for turn in range(-20, 21, 4)]
    assert any(aim is not None and not aim.sure for aim in aims)


def test_a_pistol_that_points_off_the_table_points_at_nobody():
    assert aim_of(landmarks(Side.RIGHT, (240.0, 240.0), 180.0, PISTOL), ANN, TABLE) is None


def shot(left=(), right=PISTOL, at=CY.center, scale=1.04, narrow=1.0, turned_deg=0.0):
    """Ann's hands, the right one pointing at a place, as large as its neighbour or larger, and as wide or narrower."""
    wrist = (260.0, 240.0)
    turn_deg = facing(wrist, at) + turned_deg + 16  # a drawn index finger slants inwards
    hand = agreed(Side.RIGHT, right, wrist, turn_deg, scale)
    ahead = np.array([math.sin(math.radians(turn_deg)), -math.cos(math.radians(turn_deg))])
    across = np.array([-ahead[1], ahead[0]])
    points = hand.landmarks - wrist
    narrowed = np.outer(points @ ahead, ahead) + np.outer(points @ across, across) * narrow + wrist
    other = agreed(Side.LEFT, digits(*left), (180.0, 240.0))
    return hands(other, replace(hand, landmarks=narrowed))


ELSEWISE = {Side.LEFT: digits("index"), Side.RIGHT: digits("ring")}
AHEAD = DEE.center


@pytest.mark.parametrize(
    "seen, is_stick_up",
    [
        pytest.param(shot(), True, id="raised, aimed aside, the other palm open"),
        pytest.param(shot(at=AHEAD), True, id="raised, aimed straight ahead, the other palm open"),
        pytest.param(shot(at=AHEAD, scale=1.0, narrow=0.6), True, id="turned on its edge, aimed straight ahead"),
        pytest.param(shot(left=("middle", "ring", "pinky"), scale=1.0), True, id="two pistols, one aimed aside"),
        pytest.param(shot(at=AHEAD, scale=0.98, turned_deg=-12), False, id="flat, beside somebody, other palm open"),
        pytest.param(shot(at=AHEAD, scale=1.0, left=("index",)), False, id="flat, a digit bent on the other hand"),
        pytest.param(shot(scale=0.97, left=("index",)), False, id="flat, turned aside, a digit bent on the other"),
        pytest.param(shot(at=AHEAD, scale=1.0, narrow=1.05, left=("index",)), False, id="flat and broad, a digit bent"),
        pytest.param(shot(at=AHEAD, scale=1.0), None, id="flat, but straight at somebody: who can tell"),
        pytest.param(shot(scale=1.0), None, id="flat, but clearly aimed: who can tell"),
    ],
)
def test_a_pistol_is_told_from_a_guess_or_the_table_is_asked(seen, is_stick_up):
    found = some(judge(seen, ANN, TABLE, ELSEWISE))
    assert (found.likelier if found.shape_sure else None) is is_stick_up, found


@pytest.mark.parametrize(
    "seen",
    [shot(at=AHEAD, scale=1.0), shot(at=AHEAD, scale=0.985, turned_deg=8)],
    ids=["straight at somebody", "nearly so"],
)
def test_a_flat_hand_is_rather_a_guess_though_the_cards_ask_for_another(seen):
    assert not some(judge(seen, ANN, TABLE, ELSEWISE)).likelier


def test_what_the_cards_ask_for_is_a_guess():
    seen = some(judge(shot(["index"]), ANN, TABLE, {Side.LEFT: digits("index"), Side.RIGHT: PISTOL}))
    assert not seen.likelier and seen.shape_sure
    both = some(judge(shot(at=AHEAD, scale=1.02), ANN, TABLE, {Side.LEFT: digits(), Side.RIGHT: PISTOL}))
    assert not both.likelier


def test_where_the_view_is_slanted_size_tells_nothing():
    flat = some(judge(shot(at=AHEAD, scale=1.0, narrow=1.25), ANN, TABLE, ELSEWISE))
    raised = some(judge(shot(at=AHEAD, scale=1.08, narrow=1.25), ANN, TABLE, ELSEWISE))
    assert flat.log_odds == pytest.approx(raised.log_odds, abs=0.05) and not flat.shape_sure


def test_who_else_may_be_meant_is_said():
    wrist = np.array((240.0, 240.0))
    between = facing(wrist, CY.center) / 2 + facing(wrist, DEE.center) / 2
    aims = [aim_of(landmarks(Side.RIGHT, tuple(wrist), between + t, PISTOL), ANN, TABLE) for t in range(-20, 21, 4)]
    unsure = [aim for aim in aims if aim is not None and not aim.sure]
    assert unsure and all({aim.victim, aim.or_else} == {"Cy", "Dee"} for aim in unsure)
    assert all(aim.or_else is None for aim in aims if aim is not None and aim.sure)


def test_hands_without_a_pistol_are_no_question():
    assert judge(hands(agreed(Side.LEFT), agreed(Side.RIGHT, digits("ring"))), ANN, TABLE) is None


def test_a_hand_of_that_shape_that_points_at_nobody_is_a_guess():
    assert judge(shot(at=(260.0, 900.0), scale=1.05), ANN, TABLE, ELSEWISE) is None


def test_hands_held_up_are_told_by_their_aim():
    """Two who sit side by side: a pistol is turned to the neighbour, a guess points up."""
    seats = seat("Ann", 240, 0, 240, 270), seat("Ben", 0, 0, 240, 270)
    held = Table(seats, held_up=True)
    right, left = agreed(Side.RIGHT, PISTOL, (290.0, 200.0), -85.0), agreed(Side.LEFT, (), (420.0, 200.0))
    drawn = some(judge(hands(left, right), seats[0], held, ELSEWISE))
    assert drawn.sure and drawn.likelier and drawn.aims[Side.RIGHT].victim == "Ben"
    assert judge(hands(left, agreed(Side.RIGHT, PISTOL, (290.0, 200.0))), seats[0], held, ELSEWISE) is None


def double(apart_s, **more):
    left_at, right_at = (180.0, 240.0), (300.0, 240.0)
    left = agreed(Side.LEFT, PISTOL, left_at, facing(left_at, BEN.center))
    right = agreed(Side.RIGHT, PISTOL, right_at, facing(right_at, CY.center))
    return judge(hands(left, right, apart_s), ANN, TABLE, **more)


def test_two_pistols_within_half_a_second_are_a_double_stick_up():
    assert {side: aim.victim for side, aim in double(0.4).aims.items()} == {Side.LEFT: "Ben", Side.RIGHT: "Cy"}


def test_of_two_pistols_farther_apart_only_the_first_counts():
    assert list(double(0.7).aims) == [Side.LEFT]
    assert len(double(0.7, double_s=0.8).aims) == 2, "how far apart is a house rule"
