"""The versions of Dexterity Jane, each explained by a picture."""

from __future__ import annotations

from rules.dexterity_jane.cards import Card, reference
from rules.hands import Digit, Side
from ui.art.tokens import draw_coin, draw_pistol
from ui.window import theme
from ui.window.canvas import Rect
from ui.window.page import Page


def draw_option(page: Page, option: str, value: str, room: Rect) -> None:
    """The picture of an option's value in `room`."""
    if option == "variant":
        {"standard": _standard, "simplified": _simplified, "stick-up": _stick_up}[value](page, room)


def _card(side: Side, bent: Digit | None, bullet: bool = False, mat: str | None = None) -> Card:
    found = [c for c in reference() if c.position == (side, bent) and c.bullet is bullet and mat in (None, c.mat)]
    return found[0]


def _standard(page: Page, room: Rect) -> None:
    """A card says which digit is bent, and the hand does it."""
    x, y = room.center
    page.card(_card(Side.RIGHT, Digit.INDEX), (room.x + room.w * 0.27, y), room.h * 0.78, -9)
    _arrow(page, x + room.w * 0.03, y)
    page.hand(Side.RIGHT, [Digit.INDEX], (room.x + room.w * 0.78, y), room.h * 0.92)


def _simplified(page: Page, room: Rect) -> None:
    """The colour of the mat says which hand."""
    for mat, side, x in (("red", Side.LEFT, 0.26), ("green", Side.RIGHT, 0.74)):
        middle = room.x + room.w * x
        page.card(_card(side, Digit.MIDDLE, mat=mat), (middle, room.y + room.h * 0.33), room.h * 0.62)
        page.hand(side, [], (middle, room.y + room.h * 0.83), room.h * 0.36)


def _stick_up(page: Page, room: Rect) -> None:
    """A bullet, a pistol, a coin."""
    y = room.center[1]
    page.card(_card(Side.RIGHT, Digit.RING, bullet=True), (room.x + room.w * 0.2, y), room.h * 0.7, -10)
    size = min(room.h * 0.7, room.w * 0.42)
    spot = (room.x + room.w * 0.55, y)
    page.token(("pistol", "option"), lambda pen: draw_pistol(pen.at((0, 0), 0.42, 90), Side.RIGHT), spot, size)
    page.token(("coin", 3), lambda pen: draw_coin(pen, 3), (room.x + room.w * 0.87, y), room.h * 0.36)


def _arrow(page: Page, x: float, y: float) -> None:
    page.token(
        ("arrow",),
        lambda pen: pen.shape(
            [(-0.4, -0.14), (0.05, -0.14), (0.05, -0.36), (0.45, 0), (0.05, 0.36), (0.05, 0.14), (-0.4, 0.14)],
            theme.GOLD,
        ),
        (x, y),
        54,
    )
