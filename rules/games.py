"""The one table of the games, a line each. What an entry names is imported only when it is asked for, so that listing
the games costs nothing and each room finds its part without importing another's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import msgspec

from rules.game import Game, Illegal


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One game: its `title` as players say it, and the modules (dotted names) that hold its parts; None where a room
    has no part of it. `rules` offers the engine as `GAME`, `simulation` simple players as `PLAYERS`; `interpreter` is
    gesture's part, `face` the window's, `console` offers the game on the command line as `CONSOLE`,
    and `printed` its printed copy as `PRINTED`."""

    title: str
    rules: str
    simulation: str | None = None
    interpreter: str | None = None
    face: str | None = None
    console: str | None = None
    printed: str | None = None


GAMES = {
    "dexterity-jane": Entry(
        title="Dexterity Jane",
        rules="rules.dexterity_jane",
        simulation="rules.simulate.dexterity_jane",
        interpreter="gesture.games.dexterity_jane",
        printed="gesture.games.dexterity_jane.printed",
        face="ui.window.games.dexterity_jane",
        console="ui.window.games.dexterity_jane.console",
    ),
    "one-finger": Entry(
        title="One Finger!",
        rules="rules.one_finger",
        simulation="rules.simulate.one_finger",
        interpreter="gesture.games.one_finger",
        face="ui.window.games.one_finger",
        printed="gesture.games.one_finger.printed",
        console="ui.window.games.one_finger.console",
    ),
    "janes-card-game": Entry(
        title="JANE's Card Game",
        rules="rules.janes_card_game",
        simulation="rules.simulate.janes_card_game",
        printed="gesture.games.janes_card_game.printed",
    ),
}
"""Every game by its name in logs."""


def register(name: str, entry: Entry) -> None:
    """Add a game. Raises `Illegal` when another one has its name."""
    if GAMES.setdefault(name, entry) != entry:
        raise Illegal(f"there is a game called {name!r} already, {GAMES[name].title}; give the new one another name")


def entry_of(name: str) -> Entry:
    """The entry of the game that logs call `name`. Raises `Illegal` when there is no such game."""
    if name not in GAMES:
        raise Illegal(f"there is no game called {name!r}; Handref knows {', '.join(GAMES)}")
    return GAMES[name]


def game_named(name: str) -> Game[Any]:
    """The engine of the game that logs call `name`. Raises `Illegal` when there is no such game."""
    game: Game[Any] = import_module(entry_of(name).rules).GAME
    return game


class _Titles(Mapping[str, str]):
    def __getitem__(self, name: str) -> str:
        return GAMES[name].title

    def __iter__(self) -> Iterator[str]:
        return iter(GAMES)

    def __len__(self) -> int:
        return len(GAMES)


TITLES = _Titles()
"""Every game's name in logs with its title, those registered later too."""
