"""The bar at the top of a screen, and the comforts: sound, voice, size of text."""

from __future__ import annotations

from collections.abc import Callable

from ui.window import theme
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.page import Page

BAR = Rect(40, 20, 1520, 64)


def bar(page: Page, app: App, title: str, back: Callable[[], None], back_text: str, side: float = 260.0) -> None:
    """The screen's name, the way back, and the sound; the name leaves `side` units free on both sides."""
    page.text(title, Rect(BAR.x + side, BAR.y, BAR.w - 2 * side, BAR.h), theme.HEADING, theme.CREAM)
    page.button("back", Rect(BAR.x, BAR.y + 4, 230, 56), back_text, back, "escape", size=theme.SMALL)
    sound(page, app, Rect(BAR.x + BAR.w - 230, BAR.y + 4, 230, 56))


def sound(page: Page, app: App, rect: Rect) -> None:
    """The button that mutes."""
    key = "app.sound_off" if app.choices.muted else "app.sound_on"

    def turn() -> None:
        app.choose(muted=not app.choices.muted)

    page.button("sound", rect, app.texts(key), turn, "m", size=theme.SMALL)


def voice(page: Page, app: App, rect: Rect) -> None:
    """The button for the voice that speaks the callouts; where there is none it only says so."""

    def turn() -> None:
        app.choose(voice=not app.choices.voice)

    key = "app.no_voice" if not app.voice.there else "app.voice_on" if app.choices.voice else "app.voice_off"
    page.button(
        "voice", rect, app.texts(key), turn, "v", size=theme.SMALL, enabled=app.voice.there,
        why_not=app.texts("app.why_no_voice"),
    )  # fmt: skip


def comforts(page: Page, app: App, row: Rect) -> None:
    """Sound, voice, size of text, full screen, whether a raised palm goes on, and whether things move."""
    first, spoken, second, third, fourth, fifth = row.columns(6, 12)
    sound(page, app, first)
    voice(page, app, spoken)
    scales = theme.TEXT_SCALES
    at = scales.index(app.choices.text_scale) if app.choices.text_scale in scales else 0

    def larger() -> None:
        app.choose(text_scale=scales[(at + 1) % len(scales)])

    def fill() -> None:
        app.choose(full_screen=not app.choices.full_screen)

    words = app.texts("app.text_size", percent=round(scales[at] * 100))
    page.button("text", second, words, larger, "t", size=theme.SMALL, wrap=True)
    full = "app.leave_full_screen" if app.choices.full_screen else "app.full_screen"
    page.button("full", third, app.texts(full), fill, "f", size=theme.SMALL, wrap=True)

    def turn() -> None:
        app.choose(palm_next=not app.choices.palm_next)

    palm = "app.palm_on" if app.choices.palm_next else "app.palm_off"
    page.button("palm", fourth, app.texts(palm), turn, "w", size=theme.SMALL, wrap=True)

    def still() -> None:
        app.choose(calm=not app.choices.calm)

    calm = "app.calm" if app.choices.calm else "app.lively"
    page.button("calm", fifth, app.texts(calm), still, "c", size=theme.SMALL, wrap=True)
