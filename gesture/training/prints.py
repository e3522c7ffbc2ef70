"""Hands that are none: pictures of hands, printed or drawn, that lie flat on a table; cloths and keys around them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.training.looks import linear, some_colour, table_texture
from gesture.training.people_poses import people_pose
from gesture.training.placing import Person, PlacedHand, place
from gesture.training.poses import some_side
from gesture.training.scenes import Camera, Light, render
from rules.hands import Palm, Side

Array = NDArray[np.float64]
F32 = NDArray[np.float32]
Rng = np.random.Generator

PRINTS = 32
"""So many different hands are printed."""
PRINT_PX = 160
_SEED = 20_011
_PHOTOGRAPHS = 0.15
"""The share of prints that look as a hand does, but for their flatness and their card."""
KEYS, PATTERN = 0.15, 0.4
"""How often a table with prints is a keyboard's keys, and a patterned cloth; else it is any table."""
FINEST_M, COARSEST_M = 0.0009, 0.0017
"""A pixel of a table with prints: finer than others, so that the prints are sharp."""


@dataclass(frozen=True, eq=False)
class Print:
    """A hand to print: its picture in linear light (PRINT_PX, PRINT_PX, 3), its share of each pixel, and its joints
    (21, 2) in pixels."""

    picture: F32
    mask: F32
    joints: Array


@lru_cache(maxsize=1)
def the_prints() -> tuple[Print, ...]:
    """The hands that are printed, the same in every process."""
    rng = np.random.default_rng(_SEED)
    camera = Camera.looking((0, 0.07, 0.9), (0, 0.07, 0), 20, (PRINT_PX, PRINT_PX))
    made = []
    for _ in range(PRINTS):
        pose, palm = people_pose(rng), Palm.UP if rng.random() < 0.5 else Palm.DOWN
        person = Person.some(rng, sleeved=0.3, bodies=0.5)
        hand = place(person, some_side(rng), pose.bent, pose.angles, palm=palm, xy=(0, 0), yaw=0)
        light = Light.some(rng, texture=np.full((8, 8, 3), 0.5, np.float32))
        picture, mask = render([hand], camera, light, np.eye(2, 3), (PRINT_PX, PRINT_PX), 1.0)
        made.append(Print(picture, mask, camera.project(hand.joints)[:, :2]))
    return tuple(made)


def _colour(rng: Rng) -> tuple[float, float, float]:
    red, green, blue = (float(v) for v in some_colour(rng))
    return red, green, blue


