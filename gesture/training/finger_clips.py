"""Renders labelled clips of One Finger! that no training sees: python -m gesture.training.finger_clips OUT --clips 8

Two to eight players lay index fingers on a Button card, or on a Double and the card beside it; somebody calls, and
fingers leave: pulled off the card, raised above it with the hand, or raised alone, in time, early or late; some hover,
and now and then somebody knocks the table. OUT gets `fingers_SEED.mp4` and its labels `fingers_SEED.json`, which
`handref bench fingers` reads. Needs the train extra.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import Landmark
from gesture.training.calling_hands import away_share, calling_hand, shifted
from gesture.training.finger_script import Act, Script, script
from gesture.training.looks import linear, to_srgb
from gesture.training.placing import Person, PlacedHand, Solid, about, place
from gesture.training.poses import laid
from gesture.training.scenes import Camera, Light, render
from gesture.training.stills import TONES, _texture
from rules.hands import Digit, Palm, Side

Array = NDArray[np.float64]
Rng = np.random.Generator
Picture = NDArray[np.uint8]

FIRST_SEED = 950_000
CARD_M = 0.065
"""The side of a Button card."""
BESIDE_M = 0.055
"""From the middle between two cards to the middle of each."""
RING_M = 0.017
"""How far from a card's middle fingertips rest."""
STRAIGHT_UP_DEG = 70.0
"""How far the joint turns of an index finger that is raised alone."""
AWAY_M = 0.085
"""How far a finger that is pulled off the card comes."""
BUTTONS_SRGB = ("d9534f", "4f62c4", "f0c02d", "3f9a5f")
_POINTING = frozenset(Digit) - {Digit.INDEX}
_RAISED_PITCH_DEG, _RAISED_M, _HOVER_M = 24.0, 0.02, 0.012


@dataclass(frozen=True, eq=False)
class Finger:
    """One finger of the game: whose, with which hand, on which card, and the hand as it lies on the card."""

    player: int
    hand: PlacedHand
    alone: PlacedHand
    """The same hand with the index finger alone raised straight up."""
    tip: Array
    inward: Array
    """The direction (3,) on the table in which the finger points."""
    tilted: Array
    """The axis (3,) about which the hand is tilted up."""


def _moved(hand: PlacedHand, turn: Array, pivot: Array, shift: Array) -> PlacedHand:
    """The hand turned about a point and shifted."""
    solids = tuple(
        Solid((s.points - pivot) @ turn.T + pivot + shift, s.normals @ turn.T, s.albedo, s.faces) for s in hand.solids
    )
    joints = (hand.joints - pivot) @ turn.T + pivot + shift
    return replace(hand, solids=solids, joints=joints)


def _about(axis: Array, degrees: float) -> Array:
    """The rotation (3, 3) about any axis."""
    return np.asarray(cv2.Rodrigues(axis * math.radians(degrees))[0], np.float64)


def _pointing(person: Person, side: Side, inward_deg: float, rng: Rng, lift_finger_deg: float) -> PlacedHand:
    """A hand that points `inward_deg` counterclockwise of +y, its index finger lifted at the knuckle by so much."""
    angles = dict(laid(_POINTING - ({Digit.THUMB} if rng.random() < 0.3 else set()), rng))
    joint = "index-finger-phalanx-proximal"
    flex, aside, twist = angles[joint]
    angles[joint] = (flex + lift_finger_deg - 6, aside, twist)
    return place(
        person, side, _POINTING, angles, palm=Palm.DOWN, xy=(0.0, 0.0), yaw=inward_deg, rise=0.10, pitch=-4.0,
        lift=0.012,
    )  # fmt: skip


