"""Photographs of people's hands as crops to learn from.

No photograph belongs to the project. A folder holds one folder a set, each with its pictures and a `labels.json`:
`{file: {"hands": [{"side", "palm", "bent", "doubtful", "box"}], "person"}}`. `side`, `palm` and `box` may be null;
digits in `doubtful` are not learnt from; an empty list says that a picture shows no hand.

Where a hand lies MediaPipe says, looking at it in several views; where these agree they also teach where its joints
are.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.reading.fusion import apart_palms
from gesture.reading.hand_crop import HandCrop
from gesture.reading.hand_reader import hands_seen
from gesture.reading.landmark_features import clockwise
from gesture.reading.landmarker import Landmarker, Landmarks
from gesture.training.examples import NET_PX
from gesture.training.frames import DetectorExample, photographed_frame
from gesture.training.shards import save_frames
from rules.hands import Digit, Palm, Side

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]
Rng = np.random.Generator

PHOTO_PX = 256
"""The side of a crop as it is kept: at the scale of the network's, with room around to turn and shift it in."""
LONGEST_PX, SHORTEST_PX = 1280, 300
"""The longer side of a picture is made at most, and at least, so long before anything looks at it."""
FIRST_FRAMES, FRAMES_A_PICTURE = 90000, 2
"""Frames of photographs have shard numbers from the first on, and each picture so many of them."""
_VIEWS = ((1.35, 0.0), (1.5, 0.3), (1.7, 0.0), (1.5, -0.3))
"""The views of one hand: how much larger than its crop, and turned by how many radians."""
LOOKS = 1 + len(_VIEWS)
_VIEW_PX = 224
_OVERLAP = 0.15
_AGREED = 3
"""So many views must have found a hand for its joints to be learnt from."""
_APART_PALMS = 0.12
"""And their joints lie no farther from their mean than this, in palm lengths, on average."""
_SAME_PALMS = 0.7
_STRAIGHT_FOR_GUESS = 2
"""A guess of which side of the hand is seen is taken where at least so many fingers are straight."""
_NEGATIVES = 2
"""So many crops without a hand are taken from each picture, as far as there is room."""


@dataclass(frozen=True, eq=False)
class Photographs:
    """Crops of photographs: `image` (N, PHOTO_PX, PHOTO_PX, 3) RGB; `truth` and `known` (N, 8) in 0..1 as
    `examples.CropExample` has them; `joints` (N, 21, 2) in pixels of the crop, to learn from where `placed` (N,);
    `source` (N,) the set and the person, or a block of files where persons are unknown; `looks` (N, LOOKS, 21, 5) what
    MediaPipe saw at each look, x and y in pixels of the crop and x, y, z in metres, NaN where it saw nothing; `lefts`
    (N, LOOKS) its confidence, from -1 to 1, that it is a left hand."""

    image: Picture
    truth: NDArray[np.float32]
    known: NDArray[np.float32]
    joints: NDArray[np.float32]
    placed: NDArray[np.bool_]
    source: NDArray[np.str_]
    looks: NDArray[np.float32]
    lefts: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.truth)

    def chosen(self, which: NDArray[Any]) -> Photographs:
        """Those of an index or a mask."""
        return Photographs(*(getattr(self, name)[which] for name in _FIELDS))


_FIELDS = ("image", "truth", "known", "joints", "placed", "source", "looks", "lefts")


def write_photographs(sets: Path, folder: Path) -> None:
    """Cut the hands out of the photographs of each set in `sets` into `folder/photos-SET.npz`, and frames for the palm
    detector into `folder/frames-9NNNN.*.npy`; a set that is there is left alone.

    Raises `ValueError` when `sets` holds no folder with labels.
    """
    named = sorted(p.parent for p in sets.glob("*/labels.json"))
    if not named:
        raise ValueError(f"no folder in {sets} holds a labels.json: one folder a set of photographs is expected")
    folder.mkdir(parents=True, exist_ok=True)
    for number, one in enumerate(named):
        out = folder / f"photos-{one.name}.npz"
        if not out.exists():
            crops, frames = _cut(one)
            save_frames(frames, folder / f"frames-{FIRST_FRAMES + number}")
            save_photographs(Photographs(*(np.array([getattr(crop, name) for crop in crops]) for name in _FIELDS)), out)
            print(f"{one.name}: {len(crops)} crops of photographs", flush=True)