def _styled(one: Print, rng: Rng) -> tuple[F32, F32]:
    """The picture and the mask of a print: a photograph, one in a single ink, a drawing with outlines, a silhouette."""
    picture, kind = one.picture.copy(), rng.random()
    if kind < _PHOTOGRAPHS:
        return picture * float(rng.uniform(0.7, 1.4)), one.mask
    if kind < 0.4:
        grey = np.clip(picture.mean(2, keepdims=True) * 2, 0, 1)
        ink = np.array(_colour(rng))
        return (grey + (1 - grey) * ink).astype(np.float32), one.mask
    flat = np.empty_like(picture)
    flat[:] = _colour(rng)
    if kind < 0.6:
        return flat, one.mask
    shown = np.asarray(np.clip(picture / (picture.max() + 1e-6), 0, 1) ** 0.5 * 255, np.uint8)
    edges = cv2.Canny(cv2.cvtColor(shown, cv2.COLOR_RGB2GRAY), 40, 110)
    outline = cv2.morphologyEx((one.mask > 0.5).astype(np.uint8), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    drawn = np.asarray((edges * (one.mask > 0.3) > 0) | (outline > 0), np.uint8)
    if rng.random() < 0.6:
        drawn = np.asarray(cv2.dilate(drawn, np.ones((2, 2), np.uint8)), np.uint8)
    if rng.random() < 0.35:
        flat[:] = np.array(linear(np.array([0.97, 0.97, 0.95])))
    flat[drawn > 0] = float(rng.uniform(0, 0.08))
    return flat, np.maximum(one.mask, drawn.astype(np.float32))


def _keys(rng: Rng, size: int) -> F32:
    """The keys of a piano, as a texture that repeats."""
    count = int(rng.choice([14, 21, 28]))
    wide = size / count
    out = np.full((size, size, 3), rng.uniform(0.6, 0.95), np.float32)
    long = int(size * rng.uniform(0.3, 0.5))
    out[long:] = some_colour(rng)
    for k in range(count):
        x = int(k * wide)
        out[:long, x : x + 1] = 0.05
        if k % 7 not in (2, 6):
            a, b = int(x + wide * 0.68), int(x + wide * 1.3)
            out[: int(long * 0.62), a:b] = rng.uniform(0.005, 0.04)
    return out if rng.random() < 0.5 else np.ascontiguousarray(out.transpose(1, 0, 2))


def _pattern(rng: Rng, size: int) -> F32:
    """A cloth with a motif that repeats: dots, leaves, paws, or plaid."""
    out = np.empty((size, size, 3), np.float32)
    out[:] = _colour(rng)
    step = size // int(rng.integers(3, 13))
    motif = int(rng.integers(4))
    colours = [_colour(rng) for _ in range(3)]
    if motif == 3:
        for axis in (0, 1):
            for start in range(0, size, step):
                band = (
                    (slice(start, start + step // 3), slice(None))
                    if axis
                    else (slice(None), slice(start, start + step // 3))
                )
                out[band] = 0.5 * out[band] + 0.5 * np.array(colours[axis], np.float32)
        return out
    for row, y in enumerate(range(step // 2, size, step)):
        for x in range(step // 2 + (row % 2) * step // 2, size + step // 2, step):
            colour, r = colours[int(rng.integers(3))], step * 0.3
            if motif == 0:
                cv2.circle(out, (x, y), int(r), colour, -1, cv2.LINE_AA)
                continue
            toes = range(-60, 61, 40) if motif == 2 else range(0, 360, 60)
            if motif == 2:
                cv2.ellipse(out, ((x, y + r * 0.4), (r * 1.3, r), 0), colour, -1)
            for turn in toes:
                c, s = np.cos(np.radians(turn - 90)), np.sin(np.radians(turn - 90))
                at = (float(x + c * r * 0.8), float(y + s * r * 0.8))
                cv2.ellipse(out, (at, (r * 0.9, r * 0.4), turn - 90), colour, -1)
    return out


def _lay(texture: F32, one: Print, at: Array, rng: Rng) -> Array:
    """Print a hand onto a texture, its middle at `at`, mostly on a card; its joints (21, 2) in the texture's pixels."""
    size = len(texture)
    picture, mask = _styled(one, rng)
    scale = float(rng.uniform(0.35, 0.95))
    c, s = np.cos(turn := rng.uniform(-np.pi, np.pi)) * scale, np.sin(turn) * scale
    affine = np.array([[c, -s, 0], [s, c, 0]])
    affine[:, 2] = at - affine[:, :2] @ np.full(2, PRINT_PX / 2)
    corners = np.array([[0, 0], [PRINT_PX, 0], [PRINT_PX, PRINT_PX], [0, PRINT_PX]]) @ affine[:, :2].T + affine[:, 2]
    if rng.random() < 0.8:
        paper = _colour(rng) if rng.random() < 0.4 else (0.85, 0.85, 0.82)
        cv2.fillPoly(texture, [corners.astype(np.int32)], paper)
        if rng.random() < 0.3:
            cv2.polylines(texture, [corners.astype(np.int32)], True, _colour(rng), int(rng.integers(1, 4)))
    cover = np.asarray(cv2.warpAffine(mask, affine, (size, size)), np.float32)[..., None]
    texture[:] = texture * (1 - cover) + np.asarray(cv2.warpAffine(picture, affine, (size, size)), np.float32) * cover
    joints: Array = one.joints @ affine[:, :2].T + affine[:, 2]
    return joints


def printed(light: Light, rng: Rng) -> tuple[Light, list[PlacedHand]]:
    """The light over a table on which printed hands lie, and these: hands without anything solid, at z = 0."""
    kind, size = rng.random(), 384
    if kind < KEYS:
        texture = _keys(rng, size)
    else:
        texture = _pattern(rng, size) if kind < KEYS + PATTERN else table_texture(rng, size)
    texel = float(rng.uniform(FINEST_M, COARSEST_M))
    lit = replace(light, texture=texture, texel=texel)
    hands = []
    count, start = int(rng.integers(0 if kind < KEYS + PATTERN else 1, 4)), int(rng.integers(4))
    for k in range(count):  # each in a quarter of its own, so that none covers another
        quarter = np.array([(start + k) % 4 // 2, (start + k) % 2]) / 2
        joints = _lay(texture, the_prints()[int(rng.integers(PRINTS))], (quarter + 0.25) * size, rng)
        middle = joints.mean(0) - light.offset
        flat = (joints - light.offset - np.round(middle / size) * size) * texel
        marks = np.concatenate([flat, np.zeros((21, 1))], 1)
        hands.append(PlacedHand((), marks, Side.RIGHT, Palm.DOWN, frozenset(), np.array([0, 0, 1.0])))
    return lit, hands
