"""Whose hands lie there, and where: a person's hand of either family, posed and placed, with its arm and sleeve."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gesture.training.body_hand import BodyHand
from gesture.training.body_people import Traits
from gesture.training.looks import Skin, some_colour
from gesture.training.mesh import AS_MESH, LANDMARKS, Angles, Build, HandMesh, normals_of
from rules.hands import Digit, Palm, Side

Array = NDArray[np.float64]
Rng = np.random.Generator


_OF_HAND = 0.5
"""A vertex that belongs less than this to the forearm belongs to the hand."""
_LEAST_M, _LOOSE_M = 0.018, 0.006
"""The least half width of a forearm under a sleeve, and how far the sleeve stands off it."""


@lru_cache(maxsize=1)
def the_mesh() -> HandMesh:
    """The one mesh, loaded once."""
    return HandMesh()


@lru_cache(maxsize=1)
def the_skin() -> Skin:
    """The one skin, found once."""
    return Skin(the_mesh())


@lru_cache(maxsize=1)
def the_body_skin() -> Skin:
    """The patterns of the second family's skin, found once on a middling hand: its vertices lie alike on every hand."""
    usual = Traits(30.0, 0.5, (0.34, 0.33, 0.33), 0.5, 0.5, 0.5, 0.5, {}, 0.184)
    return Skin(usual.hand())


@dataclass(frozen=True, eq=False)
class Solid:
    """Triangles of the world: `points` (V, 3) in metres, outward `normals` (V, 3), `albedo` (V, 3), `faces` (F, 3)."""

    points: Array
    normals: Array
    albedo: Array
    faces: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class PlacedHand:
    """A hand in the world with its label; `joints` (21, 3) stand where MediaPipe's landmarks do; `out` leaves its
    back."""

    solids: tuple[Solid, ...]
    joints: Array
    side: Side
    palm: Palm
    bent: frozenset[Digit]
    out: Array
    unclear: frozenset[Digit] = frozenset()
    """Digits of which nobody could say whether they are bent."""
    soft: Mapping[Digit, float] = field(default_factory=dict)
    """How likely people would call a digit bent that is half bent, from 0 to 1; the others are as `bent` says."""


