"""What network and landmarks say of one hand, and what follows from both."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from gesture.reading.fusion import LOUDEST, SURE, Evidence, fused, hand_features, sharpness_of, side_and_palm, the_model
from gesture.reading.hand_reading import SIDE_SURE
from gesture.reading.landmark_features import clockwise, finger_features, thumb_features
from gesture.reading.landmarker import Landmarks
from rules.hands import Side

KNUCKLES = {1: (5, 80), 2: (9, 60), 3: (13, 40), 4: (17, 22)}
SHARP = -1.0


def hand(bent: set[int] = frozenset(), side: Side = Side.RIGHT, mirrored: bool = False) -> Landmarks:  # type: ignore[assignment]
    """Landmarks of an upright hand: digit 0 is the thumb; a bent finger's tip comes back to its palm."""
    points, deep = np.zeros((21, 2)), np.zeros(21)
    points[0] = (50, 200)
    for digit, (first, x) in KNUCKLES.items():
        ys = (110, 88, 108, 125) if digit in bent else (110, 80, 60, 40)
        deep[first : first + 4] = (0, 12, 26, 18) if digit in bent else 0
        points[first : first + 4] = [(x, y) for y in ys]
    points[1:5] = (
        [(80, 180), (95, 160), (80, 140), (55, 135)] if 0 in bent else [(80, 180), (100, 160), (120, 145), (140, 125)]
    )
    if 0 in bent:
        deep[1:5] = (4, 10, 22, 26)
    world = np.column_stack([points - points.mean(0), deep]) * 0.001
    if mirrored:
        points[:, 0] = 100 - points[:, 0]
        world[:, 0] *= -1
    return Landmarks(points, side, 0.9, world)


def said(bent: set[int], loud: float = 5.0, left: float = -5.0, up: float = -5.0) -> np.ndarray:
    """What the network says of a hand: logits (8,)."""
    return np.array([*(loud if d in bent else -loud for d in range(5)), left, up, 5.0])


def evidence(network: set[int], looks: list[set[int]], loud: float = 5.0) -> Evidence:
    """The back of a right hand, as both see it."""
    seen = [hand(bent, mirrored=True) for bent in looks]
    return Evidence(said(network, loud), hand(mirrored=True).points, seen, SHARP)


def probabilities(of: Evidence) -> np.ndarray:
    """Of each digit being bent, (5,)."""
    p: np.ndarray = 1 / (1 + np.exp(-fused(of)[:5]))
    return p


@pytest.mark.parametrize("bent", [set(), {1}, {4}, {0, 2}, {2, 3, 4}, {1, 2, 3, 4}], ids=str)
def test_where_network_and_landmarks_agree_the_hand_is_read_surely(bent: set[int]) -> None:
    p = probabilities(evidence(bent, [bent] * 4))
    assert {d for d in range(5) if p[d] > 0.5} == bent
    fingers = np.maximum(p, 1 - p)[1:]
    assert (fingers >= SURE).all()


@pytest.mark.parametrize("finger", [1, 2, 3, 4])
def test_where_both_are_sure_and_disagree_the_digit_is_asked_about(finger: int) -> None:
    """People's hands on which the network is as sure as this and the landmarks deny it are read wrongly by either."""
    p = probabilities(evidence({finger}, [set()] * 4, loud=2.5))[finger]
    assert max(p, 1 - p) < SURE


@pytest.mark.parametrize("looks", [0, 1, 3, 5])
def test_any_number_of_looks_gives_probabilities(looks: int) -> None:
    logits = fused(evidence({1}, [{1}] * looks))
    assert np.isfinite(logits).all() and logits[1] > 0 > logits[2]


def test_without_landmarks_the_network_is_believed() -> None:
    p = probabilities(evidence({1, 2}, [], loud=6.0))
    assert {d for d in range(1, 5) if p[d] > 0.5} == {1, 2}


def test_a_network_that_is_unsure_follows_the_landmarks() -> None:
    p = probabilities(evidence(set(), [{3}] * 4, loud=0.2))
    assert {d for d in range(1, 5) if p[d] > 0.5} == {3}


