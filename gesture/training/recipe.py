"""The recipe of both networks: seeds, kinds of scenes, how much is looked at, at which rate.

Apart from the command, so that processes started afresh can import it.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import torch

from gesture.reading import digit_network, palm_detector
from gesture.training import train_digit_network, train_palm_detector
from gesture.training.examples import HELD_UP_KINDS, STEEP_KINDS
from gesture.training.export import export_digit_network, export_palm_detector
from gesture.training.shards import write_crops, write_frames

DETECTOR_VIEWS, DIGIT_VIEWS, FINISH_VIEWS = 80_000, 1_100_000, 160_000
WORKERS = 2
"""Processes that render, and then train the digit network together."""
FINISH_RATE = 8e-4
"""The digit network is finished at a lower rate, with more of the hands that are hardest: those seen at a slant."""
CROPS_A_SHARD, FRAMES_A_SHARD = 2000, 600
SEED = 0

CHECK, CALIBRATE = range(1), range(1, 5)
"""Seeds of the shards that are never trained on: one watches the training, four calibrate its outcome."""
FINISH = {*range(100, 110), *range(170, 176), *range(190, 206)}
LEARN, LEARN_HELD_UP, LEARN_STEEP, LEARN_FRAMES = range(100, 120), range(170, 182), range(190, 212), range(100, 114)


def to_render(folder: Path) -> list[partial[None]]:
    """Everything to render, as calls for a pool of processes: first the frames."""
    crops = [partial(write_crops, folder, s, CROPS_A_SHARD) for s in (*CALIBRATE, *LEARN)]
    held_up = [partial(write_crops, folder, s, CROPS_A_SHARD, HELD_UP_KINDS) for s in LEARN_HELD_UP]
    steep = [partial(write_crops, folder, s, CROPS_A_SHARD, STEEP_KINDS) for s in LEARN_STEEP]
    frames = [partial(write_frames, folder, s, FRAMES_A_SHARD) for s in LEARN_FRAMES]
    check = [partial(write_crops, folder, CHECK[0], 1000)]
    return [partial(write_frames, folder, CHECK[0], 300), *frames, *check, *crops, *held_up, *steep]


def train_detector(folder: Path) -> None:
    """Train the palm detector and write it into `gesture/models/`."""
    torch.set_num_threads(1)
    export_palm_detector(
        train_palm_detector.train(folder, folder / "find.pt", DETECTOR_VIEWS, SEED), palm_detector.MODEL
    )


def train_digits(worker: int, folder: Path) -> None:
    """The part of one of `WORKERS` processes in the training of the digit network; the first one writes it."""
    torch.set_num_threads(1)
    meeting = f"file://{(folder / 'meeting').resolve()}"
    torch.distributed.init_process_group("gloo", init_method=meeting, rank=worker, world_size=WORKERS)
    whole, finished = folder / "read.pt", folder / "read-finished.pt"
    train_digit_network.train(folder, whole, DIGIT_VIEWS, {*LEARN, *LEARN_HELD_UP, *LEARN_STEEP}, SEED)
    torch.distributed.barrier()
    net = train_digit_network.train(folder, finished, FINISH_VIEWS, FINISH, SEED + 1, FINISH_RATE, start=whole)
    if worker == 0:
        export_digit_network(net, digit_network.MODEL)
    torch.distributed.destroy_process_group()
