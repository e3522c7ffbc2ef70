"""The table of scenes: screens of the window in states that look different."""

from __future__ import annotations

from collections.abc import Callable

from tests.ui.window.stage import Stage

Scene = Callable[[Stage], None]
SCENES: dict[str, Scene] = {}


def scene(make: Scene) -> Scene:
    """Enter a scene into the table of scenes."""
    SCENES[make.__name__] = make
    return make
