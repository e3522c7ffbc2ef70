"""Calls that are shown by a free hand: which hand shows one, which number, and what is asked where that is unsure."""

from __future__ import annotations

import numpy as np
import pytest

from gesture.games.one_finger.interpreter import OneFingerInterpreter
from gesture.games.one_finger.questions import CallQuestion
from gesture.reading.digit_scaling import AS_READ
from gesture.reading.hand_reading import HandReading
from gesture.table.seats import Seat, Table
from gesture.training.calling_hands import digits_for
from gesture.watching.fingers.moments import FingerMoved
from gesture.watching.fingers.resting_finger import Bearing
from gesture.watching.free_hands import HandLaid
from gesture.watching.stillness import consensus_of
from rules.game import Illegal
from rules.hands import Digit, Palm, Side
from rules.one_finger import GAME
from rules.one_finger.cards import Button, Card
from rules.one_finger.events import Call, Deal, Fingers, First
from rules.one_finger.state import State
from tests.gesture.stage import landmarks
from tests.values import box_around, five

CARD = np.array([[290.0, 150.0], [350.0, 150.0], [350.0, 210.0], [290.0, 210.0]])
SEATS = (
    Seat("Ann", np.array([[150.0, 190.0], [500.0, 190.0], [500.0, 360.0], [150.0, 360.0]])),
    Seat("Ben", np.array([[150.0, 0.0], [500.0, 0.0], [500.0, 170.0], [150.0, 170.0]])),
    Seat("Cy", np.array([[0.0, 60.0], [140.0, 60.0], [140.0, 300.0], [0.0, 300.0]])),
)
TABLE = Table(SEATS, in_play=(CARD,), free_hands=True)
RED = Card(2, Button.RED)


def laid(straight, x=420.0, at_s=5.0, unsure=(), player="Ann", from_start=False, y=300.0):
    """A hand at rest with these digits straight."""
    bent = frozenset(Digit) - frozenset(straight)
    points = landmarks(Side.RIGHT, (x, y), 0.0, bent, 0.8)
    p = five(0.5 if digit in unsure else 0.97 if digit in bent else 0.03 for digit in Digit)
    reading = HandReading(Side.RIGHT, Palm.DOWN, p, frozenset(unsure), 0.9, points, box_around(points))
    hand = consensus_of([reading] * 4, AS_READ, Side.RIGHT)
    return HandLaid(at_s=at_s, player=player, hand=hand, from_start=from_start)


def state(first="Ann") -> State:
    """A game in which somebody is to call."""
    players = TABLE.players
    now: State = GAME.open({"game": "one-finger", "version": 1, "players": list(players)})
    for event in (Deal(at=0, piles=dict.fromkeys(players, RED), draw=(RED,) * 5), First(at=0, player=first)):
        now, _ = GAME.apply(now, event)
    return now


def watching(pointing=True) -> OneFingerInterpreter:
    """An interpreter that has seen fingers come to the card."""
    found = OneFingerInterpreter(TABLE, state())
    for player in TABLE.players if pointing else ():
        tip = np.array([320.0, 205.0])
        found.means(FingerMoved(at_s=1.0, player=player, card=0, finger=0, bearing=Bearing.RESTS, tip=tip), state())
    return found


@pytest.mark.parametrize("from_thumb", [True, False], ids=["from the thumb on", "from the index finger on"])
@pytest.mark.parametrize("number", range(4))
def test_as_many_digits_straight_are_called_whichever_way_somebody_counts(number, from_thumb):
    claims = watching().means(laid(digits_for(number, from_thumb)), state())
    assert isinstance(claims, tuple) and [claim.event for claim in claims] == [
        Call(at=5.0, player="Ann", number=number)
    ]


@pytest.mark.parametrize(
    ("moment", "first", "pointing"),
    [
        pytest.param(laid([Digit.INDEX], player="Ben"), "Ann", True, id="a hand of somebody else"),
        pytest.param(laid([Digit.INDEX]), "Ben", True, id="a hand of Ann, when Ben is to call"),
        pytest.param(laid([Digit.INDEX], from_start=True), "Ann", True, id="one that lay there from the start"),
        pytest.param(laid([Digit.INDEX]), "Ann", False, id="one of somebody who points to no card"),
        pytest.param(laid([Digit.INDEX], x=320.0, y=275.0), "Ann", True, id="the pointing hand itself"),
    ],
)
def test_other_hands_call_nothing(moment, first, pointing):
    assert watching(pointing).means(moment, state(first)) == ()


def test_nothing_is_called_before_the_fingers_of_the_last_call_are_counted():
    interpreter = watching()
    interpreter.happened(Call(at=4.0, player="Ann", number=1), state(), state())
    assert interpreter.means(laid([Digit.INDEX]), state()) == ()
    interpreter.happened(Fingers(at=5.8, kept={}), state(), state())
    assert interpreter.means(laid([Digit.INDEX], at_s=6.5), state()) != ()


def test_a_number_that_cannot_be_told_is_asked_about_and_the_call_is_as_old_as_the_hand():
    question = watching().means(laid([Digit.INDEX, Digit.MIDDLE], unsure=[Digit.THUMB]), state())
    assert isinstance(question, CallQuestion) and question.player == "Ann"
    assert question.told(3) == Call(at=5.0, player="Ann", number=3)
    assert question.answered_by(laid([Digit.INDEX], unsure=[Digit.RING])) is None
    assert question.answered_by(laid([Digit.INDEX, Digit.MIDDLE], at_s=6.0)) == question.told(2)
    question.check(question.likelier)
    with pytest.raises(Illegal, match="which number Ann calls"):
        question.check(Call(at=5.0, player="Ben", number=2))


def test_hands_are_watched_one_by_one_only_where_they_call():
    assert len(OneFingerInterpreter(TABLE, state()).detectors()) == 1 + len(SEATS)
    assert len(OneFingerInterpreter(Table(SEATS, in_play=(CARD,)), state()).detectors()) == 1
