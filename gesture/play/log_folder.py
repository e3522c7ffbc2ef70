"""The one folder in which the logs of games are kept, however they are played, with one numbering a game."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from itertools import count
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
        """Where the log of a new game goes; its number was never given before. Raises `OSError` when there is no place
        for it."""
        self.path.mkdir(parents=True, exist_ok=True)
        used = max((_number(file) for file in self.logs(game)), default=0)
        return self._named(game, max(used, self._numbers().get(game, 0)) + 1)

    def create(self, header: Mapping[str, Any]) -> LogWriter:
        """A new log that begins with `header`. Raises `OSError`, and what the game refuses in the header."""
        game = str(header.get("game"))
        for number in count(_number(self.next_path(game))):
            with suppress(LogTaken):  # another game has just taken this name
                writer = LogWriter.create(self._named(game, number), header)
                self.remember(writer.path)
                return writer
        raise AssertionError("numbers never end")

    def remember(self, log: Path) -> None:
        """The number of a log is given: it is not given again, also when the log is deleted."""
        game, _, _ = log.stem.rpartition("-")
        numbers = self._numbers()
        numbers[game] = max(numbers.get(game, 0), _number(log))
        beside = self.path / f"{NUMBERS}.new"
        with suppress(OSError):  # the logs themselves tell their numbers
            beside.write_bytes(msgspec.json.encode(numbers))
            beside.replace(self.path / NUMBERS)

    def _named(self, game: str, number: int) -> Path:
        return self.path / f"{game}-{number:04}.jsonl"

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
