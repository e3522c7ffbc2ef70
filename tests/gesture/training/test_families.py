"""Both families of hands are held alike: the joints lie in the surface, and digits bend where the pose says."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from gesture.training.body_people import Traits
from gesture.training.mesh import LANDMARKS
from gesture.training.people_poses import HALF_DEG, Pose, called_bent, people_pose, straight_thumb
from gesture.training.placing import Person, PlacedHand, place
from gesture.training.poses import laid
from gesture.training.prints import printed
from gesture.training.scenes import Light
from gesture.training.stills import FIRST_SEED, photographed, seat
from gesture.training.wear import worn
from rules.hands import Digit, Palm, Side

FINGERS = (Digit.INDEX, Digit.MIDDLE, Digit.RING, Digit.PINKY)
FAMILIES = {"first": 0.0, "second": 1.0}


def held(family: str, pose: Pose, side: Side = Side.RIGHT, seed: int = 3) -> PlacedHand:
    person = Person.some(np.random.default_rng(seed), plain=1.0, bodies=FAMILIES[family])
    return place(person, side, pose.bent, pose.angles, palm=Palm.DOWN, xy=(0, 0), yaw=0)


def bend_deg(hand: PlacedHand, digit: Digit) -> float:
    """How far the middle joint of a finger turns the bone after it."""
    first = 1 + 4 * list(Digit).index(digit)
    near, far = np.diff(hand.joints[first : first + 3], axis=0)
    return float(np.degrees(np.arccos(near @ far / np.linalg.norm(near) / np.linalg.norm(far))))


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("seed", range(4))
def test_joints_lie_in_or_at_the_surface(family, seed):
    hand = held(family, people_pose(np.random.default_rng(seed)), seed=seed)
    off = np.linalg.norm(hand.solids[0].points[:, None] - hand.joints, axis=2).min(0)
    assert off.max() < 0.022, dict(zip(LANDMARKS, off.round(3), strict=True))


@pytest.mark.parametrize("family", FAMILIES)
def test_a_left_hand_mirrors_a_right_one(family):
    pose = people_pose(np.random.default_rng(8))
    right, left = (held(family, pose, side) for side in (Side.RIGHT, Side.LEFT))
    assert np.allclose(right.joints * [-1, 1, 1], left.joints)
    assert np.allclose(right.solids[0].points * [-1, 1, 1], left.solids[0].points)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("seed", range(12))
def test_the_middle_joint_bends_as_the_label_says(family, seed):
    pose = people_pose(np.random.default_rng(seed))
    hand = held(family, pose, seed=seed)
    for digit in FINGERS:
        if digit in pose.soft:
            assert HALF_DEG[0] - 8 < bend_deg(hand, digit) < HALF_DEG[1] + 8
        else:
            assert (bend_deg(hand, digit) > 50) is (digit in pose.bent), digit


def test_hooks_with_a_straight_knuckle_are_called_bent():
    poses = [people_pose(np.random.default_rng(seed)) for seed in range(60)]
    hooks = [
        digit in pose.bent
        for pose in poses
        for digit in FINGERS
        if pose.angles[f"{digit}-finger-phalanx-intermediate"][0] < -80
        and pose.angles[f"{digit}-finger-phalanx-proximal"][0] > -20
    ]
    assert len(hooks) > 10
    assert all(hooks)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_straight_thumb_lies_nearer_to_the_index_the_less_it_is_out(family):
    apart = []
    for out in (0.0, 0.5, 1.0):
        angles = {**laid(frozenset(), np.random.default_rng(1)), **straight_thumb(out, np.random.default_rng(2))}
        hand = held(family, Pose(angles, frozenset()))
        apart.append(float(np.linalg.norm(hand.joints[4] - hand.joints[5])))
    assert apart == sorted(apart)
    assert apart[0] < 0.6 * apart[2]


def test_half_bent_fingers_are_called_bent_the_more_often_the_more_they_bend():
    assert [round(called_bent(deg), 2) for deg in (0, 20, 35, 50, 90)] == [0.1, 0.1, 0.5, 0.9, 0.9]


def test_people_of_the_second_family_have_hands_from_a_childs_to_a_grown_mans():
    people = [Traits.some(np.random.default_rng(seed)) for seed in range(40)]
    assert min(p.length_m for p in people if p.years < 13) < 0.14
    assert max(p.length_m for p in people) > 0.19
    for person in people[:4]:
        joints = person.hand().rest_joints
        chain = [joints["wrist"], *(joints[name] for name in LANDMARKS[9:13])]
        length = sum(float(np.linalg.norm(b - a)) for a, b in pairwise(chain))
        assert length == pytest.approx(person.length_m, rel=1e-6)


def test_a_still_of_a_seed_stays_what_it_was():
    scene, _ = seat(FIRST_SEED + 1)
    assert list(scene.hands[0].joints.sum(0)) == pytest.approx([-2.51557, 0.64476, 0.81085], abs=2e-5)
    assert photographed(scene, FIRST_SEED + 1).mean() == pytest.approx(73.865, abs=0.05)


def test_printed_hands_lie_flat_on_the_table_and_have_nothing_solid():
    light = Light.some(np.random.default_rng(1))
    for seed in range(6):
        lit, hands = printed(light, np.random.default_rng(seed))
        assert lit.texel < 0.002
        for hand in hands:
            assert hand.solids == ()
            assert not hand.joints[:, 2].any()
            assert 0.02 < np.ptp(hand.joints, axis=0).max() < 0.3


@pytest.mark.parametrize("family", FAMILIES)
def test_what_is_worn_leaves_the_hand_and_its_joints_as_they_are(family):
    hand = held(family, people_pose(np.random.default_rng(5)))
    dressed = [worn(hand, np.random.default_rng(seed)) for seed in range(30)]
    assert max(len(one.solids) for one in dressed) > len(hand.solids)
    for one in dressed:
        assert one.solids[: len(hand.solids)] == hand.solids
        assert np.array_equal(one.joints, hand.joints)
        for solid in one.solids[len(hand.solids) :]:
            assert np.linalg.norm(solid.points - hand.joints[0], axis=1).max() < 0.4
