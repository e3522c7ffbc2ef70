"""The games that have a face, as the table of games names them."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from rules.game import Illegal
from rules.games import GAMES, entry_of
from ui.window.games.face import Face


@cache
def _face_in(module: str) -> Face:
    face: Face = import_module(module).FACE
    return face


def face_named(game: str) -> Face:
    """The face of a game. Raises `Illegal` for one that has none."""
    module = entry_of(game).face
    if module is None:
        raise Illegal(f"{entry_of(game).title} cannot be played in the window")
    return _face_in(module)


def faces() -> tuple[Face, ...]:
    """All faces, in the order in which the first screen offers their games."""
    return tuple(_face_in(entry.face) for entry in GAMES.values() if entry.face is not None)
