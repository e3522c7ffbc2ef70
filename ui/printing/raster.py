"""The faces of printed copies as pictures, as a good printer would show them: for measuring how they are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import pygame
from numpy.typing import NDArray

from ui.art.hand import INK
from ui.art.pen import Colour, Pen, Point
from ui.printing.paper import GROUND_MM2, area, spared
from ui.printing.pieces import WHITE, Drawing

LARGER = 3


@dataclass(frozen=True)
class _Spared:
    """A surface that takes as little ink as paper does in ink-saving print."""

    surface: pygame.Surface
    px_per_mm: float

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """A filled polygon, or its outline where it is a large ground."""
        ground = area(points) > GROUND_MM2 * self.px_per_mm**2
        pygame.draw.polygon(self.surface, WHITE if ground else spared(colour), points)
        if ground:
            pygame.draw.polygon(self.surface, (115, 115, 115), points, max(1, round(0.3 * self.px_per_mm)))

    def circle(self, center: Point, radius: float, colour: Colour) -> None:
        """A filled circle."""
        pygame.draw.circle(self.surface, spared(colour), center, radius)

    def text(self, text: str, center: Point, height: float, colour: Colour, angle_deg: float) -> None:
        """A text, dark whatever its colour."""
        dark = min(spared(colour), INK, key=sum)
        Pen(self.surface, center, 1.0, angle_deg).text(text, (0, 0), height, dark)


def picture(
    drawing: Drawing, size_mm: tuple[float, float], px_per_mm: float, saving: bool = False
) -> NDArray[np.uint8]:
    """A face of that size on white paper, in colour or with little ink: BGR, (H, W, 3)."""
    pygame.font.init()
    width, height = (round(side * px_per_mm) for side in size_mm)
    surface = pygame.Surface((width * LARGER, height * LARGER))
    surface.fill(WHITE)
    ground = _Spared(surface, px_per_mm * LARGER) if saving else surface
    drawing(Pen(ground, (width * LARGER / 2, height * LARGER / 2), px_per_mm * LARGER))
    large = np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1)[..., ::-1])
    return np.asarray(cv2.resize(large, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
