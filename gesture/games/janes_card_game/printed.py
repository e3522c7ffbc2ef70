"""JANE's Card Game on paper: the 110 cards, whose backs are all alike, and the game-scroll of JANE."""

from __future__ import annotations

from gesture.cards.printed import Face, PrintedDeck, Up, in_corners
from rules.janes_card_game.cards import NAME, reference

CARD_MM = (63.0, 88.0)
SCROLL_MM = (180.0, 240.0)
"""The game-scroll, as large as a sheet of A4 or Letter paper leaves room for."""
FIRST_CARD, BACK, SCROLL = 300, 410, 411
"""The first code of the cards, that of their backs, and that of the scroll."""


def _cards() -> list[Face]:
    spots = in_corners(CARD_MM)
    names = reference().all
    return [Face(NAME, name, Up.UP, FIRST_CARD + place, CARD_MM, spots) for place, name in enumerate(names)]


PRINTED = PrintedDeck(
    NAME,
    (
        *_cards(),
        Face(NAME, None, Up.DOWN, BACK, CARD_MM, in_corners(CARD_MM), alike=True),
        # JANE's small face stands in the scroll's upper left corner, so the codes stand in the other two.
        Face(NAME, "scroll", Up.UP, SCROLL, SCROLL_MM, in_corners(SCROLL_MM, falling=False)),
    ),
)
"""Every face of the printed copy."""
