"""What is counted as found, right, wrong, unsure, doubled and extra; intervals; calibration."""

from __future__ import annotations

import pytest

from gesture.bench.labels import Kind
from gesture.bench.scoring import Share, Tally, broken_down, calibration, count, digit_rates, rates
from gesture.bench.targets import verdicts
from tests.gesture.bench.hands import SIZE, labelled_hand, picture, reading


def counted(hands, readings, kind=Kind.SEAT):
    result = Tally()
    count(result, picture(*hands, kind=kind), readings, SIZE)
    return result


ONE_HAND = {
    "all five right": ("index", reading("index"), {"found": 1, "right": 1}),
    "a bent digit read straight, surely": ("index ring", reading("index"), {"found": 1, "wrong": 1}),
    "a straight digit read bent, surely": ("", reading("thumb"), {"found": 1, "wrong": 1}),
    "right but unsure of a digit": ("index", reading("index", unsure="index"), {"found": 1, "unsure": 1}),
    "wrong about a digit that it is unsure of": ("", reading("pinky", unsure="pinky"), {"found": 1, "unsure": 1}),
    "sure and wrong of one, unsure of another": (
        "", reading("pinky", unsure="thumb"), {"found": 1, "unsure": 1, "wrong": 1},
    ),
    "just near enough": ("", reading(at=(359.0, 200.0)), {"found": 1, "right": 1}),
    "just too far away": ("", reading(at=(361.0, 200.0)), {}),
    "nothing read": ("", None, {}),
}  # fmt: skip


@pytest.mark.parametrize("words", ONE_HAND)
def test_one_hand(words):
    bent, read, hits = ONE_HAND[words]
    result = rates(counted([labelled_hand(bent)], [read] if read else []).outcomes)
    assert {k: result[k].hits for k in ("found", "right", "wrong", "unsure")} == {
        "found": 0, "right": 0, "wrong": 0, "unsure": 0, **hits,
    }  # fmt: skip
    assert result["found"].of == 1


LEFT_OUT = {
    "a joint off the picture": labelled_hand(at=(300.0, 390.0)),
    "a joint on the far edge": labelled_hand(at=(640.0, 200.0)),
    "touched by another hand": labelled_hand(overlap=True),
}


@pytest.mark.parametrize("words", LEFT_OUT)
def test_a_hand_that_does_not_count_takes_its_reading_along(words):
    hand = LEFT_OUT[words]
    result = counted([hand], [reading(at=tuple(hand.knuckle))])
    assert (result.outcomes, result.extra, result.twice) == ([], 0, 0)


def test_the_nearer_of_two_readings_belongs_to_the_hand_and_the_other_is_a_doubled_one():
    result = counted([labelled_hand("index")], [reading(at=(330.0, 200.0)), reading("index", at=(302.0, 200.0))])
    assert (result.outcomes[0].right, result.twice, result.extra) == (True, 1, 0)


def test_one_reading_does_not_serve_two_hands():
    result = counted([labelled_hand(), labelled_hand(at=(350.0, 200.0), side="right")], [reading(at=(325.0, 200.0))])
    assert [o.found for o in result.outcomes] == [True, False]


def test_a_reading_far_from_every_hand_is_extra_and_one_in_between_is_neither():
    result = counted([labelled_hand()], [reading(at=(510.0, 200.0)), reading(at=(400.0, 200.0))])
    assert (result.extra, result.twice) == (1, 0)


def test_side_palm_and_shape_are_shares_of_the_hands_found():
    hands = [labelled_hand("middle ring pinky"), labelled_hand(at=(500.0, 200.0)), labelled_hand(at=(100.0, 200.0))]
    read = [reading("middle ring pinky", side="right"), reading("middle ring pinky", at=(500.0, 200.0), palm="up")]
    result = rates(counted(hands, read).outcomes)
    assert {k: (result[k].hits, result[k].of) for k in ("side", "palm", "shape", "pistols", "false_pistols")} == {
        "side": (1, 2), "palm": (1, 2), "shape": (1, 2), "pistols": (1, 1), "false_pistols": (1, 1),
    }  # fmt: skip


def test_an_unsure_digit_at_its_likelier_value_still_names_the_shape():
    result = rates(counted([labelled_hand("index")], [reading("index", unsure="index")]).outcomes)
    assert (result["shape"].hits, result["right"].hits) == (1, 0)


def test_of_a_photo_the_most_confident_reading_counts_and_an_unlabelled_thumb_does_not():
    photo = labelled_hand("index", unjudged="thumb")
    read = [reading("ring", confidence=0.5), reading("index thumb", unsure="thumb", confidence=0.8, at=(0.0, 0.0))]
    result = counted([photo], read, Kind.PHOTO)
    assert (result.outcomes[0].right, result.extra) == (True, 1)
    assert digit_rates(result.outcomes)["thumb"].of == 0
    assert rates(result.outcomes)["shape"].of == 0


WILSON = {
    "nothing counted": (0, 0, 0.0, 1.0),
    "none of ten": (0, 10, 0.0, 0.2775),
    "five of ten": (5, 10, 0.2366, 0.7634),
    "all of ten": (10, 10, 0.7225, 1.0),
    "one of a thousand": (1, 1000, 0.0002, 0.0056),
}


@pytest.mark.parametrize("words", WILSON)
def test_wilson_interval(words):
    hits, of, low, high = WILSON[words]
    assert Share(hits, of).interval == pytest.approx((low, high), abs=5e-5)


def test_breakdowns_hold_every_hand_once_and_numbers_in_their_order():
    result = Tally()
    for tilt, tone, palm in ((55.0, 9, "up"), (0.0, 0, "down"), (15.0, 9, "down")):
        count(result, picture(labelled_hand("index", tone=tone, palm=palm), tilt=tilt), [], SIZE)
    tables = broken_down(result.outcomes)
    assert list(tables["tilt"]) == ["0 degrees", "15 degrees", "55 degrees"]
    assert {value: group["found"].of for value, group in tables["tone"].items()} == {"0": 1, "9": 2}
    assert list(tables["bent digits"]) == ["1"]
    assert list(tables["palm length"]) == ["90 px and more"]


def test_palm_lengths_are_told_apart_from_the_shortest_on():
    result = Tally()
    for palm_px in (95.0, 60.0, 30.0, 40.0):
        count(result, picture(labelled_hand(palm_px=palm_px)), [], SIZE)
    bands = ["under 40 px", "40 to 55 px", "55 to 70 px", "90 px and more"]
    assert list(broken_down(result.outcomes)["palm length"]) == bands


def test_calibration_asks_whether_the_likelier_value_was_right():
    result = counted([labelled_hand("index")], [reading("index ring", sure_by=0.9)])
    (only,) = calibration(result.outcomes)
    assert (round(only.given, 6), only.right) == (0.9, Share(4, 5))


def test_targets_speak_of_what_was_measured_alone():
    result = counted([labelled_hand("index")], [reading("ring")])
    told = {v.target.words: v.reached for v in verdicts(result)}
    assert told["hands found"]
    assert not told["all five digits right"]
    assert not told["a digit confidently wrong"]
    assert "pistols right" not in told
    assert "thumb right" not in told
