"""Labelled frames for the palm detector: rendered without end, and cut from photographs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import Landmark
from gesture.reading.hand_crop import SIZE_IN_PALMS, HandCrop
from gesture.training.examples import some_scene
from gesture.training.looks import through_a_webcam
from gesture.training.scenes import render

Array = NDArray[np.float64]
Rng = np.random.Generator

DETECTOR_PX = (320, 240)
"""Width and height of a training frame of the palm detector."""
LARGEST_PALM_PX = 56
"""A palm longer than this on a detector frame is no target: a coarser scale finds it."""


@dataclass(frozen=True, eq=False)
class DetectorExample:
    """A training frame: `image` RGB (240, 320, 3); `marks` (N, 5) a hand: wrist x, y, middle knuckle x, y, and the palm
    length that frames it, in pixels; `whole` (N,) whether it lies whole in the frame."""

    image: NDArray[np.uint8]
    marks: NDArray[np.float32]
    whole: NDArray[np.bool_]


def rendered_frame(rng: Rng) -> DetectorExample:
    """A rendered scene, framed anyhow."""
    scene = some_scene(rng, (0.5, 0.25, 0.25, 0.0))
    if rng.random() < 0.06:
        scene = replace(scene, hands=[])
    hands = [scene.camera.project(h.joints)[:, :2] for h in scene.hands]
    affine = _framing(hands, scene.camera.size, rng)
    light, mask = render(scene.hands, scene.camera, scene.light, affine, DETECTOR_PX, 1.25)
    image = through_a_webcam(light, rng, float(light[mask > 0.5].mean()) if (mask > 0.5).any() else 0.2)
    return DetectorExample(image, *_marks(hands, affine))


def photographed_frame(picture: NDArray[np.uint8], hands: Sequence[Array], rng: Rng) -> DetectorExample:
    """A photograph (H, W, 3), BGR, whose hands have these landmarks (21, 2), framed anyhow; around it its edge is
    repeated."""
    affine = _framing(hands, picture.shape[1::-1], rng)
    scale = float(np.hypot(*affine[0, :2]))
    while scale < 0.5:  # a plain warp would skip pixels
        picture = np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        scale *= 2
    shrunk = affine.copy()
    shrunk[:, :2] *= scale / float(np.hypot(*affine[0, :2]))
    image = cv2.warpAffine(picture, shrunk, DETECTOR_PX, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return DetectorExample(np.ascontiguousarray(image[:, :, ::-1]), *_marks(hands, affine))


def _framing(hands: Sequence[Array], size: tuple[int, ...], rng: Rng) -> Array:
    """The map (2, 3) from a picture of this size to a frame on which palms are 8 to 48 pixels long, turned anyhow."""
    palms = [HandCrop.around(p).size for p in hands] or [300.0]
    close_up = rng.random() < 0.15  # parts of hands that another scale is there to find
    wanted = (
        math.exp(rng.uniform(math.log(64), math.log(200)))
        if close_up
        else math.exp(rng.uniform(math.log(10), math.log(42)))
    )
    scale = wanted * SIZE_IN_PALMS / float(np.median(palms))
    turn = rng.normal(0, 0.25) if rng.random() < 0.6 else rng.uniform(-math.pi, math.pi)
    look = (
        hands[int(rng.integers(len(hands)))][Landmark.MIDDLE_KNUCKLE]
        if hands and rng.random() < 0.7
        else np.array(size) / 2
    )
    look = look + rng.normal(0, 40, 2) / scale
    c, s = math.cos(turn) * scale, math.sin(turn) * scale
    w, h = DETECTOR_PX
    return np.array([[c, s, w / 2 - c * look[0] - s * look[1]], [-s, c, h / 2 + s * look[0] - c * look[1]]])


def _marks(hands: Sequence[Array], affine: Array) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    w, h = DETECTOR_PX
    marks, whole = [], []
    for p in hands:
        q = p @ affine[:, :2].T + affine[:, 2]
        size = HandCrop.around(q).size
        middle = q[Landmark.MIDDLE_KNUCKLE]
        if not (-20 < middle[0] < w + 20 and -20 < middle[1] < h + 20) or size > LARGEST_PALM_PX * SIZE_IN_PALMS:
            continue
        marks.append([*q[Landmark.WRIST], *middle, size / SIZE_IN_PALMS])
        whole.append(bool(((q > 0) & (q < [w, h])).all()))
    return np.array(marks, np.float32).reshape(-1, 5), np.array(whole, bool)
