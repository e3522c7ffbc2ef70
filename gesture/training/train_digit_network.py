"""Trains the digit network on rendered crops and on photographs of people."""

from __future__ import annotations

import time
from collections.abc import Collection
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as fn

from gesture.training.examples import CROP_PX, NET_PX
from gesture.training.learning import Learner, as_input, recoloured, restyled
from gesture.training.looks import over_the_edge
from gesture.training.nets import DigitNet
from gesture.training.photo_views import drawing_weights, views_of
from gesture.training.photographs import Photographs
from gesture.training.shards import Crops, read_crops

BATCH = 96
RATE = 2.5e-3
SMOOTH = 0.01
COARSE = 0.3
"""The share of crops that are seen as a coarser camera sees them."""
RESTYLED = 0.12
"""The share of crops whose surfaces are changed beyond what anything looks like, so that shapes count."""
CUT_OFF = 0.15
"""The share of crops that reach over the edge of the camera's picture, which then repeats its last pixels."""
PHOTOS = 0.45
"""The share of a batch that photographs are, where there are any."""
REPORT_S = 60.0
_CELLS = 28


def _coarsened(picture: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """The picture as a coarser camera, or a hand farther away, would give it."""
    share = float(np.exp(rng.uniform(np.log(0.4), np.log(0.95))))
    small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    back = cv2.INTER_CUBIC if rng.random() < 0.5 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(small, (NET_PX, NET_PX), interpolation=back), np.uint8)


