"""The table mat: places where cards lie, outlined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ui.art.hand import INK
from ui.art.pen import Colour, Pen, Point
from ui.printing.paper import PdfPaper, write
from ui.printing.pieces import WHITE

LINE: Colour = (60, 122, 110)
LINE_MM = 0.9


@dataclass(frozen=True)
class Place:
    """Where a card lies: its middle from the middle of the sheet, its size, and what stands in it."""

    at_mm: Point
    size_mm: tuple[float, float]
    title: str = ""


def draw_mat_page(paper: PdfPaper, title: str, line: str, places: Sequence[Place]) -> None:
    """One sheet with a title and a line at its foot, and places."""
    width, height = paper.sheet.size_mm
    pen = paper.pen((width / 2, height / 2 - 7))
    for place in places:
        draw_place(pen.at(place.at_mm), place.size_mm, place.title)
    foot = paper.pen((width / 2, height - 14))
    foot.text(title, (0, -5), 4.0, LINE)
    write(foot, line, (0, 2), 3.0, width - 40)
    paper.next_page()


def draw_place(pen: Pen, size_mm: tuple[float, float], title: str = "") -> None:
    """The outline of a place around the pen's origin, with a title in it."""
    w, h = size_mm
    pen.box((-w / 2, -h / 2, w, h), LINE, 4.0)
    pen.box((-w / 2 + LINE_MM, -h / 2 + LINE_MM, w - 2 * LINE_MM, h - 2 * LINE_MM), WHITE, 4.0 - LINE_MM)
    if title:
        write(pen, title, (0, 0), 4.0, w - 8, INK)
