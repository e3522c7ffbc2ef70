"""The Hand cards: a mat, a hand, decorations that mean nothing, and the bullet of the Stick-Up variant."""

from __future__ import annotations

import math
import random
from functools import lru_cache

import pygame

from rules.dexterity_jane.cards import Card
from rules.hands import Digit
from ui.art.hand import INK, Glove, Look, draw_hand, shade
from ui.art.pen import Colour, Pen, Pictures

ASPECT = 0.8
"""A card's width for a height of 1."""
SKINS: tuple[Colour, ...] = (
    (250, 217, 188), (236, 188, 150), (214, 158, 112), (176, 118, 78), (132, 84, 56), (92, 58, 44),
    (150, 196, 120), (128, 176, 214), (206, 150, 200), (236, 206, 96), (188, 192, 198), (226, 128, 104),
)  # fmt: skip
SLEEVES: tuple[Colour, ...] = (
    (58, 84, 130),
    (122, 52, 66),
    (64, 64, 72),
    (104, 92, 52),
    (70, 110, 100),
    (112, 78, 130),
)
LEATHERS: tuple[Colour, ...] = ((120, 74, 46), (70, 70, 80), (188, 150, 96), (142, 50, 56), (54, 96, 120))
NAILS: tuple[Colour, ...] = ((250, 226, 208), (214, 60, 76), (90, 60, 140), (52, 140, 140))
PAPER: Colour = (248, 241, 224)
RED_MAT: Colour = (208, 84, 66)
GREEN_MAT: Colour = (76, 158, 124)
PLAIN_MAT: Colour = (150, 146, 160)
FAME: Colour = (84, 62, 110)
GOLD: Colour = (244, 200, 66)


@lru_cache(maxsize=120)
def look_of(number: int) -> Look:
    """The looks of a card's hand, by its number, always the same."""
    lot = random.Random(f"look {number}")
    skin = lot.choice(SKINS)
    glove = lot.choice((Glove.BARE, Glove.BARE, Glove.BARE, Glove.FULL, Glove.FINGERLESS))
    nail = lot.choice(NAILS) if lot.random() < 0.35 else shade(skin, 1.9)
    return Look(
        skin=skin,
        nail=nail,
        sleeve=lot.choice(SLEEVES),
        cuff=lot.choice((PAPER, (214, 202, 170), (196, 210, 222))),
        glove=glove,
        leather=lot.choice(LEATHERS),
        ring=lot.choice(list(Digit)[1:]) if lot.random() < 0.3 else None,
        scar=glove is Glove.BARE and lot.random() < 0.25,
        ink_star=glove is Glove.BARE and lot.random() < 0.15,
    )


def draw_card(pen: Pen, card: Card) -> None:
    """Draw a card of height 1 around the pen's origin."""
    w, h = ASPECT, 1.0
    pen.box((-w / 2, -h / 2, w, h), shade(PAPER, 0.62), 0.075)
    pen.box((-w / 2 + 0.008, -h / 2 + 0.008, w - 0.016, h - 0.016), PAPER, 0.07)
    draw_mat(pen, card.mat, (w - 0.09, h - 0.09))
    if card.bullet:
        draw_bullet(pen.at((w / 2 - 0.12, h / 2 - 0.2), scale=0.26, angle_deg=24))
    draw_hand(pen.at((0, 0.055), scale=0.33), card.hand, [card.bent] if card.bent else [], look_of(card.number))
    pen.text(str(card.number), (-w / 2 + 0.1, h / 2 - 0.09), 0.055, shade(PAPER, 0.25))


def draw_mat(pen: Pen, mat: str | None, size: tuple[float, float]) -> None:
    """The mat under the hand, of a width and height: red with slanted stripes, green with dots, so that colour is not
    all that differs."""
    w, h = size
    colour = {"red": RED_MAT, "green": GREEN_MAT}.get(mat or "", PLAIN_MAT)
    pen.box((-w / 2, -h / 2, w, h), colour, 0.05)
    faint = shade(colour, 0.86)
    if mat == "red":
        for i in range(7):
            x = -w / 2 - 0.24 + i * 0.17
            pen.line(_within([(x, h / 2 - 0.03), (x + 0.42, -h / 2 + 0.03)], w / 2 - 0.03), 0.04, faint)
    elif mat == "green":
        for row in range(8):
            for column in range(6):
                x = (column - 2.5) * 0.125 + (0.03 if row % 2 else -0.03)
                y = (row - 3.5) * 0.118
                if abs(x) < w / 2 - 0.03:
                    pen.disc((x, y), 0.024, faint)


