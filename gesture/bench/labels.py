"""Labelled pictures: photographs of people's hands in their boxes, hands on a table with their joints, or photos of one
hand with its bent fingers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
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
Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in pixels."""


class UnusableLabels(ValueError):
    """The folder cannot be measured on; the message is one sentence."""


class Kind(StrEnum):
    """What a folder's pictures show; each kind has its own targets."""

    PEOPLE = "people"
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
    person: Any = None


class _BoxedHand(msgspec.Struct):
    box: Box
    bent: list[Digit]
    doubtful: list[Digit] = []
    side: Side | None = None
    palm: Palm | None = None
    palm_guess: Palm | None = None
    tone: int | None = None


class _Photograph(msgspec.Struct):
    hands: list[_BoxedHand]
    person: str | None = None
    tone: int | None = None


class _Photo(msgspec.Struct):
    fingers: list[Digit]
    thumb: bool | None


@dataclass(frozen=True, eq=False)
class LabelledHand:
    """What is true of one hand. `joints` (N, 2) in pixels, `wrist` and `knuckle` (2,) among them; a hand on a photo has
    none, and on a photograph of people a `box` instead. `side` and `palm` are None where nobody could tell."""

    side: Side | None
    palm: Palm | None
    bent: frozenset[Digit]
    judged: frozenset[Digit] = frozenset(Digit)
    """The digits whose label is known."""
    joints: Points | None = None
    wrist: Points | None = None
    knuckle: Points | None = None
    overlap: bool = False
    tone: int | None = None
    box: Box | None = None
    view: Palm | None = None
    """What the camera sees, the back (`DOWN`) or the palm, also where that is a guess; None for a hand edge-on."""

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
    """One picture of a folder with its hands; `tilt_deg` is None where it is not known.

    `person` is who is seen, within the picture's set `of`; `age` is that of a rendered person.
    """

    name: str
    path: Path
    kind: Kind
    tilt_deg: float | None
    hands: tuple[LabelledHand, ...]
    of: str = ""
    person: str | None = None
    age: str | None = None

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


def _photograph(folder: Path, name: str, label: Any, where: str) -> LabelledPicture:
    if not (folder / name).is_file():
        raise UnusableLabels(f"{folder / LABELS} names '{name}', but {folder} holds no picture of that name.")
    photograph: _Photograph = _converted(label, _Photograph, where)
    hands = tuple(
        LabelledHand(
            hand.side,
            hand.palm,
            frozenset(hand.bent),
            frozenset(Digit) - set(hand.doubtful),
            tone=photograph.tone if hand.tone is None else hand.tone,
            box=hand.box,
            view=hand.palm or hand.palm_guess,
        )
        for hand in photograph.hands
    )
    return LabelledPicture(name, folder / name, Kind.PEOPLE, None, hands, person=photograph.person)


def _picture_of(folder: Path, name: str) -> Path:
    for suffix in _SUFFIXES:
        if (folder / (name + suffix)).is_file():
            return folder / (name + suffix)
    raise UnusableLabels(f"{folder / LABELS} names '{name}', but {folder} holds no picture of that name.")


def unlabelled(path: Path) -> LabelledPicture:
    """A picture of a seat of which nothing is known but that it shows two hands: it can be timed, not judged."""
    return LabelledPicture(path.stem, path, Kind.SEAT, None, ())


def load_folders(given: Iterable[Path]) -> list[LabelledPicture]:
    """The labelled pictures of each folder, or of each of its subfolders that have labels, photographs first.

    Raises `UnusableLabels` as `load_labels` does. Sets of one name are told apart by the folder above.
    """
    folders = {one.resolve(): one for folder in given for one in _folders_in(folder)}
    names = Counter(folder.name for folder in folders)
    pictures = []
    for whole, folder in folders.items():
        name = whole.name if names[whole.name] == 1 else f"{whole.parent.name}/{whole.name}"
        pictures += [replace(picture, of=name) for picture in load_labels(folder)]
    return sorted(pictures, key=lambda picture: picture.kind is not Kind.PEOPLE)


def _folders_in(folder: Path) -> list[Path]:
    if (folder / LABELS).exists():
        return [folder]
    return sorted(labels.parent for labels in folder.glob(f"*/{LABELS}")) or [folder]


def load_labels(folder: Path) -> list[LabelledPicture]:
    """The labelled pictures of `folder` by name, none of them opened yet.

    A photograph of people goes by the name of its file, any other picture by that name without its suffix.

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
        if name.lower().endswith(_SUFFIXES):
            pictures.append(_photograph(folder, name, label, where))
            continue
        path = _picture_of(folder, name)
        if isinstance(label, dict) and "fingers" in label:
            pictures.append(LabelledPicture(name, path, Kind.PHOTO, None, (_photo_hand(label, where),)))
            continue
        still: _Still = _converted(label, _Still, where)
        hands = tuple(_still_hand(hand, still.tone, where) for hand in still.hands)
        kind = Kind.SEAT if still.players is None else Kind.TABLE
        age = still.person.get("age") if isinstance(still.person, dict) else None
        pictures.append(LabelledPicture(name, path, kind, still.tilt, hands, age=None if age is None else str(age)))
    return pictures
