"""Photographs of people: which reading belongs to which hand, what counts, and how hands are told apart."""

from __future__ import annotations

import pytest

from gesture.bench.people_groups import POSES, by_person, by_pose, by_set, by_tone, by_view, digit_shares, no_hand_there
from gesture.bench.people_report import PeopleReport
from gesture.bench.reliability import reliability
from gesture.bench.scoring import Share, Tally, count, rates
from gesture.bench.targets import verdicts
from rules.hands import Digit
from tests.gesture.bench.hands import SIZE, boxed_hand, photograph, reading

BOX = (200, 100, 400, 300)
ELSEWHERE = (450, 350, 600, 450)
WHOLE = (0.0, 0.0, 640.0, 480.0)


def counted(*pictures):
    """The tally of pictures, each a photograph with its readings."""
    tally = Tally()
    for shown, readings in pictures:
        count(tally, shown, readings, SIZE)
    return tally


ONE_HAND = {
    "all five right": (boxed_hand("index"), [reading("index", box=BOX)], {"found": 1, "right": 1, "four": 1}),
    "a missed hand is not right": (boxed_hand(), [], {}),
    "unsure is not right": (boxed_hand(), [reading(unsure="ring", box=BOX)], {"found": 1, "unsure": 1, "asked": 1}),
    "sure and wrong": (boxed_hand(), [reading("ring", box=BOX)], {"found": 1, "wrong": 1}),
    "wrong of one digit and unsure of another is wrong, not asked": (
        boxed_hand(), [reading("ring", unsure="index", box=BOX)], {"found": 1, "wrong": 1, "unsure": 1},
    ),
    "a wrong thumb leaves the four fingers right": (
        boxed_hand(), [reading("thumb", box=BOX)], {"found": 1, "wrong": 1, "four": 1},
    ),
    "a doubtful digit is left out": (
        boxed_hand("thumb", doubtful="thumb"), [reading(box=BOX)], {"found": 1, "right": 1, "four": 1},
    ),
    "a doubtful digit that is unsure is left out": (
        boxed_hand(doubtful="thumb"), [reading(unsure="thumb", box=BOX)], {"found": 1, "right": 1, "four": 1},
    ),
    "another side does not matter on a picture of one hand": (
        boxed_hand(side="right"), [reading(box=BOX)], {"found": 1, "right": 1, "four": 1},
    ),
    "boxes that hardly overlap": (boxed_hand(), [reading(box=(380, 280, 580, 480))], {}),
    "a label that is the whole picture takes a small reading": (
        boxed_hand(box=WHOLE), [reading(box=(0, 0, 80, 60))], {"found": 1, "right": 1, "four": 1},
    ),
    "a label that is the whole picture takes no speck": (boxed_hand(box=WHOLE), [reading(box=(0, 0, 60, 60))], {}),
    "of two readings the box that fits better": (
        boxed_hand("ring"), [reading(box=(250, 100, 450, 300)), reading("ring", box=BOX)],
        {"found": 1, "right": 1, "four": 1},
    ),
}  # fmt: skip


@pytest.mark.parametrize("words", ONE_HAND)
def test_one_hand(words):
    hand, readings, hits = ONE_HAND[words]
    shares = rates(counted((photograph(hand), readings)).outcomes)
    every = dict.fromkeys(("found", "right", "four", "wrong", "unsure", "asked"), 0)
    assert {name: shares[name].hits for name in every} == every | hits


SIDES = {
    "right": (boxed_hand(), reading(box=BOX), 1, 1, 1),
    "wrong and sure": (boxed_hand(), reading(side="right", box=BOX), 0, 0, 1),
    "wrong and unsure": (boxed_hand(), reading(side="right", box=BOX, side_p=0.7), 0, 1, 1),
    "not labelled, so not counted": (boxed_hand(side=None), reading(side="right", box=BOX), 0, 0, 0),
}


