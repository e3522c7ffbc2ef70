"""Training crops: the joints stand where the picture shows them, and digits bend where the label says."""

from __future__ import annotations

import numpy as np
import pytest

from gesture.training.examples import CROP_PX, HELD_UP_KINDS, KINDS, STEEP_KINDS, crops
from gesture.training.mesh import LANDMARKS
from gesture.training.poses import laid
from gesture.training.scenes import Person, place
from rules.hands import Digit, Palm, Side

FINGERS = (Digit.INDEX, Digit.MIDDLE, Digit.RING, Digit.PINKY)


@pytest.mark.parametrize("kinds", [KINDS, HELD_UP_KINDS, STEEP_KINDS], ids=["general", "held up", "steep"])
def test_a_crop_shows_its_hand_and_knows_what_it_shows(kinds):
    for crop in crops(5, 12, kinds):
        assert crop.image.shape == (CROP_PX, CROP_PX, 3)
        assert crop.truth.shape == crop.known.shape == (8,)
        if crop.truth[7]:  # a hand: its palm lies in the crop
            assert ((crop.joints[[0, 5, 9, 17]] > 0) & (crop.joints[[0, 5, 9, 17]] < CROP_PX)).mean() > 0.7
        else:
            assert not crop.known[:7].any()


def test_a_seed_gives_the_same_crops_again():
    for a, b in zip(crops(9, 4), crops(9, 4), strict=True):
        assert np.array_equal(a.image, b.image)
        assert np.array_equal(a.truth, b.truth)


@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize("finger", FINGERS)
def test_a_bent_finger_of_a_laid_hand_ends_near_its_palm(side, finger):
    rng = np.random.default_rng(3)
    person = Person.some(rng, plain=1.0)
    hand = place(person, side, frozenset({finger}), laid(frozenset({finger}), rng), palm=Palm.DOWN, xy=(0, 0), yaw=0)
    joints = dict(zip(LANDMARKS, hand.joints, strict=True))
    reach = {
        digit: np.linalg.norm(joints[f"{digit}-finger-tip"] - joints["wrist"])
        / np.linalg.norm(joints[f"{digit}-finger-phalanx-proximal"] - joints["wrist"])
        for digit in FINGERS
    }
    assert reach[finger] < 1.2
    assert all(reach[other] > 1.5 for other in FINGERS if other is not finger)
