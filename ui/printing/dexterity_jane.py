"""Dexterity Jane's pieces: Hand cards with their Fame side behind, Round tiles, hats, coins and the Sheriff token."""

from __future__ import annotations

from collections.abc import Callable

from gesture.cards.printed import Face, Up
from gesture.games.dexterity_jane.printed import CARD_MM, PRINTED, TOKEN_MM
from rules.dexterity_jane.cards import Card, reference
from rules.hands import Side
from ui.art.card import FAME, GREEN_MAT, PLAIN_MAT, RED_MAT, draw_bullet, draw_fame, draw_mat, look_of
from ui.art.hand import INK, draw_hand, shade
from ui.art.pen import Colour, Pen
from ui.art.tokens import FELTS, draw_coin, draw_hat, draw_sheriff, draw_tile
from ui.printing.mats import Place, draw_mat_page
from ui.printing.paper import PdfPaper
from ui.printing.pieces import Drawing, Piece, draw_plain, with_codes
from ui.window.texts import Texts

HAND_MM = 19.5
"""The unit of the hand that is drawn: about a palm's width."""
WOOD: Colour = (206, 158, 104)
LEATHER: Colour = (132, 88, 58)


def faces() -> dict[Face, Drawing]:
    """What is drawn on each face."""
    cards = {card.number: card for card in reference()}
    out = {}
    for face in PRINTED.faces:
        if not isinstance(face.card, int):
            out[face] = with_codes(face, _token(face))
        else:
            side = _hand_side if face.up is Up.UP else _fame_side
            out[face] = with_codes(face, side(cards[face.card]))
    return out


def pieces() -> list[Piece]:
    """All of them, the cards first. Tiles and hats are the same on both sides; the Sheriff token has a hand on each."""
    drawn = faces()
    up = [face for face in drawn if face.up is Up.UP]
    down = {face.card: face for face in drawn if face.up is Up.DOWN}
    *others, left, right = up
    pairs = [*((face, down.get(face.card, face)) for face in others), (left, right)]
    return [Piece(front.size_mm, drawn[front], drawn[back]) for front, back in pairs]


def mats(paper: PdfPaper, texts: Texts) -> None:
    """Two sheets that lie side by side: places for five of a round's cards on each, and for one of the piles."""
    for pile in ("draw", "discard"):
        cards = [Place((column * 64.5, row * 90.0), CARD_MM) for row in (-1, 0) for column in (-1, 0, 1)][:5]
        piles = Place((-64.5, 90.0), CARD_MM, texts(f"mat.{pile}"))
        draw_mat_page(paper, texts("mat.jane"), texts("mat.jane_cards"), [*cards, piles])


def _hand_side(card: Card) -> Drawing:
    aside = 5.0 if card.hand is Side.RIGHT else -5.0

    def draw(pen: Pen) -> None:
        w, h = CARD_MM
        draw_mat(pen.at((0, 0), scale=h), card.mat, ((w - 4) / h, (h - 4) / h))
        bent = [card.bent] if card.bent else []
        draw_hand(pen.at((aside, -4.5), scale=HAND_MM), card.hand, bent, look_of(card.number))
        corner = -1 if card.hand is Side.RIGHT else 1
        if card.bullet:
            draw_bullet(pen.at((corner * 8.5, 31), scale=17, angle_deg=corner * -20))
        ground = {"red": RED_MAT, "green": GREEN_MAT}.get(card.mat or "", PLAIN_MAT)
        pen.text(str(card.number), (corner * 24.5, 36), 5.0, shade(ground, 0.35))

    return draw


def _fame_side(card: Card) -> Drawing:
    def draw(pen: Pen) -> None:
        draw_plain(pen, CARD_MM, FAME)
        draw_fame(pen.at((0, 0), scale=62))
        for at in ((21, -34), (-21, 34)):
            pen.text(str(card.number), at, 7, (255, 255, 255))

    return draw


def _token(face: Face) -> Drawing:
    name, _, what = str(face.card).partition(" ")
    art: dict[str, tuple[Colour, float, Callable[[Pen], None]]] = {
        "tile": (WOOD, 28, lambda pen: draw_tile(pen, int(what))),
        "hat": (shade(FELTS[5], 1.9), 27, lambda pen: draw_hat(pen, int(what))),
        "coin": (LEATHER, 27, lambda pen: draw_coin(pen, face.value)),
        "sheriff": (shade(INK, 1.6), 29, lambda pen: draw_sheriff(pen, Side(what))),
    }
    ground, size, picture = art[name]

    def draw(pen: Pen) -> None:
        draw_plain(pen, TOKEN_MM, ground)
        picture(pen.at((0, -11.5), scale=size))

    return draw
