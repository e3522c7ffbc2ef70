"""Views of photographs to learn from: turned, shifted, mirrored, in other light, through worse cameras."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from torch import Tensor, from_numpy

from gesture.training.examples import NET_PX
from gesture.training.learning import as_input, recoloured, restyled
from gesture.training.looks import over_the_edge
from gesture.training.photographs import PHOTO_PX, Photographs

Picture = NDArray[np.uint8]
F32 = NDArray[np.float32]
Rng = np.random.Generator

TURN, ROUGH_TURN, ROUGH = 0.15, 0.6, 0.15
"""How far a view is turned, in radians (one standard deviation); and how far a share `ROUGH` is, on which nothing had
said yet which way up the hand is."""
SIZE, DRIFT = 0.1, 0.05
"""By how much a view is larger or smaller, as a logarithm, and shifted, in crop sides: one standard deviation."""
RESTYLED = 0.06
"""The share of views whose surfaces are changed beyond what anything looks like."""
CUT_OFF = 0.12
"""The share that reaches over the edge of the camera's picture."""


def _float32(values: Any) -> F32:
    return np.asarray(values, np.float32)


def _affine(rng: Rng) -> NDArray[np.float64]:
    """The map (2, 3) from a kept crop to the network's: a little turned, scaled, shifted."""
    rough = rng.random() < ROUGH
    turn = rng.normal(0, ROUGH_TURN if rough else TURN)
    scale = math.exp(rng.normal(0, SIZE * (1.6 if rough else 1)))
    c, s = math.cos(turn) * scale, math.sin(turn) * scale
    at = NET_PX / 2 + rng.normal(0, DRIFT, 2) * NET_PX
    half = PHOTO_PX / 2
    return np.array([[c, s, at[0] - c * half - s * half], [-s, c, at[1] + s * half - c * half]])


def _lit(picture: F32, rng: Rng) -> F32:
    """Other light on a picture (H, W, 3) in 0..1: a gamma, light from one side, stripes as blinds throw them."""
    picture = picture ** math.exp(rng.normal(0, 0.25))
    side = len(picture)
    y, x = (np.mgrid[:side, :side].astype(np.float32) - side / 2) / side
    turn = rng.uniform(0, 2 * math.pi)
    along = x * math.cos(turn) + y * math.sin(turn)
    if rng.random() < 0.35:
        picture = picture * (1 + rng.uniform(0.2, 1.2) * along)[..., None]
    if rng.random() < 0.08:
        wave = np.sin(2 * math.pi * (along * rng.uniform(1, 7) + rng.random()))
        stripe = 1 / (1 + np.exp(-wave * rng.uniform(3, 20)))
        picture = picture * (1 - rng.uniform(0.2, 0.75) * stripe)[..., None]
    return _float32(np.clip(picture, 0, 1))


def _blurred(picture: F32, rng: Rng, blur: bool = False) -> F32:
    """Out of focus, moved, or as a coarser camera saw it; one of these for certain where `blur` says so."""
    kind = rng.random() * (0.55 if blur else 1.0)
    if kind < 0.2:
        picture = _float32(cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 3.2)))
    elif kind < 0.28:
        length = int(rng.integers(3, 15))
        kernel = np.zeros((length, length), np.float32)
        turn, half = rng.uniform(0, math.pi), length / 2
        reach = np.array([math.cos(turn), math.sin(turn)]) * half
        start, end = (tuple(int(v) for v in np.array([half, half]) + k * reach) for k in (-1, 1))
        cv2.line(kernel, start, end, 1.0, 1)
        picture = _float32(cv2.filter2D(picture, -1, kernel / max(float(kernel.sum()), 1.0)))
    elif kind < 0.55:
        share = math.exp(rng.uniform(math.log(0.3), math.log(0.95)))
        small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        picture = _float32(cv2.resize(small, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR))
    return picture


def _through_a_camera(picture: F32, rng: Rng) -> Picture:
    """Noise, and compression."""
    if rng.random() < 0.5:
        grain = rng.standard_normal(picture.shape, np.float32)
        if rng.random() < 0.5:
            grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.5, 1.2)) * 2, np.float32)
        picture = picture + grain * rng.uniform(0.002, 0.04)
    out = np.asarray(np.clip(picture * 255, 0, 255), np.uint8)
    if rng.random() < 0.4:
        coded = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 96))])[1]
        out = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return out


def worsened(picture: Picture, rng: Rng) -> Picture:
    """A picture (H, W, 3) in other light, blurred, through a worse camera."""
    return _through_a_camera(_blurred(_lit(_float32(picture / 255), rng), rng, blur=True), rng)


def views_of(photographs: Photographs, chosen: NDArray[np.int64], rng: Rng) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Pictures, truth, known and joints (in 0..1 of the crop; -1 where they are not to be learnt from) of the
    photographs `chosen`."""
    count = len(chosen)
    x = np.empty((count, NET_PX, NET_PX, 3), np.uint8)
    joints = np.empty((count, 21, 2), np.float32)
    truth, known = photographs.truth[chosen].copy(), photographs.known[chosen].copy()
    for i, number in enumerate(chosen):
        affine = _affine(rng)
        cut = cv2.warpAffine(
            photographs.image[number], affine, (NET_PX, NET_PX), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
        )
        at = photographs.joints[number] @ affine[:, :2].T + affine[:, 2]
        if rng.random() < 0.5:
            cut, at[:, 0] = cut[:, ::-1], NET_PX - at[:, 0]
            truth[i, 5] = 1 - truth[i, 5]
        if truth[i, 7] and photographs.placed[number] and rng.random() < CUT_OFF:
            cut = over_the_edge(np.ascontiguousarray(cut), np.asarray(at, np.float32), rng)
        light = _lit(_float32(cut / 255), rng)
        x[i] = _through_a_camera(_blurred(light, rng), rng)
        if rng.random() < 0.08:
            w, h = rng.integers(9, 39, 2)
            a, b = rng.integers(0, NET_PX - 9, 2)
            x[i, b : b + h, a : a + w] = rng.integers(0, 256, 3)
        joints[i] = at / NET_PX if photographs.placed[number] else -1.0
    pictures = recoloured(restyled(as_input(x), rng, RESTYLED), rng)
    return pictures, from_numpy(truth), from_numpy(known), from_numpy(joints)


def drawing_weights(photographs: Photographs) -> NDArray[np.float64]:
    """How often each photograph is drawn: a set by the root of its size, and in it what shows no hand one time in
    six."""
    sets = np.char.partition(photographs.source, "/")[:, 0]
    weights = np.zeros(len(photographs))
    for one in np.unique(sets):
        mine = sets == one
        hands = mine & (photographs.truth[:, 7] > 0.5)
        for part, share in ((hands, 5 / 6), (mine & ~hands, 1 / 6)):
            if part.any():
                weights[part] = share * math.sqrt(int(mine.sum())) / int(part.sum())
    drawn: NDArray[np.float64] = weights / weights.sum()
    return drawn
