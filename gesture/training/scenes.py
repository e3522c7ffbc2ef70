"""Hands with their arms in a room, a camera that looks at them, and the picture that it takes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.training import raster
from gesture.training.looks import Skin, some_colour, table_texture
from gesture.training.mesh import AS_MESH, LANDMARKS, Angles, Build, HandMesh, normals_of
from rules.hands import Digit, Palm, Side

Array = NDArray[np.float64]
Rng = np.random.Generator


@lru_cache(maxsize=1)
def the_mesh() -> HandMesh:
    """The one mesh, loaded once."""
    return HandMesh()


@lru_cache(maxsize=1)
def the_skin() -> Skin:
    """The one skin, found once."""
    return Skin(the_mesh())


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

    @staticmethod
    def some(
        rng: Rng, plain: float = 0.4, sleeved: float = 0.65, slender: float = 0.15, tone: int | None = None,
        natural: float = 0.55,
    ) -> Person:  # fmt: skip
        """Anybody; a share `plain` has the mesh's own proportions, a share `slender` of the others long narrow
        fingers, a share `natural` of the rest the palms that most people have: longer and narrower than the mesh's,
        with the little finger shorter and set lower. `tone` is an index of `looks.SKIN_TONES`, or None for any."""
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


def _tube(start: Array, back: Array, across: Array, up: Array, radii: Array, rise: float, colour: Array) -> Solid:
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
    mesh = the_mesh()
    points, joints = mesh.posed(angles, person.lengths, person.build)
    normals = normals_of(points, mesh.faces)
    points = (points + normals * person.plump) * person.stretch
    marks = np.stack([joints[n] for n in LANDMARKS]) * person.stretch
    mirror = np.array([-1.0, 1, 1]) if side is Side.LEFT else np.ones(3)
    points, normals, marks = points * mirror, normals * mirror, marks * mirror
    if turn is None:
        face = np.diag([-1.0, 1, -1]) if palm is Palm.UP else np.eye(3)
        turn = about("z", yaw) @ about("x", pitch) @ about("y", roll) @ face
    points, normals, marks = points @ turn.T * person.scale, normals @ turn.T, marks @ turn.T * person.scale
    offset = np.array([*xy, lift - points[:, 2].min()])
    points, marks = points + offset, marks + offset
    solids = [Solid(points, normals, person.skin, mesh.faces)]
    back, across, up = turn @ [0, -1.0, 0], turn @ [1.0, 0, 0], turn @ [0, 0, 1.0]
    size = person.scale
    slim = person.stretch[0] * person.build.wide
    start = marks[0] - back * 0.006 * size
    d = np.linspace(0, 0.30, 9)
    grow = np.minimum(1, d / 0.16)
    solids.append(
        _tube(
            start,
            back * size,
            across,
            up,
            np.stack([d, (0.027 + 0.012 * grow) * size * slim, (0.0195 + 0.014 * grow) * size], 1),
            rise,
            person.arm,
        )
    )
    if person.cloth is not None:
        d = np.linspace(person.sleeve_from, 0.31, 7)
        grow = np.minimum(1, d / 0.16)
        radii = np.stack([d, (0.034 + 0.016 * grow) * size, (0.027 + 0.018 * grow) * size], 1)
        solids.append(_tube(start, back * size, across, up, radii, rise, person.cloth))
    return PlacedHand(tuple(solids), marks, side, palm, bent, turn @ [0, 0, 1.0])


@dataclass(frozen=True, eq=False)
class Camera:
    """A pinhole camera: `eye` (3,), rows of `axes` (3, 3) right, up and back, `focal` in pixels, picture `size` (w,
    h)."""

    eye: Array
    axes: Array
    focal: float
    size: tuple[int, int]

    @staticmethod
    def looking(
        eye: Sequence[float], target: Sequence[float], hfov_deg: float, size: tuple[int, int], spin_deg: float = 0.0
    ) -> Camera:
        """A camera at `eye` that looks at `target` with +y up the picture, then turned by `spin_deg`."""
        back = np.asarray(eye, float) - np.asarray(target, float)
        back /= np.linalg.norm(back)
        up = np.array([0, 1.0, 0]) if abs(back[1]) < 0.99 else np.array([0, 0, 1.0])
        right = np.cross(up, back)
        right /= np.linalg.norm(right)
        axes = about("z", spin_deg) @ np.stack([right, np.cross(back, right), back])
        return Camera(np.asarray(eye, float), axes, size[0] / 2 / math.tan(math.radians(hfov_deg) / 2), size)

    def project(self, points: Array) -> Array:
        """Pixels x, y and a key that is larger when closer, (..., 3)."""
        seen = (points - self.eye) @ self.axes.T
        key = 1 / np.maximum(-seen[..., 2], 1e-3)
        x = self.size[0] / 2 + self.focal * seen[..., 0] * key
        y = self.size[1] / 2 - self.focal * seen[..., 1] * key
        return np.stack([x, y, key], -1)

    def rays(self) -> Array:
        """The matrix (3, 3) that takes (x, y, 1) in pixels to a direction in the world."""
        f = self.focal
        into = np.array([[1 / f, 0, -self.size[0] / 2 / f], [0, -1 / f, self.size[1] / 2 / f], [0, 0, -1.0]])
        rays: Array = self.axes.T @ into
        return rays


@dataclass(frozen=True, eq=False)
class Light:
    """A lamp far away with a sky around it, and how surfaces answer."""

    direction: Array
    rgb: Array
    ambient: Array
    softness: float
    shininess: float
    gloss: float
    occlusion: float
    has_table: bool
    texture: NDArray[np.float32]
    texel: float
    offset: Array

    @staticmethod
    def some(rng: Rng, has_table: bool = True, texture: NDArray[np.float32] | None = None) -> Light:
        """Any room from a dim evening to a bright window."""
        between = rng.uniform
        if rng.random() < 0.6:
            at = np.array([between(-1, 1), between(-0.2, 1), between(0.9, 1.5)])
        else:
            around, above = between(0, 2 * math.pi), math.radians(between(22, 85))
            at = np.array([math.cos(above) * math.cos(around), math.cos(above) * math.sin(around), math.sin(above)])
        power, sky = between(0.25, 1.25), between(0.12, 0.7)
        return Light(
            at / np.linalg.norm(at), power * (1 + rng.normal(0, 0.05, 3)),
            sky * np.array([0.93, 0.97, 1.0]) * (1 + rng.normal(0, 0.05, 3)),
            between(1, 9), between(12, 70), between(0, 0.35), between(0.2, 0.7), has_table,
            table_texture(rng) if texture is None else texture, between(0.0012, 0.0035), rng.uniform(0, 384, 2),
        )  # fmt: skip


def render(
    hands: Sequence[PlacedHand],
    camera: Camera,
    light: Light,
    to_canvas: Array,
    canvas: tuple[int, int],
    fine: float = 1.5,
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Linear light (h, w, 3) on a `canvas` (w, h) onto which the affine `to_canvas` (2, 3) maps the camera's picture,
    and
    the share (h, w) of each pixel that hands and arms cover."""
    width, height = (round(c * fine) for c in canvas)
    affine = np.vstack([to_canvas * fine, [0, 0, 1]])
    solids = [s for hand in hands for s in hand.solids]
    points = np.concatenate([s.points for s in solids]) if solids else np.zeros((0, 3))
    first = np.cumsum([0, *(len(s.points) for s in solids)])
    faces = (
        np.concatenate([s.faces + n for s, n in zip(solids, first, strict=False)])
        if solids
        else np.zeros((0, 3), np.int32)
    )
    attributes = (
        np.concatenate([np.hstack([s.normals, s.albedo, s.points]) for s in solids]) if solids else np.zeros((0, 9))
    )
    pixels = camera.project(points)
    pixels[:, :2] = pixels[:, :2] @ affine[:2, :2].T + affine[:2, 2]
    depth, surface = raster.blank(height, width, 9)
    faces = np.ascontiguousarray(faces, np.int32)
    raster.rasterize(raster.contiguous(pixels), faces, raster.contiguous(attributes), depth, surface)
    shadow, to_shadow = _shadow(points, faces, light.direction)
    out = np.zeros((height, width, 3), np.float32)
    to_ray = camera.rays() @ np.linalg.inv(affine)
    f = raster.contiguous
    raster.shade(
        depth, surface, f(to_ray), f(camera.eye), light.texture, light.texel, f(light.offset), light.has_table,
        f(light.direction), f(light.rgb),
        f(light.ambient), shadow, f(to_shadow), light.softness, light.shininess, light.gloss, light.occlusion, out,
    )  # fmt: skip
    mask = (depth > raster.FAR).astype(np.float32)
    if len(points):
        _occlude(out, surface, mask, camera, light, affine)
    if fine != 1:
        out, mask = (np.asarray(cv2.resize(a, canvas, interpolation=cv2.INTER_AREA), np.float32) for a in (out, mask))
    return out, mask


