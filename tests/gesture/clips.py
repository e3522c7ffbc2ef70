"""The bundled recordings with their labels, and ways to spoil them as cameras do."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from gesture.reveals import WrittenReveal, parse_reveal
from gesture.seats import Seat, clockwise
from gesture.sources import Frame, VideoFile, unmirrored

CLIPS = Path(__file__).parent.parent / "fixtures" / "clips"
NAMES = ("duel", "trio", "posse")


def labels(name: str) -> dict[str, Any]:
    """What happens in a recording."""
    found: dict[str, Any] = json.loads((CLIPS / f"{name}.json").read_text())
    return found


def seats_of(label: dict[str, Any]) -> list[Seat]:
    """The labelled seats."""
    return clockwise([Seat(seat["player"], np.array(seat["zone"], float)) for seat in label["seats"]])


def reveals_of(label: dict[str, Any]) -> list[WrittenReveal]:
    """The labelled reveals, as words."""
    words = [
        ",".join(f"{c['hand']}-{c['bent'] or 'open'}" + "+bullet" * bool(c.get("bullet")) for c in reveal["cards"])
        for reveal in label["reveals"]
    ]
    return [parse_reveal(f"{reveal['at']:g}:{cards}") for reveal, cards in zip(label["reveals"], words, strict=True)]


class Frames:
    """A source of frames that are at hand."""

    def __init__(self, frames: Iterable[Frame]) -> None:
        self._frames = [Frame(frame.image, frame.at_s, index) for index, frame in enumerate(frames)]

    def __iter__(self):
        return iter(self._frames)

    def close(self) -> None:
        """Nothing to give back."""


def frames_of(name: str) -> list[Frame]:
    """All frames of a recording."""
    with VideoFile(CLIPS / f"{name}.mp4") as video:
        return list(video)


def _dropped(frames: list[Frame]) -> Iterable[Frame]:
    lot = random.Random(2)
    return [frame for frame in frames if lot.random() >= 0.2]


def _resampled(fps: float) -> Callable[[list[Frame]], Iterable[Frame]]:
    def resample(frames: list[Frame]) -> Iterable[Frame]:
        for k in range(int(frames[-1].at_s * fps) + 1):
            shown = [frame for frame in frames if frame.at_s <= k / fps + 1e-6][-1]
            yield Frame(shown.image, k / fps, k)

    return resample


def _dimmed(frames: list[Frame]) -> Iterable[Frame]:
    return [Frame(frame.image // 2, frame.at_s, frame.index) for frame in frames]


def _turned_back(frames: list[Frame]) -> Iterable[Frame]:
    return [unmirrored(unmirrored(frame)) for frame in frames]


def _noisy(frames: list[Frame]) -> Iterable[Frame]:
    rng = np.random.default_rng(4)
    for frame in frames:
        grain = rng.integers(-8, 9, frame.image.shape, np.int16)
        yield Frame(np.clip(frame.image + grain, 0, 255).astype(np.uint8), frame.at_s, frame.index)


SPOILED: dict[str, Callable[[list[Frame]], Iterable[Frame]]] = {
    "a fifth of the frames dropped": _dropped,
    "10 frames a second": _resampled(10),
    "60 frames a second": _resampled(60),
    "half the light": _dimmed,
    "mirrored and turned back": _turned_back,
    "sensor noise": _noisy,
}
