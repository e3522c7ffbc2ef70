"""The lengths of a game, each as a pile of cards."""

from __future__ import annotations

from functools import partial

from ui.art.button_card import draw_number_side
from ui.window.canvas import Rect
from ui.window.games.one_finger.options import SHORT
from ui.window.page import Page


def draw_option(page: Page, _option: str, value: str, room: Rect) -> None:
    """A low pile or a high one."""
    side = min(room.h * 0.66, room.w * 0.5)
    cards = 3 if value == SHORT else 12
    x, y = room.center
    for i in range(cards):
        spot = (x + 5 * (i - cards / 2) * 0.6, y + room.h * 0.16 - 7 * i)
        number = 2 if i == cards - 1 else 1
        page.token(("number side", number), partial(draw_number_side, number=number), spot, side)
