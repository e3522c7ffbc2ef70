"""When MediaPipe's landmarks count beside the network, and what they say."""

from __future__ import annotations

import numpy as np
import pytest

from gesture.reading.fusion import SURE, contradicted, familiarity, fused, landmark_logits, sure_from, unfamiliarity
from gesture.reading.landmarker import Landmarks
from rules.hands import Side

KNUCKLES = {1: (5, 80), 2: (9, 60), 3: (13, 40), 4: (17, 22)}


def hand(bent: set[int] = frozenset(), side: Side = Side.RIGHT, mirrored: bool = False) -> Landmarks:  # type: ignore[assignment]
    """Landmarks of an upright hand: digit 0 is the thumb; a bent finger's tip comes back to its palm."""
    points = np.zeros((21, 2))
    points[0] = (50, 200)
    for digit, (first, x) in KNUCKLES.items():
        ys = (110, 125, 135, 140) if digit in bent else (110, 80, 60, 40)
        points[first : first + 4] = [(x, y) for y in ys]
    points[1:5] = (
        [(80, 180), (95, 160), (80, 140), (55, 135)] if 0 in bent else [(80, 180), (100, 160), (120, 145), (160, 120)]
    )
    if mirrored:
        points[:, 0] = 100 - points[:, 0]
    return Landmarks(points, side, 0.9)


@pytest.mark.parametrize("bent", [set(), {1}, {4}, {0, 2}, {2, 3, 4}, {0, 1, 2, 3, 4}], ids=str)
def test_distances_tell_bent_from_straight(bent: set[int]) -> None:
    assert {i for i, v in enumerate(landmark_logits(hand(bent).points)) if v > 0} == bent


def test_a_hand_the_network_knows_is_the_networks_alone() -> None:
    logits = np.array([-5.0, 5, -5, -5, 5, -5, 5, 4])
    assert familiarity(logits) > 0.95
    assert ((fused(logits, hand().points, [hand()]) > 0) == (logits > 0)).all()


def test_a_hand_the_network_does_not_know_is_read_by_its_landmarks() -> None:
    logits = np.array([0.3, -0.4, 0.5, -0.2, 0.1, 0.2, 3.0, 4])
    assert [bool(v > 0) for v in fused(logits, hand().points, [hand({1, 3})])[:5]] == [False, True, False, True, False]


@pytest.mark.parametrize("up", [4.0, -4.0], ids=["a palm", "the back of a hand"])
def test_a_strangers_landmarks_are_believed_on_either_side_of_the_hand(up: float) -> None:
    logits = np.array([0.5] * 5 + [0.0, up, 4.0])
    assert (fused(logits, hand().points, [hand()])[:5] < -1).all()


def test_the_network_must_be_surer_of_a_palm_than_of_a_back_to_stand_alone() -> None:
    palm, back = (np.array([4.1] * 5 + [0.0, up, 4.0]) for up in (4.0, -4.0))
    assert familiarity(palm) < 0.5 < familiarity(back)
    assert fused(palm, hand().points, [hand()])[1] < fused(back, hand().points, [hand()])[1] < 4.1


@pytest.mark.parametrize(
    ("side", "mirrored", "up"),
    [(Side.RIGHT, False, True), (Side.RIGHT, True, False), (Side.LEFT, False, False), (Side.LEFT, True, True)],
    ids=["a right palm", "the back of a right hand", "the back of a left hand", "a left palm"],
)
def test_side_and_turn_of_the_knuckles_tell_the_palm(side: Side, mirrored: bool, up: bool) -> None:
    said = fused(np.zeros(8), hand().points, [hand(side=side, mirrored=mirrored)])
    assert (said[5] > 0) == (side is Side.LEFT)
    assert (said[6] > 0) == up


def test_without_landmarks_the_network_stands() -> None:
    logits = np.arange(8.0)
    assert fused(logits, hand().points, []) is logits


