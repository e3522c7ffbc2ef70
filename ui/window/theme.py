"""Colours and sizes of the window. What matters also differs in shape, for eyes that see few colours."""

from __future__ import annotations

from ui.art.pen import Colour

WIDTH, HEIGHT = 1600.0, 900.0
"""The window's own units: everything is laid out on a field of this size, which is then scaled to the screen."""

NIGHT: Colour = (24, 30, 46)
TABLE: Colour = (34, 43, 64)
RAISED: Colour = (50, 62, 90)
RAISED_HOVER: Colour = (66, 80, 114)
LINE: Colour = (86, 100, 136)
CREAM: Colour = (250, 243, 224)
QUIET: Colour = (182, 190, 210)
FAINT: Colour = (146, 156, 180)
GOLD: Colour = (244, 196, 66)
GOLD_HOVER: Colour = (255, 214, 110)
INK: Colour = (30, 24, 30)
RIGHT: Colour = (0, 178, 128)
WRONG: Colour = (236, 114, 44)
BENT: Colour = (240, 140, 30)
STRAIGHT: Colour = (86, 180, 233)
UNSURE: Colour = (200, 200, 210)
WRONG_DIGIT: Colour = (225, 60, 90)

TITLE, HEADING, TEXT, SMALL = 64.0, 42.0, 31.0, 25.0
"""Sizes of text, as the height of a line in the window's units."""
SMALLEST = 12.0
"""No text is made smaller than this to fit."""
LEGIBLE = 17.5
"""Before a text becomes smaller than this its words are broken between letters, where it may take more lines."""
TEXT_SCALES = (1.0, 1.15, 1.3)
"""What the size of text can be multiplied by, where there is room for it."""
