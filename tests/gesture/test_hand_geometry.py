"""The geometry of hands, in small hands that can be reckoned by head."""

from __future__ import annotations

import numpy as np
import pytest

from gesture import hand_geometry as geometry
from gesture.hand_geometry import Landmark
from rules.hands import Digit


def flat_hand(length: float = 100.0, width: float = 60.0) -> geometry.Points:
    """A hand that points up the picture, its wrist at (200, 400)."""
    points = np.full((21, 2), (200.0, 400.0))
    for n, knuckle in enumerate(geometry.FINGER_KNUCKLES):
        x = 200.0 + width * (n / 3 - 1 / 3)  # the middle knuckle lies straight ahead of the wrist
        for joint in range(4):
            points[knuckle + joint] = (x, 400.0 - length * (1 + joint / 3))
    for joint in range(1, 5):
        points[joint] = (200.0 - 15 * joint, 400.0 - 20 * joint)
    return points


@pytest.mark.parametrize(
    ("about", "a", "b", "turn_deg"),
    [
        ("the same way, of other lengths", (2, 0), (5, 0), 0),
        ("a quarter turn", (0, -3), (3, 0), 90),
        ("the opposite way", (1, 1), (-2, -2), 180),
        ("no direction at all counts as across", (0, 0), (1, 0), 90),
    ],
)
def test_turns(about, a, b, turn_deg):
    assert geometry.turn_deg(np.array(a, float), np.array(b, float)) == pytest.approx(turn_deg, abs=1e-4), about


def test_to_the_right_of_up_the_picture_is_its_right():
    assert geometry.rightwards(np.array([0.0, -1.0])).tolist() == [1.0, 0.0]


@pytest.mark.parametrize(
    ("about", "hand", "reach", "length"),
    [
        ("seen from above the palm is as long as it looks", flat_hand(100, 60), 100, 100),
        ("foreshortened, the width across the knuckles says how long it is", flat_hand(30, 60), 30, 79.8),
        ("no palm at all is a pixel long", np.zeros((21, 2)), 0, 1),
    ],
)
def test_two_lengths_of_a_palm(about, hand, reach, length):
    assert geometry.palm_reach(hand) == pytest.approx(reach), about
    assert geometry.palm_length(hand) == pytest.approx(length), about


def test_a_hand_points_from_its_wrist_to_its_knuckles():
    assert geometry.pointing(flat_hand()) == pytest.approx([0, -1], abs=0.01)
    assert geometry.palm_center(flat_hand()).tolist() == [200, 350]


def test_a_bent_fingers_straight_tip_lies_on_from_its_knuckle():
    hand = flat_hand()
    hand[Landmark.MIDDLE_TIP] = hand[Landmark.WRIST]
    tips = geometry.straight_tips(hand)
    assert tips[Digit.MIDDLE] == pytest.approx([200, 400 - 205])
    assert set(tips) == set(Digit)


def test_outlines_hold_palm_and_straight_digits():
    hand = flat_hand()
    whole, palm = geometry.hand_outline(hand), geometry.palm_outline(hand)
    assert all(geometry.outside_px(whole, tip) < 1 for tip in geometry.straight_tips(hand).values())
    assert all(geometry.outside_px(whole, point) < 1 for point in hand)
    assert geometry.outside_px(palm, hand[Landmark.MIDDLE_TIP]) == pytest.approx(100, abs=1)
    assert geometry.outside_px(palm, geometry.palm_center(hand)) < 0


def test_every_digit_has_its_landmarks_by_name():
    assert [geometry.TIPS[d] for d in Digit] == [4, 8, 12, 16, 20]
    assert geometry.KNUCKLES[Digit.THUMB] == Landmark.THUMB_KNUCKLE
    assert geometry.FINGER_KNUCKLES == (5, 9, 13, 17)
    assert sorted(row for rows in geometry.DIGIT_LANDMARKS.values() for row in rows) == list(range(1, 21))
