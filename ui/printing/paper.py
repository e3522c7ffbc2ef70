"""Paper: pages of a PDF file that a pen draws on, in millimetres from the upper left corner, y going down."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any

from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from ui.art.hand import INK
from ui.art.pen import Colour, Pen, Point

FONT = "Fredoka"
CAPITALS = 0.7
"""How high the font's capitals are for a size of 1."""
DARK = 48
"""In ink-saving print, what is darker than this stays dark: outlines, codes, letters ..."""
KEPT = 0.3
"""... of all else this share of its tone is kept ..."""
GROUND_MM2 = 1400.0
"""... and whatever is larger than this is paper with an outline."""


class Sheet(StrEnum):
    """The paper in the printer."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def size_mm(self) -> tuple[float, float]:
        """Its width and height, upright."""
        width, height = A4 if self is Sheet.A4 else LETTER
        return width / mm, height / mm


class Ink(StrEnum):
    """How much ink is spent."""

    COLOUR = "colour"
    SAVING = "ink-saving"


class PdfPaper:
    """A PDF file under way. The same drawings make the same bytes."""

    def __init__(self, path: Path, sheet: Sheet, ink: Ink, title: str) -> None:
        pdfmetrics.registerFont(TTFont(FONT, str(Path(__file__).parent.parent / "fonts" / "Fredoka-Bold.ttf")))
        self.sheet, self.ink = sheet, ink
        self.pages = 0
        width, height = sheet.size_mm
        self._canvas: Any = Canvas(str(path), pagesize=(width * mm, height * mm), invariant=1, pageCompression=1)
        self._canvas.setTitle(title)
        self._canvas.setCreator("Handref")
        self._begun = False

    def next_page(self) -> None:
        """End this page."""
        self._canvas.showPage()
        self.pages += 1
        self._begun = False

    def save(self) -> None:
        """Write the file. Raises `OSError` when it cannot be written."""
        self._canvas.save()

    def pen(self, at_mm: Point, angle_deg: float = 0.0) -> Pen:
        """A pen whose unit is the millimetre, with its origin there; it is how a page begins."""
        if not self._begun:
            self._canvas.translate(0, self.sheet.size_mm[1] * mm)
            self._canvas.scale(mm, -mm)
            self._begun = True
        return Pen(self, at_mm, 1.0, angle_deg)

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """A filled polygon."""
        path = self._canvas.beginPath()
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        path.close()
        if self.ink is Ink.SAVING and area(points) > GROUND_MM2:
            self._canvas.setFillGray(1)
            self._canvas.setStrokeGray(0.45)
            self._canvas.setLineWidth(0.3)
            self._canvas.drawPath(path, stroke=1, fill=1)
            return
        self._fill(colour)
        self._canvas.drawPath(path, stroke=0, fill=1)

    def circle(self, center: Point, radius: float, colour: Colour) -> None:
        """A filled circle."""
        self._fill(colour)
        self._canvas.circle(*center, radius, stroke=0, fill=1)

    def text(self, text: str, center: Point, height: float, colour: Colour, angle_deg: float) -> None:
        """A short bold text turned clockwise, whose capitals have that height."""
        self._canvas.saveState()
        self._canvas.translate(*center)
        self._canvas.rotate(angle_deg)
        self._canvas.scale(1, -1)
        self._canvas.setFont(FONT, height / CAPITALS)
        self._fill(INK if self.ink is Ink.SAVING else colour)
        self._canvas.drawCentredString(0, -height / 2, text)
        self._canvas.restoreState()

    def hairline(self, start: Point, end: Point, grey: float, width_mm: float = 0.12) -> None:
        """A thin line."""
        self._canvas.setStrokeGray(grey)
        self._canvas.setLineWidth(width_mm)
        self._canvas.line(*start, *end)

    def _fill(self, colour: Colour) -> None:
        red, green, blue = (part / 255 for part in (colour if self.ink is Ink.COLOUR else spared(colour))[:3])
        self._canvas.setFillColorRGB(red, green, blue)


def spared(colour: Colour) -> Colour:
    """The grey of ink-saving print: light unless the colour was dark."""
    tone = round(0.30 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2])
    grey = tone if tone < DARK else round(255 - (255 - tone) * KEPT)
    return grey, grey, grey


def area(points: Sequence[Point]) -> float:
    """The area of a polygon."""
    ahead = [*points[1:], points[0]]
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(points, ahead, strict=True))) / 2


def broken(text: str, height: float, width: float) -> list[str]:
    """A text broken into lines no wider than that, its capitals being so high, in one unit."""
    return [str(line) for line in simpleSplit(text, FONT, height / CAPITALS, width)]


def write(pen: Pen, text: str, middle: Point, height: float, width: float, colour: Colour = INK) -> None:
    """Write a text of several lines, as many as it needs, around a middle."""
    lines = broken(text, height, width)
    for i, line in enumerate(lines):
        pen.text(line, (middle[0], middle[1] + (i - (len(lines) - 1) / 2) * height * 1.75), height, colour)


def paragraph(pen: Pen, text: str, upper_left: Point, height: float, width: float, colour: Colour = INK) -> None:
    """Write a text of several lines to the right of and below a point, flush left."""
    for i, line in enumerate(broken(text, height, width)):
        wide = pdfmetrics.stringWidth(line, FONT, height / CAPITALS)
        pen.text(line, (upper_left[0] + wide / 2, upper_left[1] + (i * 1.75 + 0.5) * height), height, colour)
