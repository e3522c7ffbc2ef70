"""What is cut out: a card or token with a drawing for each of its two sides, and the code that a camera reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gesture.cards.printed import ACROSS, MARKER_MM, MODULE_MM, QUIET_MM, Face, patterns
from ui.art.hand import INK
from ui.art.pen import Colour, Pen

Drawing = Callable[[Pen], None]
"""Draws in millimetres around the middle of a side."""
WHITE: Colour = (255, 255, 255)


@dataclass(frozen=True)
class Piece:
    """A card or token of that width and height, and what is drawn on its front and its back."""

    size_mm: tuple[float, float]
    front: Drawing
    back: Drawing


def with_codes(face: Face, picture: Drawing) -> Drawing:
    """The drawing of a face: its picture, and its codes on top, each on a white patch of its own."""

    def draw(pen: Pen) -> None:
        picture(pen)
        for code, spot in zip(face.codes, face.spots, strict=True):
            draw_code(pen.at((spot.x_mm, spot.y_mm)), code)

    return draw


def draw_code(pen: Pen, marker: int) -> None:
    """A marker around the pen's origin: rows of its dark modules in the ink of the pictures."""
    half, quiet = MARKER_MM / 2, MARKER_MM / 2 + QUIET_MM
    pen.box((-quiet, -quiet, 2 * quiet, 2 * quiet), WHITE, QUIET_MM)
    (code,) = patterns([marker])
    pen.shape([(-half, -half), (half, -half), (half, half), (-half, half)], INK)
    for row in range(ACROSS):
        column = 0
        while column < ACROSS:
            start = column
            while column < ACROSS and code[row, column]:
                column += 1
            if column > start:
                x0, x1 = (-half + i * MODULE_MM for i in (start, column))
                y0, y1 = (-half + i * MODULE_MM for i in (row, row + 1))
                pen.shape([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], WHITE)
            column += 1


def draw_plain(pen: Pen, size_mm: tuple[float, float], ground: Colour) -> None:
    """A rounded ground with white paper around it."""
    w, h = size_mm
    pen.box((-w / 2 + 2, -h / 2 + 2, w - 4, h - 4), ground, 3.5)
