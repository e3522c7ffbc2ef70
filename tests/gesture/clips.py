"""The bundled recordings with their labels."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from gesture.sources.frames import Frame
from gesture.sources.video import VideoFile
from gesture.table.seats import Seat, clockwise
from rules.dexterity_jane.written_cards import WrittenReveal, parse_reveal

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

    def __iter__(self) -> Iterator[Frame]:
        return iter(self._frames)

    def close(self) -> None:
        """Nothing to give back."""


@lru_cache(maxsize=1)
def frames_of(name: str) -> tuple[Frame, ...]:
    """All frames of a recording; those of the last one asked for stay decoded."""
    with VideoFile(CLIPS / f"{name}.mp4") as video:
        return tuple(video)
