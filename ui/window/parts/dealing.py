"""Cards that are dealt onto the table face down and turned over."""

from __future__ import annotations

from collections.abc import Sequence

from rules.dexterity_jane.cards import Card
from ui.art.pen import Point
from ui.window import theme
from ui.window.motion import flying, out, smooth
from ui.window.page import Page

PILE: Point = (theme.WIDTH / 2, -180.0)
"""Where the cards come from."""
FLIES_S, EACH_S, FLIPS_S = 0.3, 0.05, 0.25
"""A card flies so long, the next comes so much later, and all are turned over together in so long."""


def dealt_s(n: int) -> float:
    """How long it takes until `n` cards lie open."""
    return FLIES_S + (n - 1) * EACH_S + FLIPS_S


def draw_dealt(
    page: Page, cards: Sequence[Card], lying: Sequence[tuple[Point, float]], height: float, since_s: float
) -> None:
    """Cards that are dealt from `since_s` on, each to its place and angle: nobody sees one sooner than another."""
    flip = page.clock.share(since_s, FLIPS_S, smooth, FLIES_S + (len(cards) - 1) * EACH_S)
    for i, (card, (spot, angle_deg)) in enumerate(zip(cards, lying, strict=True)):
        gone = page.clock.one_by_one(since_s, i, EACH_S, FLIES_S, out)
        if gone > 0:
            page.flipping(card, flying(PILE, spot, gone), height, angle_deg, flip)
