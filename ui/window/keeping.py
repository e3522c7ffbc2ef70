"""What the window remembers from one time to the next: choices, best times, and the games' logs.

Files are written beside their place and then moved there, so that a half-written one never stands in it. One that
cannot be read all the same is put aside and the window begins afresh.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Any

import msgspec
import platformdirs

from calibration.profiles import HOME_VARIABLE, home
from ui.window import theme

VERSION = 1
MOST_REMEMBERED = 9
"""So many names are remembered as those of saved tables, the last used first."""


class Watch(StrEnum):
    """Who watches the hands of a game."""

    TABLE = "table"
    """A camera that looks down on hands laid on a table."""
    HELD_UP = "held-up"
    """A laptop's own camera, to which hands are held up."""
    TYPED = "typed"
    """Nobody: somebody presses keys."""


class Choices(msgspec.Struct, frozen=True, kw_only=True):
    """What was chosen last time."""

    version: int = VERSION
    language: str = "en"
    players: tuple[str, ...] = ()
    variant: str = "standard"
    cards_in_hand: bool = False
    """Whether a printed copy is played, instead of cards on the screen."""
    watch: Watch = Watch.TABLE
    camera: int = 0
    """The camera for practice, by its number."""
    source: int | str | None = None
    """What watched the last table: a camera's number, a network camera's address, or a recording's path."""
    mirrored: bool = False
    """Whether that camera shows a mirror image."""
    tables: tuple[str, ...] = ()
    """The saved tables that were used, the last one first."""
    palm_next: bool = True
    """Whether a flat palm raised to the camera goes on, between rounds and in Verify."""
    muted: bool = False
    voice: bool = True
    """Whether callouts are spoken, where the computer has a speech engine."""
    full_screen: bool = False
    text_scale: float = 1.0


class Practised(msgspec.Struct, frozen=True, kw_only=True):
    """One finished practice: seconds for each of the ten rounds, how many wrong locks, and how hands were shown."""

    round_s: tuple[float, ...]
    wrong: int
    with_keys: bool

    @property
    def total_s(self) -> float:
        """Seconds for all rounds."""
        return sum(self.round_s)


class BestTimes(msgspec.Struct, frozen=True, kw_only=True):
    """The best practices, quickest first; hands before a camera and keys are kept apart."""

    version: int = VERSION
    hands: tuple[Practised, ...] = ()
    keys: tuple[Practised, ...] = ()

    KEPT = 5

    def of(self, with_keys: bool) -> tuple[Practised, ...]:
        """The best of one kind."""
        return self.keys if with_keys else self.hands

    def with_(self, new: Practised) -> tuple[BestTimes, int | None]:
        """These and a new one, and its place from 1, or None if it is not among the best."""
        best = sorted((*self.of(new.with_keys), new), key=lambda done: done.total_s)[: self.KEPT]
        place = next((i for i, done in enumerate(best, 1) if done is new), None)
        field = "keys" if new.with_keys else "hands"
        return msgspec.structs.replace(self, **{field: tuple(best)}), place


class Keeper:
    """The folders in which choices and games are kept: the one given, else the one that HANDREF_HOME names, else those
    that the system has for it. `profiles_folder` is where saved tables are."""

    def __init__(self, folder: Path | None = None) -> None:
        if folder is None and os.environ.get(HOME_VARIABLE, "").strip():
            folder = home()
        self.choices_file = (folder or Path(platformdirs.user_config_dir("handref", appauthor=False))) / "window.json"
        data = folder or home()
        self.profiles_folder = data / "profiles"
        self.best_file = data / "practice.json"
        self.games_folder = data / "games"

    def choices(self) -> Choices:
        """What was chosen last time, or what a first time begins with."""
        found: Choices | None = _read(self.choices_file, Choices)
        if found is None:
            return Choices()
        smallest, largest = min(theme.TEXT_SCALES), max(theme.TEXT_SCALES)  # with others no text could be drawn
        return msgspec.structs.replace(found, text_scale=min(largest, max(smallest, found.text_scale)))

    def keep_choices(self, choices: Choices) -> str | None:
        """Remember the choices; returns why that was not possible, or None."""
        return _write(self.choices_file, choices)

    def best(self) -> BestTimes:
        """The best practices so far."""
        found = _read(self.best_file, BestTimes)
        return found if found is not None else BestTimes()

    def keep_best(self, best: BestTimes) -> str | None:
        """Remember the best practices; returns why that was not possible, or None."""
        return _write(self.best_file, best)

    def new_game(self, game: str) -> Path:
        """Where the log of a new game goes. Raises `OSError` when there is no place for it."""
        self.games_folder.mkdir(parents=True, exist_ok=True)
        taken = {path.name for path in self.games_folder.iterdir()}
        number = 1
        while f"{game}-{number:04}.jsonl" in taken:
            number += 1
        return self.games_folder / f"{game}-{number:04}.jsonl"

    def games(self, game: str) -> Sequence[Path]:
        """The logs of a game, the newest first."""
        if not self.games_folder.is_dir():
            return []
        return sorted(self.games_folder.glob(f"{game}-*.jsonl"), reverse=True)


def _read(path: Path, kind: type[Any]) -> Any:
    """The content of a file, or None when there is none or it cannot be used; then it is put aside."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    try:
        fields = msgspec.json.decode(content)
        if not isinstance(fields, Mapping) or fields.get("version") != VERSION:
            raise msgspec.ValidationError("another version")
        return msgspec.convert(fields, kind)
    except (msgspec.DecodeError, msgspec.ValidationError):
        with suppress(OSError):
            os.replace(path, path.with_suffix(".unreadable"))
        return None


def _write(path: Path, content: msgspec.Struct) -> str | None:
    beside = path.with_suffix(".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(content)) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as fault:
        return fault.strerror or str(fault)
    return None
