"""The parts of a game that gesture knows, found through the one table of games in `rules.games`."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

from gesture.games.interpreter import Interpreter
from gesture.games.options import Options
from rules.game import Illegal
from rules.games import entry_of


def interpreter_of(game: str) -> type[Interpreter[Any]]:
    """The interpreter of the game that logs call so, which its package offers as `INTERPRETER`. Raises `Illegal` for a
    game that no camera can watch."""
    found: type[Interpreter[Any]] = _module(game).INTERPRETER
    return found


def options_of(game: str) -> type[Options]:
    """The options of the game that logs call so, which its package offers as `OPTIONS`. Raises `Illegal` for a game
    that no camera can watch."""
    found: type[Options] = _module(game).OPTIONS
    return found


def _module(game: str) -> ModuleType:
    entry = entry_of(game)
    if entry.interpreter is None:
        raise Illegal(f"{entry.title} ({game}) cannot be watched by a camera yet")
    return import_module(entry.interpreter)
