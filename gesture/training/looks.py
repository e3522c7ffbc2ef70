"""How things look: skin, cloth, tables with what lies on them, and what a webcam does to a picture."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.training.mesh import chain, normals_of
from rules.hands import Digit

Array = NDArray[np.float64]
F32 = NDArray[np.float32]
Rng = np.random.Generator

SKIN_TONES = (
    *("f6ede4", "f3e7db", "f7ead0", "eadaba", "d7bd96", "a07e56", "825c43", "604134", "4a3428", "3a2a22", "3a312a"),
    *("292420", "e8b798", "c98f6e", "d9a27f", "b5785a"),
)
"""Hex sRGB: the Monk Skin Tone scale (E. Monk, CC BY 4.0) with some between, then four redder skins as lamps show
them."""


def linear(srgb: Array) -> Array:
    """sRGB in 0..1 as linear light."""
    return np.where(srgb > 0.04045, ((srgb + 0.055) / 1.055) ** 2.4, srgb / 12.92)


def to_srgb(light: F32) -> F32:
    """Linear light as sRGB in 0..1, clipped as a camera clips it."""
    clipped = np.clip(light, 0, 1)
    return np.where(clipped > 0.0031308, 1.055 * clipped ** (1 / 2.4) - 0.055, clipped * 12.92).astype(np.float32)


_TONES = linear(np.array([[int(h[i : i + 2], 16) / 255 for i in (0, 2, 4)] for h in SKIN_TONES]))


class Rest(Protocol):
    """A hand of either family at rest: surface (V, 3), triangles (F, 3), joints {name: (3,)}."""

    rest: Array
    rest_joints: dict[str, Array]

    @property
    def faces(self) -> NDArray[np.int32]: ...

    def back_of(self, joint: str) -> Array:
        """The direction (3,) out of the back of the digit at a joint."""
        ...


class Skin:
    """Colours a hand: the patterns that stay with the mesh, found once; then one person's skin a call."""

    def __init__(self, mesh: Rest) -> None:
        self._rest = mesh.rest
        normals = normals_of(mesh.rest, mesh.faces)
        self._palmar = np.clip(-normals[:, 2] * 1.5, 0, 1)
        self._nails = np.zeros(len(mesh.rest))
        self._creases = np.zeros(len(mesh.rest))
        for digit in Digit:
            joints = chain(digit)
            for near, far in pairwise(joints):
                start = mesh.rest_joints[near]
                axis = mesh.rest_joints[far] - start
                length = float(np.linalg.norm(axis))
                along = (mesh.rest - start) @ axis / length
                off = np.linalg.norm(mesh.rest - start - np.outer(along, axis / length), axis=1)
                facing = normals @ mesh.back_of(near)
                if far == joints[-1]:
                    share = along / length
                    self._nails[(share > 0.45) & (share < 1.25) & (off < 0.012) & (facing > 0.55)] = 1
                if near != joints[0]:
                    fold = np.exp(-((along / 0.0025) ** 2)) * (off < 0.013) * (np.abs(facing) > 0.3)
                    self._creases = np.maximum(self._creases, fold)

    def of(self, rng: Rng, tone: int | None = None) -> tuple[Array, Array]:
        """One person's albedo: for each vertex (V, 3), and plain for the arm (3,), in linear light.

        `tone` is an index of `SKIN_TONES`, or None for any.
        """
        between = rng.uniform
        tone = int(rng.integers(len(_TONES))) if tone is None else tone
        base = np.clip(_TONES[tone] * between(0.8, 1.12) * rng.normal(1, 0.03, 3), 0.005, 1)
        waves = rng.normal(0, 1, (3, 7)) * np.array([60, 120, 200, 300, 420, 560, 800])
        blotch = np.sin(self._rest @ waves + rng.uniform(0, 6.28, 7)).mean(1)[:, None]
        albedo = base * (1 + between(0, 0.35) * blotch * np.array([0.6, 1.0, 1.05]))
        albedo *= 1 - between(0, 0.6) * self._creases[:, None]
        if rng.random() < 0.6:  # palms are paler and redder than backs
            paler = np.clip(albedo * between(1, 1.5) + np.array([0.06, 0.025, 0.02]) * between(0, 1), 0, 1)
            share = self._palmar[:, None] * between(0.2, 0.9)
            albedo = albedo * (1 - share) + paler * share
        if rng.random() < 0.6:
            polish = rng.random(3) if rng.random() < 0.15 else np.clip(base * between(0.95, 1.4) + 0.02, 0, 1)
            share = 0.8 * self._nails[:, None]
            albedo = albedo * (1 - share) + polish * share
        return np.clip(albedo, 0.002, 1), base * between(0.95, 1.05)


