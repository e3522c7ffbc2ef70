"""The calibration plot and the sheets of failures."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from gesture.bench.pictures import (
    calibration_plot,
    failure,
    failure_sheets,
    failures_of,
    graveness,
    gravest,
    reliability_plot,
    wrong_in_turn,
)
from gesture.bench.reliability import reliability
from gesture.bench.scoring import Bin, Outcome, Share, Tally, count
from rules.hands import Digit
from tests.gesture.bench.hands import boxed_hand, labelled_hand, photograph, picture, reading
from tests.values import some

PHOTO = np.full((480, 640, 3), 90, np.uint8)


def outcome(read, bent="", **about):
    hand = labelled_hand(bent, **about)
    return Outcome(picture(hand), hand, read)


def test_failures_are_ranked_from_sure_and_wrong_to_unsure_and_right_hands_are_none():
    ranked = [
        outcome(reading("ring", sure_by=0.99)),
        outcome(reading("ring", sure_by=0.9)),
        outcome(None),
        outcome(reading(side="right")),
        outcome(reading(unsure="ring thumb")),
        outcome(reading(unsure="ring")),
        outcome(reading()),
    ]
    grave = [graveness(o) for o in ranked]
    assert grave == sorted(grave, reverse=True)
    assert len(set(grave)) == len(ranked)
    assert [failure(o, PHOTO) is None for o in ranked] == [False] * 6 + [True]


@pytest.mark.parametrize(("failures", "sheets"), [(0, 0), (1, 1), (20, 1), (21, 2), (90, 3)])
@pytest.mark.parametrize("choose", [gravest, wrong_in_turn])
def test_sheets_hold_twenty_hands_each_and_are_at_most_three(choose, failures, sheets):
    shown = some(failure(outcome(reading("ring")), PHOTO))
    drawn = failure_sheets(choose([shown] * failures))
    assert len(drawn) == sheets
    assert all(sheet.ndim == 3 and (sheet != 255).any() for sheet in drawn)


def test_the_plot_takes_bins_without_errors_and_certain_ones():
    blank = calibration_plot([])
    drawn = calibration_plot([Bin(1.0, Share(10, 10)), Bin(0.7, Share(5, 9)), Bin(0.5, Share(0, 3))])
    assert drawn.shape == blank.shape
    assert (drawn != blank).any()


def test_on_photographs_sets_and_kinds_of_failures_take_turns_and_what_was_only_asked_is_left_out():
    counted = Tally()
    for name, bent, read in (
        ("one", "", reading("ring", box=(200, 100, 400, 300))),
        ("one", "", reading("ring", box=(200, 100, 400, 300))),
        ("one", "", None),
        ("one", "", reading(unsure="ring", box=(200, 100, 400, 300))),
        ("other", "", reading("index", box=(200, 100, 400, 300))),
        ("other", "", reading("index", box=(0, 0, 90, 90))),
        ("other", "", reading("index", box=(0, 0, 90, 90), unsure=" ".join(Digit))),
    ):
        count(counted, photograph(boxed_hand(bent), of=name), [read] if read else [], (640, 480))
    shown = wrong_in_turn(failures_of(counted, PHOTO))
    groups = {"one not found": 1, "one wrong": 2, "other false": 1, "other not found": 2, "other wrong": 1}
    assert Counter(one.group for one in shown) == groups
    assert len({one.group for one in shown[:5]}) == 5


def test_the_plot_of_sets_takes_one_without_digits():
    counted = Tally()
    count(counted, photograph(boxed_hand("ring")), [reading("ring index", box=(200, 100, 400, 300))], (640, 480))
    blank = reliability_plot({})
    drawn = reliability_plot({"none": reliability([]), "one": reliability(counted.outcomes)})
    assert drawn.shape == blank.shape and (drawn != blank).any()
