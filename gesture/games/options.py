"""What a game is to be told before it is watched: each game has options of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from gesture.games.interpreter import Lot
from gesture.seating.seat_finder import UnseenZones
from gesture.sources.frames import Frame
from gesture.table.seats import Table
from rules.game import Event


class Options(ABC):
    """One game's options. As they stand without anybody's choice, a recording is watched and nothing is scored."""

    @property
    @abstractmethod
    def scored(self) -> bool:
        """Whether enough is known for the rules to be asked about a recording."""

    @abstractmethod
    def header(self, players: Iterable[str]) -> dict[str, Any]:
        """The header of the log of a game between `players`."""

    def set_up(self, state: Any, lot: Lot, at_s: float = 0.0) -> Iterable[Event]:
        """What the setup still lacks in `state`."""
        return ()

    def script(self, state: Any) -> Sequence[Event]:
        """What is known beforehand to happen in a recording of a game that begins in `state`, by its times. Whatever is
        open when one of these events comes is ended first."""
        return ()

    rehearsed: ClassVar[bool] = True
    """Whether a script can be tried without any hands, since it does not depend on what they do."""

    def lying(self, table: Table, frames: Iterable[Frame]) -> Table:
        """The table with what the game needs to lie on it and nobody has told, as found on `frames`. Raises
        `SourceError` when it is not there."""
        return table

    def at_table(self, table: Table) -> Table:
        """The table with what lies on it in this game."""
        return table

    @property
    def unseen_zones(self) -> UnseenZones | None:
        """How to find out where players sit whose hands are never laid down on a recording."""
        return None
