"""`handref print`: pages in register, codes that are read as they are printed, and what cannot be written."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest

from ui.commands.print import GAMES
from ui.printing.copies import COPIES
from ui.printing.paper import Ink, PdfPaper, Sheet
from ui.printing.sheets import fitting, lay_out

DPI = 150


def pages(path: Path) -> list[np.ndarray]:
    """The pages of a file as grey pictures at 150 dpi."""
    with pypdfium2.PdfDocument(path) as document:
        shots = (page.render(scale=DPI / 72, grayscale=True).to_numpy() for page in document)
        return [np.array(shot.reshape(shot.shape[:2])) for shot in shots]


def found(page: np.ndarray) -> dict[int, list[np.ndarray]]:
    """The middles of the codes on a page, in millimetres, by their numbers."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_1000)
    corners, markers, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(page)
    out: dict[int, list[np.ndarray]] = {}
    for quad, marker in zip(corners, markers.ravel(), strict=True):
        out.setdefault(int(marker), []).append(quad.reshape(4, 2).mean(axis=0) * 25.4 / DPI)
    return out


@pytest.mark.parametrize("game", COPIES)
@pytest.mark.parametrize(("sheet", "ink"), [(Sheet.A4, Ink.COLOUR), (Sheet.LETTER, Ink.SAVING)])
def test_a_card_and_its_back_lie_behind_each_other_and_their_codes_are_read(game, sheet, ink, tmp_path):
    paper = PdfPaper(tmp_path / "some.pdf", sheet, ink, "Some")
    lay_out(paper, COPIES[game].pieces()[:1])
    paper.save()
    front, back = (found(page) for page in pages(tmp_path / "some.pdf"))
    assert len(front) == len(back) == 2
    here, there = (np.mean([places[0] for places in side.values()], axis=0) for side in (front, back))
    assert sheet.size_mm[0] - there[0] == pytest.approx(here[0], abs=0.3)
    assert there[1] == pytest.approx(here[1], abs=0.3)


@pytest.mark.parametrize("sheet", Sheet)
def test_cards_fit_nine_to_a_sheet(sheet):
    assert fitting(sheet.size_mm, (63, 88)) == (3, 3)


def test_the_same_copy_is_the_same_file(tmp_path):
    for name in ("one.pdf", "two.pdf"):
        paper = PdfPaper(tmp_path / name, Sheet.A4, Ink.COLOUR, "Some")
        lay_out(paper, COPIES["dexterity-jane"].pieces()[:1])
        paper.save()
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


def test_the_command_knows_the_games_that_there_are_copies_of():
    assert tuple(COPIES) == GAMES


def test_a_copy_is_written_and_nothing_is_overwritten(handref, tmp_path):
    ran = handref("print", "--game", GAMES[-1], "--ink-saving", "--to", tmp_path)
    assert (ran.code, ran.err) == (0, "")
    (path,) = tmp_path.iterdir()
    assert path.name == f"{GAMES[-1]}-a4-ink-saving.pdf"
    assert str(path) in ran.out and "long edge" in ran.out
    content = path.read_bytes()
    ran = handref("print", "--game", GAMES[-1], "--ink-saving", "--to", tmp_path)
    assert ran.code == 2 and "is not overwritten" in ran.err
    assert path.read_bytes() == content


def test_a_folder_that_is_not_there_is_named(handref, tmp_path):
    ran = handref("print", "--to", tmp_path / "nowhere")
    assert ran.code == 2 and "there is no such folder" in ran.err
