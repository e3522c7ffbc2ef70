"""Labelled pictures: hands on a table with their joints, or photos of one hand with its bent fingers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import distance
from rules.hands import Digit, Palm, Shape, Side, shape_of
from rules.plain_faults import NotJson, decoded, in_words

LABELS = "labels.json"
WRIST, KNUCKLE = "wrist", "middle-finger-phalanx-proximal"
"""The WebXR joints by which a hand is placed and measured."""
PHOTO_PX, PHOTO_MARGIN_PX = 400, 100
"""A photo is enlarged to this side and then padded on each side by repeating its edge."""
_SUFFIXES = (".jpg", ".jpeg", ".png")

Points = NDArray[np.float64]


class UnusableLabels(ValueError):
    """The folder cannot be measured on; the message is one sentence."""


class Kind(StrEnum):
    """What a folder's pictures show; each kind has its own targets."""

    SEAT = "seat"
    TABLE = "table"
    PHOTO = "photo"


class _Hand(msgspec.Struct):
    side: Side
    palm: Palm
    bent: list[Digit]
    shape: Shape
    joints: dict[str, tuple[float, float]]
    overlap: bool = False
    tone: int | None = None


class _Still(msgspec.Struct):
    hands: list[_Hand]
    tilt: float = 0.0
    tone: int | None = None
    players: int | None = None


class _Photo(msgspec.Struct):
    fingers: list[Digit]
    thumb: bool | None


@dataclass(frozen=True, eq=False)
class LabelledHand:
    """What is true of one hand. `joints` (N, 2) in pixels, `wrist` and `knuckle` (2,) among them; a photo has none."""

    side: Side
    palm: Palm
    bent: frozenset[Digit]
    judged: frozenset[Digit] = frozenset(Digit)
    """The digits whose label is known."""
    joints: Points | None = None
    wrist: Points | None = None
    knuckle: Points | None = None
    overlap: bool = False
    tone: int | None = None

    @property
    def shape(self) -> Shape | None:
        """The shape that the digits name, or None where a digit's label is not known."""
        return shape_of(self.bent) if len(self.judged) == 5 else None

    @property
    def palm_px(self) -> float | None:
        """From the wrist to the middle knuckle, in pixels."""
        if self.wrist is None or self.knuckle is None:
            return None
        return distance(self.knuckle, self.wrist)

    def counts(self, width: int, height: int) -> bool:
        """Whether it lies whole in a picture of this size and touches no other hand."""
        if self.joints is None:
            return True
        inside = (self.joints >= 0) & (self.joints < [width, height])
        return bool(inside.all()) and not self.overlap


@dataclass(frozen=True, eq=False)
class LabelledPicture:
    """One picture of a folder with its hands; `tilt_deg` is None where it is not known."""

    name: str
    path: Path
    kind: Kind
    tilt_deg: float | None
    hands: tuple[LabelledHand, ...]

    def prepared(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The picture (H, W, 3) as it is to be read: photos are enlarged (cubic) and padded first."""
        if self.kind is not Kind.PHOTO:
            return picture
        large = cv2.resize(picture, (PHOTO_PX, PHOTO_PX), interpolation=cv2.INTER_CUBIC)
        m = PHOTO_MARGIN_PX
        return np.asarray(cv2.copyMakeBorder(large, m, m, m, m, cv2.BORDER_REPLICATE), np.uint8)


def _converted(raw: Any, kind: Any, where: str) -> Any:
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as fault:
        raise UnusableLabels(
            f"{where}: this is no label of a hand picture: {in_words(fault, kind)}; correct it there."
        ) from fault


def _photo_hand(raw: Any, where: str) -> LabelledHand:
    """A photo's one hand: a right one, palm to the camera."""
    photo: _Photo = _converted(raw, _Photo, where)
    judged = frozenset(Digit) - ({Digit.THUMB} if photo.thumb is None else set())
    bent = frozenset(photo.fingers) - {Digit.THUMB} | ({Digit.THUMB} if photo.thumb else set())
    return LabelledHand(Side.RIGHT, Palm.UP, bent, judged)


def _still_hand(hand: _Hand, tone: int | None, where: str) -> LabelledHand:
    for name in (WRIST, KNUCKLE):
        if name not in hand.joints:
            raise UnusableLabels(f"{where}: a hand lacks the joint '{name}'.")
    return LabelledHand(
        hand.side,
        hand.palm,
        frozenset(hand.bent),
        joints=np.array(list(hand.joints.values()), float),
        wrist=np.array(hand.joints[WRIST], float),
        knuckle=np.array(hand.joints[KNUCKLE], float),
        overlap=hand.overlap,
        tone=tone if hand.tone is None else hand.tone,
    )


def _picture_of(folder: Path, name: str) -> Path:
    for suffix in _SUFFIXES:
        if (folder / (name + suffix)).is_file():
            return folder / (name + suffix)
    raise UnusableLabels(f"{folder / LABELS} names '{name}', but {folder} holds no picture of that name.")


def unlabelled(path: Path) -> LabelledPicture:
    """A picture of a seat of which nothing is known but that it shows two hands: it can be timed, not judged."""
    return LabelledPicture(path.stem, path, Kind.SEAT, None, ())


def load_labels(folder: Path) -> list[LabelledPicture]:
    """The labelled pictures of `folder` by name, none of them opened yet.

    Raises `UnusableLabels` in one sentence when there is no `labels.json`, when it is broken or names no picture, or
    when a picture it names is missing.
    """
    file = folder / LABELS
    if not folder.is_dir():
        raise UnusableLabels(f"{folder}: there is no such folder.")
    try:
        raw = decoded(file.read_bytes())
    except FileNotFoundError as fault:
        raise UnusableLabels(f"{folder}: there is no {LABELS} in this folder that says what is true.") from fault
    except OSError as fault:
        raise UnusableLabels(f"{file}: the file cannot be read.") from fault
    except NotJson as fault:
        raise UnusableLabels(f"{file} cannot be used: {fault}; correct it, or label the pictures anew.") from fault
    if not isinstance(raw, dict) or not raw:
        raise UnusableLabels(f"{file}: expected a label for each picture by its name, and found none.")
    pictures = []
    for name, label in sorted(raw.items()):
        where = f"{file}, '{name}'"
        path = _picture_of(folder, name)
        if isinstance(label, dict) and "fingers" in label:
            pictures.append(LabelledPicture(name, path, Kind.PHOTO, None, (_photo_hand(label, where),)))
            continue
        still: _Still = _converted(label, _Still, where)
        hands = tuple(_still_hand(hand, still.tone, where) for hand in still.hands)
        kind = Kind.SEAT if still.players is None else Kind.TABLE
        pictures.append(LabelledPicture(name, path, kind, still.tilt, hands))
    return pictures
