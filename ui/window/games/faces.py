"""The games that have a face, each found by its name in logs."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from ui.window.games.face import Face

MODULES = {"dexterity-jane": "ui.window.games.dexterity_jane"}


@cache
def face_named(game: str) -> Face:
    """The face of a game. Raises `KeyError` for one that has none."""
    face: Face = import_module(MODULES[game]).FACE
    return face


def faces() -> tuple[Face, ...]:
    """All faces, in the order in which the first screen offers their games."""
    return tuple(face_named(game) for game in MODULES)
