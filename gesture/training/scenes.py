"""Hands in a room, a camera that looks at them, the light, and the picture that comes of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.training import raster
from gesture.training.looks import table_texture
from gesture.training.placing import PlacedHand, about

Array = NDArray[np.float64]
Rng = np.random.Generator


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
class Stripes:
    """The shadows of blinds or a lattice: `across` (3,) is square to the light, `period` in metres, `shaded` the share
    of a period in shadow, `dark` the share of the light that it takes, `soft` how wide its edge is, in periods."""

    across: Array
    period: float
    shaded: float
    dark: float
    soft: float
    phase: float

    @staticmethod
    def some(direction: Array, rng: Rng) -> Stripes:
        """Any stripes in the light from a direction."""
        between = rng.uniform
        across = np.cross(direction, rng.normal(0, 1, 3))
        return Stripes(
            across / (np.linalg.norm(across) + 1e-9), float(np.exp(between(np.log(0.012), np.log(0.16)))),
            float(between(0.25, 0.75)), float(between(0.3, 0.85)), float(between(0.03, 0.3)), float(between(0, 1)),
        )  # fmt: skip

    def left(self, points: NDArray[np.float32]) -> NDArray[np.float32]:
        """The share of the light that is left (...) at points of the world (..., 3)."""
        at = (points @ (self.across / self.period).astype(np.float32) + np.float32(self.phase)) % 1
        off = np.abs(at - 0.5) - self.shaded / 2
        return np.asarray(1 - self.dark * np.clip(0.5 - off / self.soft, 0, 1), np.float32)


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
    stripes: Stripes | None = None

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
    if light.stripes is not None:
        out *= light.stripes.left(_places(surface, mask, to_ray, camera.eye))[..., None]
    if len(points):
        _occlude(out, surface, mask, camera, light, affine)
    if fine != 1:
        out, mask = (np.asarray(cv2.resize(a, canvas, interpolation=cv2.INTER_AREA), np.float32) for a in (out, mask))
    return out, mask


def _places(surface: NDArray[np.float32], mask: NDArray[np.float32], to_ray: Array, eye: Array) -> NDArray[np.float32]:
    """Where in the world every pixel is (h, w, 3): on a hand or on the table."""
    height, width = mask.shape
    y, x = np.mgrid[:height, :width].astype(np.float32)
    rays = np.stack([x, y, np.ones_like(x)], -1) @ to_ray.T.astype(np.float32)
    far = -eye[2] / np.minimum(rays[..., 2:], -1e-3)
    table = eye.astype(np.float32) + far.astype(np.float32) * rays
    return np.where(mask[..., None] > 0, surface[..., 6:9], table)


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
