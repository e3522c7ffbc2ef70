"""The bar at the top of a screen."""

from __future__ import annotations

from collections.abc import Callable

from ui.window import theme
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.page import Page
from ui.window.theme import Role

BAR = Rect(40, 20, 1520, 64)


def bar(
    page: Page, app: App, title: str, back: Callable[[], None], back_text: str, side: float = 260.0,
    *, sound_too: bool = True,
) -> None:  # fmt: skip
    """The screen's name, the way back, and the sound; the name leaves `side` units free on both sides."""
    page.write(title, Rect(BAR.x + side, BAR.y - 4, BAR.w - 2 * side, BAR.h + 8), Role.TITLE, theme.CREAM, size=58)
    page.button("back", Rect(BAR.x, BAR.y + 4, 230, 56), back_text, back, "escape", size=theme.SMALL)
    if sound_too:
        sound(page, app, Rect(BAR.x + BAR.w - 230, BAR.y + 4, 230, 56))


def sound(page: Page, app: App, rect: Rect) -> None:
    """The button that mutes."""
    key = "app.sound_off" if app.choices.muted else "app.sound_on"

    def turn() -> None:
        app.choose(muted=not app.choices.muted)

    page.button("sound", rect, app.texts(key), turn, "m", size=theme.SMALL)
