"""Labelled crops without end, for the digit network."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.reading.hand_crop import HandCrop
from gesture.training.looks import table_texture, through_a_webcam
from gesture.training.people_poses import people_pose
from gesture.training.placing import Person, PlacedHand, place
from gesture.training.poses import anyhow, laid, pinched, some_digits, some_side
from gesture.training.prints import printed
from gesture.training.scenes import Camera, Light, Stripes, render
from gesture.training.wear import worn
from rules.hands import Digit, Palm, Side

Array = NDArray[np.float64]
Rng = np.random.Generator

NET_PX = 168
"""The side of the crop that the digit network sees."""
CROP_PX = 192
"""The side of a training crop: the network's and a margin to shift it in."""
Kinds = tuple[float, float, float, float]
"""How often a scene is a seat's two hands, a whole table, hands held up, or a seat seen at a steep slant."""
KINDS: Kinds = (0.5, 0.12, 0.38, 0.0)
HELD_UP_KINDS: Kinds = (0.25, 0.05, 0.7, 0.0)
STEEP_KINDS: Kinds = (0.1, 0.05, 0.05, 0.8)
BODIES = 0.5
"""The share of people whose hands are of the second family of meshes."""
AS_PEOPLE = 0.55
"""The share of hands that are held as `people_poses` has them; the others are laid or held as `poses` has them."""
PRINTED, STRIPED = 0.14, 0.12
"""The share of scenes whose table has printed hands, keys or patterned cloth, and over which blinds cast stripes."""
AMISS, EMPTY = 0.06, 0.03
"""The share of crops that lie beside their hand or show a part of it, and that show a sleeve without its hand."""
FINE = 1.25
"""Crops are rendered this much finer than they are kept."""
CLEAR, CLEARLY = 0.45, 0.3
"""The share of crops that a good webcam in fair light took, and how much of a webcam's harm it does."""
_EDGE_ON = 0.2
_PISTOL = frozenset({Digit.MIDDLE, Digit.RING, Digit.PINKY})


@dataclass(frozen=True, eq=False)
class Scene:
    """Some hands, the camera on them, the light."""

    hands: list[PlacedHand]
    camera: Camera
    light: Light
    prints: Sequence[PlacedHand] = ()
    """Pictures of hands that lie on the table: hands without anything solid."""


def _seat_hands(
    rng: Rng, person: Person, palm: Palm, at: tuple[float, float] = (0, 0), facing_deg: float = 0.0
) -> list[PlacedHand]:
    """Both hands of one player who sits at -y of `at`, turned by `facing_deg` about the origin of the table."""
    hands = []
    gap, c, s = rng.uniform(0.09, 0.17), math.cos(math.radians(facing_deg)), math.sin(math.radians(facing_deg))
    exact, fanned = rng.random() < 0.5, rng.random() < 0.35
    drawn = rng.random() < 0.12
    for sign, side in ((-1, Side.LEFT), (1, Side.RIGHT)):
        bent, lift, pitch, roll = some_digits(rng), 0.0, 0.0, 0.0
        yaw = -sign * rng.uniform(-15, 28) + (rng.normal(0, 15) if rng.random() < 0.2 else 0)
        if drawn and rng.random() < 0.7:
            bent, lift, pitch = _PISTOL, rng.uniform(0.005, 0.07), rng.uniform(-8, 14)
            yaw += rng.uniform(-30, 30)
            roll = sign * rng.uniform(-20, 80) if rng.random() < 0.3 else 0.0
        elif not exact:
            pitch, roll = rng.normal(0, 4), rng.normal(0, 6)
            lift = rng.uniform(0, 0.05) if rng.random() < 0.15 else 0.0
        angles = laid(bent, rng, fanned) if exact else anyhow(bent, rng)
        soft: Mapping[Digit, float] = {}
        if bent != _PISTOL and rng.random() < AS_PEOPLE:
            pose = people_pose(rng)
            angles, bent, soft = pose.angles, pose.bent, pose.soft
        x, y = at[0] + sign * gap + rng.normal(0, 0.015), at[1] + rng.uniform(-0.05, 0.05)
        placed = place(
            person, side, bent, angles, palm=palm, xy=(x * c - y * s, x * s + y * c),
            yaw=yaw + facing_deg, pitch=pitch, roll=roll, lift=lift,
        )  # fmt: skip
        hands.append(replace(placed, soft=soft))
    return hands


