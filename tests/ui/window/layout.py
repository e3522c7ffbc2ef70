"""Nothing may be cut, outside of the window, or written over something else."""

from __future__ import annotations

import pygame
import pytest

from rules.words import listed
from tests.ui.window.fake_user import FakeUser
from ui.art.pen import Pictures
from ui.window import theme
from ui.window.canvas import Canvas, Rect
from ui.window.fonts import Fonts, line_height
from ui.window.page import Page
from ui.window.theme import Role

NEARLY = 0.75
"""Sizes are whole pixels: so far a text may be off what it is to be, in the window's units."""
LEAST = 17.0
"""How high the lines of a text must be, in the window's units, to be read from a sofa."""


def faults(page: Page) -> list[str]:
    """What is wrong with the texts and controls of a page, in words."""
    found = []
    written = page.written
    for i, one in enumerate(written):
        if one.cut:
            found.append(f"cut: {one.text!r}")
        if one.size < (one.role.least if one.role is not None else LEAST) - NEARLY:
            found.append(f"too small: {one.text!r}, {one.size:.1f}")
        x, y, w, h = one.ink
        if x < 0 or y < 0 or x + w > theme.WIDTH or y + h > theme.HEIGHT:
            found.append(f"outside: {one.text!r}")
        others = [other for other in written[i + 1 :] if one.layer == other.layer and overlap(one.ink, other.ink)]
        found += [f"{one.text!r} lies over {other.text!r}" for other in others]
    controls = page.controls.open
    for i, control in enumerate(controls):
        # A seat is pressed to lock and holds the button for the pistol; nothing else lies within another.
        later = [other for other in controls[i + 1 :] if not other.name.startswith("rob-")]
        found += [f"{control.name} lies over {other.name}" for other in later if overlap(control.rect, other.rect)]
    for key in sorted({key for control in controls for key in control.keys}):
        names = [control.name for control in controls for own in control.keys if own == key]
        if len(names) > 1:
            found.append(f"{listed(names)} share the key {key!r}")
    return found


def small(page: Page) -> list[str]:
    """What is too small to be read three metres away: whatever is under a thirtieth of the height, but keys."""
    return [
        f"{one.text!r}, {one.size:.1f}"
        for one in page.written
        if one.role is not Role.HINT and one.size < theme.LEAST - NEARLY
    ]


def overlap(a: Rect, b: Rect) -> bool:
    """Whether two rectangles share anything."""
    return a.x < b.x + b.w and b.x < a.x + a.w and a.y < b.y + b.h and b.y < a.y + a.h


class Unpainted(pygame.Surface):
    """A window on which nothing is painted: only where texts and controls are is looked at."""

    def fill(self, *what: object, **how: object) -> pygame.Rect:
        return self.get_rect()

    def blit(self, *what: object, **how: object) -> pygame.Rect:
        return self.get_rect()


def blank_pictures(patch: pytest.MonkeyPatch) -> None:
    """What is drawn or written is as large as ever and empty: only where texts and controls are is looked at."""
    blank: dict[tuple[int, int], pygame.Surface] = {}

    def get(self: Pictures, key: object, size_px: tuple[int, int], draw: object) -> pygame.Surface:
        return blank.get(size_px) or blank.setdefault(size_px, pygame.Surface(size_px, pygame.SRCALPHA))

    patch.setattr(Pictures, "get", get)
    patch.setattr(Canvas, "ground", lambda canvas: None)

    def draw(self: Fonts, line: str, size_px: int, colour: object, display: bool = False) -> pygame.Surface:
        size = max(1, self.width(line, size_px, display)), line_height(size_px)
        return blank.get(size) or blank.setdefault(size, pygame.Surface(size, pygame.SRCALPHA))

    patch.setattr(Fonts, "draw", draw)
    patch.setattr(FakeUser, "window", Unpainted)
