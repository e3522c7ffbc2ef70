"""Dexterity Jane on paper: Hand cards, Round tiles, hats, coins and the Sheriff token, with their codes."""

from __future__ import annotations

from gesture.cards.printed import Face, PrintedDeck, Spot, Up, in_corners
from rules.dexterity_jane.cards import DECK_SIZE, reference
from rules.hands import Side

GAME = "dexterity-jane"
CARD_MM = (63.0, 88.0)
"""As large as a poker card, so that common sleeves fit."""
TOKEN_MM = (38.0, 58.0)
"""Tiles, hats, coins and the sheriff are all of this size: their picture above, their code below."""
CODE_BELOW = (Spot(0.0, 15.5),)
TILES, HATS = 10, 8
COINS = (0, 1, 1, 2, 2, 3, 3, 4, 5, 6)
"""Ruling D18."""
HAND_SIDE, FAME_SIDE, TILE, HAT, COIN, COIN_BACK, SHERIFF = 0, 60, 120, 130, 138, 148, 149
"""The first marker of each kind."""


def _token(card: str, marker: int, value: int | None = None) -> Face:
    return Face(GAME, card, Up.UP, marker, TOKEN_MM, CODE_BELOW, value=value)


def _hand_cards() -> list[Face]:
    faces = []
    for card in reference():
        # The codes leave the corner above the thumb and the one beside the wrist: so fingers lie free.
        falling = card.hand is Side.RIGHT
        number = card.number
        faces.append(Face(GAME, number, Up.UP, HAND_SIDE + number - 1, CARD_MM, in_corners(CARD_MM, falling)))
        faces.append(Face(GAME, number, Up.DOWN, FAME_SIDE + number - 1, CARD_MM, in_corners(CARD_MM)))
    assert len(faces) == 2 * DECK_SIZE
    return faces


PRINTED = PrintedDeck(
    GAME,
    (
        *_hand_cards(),
        *(_token(f"tile {number}", TILE + number - 1) for number in range(1, TILES + 1)),
        *(_token(f"hat {place}", HAT + place - 1) for place in range(1, HATS + 1)),
        *(_token("coin", COIN + place, value) for place, value in enumerate(COINS)),
        Face(GAME, "coin", Up.DOWN, COIN_BACK, TOKEN_MM, CODE_BELOW, alike=True),
        *(_token(f"sheriff {side}", SHERIFF + place) for place, side in enumerate(Side)),
    ),
)
"""Every face of the printed copy."""
