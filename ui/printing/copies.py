"""What is printed for each game: its pieces, and its pages that are not cut up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gesture.cards.printed import Face
from ui.printing import dexterity_jane, one_finger
from ui.printing.paper import Ink, PdfPaper, Sheet
from ui.printing.pieces import Drawing, Piece
from ui.printing.sheets import lay_out
from ui.window.texts import Texts

TEXTS = Path(__file__).parent / "texts"


@dataclass(frozen=True)
class Copy:
    """A game's printed copy."""

    title: str
    faces: Callable[[], Mapping[Face, Drawing]]
    pieces: Callable[[], Sequence[Piece]]
    pages: Callable[[PdfPaper, Texts], None]


COPIES = {
    "dexterity-jane": Copy("Dexterity Jane", dexterity_jane.faces, dexterity_jane.pieces, dexterity_jane.mats),
    "one-finger": Copy("One Finger!", one_finger.faces, one_finger.pieces, one_finger.mats),
}
"""By the games' names in logs."""


def print_copy(game: str, path: Path, sheet: Sheet, ink: Ink) -> tuple[int, int]:
    """Write the PDF of a game's copy; how many sheets its pieces take, both sides printed, and how many pages follow.
    Raises `OSError` when the file cannot be written."""
    copy = COPIES[game]
    paper = PdfPaper(path, sheet, ink, copy.title)
    lay_out(paper, copy.pieces())
    cut = paper.pages
    copy.pages(paper, Texts(folders=(TEXTS,)))
    paper.save()
    return cut // 2, paper.pages - cut
