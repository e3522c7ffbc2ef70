"""The real reader on a few rendered pictures with their labels."""

from __future__ import annotations

from pathlib import Path

import pytest

from gesture.bench.labels import load_labels
from gesture.bench.scoring import Tally, count, rates
from gesture.reading.hand_reader import HandReader
from tests.values import picture

FOLDER = Path(__file__).parents[2] / "fixtures" / "reading"


@pytest.fixture(scope="module")
def shares():
    counted = Tally()
    with HandReader() as reader:
        for labelled in load_labels(FOLDER):
            shown = picture(labelled.path)
            count(counted, labelled, reader.read(shown), (shown.shape[1], shown.shape[0]))
    assert (counted.pictures, len(counted.outcomes), counted.extra, counted.twice) == (5, 10, 0, 0)
    return rates(counted.outcomes)


@pytest.mark.parametrize("what", ["found", "side", "palm", "pistols"])
def test_every_hand_is_found_with_its_side(shares, what):
    assert shares[what].value == 1


def test_most_hands_are_read_fully_right(shares):
    assert shares["right"].value >= 0.8


def test_no_digit_is_confidently_wrong(shares):
    assert shares["wrong"].hits == 0
