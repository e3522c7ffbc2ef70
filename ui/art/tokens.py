"""Order tokens as hats, Round tiles, coins and the Sheriff token."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from rules.hands import Digit, Side
from ui.art.hand import INK, Look, draw_hand, shade
from ui.art.pen import Colour, Pen, Pictures

GOLD: Colour = (244, 200, 66)
FELTS: tuple[Colour, ...] = (
    (213, 94, 0), (86, 180, 233), (0, 158, 115), (240, 228, 66), (204, 121, 167), (0, 114, 178), (150, 150, 156),
    (160, 110, 70), (244, 244, 240),
)  # fmt: skip
"""Hats by place: the colours of Okabe and Ito, told apart by colour-blind eyes; each hat bears its number too."""


def draw_hat(pen: Pen, place: int, lit: bool = True) -> None:
    """A hat of about width 1 with the place (1 for the first) on it; unlit it is only an outline in the dark."""
    felt = FELTS[(place - 1) % len(FELTS)] if lit else (62, 68, 84)
    edge = INK if lit else (92, 98, 114)
    crown = [(-0.27, 0.16), (-0.25, -0.16), (-0.17, -0.33), (0, -0.27), (0.17, -0.33), (0.25, -0.16), (0.27, 0.16)]
    brim = [(-0.5, 0.02), (-0.44, 0.17), (-0.2, 0.29), (0, 0.31), (0.2, 0.29), (0.44, 0.17), (0.5, 0.02),
            (0.38, 0.1), (0.2, 0.16), (0, 0.18), (-0.2, 0.16), (-0.38, 0.1)]  # fmt: skip
    for grown, colour in ((1.0, edge), (0.0, felt)):
        pen.shape(_grow(crown, 0.03 * grown), colour)
        pen.blob(_grow(brim, 0.03 * grown, middle=(0, 0.16)), shade(colour, 0.9) if not grown and lit else colour)
    pen.shape([(-0.263, 0.05), (0.263, 0.05), (0.268, 0.15), (-0.268, 0.15)], shade(felt, 0.55) if lit else edge)
    dark = sum(felt[:3]) > 330
    pen.text(str(place), (0, -0.1), 0.23, (INK if dark else (250, 250, 245)) if lit else (140, 146, 160))


def draw_tile(pen: Pen, number: int) -> None:
    """A Round tile of width 1: an eight-sided wooden plate with its number and as many pips."""
    edge = [(0.5 * math.cos(t), 0.5 * math.sin(t)) for t in (math.pi / 8 + i * math.pi / 4 for i in range(8))]
    pen.shape(edge, INK)
    pen.shape([(x * 0.94, y * 0.94) for x, y in edge], (226, 178, 112))
    pen.shape([(x * 0.82, y * 0.82) for x, y in edge], (246, 224, 178))
    pen.text(str(number), (0, -0.06), 0.38 if number < 10 else 0.34, (92, 48, 30))
    for i in range(number):
        pen.disc(((i - (number - 1) / 2) * 0.052, 0.27), 0.02, (168, 74, 40))


def draw_coin(pen: Pen, value: int | None) -> None:
    """A Coin token of width 1; face down (None) it shows a star."""
    pen.disc((0, 0), 0.5, INK)
    pen.disc((0, 0), 0.465, shade(GOLD, 0.82))
    pen.disc((0, 0), 0.39, GOLD)
    for i in range(20):
        t = i * math.tau / 20
        pen.disc((0.428 * math.cos(t), 0.428 * math.sin(t)), 0.016, INK)
    if value is None:
        pen.shape(star(0.26, 0.11), shade(GOLD, 0.55))
    else:
        pen.text(str(value), (0, 0), 0.4, (92, 60, 10))


def draw_sheriff(pen: Pen, hand: Side | None) -> None:
    """The Sheriff token of width 1: a six-pointed star with the hand that goes first."""
    points = star(0.5, 0.27, 6)
    for grown, colour in ((1.0, INK), (0.93, GOLD)):
        pen.shape([(x * grown, y * grown) for x, y in points], colour)
        for i in range(6):
            t = i * math.tau / 6 - math.tau / 4
            pen.disc((0.47 * math.cos(t), 0.47 * math.sin(t)), 0.055 * grown if grown == 1 else 0.036, colour)
    pen.disc((0, 0), 0.25, shade(GOLD, 0.75))
    pen.disc((0, 0), 0.225, (250, 240, 214))
    if hand is None:
        pen.text("?", (0, 0), 0.2, (92, 60, 10))
    else:
        draw_hand(pen.at((0, 0.035), scale=0.15), hand, [], Look())


def draw_pistol(pen: Pen, side: Side, look: Look | None = None) -> None:
    """A hand shaped like a pistol, of a hand's size."""
    draw_hand(pen, side, [Digit.MIDDLE, Digit.RING, Digit.PINKY], look or Look())


def draw_tick(pen: Pen, colour: Colour) -> None:
    """A tick of about width 1."""
    pen.line([(-0.36, 0.02), (-0.1, 0.3), (0.38, -0.32)], 0.2, colour)


def draw_cross(pen: Pen, colour: Colour) -> None:
    """A cross of about width 1."""
    pen.line([(-0.32, -0.32), (0.32, 0.32)], 0.2, colour)
    pen.line([(-0.32, 0.32), (0.32, -0.32)], 0.2, colour)


def draw_cup(pen: Pen) -> None:
    """The winner's cup, of about width 1."""
    for grown, colour in ((0.045, INK), (0.0, GOLD)):
        for x in (-0.3, 0.3):
            pen.disc((x, -0.2), 0.17 + grown, colour)
        if grown:
            continue
        for x in (-0.3, 0.3):
            pen.disc((x, -0.2), 0.09, INK)
    bowl = [(-0.34, -0.42), (0.34, -0.42), (0.26, 0.0), (0.07, 0.16), (0.07, 0.3), (0.24, 0.44), (-0.24, 0.44),
            (-0.07, 0.3), (-0.07, 0.16), (-0.26, 0.0)]  # fmt: skip
    pen.shape([(x * 1.12, y * 1.08) for x, y in bowl], INK)
    pen.shape(bowl, GOLD)
    pen.shape(star(0.13, 0.055, middle=(0, -0.2)), shade(GOLD, 0.55))


def star(outer: float, inner: float, tips: int = 5, middle: tuple[float, float] = (0, 0)) -> list[tuple[float, float]]:
    """The corners of a star that stands on two tips."""
    out = []
    for i in range(2 * tips):
        r, t = (outer, inner)[i % 2], i * math.pi / tips - math.pi / 2
        out.append((middle[0] + r * math.cos(t), middle[1] + r * math.sin(t)))
    return out


def _grow(
    points: list[tuple[float, float]], by: float, middle: tuple[float, float] = (0, 0)
) -> list[tuple[float, float]]:
    out = []
    for x, y in points:
        dx, dy = x - middle[0], y - middle[1]
        length = math.hypot(dx, dy) or 1.0
        out.append((x + dx / length * by, y + dy / length * by))
    return out


def token_picture(
    pictures: Pictures, key: tuple[object, ...], side_px: float, draw: Callable[[Pen], None]
) -> pygame.Surface:
    """A token on a square picture a little wider than the token's width of `side_px`."""
    side = math.ceil(side_px * 1.16) + 2

    def paint(surface: pygame.Surface) -> None:
        times = surface.get_width() / side
        draw(Pen(surface, (surface.get_width() / 2, surface.get_height() / 2), side_px * times))

    return pictures.get((*key, round(side_px, 1)), (side, side), paint)
