"""A question that lies over a screen until it is answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ui.window import theme
from ui.window.canvas import Rect
from ui.window.page import Page


def ask(page: Page, question: str, answers: Sequence[tuple[str, str, Callable[[], None], str]]) -> None:
    """A question over the screen; each answer is a name, its words, what it does, and a key. The first is likeliest,
    changes nothing, and is what Escape means."""
    page.veil()
    spot = Rect(350, 280, 900, 320)
    page.frame(spot, theme.GOLD, theme.TABLE, 4)
    page.text(question, Rect(spot.x + 50, spot.y + 30, spot.w - 100, 150), theme.TEXT, wrap=True)
    row = Rect(spot.x + 50, spot.y + 210, spot.w - 100, 76)
    for i, (room, (name, words, action, key)) in enumerate(zip(row.columns(len(answers), 20), answers, strict=True)):
        keys = (key, "escape") if i == 0 else (key,)
        page.button(name, room, words, action, *keys, main=i == 0, size=theme.SMALL)