@pytest.mark.parametrize("words", SIDES)
def test_side(words):
    hand, read, right, right_or_unsure, of = SIDES[words]
    shares = rates(counted((photograph(hand), [read])).outcomes)
    assert (shares["side"], shares["side_or_unsure"]) == (Share(right, of), Share(right_or_unsure, of))


def test_a_palm_that_is_guessed_is_a_view_and_not_counted():
    tally = counted((photograph(boxed_hand(palm=None, view="up")), [reading(box=BOX)]))
    assert rates(tally.outcomes)["palm"].of == 0
    assert list(by_view(tally)) == ["palms"]


def test_a_hand_of_which_no_digit_is_told_counts_as_found_alone():
    shares = rates(counted((photograph(boxed_hand(doubtful=" ".join(Digit))), [reading(box=BOX)])).outcomes)
    assert (shares["found"], shares["right"]) == (Share(1, 1), Share(0, 0))


def test_two_hands_take_the_readings_in_their_boxes_whatever_their_order():
    left, right = boxed_hand("index", box=(0, 0, 200, 200)), boxed_hand("ring", side="right", box=(300, 0, 500, 200))
    readings = [reading("ring", side="right", box=(310, 0, 500, 200)), reading("index", box=(0, 0, 190, 200))]
    assert all(outcome.right for outcome in counted((photograph(left, right), readings)).outcomes)


def test_of_two_hands_in_one_box_each_takes_the_reading_of_its_side():
    hands = boxed_hand("index"), boxed_hand("ring", side="right")
    readings = [reading("ring", side="right", box=BOX), reading("index", box=BOX)]
    assert all(outcome.right for outcome in counted((photograph(*hands), readings)).outcomes)


def test_one_reading_does_not_serve_two_hands():
    hands = boxed_hand(), boxed_hand(side="right", box=(220.0, 100.0, 420.0, 300.0))
    assert [outcome.found for outcome in counted((photograph(*hands), [reading(box=BOX)])).outcomes] == [True, False]


FALSE = {
    "beside a hand": ([boxed_hand()], [reading(box=BOX), reading(box=ELSEWHERE)], 1, 1),
    "unsure of every digit": ([], [reading(unsure=" ".join(Digit), box=BOX)], 1, 0),
    "sure of one digit": ([], [reading(unsure="index middle ring pinky", box=BOX)], 1, 1),
    "the same hand twice": ([boxed_hand()], [reading(box=BOX), reading(box=BOX)], 1, 1),
    "none": ([], [], 0, 0),
}


@pytest.mark.parametrize("words", FALSE)
def test_false_hands(words):
    hands, readings, false, sure = FALSE[words]
    tally = counted((photograph(*hands), readings))
    assert (tally.extra, tally.false_sure) == (false, sure)


def test_false_hands_belong_to_the_set_and_to_the_views_that_their_picture_shows():
    tally = counted(
        (photograph(boxed_hand(), of="a"), [reading(box=BOX), reading(box=ELSEWHERE)]),
        (photograph(boxed_hand(palm="up"), of="b"), [reading(box=BOX)]),
        (photograph(of="b"), [reading(box=BOX)]),
        (photograph(of="no hands"), []),
    )
    assert {name: one.extra for name, one in by_set(tally).items()} == {"a": 1, "b": 1}
    assert {name: one.extra for name, one in by_view(tally).items()} == {"backs": 1, "backs, open": 1, "palms": 0}
    assert (no_hand_there(tally).pictures, no_hand_there(tally).false_sure) == (2, 1)


POSE = {
    "open": "", "fist": "thumb index middle ring pinky", "pistol": "middle ring pinky",
    "pointing": "thumb middle ring pinky", "pinky alone bent": "pinky", "two others straight": "thumb ring pinky",
    "another pose": "ring pinky",
}  # fmt: skip


@pytest.mark.parametrize("pose", POSE)
def test_pose(pose):
    tally = counted((photograph(boxed_hand(POSE[pose], doubtful="thumb")), []))
    assert list(by_pose(tally)) == [pose]
    assert pose in POSES


