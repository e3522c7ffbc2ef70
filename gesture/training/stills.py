"""Renders a labelled set of stills that no training sees: python -m gesture.training.stills OUT --hands 1000

One player's two hands at 640 x 480 as a seat's camera sees them or, with --tables, two to eight players from above at
1920 x 1080. OUT gets a JPEG a still and `labels.json`, the labels that `handref bench` reads. Training draws its scenes
from seeds below `FIRST_SEED`, stills from those above, so that neither meets the other. Needs the train extra.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.training import raster
from gesture.training.examples import Scene
from gesture.training.looks import linear, table_texture, through_a_webcam
from gesture.training.mesh import LANDMARKS
from gesture.training.placing import Person, PlacedHand, place
from gesture.training.poses import laid
from gesture.training.scenes import Camera, Light, render
from rules.hands import Digit, Palm, Side, in_order, shape_of

Rng = np.random.Generator
Picture = NDArray[np.uint8]
Label = dict[str, Any]

FIRST_SEED = 900_000
TONES = 10
"""Stills use the first ten of `looks.SKIN_TONES`, from the lightest to the darkest."""
SEAT_PX, TABLE_PX = (640, 480), (1920, 1080)
JPEG_QUALITY = 90
TILTS_DEG = (0, 0, 15, 30, 45, 55)
BENT_COUNTS = (0.22, 0.34, 0.22, 0.12, 0.06, 0.04)
"""How often a hand has none, one ... five bent digits."""
PALM_UP, SLEEVED, DRAWN = 0.25, 0.7, 0.15
"""How often palms lie up, an arm has a sleeve, and a player draws a pistol or two."""
TABLES_SRGB = ("a07b59", "ccb493", "3f7b50", "dadad7", "505055", "8995aa", "bc5950")
"""Brown and pale wood, green cloth, white, dark grey, blue-grey, red."""
_WEAK = 0.3
_PISTOL = frozenset({Digit.MIDDLE, Digit.RING, Digit.PINKY})
_TOUCH_PX = 3


def _some_bent(rng: Rng) -> frozenset[Digit]:
    count = int(rng.choice(6, p=BENT_COUNTS))
    return frozenset(list(Digit)[i] for i in rng.permutation(5)[:count])


def _texture(rng: Rng) -> NDArray[np.float32]:
    """A plain or a wooden table's albedo; one in four has things lying on it or a pattern."""
    if rng.random() < 0.25:
        return table_texture(rng)
    chosen = TABLES_SRGB[int(rng.integers(len(TABLES_SRGB)))]
    colour = linear(np.array([int(chosen[i : i + 2], 16) / 255 for i in (0, 2, 4)]))
    size = 384
    if rng.random() < 0.5:
        return np.broadcast_to(colour, (size, size, 3)).astype(np.float32)
    y, x = np.mgrid[:size, :size] / size
    coarse = rng.random((9, 9))
    coarse[-1], coarse[:, -1] = coarse[0], coarse[:, 0]  # the texture repeats without a seam
    warp = cv2.resize(coarse, (size, size), interpolation=cv2.INTER_CUBIC)
    grain = 0.5 + 0.5 * np.sin(2 * np.pi * ((x if rng.random() < 0.5 else y) * int(rng.integers(4, 16)) + warp))
    return (colour * (0.55 + 0.45 * grain[..., None])).astype(np.float32)


def _light(rng: Rng) -> Light:
    at = np.array([rng.uniform(-1, 1), rng.uniform(-0.2, 1), rng.uniform(0.9, 1.5)])
    some = Light.some(rng, texture=_texture(rng))
    power = rng.uniform(0.35, 1.2) * np.ones(3)
    sky = rng.uniform(0.12, 0.6) * np.array([0.9, 0.95, 1.0])
    return replace(some, direction=at / np.linalg.norm(at), rgb=power, ambient=sky, texel=rng.uniform(0.0015, 0.003))


def _in_or_out_of_a_sleeve(person: Person, cloth: NDArray[np.float64], rng: Rng) -> Person:
    return replace(person, cloth=cloth if rng.random() < SLEEVED else None, sleeve_from=0.07)


