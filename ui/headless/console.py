"""What the command line asks of a game: its options, what can be typed in it, and how it is told in words.

One console a game, found beside its face through the one table of games. Nothing heavy is imported for the options.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

import click

if TYPE_CHECKING:
    from gesture.games.interpreter import Question, Resort, ShownDigits
    from gesture.games.judge import Happening
    from gesture.games.options import Options
    from gesture.play.session import Session
    from rules.game import Event, Ruling


class LineError(Exception):
    """A line that means nothing, or cannot be done now; the message is one sentence."""


@dataclass(frozen=True)
class Action:
    """What a typed line asks for: `act` is called with the second at which it is meant. `in_order` waits until
    everything that the hands did before is known."""

    act: Callable[[float], None]
    in_order: bool = False


class Console(ABC):
    """One game on the command line. An instance plays it at a table; the rest is known without one."""

    help: ClassVar[str]
    """What can be typed, a line each."""
    referee_options: ClassVar[Sequence[click.Option]] = ()
    """The game's own options of `handref referee`."""
    play_options: ClassVar[Sequence[click.Option]] = ()
    """The game's own options of `handref play --headless`."""
    in_log: ClassVar[frozenset[str]] = frozenset()
    """The names of options whose values stand in a log's header."""
    explained: ClassVar[tuple[str, ...]] = ()
    """Rulings, by their names in logs, that the steps before them have told already."""

    unscored: ClassVar[str] = "Nothing was scored."
    """What is said at the end of a recording about which too little was known."""

    def __init__(self, session: Session, options: Options, say: Callable[[str], None]) -> None:
        self.session, self.options, self.say = session, options, say

    @classmethod
    @abstractmethod
    def chosen(cls, values: Mapping[str, Any]) -> Options:
        """The options of `values`, as click gave them by name; one that is missing was not chosen. Raises
        `click.UsageError`, `Problem`, and what cannot be understood as the rules refuse it."""

    @classmethod
    def header_said(cls, header: Mapping[str, Any], title: str) -> str:
        """What is played, without the players."""
        return title

    @classmethod
    @abstractmethod
    def seen(cls, event: Event) -> str:
        """What the hands did, where the rules were not asked."""

    @abstractmethod
    def begin(self, at_s: float | None = None) -> None:
        """The game has been set up, or waits for its next round: say or do what comes first."""

    @abstractmethod
    def go_on(self) -> None:
        """The game was taken up again: say where it is."""

    @abstractmethod
    def action(self, line: str) -> Action:
        """What a line asks for. Raises `LineError`."""

    @abstractmethod
    def question(self, question: Question) -> str:
        """What the table is asked, and what to type."""

    @abstractmethod
    def unsure(self, resort: Resort, digits: ShownDigits) -> str:
        """What is asked of a player whose digits are unsure, or of the table."""

    def hint(self, ruling: Ruling) -> str | None:
        """What may be typed after a ruling, or None."""
        return None

    def corrects(self, happening: Happening) -> bool:
        """Whether an event makes untrue what was said before."""
        return False

    def taken_back(self) -> None:
        """Something was taken back: say or do what comes now."""
        self.begin()

    def video_ended(self) -> None:
        """A recording has ended and nobody needs to be asked: end what is open."""
        self.session.end(self.session.now_s)

    def fault_at_end(self, video: str, events: Sequence[Event]) -> str | None:
        """Why nothing came of a recording in which `events` happened, if nothing did."""
        return None


def console_of(game: str) -> type[Console] | None:
    """The console of the game that logs call so; None for one that is not played on the command line."""
    from rules.games import GAMES

    entry = GAMES.get(game)
    if entry is None or entry.console is None:
        return None
    found: type[Console] = import_module(entry.console).CONSOLE
    return found


def consoles() -> Iterator[tuple[str, type[Console]]]:
    """Every game that is played on the command line, by its name in logs."""
    from rules.games import GAMES

    for game in GAMES:
        found = console_of(game)
        if found is not None:
            yield game, found
