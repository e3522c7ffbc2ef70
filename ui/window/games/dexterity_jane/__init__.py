"""Dexterity Jane in the window: its face, its screens, its callouts."""

from ui.window.games.dexterity_jane.face import FACE

__all__ = ["FACE"]
