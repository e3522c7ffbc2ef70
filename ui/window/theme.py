"""The look of the window: colours, roles of text, players' colours. What matters also differs in shape, for eyes that
see few colours.

Felt lies on a wooden table. Grounds are at least 1.5 times as bright as what they lie on, so that they are told apart
in a lit room: WOOD, then FELT, then RAISED for what can be pressed or is still open.
"""

from __future__ import annotations

from enum import Enum

from ui.art.pen import Colour

WIDTH, HEIGHT = 1600.0, 900.0
"""The window's own units: everything is laid out on a field of this size, which is then scaled to the screen."""

WOOD: Colour = (62, 38, 25)
"""The table, and whatever is dark."""
FELT: Colour = (22, 82, 84)
"""Panels, and what is done with."""
RAISED: Colour = (36, 113, 112)
"""What can be pressed, and a seat that is still open."""
RAISED_HOVER: Colour = (52, 136, 132)
LINE: Colour = (132, 174, 164)
CREAM: Colour = (255, 247, 228)
QUIET: Colour = (226, 220, 200)
FAINT: Colour = (192, 190, 176)
GOLD: Colour = (255, 204, 74)
GOLD_HOVER: Colour = (255, 222, 130)
INK: Colour = (40, 24, 20)
RIGHT: Colour = (104, 230, 150)
WRONG: Colour = (255, 170, 116)
ALARM: Colour = (92, 34, 24)
"""Behind what went wrong."""
BENT: Colour = (240, 140, 30)
STRAIGHT: Colour = (86, 180, 233)
UNSURE: Colour = (200, 200, 210)
WRONG_DIGIT: Colour = (225, 60, 90)

NIGHT, TABLE = WOOD, FELT

TITLE, HEADING, TEXT, SMALL = 64.0, 50.0, 34.0, 30.0
"""Sizes of text, as the height of a line in the window's units."""
MATTERS, LEAST = HEIGHT / 18, HEIGHT / 30
"""What matters is no smaller than the first, and nothing but key hints smaller than the second."""
SMALLEST = 12.0
"""No text is made smaller than this to fit."""
LEGIBLE = 17.5
"""Before a text becomes smaller than this its words are broken between letters, where it may take more lines."""
TEXT_SCALES = (1.0, 1.15, 1.3)
"""What the size of text can be multiplied by, where there is room for it."""


class Role(Enum):
    """What a text is for: the height of its lines where there is room, the least that it may be, in the window's units,
    and whether it is seen from afar, in the display font."""

    CALLOUT = (92.0, MATTERS, True)
    """What the referee calls out."""
    VERDICT = (72.0, MATTERS, True)
    TITLE = (64.0, MATTERS, True)
    """The question or the name of a screen."""
    PROMPT = (54.0, MATTERS, True)
    """The one instruction of the moment."""
    NAME = (52.0, MATTERS, True)
    """A player's."""
    SCORE = (66.0, MATTERS, True)
    CHOICE = (44.0, LEAST, True)
    """What a large button or tile says."""
    BODY = (36.0, LEAST, False)
    """Whatever else is read."""
    HINT = (24.0, 18.0, True)
    """The key of a button, and nothing else."""

    def __init__(self, size: float, least: float, display: bool) -> None:
        self.size, self.least, self.display = size, least, display


PLAYERS: tuple[Colour, ...] = (
    (236, 106, 52), (92, 190, 240), (64, 200, 130), (250, 222, 84), (224, 132, 190), (120, 136, 240), (190, 194, 204),
    (198, 142, 92), (250, 246, 240), (240, 84, 96), (150, 220, 210), (180, 120, 220),
)  # fmt: skip
"""The colour of each face that a player may have. Each face has a shape of its own too."""
