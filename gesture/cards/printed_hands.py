"""Hands that are printed on cards, told from people's."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gesture.cards.reader import CardReading
from gesture.hand_geometry import outside_px, palm_center
from gesture.reading.hand_reading import HandReading

EDGE = 0.06
"""Joints that lie so far over a card's edge, as a share of its height, may still be those of a printed hand."""


def without_printed(hands: Sequence[HandReading], cards: Sequence[CardReading]) -> list[HandReading]:
    """The hands, without those that lie wholly within a card: they are printed on it. A real hand that covers a card
    reaches over its edge, and hides the codes by which the card is known."""
    return [hand for hand in hands if not any(_within(hand, card) for card in cards)]


def _within(hand: HandReading, card: CardReading) -> bool:
    corners = card.corners_px
    over_px = EDGE * float(np.linalg.norm(corners[3] - corners[0]))
    if outside_px(corners, palm_center(hand.landmarks)) > 0:
        return False
    return all(outside_px(corners, joint) <= over_px for joint in hand.landmarks)
