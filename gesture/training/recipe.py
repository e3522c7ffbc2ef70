"""The recipe of all networks: seeds, kinds of scenes, how much is looked at, at which rate.

Apart from the command, so that processes started afresh can import it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import chain
from pathlib import Path

import numpy as np
import torch

from gesture.reading import digit_network, fusion, palm_detector
from gesture.reading.digit_network import DigitNetwork
from gesture.training import train_digit_network, train_fusion, train_palm_detector
from gesture.training.examples import HELD_UP_KINDS, KINDS, STEEP_KINDS
from gesture.training.export import export_digit_network, export_palm_detector
from gesture.training.hand_evidence import (
    gathered,
    held_apart,
    rendered_as_photographs,
    showings,
    worsened_photographs,
)
from gesture.training.photographs import Photographs, read_photographs, save_photographs, write_photographs
from gesture.training.shards import read_crops, write_crops, write_frames

DETECTOR_VIEWS, DETECTOR_GO_ON_VIEWS = 80_000, 40_000
DIGIT_VIEWS, FINISH_VIEWS, GO_ON_VIEWS = 1_100_000, 160_000, 400_000
WORKERS = 2
"""Processes that render, and then train the digit network together."""
FINISH_RATE, GO_ON_RATE = 8e-4, 1.5e-3
"""The digit network is finished at a lower rate, with more of the hands that are hardest: those seen at a slant. One
that goes on from the weights that ship starts at a lower rate, too."""
CROPS_A_SHARD, FRAMES_A_SHARD, FUSE_A_SHARD = 2000, 600, 700
SEED = 0

CHECK = range(1)
"""The seed of the shards that watch a training."""
FUSE = {300: KINDS, 301: STEEP_KINDS, 302: HELD_UP_KINDS}
"""Seeds of the shards that the digit network does not see, for the fusion."""
FINISH = {*range(100, 110), *range(170, 176), *range(190, 206)}
LEARN, LEARN_HELD_UP, LEARN_STEEP, LEARN_FRAMES = range(100, 120), range(170, 182), range(190, 212), range(100, 114)
GO_ON, GO_ON_FRAMES = {*range(100, 107), *range(170, 173), *range(190, 193)}, range(100, 105)


def to_render(folder: Path, go_on: bool) -> list[partial[None]]:
    """Everything to render, as calls for a pool of processes: first the frames."""
    check = [partial(write_crops, folder, CHECK[0], 1000)]
    fuse = [partial(write_crops, folder / "fuse", s, FUSE_A_SHARD, kinds) for s, kinds in FUSE.items()]
    crops = [
        partial(write_crops, folder, seed, CROPS_A_SHARD, kinds)
        for seeds, kinds in ((LEARN, KINDS), (LEARN_HELD_UP, HELD_UP_KINDS), (LEARN_STEEP, STEEP_KINDS))
        for seed in seeds
        if not go_on or seed in GO_ON
    ]
    frames = [partial(write_frames, folder, s, FRAMES_A_SHARD) for s in (GO_ON_FRAMES if go_on else LEARN_FRAMES)]
    return [partial(write_frames, folder, CHECK[0], 300), *frames, *check, *crops, *fuse]


def cut_photographs(sets: Path, folder: Path) -> None:
    """Cut the hands out of all photographs, once."""
    write_photographs(sets, folder)


def train_detector(folder: Path, go_on: bool) -> None:
    """Train the palm detector and write it into `gesture/models/`."""
    torch.set_num_threads(1)
    train = partial(train_palm_detector.train, folder, folder / "find.pt")
    if go_on:
        net = train(DETECTOR_GO_ON_VIEWS, SEED, GO_ON_RATE, start=palm_detector.MODEL)
    else:
        net = train(DETECTOR_VIEWS, SEED)
    export_palm_detector(net, palm_detector.MODEL)


def train_digits(worker: int, folder: Path, go_on: bool) -> None:
    """The part of one of `WORKERS` processes in the training of the digit network; the first one writes it."""
    torch.set_num_threads(1)
    meeting = f"file://{(folder / 'meeting').resolve()}"
    torch.distributed.init_process_group("gloo", init_method=meeting, rank=worker, world_size=WORKERS)
    photographs = read_photographs(folder)
    photographs = photographs.chosen(~held_apart(photographs.source))
    train = partial(train_digit_network.train, folder, photographs=photographs)
    whole, finished = folder / "read.pt", folder / "read-finished.pt"
    if go_on:
        net = train(whole, GO_ON_VIEWS, GO_ON, SEED, GO_ON_RATE, start=digit_network.MODEL)
    else:
        train(whole, DIGIT_VIEWS, {*LEARN, *LEARN_HELD_UP, *LEARN_STEEP}, SEED)
        torch.distributed.barrier()
        net = train(finished, FINISH_VIEWS, FINISH, SEED + 1, FINISH_RATE, start=whole)
    if worker == 0:
        export_digit_network(net, digit_network.MODEL)
    torch.distributed.destroy_process_group()


def train_the_fusion(folder: Path) -> str:
    """Train the fusion on hands that the digit network never saw, and write it; how it does on those, in lines to
    read."""
    rng, net = np.random.default_rng(SEED), DigitNetwork()
    photographs = read_photographs(folder)
    apart = held_apart(photographs.source)
    more: dict[str, Callable[[], Photographs]] = {
        "worsened": lambda: worsened_photographs(photographs.chosen(apart), rng),
        "rendered": lambda: rendered_as_photographs(read_crops(folder / "fuse", FUSE)),
    }
    for name, make in more.items():
        if not (folder / f"{name}-0.npz").exists():
            save_photographs(make(), folder / f"{name}-0.npz")
    others = [read_photographs(folder, name) for name in more]
    unseen = (showings(one, np.ones(len(one), bool), net) for one in others)
    samples = gathered(chain(showings(photographs, apart, net), *unseen), rng)
    learnt = train_fusion.train(samples, SEED)
    train_fusion.export(learnt, train_fusion.side_weights(samples), fusion.MODEL)
    return train_fusion.report(samples, SEED)
