"""Rendered examples on disk: shards of numpy files that training maps into memory."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.training.examples import CROP_PX, KINDS, Kinds, crops
from gesture.training.frames import DETECTOR_PX, DetectorExample, rendered_frame

MARKS = 20
"""At most this many hands of a frame are kept; more are left out of a table's far end."""


def write_crops(folder: Path, seed: int, count: int, kinds: Kinds = KINDS) -> None:
    """Render `count` crops from `seed`, of scenes of these kinds, into `folder/crops-SEED.*.npy`.

    A shard that exists is left alone.
    """
    stem = folder / f"crops-{seed:05d}"
    if stem.with_suffix(".truth.npy").exists():
        return
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    made = crops(seed, count, kinds)
    np.save(stem.with_suffix(".image.npy"), np.stack([c.image for c in made]))
    np.save(stem.with_suffix(".known.npy"), np.stack([c.known for c in made]))
    np.save(stem.with_suffix(".joints.npy"), np.stack([c.joints for c in made]))
    np.save(stem.with_suffix(".truth.npy"), np.stack([c.truth for c in made]))


def write_frames(folder: Path, seed: int, count: int) -> None:
    """Render `count` detector frames from `seed` into `folder/frames-SEED.*.npy`; a shard that exists is left alone."""
    stem = folder / f"frames-{seed:05d}"
    if stem.with_suffix(".marks.npy").exists():
        return
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(seed)
    save_frames([rendered_frame(rng) for _ in range(count)], stem)


def save_frames(frames: Sequence[DetectorExample], stem: Path) -> None:
    """Write frames into `STEM.*.npy`."""
    images = np.zeros((len(frames), DETECTOR_PX[1], DETECTOR_PX[0], 3), np.uint8)
    marks = np.full((len(frames), MARKS, 6), np.nan, np.float32)
    for i, frame in enumerate(frames):
        images[i] = frame.image
        kept = min(MARKS, len(frame.marks))
        marks[i, :kept, :5], marks[i, :kept, 5] = frame.marks[:kept], frame.whole[:kept]
    np.save(stem.with_suffix(".image.npy"), images)
    np.save(stem.with_suffix(".marks.npy"), marks)


@dataclass(frozen=True, eq=False)
class Crops:
    """Crops of all shards: `image` (N, CROP_PX, CROP_PX, 3) RGB, `truth` (N, 8) in 0..1, `known` (N, 8), `joints`
    (N, 21, 2)."""

    image: list[NDArray[np.uint8]]
    truth: NDArray[np.float16]
    known: NDArray[np.uint8]
    joints: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.truth)

    @property
    def clear(self) -> NDArray[np.bool_]:
        """Which answers (N, 8) are known and would be given by everybody."""
        return (self.known > 0) & ((self.truth == 0) | (self.truth == 1))

    def picture(self, i: int) -> NDArray[np.uint8]:
        """The picture of the crop with number `i`; one that was kept smaller is enlarged."""
        shard = len(self.image[0])
        picture = self.image[i // shard][i % shard]
        if len(picture) == CROP_PX:
            return picture
        return np.asarray(cv2.resize(picture, (CROP_PX, CROP_PX), interpolation=cv2.INTER_LINEAR), np.uint8)


def read_crops(folder: Path, seeds: Collection[int]) -> Crops:
    """The shards of crops from these seeds, as far as they are there; they must be of equal length."""
    stems = [p.with_suffix("").with_suffix("") for p in sorted(folder.glob("crops-*.truth.npy"))]
    stems = [s for s in stems if int(s.name.split("-")[1]) in seeds]
    images = [np.load(s.with_suffix(".image.npy"), mmap_mode="r") for s in stems]
    truth = np.concatenate([np.load(s.with_suffix(".truth.npy")) for s in stems], dtype=np.float16)
    known = np.concatenate([np.load(s.with_suffix(".known.npy")) for s in stems])
    joints = [
        np.load(s.with_suffix(".joints.npy")) * (CROP_PX / i.shape[1]) for s, i in zip(stems, images, strict=True)
    ]
    return Crops(images, truth, known, np.concatenate(joints, dtype=np.float32))


def read_frames(folder: Path, first: int = 0, last: int = 99999) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """The frames (N, 240, 320, 3) RGB and marks (N, MARKS, 6: wrist, middle knuckle, palm length, whole; NaN past the
    last)."""
    stems = [p.with_suffix("").with_suffix("") for p in sorted(folder.glob("frames-*.marks.npy"))]
    stems = [s for s in stems if first <= int(s.name.split("-")[1]) <= last]
    images = np.concatenate([np.load(s.with_suffix(".image.npy")) for s in stems])
    return images, np.concatenate([np.load(s.with_suffix(".marks.npy")) for s in stems])
