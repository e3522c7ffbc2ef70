"""The base of screens."""

from __future__ import annotations

from ui.window.app import App


class PlainScreen:
    """A screen in which nothing happens by itself."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.t = app.texts

    def update(self, now_s: float) -> None:
        """Let time pass; called once before every frame."""

    def key(self, _key: str) -> bool:
        """Take a key that no control takes; tells whether it meant something."""
        return False

    def leave(self) -> None:
        """Let go of whatever the screen holds, such as a camera."""