def test_tones_and_digits():
    tally = counted(
        (photograph(boxed_hand(tone=7), boxed_hand(tone=2, box=(0.0, 0.0, 100.0, 100.0))), [reading("ring", box=BOX)]),
        (photograph(boxed_hand()), [reading(unsure="ring", box=BOX)]),
    )
    assert {tone: len(one.outcomes) for tone, one in by_tone(tally).items()} == {"2": 1, "7": 1}
    assert digit_shares(tally.outcomes, Digit.RING) == {
        "right": Share(0, 2),
        "wrong": Share(1, 2),
        "asked": Share(1, 2),
    }


def test_persons_are_of_a_set_and_have_five_hands_and_the_fewest_right_come_first():
    def of(name, person, right, wrong):
        shown = photograph(boxed_hand(), of=name, person=person)
        return [(shown, [reading(box=BOX)])] * right + [(shown, [reading("ring", box=BOX)])] * wrong

    persons = by_person(counted(*of("a", "1", 5, 0), *of("b", "1", 1, 4), *of("b", "2", 4, 0), *of("b", None, 9, 0)))
    assert persons.right == {"b: 1": Share(1, 5), "a: 1": Share(5, 5)}
    assert next(iter(persons.right)) == "b: 1"
    assert persons.spread == pytest.approx((0.2, 0.4, 0.6, 0.8, 1.0))


def test_p_bent_is_held_against_the_share_that_is_bent():
    tally = counted((photograph(boxed_hand("ring", doubtful="thumb")), [reading("ring index", box=BOX, sure_by=0.9)]))
    told = reliability(tally.outcomes)
    assert [(round(one.given, 6), one.bent) for one in told.bins] == [(0.1, Share(0, 2)), (0.9, Share(1, 2))]
    assert told.error == pytest.approx((2 * 0.1 + 2 * 0.4) / 4)


def test_p_bent_of_sure_digits_leaves_out_those_asked_about():
    tally = counted((photograph(boxed_hand()), [reading("ring", unsure="ring", box=BOX)]))
    assert (reliability(tally.outcomes).digits, reliability(tally.outcomes, sure_alone=True).digits) == (5, 4)


def test_certain_digits_have_their_bin():
    tally = counted((photograph(boxed_hand("ring")), [reading("ring", box=BOX, sure_by=1.0)]))
    assert [one.bent for one in reliability(tally.outcomes).bins] == [Share(0, 4), Share(1, 1)]


def test_targets_of_people_are_told_by_view_and_a_sure_false_hand_misses_its_own():
    tally = counted((photograph(boxed_hand()), [reading(box=BOX), reading(box=ELSEWHERE)]))
    told = {verdict.target.words: verdict.reached for verdict in verdicts(tally)}
    assert told["people's backs: all five digits right"]
    assert not told["photographs of people with a false hand sure of a digit"]
    assert not any("palms" in words or words == "hands found" for words in told)


def test_the_report_leads_with_sets_and_tells_the_same_to_machines():
    pictures = [photograph(boxed_hand("ring", tone=3), of="a", person="Ann"), photograph(of="none")]
    ours = counted((pictures[0], [reading("ring", box=BOX)]), (pictures[1], [reading(box=BOX)]))
    stock = counted((pictures[0], [reading(box=BOX)]), (pictures[1], []))
    report = PeopleReport(ours, stock)
    text, told = report.to_markdown(), report.to_json()
    assert text.index("## By set") < text.index("## By view") < text.index("## Targets")
    assert "Pictures that show no hand: 1. False hands there: 1, sure of a digit: 1; of stock: 0." in text
    assert told["by"]["set"]["a"]["right"]["hits"] == 1
    assert told["by"]["set"]["a"]["stock"]["wrong"]["hits"] == 1
    assert told["no_hand_there"] == {"images": 1, "false": 1, "false_sure": 1, "stock_false": 0}
    assert told["calibration"]["all sets"]["sure"]["digits"] == 5
    assert "stock" not in PeopleReport(ours).to_json()["by"]["set"]["a"]
