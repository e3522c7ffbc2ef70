"""All ten digits as buttons, each a switch that says whether it is bent."""

from __future__ import annotations

from collections.abc import Callable, Collection

from rules.hands import Digit, Side
from ui.window import theme
from ui.window.canvas import Rect
from ui.window.page import Page
from ui.window.texts import Texts

LEFT_TO_RIGHT = [(Side.LEFT, digit) for digit in reversed(Digit)] + [(Side.RIGHT, digit) for digit in Digit]
"""All ten digits as they lie before their owner, which is also the order of the keys 1 to 0."""
KEYS = "1234567890"
NARROW = 140.0
"""A narrower button has a smaller text and hardly a margin."""


def draw_digit_keys(
    page: Page, texts: Texts, row: Rect, bent: Collection[tuple[Side, Digit]], turn: Callable[[Side, Digit], None]
) -> None:
    """The row of digits; those in `bent` are on, and `turn` is told which one is pressed."""
    for (side, digit), key, rect in zip(LEFT_TO_RIGHT, KEYS, row.columns(10, 8), strict=True):
        _draw_key(page, texts, rect, key, side, digit, (side, digit) in bent, turn)


def _draw_key(
    page: Page, texts: Texts, rect: Rect, key: str, side: Side, digit: Digit, on: bool,
    turn: Callable[[Side, Digit], None],
) -> None:  # fmt: skip
    def press() -> None:
        turn(side, digit)

    tight = rect.w < NARROW
    size = theme.SMALL * (0.85 if tight else 0.9)
    page.button(f"{side}-{digit}", rect, texts(f"digit.{digit}"), press, key, on=on, size=size, tight=tight)