def save_photographs(photographs: Photographs, file: Path) -> None:
    """Write them into `file`, whole or not at all."""
    part = file.with_suffix(".part.npz")
    np.savez(part, **{name: getattr(photographs, name) for name in _FIELDS})
    part.replace(file)


def read_photographs(folder: Path, kind: str = "photos") -> Photographs:
    """All sets that `write_photographs` wrote, or what is kept beside them under another `kind`. Raises
    `FileNotFoundError` when there is none."""
    files = sorted(folder.glob(f"{kind}-*.npz"))
    if not files:
        raise FileNotFoundError(f"{folder} holds no {kind}-*.npz")
    sets = [np.load(file) for file in files]
    return Photographs(*(np.concatenate([one[name] for one in sets if len(one["truth"])]) for name in _FIELDS))


@dataclass(frozen=True, eq=False)
class _Crop:
    image: Picture
    truth: Array
    known: Array
    joints: Array
    placed: bool
    source: str
    looks: Array
    lefts: Array


def _cut(folder: Path) -> tuple[list[_Crop], list[DetectorExample]]:
    """The crops of one set, and frames of those pictures on which every labelled hand was seen."""
    labels = json.loads((folder / "labels.json").read_text())
    rng, framing = np.random.default_rng(0), np.random.default_rng(1)
    crops: list[_Crop] = []
    frames: list[DetectorExample] = []
    with Landmarker(hands=4) as many, Landmarker(hands=1, confidence=0.1) as single:
        for number, (name, label) in enumerate(labels.items()):
            picture = cv2.imread(str(folder / name))
            if picture is None or label["hands"] is None:
                continue
            picture, scale = sized(np.asarray(picture, np.uint8))
            source = f"{folder.name}/{label.get('person') or number // 50}"
            seen = hands_seen(picture, many)
            mine = [_labelled(hand, seen, scale, picture) for hand in label["hands"]]
            for hand, there in zip(label["hands"], mine, strict=True):
                if there is not None:
                    crops.append(_hand_crop(picture, hand, looks_at(picture, there, single), source))
            crops += _without_hands(picture, label["hands"], seen, scale, source, rng)
            if None not in mine:
                points = [one.points for one in seen] if mine else []
                frames += [photographed_frame(picture, points, framing) for _ in range(FRAMES_A_PICTURE)]
    return crops, frames


def sized(picture: Picture) -> tuple[Picture, float]:
    longer = max(picture.shape[:2])
    scale = min(1.0, LONGEST_PX / longer) if longer >= SHORTEST_PX else SHORTEST_PX / longer
    if scale == 1:
        return picture, 1.0
    by = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=by), np.uint8), scale


def _labelled(hand: dict[str, Any], seen: list[Landmarks], scale: float, picture: Picture) -> Landmarks | None:
    """Which of the hands seen is the labelled one: that of most overlap with its box."""
    if not seen:
        return None
    if hand.get("box") is None:
        return max(seen, key=lambda one: one.score)
    box = np.array(hand["box"], float) * scale
    whole = np.prod(box[2:] - box[:2]) >= 0.98 * picture.shape[0] * picture.shape[1]
    best = max(seen, key=lambda one: _overlap(one.points, box))
    return best if whole or _overlap(best.points, box) >= _OVERLAP else None


def _overlap(points: Array, box: Array) -> float:
    """The box around points (N, 2) and `box` (4,): their common area over that of both."""
    low, high = points.min(0), points.max(0)
    common = np.prod(np.clip(np.minimum(high, box[2:]) - np.maximum(low, box[:2]), 0, None))
    return float(common / (np.prod(high - low) + np.prod(box[2:] - box[:2]) - common + 1e-6))


def looks_at(picture: Picture, hand: Landmarks, landmarker: Landmarker) -> list[Landmarks]:
    """What MediaPipe sees of one hand: what it saw already, and what it sees in other views of it."""
    crop, looks = HandCrop.around(hand.points), [hand]
    for room, turn in _VIEWS:
        view = replace(crop, size=crop.size * room, angle=crop.angle + turn)
        for one in landmarker.find(view.cut(picture, _VIEW_PX)):
            there = replace(one, points=view.to_picture(one.points, _VIEW_PX))
            if apart_palms(there.points, hand.points) < _SAME_PALMS:
                looks.append(there)
    return looks


