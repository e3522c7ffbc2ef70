"""A camera's picture on the page, with seats and hands drawn on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import pygame
from numpy.typing import NDArray

from gesture.hand_geometry import DIGIT_LANDMARKS
from gesture.reading.hand_reading import HandReading
from ui.art.pen import Colour
from ui.window import theme
from ui.window.canvas import Rect
from ui.window.page import Page


class Picture:
    """Scales a camera's newest picture to the screen, each only once."""

    def __init__(self) -> None:
        self._of: NDArray[np.uint8] | None = None
        self._made: tuple[int, int, bool] | None = None
        self._surface: pygame.Surface | None = None

    def draw(self, page: Page, room: Rect, image: NDArray[np.uint8], as_mirror: bool = False) -> Spot:
        """The picture (H, W, 3), BGR, as large as fits in `room`; returns where it lies."""
        height, width = image.shape[:2]
        whole = page.rect_px(room)
        scale = min(whole.w / width, whole.h / height)
        size = max(1, int(width * scale)), max(1, int(height * scale))
        if self._surface is None or image is not self._of or self._made != (*size, as_mirror):
            smooth = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
            small = cv2.cvtColor(cv2.resize(image, size, interpolation=smooth), cv2.COLOR_BGR2RGB)
            small = np.ascontiguousarray(small[:, ::-1]) if as_mirror else small
            self._surface = pygame.image.frombuffer(small.tobytes(), size, "RGB")
            self._of, self._made = image, (*size, as_mirror)
        x, y = whole.x + (whole.w - size[0]) // 2, whole.y + (whole.h - size[1]) // 2
        page.surface.blit(self._surface, (x, y))
        x0, y0 = page.units(x, y)
        lies = Rect(x0, y0, size[0] / page.unit_px, size[1] / page.unit_px)
        return Spot(lies, lies.w / width, as_mirror)


@dataclass(frozen=True)
class Spot:
    """Where a picture lies on the page, and how its pixels become the page's units."""

    lies: Rect
    scale: float
    as_mirror: bool

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A pixel of the picture in the page's units."""
        across = self.lies.w - x * self.scale if self.as_mirror else x * self.scale
        return self.lies.x + across, self.lies.y + y * self.scale

    def around(self, zone: NDArray[np.float64]) -> Rect:
        """The upright rectangle around a zone (N, 2), as far as it lies on the picture."""
        corners = np.array([self.at(float(x), float(y)) for x, y in zone])
        low = np.maximum(corners.min(0), [self.lies.x, self.lies.y])
        high = np.minimum(corners.max(0), [self.lies.x + self.lies.w, self.lies.y + self.lies.h])
        return Rect(float(low[0]), float(low[1]), max(1.0, float(high[0] - low[0])), max(1.0, float(high[1] - low[1])))


def draw_zone(page: Page, spot: Spot, zone: NDArray[np.float64], colour: Colour, broken: bool, width: float) -> None:
    """The outline of a zone (N, 2), a broken line for one that nobody sits at."""
    held = page.surface.get_clip()
    page.surface.set_clip(page.rect_px(spot.lies))
    points = [page.px(*spot.at(float(x), float(y))) for x, y in zone]
    thick = max(1, round(width * page.unit_px))
    for ink, wide in ((theme.INK, thick + max(2, round(3 * page.unit_px))), (colour, thick)):
        for a, b in zip(points, points[1:] + points[:1], strict=True):
            steps = 14 if broken else 1
            for k in range(0, steps, 2):
                start = (a[0] + (b[0] - a[0]) * k / steps, a[1] + (b[1] - a[1]) * k / steps)
                end = (a[0] + (b[0] - a[0]) * (k + 1) / steps, a[1] + (b[1] - a[1]) * (k + 1) / steps)
                pygame.draw.line(page.surface, ink, start, end, wide)
    page.surface.set_clip(held)


def draw_hands(page: Page, spot: Spot, hands: Sequence[HandReading]) -> None:
    """Hands as they are read: bent digits end in a ring, straight ones in a dot, unsure ones in a square."""
    for hand in hands:
        _hand(page, spot, hand)


def _hand(page: Page, spot: Spot, hand: HandReading) -> None:
    points = [page.px(*spot.at(float(x), float(y))) for x, y in hand.landmarks]
    long = max(abs(a - b) for a, b in zip(points[0], points[9], strict=True))
    unit = min(max(long / 40, page.unit_px * 0.45), page.unit_px * 1.6)
    for digit, indexes in DIGIT_LANDMARKS.items():
        unsure, bent = digit in hand.unsure, digit in hand.likelier
        colour = theme.UNSURE if unsure else theme.BENT if bent else theme.STRAIGHT
        line = [points[0], *(points[i] for i in indexes)]
        pygame.draw.lines(page.surface, theme.INK, False, line, max(2, round(7 * unit)))
        pygame.draw.lines(page.surface, colour, False, line, max(1, round(4 * unit)))
        x, y = line[-1]
        r = 8 * unit
        if unsure:
            page.surface.fill(
                theme.INK, pygame.Rect(x - r - 2 * unit, y - r - 2 * unit, 2 * r + 4 * unit, 2 * r + 4 * unit)
            )
            page.surface.fill(colour, pygame.Rect(x - r, y - r, 2 * r, 2 * r))
        else:
            pygame.draw.circle(page.surface, theme.INK, (x, y), r + 2 * unit)
            pygame.draw.circle(page.surface, colour, (x, y), r)
            if bent:
                pygame.draw.circle(page.surface, theme.INK, (x, y), r * 0.5)
