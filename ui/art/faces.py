"""The faces that players choose: a hat with a face under it, each with a colour and a shape of its own.

A face is drawn around the pen's origin, about 1 wide and 1 high.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from ui.art.hand import INK, shade
from ui.art.pen import Colour, Pen, Point
from ui.art.tokens import star

SKIN: Colour = (250, 222, 186)
PALE: Colour = (252, 248, 236)


class Mood(StrEnum):
    """What a face looks like just now."""

    GLAD = "glad"
    CHEERS = "cheers"
    SAD = "sad"
    STARTLED = "startled"


def draw_face(pen: Pen, number: int, colour: Colour, mood: Mood = Mood.GLAD) -> None:
    """The face of that number under its hat of that colour."""
    _head(pen, number, mood)
    _outlined(pen, HATS[number % len(HATS)], colour)


def _head(pen: Pen, number: int, mood: Mood) -> None:
    pen.disc((0, 0.12), 0.375, INK)
    pen.disc((0, 0.12), 0.345, SKIN)
    for x in (-0.22, 0.22):
        pen.disc((x, 0.22), 0.06, (244, 168, 140))
    big = 1.5 if mood is Mood.STARTLED else 1.0
    for x in (-0.13, 0.13):
        if mood is Mood.CHEERS:
            pen.line([(x - 0.06, 0.11), (x, 0.05), (x + 0.06, 0.11)], 0.035, INK)
        else:
            pen.oval((x, 0.09), 0.042 * big, 0.058 * big, INK)
            pen.disc((x + 0.014, 0.07), 0.016 * big, PALE)
    _mouth(pen, mood)
    beard = number % 4
    if beard == 1:
        pen.line([(-0.15, 0.205), (-0.06, 0.185), (0, 0.2), (0.06, 0.185), (0.15, 0.205)], 0.05, (92, 58, 38))
    elif beard == 2:
        for x in (-0.21, -0.17, 0.17, 0.21):
            pen.disc((x, 0.185), 0.014, (206, 120, 86))
    elif beard == 3:
        for x in (-0.13, 0.13):
            _ring(pen, (x, 0.09), 0.1)
        pen.line([(-0.035, 0.085), (0.035, 0.085)], 0.024, INK)


def _ring(pen: Pen, center: Point, radius: float) -> None:
    x, y = center
    points = [star(radius, radius, 12)[i] for i in range(24)]
    around = [(x + dx, y + dy) for dx, dy in points]
    pen.line([*around, around[0]], 0.024, INK)


def _mouth(pen: Pen, mood: Mood) -> None:
    if mood is Mood.SAD:
        pen.line([(-0.12, 0.35), (-0.06, 0.305), (0, 0.295), (0.06, 0.305), (0.12, 0.35)], 0.036, INK)
    elif mood is Mood.STARTLED:
        pen.oval((0, 0.32), 0.055, 0.075, INK)
    elif mood is Mood.CHEERS:
        pen.blob([(-0.16, 0.245), (0, 0.265), (0.16, 0.245), (0.09, 0.37), (0, 0.4), (-0.09, 0.37)], INK)
        pen.oval((0, 0.36), 0.07, 0.03, (226, 88, 84))
    else:
        pen.line([(-0.13, 0.27), (-0.07, 0.32), (0, 0.335), (0.07, 0.32), (0.13, 0.27)], 0.036, INK)


Paint = Callable[[Pen, Colour, float], None]
"""Draws a hat of a colour, all of it so much larger: once in ink for its edge, once as it is."""


def _outlined(pen: Pen, hat: Paint, colour: Colour) -> None:
    hat(pen, INK, 0.03)
    hat(pen, colour, 0.0)


def _band(colour: Colour) -> Colour:
    return INK if colour == INK else shade(colour, 0.6)


def _slab(pen: Pen, rect: tuple[float, float, float, float], colour: Colour, grown: float, round_by: float) -> None:
    x, y, w, h = rect
    pen.box((x - grown, y - grown, w + 2 * grown, h + 2 * grown), colour, round_by + grown)


def _cowboy(pen: Pen, colour: Colour, grown: float) -> None:
    g = grown
    pen.blob([(-0.5 - g, -0.24), (-0.4, -0.1 + g), (0, -0.04 + g), (0.4, -0.1 + g), (0.5 + g, -0.24), (0.3, -0.17 - g),
              (0, -0.14 - g), (-0.3, -0.17 - g)], colour)  # fmt: skip
    pen.shape([(-0.27 - g, -0.12), (-0.24 - g, -0.38), (-0.14, -0.49 - g), (0, -0.43 - g), (0.14, -0.49 - g),
               (0.24 + g, -0.38), (0.27 + g, -0.12)], colour)  # fmt: skip
    _slab(pen, (-0.26, -0.22, 0.52, 0.07), _band(colour), 0, 0.02)


def _bowler(pen: Pen, colour: Colour, grown: float) -> None:
    pen.oval((0, -0.24), 0.29 + grown, 0.25 + grown, colour)
    _slab(pen, (-0.42, -0.18, 0.84, 0.08), colour, grown, 0.04)
    _slab(pen, (-0.28, -0.24, 0.56, 0.06), _band(colour), 0, 0.01)


def _top_hat(pen: Pen, colour: Colour, grown: float) -> None:
    _slab(pen, (-0.25, -0.5, 0.5, 0.36), colour, grown, 0.03)
    _slab(pen, (-0.42, -0.18, 0.84, 0.08), colour, grown, 0.04)
    _slab(pen, (-0.25, -0.26, 0.5, 0.08), _band(colour), 0, 0.0)


def _cap(pen: Pen, colour: Colour, grown: float) -> None:
    pen.oval((0, -0.17), 0.34 + grown, 0.25 + grown, colour)
    pen.oval((0.3, -0.1), 0.24 + grown, 0.065 + grown, colour)
    pen.oval((0.3, -0.1), 0.22, 0.045, _band(colour))
    pen.disc((0, -0.42), 0.045 + grown, colour)


def _beanie(pen: Pen, colour: Colour, grown: float) -> None:
    pen.oval((0, -0.18), 0.33 + grown, 0.24 + grown, colour)
    pen.disc((0, -0.44), 0.085 + grown, PALE if colour != INK else INK)
    _slab(pen, (-0.36, -0.18, 0.72, 0.11), _band(colour), grown, 0.05)


def _crown(pen: Pen, colour: Colour, grown: float) -> None:
    g = grown
    pen.shape([(-0.33 - g, -0.1 + g), (-0.36 - g, -0.44 - g), (-0.17, -0.28 - g), (0, -0.5 - g), (0.17, -0.28 - g),
               (0.36 + g, -0.44 - g), (0.33 + g, -0.1 + g)], colour)  # fmt: skip
    if not grown:
        for x in (-0.2, 0.0, 0.2):
            pen.disc((x, -0.19), 0.04, _band(colour))
    for x, y in ((-0.36, -0.45), (0.0, -0.5), (0.36, -0.45)):
        pen.disc((x, y), 0.04 + g, colour)


def _wizard(pen: Pen, colour: Colour, grown: float) -> None:
    g = grown
    pen.shape([(-0.3 - g, -0.12), (0.06, -0.56 - 1.6 * g), (0.3 + g, -0.12)], colour)
    pen.oval((0, -0.12), 0.42 + g, 0.07 + g, colour)
    if not g:
        pen.shape(star(0.08, 0.035, middle=(0.02, -0.28)), PALE)


def _sombrero(pen: Pen, colour: Colour, grown: float) -> None:
    g = grown
    pen.oval((0, -0.14), 0.5 + g, 0.1 + g, colour)
    pen.oval((0, -0.15), 0.4, 0.055, _band(colour))
    pen.blob([(-0.22 - g, -0.14), (-0.15 - g, -0.42), (0, -0.5 - g), (0.15 + g, -0.42), (0.22 + g, -0.14)], colour)


def _chef(pen: Pen, colour: Colour, grown: float) -> None:
    for x, y in ((-0.2, -0.34), (0.2, -0.34), (0.0, -0.4)):
        pen.disc((x, y), 0.16 + grown, colour)
    _slab(pen, (-0.27, -0.32, 0.54, 0.22), colour, grown, 0.04)
    _slab(pen, (-0.27, -0.15, 0.54, 0.05), _band(colour), 0, 0.02)


def _pirate(pen: Pen, colour: Colour, grown: float) -> None:
    g = grown
    pen.blob([(-0.5 - g, -0.14 + g), (-0.3, -0.36 - g), (0, -0.5 - g), (0.3, -0.36 - g), (0.5 + g, -0.14 + g),
              (0, -0.08 + g)], colour)  # fmt: skip
    if not g:
        pen.disc((0, -0.28), 0.085, PALE)
        pen.disc((-0.03, -0.29), 0.02, INK)
        pen.disc((0.03, -0.29), 0.02, INK)


def _party(pen: Pen, colour: Colour, grown: float) -> None:
    g = grown
    pen.shape([(-0.25 - g, -0.1 + g), (0, -0.5 - 2 * g), (0.25 + g, -0.1 + g)], colour)
    if not g:
        for x, y in ((-0.1, -0.17), (0.09, -0.16), (0.0, -0.29), (0.01, -0.4)):
            pen.disc((x, y), 0.03, PALE)
    pen.disc((0, -0.5), 0.06 + g, PALE if not g else INK)


def _bow(pen: Pen, colour: Colour, grown: float) -> None:
    g = grown
    pen.oval((0, -0.12), 0.36 + g, 0.2 + g, INK if g else (110, 66, 40))
    for turn in (-1, 1):
        pen.shape([(0, -0.3), (turn * (0.27 + g), -0.46 - g), (turn * (0.27 + g), -0.14 + g)], colour)
    pen.disc((0, -0.3), 0.075 + g, _band(colour))


HATS: tuple[Paint, ...] = (
    _cowboy, _bowler, _beanie, _crown, _wizard, _cap, _top_hat, _sombrero, _chef, _pirate, _party, _bow
)  # fmt: skip
"""As many as there are colours of players."""
