"""The second family of hands: the hand and forearm of MakeHuman's body, in as many shapes as people have.

`body_hand_right.npz` is cut out of MakeHuman's base mesh and targets (CC0) by `cut_body_hand.py`. Frame: as of
`mesh.HandMesh.posed`, origin at the wrist, +y along the palm, +z out of the back of the hand, metres; a right hand.
A pose is told in the angles of the first family; `BodyHand.posed` says how they are carried over.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gesture.training.mesh import Angles, chain
from rules.hands import Digit

Array = NDArray[np.float64]

BODY_HAND = Path(__file__).parent / "body_hand_right.npz"
ARM = ("lowerarm01.R", "lowerarm02.R")
BONES = (
    *ARM,
    "wrist.R",
    *(f"metacarpal{i}.R" for i in range(1, 5)),
    *(f"finger{i}-{k}.R" for i in range(1, 6) for k in (1, 2, 3)),
)
"""The bones of MakeHuman's default rig that are kept; finger 1 is the thumb."""
_TWIST = {Digit.INDEX: 0.12, Digit.MIDDLE: -0.03, Digit.RING: -0.10, Digit.PINKY: -0.16}
"""How far a finger's axis leaves the plane of the palm, so that bent fingers converge."""
_CLOSE = 0.85
"""The share of the fan at rest that unturned fingers give up: in the first family they lie nearly side by side."""
_FANS_UNTIL_DEG = 240.0
"""Bent by this much, a finger keeps the fan: it then points to the root of the thumb, as all do in a fist."""
_THUMB_AXIS = np.array([0.06, 0.47, 0.88])
_THUMB_BENDS = (1.16, 1.18, 1.0)
"""How much further the joints of this thumb bend for the first family's angles, to come as close to the palm."""
_THUMB_STRAIGHT_DEG = (0.0, 8.0, 6.0)
"""The first family's angles at which its thumb is straight."""
_REACHES = 0.4
"""The share of the forearm from the wrist on that keeps its length; the rest is drawn out by `_LONGER`."""
_LONGER = 1.6


def unit(vector: Array) -> Array:
    """The direction (3,) of a vector."""
    direction: Array = vector / np.linalg.norm(vector)
    return direction


def turn_about(axis: Array, degrees: float) -> Array:
    """The rotation (3, 3) about a unit axis (Rodrigues)."""
    x, y, z = axis
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    a = math.radians(degrees)
    turn: Array = np.eye(3) + math.sin(a) * k + (1 - math.cos(a)) * k @ k
    return turn


class BodyMesh:
    """What all hands of the family share. `faces` (F, 3), outward; `weights` (V, bones); `arm` (V,), how far a vertex
    belongs to the forearm."""

    def __init__(self, file: Path = BODY_HAND) -> None:
        with np.load(file) as data:
            self._base = data["points"].astype(float)
            quads, weights = data["faces"].astype(np.int32), data["weights"].astype(float)
            self._names = {str(name): i for i, name in enumerate(data["names"])}
            self._mixes = data["mixes"].astype(float)
            self._ways = (data["ways"].astype(np.float32) / 32767).astype(np.float32)
        self.faces = np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])
        self.weights = weights / weights.sum(1, keepdims=True)
        self.arm: Array = self.weights[:, : len(ARM)].sum(1)
        thumb = self.weights[:, [BONES.index(f"finger1-{k}.R") for k in (1, 2, 3)]].sum(1)
        self.laid = (self.arm < 0.05) & (thumb < 0.3)
        """What lies on a table when the fingers are straight: all but arm and thumb."""

    def shaped(self, targets: Mapping[str, float]) -> tuple[Array, Array, Array]:
        """The surface (V, 3), and the heads and tails (bones, 3) of the bones, in metres of MakeHuman's body, for
        shares of its targets; those that move no hand are left out."""
        mix = np.zeros(self._mixes.shape[1])
        for name, share in targets.items():
            if name in self._names:
                mix += share * self._mixes[self._names[name]]
        points = self._base + (mix.astype(np.float32) @ self._ways).reshape(-1, 3)
        count = len(self.weights)
        return points[:count], points[count : count + len(BONES)], points[count + len(BONES) :]


@lru_cache(maxsize=1)
def the_body_mesh() -> BodyMesh:
    """The mesh of the second family, loaded once."""
    return BodyMesh()


def _digit_bones(digit: Digit) -> tuple[int, int, int]:
    first = BONES.index(f"finger{list(Digit).index(digit) + 1}-1.R")
    return first, first + 1, first + 2


