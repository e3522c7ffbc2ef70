"""The rendered clips of One Finger! and readers for them, for the tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from gesture.reading.hand_reading import HandReading
from gesture.table.seats import Seat, Table
from rules.one_finger.events import Call

FINGERS = Path(__file__).parents[1] / "fixtures" / "fingers"
BY_HAND = "fingers_994007"
BY_HAND_CLIP = FINGERS.parent / "by_hand" / f"{BY_HAND}.mp4"
"""Four players, of whom two call with a free hand."""
NAMES = sorted(path.stem for path in FINGERS.glob("*.mp4"))
FOUR, DOUBLE, TWO, KNOCKED = "fingers_970022", "fingers_970017", "fingers_970029", "fingers_970006"


class NoReader:
    """A reader of hands that finds none: fingers on a card are told without."""

    def read(self, image: Any, zone: Any = None, palm_px: Any = None, palms_in: Any = None) -> list[HandReading]:
        """Nothing."""
        return []

    def close(self) -> None:
        """Nothing."""


def label_of(name: str) -> dict[str, Any]:
    """The label of a clip."""
    folder = BY_HAND_CLIP.parent if name == BY_HAND else FINGERS
    label: dict[str, Any] = json.loads((folder / f"{name}.json").read_text("utf-8"))
    return label


def table_of(name: str, cards: bool = True) -> Table:
    """Who sits where on a clip, and with `cards` where the cards in play lie."""
    label = label_of(name)
    seats = tuple(Seat(seat["player"], np.array(seat["zone"], float)) for seat in label["seats"])
    return Table(seats, in_play=tuple(np.array(card, float) for card in label["cards"]) if cards else ())


def calls_of(name: str) -> tuple[Call, ...]:
    """The calls on a clip."""
    return tuple(Call(at=c["at"], player=c["player"], number=c["number"]) for c in label_of(name)["calls"])
