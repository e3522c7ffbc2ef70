"""The recipe of both networks: seeds, kinds of scenes, how much is looked at, at which rate.

Apart from the command, so that processes started afresh can import it.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import torch

from gesture.reading import digit_network as digit_net
from gesture.reading import palm_detector as finder
from gesture.training import train_find, train_read
from gesture.training.examples import HELD_UP_KINDS, STEEP_KINDS
from gesture.training.export import export_find, export_read
from gesture.training.shards import write_crops, write_frames

FIND_VIEWS, READ_VIEWS, FINISH_VIEWS = 80_000, 1_100_000, 160_000
WORKERS = 2
"""Processes that render, and then train the reading network together."""
FINISH_RATE = 8e-4
"""The reading network is finished at a lower rate, with more of the hands that are hardest: those seen at a slant."""
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


def find(folder: Path) -> None:
    """Train the finding network and write it into `gesture/models/`."""
    torch.set_num_threads(1)
    export_find(train_find.train(folder, folder / "find.pt", FIND_VIEWS, SEED), finder.MODEL)


def read(worker: int, folder: Path) -> None:
    """The part of one of `WORKERS` processes in the training of the reading network; the first one writes it."""
    torch.set_num_threads(1)
    meeting = f"file://{(folder / 'meeting').resolve()}"
    torch.distributed.init_process_group("gloo", init_method=meeting, rank=worker, world_size=WORKERS)
    whole, finished = folder / "read.pt", folder / "read-finished.pt"
    train_read.train(folder, whole, READ_VIEWS, {*LEARN, *LEARN_HELD_UP, *LEARN_STEEP}, SEED)
    torch.distributed.barrier()
    net = train_read.train(folder, finished, FINISH_VIEWS, FINISH, SEED + 1, FINISH_RATE, start=whole)
    if worker == 0:
        export_read(net, digit_net.MODEL)
    torch.distributed.destroy_process_group()