def some_colour(rng: Rng) -> Array:
    """A colour (3,) in linear light: greys, woods or anything."""
    kind = rng.random()
    if kind < 0.35:
        return np.clip(rng.random() ** 1.5 + rng.normal(0, 0.03, 3), 0.01, 1)
    if kind < 0.65:
        return np.clip(np.array([0.5, 0.32, 0.18]) * rng.uniform(0.15, 1.5) * rng.normal(1, 0.12, 3), 0.01, 1)
    return np.asarray(rng.random(3) ** 1.6, float)


def _float32(values: Any) -> F32:
    return np.asarray(values, np.float32)


def _noise(rng: Rng, size: int, cells: int) -> F32:
    small = rng.random((cells, cells)).astype(np.float32)
    wrapped = np.pad(small, ((0, 1), (0, 1)), "wrap")
    return np.asarray(cv2.resize(wrapped, (size, size), interpolation=cv2.INTER_CUBIC), np.float32)


def table_texture(rng: Rng, size: int = 384) -> F32:
    """The albedo of a table or a wall, with what lies about on it, (size, size, 3) in linear light."""
    first = some_colour(rng)
    kind = rng.random()
    y, x = np.mgrid[:size, :size].astype(np.float32) / size
    if kind < 0.35:
        share = np.zeros((size, size), np.float32)
        second = first
    elif kind < 0.72:  # wood grain
        turn = rng.uniform(0, np.pi) if rng.random() < 0.6 else 0.0
        u = x * np.cos(turn) + y * np.sin(turn)
        warp = _noise(rng, size, int(rng.integers(6, 30))) + 0.5 * _noise(rng, size, int(rng.integers(20, 60)))
        share = 0.5 + 0.5 * np.sin(2 * np.pi * (u * rng.uniform(4, 30) + warp * rng.uniform(0.1, 1.6)))
        second = first * rng.uniform(0.35, 0.95) if rng.random() < 0.8 else some_colour(rng)
    elif kind < 0.9:  # cloth, stone
        share = np.zeros((size, size), np.float32) + sum(
            w * _noise(rng, size, int(rng.integers(a, b))) for a, b, w in ((3, 8, 0.5), (10, 40, 0.3), (60, 190, 0.2))
        )
        share = np.clip((share - 0.5) * rng.uniform(0.8, 4) + 0.5, 0, 1)
        second = some_colour(rng)
    else:  # checks and stripes
        a, b = rng.uniform(2, 25, 2)
        share = ((np.sin(2 * np.pi * a * x) > 0) ^ ((np.sin(2 * np.pi * b * y) > 0) & (rng.random() < 0.6))).astype(
            np.float32
        )
        second = some_colour(rng)
    out = np.ascontiguousarray(first * (1 - share[..., None]) + second * share[..., None], np.float32)
    if rng.random() < 0.45:
        for _ in range(int(rng.integers(1, 14))):
            _lay_something(out, rng)
    return out


