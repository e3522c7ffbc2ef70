"""The part of a game that gesture knows, found through the one table of games in `rules.games`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from gesture.games.interpreter import Interpreter
from rules.game import Illegal
from rules.games import entry_of


def interpreter_of(name: str) -> type[Interpreter[Any]]:
    """The interpreter of the game that logs call `name`, which its package offers as `INTERPRETER`. Raises `Illegal`
    for a game that no camera can watch."""
    found: type[Interpreter[Any]] = import_module(_module(name)).INTERPRETER
    return found


def _module(name: str) -> str:
    entry = entry_of(name)
    if entry.interpreter is None:
        raise Illegal(f"{entry.title} cannot be watched by a camera yet")
    return entry.interpreter
