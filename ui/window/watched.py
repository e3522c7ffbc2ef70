"""The camera's side of a game in the window: takes what the thread that watches has seen, and gives it to the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gesture.games.dexterity_jane.referee import DexterityJaneReferee
from gesture.play.unsure_locks import LiveTable
from gesture.reading.background import ClosingReader
from gesture.table.seats import Table
from gesture.watching.card_area import with_printed_cards
from rules.dexterity_jane.state import Phase
from rules.game import Event
from ui.window.raised_palm import RaisedPalm
from ui.window.setup import Setup
from ui.window.table_watch import Glimpse, TableWatch

if TYPE_CHECKING:
    from ui.window.match import Match


class WatchedTable:
    """A table that is watched for one game, from any of its screens. Call `update` before every frame."""

    def __init__(
        self,
        setup: Setup,
        match: Match,
        open_reader: Callable[[], ClosingReader],
        now_s: Callable[[], float],
        printed: bool,
    ) -> None:
        """`now_s` is the window's time; `printed` says that the cards lie on the table."""
        table = table_of(setup, match.players)
        self.table = with_printed_cards(table) if printed else table
        self.held_up = setup.held_up
        judge: DexterityJaneReferee = match.judge
        judge.table = self.table
        judge.asks = lambda doubt: None  # the screen shows what is in doubt
        self._match, self._now_s = match, now_s
        self._watch = TableWatch(self.table, setup.open_source, open_reader, lambda: match.at(now_s()))
        self.live = LiveTable(judge, self._watch, lambda asked, lock: None, self._refused)
        self.live.now_s = match.at(now_s())
        self.live.attend()
        self.refused: str | None = None
        """What could not be done, as a sentence, until somebody tells it."""
        self.silenced: str | None = None
        """The trouble that the table has seen and plays on with keys in spite of."""
        self.waiting: set[str] = set()
        """Players for whom a key was pressed, and whose lock or stick-up waits until everything before it is known."""

    @property
    def trouble(self) -> str | None:
        """Why the table cannot be watched now and what to do, as one sentence, or None."""
        return self._watch.trouble

    @property
    def glimpse(self) -> Glimpse | None:
        """The newest frame and the hands at rest on it; None before the first."""
        return self._watch.glimpse

    @property
    def raised(self) -> RaisedPalm:
        """Looks for a raised palm where a screen wants one."""
        return self._watch.raised

    @property
    def opening(self) -> bool:
        """Whether no frame has come yet."""
        return self._watch.glimpse is None and self._watch.trouble is None

    def update(self) -> None:
        """Take what was seen since the last time; while nothing is seen, what was put off happens without it."""
        for sighted in self._watch.take():
            self._match.not_before(sighted.at_s, self._now_s())
            self.live.seen(sighted)
        if self._watch.glimpse is None or self._watch.trouble is not None or self._watch.ended:
            self.live.now_s = max(self.live.now_s, self._match.at(self._now_s()))
            self.live.act_upto(self.live.now_s)

    def act_later(self, player: str, event: Event) -> None:
        """A lock or stick-up that somebody pressed a key for: it takes its place behind everything that hands did
        before it, and is nothing any more if the camera saw that player act, after all."""
        if player in self.waiting:
            return
        self.waiting.add(player)

        def act(at_s: float) -> None:
            self.waiting.discard(player)
            state = self._match.state
            if state.phase is Phase.GUESS and state.lock_of(player) is None and state.stick_up_of(player) is None:
                self.live.carefully(lambda: self._match.play(event))

        self.live.later(event.at, act)

    def revealed(self) -> None:
        """A new round: what was put off for the one before is void, and a recording that has ended begins anew."""
        self.waiting.clear()
        self.live.drop_after(-1.0)
        if self._watch.ended:
            self._watch.again()

    def try_again(self) -> None:
        """Try at once to open a camera that could not be opened."""
        self._watch.again()

    def _refused(self, error: Exception) -> None:
        self.refused = f"{str(error)[:1].upper()}{str(error)[1:].rstrip('.')}."

    def close(self) -> None:
        """Give the camera back."""
        self._watch.close()

    def join(self, timeout_s: float | None = None) -> None:
        """Wait until the camera is given back."""
        self._watch.join(timeout_s)


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
