"""What both readers say of labelled hands, for the fusion to learn from: of photographs and of rendered crops that the
digit network was not trained on, also out of focus, moved, dim."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.reading.digit_network import NET_PX, DigitNetwork
from gesture.reading.fusion import MOST_LOOKS, Evidence, hand_features, sharpness_of, side_features
from gesture.reading.hand_crop import HandCrop
from gesture.reading.landmark_features import (
    FINGER_FEATURES,
    THUMB_FEATURES,
    finger_features,
    thumb_features,
)
from gesture.reading.landmarker import Landmarker, Landmarks
from gesture.training.examples import CROP_PX
from gesture.training.photo_views import worsened
from gesture.training.photographs import PHOTO_PX, Photographs, looks_as_rows, looks_at
from gesture.training.shards import Crops
from rules.hands import Side

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]
Rng = np.random.Generator

RENDERED = "render"
"""The set that renders count as."""
WORSENED = 0.5
"""The share of hands that are seen a second time, through a worse camera or in worse light."""
_SUBSETS = (MOST_LOOKS, 1, 0)
"""With how many looks, at most, a hand is shown to the fusion: a live table has one, and sometimes none."""


@dataclass(frozen=True, eq=False)
class Samples:
    """Hands to learn from: `network` (N, 5) the digit network's logits; `thumbs` (N, MOST_LOOKS, ...) and `fingers`
    (N, MOST_LOOKS, 4, ...) the features of each look, of which those count that `seen` (N, MOST_LOOKS) names; `hand`
    (N, 11); `sides` (N, 2, 3) what tells left hands from right, and palms from backs; `truth` and `known` (N, 8);
    `photo` (N,) whether it is a photograph; `apart` (N,) whether the digit network had never seen it or its like;
    `block` (N,) a number shared by the hands of one person or block of files; `weight` (N,) how often it is drawn."""

    network: Array
    thumbs: Array
    fingers: Array
    seen: NDArray[np.bool_]
    hand: Array
    sides: Array
    truth: Array
    known: Array
    photo: NDArray[np.bool_]
    apart: NDArray[np.bool_]
    block: NDArray[np.int64]
    weight: Array

    def chosen(self, which: NDArray[np.bool_]) -> Samples:
        """Those of a mask (N,)."""
        return Samples(*(getattr(self, field.name)[which] for field in fields(self)))

    def __len__(self) -> int:
        return len(self.network)


@dataclass(frozen=True, eq=False)
class Showing:
    """A labelled hand: what is known of it, `truth` and `known` (8,), and what `Samples` says of it."""

    evidence: Evidence
    truth: Array
    known: Array
    photo: bool
    apart: bool
    source: str


def gathered(showings: Iterable[Showing], rng: Rng) -> Samples:
    """Each hand with all its looks, with one, and with none. Of photographs, sets count by the root of their size."""
    rows: list[tuple[Any, ...]] = []
    for showing in showings:
        one, truth, known = showing.evidence, showing.truth, showing.known
        for most in _SUBSETS:
            looks = [one.looks[n] for n in rng.permutation(len(one.looks))[:most]]
            if most and not looks:
                continue
            shown = replace(one, looks=looks)
            thumbs, fingers = np.zeros((MOST_LOOKS, THUMB_FEATURES)), np.zeros((MOST_LOOKS, 4, FINGER_FEATURES))
            for n, look in enumerate(looks):
                thumbs[n], fingers[n] = thumb_features(look), finger_features(look)
            sides = np.array(side_features(shown))
            seen = np.arange(MOST_LOOKS) < len(looks)
            block = zlib.crc32(showing.source.encode())
            rows.append((
                one.logits[:5], thumbs, fingers, seen, hand_features(shown), sides, truth, known, showing.photo,
                showing.apart, block, showing.source.split("/")[0],
            ))  # fmt: skip
    *columns, sets = (np.array(column) for column in zip(*rows, strict=True))
    _, number, sizes = np.unique(sets, return_inverse=True, return_counts=True)
    return Samples(*[*columns, 1 / np.sqrt(sizes[number])])


def showings(photographs: Photographs, apart: NDArray[np.bool_], net: DigitNetwork) -> Iterator[Showing]:
    """The hands of photographs; of those that the digit network saw in its training, not `apart` (N,), only what
    landmarks say counts, and it is not asked."""
    for i in np.flatnonzero(photographs.known[:, :5].any(1)):
        looks, source = _looks_of(photographs, int(i)), str(photographs.source[i])
        picture = np.ascontiguousarray(photographs.image[i][:, :, ::-1])
        evidence = Evidence(np.zeros(8), photographs.joints[i].astype(float), looks, 0.0)
        if apart[i]:
            evidence = _seen_by(net, picture, looks)
        elif not looks:
            continue
        truth, known = photographs.truth[i].astype(float), photographs.known[i].astype(float)
        yield Showing(evidence, truth, known, not source.startswith(RENDERED), bool(apart[i]), source)


def worsened_photographs(photographs: Photographs, rng: Rng) -> Photographs:
    """A share of the hands a second time, through a worse camera and in other light, as MediaPipe sees them then."""
    again = (photographs.known[:, :5] > 0).any(1) & (rng.random(len(photographs)) < WORSENED)
    hands = photographs.chosen(again)
    return _looked_at(replace(hands, image=np.array([worsened(picture, rng) for picture in hands.image])))


def rendered_as_photographs(crops: Crops) -> Photographs:
    """The hands of rendered crops, with room around them that repeats their edge, as MediaPipe sees them."""
    chosen = np.flatnonzero(crops.known[:, :5].any(1))
    margin = (PHOTO_PX - CROP_PX) // 2
    pictures = [
        cv2.copyMakeBorder(crops.picture(int(i)), margin, margin, margin, margin, cv2.BORDER_REPLICATE) for i in chosen
    ]
    return _looked_at(
        Photographs(
            image=np.array(pictures, np.uint8),
            truth=crops.truth[chosen].astype(np.float32),
            known=crops.known[chosen].astype(np.float32),
            joints=crops.joints[chosen] + margin,
            placed=np.ones(len(chosen), bool),
            source=np.array([f"{RENDERED}/{i}" for i in chosen]),
            looks=np.zeros((0, MOST_LOOKS, 21, 5), np.float32),
            lefts=np.zeros((0, MOST_LOOKS), np.float32),
        )
    )


def _looked_at(photographs: Photographs) -> Photographs:
    """The same with what MediaPipe sees in views around the joints."""
    rows = []
    as_it_is = np.eye(3)[:2]
    with Landmarker(hands=1, confidence=0.1) as landmarker:
        for picture, joints in zip(photographs.image, photographs.joints, strict=True):
            at = Landmarks(joints.astype(float), Side.RIGHT, 0.0, np.zeros((21, 3)))
            looks = looks_at(np.ascontiguousarray(picture[:, :, ::-1]), at, landmarker)[1:]
            rows.append(looks_as_rows(looks, as_it_is))
    every, lefts = (np.array(column, np.float32) for column in zip(*rows, strict=True))
    return replace(photographs, looks=every, lefts=lefts)


def _seen_by(net: DigitNetwork, picture: Picture, looks: list[Landmarks]) -> Evidence:
    side = len(picture)
    first = net.predict(picture, [HandCrop(side / 2, side / 2, float(NET_PX), 0.0)], mirrored=False)[0]
    crop = HandCrop.around(first.joints)
    second = net.predict(picture, [crop])[0]
    return Evidence(second.logits, second.joints, looks, sharpness_of(crop.cut(picture, NET_PX)))


def _looks_of(photographs: Photographs, i: int) -> list[Landmarks]:
    looks = []
    for row, left in zip(photographs.looks[i], photographs.lefts[i], strict=True):
        if not np.isnan(row).any():
            side = Side.LEFT if left > 0 else Side.RIGHT
            looks.append(Landmarks(row[:, :2].astype(float), side, abs(float(left)), row[:, 2:].astype(float)))
    return looks


def held_apart(source: NDArray[np.str_]) -> NDArray[np.bool_]:
    """Which photographs (N,) the digit network does not see, for the fusion: every fourth person, or block of files, of
    each set."""
    return np.array([_number(one.split("/", 1)[1]) % 4 == 3 for one in source])


def _number(person: str) -> int:
    return int(person) if person.isdigit() else zlib.crc32(person.encode())
