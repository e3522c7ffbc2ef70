"""One Finger!'s pieces: the Button cards, and player aids."""

from __future__ import annotations

from pathlib import Path

from gesture.cards.printed import Face, Up
from gesture.games.one_finger.printed import CARD_MM, PRINTED
from rules.one_finger.cards import Button, reference
from ui.art.button_card import HUES, NUMBERS, draw_button, draw_number
from ui.art.hand import INK, shade
from ui.art.pen import Pen
from ui.printing.mats import Place, draw_mat_page
from ui.printing.paper import PdfPaper, paragraph
from ui.printing.pieces import Drawing, Piece, draw_plain, with_codes
from ui.window.texts import Texts

AID_MM = (63.0, 88.0)
AIDS = 8
PICTURE_MM = 54.0
"""The width of the card of which the picture would fill the middle."""
WORDS = Path(__file__).parent.parent / "window" / "games" / "one_finger" / "texts"


def faces() -> dict[Face, Drawing]:
    """What is drawn on each face."""
    deck = reference()
    out = {}
    for face in PRINTED.faces:
        assert isinstance(face.card, int)
        card = deck[face.card]
        out[face] = with_codes(face, _button(card.button) if face.up is Up.UP else _number(card.number))
    return out


def pieces() -> list[Piece]:
    """The Button cards, and an aid for each of eight players."""
    drawn = faces()
    up = [face for face in drawn if face.up is Up.UP]
    down = {face.card: face for face in drawn if face.up is Up.DOWN}
    return [*(Piece(CARD_MM, drawn[face], drawn[down[face.card]]) for face in up), *[_aid()] * AIDS]


def mats(paper: PdfPaper, texts: Texts) -> None:
    """A sheet with places for the Draw pile and the cards in play."""
    draw = Place((0, -82), CARD_MM, texts("mat.draw"))
    play = Place((-44, 8), CARD_MM, texts("mat.in_play"))
    second = Place((44, 8), CARD_MM, texts("mat.second"))
    draw_mat_page(paper, texts("mat.finger"), texts("mat.finger_cards"), [draw, play, second])


def _button(button: Button) -> Drawing:
    def draw(pen: Pen) -> None:
        draw_plain(pen, CARD_MM, shade(HUES[button], 0.5))
        draw_button(pen.at((0, 0), scale=PICTURE_MM), button)

    return draw


def _number(number: int | str) -> Drawing:
    def draw(pen: Pen) -> None:
        draw_plain(pen, CARD_MM, NUMBERS)
        draw_number(pen.at((0, 0), scale=PICTURE_MM), "+" if isinstance(number, str) else number)

    return draw


def _aid() -> Piece:
    words = Texts(folders=(WORDS,))

    def front(pen: Pen) -> None:
        pen.text(words("aid.title"), (0, -38), 3.4, INK)
        paragraph(pen, words("aid.round"), (-28, -33), 2.3, 56)
        for row, button in enumerate(Button):
            y = 4 + row * 15.5
            draw_plain(pen.at((-22.5, y)), (15, 15), shade(HUES[button], 0.5))
            draw_button(pen.at((-22.5, y), scale=11), button)
            paragraph(pen, words(f"aid.{button}"), (-14, y - 7), 2.05, 43)

    def back(pen: Pen) -> None:
        draw_plain(pen, AID_MM, NUMBERS)
        draw_button(pen.at((0, 0), scale=52), Button.RED)

    return Piece(AID_MM, front, back)
