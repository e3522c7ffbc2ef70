"""Makes the weights of both networks again: python -m gesture.training FOLDER

FOLDER takes about 6 GB of rendered examples and the checkpoints; what is there already is not made again, so a run that
was stopped goes on. On two cores it takes about two hours. Needs the development extra: pip install -e '.[train]'.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import torch

from gesture import digit_net, finder
from gesture.training import calibrate, train_find, train_read
from gesture.training.examples import HELD_UP_KINDS, STEEP_KINDS
from gesture.training.export import export_find, export_read
from gesture.training.shards import read_crops, write_crops, write_frames

FIND_VIEWS, READ_VIEWS, FINISH_VIEWS = 80_000, 1_040_000, 200_000
FINISH_RATE = 8e-4
"""The reading network is finished at a lower rate, with more of the hands that are hardest: those seen at a slant."""
CROPS_A_SHARD, FRAMES_A_SHARD = 2000, 600
SEED = 0

CHECK, CALIBRATE = range(1), range(1, 5)
"""Seeds of the shards that are never trained on: one watches the training, four calibrate its outcome."""
FINISH = {*range(100, 116), *range(170, 176), *range(190, 200)}
LEARN, LEARN_HELD_UP, LEARN_STEEP, LEARN_FRAMES = range(100, 138), range(170, 182), range(190, 200), range(100, 114)


def _jobs(folder: Path) -> list[Callable[[], None]]:
    """Everything to render, as calls for a pool of processes."""
    crops = [partial(write_crops, folder, s, CROPS_A_SHARD) for s in (*CALIBRATE, *LEARN)]
    held_up = [partial(write_crops, folder, s, CROPS_A_SHARD, HELD_UP_KINDS) for s in LEARN_HELD_UP]
    steep = [partial(write_crops, folder, s, CROPS_A_SHARD, STEEP_KINDS) for s in LEARN_STEEP]
    frames = [partial(write_frames, folder, s, FRAMES_A_SHARD) for s in LEARN_FRAMES]
    checks = [partial(write_crops, folder, CHECK[0], 1000), partial(write_frames, folder, CHECK[0], 300)]
    return [*checks, *frames, *crops, *held_up, *steep]


def _find(folder: Path) -> None:
    torch.set_num_threads(1)
    export_find(train_find.train(folder, folder / "find.pt", FIND_VIEWS, SEED), finder.MODEL)


def _read(folder: Path) -> None:
    torch.set_num_threads(1)
    whole, finished = folder / "read.pt", folder / "read-finished.pt"
    train_read.train(folder, whole, READ_VIEWS, {*LEARN, *LEARN_HELD_UP, *LEARN_STEEP}, SEED)
    net = train_read.train(folder, finished, FINISH_VIEWS, FINISH, SEED + 1, FINISH_RATE, start=whole)
    export_read(net, digit_net.MODEL)


def main() -> None:
    """Render, train both networks side by side, write them into `gesture/models/`, and say how far to trust them."""
    parser = argparse.ArgumentParser(prog="python -m gesture.training", description=__doc__.split("\n\n")[0])
    parser.add_argument("folder", type=Path, help="where examples and checkpoints are kept")
    folder: Path = parser.parse_args().folder
    with ProcessPoolExecutor(2) as pool:
        for n, job in enumerate([pool.submit(job) for job in _jobs(folder)], 1):
            job.result()
            print(f"rendered {n} of {len(_jobs(folder))} shards", flush=True)
        for training in [pool.submit(_find, folder), pool.submit(_read, folder)]:
            training.result()
    print(calibrate.report(digit_net.MODEL, read_crops(folder, CALIBRATE)))


if __name__ == "__main__":
    main()