def _lay_something(texture: F32, rng: Rng) -> None:
    size = len(texture)
    colour = tuple(float(v) for v in some_colour(rng))
    at = (float(rng.uniform(0, size)), float(rng.uniform(0, size)))
    turn = float(rng.uniform(0, 180))
    kind = rng.random()
    if kind < 0.5:  # a card or a sheet, perhaps with a picture on it
        w, h = float(rng.uniform(12, 90)), float(rng.uniform(12, 90))
        cv2.fillPoly(texture, [cv2.boxPoints((at, (w, h), turn)).astype(np.int32)], colour)
        if rng.random() < 0.6:
            inner = tuple(float(v) for v in some_colour(rng))
            cv2.fillPoly(texture, [cv2.boxPoints((at, (w * 0.7, h * 0.6), turn)).astype(np.int32)], inner)
    elif kind < 0.8:  # a coin, a cup
        w = float(rng.uniform(6, 60))
        cv2.ellipse(texture, (at, (w, w * float(rng.uniform(0.7, 1))), turn), colour, -1)
    else:  # a pencil, a cable
        to = (int(at[0] + rng.uniform(-120, 120)), int(at[1] + rng.uniform(-120, 120)))
        cv2.line(texture, (int(at[0]), int(at[1])), to, colour, int(rng.integers(1, 7)), cv2.LINE_AA)


def through_a_webcam(picture: F32, rng: Rng, hand_light: float, weak: float = 1.0) -> NDArray[np.uint8]:
    """What a webcam makes of linear light (H, W, 3): exposure, colour cast, blur, sharpening, noise, compression; RGB.

    `hand_light` is the mean of the hand's pixels: exposures that would leave it black are rare. `weak` in 0..1
    softens it all.
    """
    between = rng.uniform
    gain = np.exp(rng.normal(0, 0.3 * weak))
    if rng.random() < 0.9:
        gain = max(gain, 0.025 / max(hand_light, 1e-3))
    cast = 1 + rng.normal(0, 0.06 * weak, 3)
    image = to_srgb((picture * (gain * cast)).astype(np.float32))
    if rng.random() < 0.35:
        image = _float32(cv2.GaussianBlur(image, (0, 0), between(0.3, 1.0 + 0.3 * weak)))
    if rng.random() < 0.06 * weak:
        kernel = np.zeros((7, 7), np.float32)
        cv2.line(kernel, tuple(int(v) for v in rng.integers(0, 7, 2)), (3, 3), 1.0, 1)
        image = _float32(cv2.filter2D(image, -1, kernel / kernel.sum()))
    if rng.random() < 0.2:  # sharpening, as webcams do
        image = image + between(0.2, 1.2) * (image - cv2.GaussianBlur(image, (0, 0), 1.0))
    image = np.clip(image, 0, 1) ** np.exp(rng.normal(0, 0.15 * weak))
    image = (image - 0.5) * between(1 - 0.25 * weak, 1 + 0.25 * weak) + 0.5 + between(-0.08, 0.08) * weak
    if rng.random() < 0.6:
        grain = rng.standard_normal(image.shape, np.float32)
        if rng.random() < 0.5:
            grain = cv2.GaussianBlur(grain, (0, 0), between(0.5, 1.2)) * 2
        image = image + grain * between(0.002, 0.002 + 0.038 * weak)
    if rng.random() < 0.06 * weak:
        image = np.repeat(image.mean(2, keepdims=True), 3, 2)
    out = np.clip(image * 255, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        coded = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(95 - round(60 * weak), 96))])[1]
        out = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    return np.asarray(out, np.uint8)


def over_the_edge(crop: NDArray[np.uint8], joints: F32, rng: Rng) -> NDArray[np.uint8]:
    """A crop (H, W, 3) that reaches over the edge of the camera's picture: that ends near the hand at these joints
    (21, 2), behind its wrist or beside it, and its last pixels are repeated from there on, as
    `gesture.reading.hand_crop.HandCrop.cut` does."""
    palm = joints[9] - joints[0]
    length = float(np.linalg.norm(palm)) + 1e-3
    if rng.random() < 0.7:
        out = -palm / length
        edge = float(joints[0] @ out) + rng.uniform(-0.1, 0.7) * length
    else:
        out = rng.normal(0, 1, 2)
        out /= np.linalg.norm(out)
        edge = float((joints @ out).max()) + rng.uniform(0.03, 0.5) * length
    y, x = np.mgrid[: crop.shape[0], : crop.shape[1]].astype(np.float32)
    beyond = np.maximum(x * out[0] + y * out[1] - edge, 0)
    at = (_float32(x - beyond * out[0]), _float32(y - beyond * out[1]))
    return np.asarray(cv2.remap(crop, *at, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)