def _seat_scene(rng: Rng, steep: bool = False) -> Scene:
    palm = Palm.UP if rng.random() < 0.27 else Palm.DOWN
    hands = _seat_hands(rng, Person.some(rng, plain=0.6 if steep else 0.4, bodies=BODIES), palm, (0, -0.10))
    if rng.random() < 0.12:
        hands += _seat_hands(
            rng, Person.some(rng, bodies=BODIES), Palm.DOWN, (0, -rng.uniform(0.25, 0.4)), rng.uniform(120, 240)
        )
    tilt_deg = rng.uniform(36, 60) if steep else rng.uniform(0, 58)
    if not steep and rng.random() < 0.4:
        tilt_deg = rng.choice([0, 15, 30, 45, 55])
    tilt = math.radians(tilt_deg)
    away, around = (
        rng.uniform(0.5, 0.85),
        math.radians(rng.normal(0, 12) if rng.random() < 0.85 else rng.uniform(-180, 180)),
    )
    eye = (
        away * math.sin(tilt) * math.sin(around),
        -0.02 - away * math.sin(tilt) * math.cos(around),
        away * math.cos(tilt) + 0.02,
    )
    target = (rng.uniform(-0.03, 0.03), rng.uniform(-0.03, 0.03), 0)
    return Scene(hands, Camera.looking(eye, target, 62, (640, 480)), Light.some(rng))


def _table_scene(rng: Rng) -> Scene:
    players, hands = int(rng.integers(2, 9)), []
    start, wide, deep = rng.uniform(0, 360), rng.uniform(0.22, 0.5), rng.uniform(0.2, 0.36)
    for k in range(players):
        turn = start + 360 * k / players
        reach = math.hypot(wide * math.sin(math.radians(turn)), deep * math.cos(math.radians(turn)))
        palm = Palm.UP if rng.random() < 0.1 else Palm.DOWN
        hands += _seat_hands(rng, Person.some(rng, sleeved=0.8, bodies=BODIES), palm, (0, -reach - 0.02), turn)
    tilt, away = math.radians(abs(rng.normal(0, 14))), rng.uniform(0.8, 1.35)
    camera = Camera.looking(
        (0, -away * math.sin(tilt), away * math.cos(tilt)), (0, 0, 0), rng.uniform(60, 74), (1280, 720)
    )
    return Scene(hands, camera, Light.some(rng))


def _held_scene(rng: Rng) -> Scene:
    """Hands held up to a laptop's camera, or one hand photographed against something plain."""
    on_table = rng.random() < 0.6
    palm = Palm.UP if rng.random() < 0.7 else Palm.DOWN
    person, hands = Person.some(rng, plain=0.1, sleeved=0.25, slender=0.2, natural=0.75, bodies=BODIES), []
    sides = [some_side(rng)] if rng.random() < 0.5 else [Side.LEFT, Side.RIGHT]
    for side in sides:
        sign = (-1 if side is Side.LEFT else 1) * (1 if palm is Palm.DOWN else -1) if len(sides) > 1 else 0
        bent = some_digits(rng)
        unclear: frozenset[Digit] = frozenset()
        soft: Mapping[Digit, float] = {}
        kind = rng.random()
        if kind < 0.3:
            finger = Digit(rng.choice(["index", "middle", "ring", "pinky"]))
            curled = bent - {finger, Digit.THUMB} if rng.random() < 0.3 else frozenset[Digit]()
            angles, bent, unclear = pinched(finger, curled, rng), curled | {finger}, frozenset({Digit.THUMB})
        elif kind < 0.3 + 0.7 * AS_PEOPLE:
            pose = people_pose(rng)
            angles, bent, soft = pose.angles, pose.bent, pose.soft
        elif kind < 0.95:
            angles = anyhow(bent, rng, held_up=True)
        else:
            angles = laid(bent, rng, fanned=rng.random() < 0.7)
        placed = (
            place(
                person, side, bent, angles, palm=palm,
                xy=(sign * rng.uniform(0.08, 0.16), rng.uniform(-0.14, -0.06)), yaw=rng.normal(0, 18),
                pitch=rng.normal(0, 12),
                roll=rng.normal(0, 12), lift=rng.uniform(0.01, 0.12), rise=rng.uniform(-0.1, 0.12),
            )
        )  # fmt: skip
        hands.append(replace(placed, unclear=unclear, soft=soft))
    tilt, away = math.radians(rng.normal(0, 12)), rng.uniform(0.35, 0.85)
    camera = Camera.looking(
        (rng.uniform(-0.1, 0.1), -away * math.sin(tilt), away * math.cos(tilt)), (0, 0, 0), 62, (640, 480)
    )
    light = Light.some(rng, on_table, _plain_wall(rng) if rng.random() < 0.6 else None)
    return Scene(hands, camera, light)