class BodyHand:
    """One person's right hand of a length in metres from the wrist to the middle finger's tip. `rest` (V, 3) is its
    unposed surface, `rest_joints` where its joints stand."""

    def __init__(self, targets: Mapping[str, float], length_m: float) -> None:
        self.mesh = the_body_mesh()
        points, heads, tails = self.mesh.shaped(targets)
        wrist = heads[BONES.index("wrist.R")]
        index, middle, pinky = (heads[_digit_bones(d)[0]] for d in (Digit.INDEX, Digit.MIDDLE, Digit.PINKY))
        along, out = unit(middle - wrist), np.cross(pinky - wrist, index - wrist)
        out = unit(out - along * (out @ along))
        frame = np.stack([np.cross(along, out), along, out])
        if (index - wrist) @ frame[0] > 0:  # the index of a right hand lies left of the middle finger
            frame[[0, 2]] *= -1
        fingers = sum(float(np.linalg.norm(tails[k] - heads[k])) for k in _digit_bones(Digit.MIDDLE))
        size = length_m / (float(np.linalg.norm(middle - wrist)) + fingers)
        self.rest, self._heads, self._tails = ((p - wrist) @ frame.T * size for p in (points, heads, tails))
        self._make_longer_arm()
        self._lay_level()
        self._axes = {digit: self._axis(digit) for digit in Digit}
        self.rest_joints = self._named(self._heads, {d: self._tails[_digit_bones(d)[2]] for d in Digit})

    @property
    def faces(self) -> NDArray[np.int32]:
        """The triangles (F, 3) of `rest`, outward."""
        return self.mesh.faces

    def _make_longer_arm(self) -> None:
        """Draw the elbow's half of the forearm out, so that its end lies off a seat's picture."""
        elbow = self._heads[BONES.index(ARM[0])]
        length, back = float(np.linalg.norm(elbow)), unit(elbow)
        beyond = np.maximum(self.rest @ back - _REACHES * length, 0) * (self.mesh.arm > 0.5)
        self.rest = self.rest + np.outer(beyond * _LONGER, back)

    def _lay_level(self) -> None:
        """Turn the frame a little so that straight fingers and the heel of the hand lie on a plane z = constant: the
        highest plane below them, seen at their middle."""
        points = self._skinned(*self._turned({})[:2])[self.mesh.laid]
        middle = points.mean(0)
        slope, step = np.zeros(2), 0.12
        while step > 0.004:
            ticks = np.linspace(-step, step, 7)
            slopes = slope + np.stack(np.meshgrid(ticks, ticks), -1).reshape(-1, 2)
            low = (points[:, 2:] - (points[:, :2] - middle[:2]) @ slopes.T).min(0)
            slope, step = slopes[int(low.argmax())], step / 3
        out = unit(np.array([-slope[0], -slope[1], 1.0]))
        along = unit(np.array([0, 1.0, 0]) - out * out[1])
        frame = np.stack([np.cross(along, out), along, out])
        self.rest, self._heads, self._tails = (p @ frame.T for p in (self.rest, self._heads, self._tails))

    def _bones(self, digit: Digit) -> Array:
        return np.stack([self._tails[k] - self._heads[k] for k in _digit_bones(digit)])

    def _axis(self, digit: Digit) -> Array:
        """The axis about which a digit bends; a negative turn bends towards the palm."""
        bones = np.stack([unit(bone) for bone in self._bones(digit)])
        if digit is Digit.THUMB:
            own = -np.cross(bones[0], bones[1]) - np.cross(bones[1], bones[2]) - np.cross(bones[0], bones[2])
            return unit(unit(own) * 0.5 + unit(_THUMB_AXIS) * 0.5)
        across = np.cross(unit(bones.sum(0) * [1, 1, 0]), [0, 0, 1])
        return unit(across + np.array([0, 0, _TWIST[digit]]))

    def _thumb(self, angles: Angles) -> list[Array]:
        """The turns of the thumb's bones: the first from how it rests, the others from a straight thumb."""
        bones, axis = self._bones(Digit.THUMB), self._axis(Digit.THUMB)
        forward = unit(bones[0] - axis * (bones[0] @ axis))
        up = np.cross(axis, forward)
        rests = np.degrees(np.arctan2(bones @ up, bones @ forward))
        joints = [angles.get(joint, (0.0, 0.0, 0.0)) for joint in chain(Digit.THUMB)[:3]]
        bends = [flex - straight for (flex, _, _), straight in zip(joints, _THUMB_STRAIGHT_DEG, strict=True)]
        bends = [bend * (more if bend < 0 else 1.0) for bend, more in zip(bends, _THUMB_BENDS, strict=True)]
        whole = np.cumsum(bends) + rests[0] - rests
        base = turn_about(axis, whole[0]) @ turn_about(up, joints[0][1])
        return [base, *(base @ turn_about(axis, turn - whole[0]) for turn in whole[1:])]

    def _finger(self, digit: Digit, angles: Angles) -> list[Array]:
        bones, axis = self._bones(digit), self._axis(digit)
        forward = unit(np.cross([0, 0, 1.0], axis))
        up = np.cross(axis, forward)
        rests = np.degrees(np.arctan2(bones @ up, bones @ forward))
        joints = [angles.get(joint, (0.0, 0.0, 0.0)) for joint in chain(digit)[1:4]]
        aside = math.degrees(math.atan2(-bones[0, 0], bones[0, 1]))
        bends = np.cumsum([flex for flex, _, _ in joints])
        fan = _CLOSE * float(np.clip(1 + bends[-1] / _FANS_UNTIL_DEG, 0.2, 1))
        spread = turn_about(np.array([0, 0, 1.0]), joints[0][1] - fan * aside)
        return [spread @ turn_about(axis, bend) for bend in bends - rests]

    def _turned(self, angles: Angles) -> tuple[Array, Array, dict[Digit, Array]]:
        """The turn (bones, 3, 3) and new head (bones, 3) of every bone, and the tips of the digits."""
        turns, heads, tips = np.tile(np.eye(3), (len(BONES), 1, 1)), self._heads.copy(), {}
        for digit in Digit:
            own = self._thumb(angles) if digit is Digit.THUMB else self._finger(digit, angles)
            at = self._heads[_digit_bones(digit)[0]]
            for k, bone, turn in zip(_digit_bones(digit), self._bones(digit), own, strict=True):
                turns[k], heads[k] = turn, at
                at = at + turn @ bone
            tips[digit] = at
        return turns, heads, tips

    def _skinned(self, turns: Array, heads: Array) -> Array:
        """Linear blend skinning: the surface (V, 3)."""
        moves = heads - np.einsum("bij,bj->bi", turns, self._heads)
        each = self.mesh.weights @ np.concatenate([turns.reshape(-1, 9), moves], 1)
        points: Array = np.einsum("vij,vj->vi", each[:, :9].reshape(-1, 3, 3), self.rest) + each[:, 9:]
        return points

    @staticmethod
    def _named(heads: Array, tips: Mapping[Digit, Array]) -> dict[str, Array]:
        joints = {"wrist": heads[BONES.index("wrist.R")]}
        for digit in Digit:
            *names, tip = chain(digit)
            places = [heads[k] for k in _digit_bones(digit)]
            if digit is not Digit.THUMB:
                places.insert(0, heads[BONES.index(f"metacarpal{list(Digit).index(digit)}.R")])
            joints |= dict(zip(names, places, strict=True)) | {tip: tips[digit]}
        return joints

    def posed(self, angles: Angles, arm: Array | None = None) -> tuple[Array, dict[str, Array]]:
        """The surface (V, 3) and the joints {name: (3,)} for the first family's joint angles.

        A finger bends about one axis of its own and turns aside in the plane of the palm, from fingers side by side;
        the thumb bends about the normal of its own bones. `arm` is the direction (3,) from the wrist to the elbow.
        """
        turns, heads, tips = self._turned(angles)
        if arm is not None:
            back, wanted = unit(self._heads[BONES.index(ARM[0])]), unit(arm)
            axis = np.cross(back, wanted)
            sine = float(np.linalg.norm(axis))
            turn = turn_about(axis / max(sine, 1e-9), math.degrees(math.atan2(sine, float(back @ wanted))))
            for k in range(len(ARM)):
                turns[k], heads[k] = turn, turn @ self._heads[k]
        return self._skinned(turns, heads), self._named(heads, tips)

    def back_of(self, joint: str) -> Array:
        """The direction (3,) out of the back of the digit at an unposed joint."""
        digit = next(d for d in Digit if joint in chain(d))
        near, far = next(pair for pair in pairwise(chain(digit)) if pair[0] == joint)
        return unit(np.cross(self._axes[digit], self.rest_joints[far] - self.rest_joints[near]))
