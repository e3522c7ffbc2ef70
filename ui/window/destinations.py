"""The places of the window, as values: where one can go, and what is taken along. `ui.window.routes` knows the screens.

A game's own places are in its folder of `ui.window.games`.
"""

from __future__ import annotations

from dataclasses import dataclass

from gesture.sources.frames import Frame
from ui.window.plan import Plan
from ui.window.ready.ready_table import ReadyTable
from ui.window.running_game import RunningGame


class Destination:
    """A place to go to; each kind is a frozen dataclass."""


@dataclass(frozen=True)
class Home(Destination):
    """The first screen."""


@dataclass(frozen=True)
class Settings(Destination):
    """How the window sounds, looks and moves."""


@dataclass(frozen=True)
class NewGame(Destination):
    """Setting up a game, by its name in logs."""

    game: str


@dataclass(frozen=True, eq=False)
class GameTable(Destination):
    """A game that has no screens of its own."""

    running: RunningGame


@dataclass(frozen=True, eq=False)
class PickCamera(Destination):
    """Picking what watches the table."""

    plan: Plan
    asks: bool = False
    """Whether it is asked although there is only one camera."""


@dataclass(frozen=True, eq=False)
class GetReady(Destination):
    """Finding the seats of a table."""

    table: ReadyTable


@dataclass(frozen=True, eq=False)
class ShowHands(Destination):
    """One player shows both hands, before the real game; `frame` is the newest of the table's."""

    table: ReadyTable
    seat: int
    frame: Frame