def _plain_wall(rng: Rng) -> NDArray[np.float32]:
    base = rng.uniform(0.2, 0.95) * np.clip(rng.normal(1, 0.05, 3), 0.8, 1.2)
    soft = cv2.resize(rng.random((5, 5)).astype(np.float32), (384, 384), interpolation=cv2.INTER_CUBIC)
    return np.ascontiguousarray(base * (1 + rng.uniform(0, 0.3) * (soft[..., None] - 0.5)), np.float32)


def some_scene(rng: Rng, kinds: Kinds = KINDS) -> Scene:
    """A scene: of one of the four kinds, with these probabilities; people wear what they wear, on any table, in any
    light."""
    make = (_seat_scene, _table_scene, _held_scene, partial(_seat_scene, steep=True))[int(rng.choice(4, p=kinds))]
    scene = make(rng)
    scene = replace(scene, hands=[worn(hand, rng) for hand in scene.hands])
    if scene.light.has_table and rng.random() < PRINTED:
        light, prints = printed(scene.light, rng)
        scene = replace(scene, light=light, prints=prints)
    if rng.random() < STRIPED:
        light = replace(scene.light, stripes=Stripes.some(scene.light.direction, rng))
        scene = replace(scene, light=light)
    return scene


@dataclass(frozen=True, eq=False)
class CropExample:
    """A training crop: `image` RGB (CROP_PX, CROP_PX, 3); `truth` (8,): five digits bent, left, palm up, is a hand,
    each 0 or 1, or between for a digit that some would call bent; `known` (8,) says which of them to learn from;
    `joints` (21, 2) in crop pixels."""

    image: NDArray[np.uint8]
    truth: NDArray[np.float16]
    known: NDArray[np.uint8]
    joints: NDArray[np.float32]


def _jittered(true: HandCrop, rng: Rng, rough: bool) -> HandCrop:
    spread, drift, turn = (0.16, 0.09, 0.35) if rough else (0.07, 0.035, 0.12)
    angle = true.angle + rng.normal(0, turn) + (rng.normal(0, 0.9) if rough and rng.random() < 0.1 else 0)
    dx, dy = rng.normal(0, drift, 2) * true.size
    return HandCrop(true.x + dx, true.y + dy, true.size * math.exp(rng.normal(0, spread)), angle)


def _amiss(true: HandCrop, rng: Rng) -> HandCrop:
    """A crop that shows no hand to read: beside it, or so close that a fingertip fills it, or from so far that it is
    lost."""
    away, angle, kind = rng.uniform(0, 2 * math.pi), rng.uniform(-3.1, 3.1), rng.random()
    off, zoom = rng.uniform(0.45, 1.2), 1.0
    if kind < 0.45:
        off, zoom = rng.uniform(0.0, 0.5), rng.uniform(0.12, 0.42)
    elif kind < 0.6:
        off, zoom = rng.uniform(0.0, 0.5), rng.uniform(2.4, 4.5)
    dx, dy = off * math.cos(away), off * math.sin(away)
    return HandCrop(true.x + dx * true.size, true.y + dy * true.size, true.size * zoom, angle)


