"""The one folder in which the logs of games are kept, however they are played, with one numbering a game."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from gesture.games.judge import Happening, Judge
from gesture.play.photographs import delete_photographs
from gesture.table.seats import Table
from rules.files import private_folder, write_whole
from rules.game import Refused
from rules.log import LogTaken, LogWriter, in_use, read_log

NUMBERS = "numbers.json"
"""The file that remembers each game's highest number, so that a deleted log's is not given again."""


class LogFolder:
    """Logs named `GAME-0001.jsonl` and so on. Those in the `older` folders are found too; new ones go into `path`."""

    def __init__(self, path: Path, *older: Path) -> None:
        self.path = path
        self._folders = (path, *older)

    def logs(self, game: str) -> list[Path]:
        """The logs of a game, the newest first."""
        found = [file for folder in self._folders for file in folder.glob(f"{game}-*.jsonl") if _number(file)]
        return sorted(found, key=lambda file: (_number(file), changed_ns(file)), reverse=True)

    def newest(self, game: str) -> Path | None:
        """The log of the game that was begun last, or None. A file without a whole line holds no game."""
        return next(filter(_has_header, self.logs(game)), None)

    def next_path(self, game: str) -> Path:
        """Where the log of a new game goes; its number was never given before and is not given again. Raises `OSError`
        when there is no place for it."""
        private_folder(self.path)
        numbers = self._numbers()
        number = max([numbers.get(game, 0), *map(_number, self.logs(game))]) + 1
        with suppress(OSError):  # the logs themselves tell their numbers
            write_whole(self.path / NUMBERS, msgspec.json.encode({**numbers, game: number}))
        return self.path / f"{game}-{number:04}.jsonl"

    def create(self, header: Mapping[str, Any]) -> LogWriter:
        """A new log that begins with `header`. Raises `OSError`, and what the game refuses in the header."""
        while True:
            with suppress(LogTaken):  # another game has just taken this name
                writer = LogWriter.create(self.next_path(str(header.get("game"))), header)
                self.sweep()
                return writer

    def sweep(self) -> None:
        """Delete photographs of rounds that are over: those of logs that are gone, of games that have ended or whose
        round is closed, and of all but the newest game of a kind. A game that is being played keeps its own."""
        for photographs in [found for folder in self._folders for found in folder.glob("*.photos")]:
            log = photographs.with_suffix(".jsonl")
            if not log.exists() or (not in_use(log) and not self._may_be_disputed(log)):
                delete_photographs(photographs)

    def _may_be_disputed(self, path: Path) -> bool:
        """Whether the game of a log stands in a round of which hands were photographed."""
        try:
            log = read_log(path)
            judge = Judge(log.header, Table(()), _nobody_is_told)
            judge.take_up(log)
        except (Refused, OSError):
            return False
        return bool(judge.photographed) and not judge.over and self.newest(judge.game.name) == path

    def _numbers(self) -> dict[str, int]:
        try:
            kept = msgspec.json.decode((self.path / NUMBERS).read_bytes(), type=dict[str, Any])
        except (OSError, msgspec.DecodeError):
            return {}
        return {game: number for game, number in kept.items() if isinstance(number, int)}


def _nobody_is_told(_: Happening) -> None:
    """A game that is only looked at."""


def _number(log: Path) -> int:
    number = log.stem.rpartition("-")[2]
    return int(number) if number.isdecimal() else 0


def _has_header(log: Path) -> bool:
    try:
        with log.open("rb") as file:
            return any(line.strip() and line.endswith(b"\n") for line in file)
    except OSError:
        return True  # whoever goes on with it is told why that is not possible


def changed_ns(log: Path) -> int:
    """When a file was changed last, in nanoseconds; 0 where it is gone."""
    try:
        return log.stat().st_mtime_ns
    except OSError:
        return 0
