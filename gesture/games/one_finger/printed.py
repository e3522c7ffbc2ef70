"""One Finger! on paper: the Button cards, with a button on one side and a number on the other."""

from __future__ import annotations

from gesture.cards.printed import Face, PrintedDeck, Up, in_corners
from rules.one_finger.cards import NAME, reference

CARD_MM = (80.0, 80.0)
"""So large that eight index fingers find room on it."""
BUTTON_SIDE, NUMBER_SIDE = 160, 220
"""The first code of each side."""


def _button_cards() -> list[Face]:
    faces = []
    for place, _ in enumerate(reference()):
        faces.append(Face(NAME, place, Up.UP, BUTTON_SIDE + place, CARD_MM, in_corners(CARD_MM)))
        faces.append(Face(NAME, place, Up.DOWN, NUMBER_SIDE + place, CARD_MM, in_corners(CARD_MM)))
    return faces


PRINTED = PrintedDeck(NAME, tuple(_button_cards()))
"""Both sides of every Button card, by its place in the deck from 0; up is the side with the button."""
