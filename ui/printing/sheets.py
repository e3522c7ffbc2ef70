"""Pieces laid out on sheets: a grid in the middle of each, cutting marks, and the backs where a printer that turns the
paper over on its long edge puts them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ui.art.pen import Point
from ui.printing.paper import PdfPaper
from ui.printing.pieces import Piece

MARGIN_MM = 6.0
"""Most printers leave so much blank at each edge."""
MARK_MM, MARK_GAP_MM = 4.0, 1.0
"""How long cutting marks are, and how far they keep from the pieces."""
FAINT, CLEAR = 0.85, 0.0
"""Greys of the lines between pieces, and of the marks."""


def lay_out(paper: PdfPaper, pieces: Sequence[Piece]) -> None:
    """Print all pieces, those of one size that follow each other on sheets together, each sheet's backs behind it."""
    for size_mm, alike in groupby(pieces, lambda piece: piece.size_mm):
        columns, rows = fitting(paper.sheet.size_mm, size_mm)
        left = list(alike)
        while left:
            some, left = left[: columns * rows], left[columns * rows :]
            _page(paper, some, size_mm, back=False)
            _page(paper, some, size_mm, back=True)


def fitting(sheet_mm: tuple[float, float], size_mm: tuple[float, float]) -> tuple[int, int]:
    """How many pieces lie beside and below each other on a sheet."""
    columns, rows = (int((sheet - 2 * MARGIN_MM) // size) for sheet, size in zip(sheet_mm, size_mm, strict=True))
    return columns, rows


def places(sheet_mm: tuple[float, float], size_mm: tuple[float, float], back: bool) -> list[Point]:
    """The middles of all places on a sheet, row by row. Those of the `back` are mirrored, so that each lies behind its
    own: the grid stands in the middle of the sheet, which stays there when the paper is turned over."""
    columns, rows = fitting(sheet_mm, size_mm)
    (width, height), (w, h) = sheet_mm, size_mm
    left, top = (width - columns * w) / 2, (height - rows * h) / 2
    out = []
    for row in range(rows):
        for column in range(columns):
            x = left + (column + 0.5) * w
            out.append((width - x if back else x, top + (row + 0.5) * h))
    return out


def _page(paper: PdfPaper, pieces: Sequence[Piece], size_mm: tuple[float, float], back: bool) -> None:
    for piece, at_mm in zip(pieces, places(paper.sheet.size_mm, size_mm, back), strict=False):
        (piece.back if back else piece.front)(paper.pen(at_mm))
    for start, end, grey in cuts(paper.sheet.size_mm, size_mm):
        if not back or grey == CLEAR:
            paper.hairline(start, end, grey)
    paper.next_page()


def cuts(sheet_mm: tuple[float, float], size_mm: tuple[float, float]) -> Iterator[tuple[Point, Point, float]]:
    """The lines to cut along, faint between the pieces, and the marks at their ends."""
    columns, rows = fitting(sheet_mm, size_mm)
    (width, height), (w, h) = sheet_mm, size_mm
    left, top = (width - columns * w) / 2, (height - rows * h) / 2
    right, bottom = width - left, height - top
    for i in range(columns + 1):
        x = left + i * w
        yield (x, top), (x, bottom), FAINT
        for end, out in ((top, -1), (bottom, 1)):
            yield (x, end + out * MARK_GAP_MM), (x, end + out * (MARK_GAP_MM + MARK_MM)), CLEAR
    for i in range(rows + 1):
        y = top + i * h
        yield (left, y), (right, y), FAINT
        for end, out in ((left, -1), (right, 1)):
            yield (end + out * MARK_GAP_MM, y), (end + out * (MARK_GAP_MM + MARK_MM), y), CLEAR
