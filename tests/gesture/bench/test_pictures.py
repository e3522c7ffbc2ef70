"""The calibration plot and the sheets of failures."""

from __future__ import annotations

import numpy as np
import pytest

from gesture.bench.pictures import calibration_plot, failure, failure_sheets, graveness
from gesture.bench.scoring import Bin, Outcome, Share
from tests.gesture.bench.hands import labelled_hand, picture, reading
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
def test_sheets_hold_twenty_hands_each_and_are_at_most_three(failures, sheets):
    shown = some(failure(outcome(reading("ring")), PHOTO))
    drawn = failure_sheets([shown] * failures)
    assert len(drawn) == sheets
    assert all(sheet.ndim == 3 and (sheet != 255).any() for sheet in drawn)


def test_the_plot_takes_bins_without_errors_and_certain_ones():
    blank = calibration_plot([])
    drawn = calibration_plot([Bin(1.0, Share(10, 10)), Bin(0.7, Share(5, 9)), Bin(0.5, Share(0, 3))])
    assert drawn.shape == blank.shape
    assert (drawn != blank).any()
