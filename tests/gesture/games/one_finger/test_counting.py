"""What became of one finger at a call, by what it did."""

from __future__ import annotations

import pytest

from gesture.games.one_finger.counting import Fate, Fingertip, fate
from gesture.watching.fingers.moments import FingerMoved
from gesture.watching.fingers.resting_finger import Bearing

CALL_S, COUNTED_S = 5.0, 6.8
RESTS, GONE, DOUBTFUL, COVERED = Bearing.RESTS, Bearing.GONE, Bearing.DOUBTFUL, Bearing.COVERED


@pytest.mark.parametrize(
    ("moves", "since_s", "is_"),
    [
        pytest.param([(1.0, RESTS)], 0.0, Fingertip(Fate.KEPT), id="it lies there all the time"),
        pytest.param([(1.0, RESTS), (5.3, GONE)], 0.0, Fingertip(Fate.LIFTED, 5.3), id="it leaves after the call"),
        pytest.param([(1.0, RESTS), (4.4, GONE)], 0.0, Fingertip(Fate.LIFTED, 4.4), id="it leaves early"),
        pytest.param([(1.0, RESTS), (6.4, GONE)], 0.0, Fingertip(Fate.LIFTED, 6.4), id="it leaves late"),
        pytest.param([(1.0, RESTS), (7.0, GONE)], 0.0, Fingertip(Fate.KEPT), id="it leaves when all are counted"),
        pytest.param(
            [(1.0, RESTS), (4.4, GONE), (4.8, RESTS)], 0.0, Fingertip(Fate.KEPT), id="it is back before the call"
        ),
        pytest.param(
            [(1.0, RESTS), (5.2, GONE), (5.5, RESTS)], 0.0, Fingertip(Fate.KEPT, unsure=True), id="it is soon back"
        ),
        pytest.param(
            [(1.0, RESTS), (5.2, GONE), (6.7, RESTS)], 0.0, Fingertip(Fate.LIFTED, 5.2), id="it comes for the next call"
        ),
        pytest.param([(1.0, RESTS), (3.2, GONE)], 0.0, Fingertip(Fate.LIFTED, 3.2), id="it left long before"),
        pytest.param(
            [(1.0, RESTS), (2.2, GONE)], 3.8, Fingertip(Fate.UNSEEN, unsure=True), id="it left at the call before"
        ),
        pytest.param([], 0.0, Fingertip(Fate.UNSEEN, unsure=True), id="it never came"),
        pytest.param(
            [(1.0, RESTS), (5.2, DOUBTFUL)], 0.0, Fingertip(Fate.LIFTED, 5.2, unsure=True), id="it does something"
        ),
        pytest.param([(1.0, RESTS), (5.2, COVERED)], 0.0, Fingertip(Fate.KEPT, unsure=True), id="a hand is over it"),
        pytest.param([(1.0, RESTS), (5.2, COVERED), (5.9, RESTS)], 0.0, Fingertip(Fate.KEPT), id="a hand was over it"),
        pytest.param(
            [(1.0, RESTS), (5.2, DOUBTFUL), (5.2, GONE)], 0.0, Fingertip(Fate.LIFTED, 5.2), id="a doubt that cleared up"
        ),
    ],
)
def test_what_became_of_a_finger(moves, since_s, is_):
    told = [FingerMoved(at_s=at_s, player="Ann", card=0, finger=0, bearing=bearing) for at_s, bearing in moves]
    assert fate(told, CALL_S, COUNTED_S, since_s) == is_
