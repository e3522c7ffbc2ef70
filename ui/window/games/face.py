"""What the window and the command line ask of a game before it is played: its face.

A face is found without the window's libraries: the command line asks it too. Whatever draws is imported when it is
asked for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from gesture.table.seats import Table
    from rules.history import History
    from ui.window.canvas import Rect
    from ui.window.destinations import Destination
    from ui.window.page import Page
    from ui.window.running_game import RunningGame
    from ui.window.texts import Texts

Route = Callable[[Any, Any], Any]
"""Makes the screen (`ui.window.app.Screen`) of a destination, from the app and the destination."""


@dataclass(frozen=True)
class Option:
    """Something to choose when a game is set up, the first value unless somebody chooses. Its texts are
    `option.NAME.question`, and for each value `option.NAME.name.VALUE` and `option.NAME.about.VALUE`."""

    name: str
    values: tuple[str, ...]
    small: bool = False
    """Whether it is no question of its own, but a switch on the first screen of options."""
    pictured: bool = False
    """Whether the face draws a picture of each value (`draw_option`)."""


@dataclass(frozen=True)
class Entry:
    """Another way into a game from the first screen, beside playing it. Its text is `text`, its key `key`. Where
    nobody has played before, one with a text `at_first` is offered with that."""

    name: str
    text: str
    key: str
    destination: Destination
    at_first: str = ""


class Face(ABC):
    """One game, as it shows itself."""

    name: ClassVar[str]
    """As logs name it."""
    players: ClassVar[range]
    """How many may play."""
    key: ClassVar[str]
    """The key that plays it, on the first screen."""
    options: ClassVar[tuple[Option, ...]] = ()
    texts: ClassVar[Path | None] = None
    """The folder of its texts, one file a language; None where it has none of its own."""

    @property
    def title(self) -> str:
        """The game's name as players say it."""
        from rules.games import TITLES

        return TITLES[self.name]

    def chosen(self, options: Mapping[str, str]) -> dict[str, str]:
        """Every option's value: what was chosen, where it is one of them."""
        given = {option.name: options.get(option.name, "") for option in self.options}
        return {o.name: given[o.name] if given[o.name] in o.values else o.values[0] for o in self.options}

    def entries(self) -> tuple[Entry, ...]:
        """Other ways into the game, beside playing it."""
        return ()

    def routes(self) -> Mapping[type[Destination], Route]:
        """The screens of the game's own destinations."""
        return {}

    @abstractmethod
    def header(self, players: tuple[str, ...], options: Mapping[str, str]) -> dict[str, Any]:
        """The header of the log of a new game."""

    def running(self) -> type[RunningGame]:
        """The game as its screens need it."""
        from ui.window.running_game import RunningGame

        return RunningGame

    def fault(self, players: tuple[str, ...], options: Mapping[str, str]) -> str | None:
        """Why the rules take no game with these players and options, or None."""
        from rules.game import Refused
        from rules.games import game_named

        try:
            game_named(self.name).open(self.header(players, options))
        except Refused as fault:
            return str(fault)
        return None

    def draw_option(self, _page: Page, option: str, value: str, _room: Rect) -> None:
        """Explain the value of a pictured option by a picture in `room`. Raises `KeyError` where there is none."""
        raise KeyError(f"{self.name} has no picture of {option}: {value}")

    def go_on_said(self, running: RunningGame, t: Texts) -> str:
        """What the first screen says of a game that was left."""
        return t("home.go_on", game=self.title, players=", ".join(running.players))

    def place_of(self, running: RunningGame) -> Destination:
        """Where a game is, whatever happened before; without screens of its own it is at its table."""
        from ui.window.destinations import GameTable

        return GameTable(running)

    def lines_of_round(self, _history: History) -> tuple[int, int | None]:
        """From which line on what happened is offered to be taken back, and the line with which the round began that
        is under way, from which on it can be dealt anew, if there is one."""
        return 0, None

    def table(self, table: Table, _options: Mapping[str, str]) -> Table:
        """The table as it is watched for this game."""
        return table
