"""Makes the weights of all networks again: python -m gesture.training FOLDER --photographs SETS [--go-on]

FOLDER takes about 16 GB of rendered examples, crops of photographs and the checkpoints; what is there already is not
made again, so a run that was stopped goes on. SETS is a folder of sets of labelled photographs
(`gesture/training/photographs.py`); none is fetched. With --go-on the networks start from the weights that ship. Needs
the train extra: pip install -e '.[train]'.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor, wait
from pathlib import Path

import torch

from gesture.training.recipe import (
    WORKERS,
    cut_photographs,
    to_render,
    train_detector,
    train_digits,
    train_the_fusion,
)
from gesture.training.shards import write_frames


def main() -> None:
    """Render, cut, train all networks, write them into `gesture/models/`, and say how far to trust them."""
    parser = argparse.ArgumentParser(prog="python -m gesture.training", description=__doc__.split("\n\n")[0])
    parser.add_argument("folder", type=Path, help="where examples and checkpoints are kept")
    parser.add_argument("--photographs", type=Path, required=True, metavar="SETS", help="a folder of labelled sets")
    parser.add_argument("--go-on", action="store_true", help="start from the weights that ship")
    given = parser.parse_args()
    folder: Path = given.folder
    if not any(given.photographs.glob("*/labels.json")):
        parser.error(f"no folder in {given.photographs} holds a labels.json; see gesture/training/photographs.py")
    with ProcessPoolExecutor(WORKERS) as pool:
        jobs = to_render(folder, given.go_on)
        frames = sum(job.func is write_frames for job in jobs)
        first = [pool.submit(cut_photographs, given.photographs, folder), *(pool.submit(job) for job in jobs[:frames])]
        wait(first)
        finding = pool.submit(train_detector, folder, given.go_on)
        for n, job in enumerate([*first, *(pool.submit(job) for job in jobs[frames:])]):
            job.result()
            print(f"rendered {n} of {len(jobs)} shards", flush=True)
        finding.result()
    (folder / "meeting").unlink(missing_ok=True)
    torch.multiprocessing.spawn(train_digits, (folder, given.go_on), WORKERS)  # type: ignore[no-untyped-call]
    print(train_the_fusion(folder))


if __name__ == "__main__":
    main()