def crop_example(
    scene: Scene, hand: PlacedHand, rng: Rng, amiss: bool = False, empty: bool = False
) -> CropExample | None:
    """One hand of a scene as the network will see it, or None when it lies mostly off the picture.

    `amiss` frames something beside it or a part of it; `empty` says that no hand is there, but its picture or sleeve.
    """
    negative = amiss or empty
    pixels = scene.camera.project(hand.joints)[:, :2]
    width, height = scene.camera.size
    inside = ((pixels > 0) & (pixels < [width, height])).all(1).mean()
    if inside < 0.7:
        return None
    true = HandCrop.around(pixels)
    crop = _jittered(true, rng, rough=rng.random() < 0.35)
    if amiss:
        crop = _amiss(true, rng)
    affine = replace(crop, size=crop.size * CROP_PX / NET_PX).to_crop(CROP_PX)
    light, mask = render(scene.hands, scene.camera, scene.light, affine, (CROP_PX, CROP_PX), FINE)
    hand_light = float(light[mask > 0.5].mean()) if (mask > 0.5).any() else 0.2
    taken = _as_small_as(light, _source_scale(true, rng))
    weak = CLEARLY if rng.random() < CLEAR else 1.0
    image = _as_large_as(through_a_webcam(taken, rng, hand_light, weak), CROP_PX)
    toward = scene.camera.eye - hand.joints[9]
    facing = float(hand.out @ toward / np.linalg.norm(toward))
    truth = [
        *(hand.soft.get(d, float(d in hand.bent)) for d in Digit),
        hand.side is Side.LEFT,
        facing < 0,
        not negative,
    ]
    known = [
        *(not negative and d not in hand.unclear for d in Digit),
        not negative,
        not negative and abs(facing) > _EDGE_ON,
        True,
    ]
    joints = pixels @ affine[:, :2].T + affine[:, 2]
    return CropExample(image, np.array(truth, np.float16), np.array(known, np.uint8), joints.astype(np.float32))


def _source_scale(true: HandCrop, rng: Rng) -> float:
    """How many of the camera's pixels a crop pixel shows, for cameras finer and coarser than the scene's own."""
    return true.size / NET_PX * math.exp(rng.uniform(-0.25, 0.9))


def _as_small_as(light: NDArray[np.float32], scale: float) -> NDArray[np.float32]:
    if scale >= 0.95:
        return light
    return np.asarray(cv2.resize(light, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.float32)


def _as_large_as(picture: NDArray[np.uint8], side: int) -> NDArray[np.uint8]:
    """What cutting a crop out of a coarser picture makes of it."""
    if len(picture) == side:
        return picture
    return np.asarray(cv2.resize(picture, (side, side), interpolation=cv2.INTER_LINEAR), np.uint8)


def _crop_of(scene: Scene, number: int, rng: Rng) -> CropExample | None:
    """The crop of one hand; a few lie amiss, and a few show the hand's sleeve alone."""
    hand, kind = scene.hands[number], rng.random()
    if kind >= AMISS + EMPTY or (kind >= AMISS and len(hand.solids) < 2):
        return crop_example(scene, hand, rng)
    if kind < AMISS:
        return crop_example(scene, hand, rng, amiss=True)
    bare = replace(hand, solids=hand.solids[1:])
    return crop_example(replace(scene, hands=[bare]), bare, rng, empty=True)


def _alone(shown: PlacedHand, scene: Scene) -> bool:
    """Whether no hand lies near a printed one."""
    middle, reach = shown.joints.mean(0), np.ptp(shown.joints, axis=0).max()
    return all(np.linalg.norm(hand.joints - middle, axis=1).min() > 1.2 * reach for hand in scene.hands)


def crops(seed: int, count: int, kinds: Kinds = KINDS) -> list[CropExample]:
    """`count` crops from one seed, of scenes as `some_scene` chooses them; about one in eight
    shows no hand."""
    rng = np.random.default_rng(seed)
    out: list[CropExample] = []
    texture = table_texture(rng)
    while len(out) < count:
        scene = some_scene(rng, kinds)
        if not scene.prints:
            if rng.random() < 0.3:
                scene = replace(scene, light=replace(scene.light, texture=texture))
            texture = scene.light.texture
        chosen = rng.permutation(len(scene.hands))[:4]
        made = [_crop_of(scene, int(k), rng) for k in chosen]
        made += [crop_example(scene, shown, rng, empty=True) for shown in scene.prints if _alone(shown, scene)]
        out += [crop for crop in made if crop is not None]
    return out[:count]
