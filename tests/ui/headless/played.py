"""A game without a window, with everything that it said and told."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from gesture.games.dexterity_jane.options import DexterityJaneOptions
from gesture.games.judge import Happening
from gesture.reading.background import Reader
from gesture.table.seats import Seat, Table
from rules.chance import Generator
from rules.game import Event, Ruling
from rules.hands import Side
from rules.log import LogWriter, encode_event
from ui.headless.game import HeadlessGame
from ui.window.games.dexterity_jane.console import DexterityJaneConsole


def header(players=("Ann", "Ben"), **more):
    """The header of a game of Dexterity Jane."""
    return {"game": "dexterity-jane", "version": 1, "players": list(players), "deck": "reference", **more}


class Played:
    """A game of Dexterity Jane at a table; its log at `path`, or written by `writer`."""

    def __init__(
        self,
        header: dict[str, Any],
        seats: Table | Iterable[Seat],
        reader: Reader,
        path: Path | None = None,
        *,
        writer: LogWriter | None = None,
        lot: Generator | None = None,
        deals: bool = False,
        sheriff: Side | None = None,
    ) -> None:
        self.said: list[str] = []
        self.events: list[Event] = []
        self.rulings: list[Ruling] = []
        self.game = HeadlessGame(
            header,
            seats if isinstance(seats, Table) else Table(tuple(seats)),
            reader,
            DexterityJaneConsole,
            DexterityJaneOptions(variant=header.get("variant", "standard"), sheriff=sheriff, deals=deals),
            self.said.append,
            tell=self.told,
            writer=LogWriter.create(path, header) if path else writer,
            lot=lot,
        )

    def told(self, happening: Happening) -> None:
        """Something happened."""
        self.events.append(happening.event)
        self.rulings += happening.rulings

    def kinds(self) -> list[str]:
        """The names of the events so far."""
        return [msgspec.json.decode(encode_event(event))["event"] for event in self.events]

    def heard(self, words: str) -> bool:
        """Whether a sentence with these words was said."""
        return any(words in sentence for sentence in self.said)