def test_a_hand_and_its_mirror_image_are_read_alike() -> None:
    right = Evidence(said({1}, left=-4), hand(mirrored=True).points, [hand({1}, mirrored=True)] * 2, SHARP)
    left = Evidence(said({1}, left=4), hand().points, [hand({1}, Side.LEFT)] * 2, SHARP)
    assert fused(right)[:5] == pytest.approx(fused(left)[:5])
    assert fused(right)[5] == pytest.approx(-fused(left)[5])
    assert fused(right)[6] == pytest.approx(fused(left)[6])


@pytest.mark.parametrize(
    ("side", "mirrored", "up"),
    [(Side.RIGHT, False, True), (Side.RIGHT, True, False), (Side.LEFT, False, False), (Side.LEFT, True, True)],
    ids=["a right palm", "the back of a right hand", "the back of a left hand", "a left palm"],
)
def test_side_and_turn_of_the_knuckles_tell_the_palm(side: Side, mirrored: bool, up: bool) -> None:
    look = hand(side=side, mirrored=mirrored)
    left = 3.0 if side is Side.LEFT else -3.0
    of = Evidence(said(set(), left=left, up=3.0 if up else -3.0), look.points, [look] * 3, SHARP)
    assert [logit > 0 for logit in side_and_palm(of, the_model())] == [side is Side.LEFT, up]


def test_side_and_palm_are_never_both_sure_against_the_turn_of_the_knuckles() -> None:
    look = hand(mirrored=True)  # the back of a right hand, or the palm of a left one
    for left in (-4.0, 4.0):
        for up in (-4.0, 4.0):
            given = Evidence(said(set(), left=left, up=up), look.points, [look], SHARP)
            side, palm = side_and_palm(given, the_model())
            least = 1 / (1 + np.exp(-min(abs(side), abs(palm))))
            assert (side > 0) == (palm > 0) or least < SIDE_SURE


def test_a_side_that_network_and_landmarks_dispute_is_less_sure() -> None:
    look = hand(mirrored=True)
    agreed, disputed = (
        abs(side_and_palm(Evidence(said(set(), left=left), look.points, [look] * 3, SHARP), the_model())[0])
        for left in (-4.0, 4.0)
    )
    assert disputed < agreed


def test_features_of_left_and_right_hands_are_the_same() -> None:
    right, left = hand({0, 2}, Side.RIGHT), hand({0, 2}, Side.LEFT, mirrored=True)
    assert thumb_features(right) == pytest.approx(thumb_features(left))
    assert finger_features(right) == pytest.approx(finger_features(left))


def test_size_and_place_on_the_picture_change_no_feature() -> None:
    near = hand({1})
    far = replace(near, points=near.points * 0.3 + 500)
    assert thumb_features(far) == pytest.approx(thumb_features(near), abs=1e-2)
    assert finger_features(far) == pytest.approx(finger_features(near), abs=2e-2)


def test_a_picture_out_of_focus_is_less_sharp() -> None:
    crop = np.random.default_rng(0).integers(0, 256, (42, 42, 3), np.uint8).repeat(4, 0).repeat(4, 1)
    soft = [sharpness_of(np.asarray(cv2.GaussianBlur(crop, (0, 0), sigma), np.uint8)) for sigma in (0.5, 2, 4)]
    assert sharpness_of(crop) > soft[0] > soft[1] > soft[2]


def test_the_features_of_a_hand_tell_how_far_both_disagree_about_its_joints() -> None:
    near, far = (hand_features(Evidence(said(set()), hand().points + off, [hand()], SHARP))[5] for off in (0, 30))
    assert near == pytest.approx(0) and far > 0.2


def test_knuckles_follow_each_other_clockwise_on_one_face_of_the_hand() -> None:
    assert clockwise(hand().points) != clockwise(hand(mirrored=True).points)


def test_no_reader_is_louder_than_is_heard() -> None:
    loud, louder = (fused(evidence({1}, [{1}], loud)) for loud in (LOUDEST, 5 * LOUDEST))
    assert (np.sign(loud[:5]) == np.sign(louder[:5])).all()
