"""The bundled recordings, each refereed once a session of tests in each way that a test asks about."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from gesture.games.dexterity_jane.options import DexterityJaneOptions
from gesture.play.recordings import RecordedGame, referee_recording
from gesture.reading.background import Reader
from rules.hands import Side
from tests.gesture.clips import CLIPS, NAMES, labels, reveals_of, seats_of


def options_of(label: dict[str, Any]) -> DexterityJaneOptions:
    """The options of the game that a recording shows, by its labels."""
    return DexterityJaneOptions(
        variant=label.get("variant", "standard"),
        round=label["round"],
        reveals=tuple(reveals_of(label)),
        sheriff=Side(label["sheriff"]) if "sheriff" in label else None,
    )


class RefereedClips:
    """How each recording ends, by its name."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    @cached_property
    def at_labelled_seats(self) -> dict[str, RecordedGame]:
        """With the players where the labels have them."""
        return {name: self._referee(name, find_seats=False) for name in NAMES}

    @cached_property
    def at_found_seats(self) -> dict[str, RecordedGame]:
        """With seats that are looked for first."""
        return {name: self._referee(name, find_seats=True) for name in NAMES}

    def _referee(self, name: str, find_seats: bool) -> RecordedGame:
        label = labels(name)
        seats = None if find_seats else seats_of(label)
        return referee_recording(
            CLIPS / f"{name}.mp4", "dexterity-jane", options_of(label), seats=seats, reader=self._reader
        )
