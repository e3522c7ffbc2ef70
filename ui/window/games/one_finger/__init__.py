"""One Finger! on the screen, and on the command line."""

from ui.window.games.one_finger.face import FACE

__all__ = ["FACE"]
