"""The camera's side of a game in the window: takes what the thread that watches has seen, and gives it to the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from gesture.play.session import Session
from gesture.reading.background import ClosingReader
from gesture.table.seats import Table
from rules.game import Event
from ui.window.ready.setup import Setup
from ui.window.sources.sight import Sight
from ui.window.workers.raised_palm import RaisedPalm
from ui.window.workers.table_worker import Glimpse, TableWorker


class WatchedGame(Protocol):
    """The game that a table is watched for."""

    session: Session

    def at(self, now_s: float) -> float:
        """The game's time at the window's `now_s`."""

    def not_before(self, at_s: float, now_s: float) -> None:
        """The game's time is `at_s` at least."""

    def play(self, event: Event) -> object:
        """Let an event happen. Raises `Refused`."""


class WatchedTable:
    """A table that is watched for one game, from any of its screens. Call `update` before every frame."""

    def __init__(
        self,
        game: WatchedGame,
        table: Table,
        open_source: Callable[[], Sight],
        open_reader: Callable[[], ClosingReader],
        now_s: Callable[[], float],
    ) -> None:
        """`now_s` is the window's time."""
        self.table = table
        self._game, self._now_s, self._session = game, now_s, game.session
        self._session.now_s = game.at(now_s())
        self._session.watch(None, table)  # so that the watch is one for this table
        self._worker = TableWorker(self._session.new_watch, open_source, open_reader, lambda: game.at(now_s()))
        self._session.watch(self._worker)
        self.silenced: str | None = None
        """The trouble that the table has seen and plays on with keys in spite of."""
        self.waiting: set[str] = set()
        """Players for whom a key was pressed, and whose act waits until everything before it is known."""

    @property
    def held_up(self) -> bool:
        """Whether hands are held up to the camera."""
        return self.table.held_up

    @property
    def trouble(self) -> str | None:
        """Why the table cannot be watched now and what to do, as one sentence, or None."""
        return self._worker.trouble

    @property
    def glimpse(self) -> Glimpse | None:
        """The newest frame and the hands at rest on it; None before the first."""
        return self._worker.glimpse

    @property
    def raised(self) -> RaisedPalm:
        """Looks for a raised palm where a screen wants one."""
        return self._worker.raised

    @property
    def opening(self) -> bool:
        """Whether no frame has come yet."""
        return self._worker.glimpse is None and self._worker.trouble is None

    def update(self) -> None:
        """Take what was seen since the last time; while nothing is seen, what was put off happens without it."""
        for sighting in self._worker.take():
            self._game.not_before(sighting.at_s, self._now_s())
            self._session.seen(sighting)
        if self._worker.glimpse is None or self._worker.trouble is not None or self._worker.ended:
            self._session.now_s = self._game.at(self._now_s())
            self._session.act_upto(self._session.now_s)

    def sit(self, table: Table) -> None:
        """From now on it is watched as `table`, by the same camera."""
        self.table = table
        self._session.watch(self._worker, table)
        self._worker.watch_anew()

    def act_later(self, player: str, event: Event, still: Callable[[], bool]) -> None:
        """What somebody pressed a key for takes its place behind everything that hands did before it. It is nothing any
        more unless it is `still` possible, as when the camera saw that player act, after all."""
        if player in self.waiting:
            return
        self.waiting.add(player)

        def act(_at_s: float) -> None:
            self.waiting.discard(player)
            if still():
                self._session.carefully(lambda: self._game.play(event))

        self._session.later(event.at, act)

    def revealed(self) -> None:
        """A new round: what was put off for the one before is void, and a recording that has ended begins anew."""
        self.waiting.clear()
        self._session.drop_after(-1.0)
        if self._worker.ended:
            self._worker.again()

    def close(self) -> None:
        """Give the camera back."""
        self._worker.close()

    def join(self, timeout_s: float | None = None) -> None:
        """Wait until the camera is given back."""
        self._worker.join(timeout_s)


def table_of(setup: Setup, players: tuple[str, ...]) -> Table:
    """The table of a setup, its seats in the players' order. Raises `ValueError` when they are not those players'."""
    by_player = {seat.player: seat for seat in setup.seats}
    if set(by_player) != set(players):
        raise ValueError("the seats that are watched are not those of the players")
    seats = tuple(by_player[player] for player in players)
    return Table(seats, held_up=setup.held_up, ground=setup.ground)


def fits(setup: Setup | None, players: tuple[str, ...]) -> bool:
    """Whether a setup is one for these players."""
    return setup is not None and {seat.player for seat in setup.seats} == set(players)
