"""The one folder in which the logs of games are kept, however they are played, with one numbering a game."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from rules.log import LogTaken, LogWriter

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
        return sorted(found, key=lambda file: (_number(file), _changed_ns(file)), reverse=True)

    def newest(self, game: str) -> Path | None:
        """The log of the game that was begun last, or None."""
        return next(iter(self.logs(game)), None)

    def next_path(self, game: str) -> Path:
        """Where the log of a new game goes; its number was never given before and is not given again. Raises `OSError`
        when there is no place for it."""
        self.path.mkdir(parents=True, exist_ok=True)
        numbers = self._numbers()
        number = max([numbers.get(game, 0), *map(_number, self.logs(game))]) + 1
        beside = self.path / f"{NUMBERS}.new"
        with suppress(OSError):  # the logs themselves tell their numbers
            beside.write_bytes(msgspec.json.encode({**numbers, game: number}))
            beside.replace(self.path / NUMBERS)
        return self.path / f"{game}-{number:04}.jsonl"

    def create(self, header: Mapping[str, Any]) -> LogWriter:
        """A new log that begins with `header`. Raises `OSError`, and what the game refuses in the header."""
        while True:
            with suppress(LogTaken):  # another game has just taken this name
                return LogWriter.create(self.next_path(str(header.get("game"))), header)

    def _numbers(self) -> dict[str, int]:
        try:
            return msgspec.json.decode((self.path / NUMBERS).read_bytes(), type=dict[str, int])
        except (OSError, msgspec.DecodeError):
            return {}


def _number(log: Path) -> int:
    number = log.stem.rpartition("-")[2]
    return int(number) if number.isdecimal() else 0


def _changed_ns(log: Path) -> int:
    try:
        return log.stat().st_mtime_ns
    except OSError:
        return 0