def finger_of(player: int, person: Person, side: Side, tip: Array, yaw_deg: float, seed: Sequence[int]) -> Finger:
    """A finger at rest with its tip on `tip` (2,) of the table."""
    flat = _pointing(person, side, yaw_deg, np.random.default_rng(seed), 0.0)
    end = flat.joints[Landmark.INDEX_TIP]
    low = flat.solids[0].points
    near = np.linalg.norm(low[:, :2] - end[:2], axis=1) < 0.012
    shift = np.array([tip[0] - end[0], tip[1] - end[1], 0.002 - float(low[near, 2].min())])
    nothing = np.eye(3)
    hand = _moved(flat, nothing, end, shift)
    alone = _moved(_pointing(person, side, yaw_deg, np.random.default_rng(seed), STRAIGHT_UP_DEG), nothing, end, shift)
    c, s = math.cos(math.radians(yaw_deg)), math.sin(math.radians(yaw_deg))
    return Finger(player, hand, alone, np.array([*tip, 0.0]), np.array([-s, c, 0.0]), np.array([c, s, 0.0]))


def shown(finger: Finger, act: Act, share: float, wiggle: Array) -> PlacedHand:
    """The finger with so much of an act done, 0 to 1."""
    ease = share * share * (3 - 2 * share)
    if act is Act.KEEP or ease <= 0:
        return _moved(finger.hand, np.eye(3), finger.tip, wiggle)
    if act is Act.ALONE:
        # The finger's joint turns; between two poses of one mesh the points run nearly straight.
        solids = tuple(
            Solid(a.points * (1 - ease) + b.points * ease, a.normals * (1 - ease) + b.normals * ease, a.albedo, a.faces)
            for a, b in zip(finger.hand.solids, finger.alone.solids, strict=True)
        )
        return replace(finger.hand, solids=solids)
    if act is Act.PULL:
        up = np.array([0, 0, 0.03 * math.sin(math.pi * min(ease, 0.7))])
        return _moved(finger.hand, _about(finger.tilted, 8 * ease), finger.tip, up - finger.inward * AWAY_M * ease)
    if act is Act.HOVER:
        return _moved(finger.hand, _about(finger.tilted, 4 * ease), finger.tip, np.array([0, 0, _HOVER_M * ease]))
    pivot = finger.hand.joints[Landmark.WRIST]
    up = np.array([0, 0, _RAISED_M * ease]) + finger.inward * 0.01 * ease
    return _moved(finger.hand, _about(finger.tilted, _RAISED_PITCH_DEG * ease), pivot, up)


def _seat_turns(players: int, rng: Rng) -> list[float]:
    """How far round the table each player sits, in degrees, clockwise in the picture from its bottom edge."""
    return [360 * k / players + float(rng.uniform(-4, 4)) for k in range(players)]


def _out(turn_deg: float) -> Array:
    """The direction (2,) on the table from its middle to a seat; +y is up the picture."""
    return np.array([-math.sin(math.radians(turn_deg)), -math.cos(math.radians(turn_deg))])


def _fingers(it: Script, people: Sequence[Person], turns: Sequence[float], middles: Array, rng: Rng) -> list[Finger]:
    fingers = []
    for player, turn in enumerate(turns):
        out = _out(turn)
        for n in range(it.fingers_each):
            middle = middles[n] if it.double else middles[0]
            aside = 0.0 if it.fingers_each == 1 else (1 if n else -1) * _spread(it, turn)
            side = Side.RIGHT if (rng.random() < 0.8 if it.fingers_each == 1 else aside > 0) else Side.LEFT
            from_deg = turn + (-aside if it.fingers_each == 2 else float(rng.uniform(-6, 6)))
            ring = RING_M + 0.0025 * max(0, it.players - 4) if it.players > 2 or it.double else 0.006
            tip = middle + _out(from_deg) * (ring + float(rng.uniform(-0.003, 0.003)))
            if it.fingers_each == 2 and not it.double:
                tip = tip + np.array([-out[1], out[0]]) * (0.011 if aside > 0 else -0.011)
            fingers.append(finger_of(player, people[player], side, tip, -from_deg, (it.seed, 7, player, n)))
    return fingers


