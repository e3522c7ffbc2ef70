"""The Player Aid: what happens in a round, and what each button does."""

from __future__ import annotations

from rules.one_finger.cards import Button
from ui.window import theme
from ui.window.canvas import Rect
from ui.window.games.one_finger.table_view import button_side
from ui.window.page import Action, Page
from ui.window.texts import Texts
from ui.window.theme import Role

SPOT = Rect(140, 96, 1320, 748)


def draw_aid(page: Page, t: Texts, close_it: Action) -> None:
    """Lies over the table until it is closed."""
    page.veil(0.7)
    page.frame(SPOT, theme.GOLD, theme.FELT, 6, 26)
    inner = SPOT.inset(40, 20)
    page.write(t("aid.title"), Rect(inner.x, inner.y, inner.w, 64), Role.TITLE, theme.GOLD)
    page.write(t("aid.round"), Rect(inner.x, inner.y + 70, inner.w, 124), Role.BODY, theme.CREAM, wrap=True)
    for button, row in zip(Button, Rect(inner.x, inner.y + 202, inner.w, 416).rows(3, 10), strict=True):
        button_side(page, button, (row.x + 66, row.center[1]), 118)
        room = Rect(row.x + 150, row.y, row.w - 150, row.h)
        page.write(t(f"aid.{button}"), room, Role.BODY, theme.CREAM, "left", wrap=True)
    spot = Rect(inner.x + inner.w / 2 - 200, inner.y + inner.h - 78, 400, 72)
    page.button("close_aid", spot, t("aid.close"), close_it, "return", "escape", "i", main=True, size=Role.CHOICE.size)
