"""Trains the palm detector on rendered frames and on photographs of people."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as fn

from gesture.training.learning import Learner, as_input, recoloured, restyled
from gesture.training.nets import DETECTOR_STRIDE, PalmDetectorNet
from gesture.training.shards import read_frames

BATCH = 16
RATE = 2.5e-3
RESTYLED = 0.06
"""The share of frames whose surfaces are changed beyond what anything looks like."""
REPORT_S = 60.0
CUT_PX = (256, 192)
CENTER = 0.6
"""The point that is sought lies this share of the way from the wrist to the middle knuckle."""


def targets(marks: NDArray[np.float32], width: int, height: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """For marks (N, 6) in pixels: the heat (h, w) and the regressed values (5, h, w): offsets, vector, and where they
    count."""
    w, h = width // DETECTOR_STRIDE, height // DETECTOR_STRIDE
    heat, values = np.zeros((h, w), np.float32), np.zeros((5, h, w), np.float32)
    ys, xs = np.mgrid[:h, :w].astype(np.float32)
    for mark in marks[~np.isnan(marks[:, 0])]:
        wrist, knuckle, palm = mark[:2], mark[2:4], mark[4]
        x, y = (wrist + CENTER * (knuckle - wrist)) / DETECTOR_STRIDE - 0.5
        if not (-1 < x < w and -1 < y < h):
            continue
        along = knuckle - wrist
        vector = along / (np.linalg.norm(along) + 1e-6) * palm / DETECTOR_STRIDE
        spread = max(0.7, 0.16 * palm / DETECTOR_STRIDE)
        squared = (xs - x) ** 2 + (ys - y) ** 2
        blob = np.exp(-squared / (2 * spread**2)).astype(np.float32)
        cx, cy = int(np.clip(round(float(x)), 0, w - 1)), int(np.clip(round(float(y)), 0, h - 1))
        blob[cy, cx] = 1.0
        closer = blob > np.maximum(heat, 0.25)
        values[0][closer], values[1][closer] = (x - xs)[closer], (y - ys)[closer]
        values[2][closer], values[3][closer], values[4][closer] = vector[0], vector[1], blob[closer]
        heat = np.maximum(heat, blob)
    return heat, values


def _mirrored(marks: NDArray[np.float32], width: int) -> NDArray[np.float32]:
    out = marks.copy()
    out[:, [0, 2]] = width - out[:, [0, 2]]
    return out


def batch_of(
    images: NDArray[np.uint8], marks: NDArray[np.float32], chosen: NDArray[np.int64], rng: np.random.Generator
) -> tuple[Tensor, Tensor, Tensor]:
    """Pictures, heat and values: random cuts, mirrored, turned by quarters, recoloured."""
    w, h = CUT_PX
    x, heats, values = np.empty((len(chosen), h, w, 3), np.uint8), [], []
    for i, number in enumerate(chosen):
        dx, dy = rng.integers(0, images.shape[2] - w + 1), rng.integers(0, images.shape[1] - h + 1)
        cut, mark = images[number, dy : dy + h, dx : dx + w], marks[number].copy()
        mark[:, [0, 2]] -= dx
        mark[:, [1, 3]] -= dy
        if rng.random() < 0.5:
            cut, mark = cut[:, ::-1], _mirrored(mark, w)
        if rng.random() < 0.3:
            cut, mark = cut[::-1], mark.copy()
            mark[:, [1, 3]] = h - mark[:, [1, 3]]
        x[i] = cut
        heat, value = targets(mark, w, h)
        heats.append(heat)
        values.append(value)
    return (
        recoloured(restyled(as_input(x), rng, RESTYLED), rng),
        torch.from_numpy(np.stack(heats)),
        torch.from_numpy(np.stack(values)),
    )


def loss_of(maps: Tensor, heat: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
    """The focal loss of the heat (Zhou et al., Objects as Points, 2019) and the distance of the regressed values."""
    p = torch.sigmoid(maps[:, 0]).clamp(1e-4, 1 - 1e-4)
    center = heat >= 0.999
    found = torch.where(center, -((1 - p) ** 2) * torch.log(p), -((1 - heat) ** 4) * p**2 * torch.log(1 - p)).sum()
    count = center.sum().clamp(min=1)
    weight = values[:, 4]
    off = fn.smooth_l1_loss(maps[:, 1:5], values[:, :4], beta=0.3, reduction="none").sum(1)
    return found / count, (off * weight).sum() / weight.sum().clamp(min=1)


def train(
    folder: Path, checkpoint: Path, views: int, seed: int = 0, rate: float = RATE, start: Path | None = None
) -> PalmDetectorNet:
    """Train on the shards of frames, rendered and photographed; shard 0 checks it. `start` is an ONNX file that this
    training goes on from, if it has no checkpoint of its own."""
    torch.manual_seed(seed)
    learner = Learner(PalmDetectorNet(), views, rate, checkpoint)
    images, marks = read_frames(folder, first=100)
    apart_images, apart_marks = read_frames(folder, 0, 0)
    if start:
        some = np.random.default_rng(seed)
        learner.start_from_shipped(start, batch_of(images, marks, some.permutation(len(images))[: 4 * BATCH], some)[0])
    learner.resume()
    rng = np.random.default_rng([seed, learner.seen])
    reported, started, begun, losses = time.monotonic(), time.monotonic(), learner.seen, [0.0, 0.0]
    while not learner.done:
        order = rng.permutation(len(images))
        for at in range(0, len(order) - BATCH, BATCH):
            x, heat, values = batch_of(images, marks, order[at : at + BATCH], rng)
            with torch.autocast("cpu", dtype=torch.bfloat16):
                maps = learner.net(x.contiguous(memory_format=torch.channels_last))
            found, off = loss_of(maps, heat, values)
            learner.learn(found + 0.5 * off, BATCH)
            for i, value in enumerate((found, off)):
                losses[i] = 0.98 * losses[i] + 0.02 * float(value)
            if time.monotonic() - reported > REPORT_S:
                reported = time.monotonic()
                with torch.no_grad():
                    fixed = batch_of(
                        apart_images, apart_marks, np.arange(min(160, len(apart_images))), np.random.default_rng(1)
                    )
                    apart = loss_of(learner.average(fixed[0].contiguous(memory_format=torch.channels_last)), *fixed[1:])
                speed = (learner.seen - begun) / (reported - started)
                so_far = f"{learner.seen} of {views} views, {speed:.0f}/s, losses {losses[0]:.3f} {losses[1]:.3f}"
                print(f"{so_far}, apart {float(apart[0]):.3f} {float(apart[1]):.3f}", flush=True)
                learner.save()
            if learner.done:
                break
    learner.save()
    return learner.average  # type: ignore[return-value]