def _spread(it: Script, turn: float) -> float:
    """By how many degrees two hands of a player come in from either side of where the player faces."""
    if not it.double:
        return 19.0
    across = abs(math.cos(math.radians(turn)))  # from the ends of the row the farther card is reached past the nearer
    return 14.0 * across + 30.0 * (1 - across)


def card_solids(middle: Array, turn_deg: float, colour: Array) -> tuple[list[Solid], Array]:
    """A Button card on the table, and its corners (4, 3)."""
    half = CARD_M / 2
    turn = about("z", turn_deg)
    corners = np.array([(-half, half, 0.0006), (half, half, 0.0006), (half, -half, 0.0006), (-half, -half, 0.0006)])
    corners = corners @ turn.T + np.array([*middle, 0.0])
    up = np.array([0, 0, 1.0])
    sheet = Solid(corners, np.tile(up, (4, 1)), np.full((4, 3), 0.82), np.array([(0, 2, 1), (0, 3, 2)], np.int32))
    around = np.linspace(0, math.tau, 40, endpoint=False)
    rim = np.stack([np.cos(around), np.sin(around), np.zeros(40)], 1) * 0.02 + [*middle, 0.0011]
    disc = np.vstack([[*middle, 0.0011], rim])
    faces = np.array([(0, 1 + k, 1 + (k + 1) % 40) for k in range(40)], np.int32)
    return [sheet, Solid(disc, np.tile(up, (41, 1)), np.tile(colour, (41, 1)), faces)], corners


@dataclass(frozen=True, eq=False)
class Clip:
    """A clip: its frames in order, and its label."""

    frames: Iterator[Picture]
    label: Mapping[str, Any]
    fps: int
    size: tuple[int, int]


def clip(it: Script) -> Clip:
    """The clip of a script."""
    rng = np.random.default_rng([it.seed, 3])
    people = [
        Person.some(rng, plain=0.6, sleeved=0.6, tone=int(rng.integers(TONES)) if it.tone is None else it.tone)
        for _ in range(it.players)
    ]
    turns = _seat_turns(it.players, rng)
    middles = np.array([(-BESIDE_M, 0.0), (BESIDE_M, 0.0)]) if it.double else np.array([(0.0, 0.0)])
    fingers = _fingers(it, people, turns, middles, rng)
    lean = math.radians(it.tilt_deg)
    eye = (float(rng.uniform(-0.03, 0.03)), -0.001 - it.away_m * math.sin(lean), it.away_m * math.cos(lean))
    camera = Camera.looking(eye, (0.0, 0.0, 0.0), 62.0, it.size)
    colours = [linear(np.array([int(c[i : i + 2], 16) / 255 for i in (0, 2, 4)])) for c in BUTTONS_SRGB]
    cards = [card_solids(m, float(rng.uniform(0, 90)), colours[int(rng.integers(len(colours)))]) for m in middles]
    light = replace(Light.some(rng, texture=_texture(rng)), occlusion=0.4, stripes=None)
    label = it.label() | {
        "size": list(it.size),
        "camera": {"height_m": round(eye[2], 3), "hfov_deg": 62, "tilt_deg": it.tilt_deg},
        "seats": [
            {"player": name, "zone": _zone(camera, turn, it.players)}
            for name, turn in zip(it.names, turns, strict=True)
        ],
        "cards": [np.round(camera.project(corners)[:, :2]).astype(int).tolist() for _, corners in cards],
    }
    free = [
        (call.at_s, turns[call.player], calling_hand(people[call.player], _free_side(fingers, call.player), call.number,
                                                     turns[call.player], (it.seed, 13, n)))
        for n, call in enumerate(it.calls)
    ] if it.by_hand else []  # fmt: skip
    lying = [PlacedHand(tuple(s for solids, _ in cards for s in solids), fingers[0].hand.joints, Side.LEFT, Palm.DOWN,
                        frozenset(), np.array([0, 0, 1.0]))]  # fmt: skip
    return Clip(_frames(it, fingers, free, lying, camera, light), label, it.fps, it.size)


