"""The camera's picture as a mirror, with the hands drawn as they are read."""

from __future__ import annotations

import numpy as np
import pygame

from gesture.hand_geometry import DIGIT_LANDMARKS
from gesture.reading.hand_reading import HandReading
from ui.window import theme
from ui.window.canvas import Rect
from ui.window.page import Page
from ui.window.workers.hands_worker import ReadFrame


class Mirror:
    """Turns frames into pictures, each only once."""

    def __init__(self) -> None:
        self._of: ReadFrame | None = None
        self._picture: pygame.Surface | None = None

    def draw(self, page: Page, room: Rect, seen: ReadFrame) -> None:
        """The frame, mirrored, with its hands: bent digits end in a ring, straight in a dot, unsure in a square."""
        if seen is not self._of or self._picture is None:
            rgb = np.ascontiguousarray(seen.frame.image[:, ::-1, ::-1])
            height, width = rgb.shape[:2]
            self._picture, self._of = pygame.image.frombuffer(rgb.tobytes(), (width, height), "RGB"), seen
        lies = page.photo(self._picture, room)
        scale = lies.w / seen.frame.size[0]
        for hand in seen.hands:
            _hand(page, lies, scale, hand)


def _hand(page: Page, lies: Rect, scale: float, hand: HandReading) -> None:
    def spot(index: int) -> tuple[float, float]:
        x, y = hand.landmarks[index]
        return page.px(lies.x + lies.w - float(x) * scale, lies.y + float(y) * scale)

    unit = page.unit_px
    for digit, points in DIGIT_LANDMARKS.items():
        unsure, bent = digit in hand.unsure, digit in hand.likelier
        colour = theme.UNSURE if unsure else theme.BENT if bent else theme.STRAIGHT
        line = [spot(0), *map(spot, points)]
        pygame.draw.lines(page.surface, theme.INK, False, line, max(1, round(7 * unit)))
        pygame.draw.lines(page.surface, colour, False, line, max(1, round(4 * unit)))
        x, y = line[-1]
        r = 8 * unit
        if unsure:
            page.surface.fill(colour, pygame.Rect(x - r, y - r, 2 * r, 2 * r))
        else:
            pygame.draw.circle(page.surface, theme.INK, (x, y), r + 2 * unit)
            pygame.draw.circle(page.surface, colour, (x, y), r)
            if bent:
                pygame.draw.circle(page.surface, theme.INK, (x, y), r * 0.5)