@dataclass(frozen=True)
class Person:
    """What both hands of one person share."""

    skin: Array
    arm: Array
    scale: float
    stretch: tuple[float, float, float]
    lengths: dict[Digit, float]
    plump: float
    cloth: Array | None
    sleeve_from: float
    build: Build = AS_MESH
    body: BodyHand | None = None
    """The hand of a person of the second family; it has its own size and proportions."""

    @staticmethod
    def some(
        rng: Rng, plain: float = 0.4, sleeved: float = 0.65, slender: float = 0.15, tone: int | None = None,
        natural: float = 0.55, bodies: float = 0.0,
    ) -> Person:  # fmt: skip
        """Anybody; a share `plain` has the mesh's own proportions, a share `slender` of the others long narrow
        fingers, a share `natural` of the rest the palms that most people have: longer and narrower than the mesh's,
        with the little finger shorter and set lower. `tone` is an index of `looks.SKIN_TONES`, or None for any.

        A share `bodies` of all is of the second family. At 0 nothing is drawn for it, so that the people of a seed
        stay who they were.
        """
        if bodies > 0 and rng.random() < bodies:
            return Person._of_body(rng, sleeved, tone)
        skin, arm = the_skin().of(rng, tone)
        scale = float(rng.choice([0.82, 0.9, 1.0, 1.0, 1.08]) * rng.uniform(0.96, 1.04))
        cloth = (
            (some_colour(rng) if rng.random() < 0.5 else rng.random(3) ** 2 * 0.6) if rng.random() < sleeved else None
        )
        start = 0.07 if rng.random() < 0.6 else float(rng.uniform(0.015, 0.13))
        if rng.random() < plain:
            return Person(skin, arm, scale, (1, 1, 1), dict.fromkeys(Digit, 1.0), 0.0, cloth, start)
        narrow = rng.random() < slender
        if not narrow and rng.random() < natural:
            return Person._natural(rng, skin, arm, scale, cloth, start)
        fingers = float(rng.uniform(1.1, 1.38) if narrow else rng.uniform(0.92, 1.16))
        lengths = {d: fingers * float(rng.uniform(0.92, 1.08)) for d in Digit}
        wide = rng.uniform(0.78, 0.95) if narrow else rng.uniform(0.88, 1.14)
        stretch = (float(wide), float(rng.uniform(0.94, 1.06)), float(rng.uniform(0.9, 1.15) * (0.9 if narrow else 1)))
        return Person(skin, arm, scale, stretch, lengths, float(rng.uniform(-0.0012, 0.0028)), cloth, start)

    @staticmethod
    def _of_body(rng: Rng, sleeved: float, tone: int | None) -> Person:
        hand = Traits.some(rng).hand()
        skin, arm = the_body_skin().of(rng, tone)
        cloth = some_colour(rng) if rng.random() < sleeved else None
        start = float(rng.uniform(0.005, 0.11))
        return Person(skin, arm, 1.0, (1, 1, 1), dict.fromkeys(Digit, 1.0), 0.0, cloth, start, body=hand)

    @staticmethod
    def _natural(rng: Rng, skin: Array, arm: Array, scale: float, cloth: Array | None, start: float) -> Person:
        between = rng.uniform
        build = Build(float(between(0.88, 1.03)), float(between(0.96, 1.14)), float(between(0.0, 0.2)))
        fingers = between(0.9, 1.1)
        lengths = {d: fingers * float(between(0.95, 1.05)) for d in Digit}
        lengths[Digit.PINKY] *= float(between(0.8, 1.0))
        lengths[Digit.THUMB] *= float(between(0.84, 1.04))
        stretch = (float(between(0.84, 1.02)), float(between(0.97, 1.07)), float(between(0.88, 1.1)))
        return Person(skin, arm, scale, stretch, lengths, float(between(-0.0012, 0.0028)), cloth, start, build)


