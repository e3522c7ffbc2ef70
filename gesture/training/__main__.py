"""Makes the weights of both networks again: python -m gesture.training FOLDER

FOLDER takes about 12 GB of rendered examples and the checkpoints; what is there already is not made again, so a run
that was stopped goes on. On two cores it takes under three hours. Needs the development extra:
pip install -e '.[train]'.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor, wait
from pathlib import Path

import torch

from gesture.reading import digit_network
from gesture.training import calibrate
from gesture.training.recipe import CALIBRATE, WORKERS, to_render, train_detector, train_digits
from gesture.training.shards import read_crops, write_frames


def main() -> None:
    """Render, train both networks, write them into `gesture/models/`, and say how far to trust them."""
    parser = argparse.ArgumentParser(prog="python -m gesture.training", description=__doc__.split("\n\n")[0])
    parser.add_argument("folder", type=Path, help="where examples and checkpoints are kept")
    folder: Path = parser.parse_args().folder
    with ProcessPoolExecutor(WORKERS) as pool:
        jobs = to_render(folder)
        frames = sum(job.func is write_frames for job in jobs)
        first = [pool.submit(job) for job in jobs[:frames]]
        wait(first)
        finding = pool.submit(train_detector, folder)
        for n, job in enumerate([*first, *(pool.submit(job) for job in jobs[frames:])], 1):
            job.result()
            print(f"rendered {n} of {len(jobs)} shards", flush=True)
        finding.result()
    (folder / "meeting").unlink(missing_ok=True)
    torch.multiprocessing.spawn(train_digits, (folder,), WORKERS)  # type: ignore[no-untyped-call]
    print(calibrate.report(digit_network.MODEL, read_crops(folder, CALIBRATE)))


if __name__ == "__main__":
    main()
