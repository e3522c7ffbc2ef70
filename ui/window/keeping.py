"""What the window remembers from one time to the next: choices, what games keep, and their logs.

Files are written beside their place and then moved there, so that a half-written one never stands in it. One that
cannot be read all the same is put aside and the window begins afresh.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import ClassVar, TypeVar

import msgspec
import platformdirs

from calibration.profiles import HOME_VARIABLE, home
from calibration.trusted import TrustedCameras
from gesture.play.log_folder import LogFolder
from rules.files import OWNER_FOLDER, write_whole
from ui.window import theme

VERSION = 1
MOST_REMEMBERED = 9
"""So many names are remembered as those of saved tables, the last used first."""


class HandInput(StrEnum):
    """How hands come into a game."""

    TABLE = "table"
    """A camera that looks down on hands laid on a table."""
    HELD_UP = "held-up"
    """A laptop's own camera, to which hands are held up."""
    TYPED = "typed"
    """Nobody watches: somebody presses keys."""


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a game's screens keep, each kind in a file of its own among the window's data."""

    file: ClassVar[str]
    version: int = VERSION


S = TypeVar("S", bound=msgspec.Struct)
T = TypeVar("T", bound=Kept)


class Pace(StrEnum):
    """How quickly Verify plays by itself."""

    SLOW = "slow"
    NORMAL = "normal"
    QUICK = "quick"
    BY_HAND = "by-hand"
    """It waits for a press at each step."""


class Choices(msgspec.Struct, frozen=True, kw_only=True):
    """What was chosen last time."""

    version: int = VERSION
    language: str = ""
    """The code of the language that was chosen; empty for that of the system."""
    players: tuple[str, ...] = ()
    options: dict[str, dict[str, str]] = {}
    """Each game's own options at set-up, by name."""
    hand_input: HandInput = HandInput.TABLE
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
    volume: float = 1.0
    """How loud sounds are, from 0 to 1."""
    voice: bool = True
    """Whether callouts are spoken, where the computer has a speech engine."""
    full_screen: bool = False
    text_scale: float = 1.0
    calm: bool = False
    """Whether nothing on the screen moves by itself."""
    verify_pace: Pace = Pace.NORMAL
    faces: dict[str, int] = {}
    """The face that each player has chosen, by name."""

    def option(self, game: str, name: str, otherwise: str) -> str:
        """A game's option as it was chosen last."""
        return self.options.get(game, {}).get(name, otherwise)


class Keeper:
    """The folders in which choices and games are kept: the one given, else the one that HANDREF_HOME names, else those
    that the system has for it. `profiles_folder` is where saved tables are."""

    def __init__(self, folder: Path | None = None) -> None:
        if folder is None and os.environ.get(HOME_VARIABLE, "").strip():
            folder = home()
        self.choices_file = (folder or Path(platformdirs.user_config_dir("handref", appauthor=False))) / "window.json"
        data = folder or home()
        self.profiles_folder = data / "profiles"
        self._folder = data
        self.trusted = TrustedCameras(data)
        """The network cameras and recordings that somebody has typed or agreed to."""
        self.logs = LogFolder(data / "games", data / "tables")
        """The logs of all games, played with a window or without; the second folder is that of older ones."""

    def choices(self) -> Choices:
        """What was chosen last time, or what a first time begins with."""
        found = _read(self.choices_file, Choices)
        if found is None:
            return Choices()
        smallest, largest = min(theme.TEXT_SCALES), max(theme.TEXT_SCALES)  # with others no text could be drawn
        volume = min(1.0, max(0.0, found.volume))
        return msgspec.structs.replace(found, text_scale=min(largest, max(smallest, found.text_scale)), volume=volume)

    def keep_choices(self, choices: Choices) -> str | None:
        """Remember the choices; returns why that was not possible, or None."""
        return _write(self.choices_file, choices)

    def kept(self, kind: type[T]) -> T | None:
        """What was kept as a `kind`, or None when there is nothing of it that can be used."""
        return _read(self._file_of(kind), kind)

    def keep(self, content: Kept) -> str | None:
        """Keep something; returns why that was not possible, or None."""
        return _write(self._file_of(type(content)), content)

    def _file_of(self, kind: type[Kept]) -> Path:
        return self._folder / kind.file


def _read(path: Path, kind: type[S]) -> S | None:
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
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError):
        with suppress(OSError):
            path.replace(path.with_suffix(".unreadable"))
        return None


def _write(path: Path, content: msgspec.Struct) -> str | None:
    try:
        path.parent.mkdir(OWNER_FOLDER, parents=True, exist_ok=True)
        write_whole(path, msgspec.json.format(msgspec.json.encode(content)) + b"\n")
    except OSError as fault:
        return fault.strerror or str(fault)
    return None