def about(axis: str, degrees: float) -> Array:
    """The rotation (3, 3) about a world axis."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return {
        "x": np.array([[1, 0, 0], [0, c, -s], [0, s, c]]),
        "y": np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]),
        "z": np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]),
    }[axis]


def tube(start: Array, back: Array, across: Array, up: Array, radii: Array, rise: float, colour: Array) -> Solid:
    """An elliptic tube from `start` along `back`; `radii` (N, 3): distance, half width, half height, in metres."""
    n = 20
    turns = np.linspace(0, 2 * math.pi, n, endpoint=False)
    ring = [
        start
        + back * d
        + np.array([0, 0, min(0.05, d * rise)])
        + np.outer(np.cos(turns) * w, across)
        + np.outer(np.sin(turns) * h, up)
        for d, w, h in radii
    ]
    points = np.concatenate(ring)
    i, k = (a.ravel() for a in np.mgrid[: len(radii) - 1, :n])
    a, b, c, d = i * n + k, i * n + (k + 1) % n, (i + 1) * n + (k + 1) % n, (i + 1) * n + k
    faces = np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)]).astype(np.int32)
    middle = np.repeat(np.stack([r.mean(0) for r in ring]), n, axis=0)
    out = points - middle
    return Solid(
        points, out / np.linalg.norm(out, axis=1, keepdims=True), np.repeat(colour[None], len(points), 0), faces
    )


def place(
    person: Person, side: Side, bent: frozenset[Digit], angles: Angles, *,
    palm: Palm, xy: tuple[float, float], yaw: float,
    pitch: float = 0.0, roll: float = 0.0, lift: float = 0.0, rise: float = 0.12, turn: Array | None = None,
) -> PlacedHand:  # fmt: skip
    """One hand and its forearm, its wrist at `xy` metres, its lowest point `lift` above the table; angles in degrees.

    `turn` (3, 3) replaces palm, pitch, roll and yaw.
    """
    mirror = np.array([-1.0, 1, 1]) if side is Side.LEFT else np.ones(3)
    if turn is None:
        face = np.diag([-1.0, 1, -1]) if palm is Palm.UP else np.eye(3)
        turn = about("z", yaw) @ about("x", pitch) @ about("y", roll) @ face
    if person.body is None:
        points, normals, marks = _first_family(person, angles)
        faces = the_mesh().faces
    else:
        up = (turn.T @ [0, 0, 1.0]) * mirror
        points, joints = person.body.posed(angles, np.array([0, -1.0, 0]) + up * min(max(rise, -0.2), 0.2))
        faces = person.body.faces
        normals, marks = normals_of(points, faces), np.stack([joints[n] for n in LANDMARKS])
    points, normals, marks = points * mirror, normals * mirror, marks * mirror
    points, normals, marks = points @ turn.T * person.scale, normals @ turn.T, marks @ turn.T * person.scale
    lowest = points[:, 2] if person.body is None else points[person.body.mesh.arm < _OF_HAND, 2]
    offset = np.array([*xy, lift - lowest.min()])
    points, marks = points + offset, marks + offset
    solids = [Solid(points, normals, person.skin, faces)]
    back, across, up = turn @ [0, -1.0, 0], turn @ [1.0, 0, 0], turn @ [0, 0, 1.0]
    limbs = _arm_and_sleeve if person.body is None else _sleeve
    solids += limbs(person, points, marks[0], (back, across, up), rise)
    return PlacedHand(tuple(solids), marks, side, palm, bent, turn @ [0, 0, 1.0])


def _first_family(person: Person, angles: Angles) -> tuple[Array, Array, Array]:
    """Surface (V, 3), normals and landmarks (21, 3) of a right hand of the first family, before its scale."""
    mesh = the_mesh()
    points, joints = mesh.posed(angles, person.lengths, person.build)
    normals = normals_of(points, mesh.faces)
    points = (points + normals * person.plump) * person.stretch
    return points, normals, np.stack([joints[n] for n in LANDMARKS]) * person.stretch


Frame = tuple[Array, Array, Array]
"""Directions (3,) in the world: from the wrist to the elbow, across the hand, out of its back."""


def _arm_and_sleeve(person: Person, _points: Array, wrist: Array, frame: Frame, rise: float) -> list[Solid]:
    back, across, up = frame
    size = person.scale
    slim = person.stretch[0] * person.build.wide
    start = wrist - back * 0.006 * size
    d = np.linspace(0, 0.30, 9)
    grow = np.minimum(1, d / 0.16)
    radii = np.stack([d, (0.027 + 0.012 * grow) * size * slim, (0.0195 + 0.014 * grow) * size], 1)
    solids = [tube(start, back * size, across, up, radii, rise, person.arm)]
    if person.cloth is not None:
        d = np.linspace(person.sleeve_from, 0.31, 7)
        grow = np.minimum(1, d / 0.16)
        radii = np.stack([d, (0.034 + 0.016 * grow) * size, (0.027 + 0.018 * grow) * size], 1)
        solids.append(tube(start, back * size, across, up, radii, rise, person.cloth))
    return solids


def _sleeve(person: Person, points: Array, wrist: Array, frame: Frame, _rise: float) -> list[Solid]:
    """A sleeve around the forearm that belongs to a mesh: a tube a little wider than it, along its middle."""
    if person.cloth is None or person.body is None:
        return []
    arm = points[person.body.mesh.arm > 1 - _OF_HAND]
    middle = arm.mean(0) - wrist
    along = middle / np.linalg.norm(middle)
    across = frame[1] - along * (frame[1] @ along)
    across /= np.linalg.norm(across)
    up = np.cross(along, across)
    off, far = arm - wrist, (arm - wrist) @ along
    d = np.linspace(person.sleeve_from, max(float(far.max()), person.sleeve_from + 0.1) + 0.01, 8)
    near = np.abs(far[:, None] - d) < 0.03
    wide, high = (
        np.maximum.accumulate(np.where(near, np.abs(off @ way)[:, None], _LEAST_M).max(0)) + _LOOSE_M
        for way in (across, up)
    )
    return [tube(wrist, along, across, up, np.stack([d, wide, high], 1), 0.0, person.cloth)]