def _shadow(
    points: Array, faces: NDArray[np.int32], direction: Array, size: int = 160
) -> tuple[NDArray[np.float32], Array]:
    across = np.cross(direction, [0, 1, 0.01])
    across /= np.linalg.norm(across)
    axes = np.stack([across, np.cross(direction, across), direction])
    depth, nothing = raster.blank(size, size, 0)
    if not len(points):
        return depth, np.zeros((3, 4))
    turned = points @ axes.T
    low, high = turned[:, :2].min(0), turned[:, :2].max(0)
    scale = (size - 8) / max(float((high - low).max()), 1e-3)
    shift = size / 2 - scale * (low + high) / 2
    to_shadow = np.zeros((3, 4))
    to_shadow[:2, :3], to_shadow[:2, 3], to_shadow[2, :3] = axes[:2] * scale, shift, axes[2]
    placed = points @ to_shadow[:, :3].T + to_shadow[:, 3]
    raster.rasterize(raster.contiguous(placed), faces, np.zeros((len(points), 0), np.float32), depth, nothing)
    return depth, to_shadow


def _occlude(
    out: NDArray[np.float32],
    surface: NDArray[np.float32],
    mask: NDArray[np.float32],
    camera: Camera,
    light: Light,
    affine: Array,
) -> None:
    """Darken creases between digits and the table around hands, where little of the sky is seen."""
    scale = math.sqrt(abs(np.linalg.det(affine[:2, :2]))) * camera.focal / max(float(np.linalg.norm(camera.eye)), 0.2)
    nearness = surface[..., 6:9] @ raster.contiguous(camera.axes[2])
    inside = mask > 0
    floor = float(nearness[inside].min()) if inside.any() else 0.0
    nearness = np.where(inside, nearness, floor).astype(np.float32)
    for reach_m, strength in ((0.006, 0.5), (0.018, 0.5)):
        b = max(3, int(reach_m * scale)) | 1
        weight = cv2.blur(mask, (b, b)) + 1e-3
        around = cv2.blur(nearness * mask, (b, b)) / weight
        deep = np.clip((around - nearness) / (reach_m * 0.8), 0, 1.2) * mask
        out *= (1 - light.occlusion * strength * deep)[..., None]
    if light.has_table:
        touch = cv2.GaussianBlur(mask, (0, 0), max(0.8, 0.012 * scale)) * (1 - mask)
        out *= (1 - 0.7 * light.occlusion * touch)[..., None]