def test_looks_that_differ_are_weighed_together() -> None:
    logits = np.array([0.1, 0.1, 0.1, 0.1, 0.1, 0.0, 4.0, 4.0])
    looks = [hand({1}), hand({1}), hand()]
    said = fused(logits, hand().points, looks)
    assert said[1] > 0 > said[2]
    assert said[1] < fused(logits, hand().points, looks[:1])[1]


def test_a_hand_seen_end_on_is_no_stranger_however_unsure_the_network_is() -> None:
    logits, joints = np.full(8, 0.5), hand().points * (1.0, 0.5)
    assert unfamiliarity(logits, hand().points) > 0.9
    assert unfamiliarity(logits, joints) == 0
    assert SURE < sure_from(logits, joints, []) < sure_from(logits, hand().points, [])


@pytest.mark.parametrize(
    ("up", "seen", "more"),
    [(6.0, [hand()], False), (-6.0, [hand(mirrored=True)], True), (6.0, [], True), (-6.0, [], True)],
    ids=["a palm", "the back of a hand", "a palm without landmarks", "a back without landmarks"],
)
def test_of_a_stranger_more_is_asked_except_where_landmarks_are_good(
    up: float, seen: list[Landmarks], more: bool
) -> None:
    logits = np.array([0.5] * 5 + [0.0, up, 4.0])
    assert (sure_from(logits, hand().points, seen) > SURE) == more
    assert sure_from(logits, hand().points, seen) < 1


SURE_OF_IT = 4.6
CONTRADICTIONS: dict[str, tuple[set[int], list[set[int]], bool]] = {
    "all looks show the index straight that is called bent": ({1}, [set(), set(), set()], True),
    "one look of three sees it bent too": ({1}, [set(), {1}, set()], False),
    "a finger called straight looks bent": (set(), [{1}, {1}, {1}], False),
    "landmarks are poor at the thumb": ({0}, [set(), set(), set()], False),
    "a finger was taken for its neighbour": ({1, 4}, [{3, 4}, {3, 4}, {3, 4}], True),
    "nobody saw anything": ({1}, [], False),
}


@pytest.mark.parametrize("what", CONTRADICTIONS)
def test_plainly_straight_fingers_of_a_palm_contradict_a_network_that_calls_them_bent(what):
    called, seen, wanted = CONTRADICTIONS[what]
    logits = np.array([SURE_OF_IT if d in called else -SURE_OF_IT for d in range(5)] + [-5.0, 5.0, 5.0])
    looks = [hand(bent) for bent in seen]
    assert contradicted(logits, looks) == wanted
    said = {d for d in range(5) if fused(logits, hand().points, looks)[d] > 0}
    assert said == (seen[0] if wanted else called)
    back = logits * [1, 1, 1, 1, 1, 1, -1, 1]
    assert not contradicted(back, looks), "on a back landmarks make up straight fingers"


def test_one_look_alone_does_not_outvote_a_network_that_is_sure():
    logits = np.array([-SURE_OF_IT, SURE_OF_IT, *[-SURE_OF_IT] * 3, -5.0, 5.0, 5.0])
    assert contradicted(logits, [hand()])
    assert fused(logits, hand().points, [hand()])[1] > 0


def test_the_looks_do_not_outvote_a_network_that_is_surer_than_it_ever_is_of_strangers():
    logits = np.array([-6.0, 6.0, -6.0, -6.0, -6.0, -5.0, 5.0, 5.0])
    assert contradicted(logits, [hand()] * 3)
    assert fused(logits, hand().points, [hand()] * 3)[1] > 0


def test_two_of_mediapipes_fingers_laid_on_one_contradict_nothing():
    twice = hand()
    twice.points[5:9] = twice.points[9:13] - (4, 0)
    logits = np.array([-SURE_OF_IT, SURE_OF_IT, *[-SURE_OF_IT] * 3, -5.0, 5.0, 5.0])
    assert contradicted(logits, [hand()] * 3) and not contradicted(logits, [twice] * 3)
