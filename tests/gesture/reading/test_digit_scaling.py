"""How one player's own hands change what is read of them, and how little when little was shown."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gesture.reading.digit_scaling import (
    AS_READ,
    LARGEST_SHIFT,
    MOST_ANSWERS,
    DigitScaling,
    OwnHands,
    Showing,
    average_log_odds,
    learned,
)
from gesture.reading.hand_reading import HandReading
from gesture.table.seats import Table
from gesture.watching.moments import HandsAtRest, SecondReading
from gesture.watching.seat_hands import HandsDetector
from gesture.watching.watch import Watch
from rules.hands import Digit, Palm, Side
from tests.gesture.stage import ANN, BEN, KnowingReader, Stage, digits, lays, moments_of
from tests.values import five

SHOWN = [frozenset(), *(frozenset({d}) for d in Digit)]


def reading(odds, unsure=(), palm=Palm.DOWN, palm_p=1.0):
    p = five(1 / (1 + math.exp(-o)) for o in odds)
    return HandReading(Side.LEFT, palm, p, frozenset(unsure), 0.9, np.zeros((21, 2)), (0, 0, 1, 1), 1.0, palm_p)


def odds_of(reading):
    return [math.log(p / (1 - p)) for p in reading.digits]


def shows(straight=(-4.0,) * 5, bent=(4.0,) * 5, palm=Palm.DOWN, hands=2):
    """The showings of somebody whose digits have these log-odds when straight and when bent."""
    return [
        Showing(palm, shown, tuple(bent[n] if d in shown else straight[n] for n, d in enumerate(Digit)))
        for shown in SHOWN
        for _ in range(hands)
    ]


def test_hands_of_which_nothing_is_known_are_taken_as_they_are_read():
    seen = reading((1.0, -2.0, 3.0, -0.2, 0.4), {Digit.RING})
    assert AS_READ.corrected(seen) is seen and learned([]) == AS_READ


def test_hands_that_are_read_surely_and_rightly_stay_as_they_are_read():
    assert learned(shows()) == AS_READ


def test_a_digit_that_looks_straight_when_it_is_bent_is_called_bent_the_more_readily():
    own = learned(shows(bent=(-0.6, 4, 4, 4, 4), straight=(-6.0,) * 5))
    assert own.down.shift[0] > 0.6 and own.down.shift[1:] == (0, 0, 0, 0)
    now = own.corrected(reading((-0.6, -6, -6, -6, -6)))
    assert now.digits[0] > 0.5 and now.likelier == {Digit.THUMB}


def test_a_digit_that_looks_bent_either_way_is_asked_about_instead_of_being_called_wrongly():
    own = learned(shows(straight=(-4, 3.2, -4, -4, -4), bent=(4, 4.2, 4, 4, 4)))
    for odds in (3.2, 4.2):
        now = own.corrected(reading((-4, odds, -4, -4, -4)))
        assert now.unsure == {Digit.INDEX}


def test_a_digit_that_was_never_shown_bent_stays_as_it_is_read():
    crooked = [s for s in shows(straight=(-4, -4, -4, -4, 2.0)) if Digit.PINKY not in s.bent]
    own = learned(crooked)
    assert own.down.shift[4] == 0 and own.down.scale[4] == 1


def test_palms_down_and_up_are_learned_apart():
    own = learned(shows() + shows(bent=(-0.6, 4, 4, 4, 4), palm=Palm.UP))
    assert own.up.shift[0] > 0.4 > own.down.shift[0]
    up, down = (reading((-0.3, -4, -4, -4, -4), palm=palm) for palm in (Palm.UP, Palm.DOWN))
    assert own.corrected(up).digits[0] > own.corrected(down).digits[0] + 0.05


def test_the_less_sure_the_side_of_the_palm_is_the_less_changes():
    own = OwnHands(DigitScaling(shift=(1.5, 0, 0, 0, 0)))
    moved = [odds_of(own.corrected(reading((0.5,) * 5, palm_p=p)))[0] for p in (0.5, 0.75, 1.0)]
    assert moved == pytest.approx([0.5, 1.25, 2.0])


def test_one_hand_shown_once_teaches_less_than_two():
    one, two = (learned(shows(bent=(-0.6, 4, 4, 4, 4), hands=n)).down.shift[0] for n in (1, 2))
    assert 0 < one < two


def test_of_a_digit_that_nobody_could_tell_nothing_is_learned():
    told = frozenset(Digit) - {Digit.THUMB}
    own = learned(replace(s, told=told) for s in shows(bent=(-0.6, -0.6, 4, 4, 4), straight=(-6.0,) * 5))
    assert own.down.shift[0] == 0 < own.down.shift[1]


def answers(odds, *bent, times=1):
    return [Showing(Palm.DOWN, digits(*bent), odds)] * times


FAINT = (-4.0, -4.0, 0.3, -4.0, -4.0)
"""A hand whose middle finger is read as neither straight nor bent."""


@pytest.mark.parametrize(
    "known", [learned(shows()), OwnHands(DigitScaling((0, 0, 1.0, 0, 0)))], ids=["after a showing", "from a profile"]
)
def test_each_answer_of_the_table_moves_a_digit_further_towards_what_it_said(known):
    straight = answers((-4.0,) * 5)
    shifts = [known.taught([*straight, *answers(FAINT, "middle", times=n)]).down.shift for n in (2, 4, 8)]
    assert known.down.shift[2] < shifts[0][2] < shifts[1][2] < shifts[2][2] <= LARGEST_SHIFT
    assert all(abs(shift[n]) < 0.5 for shift in shifts for n in (0, 1, 3, 4))


def test_without_an_answer_hands_stay_as_they_were_known():
    known = learned(shows(bent=(-0.6, 4, 4, 4, 4)))
    assert known.taught([]) is known


def test_no_more_answers_count_than_hands_were_shown_and_of_many_the_newest():
    known, old, new = learned(shows()), answers(FAINT, "middle"), answers(FAINT, times=MOST_ANSWERS)
    assert known.taught([*old * 40, *new]) == known.taught(new) != known
    assert known.taught(new).showings == known.showings


@pytest.mark.parametrize("said", [("ring",), (), tuple(str(digit) for digit in Digit)])
def test_one_wrong_answer_changes_nothing_about_what_is_read_clearly(said):
    own = learned(shows(straight=(-5.0,) * 5, bent=(5.0,) * 5)).taught(answers((-5.0, 5.0, -5.0, -5.0, -5.0), *said))
    for bent in SHOWN:
        clear = reading([5.0 if digit in bent else -5.0 for digit in Digit])
        assert own.corrected(clear).bent == bent and not own.corrected(clear).unsure


def test_log_odds_are_averaged_over_readings_and_bounded():
    seen = [reading((1.0, -2.0, 0.0, 3.0, 99.0)), reading((3.0, -4.0, 0.0, 3.0, 99.0))]
    assert average_log_odds(seen) == pytest.approx((2.0, -3.0, 0.0, 3.0, math.log(0.9999 / 0.0001)))


some_odds = st.tuples(*[st.floats(-8, 8)] * 5)


moves = st.tuples(*[st.floats(-9, 9)] * 5)


@given(moves, moves, some_odds)
@settings(max_examples=150, deadline=None)
def test_no_correction_whatever_takes_a_sure_reading_for_the_other(shift, scale, odds):
    before = reading(odds)
    after = OwnHands(DigitScaling(shift, scale)).corrected(before)
    for n, digit in enumerate(Digit):
        was, now = odds_of(before)[n], odds_of(after)[n]
        assert abs(now) <= abs(was) + LARGEST_SHIFT + 1e-6
        if abs(was) >= 1.4:
            assert was * now >= 0 or digit in after.unsure


@given(
    st.lists(st.tuples(st.sampled_from(SHOWN), some_odds), max_size=14),
    some_odds,
    st.sets(st.sampled_from(list(Digit))),
    st.lists(st.tuples(st.sets(st.sampled_from(list(Digit))), some_odds), max_size=14),
)
@settings(max_examples=150, deadline=None)
def test_whatever_was_shown_and_answered_a_sure_reading_never_becomes_a_sure_other_one(shown, odds, unsure, answered):
    own = learned(Showing(Palm.DOWN, bent, seen) for bent, seen in shown)
    own = own.taught([Showing(Palm.DOWN, frozenset(bent), seen) for bent, seen in answered])
    before = reading(odds, unsure)
    after = own.corrected(before)
    for n, digit in enumerate(Digit):
        was, now = odds_of(before)[n], odds_of(after)[n]
        assert abs(now) <= abs(was) + LARGEST_SHIFT + 1e-6
        if abs(was) >= 1.4 and digit not in unsure:
            assert was * now >= 0 or digit in after.unsure


@pytest.mark.parametrize("five", [(1.0, 2.0), (math.nan,) * 5, (math.inf, 0, 0, 0, 0)])
def test_a_measure_is_five_numbers(five):
    with pytest.raises(ValueError, match="five digits"):
        DigitScaling(shift=five)


KNOWN = Table((replace(ANN, hands=OwnHands(DigitScaling(shift=(0.0, 0.0, 0.0, 2.0, 0.0)))), BEN))


def test_a_seat_is_watched_by_its_players_own_hands_and_no_other_players():
    hands = lays("Ann", 1.0, ["ring"]) + lays("Ben", 1.0, ["ring"])
    stage = Stage(hands, 3.0)
    reader = KnowingReader(stage, unsure=[Digit.RING])
    seen = moments_of(Watch(KNOWN, reader), reader.follow(stage))
    unsure = {moment.player: moment.hands.left.unsure for moment in seen if isinstance(moment, HandsAtRest)}
    assert unsure == {"Ann": frozenset(), "Ben": digits("ring")}


def test_looking_again_goes_by_them_too():
    stage = Stage(lays("Ann", 0.2, ["ring"], ["index"], from_s=0.0), 3.0)
    reader = KnowingReader(stage, unsure=[Digit.RING])
    settled = {}
    for table in (KNOWN, Table((ANN, BEN))):
        watch = Watch(table, reader, [HandsDetector(seat, Table((ANN, BEN))) for seat in (ANN, BEN)])
        for frame in reader.follow(stage):
            for moment in (moment for sighting in watch.step(frame) for moment in sighting.moments):
                if isinstance(moment, HandsAtRest):
                    watch.look_again("Ann", moment.hands, frame.at_s, palms_up=False)
                elif isinstance(moment, SecondReading):
                    settled[table is KNOWN] = moment.bent
        for sighting in watch.finish():
            settled |= {table is KNOWN: m.bent for m in sighting.moments if isinstance(m, SecondReading)}
    assert settled[True] == {Side.LEFT: digits("ring"), Side.RIGHT: digits("index")} and settled[False] is None
