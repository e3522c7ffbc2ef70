"""Flat Hand in the window, which shows its table as that of any game without screens of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ui.window.games.face import Face


class FlatHandFace(Face):
    """There is nothing to choose."""

    name = "flat-hand"
    players = range(2, 3)
    key = "l"

    def header(self, players: tuple[str, ...], _options: Mapping[str, str]) -> dict[str, Any]:
        """The header of a log."""
        return {"game": self.name, "version": 1, "players": list(players)}


FACE = FlatHandFace()