def _two_hands(
    rng: Rng, person: Person, palm: Palm, gap_m: tuple[float, float], turn_deg: float = 0.0, reach_m: float = 0.0
) -> list[PlacedHand]:
    """Both hands of one player, who sits `turn_deg` around the table with the wrists about `reach_m` from its
    middle."""
    drawn = (False, False)
    if rng.random() < DRAWN:
        drawn = [(True, False), (False, True), (True, True)][int(rng.integers(3))]
        palm = Palm.DOWN
    stick_up = any(drawn)
    cloth = rng.random(3) ** 2 * 0.6
    c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    hands = []
    for sign, side, has_drawn in ((-1, Side.LEFT, drawn[0]), (1, Side.RIGHT, drawn[1])):
        bent, lift, pitch = _some_bent(rng), 0.0, 0.0
        yaw = -sign * rng.uniform(-12, 25)
        if stick_up:  # the other hand of who draws lies flat
            bent = _PISTOL if has_drawn else frozenset()
        if has_drawn:
            lift, pitch, yaw = rng.uniform(0.01, 0.05), rng.uniform(-5, 10), yaw + rng.uniform(-25, 25)
        x, y = sign * rng.uniform(*gap_m), -reach_m + rng.uniform(-0.04, 0.04)
        hands.append(
            place(
                _in_or_out_of_a_sleeve(person, cloth, rng),
                side,
                bent,
                laid(bent, rng),
                palm=palm,
                xy=(x * c - y * s, x * s + y * c),
                yaw=yaw + turn_deg,
                pitch=pitch,
                lift=lift,
            )
        )
    return hands


def _some_palm(rng: Rng) -> Palm:
    return Palm.UP if rng.random() < PALM_UP else Palm.DOWN


def seat(seed: int) -> tuple[Scene, Label]:
    """One player's two hands before a seat's camera; the label lacks its `hands` yet."""
    rng = np.random.default_rng(seed)
    tilt_deg, away, tone = int(rng.choice(TILTS_DEG)), rng.uniform(0.55, 0.8), seed % TONES
    hands = _two_hands(rng, Person.some(rng, plain=1.0, tone=tone), _some_palm(rng), (0.10, 0.16), reach_m=0.10)
    lean = math.radians(tilt_deg)
    eye = (rng.uniform(-0.06, 0.06), -0.02 - away * math.sin(lean), away * math.cos(lean) + 0.02)
    target = (rng.uniform(-0.02, 0.02), rng.uniform(-0.02, 0.03), 0)
    scene = Scene(hands, Camera.looking(eye, target, 62, SEAT_PX), _light(rng))
    return scene, {"tilt": tilt_deg, "tone": tone}


def table(seed: int) -> tuple[Scene, Label]:
    """Two to eight players around a table, seen from straight above; the label lacks its `hands` yet."""
    rng = np.random.default_rng(seed)
    players = 2 + seed % 7
    hands: list[PlacedHand] = []
    tones: list[int] = []
    wide, deep, start = rng.uniform(0.58, 0.64), rng.uniform(0.28, 0.32), rng.uniform(-6, 6)
    gap = (0.05, 0.08) if players > 6 else (0.08, 0.13)
    for k in range(players):
        turn = start + 360 * k / players
        reach = math.hypot(wide * math.sin(math.radians(turn)), deep * math.cos(math.radians(turn)))
        tone = int(rng.integers(TONES))
        hands += _two_hands(rng, Person.some(rng, plain=1.0, tone=tone), _some_palm(rng), gap, turn, reach)
        tones += [tone, tone]
    eye = (rng.uniform(-0.03, 0.03), -0.001, rng.uniform(1.15, 1.3))
    scene = Scene(hands, Camera.looking(eye, (eye[0], 0, 0), 70, TABLE_PX), _light(rng))
    return scene, {"tilt": 0, "tone": None, "players": players, "tones": tones}


def _cover(hand: PlacedHand, camera: Camera, skin_alone: bool) -> Picture:
    """Where a hand is on the picture, (H, W), 0 or 1; with its arm and sleeve unless `skin_alone`."""
    depth, nothing = raster.blank(camera.size[1], camera.size[0], 0)
    for solid in hand.solids[:1] if skin_alone else hand.solids:
        points = raster.contiguous(camera.project(solid.points))
        raster.rasterize(points, solid.faces, np.zeros((len(points), 0), np.float32), depth, nothing)
    return np.asarray(depth > raster.FAR, np.uint8)


