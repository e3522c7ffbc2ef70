"""A game that is played in the window: its session, the window's clock, and what no screen has told yet.

Hands that a camera sees and keys that are pressed go the same way as without a window. What a game's own screens need
beside this, they add in their own folder.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from gesture.games.judge import Happening, Judge
from gesture.play.log_folder import LogFolder
from gesture.play.photographs import Photos
from gesture.play.session import Listener, Session
from gesture.sources.frames import Frame
from gesture.table.seats import Table
from rules.chance import Generator, generator
from rules.game import Event, Refused, Ruling
from rules.log import LogWriter, read_log
from rules.said import together
from ui.window.watched_table import WatchedTable

NEWS = 60
"""So many events may wait for a screen to tell them."""


class RunningGame(Listener):
    """One game at one table; every event is in its log already. Screens take what is to be told from `news`."""

    def __init__(self, header: Mapping[str, Any], writer: LogWriter | None, lot: Generator) -> None:
        """For `start` and `resume`. Without a `writer` nothing is kept. Raises `Refused` for a header that the rules do
        not take."""
        self.header = header
        self.session = Session(header, Table(()), self, writer=writer, lot=lot)
        self.session.glimpse = self._newest_frame
        self.news: deque[Happening] = deque(maxlen=NEWS)
        """What has happened and no screen has told yet, the oldest first."""
        self.problem: str | None = None
        """What is to be said about the log, or None."""
        self.refusal: Exception | None = None
        """Why something that was put off could not be done, or None."""
        self.watched: WatchedTable | None = None
        """The camera's side of the game; None while everything is typed."""
        self._rulings: tuple[Ruling, ...] = ()
        self._from_s: float | None = None

    @classmethod
    def start(cls, folder: LogFolder, header: Mapping[str, Any], seed: int | None = None) -> Self:
        """A new game, its log in `folder`. Raises `Refused` for a header that the rules do not take, `OSError` when the
        log cannot be written."""
        running = cls(header, folder.create(header), generator(seed))
        running.session.begin_anew()
        return running

    @classmethod
    def resume(cls, path: Path, seed: int | None = None) -> Self:
        """The game of a log, as far as it got. Raises `Refused` or `OSError` when it cannot be gone on with."""
        writer, log = LogWriter.resume(path)
        try:
            running = cls(log.header, writer, generator(seed))
            running.session.take_up(log)
        except Refused:
            writer.close()
            raise
        return running

    @classmethod
    def unfinished(cls, path: Path) -> Self | None:
        """The game of a log that can be gone on with, its log not opened for writing; None when it is over or
        unusable."""
        try:
            log = read_log(path)
            running = cls(log.header, None, generator(0))
            running.session.take_up(log)
        except (Refused, OSError):
            return None
        return None if running.over else running

    @property
    def judge(self) -> Judge:
        """Who holds the game."""
        return self.session.judge

    @property
    def game(self) -> str:
        """The game's name in logs."""
        return self.judge.game.name

    @property
    def players(self) -> tuple[str, ...]:
        """The players, clockwise."""
        return tuple(self.header["players"])

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.judge.over

    @property
    def photos(self) -> Photos:
        """The photographs of the hands that may still be disputed, by player."""
        return self.session.photos

    def at(self, now_s: float) -> float:
        """The game's time at the window's `now_s`; it stands still while the game is not open."""
        if self._from_s is None:
            self._from_s = now_s - self.session.now_s
        return max(round(now_s - self._from_s, 3), self.session.now_s)

    def not_before(self, at_s: float, now_s: float) -> None:
        """The game's time is `at_s` at least: a recording may run ahead of the window's clock."""
        if at_s > self.at(now_s):
            self._from_s = now_s - at_s

    def update(self, now_s: float) -> None:
        """Let time pass: take what the camera brought, and try again to write what the disk did not take."""
        if self.watched is not None:
            self.watched.update()
        else:
            self.session.act_upto(self.at(now_s))
        if self.session.log is not None:
            self.session.log.retry(self.at(now_s))

    def play(self, event: Event) -> tuple[Ruling, ...]:
        """Let an event happen; while the table is asked about hands it waits. Raises `Refused`, and then nothing has
        happened."""
        self._rulings = ()
        self.session.happen(event)
        return self._rulings

    def told(self, happening: Happening) -> None:
        """Something happened."""
        self._rulings = happening.rulings
        self.session.now_s = max(self.session.now_s, happening.event.at)
        self.news.append(happening)

    def refused(self, error: Exception) -> None:
        """Something that was put off could not be done."""
        self.refusal = error

    def not_kept(self, sentence: str) -> None:
        """What is to be said about the log."""
        self.problem = sentence

    def say(self, ruling: Ruling) -> str:
        """A ruling in words."""
        return self.judge.game.say(ruling)

    def briefly(self, rulings: Sequence[Ruling]) -> str:
        """The rulings on one event in few words, without anything that is a secret; empty where there is nothing to
        say."""
        return together(*map(self.say, rulings))

    def _newest_frame(self) -> Frame | None:
        glimpse = self.watched.glimpse if self.watched is not None else None
        return glimpse.frame if glimpse is not None else None

    def stop_watching(self, wait_s: float = 0.0) -> None:
        """Give the camera back, whose thread is waited for up to `wait_s`."""
        if self.watched is not None:
            watched, self.watched = self.watched, None
            watched.close()
            watched.join(wait_s)
            self.session.watch(None)

    def close(self, wait_s: float = 0.0) -> None:
        """Close the log and give the camera back, whose thread is waited for up to `wait_s`."""
        if self.watched is not None:
            self.watched.close()
            self.watched.join(wait_s)
            self.watched = None
        self.session.close()