def batch_of(
    crops: Crops, chosen: NDArray[np.int64], rng: np.random.Generator
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Pictures, truth, known and joints (in 0..1 of the crop) of the crops `chosen`: shifted, mirrored, cut off,
    recoloured."""
    margin = CROP_PX - NET_PX
    shifts = rng.integers(0, margin + 1, (len(chosen), 2))
    mirrored = rng.random(len(chosen)) < 0.5
    joints = crops.joints[chosen] - shifts[:, None]
    joints[mirrored, :, 0] = NET_PX - joints[mirrored, :, 0]
    x = np.empty((len(chosen), NET_PX, NET_PX, 3), np.uint8)
    for i, (number, (dx, dy)) in enumerate(zip(chosen, shifts, strict=True)):
        cut = crops.picture(int(number))[dy : dy + NET_PX, dx : dx + NET_PX]
        x[i] = cut[:, ::-1] if mirrored[i] else cut
        if rng.random() < CUT_OFF and crops.truth[number, 7] > 0:
            x[i] = over_the_edge(x[i], joints[i], rng)
        if rng.random() < COARSE:
            x[i] = _coarsened(x[i], rng)
        if rng.random() < 0.08:
            w, h = rng.integers(9, 39, 2)
            a, b = rng.integers(0, NET_PX - 9, 2)
            x[i, b : b + h, a : a + w] = rng.integers(0, 256, 3)
    truth, known = crops.truth[chosen].astype(np.float32), crops.known[chosen].astype(np.float32)
    truth[mirrored, 5] = 1 - truth[mirrored, 5]
    truth_t, known_t, joints_t = (torch.from_numpy(a) for a in (truth, known, (joints / NET_PX).astype(np.float32)))
    return recoloured(restyled(as_input(x), rng, RESTYLED), rng), truth_t, known_t, joints_t


def _mixed(
    crops: Crops, chosen: NDArray[np.int64], photographs: Photographs | None, rng: np.random.Generator
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """As `batch_of`, filled up to `BATCH` with views of photographs."""
    rendered = batch_of(crops, chosen, rng)
    if photographs is None:
        return rendered
    drawn = rng.choice(len(photographs), BATCH - len(chosen), p=drawing_weights(photographs))
    x, truth, known, joints = (
        torch.cat(both) for both in zip(rendered, views_of(photographs, drawn, rng), strict=True)
    )
    return x, truth, known, joints


def loss_of(
    logits: Tensor, places: Tensor, sought: Tensor, truth: Tensor, known: Tensor, joints: Tensor
) -> tuple[Tensor, Tensor]:
    """The loss of the answers and that of the joints: how far off, and how much attention lies beside the joint."""
    answers = fn.binary_cross_entropy_with_logits(logits, truth * (1 - 2 * SMOOTH) + SMOOTH, reduction="none")
    answer = (answers * known).sum() / known.sum()
    inside = ((joints > 0) & (joints < 1)).all(2) & (truth[:, 7:] > 0.5)
    off = fn.smooth_l1_loss(places.view_as(joints), joints, beta=0.02, reduction="none").sum(2)
    ticks = (torch.arange(_CELLS) + 0.5) / _CELLS
    near = torch.exp(-(((joints[..., None] - ticks) * _CELLS) ** 2) / 2)  # (B, 21, 2, 28)
    wanted = (near[:, :, 1, :, None] * near[:, :, 0, None, :]).flatten(2)
    wanted = wanted / (wanted.sum(2, keepdim=True) + 1e-6)
    beside = -(wanted * torch.log_softmax(sought, 2)).sum(2)
    count = inside.sum().clamp(min=1)
    return answer, (5 * (off * inside).sum() + 0.05 * (beside * inside).sum()) / count


def check(net: DigitNet, crops: Crops) -> str:
    """How the network does on crops it never saw: each head's share right, and all five digits'."""
    low, right, of = (CROP_PX - NET_PX) // 2, [], crops.clear
    with torch.no_grad():
        for start in range(0, len(crops), 200):
            chosen = range(start, min(start + 200, len(crops)))
            x = np.stack([crops.picture(i)[low : low + NET_PX, low : low + NET_PX] for i in chosen])
            with torch.autocast("cpu", dtype=torch.bfloat16):
                logits = net(as_input(x).contiguous(memory_format=torch.channels_last))[0]
            right.append((logits > 0).numpy() == (crops.truth[list(chosen)] > 0.5))
    ok = np.concatenate(right)
    heads = " ".join(f"{ok[of[:, k], k].mean():.4f}" for k in range(8))
    return f"heads {heads} all five {ok[of[:, :5].all(1), :5].all(1).mean():.4f}"


def train(
    folder: Path,
    checkpoint: Path,
    views: int,
    shards: Collection[int],
    seed: int = 0,
    rate: float = RATE,
    start: Path | None = None,
    photographs: Photographs | None = None,
) -> DigitNet:
    """Train on `shards` (those that arrive later join at the next round) and on `photographs`; shard 0 checks it.

    `start` is what this training goes on from, if it has no checkpoint of its own: the checkpoint of an earlier one, or
    an ONNX file that ships.
    """
    worker = torch.distributed.get_rank() if torch.distributed.is_initialized() else 0
    torch.manual_seed(seed)
    learner = Learner(DigitNet(), views, rate, checkpoint)
    apart = read_crops(folder, {0})
    if start and start.suffix == ".onnx":
        some = np.random.default_rng(seed)
        learner.start_from_shipped(start, _mixed(apart, some.permutation(len(apart))[:BATCH], photographs, some)[0])
    elif start:
        learner.start_from(start)
    learner.resume()
    rng = np.random.default_rng([seed, worker, learner.seen])
    reported, started, begun, losses = time.monotonic(), time.monotonic(), learner.seen, [0.0, 0.0]
    while not learner.done:
        crops = read_crops(folder, shards)
        order = rng.permutation(len(crops))
        rendered = BATCH - round(PHOTOS * BATCH) if photographs else BATCH
        for at in range(0, len(order) - rendered, rendered):
            x, truth, known, joints = _mixed(crops, order[at : at + rendered], photographs, rng)
            with torch.autocast("cpu", dtype=torch.bfloat16):
                logits, places, sought = learner.net(x.contiguous(memory_format=torch.channels_last))
            answer, place = loss_of(logits, places, sought, truth, known, joints)
            learner.learn(answer + place, BATCH)
            for i, value in enumerate((answer, place)):
                losses[i] = 0.98 * losses[i] + 0.02 * float(value)
            if worker == 0 and time.monotonic() - reported > REPORT_S:
                reported = time.monotonic()
                speed = (learner.seen - begun) / (reported - started)
                so_far = f"{learner.seen} of {views} views, {speed:.0f}/s, losses {losses[0]:.4f} {losses[1]:.4f}"
                print(f"{so_far}; {len(crops)} crops; {check(learner.average, apart)}", flush=True)  # type: ignore[arg-type]
                learner.save()
            if learner.done:
                break
    if worker == 0:
        learner.save()
        print("done:", check(learner.average, apart), flush=True)  # type: ignore[arg-type]
    return learner.average  # type: ignore[return-value]