def _free_side(fingers: Sequence[Finger], player: int) -> Side:
    """The hand with which a player does not point. Raises `ValueError` for one who points with both."""
    pointing = {finger.hand.side for finger in fingers if finger.player == player}
    if len(pointing) > 1:
        raise ValueError("whoever points with both hands has none free to call")
    return Side.LEFT if Side.RIGHT in pointing else Side.RIGHT


def _zone(camera: Camera, turn: float, players: int) -> list[list[int]]:
    wide = min(60.0, 180 / players - 3)
    around = [turn + wide * f for f in (-1, -0.5, 0, 0.5, 1)]
    points = [0.02 * _out(turn), *(0.34 * _out(t) for t in around)]
    pixels = camera.project(np.array([(*p, 0.0) for p in points]))[:, :2]
    return [[round(float(x)), round(float(y))] for x, y in pixels]


def _frames(
    it: Script,
    fingers: Sequence[Finger],
    free: Sequence[tuple[float, float, PlacedHand]],
    lying: list[PlacedHand],
    camera: Camera,
    light: Light,
) -> Iterator[Picture]:
    upright = np.array([[1.0, 0, 0], [0, 1.0, 0]])
    noise = np.random.default_rng([it.seed, 5])
    gain = float(np.exp(noise.normal(0.1, 0.2)))
    known: dict[tuple[Any, ...], NDArray[np.float32]] = {}
    for n in range(round(it.length_s * it.fps)):
        at_s = n / it.fps
        states = [it.state(i, at_s) for i in range(len(fingers))]
        wiggles = [it.wiggle(i, at_s) for i in range(len(fingers))]
        aways = [away_share(call_s, at_s) for call_s, _, _ in free]
        key = (*states, *map(tuple, wiggles), *aways)
        if key not in known:
            hands = [
                shown(f, do.act, do.share, np.array([*w, 0.0]))
                for f, do, w in zip(fingers, states, wiggles, strict=True)
            ]
            called = [
                shifted(h, turn, away) for (_, turn, h), away in zip(free, aways, strict=True) if away is not None
            ]
            picture, _ = render([*lying, *hands, *called], camera, light, upright, camera.size, fine=1.0)
            if len(known) > 4:
                known.clear()
            known[key] = to_srgb((picture * gain).astype(np.float32))
        image = known[key]
        image = image + noise.standard_normal(image.shape, np.float32) * it.noise
        out = np.clip(image[:, :, ::-1] * 255, 0, 255).astype(np.uint8)
        yield it.knocked(out, at_s)


def write(folder: Path, it: Script) -> Path:
    """Render one clip into `folder`, with its label; returns the path of the video."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"fingers_{it.seed}.mp4"
    made = clip(it)
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), made.fps, made.size)
    for frame in made.frames:
        video.write(frame)
    video.release()
    path.with_suffix(".json").write_text(json.dumps(made.label, indent=1) + "\n")
    return path


def main() -> None:
    """Render the clips that the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m gesture.training.finger_clips", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("folder", type=Path, metavar="OUT", help="where clips and labels are written")
    parser.add_argument("--clips", type=int, default=8)
    parser.add_argument("--seed", type=int, default=FIRST_SEED, help=f"of the first clip; at least {FIRST_SEED}")
    parser.add_argument("--by-hand", action="store_true", help="numbers are called by free hands, by 3 or 4 players")
    parser.add_argument("--small", action="store_true", help="640 x 360 at 10 frames a second, as for tests")
    given = parser.parse_args()
    if given.seed < FIRST_SEED:
        parser.error(f"seeds below {FIRST_SEED} belong to training; choose a larger one")
    cv2.setNumThreads(1)
    for seed in range(given.seed, given.seed + given.clips):
        chosen = {"players": 3 + seed % 2, "double": False, "by_hand": True} if given.by_hand else None
        print(write(given.folder, script(seed, small=given.small, given=chosen)), flush=True)


if __name__ == "__main__":
    main()
