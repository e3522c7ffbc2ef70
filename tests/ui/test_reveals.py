"""`--reveal AT:CARDS`."""

from __future__ import annotations

import pytest

from rules.dexterity_jane.cards import reference
from ui.errors import Problem
from ui.reveals import parse_reveals


@pytest.mark.parametrize(
    ("words", "reveals"),
    [
        pytest.param(["0:left-index"], [(0, (2,))], id="in words"),
        pytest.param(["1.5:7"], [(1.5, (7,))], id="by number"),
        pytest.param(["4:left-open,right-pinky+bullet"], [(4, (6, 11))], id="with a bullet where it is said"),
        pytest.param(["4:left-thumb"], [(4, (13,))], id="without one where none is said: card 1 bears one"),
        pytest.param(["0:left-index,left-index"], [(0, (2, 26))], id="two alike are two cards; 14 bears a bullet"),
        pytest.param(["0:left-index", "4:left-index"], [(0, (2,)), (4, (26,))], id="the next one in a later round"),
        pytest.param(["4:left-index", "0:left-index"], [(0, (2,)), (4, (26,))], id="in whatever order they are given"),
        pytest.param(["0:2,left-index"], [(0, (2, 26))], id="numbers and words mixed"),
        pytest.param(["0: Left-Ring , 5"], [(0, (16, 5))], id="with spaces and capitals"),
        pytest.param([], [], id="none at all"),
    ],
)
def test_reveals_name_cards(words, reveals):
    assert [tuple(r) for r in parse_reveals(words, reference(), simplified=False)] == reveals


def test_in_the_simplified_version_each_round_is_dealt_from_all_of_cards_1_to_24():
    found = parse_reveals(["0:left-index", "4:left-index,right-open"], reference(), simplified=True)
    assert [r.cards for r in found] == [(2,), (2, 12)]
    with pytest.raises(Problem, match="from 1 to 24"):
        parse_reveals(["0:25"], reference(), simplified=True)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        pytest.param(["left-index"], "not SECONDS:CARDS", id="no time"),
        pytest.param(["soon:left-index"], "not SECONDS:CARDS", id="a time that is no number"),
        pytest.param(["-1:left-index"], "not SECONDS:CARDS", id="a time before the start"),
        pytest.param(["inf:left-index"], "not SECONDS:CARDS", id="a time that never comes"),
        pytest.param(["0:"], "not SECONDS:CARDS", id="no card"),
        pytest.param(["0:left-index,"], "not SECONDS:CARDS", id="an empty name"),
        pytest.param(["0:left-toe"], "no card 'left-toe'", id="a digit that is none"),
        pytest.param(["0:paw-index"], "no card 'paw-index'", id="a hand that is none"),
        pytest.param(["0:left"], "no card 'left'", id="half a name"),
        pytest.param(["0:left-index+bomb"], "no card 'left-index+bomb'", id="a mark that is none"),
        pytest.param(["0:left-index+"], "no card 'left-index+'", id="a plus and no mark"),
        pytest.param(["0:61"], "no card 61", id="a number above the deck"),
        pytest.param(["0:0"], "no card 0", id="a number below the deck"),
        pytest.param(["0:2", "3:2"], "revealed already", id="a card twice"),
        pytest.param(["3:2", "3:3"], "give all its cards in one", id="two reveals at once"),
        pytest.param(["0:" + ",".join(["left-index"] * 9)], "still to come", id="more of a kind than the deck has"),
    ],
)
def test_words_that_name_no_reveal_are_refused_in_one_sentence(words, says):
    with pytest.raises(Problem) as refused:
        parse_reveals(words, reference(), simplified=False)
    assert says in refused.value.message
    assert refused.value.message.startswith("--reveal ")
    assert refused.value.message.endswith(".")
