"""Who watches the hands, as small pictures: a camera above a table, a laptop, nobody. Each is about 1 wide and high."""

from __future__ import annotations

from rules.hands import Digit, Side
from ui.art.hand import INK, Look, draw_hand
from ui.art.pen import Colour, Pen

METAL: Colour = (176, 190, 198)
DARK: Colour = (58, 68, 84)
GLASS: Colour = (120, 206, 236)
TOP: Colour = (206, 150, 92)
EDGE: Colour = (150, 100, 58)


def draw_camera_above(pen: Pen) -> None:
    """A camera on an arm looks down on hands on a table."""
    pen.shape([(0, -0.3), (-0.4, 0.24), (0.4, 0.24)], (250, 236, 170))
    pen.box((-0.5, 0.18, 1.0, 0.14), INK, 0.05)
    pen.box((-0.48, 0.2, 0.96, 0.1), TOP, 0.04)
    for x in (-0.38, 0.32):
        pen.box((x, 0.31, 0.07, 0.19), EDGE, 0.02)
    pen.line([(0.44, 0.2), (0.44, -0.4), (0.06, -0.4)], 0.05, METAL)
    pen.box((-0.15, -0.5, 0.3, 0.2), INK, 0.06)
    pen.box((-0.125, -0.475, 0.25, 0.15), DARK, 0.045)
    pen.disc((0, -0.31), 0.075, INK)
    pen.disc((0, -0.31), 0.05, GLASS)
    for side, x in ((Side.LEFT, -0.17), (Side.RIGHT, 0.13)):
        draw_hand(pen.at((x, 0.12), scale=0.13), side, [Digit.INDEX] if side is Side.LEFT else [], Look())


def draw_laptop(pen: Pen) -> None:
    """Hands held up to a laptop's own camera."""
    pen.box((-0.46, -0.46, 0.92, 0.66), INK, 0.07)
    pen.box((-0.43, -0.43, 0.86, 0.6), DARK, 0.05)
    pen.box((-0.38, -0.36, 0.76, 0.48), GLASS, 0.02)
    pen.disc((0, -0.395), 0.024, (104, 230, 150))
    pen.shape([(-0.46, 0.2), (0.46, 0.2), (0.56, 0.38), (-0.56, 0.38)], INK)
    pen.shape([(-0.43, 0.22), (0.43, 0.22), (0.52, 0.35), (-0.52, 0.35)], METAL)
    pen.box((-0.13, 0.26, 0.26, 0.06), DARK, 0.02)
    for side, x in ((Side.LEFT, -0.19), (Side.RIGHT, 0.19)):
        draw_hand(pen.at((x, -0.06), scale=0.16), side, [Digit.RING] if side is Side.RIGHT else [], Look())


def draw_nobody(pen: Pen) -> None:
    """Keys of a keyboard, which a finger presses."""
    for row, y in enumerate((-0.02, 0.24)):
        for column in range(4 - row):
            x = -0.48 + column * 0.25 + row * 0.12
            number = row * 4 + column + 1
            pressed = number == 2
            low = 0.02 if pressed else 0.0
            pen.box((x, y, 0.22, 0.23), INK, 0.05)
            face: Colour = (255, 204, 74) if pressed else (244, 238, 224)
            pen.box((x + 0.02, y + 0.015 + low, 0.18, 0.17), face, 0.04)
            pen.text(str(number), (x + 0.11, y + 0.1 + low), 0.09, INK)
    bent = (Digit.THUMB, Digit.MIDDLE, Digit.RING, Digit.PINKY)
    draw_hand(pen.at((0.02, -0.28), scale=0.2, angle_deg=180), Side.RIGHT, bent, Look())
