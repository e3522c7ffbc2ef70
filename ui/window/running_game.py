"""What the shared screens ask of a game that is being played, whichever it is."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Protocol

from gesture.games.judge import Happening
from rules.game import Event, Ruling
from ui.window.watched_table import WatchedGame, WatchedTable


class RunningGame(WatchedGame, Protocol):
    """One game at one table; every event is in its log already."""

    watched: WatchedTable | None
    """The camera's side of the game; None while everything is typed."""
    problem: str | None
    """What is to be said about the log, or None."""
    news: deque[Happening]
    """What has happened and no screen has told yet, the oldest first."""

    @property
    def game(self) -> str:
        """The game's name in logs."""

    @property
    def players(self) -> tuple[str, ...]:
        """The players, clockwise."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    def play(self, event: Event) -> tuple[Ruling, ...]:
        """Let an event happen. Raises `Refused`, and then nothing has happened."""

    def retry(self, now_s: float) -> None:
        """Try again to write what the disk did not take."""

    def say(self, ruling: Ruling) -> str:
        """A ruling in words."""

    def briefly(self, rulings: Sequence[Ruling]) -> str:
        """The rulings on one event in few words, without anything that is a secret; empty where there is nothing to
        say."""

    def stop_watching(self, wait_s: float = 0.0) -> None:
        """Give the camera back, whose thread is waited for up to `wait_s`."""

    def close(self, wait_s: float = 0.0) -> None:
        """Close the log and give the camera back, whose thread is waited for up to `wait_s`."""
