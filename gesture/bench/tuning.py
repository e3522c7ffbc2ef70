"""How the figures move when a constant does: python -m gesture.bench.tuning NAME... [--write]

Takes one constant at a time, makes it smaller and larger, and measures what it is for each time. NAME is a constant or
a file. With `--write` the outcome goes into `gesture/TUNING.md`, where each constant then has its row with its value.
Each measurement runs in a process of its own, in which the constant is changed in the source before anything is
imported, so that whatever is made of it follows. Needs the development extra.

A number is multiplied by 0.7 and by 1.4, a count by one at least; of a share above one half, what it
lacks to one is divided by them.
"""

from __future__ import annotations

import argparse
import importlib
import multiprocessing
import tempfile
from pathlib import Path

from gesture.bench.changed_constant import change
from gesture.bench.constants import HOUSE, Constant, Value, as_text, constants
from gesture.bench.tuning_table import TABLE, unmeasured, updated
from rules.files import write_whole

LESS, MORE = 0.7, 1.4
"""What a constant is multiplied by."""
FIGURES = {
    "gesture/hand_geometry.py": "clips",
    "gesture/reading/": "reading",
    "gesture/reading/digit_scaling.py": "tests tests/gesture/reading/test_digit_scaling.py",
    "gesture/reading/zone_reader.py": "tests tests/gesture/reading/test_zone_reader.py",
    "gesture/table/": "clips",
    "gesture/watching/": "clips",
    "gesture/seating/": "seats",
    "gesture/seating/side_by_side.py": "tests tests/gesture/watching/test_held_up.py",
    "gesture/watching/fingers/": "tests tests/gesture/games/one_finger",
    "gesture/games/one_finger/": "tests tests/gesture/games/one_finger",
    "gesture/games/dexterity_jane/": "tests tests/gesture/games/dexterity_jane",
    "gesture/sources/camera": "tests tests/gesture/sources/test_camera.py",
}
"""What is measured for the constants of a file or folder: the longest name that fits."""
HELD_UP = "tests tests/gesture/watching/test_held_up.py"
"""What is measured for constants of hands held up, of which there is no clip: how many of these tests fail."""


def figure_of(constant: Constant) -> str | None:
    """The figure that shows what a constant does, in words; None for one that changes nothing that is measured."""
    if constant.file.startswith("calibration/"):
        test = f"tests/calibration/test_{Path(constant.file).stem}.py"
        return f"tests {test}" if (HOUSE / test).exists() else None
    if constant.name.startswith("HELD_"):
        return HELD_UP
    fitting = [start for start in FIGURES if constant.file.startswith(start)]
    return FIGURES[max(fitting, key=len)] if fitting else None


def moved(value: Value, by: float) -> Value:
    """A value made smaller or larger."""
    if isinstance(value, tuple):
        return tuple(moved(part, by) for part in value)
    if isinstance(value, int):
        step = 1 if by > 1 else -1
        return max(round(value * by), value + 1) if step > 0 else min(round(value * by), value - 1)
    return 1 - (1 - value) / by if 0.5 < value < 1 else value * by


def measured(figure: str, kept: Path, constant: Constant | None = None, value: Value = 0.0) -> str:
    """A figure in words, with a constant at another value or with none changed. `kept` is the folder in which what was
    read once is kept. Call it in a fresh process only."""
    if constant is not None:
        change(constant.module, constant.name, value)
    name, *paths = figure.split()
    figures = importlib.import_module("gesture.bench.tuning_figures")
    try:
        return str(figures.figure(name, kept, constant, value, tuple(paths)))
    except Exception as fault:  # whatever breaks at this value is what there is to tell
        return f"breaks ({type(fault).__name__})"


def around(constant: Constant, kept: Path, as_it_is: dict[str, str]) -> tuple[str, str]:
    """The figure as it is, and what it is where the constant is smaller and where it is larger. `as_it_is` keeps the
    former by the figures' names."""
    figure = figure_of(constant)
    assert figure is not None
    fresh = multiprocessing.get_context("fork")

    def in_its_own(*changed: object) -> str:
        with fresh.Pool(1, maxtasksperchild=1) as pool:
            return str(pool.apply(measured, (figure, kept, *changed)))

    if figure not in as_it_is:
        as_it_is[figure] = in_its_own()
    parts = []
    for value in (moved(constant.value, by) for by in (LESS, MORE)):
        found = in_its_own(constant, value)
        parts.append(f"{as_text(value)}: {'the same' if found == as_it_is[figure] else found}")
    return f"By {figure}: {as_it_is[figure]}.", "; ".join(parts)


def main() -> None:
    """Measure the constants that the command line names, and print or write their rows."""
    parser = argparse.ArgumentParser(prog="python -m gesture.bench.tuning", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="constants or files to measure")
    parser.add_argument("--missing", action="store_true", help="measure all whose rows say that they are not measured")
    parser.add_argument("--keep", type=Path, help="a folder in which what was read stays known from run to run")
    parser.add_argument("--write", action="store_true", help="write the table, with a row for each constant")
    given = parser.parse_args()
    every = constants()
    text = TABLE.read_text("utf-8")
    missing = unmeasured(text) if given.missing else set()
    chosen = [
        one
        for one in every
        if figure_of(one) and ({one.name, one.file} & set(given.names) or (one.file, one.name) in missing)
    ]
    if not chosen and (given.names or not given.write):
        parser.error("name constants or files that a figure belongs to, or take --missing")
    if given.write:
        write_whole(TABLE, updated(text, every).encode(), private=False)
    as_it_is: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        kept = given.keep or Path(folder)
        kept.mkdir(parents=True, exist_ok=True)
        for one in chosen:
            found = around(one, kept, as_it_is)
            print(f"{one.file} {one.name} {one.text}: {found[0]} {found[1]}", flush=True)
            if given.write:
                write_whole(TABLE, updated(TABLE.read_text("utf-8"), every, {one: found}).encode(), private=False)


if __name__ == "__main__":
    main()