def _hand_crop(picture: Picture, hand: dict[str, Any], looks: list[Landmarks], source: str) -> _Crop:
    points = np.mean([look.points for look in looks], axis=0)
    around = HandCrop.around(points)
    off = np.mean([np.linalg.norm(look.points - points, axis=1).mean() for look in looks]) / around.palm_px
    crop = replace(around, size=around.size * PHOTO_PX / NET_PX)
    truth, known = answers(hand, looks)
    affine = crop.to_crop(PHOTO_PX)
    joints = points @ affine[:, :2].T + affine[:, 2]
    placed = len(looks) >= _AGREED and off < _APART_PALMS
    looked, lefts = looks_as_rows(looks, affine)
    return _Crop(_rgb(crop.cut(picture, PHOTO_PX)), truth, known, joints, bool(placed), source, looked, lefts)


def looks_as_rows(looks: list[Landmarks], affine: Array) -> tuple[Array, Array]:
    """Looks as `Photographs` holds them, their points on the crop."""
    rows, lefts = np.full((LOOKS, 21, 5), np.nan), np.zeros(LOOKS)
    for n, look in enumerate(looks[:LOOKS]):
        rows[n] = np.hstack([look.points @ affine[:, :2].T + affine[:, 2], look.world])
        lefts[n] = look.score if look.side is Side.LEFT else -look.score
    return rows, lefts


def _rgb(picture: Picture) -> Picture:
    return np.ascontiguousarray(picture[:, :, ::-1])


def answers(hand: dict[str, Any], looks: list[Landmarks]) -> tuple[Array, Array]:
    """The truth (8,) of a labelled hand, and which of it is known. Where its side is not told, because pictures may
    have been mirrored, the side that the picture shows follows from the palm and the turn of the knuckles."""
    bent, doubtful = set(hand["bent"]), set(hand.get("doubtful", ()))
    palm = hand.get("palm")
    if palm is None and len(set(Digit) - {Digit.THUMB} - bent) >= _STRAIGHT_FOR_GUESS:
        palm = hand.get("palm_guess")
    side = hand.get("side")
    turns = [clockwise(look.points) for look in looks]
    if side is None and palm is not None and len(turns) >= _AGREED and len(set(turns)) == 1:
        side = Side.LEFT if turns[0] == (palm == Palm.UP) else Side.RIGHT
    truth = [*(str(d) in bent for d in Digit), side == Side.LEFT, palm == Palm.UP, True]
    known = [*(str(d) not in doubtful for d in Digit), side is not None, palm is not None, True]
    return np.array(truth, float), np.array(known, float)


def _without_hands(
    picture: Picture, hands: list[dict[str, Any]], seen: list[Landmarks], scale: float, source: str, rng: Rng
) -> Iterator[_Crop]:
    """Crops that show no hand: beside the hands, and so close to one that a part of it fills them."""
    height, width = picture.shape[:2]
    boxes = [np.array(hand["box"], float) * scale for hand in hands if hand.get("box") is not None]
    boxes += [np.concatenate([look.points.min(0), look.points.max(0)]) for look in seen]
    if len(boxes) < len(hands):
        return
    crops = []
    for _ in range(_NEGATIVES if hands else 3 * _NEGATIVES):
        size = math.exp(rng.uniform(math.log(60), math.log(0.9 * min(height, width) + 61)))
        at = HandCrop(rng.uniform(0, width), rng.uniform(0, height), size, rng.uniform(-3.1, 3.1))
        around = np.array([at.x, at.y, at.x, at.y]) + 0.45 * size * np.array([-1, -1, 1, 1])
        if all(_overlap(around.reshape(2, 2), box) < 0.02 for box in boxes):
            crops.append(at)
    if hands and seen:
        part = HandCrop.around(seen[0].points)
        tip = seen[0].points[int(rng.choice([4, 8, 12, 16, 20, 5, 17]))]
        crops.append(replace(part, x=tip[0], y=tip[1], size=part.size * rng.uniform(0.15, 0.38)))
    truth, known = np.zeros(8), np.array([0, 0, 0, 0, 0, 0, 0, 1.0])
    for at in crops:
        wide = replace(at, size=at.size * PHOTO_PX / NET_PX)
        yield _Crop(
            _rgb(wide.cut(picture, PHOTO_PX)),
            truth,
            known,
            np.zeros((21, 2)),
            False,
            source,
            *looks_as_rows([], np.zeros((2, 3))),
        )
