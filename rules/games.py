"""The games by name. A game's engine is imported only when it is asked for, so that listing them costs nothing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from rules.game import Game, Illegal

TITLES = {
    "dexterity-jane": "Dexterity Jane",
    "one-finger": "One Finger!",
    "janes-card-game": "JANE's Card Game",
}
"""Every game's name in logs, and its name as players say it."""


def game_named(name: str) -> Game[Any]:
    """The engine of the game that logs call `name`. Raises `Illegal` when there is no such game."""
    if name not in TITLES:
        raise Illegal(f"there is no game called {name!r}; Handref knows {', '.join(TITLES)}")
    game: Game[Any] = import_module("rules." + name.replace("-", "_")).GAME
    return game
