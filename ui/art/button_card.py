"""The Button cards of One Finger!: a number on one side; on the other The Button, the Sploch or the Au Poil."""

from __future__ import annotations

import math
from collections.abc import Callable

from rules.one_finger.cards import Button, Number
from ui.art.card import PAPER
from ui.art.hand import INK, shade
from ui.art.pen import Colour, Pen

HUES: dict[Button, Colour] = {
    Button.RED: (212, 58, 52),
    Button.THIEF: (126, 84, 178),
    Button.DOUBLE: (44, 150, 112),
}
"""Each button has a colour, and a shape besides."""
NUMBERS: Colour = (58, 92, 138)


def draw_number_side(pen: Pen, number: Number) -> None:
    """The number side of a card of width and height 1: as many fingertips as it says around the number."""
    _card(pen, NUMBERS)
    draw_number(pen, number)


def draw_number(pen: Pen, number: Number) -> None:
    """The number alone among its fingertips, for a card of width 1."""
    pen.disc((0, 0), 0.31, PAPER)
    pen.text(str(number), (0, 0.0), 0.34 if number != "+" else 0.42, shade(NUMBERS, 0.55))
    tips = 8 if number == "+" else int(number)
    for i in range(tips):
        turn = math.tau * (i + 0.5) / max(tips, 1) - math.pi / 2
        pen.disc((0.385 * math.cos(turn), 0.385 * math.sin(turn)), 0.042, (250, 217, 188))


def draw_button_side(pen: Pen, button: Button) -> None:
    """The button side of a card of width and height 1."""
    _card(pen, shade(HUES[button], 0.5))
    draw_button(pen, button)


def draw_button(pen: Pen, button: Button) -> None:
    """The button alone, for a card of width 1."""
    _DRAW[button](pen, HUES[button])


def _card(pen: Pen, ground: Colour) -> None:
    pen.box((-0.5, -0.5, 1, 1), shade(PAPER, 0.6), 0.12)
    pen.box((-0.485, -0.485, 0.97, 0.97), PAPER, 0.11)
    pen.box((-0.44, -0.44, 0.88, 0.88), ground, 0.08)


def _dome(pen: Pen, at: tuple[float, float], radius: float, colour: Colour) -> None:
    """A button to be pressed, seen from above."""
    x, y = at
    pen.disc((x, y + 0.12 * radius), radius * 1.16, INK)
    pen.disc((x, y + 0.08 * radius), radius * 1.08, (196, 196, 204))
    pen.disc((x, y + 0.06 * radius), radius * 0.94, shade(colour, 0.55))
    pen.disc((x, y - 0.04 * radius), radius * 0.88, colour)
    pen.oval((x - 0.26 * radius, y - 0.4 * radius), 0.34 * radius, 0.17 * radius, shade(colour, 1.7), -24)


def _red(pen: Pen, colour: Colour) -> None:
    _dome(pen, (0, 0), 0.33, colour)


def _thief(pen: Pen, colour: Colour) -> None:
    """A splash that wears a mask."""
    rim = []
    for i in range(24):
        far = (0.4, 0.3, 0.36, 0.29)[i % 4] if i % 2 == 0 else 0.27
        turn = math.tau * i / 24 + 0.1
        rim.append((far * math.cos(turn), far * math.sin(turn)))
    pen.blob([(x * 1.06, y * 1.06) for x, y in rim], INK)
    pen.blob(rim, colour)
    for x, y, r in ((0.33, -0.34, 0.045), (-0.36, 0.31, 0.05), (0.37, 0.29, 0.032), (-0.34, -0.35, 0.03)):
        pen.disc((x, y), r, colour)
    pen.blob([(-0.28, -0.08), (-0.14, -0.13), (0, -0.07), (0.14, -0.13), (0.28, -0.08), (0.24, 0.08), (0.1, 0.1),
              (0, 0.03), (-0.1, 0.1), (-0.24, 0.08)], INK)  # fmt: skip
    for x in (-0.13, 0.13):
        pen.oval((x, -0.01), 0.065, 0.048, PAPER)
        pen.disc((x + 0.02, 0.0), 0.026, INK)
    pen.line([(-0.1, 0.19), (0, 0.215), (0.12, 0.17)], 0.032, INK)


def _double(pen: Pen, colour: Colour) -> None:
    _dome(pen, (-0.2, -0.02), 0.19, colour)
    _dome(pen, (0.2, -0.02), 0.19, colour)
    pen.line([(-0.3, 0.33), (-0.1, 0.28), (0.12, 0.34), (0.3, 0.28)], 0.03, PAPER)


_DRAW: dict[Button, Callable[[Pen, Colour], None]] = {
    Button.RED: _red,
    Button.THIEF: _thief,
    Button.DOUBLE: _double,
}