def _within(ends: list[tuple[float, float]], half: float) -> list[tuple[float, float]]:
    """The part of a slanted line with |x| up to `half`."""
    (x0, y0), (x1, y1) = ends
    slope = (y1 - y0) / (x1 - x0)
    a, b = max(x0, -half), min(x1, half)
    return [(a, y0 + slope * (a - x0)), (b, y0 + slope * (b - x0))] if a < b else []


def draw_bullet(pen: Pen) -> None:
    """A brass bullet of height about 1, its tip up."""
    brass, lead = (238, 190, 70), (176, 108, 70)
    pen.box((-0.24, -0.14, 0.48, 0.68), INK, 0.06)
    nose = [(-0.24, -0.1), (-0.2, -0.38), (0, -0.62), (0.2, -0.38), (0.24, -0.1)]
    pen.shape(nose, INK)
    pen.shape([(x * 0.74, y * 0.9 - 0.01) for x, y in nose], lead)
    pen.box((-0.18, -0.1, 0.36, 0.46), brass, 0.03)
    pen.box((-0.12, -0.08, 0.07, 0.42), shade(brass, 1.8), 0.03)
    pen.box((-0.2, 0.4, 0.4, 0.09), shade(brass, 0.82), 0.03)


def draw_fame_side(pen: Pen, number: int) -> None:
    """The back of a card of height 1: a star with the fame point that it is worth, and its number."""
    w, h = ASPECT, 1.0
    pen.box((-w / 2, -h / 2, w, h), shade(PAPER, 0.62), 0.075)
    pen.box((-w / 2 + 0.008, -h / 2 + 0.008, w - 0.016, h - 0.016), PAPER, 0.07)
    pen.box((-w / 2 + 0.06, -h / 2 + 0.06, w - 0.12, h - 0.12), FAME, 0.05)
    draw_fame(pen.at((0, -0.04)))
    if number:
        pen.text(str(number), (0, h / 2 - 0.14), 0.06, PAPER)


def draw_fame(pen: Pen) -> None:
    """A star of about width 0.54 with the fame point that a card is worth."""
    turns = (i * math.tau / 10 - math.tau / 4 for i in range(10))
    tips = [((0.27, 0.12)[i % 2], t) for i, t in enumerate(turns)]
    pen.shape([(r * math.cos(t), r * math.sin(t)) for r, t in tips], GOLD)
    pen.text("1", (0, 0.01), 0.16, FAME)


def card_picture(pictures: Pictures, card: Card, height_px: float, angle_deg: float) -> pygame.Surface:
    """A card of that height, turned clockwise, on a square picture as wide as the card's diagonal."""
    side = math.ceil(height_px * math.hypot(1, ASPECT)) + 2
    return pictures.get(
        ("card", card, round(height_px, 1), round(angle_deg, 1)),
        (side, side),
        lambda surface: draw_card(_pen(surface, side, height_px, angle_deg), card),
    )


def fame_picture(pictures: Pictures, number: int, height_px: float, angle_deg: float = 0.0) -> pygame.Surface:
    """The Fame side of a card, as `card_picture` has its face."""
    side = math.ceil(height_px * math.hypot(1, ASPECT)) + 2
    return pictures.get(
        ("fame", number, round(height_px, 1), round(angle_deg, 1)),
        (side, side),
        lambda surface: draw_fame_side(_pen(surface, side, height_px, angle_deg), number),
    )


def _pen(surface: pygame.Surface, side_px: int, height_px: float, angle_deg: float) -> Pen:
    times = surface.get_width() / side_px
    return Pen(surface, (surface.get_width() / 2, surface.get_height() / 2), height_px * times, angle_deg)
