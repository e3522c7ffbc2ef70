"""The log of a game that is played without a window: a new one, or one to go on with."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ui.errors import Problem, because, because_unwritten

if TYPE_CHECKING:
    from collections.abc import Callable

    from gesture.play.log_folder import LogFolder
    from rules.log import Log, LogWriter

NEWEST = "newest"
"""Instead of a log's path: that of the game that was begun last."""


def log_folder() -> LogFolder:
    """The folder in which the logs of all games are kept, played with a window or without."""
    from calibration.profiles import home
    from gesture.play.log_folder import LogFolder

    return LogFolder(home() / "games", home() / "tables")


def resumed_log(resume: str, game: str, say: Callable[[str], None]) -> tuple[LogWriter, Log]:
    """The log to go on with, open to be written on. Raises `Problem`."""
    from rules.game import Refused
    from rules.games import TITLES
    from rules.log import LogWriter
    from rules.replay import replay

    path: Path | None = Path(resume)
    if resume == NEWEST:
        folder = log_folder()
        folder.sweep()
        path = folder.newest(game)
        if path is None:
            raise Problem(f"There is no game in {folder.path} to go on with; begin one without --resume.")
    assert path is not None
    try:
        if path.exists() and not path.is_dir() and not path.is_file():
            raise Problem(f"{path} is no ordinary file; name a game's log.")
        for _ in replay(path):
            pass  # a log that the rules refuse is refused before anybody takes a seat
        writer, log = LogWriter.resume(path)
    except Refused as fault:
        raise Problem(f"{path}: {str(fault).rstrip('.')}.") from fault
    except OSError as fault:
        why = because_unwritten(fault) if os.access(path, os.R_OK) else because(fault)
        raise Problem(f"{path}: {why}.") from fault
    if log.game.name != game:
        writer.close()
        raise Problem(f"{path} is a game of {log.game.title}, not of {TITLES[game]}; name that game instead.")
    if log.torn:
        say(f"{path}: {log.torn}.")
    return writer, log


def new_log(path: Path | None, header: dict[str, Any]) -> LogWriter:
    """The log of a new game, at `path` or in the folder of all games. Raises `Problem`, and `Refused` for a header that
    the rules do not take."""
    from rules.log import LogWriter

    folder = log_folder()
    try:
        return LogWriter.create(path, header) if path is not None else folder.create(header)
    except OSError as fault:
        raise Problem(
            f"{path or folder.path} cannot be written: {because_unwritten(fault)}; name another file with --log."
        ) from fault