def _touched(hands: list[PlacedHand], camera: Camera) -> list[bool]:
    """Whether another hand or arm touches or covers each hand on the picture."""
    near = np.ones((2 * _TOUCH_PX + 1, 2 * _TOUCH_PX + 1), np.uint8)
    everything = [_cover(hand, camera, skin_alone=False) for hand in hands]
    crowd = np.sum(everything, axis=0, dtype=np.uint8)
    touched = []
    for hand, own in zip(hands, everything, strict=True):
        grown = cv2.dilate(_cover(hand, camera, skin_alone=True), near)
        touched.append(bool(((crowd > own) & (grown > 0)).any()))
    return touched


def labelled(scene: Scene, label: Label) -> Label:
    """`label` with all that is to be known of the hands of its scene."""
    tones = label.pop("tones", None)
    hands = []
    for n, (hand, overlap) in enumerate(zip(scene.hands, _touched(scene.hands, scene.camera), strict=True)):
        pixels = scene.camera.project(hand.joints)[:, :2]
        one: Label = {
            "side": str(hand.side),
            "palm": str(hand.palm),
            "bent": [str(d) for d in in_order(hand.bent)],
            "shape": str(shape_of(hand.bent)),
            "overlap": overlap,
            "joints": {
                name: [round(float(x), 1), round(float(y), 1)] for name, (x, y) in zip(LANDMARKS, pixels, strict=True)
            },
        }
        hands.append(one if tones is None else {**one, "tone": tones[n]})
    return {**label, "hands": hands}


def counted(label: Label, size: tuple[int, int]) -> int:
    """How many hands of a labelled still lie whole in the picture and touch no other."""
    inside = [all(0 <= x < size[0] and 0 <= y < size[1] for x, y in hand["joints"].values()) for hand in label["hands"]]
    return sum(whole and not hand["overlap"] for whole, hand in zip(inside, label["hands"], strict=True))


def photographed(scene: Scene, seed: int) -> Picture:
    """The still itself: BGR, (H, W, 3)."""
    upright = np.array([[1.0, 0, 0], [0, 1.0, 0]])
    light, mask = render(scene.hands, scene.camera, scene.light, upright, scene.camera.size)
    hand_light = float(light[mask > 0.5].mean())
    rgb = through_a_webcam(light, np.random.default_rng([seed, 1]), hand_light, weak=_WEAK)
    return np.ascontiguousarray(rgb[:, :, ::-1])


def stills(seed: int, hands: int, tables: bool = False) -> Iterator[tuple[str, Picture, Label, int]]:
    """Stills one by one until `hands` hands count: name, picture, label, and the hands that count so far.

    Raises `ValueError` for a seed of which training may have seen the scenes.
    """
    if seed < FIRST_SEED:
        raise ValueError(f"seeds below {FIRST_SEED} belong to training; choose a larger one")
    so_far = 0
    while so_far < hands:
        scene, label = (table if tables else seat)(seed)
        label = labelled(scene, label)
        so_far += counted(label, scene.camera.size)
        yield f"{'table' if tables else 'seat'}_{seed}", photographed(scene, seed), label, so_far
        seed += 1


def write(folder: Path, seed: int, hands: int, tables: bool = False) -> int:
    """Render stills into `folder` until `hands` hands count, and their labels; how many stills that took."""
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    labels: dict[str, Label] = {}
    for name, picture, label, so_far in stills(seed, hands, tables):
        cv2.imwrite(str(folder / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        labels[name] = label
        if len(labels) % 50 == 0 or so_far >= hands:
            (folder / "labels.json").write_text(json.dumps(labels))
            print(f"{len(labels)} stills, {so_far} hands", flush=True)
    return len(labels)


def main() -> None:
    """Render the set that the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m gesture.training.stills", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("folder", type=Path, metavar="OUT", help="where pictures and labels.json are written")
    parser.add_argument("--hands", type=int, default=1000, help="at least so many hands that count")
    parser.add_argument("--seed", type=int, default=FIRST_SEED, help=f"of the first still; at least {FIRST_SEED}")
    parser.add_argument("--tables", action="store_true", help="two to eight players from above, 1920 x 1080")
    given = parser.parse_args()
    try:
        write(given.folder, given.seed, given.hands, given.tables)
    except ValueError as fault:
        parser.error(str(fault))


if __name__ == "__main__":
    main()
