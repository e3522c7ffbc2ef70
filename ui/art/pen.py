"""A pen for smooth shapes: it draws in units of its own, turned, scaled and mirrored, onto a surface's pixels or paper.

Surfaces are drawn several times too large and then made smaller, which is where the smooth edges come from.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

import pygame

Point = tuple[float, float]
Colour = tuple[int, int, int] | tuple[int, int, int, int]
KEPT_BYTES = 256_000_000
"""How many bytes of finished pictures are kept; the ones unused for longest go first."""
FRAME_PX = 3_000_000
"""So many pixels of new pictures are drawn for one frame, ..."""
EACH_PX = 400_000
"""... each picture taking as long as so many, however small it is: some 30 ms for all."""

SMALL_PX = 10_000
"""Pictures of no more pixels, such as corners, are drawn at once all the same."""


class Paper(Protocol):
    """What is printed on: it takes shapes as they are, in its own unit, which then stands for pixels."""

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """A filled polygon."""

    def circle(self, center: Point, radius: float, colour: Colour) -> None:
        """A filled circle."""

    def text(self, text: str, center: Point, height: float, colour: Colour, angle_deg: float) -> None:
        """A short bold text turned clockwise, whose capitals have that height."""


@dataclass(frozen=True)
class Pen:
    """`p` units become `origin + unit_px * turned(p)` pixels; `mirror` flips left and right before turning.

    `y` goes down and angles clockwise, as on a screen.
    """

    surface: pygame.Surface | Paper
    origin_px: Point
    unit_px: float
    angle_deg: float = 0.0
    mirror: bool = False

    def px(self, point: Point) -> Point:
        """Where a point lies on the surface, in pixels."""
        x, y = (-point[0] if self.mirror else point[0]) * self.unit_px, point[1] * self.unit_px
        cos, sin = math.cos(math.radians(self.angle_deg)), math.sin(math.radians(self.angle_deg))
        return self.origin_px[0] + x * cos - y * sin, self.origin_px[1] + x * sin + y * cos

    def at(self, point: Point, scale: float = 1.0, angle_deg: float = 0.0, mirror: bool = False) -> Pen:
        """A pen whose origin is `point` of this one, turned by `angle_deg` and mirrored on top."""
        turn = -angle_deg if self.mirror else angle_deg
        flipped = self.mirror != mirror
        return Pen(self.surface, self.px(point), self.unit_px * scale, self.angle_deg + turn, flipped)

    def shape(self, points: Sequence[Point], colour: Colour) -> None:
        """A filled polygon."""
        corners = [self.px(point) for point in points]
        if isinstance(self.surface, pygame.Surface):
            pygame.draw.polygon(self.surface, colour, corners)
        else:
            self.surface.polygon(corners, colour)

    def blob(self, points: Sequence[Point], colour: Colour) -> None:
        """A filled closed curve through the points."""
        self.shape(curve(points, closed=True), colour)

    def disc(self, center: Point, radius: float, colour: Colour) -> None:
        """A filled circle."""
        if isinstance(self.surface, pygame.Surface):
            pygame.draw.circle(self.surface, colour, self.px(center), radius * self.unit_px)
        else:
            self.surface.circle(self.px(center), radius * self.unit_px, colour)

    def oval(self, center: Point, rx: float, ry: float, colour: Colour, angle_deg: float = 0.0) -> None:
        """A filled ellipse with its own turn."""
        self.at(center, angle_deg=angle_deg).shape(
            [(rx * math.cos(t), ry * math.sin(t)) for t in (i * math.tau / 48 for i in range(48))], colour
        )

    def bone(self, start: Point, end: Point, start_r: float, end_r: float, colour: Colour) -> None:
        """A rounded bar that may taper."""
        self.disc(start, start_r, colour)
        self.disc(end, end_r, colour)
        dx, dy = end[0] - start[0], end[1] - start[1]
        length = math.hypot(dx, dy) or 1.0
        nx, ny = -dy / length, dx / length
        self.shape(
            [
                (start[0] + nx * start_r, start[1] + ny * start_r),
                (end[0] + nx * end_r, end[1] + ny * end_r),
                (end[0] - nx * end_r, end[1] - ny * end_r),
                (start[0] - nx * start_r, start[1] - ny * start_r),
            ],
            colour,
        )

    def line(self, points: Sequence[Point], width: float, colour: Colour) -> None:
        """A line with round ends and corners."""
        for start, end in pairwise(points):
            self.bone(start, end, width / 2, width / 2, colour)

    def box(self, rect: tuple[float, float, float, float], colour: Colour, round_by: float = 0.0) -> None:
        """A filled rectangle x, y, w, h with rounded corners, turned with the pen."""
        x, y, w, h = rect
        r = min(round_by, w / 2, h / 2)
        corners = ((x + w - r, y + r, -90), (x + w - r, y + h - r, 0), (x + r, y + h - r, 90), (x + r, y + r, 180))
        points = []
        for cx, cy, start in corners:
            for i in range(9):
                t = math.radians(start + i * 90 / 8)
                points.append((cx + r * math.cos(t), cy + r * math.sin(t)))
        self.shape(points, colour)

    def text(self, text: str, center: Point, height: float, colour: Colour) -> None:
        """A short bold text, never mirrored, turned with the pen; `height` is that of its capitals."""
        if not isinstance(self.surface, pygame.Surface):
            self.surface.text(text, self.px(center), height * self.unit_px, colour, self.angle_deg)
            return
        size = max(8, round(height * self.unit_px / 0.73))
        font = pygame.font.Font(pygame.font.get_default_font(), size)
        drawn = font.render(text, True, colour)
        if self.angle_deg % 360:
            drawn = pygame.transform.rotozoom(drawn, -self.angle_deg, 1.0)
        x, y = self.px(center)
        self.surface.blit(drawn, (x - drawn.get_width() / 2, y - drawn.get_height() / 2))


def curve(points: Sequence[Point], closed: bool, steps: int = 10) -> list[Point]:
    """A smooth (Catmull-Rom) curve through the points."""
    n = len(points)
    out: list[Point] = []
    for i in range(n if closed else n - 1):
        p0, p1, p2, p3 = (points[j % n] if closed else points[min(max(j, 0), n - 1)] for j in (i - 1, i, i + 1, i + 2))
        for step in range(steps):
            t = step / steps
            x, y = (
                0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t)
                for a, b, c, d in zip(p0, p1, p2, p3, strict=True)
            )
            out.append((x, y))
    if not closed:
        out.append(points[-1])
    return out


class Pictures:
    """Finished pictures, kept until the memory for them is full.

    Once `begin_frame` is called, no frame waits for more new pictures than a few: the others come with the next ones.
    """

    def __init__(self, kept_bytes: int = KEPT_BYTES) -> None:
        self._kept: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        self._room = kept_bytes
        self._left_px = math.inf
        self._nothing = pygame.Surface((1, 1), pygame.SRCALPHA)
        self.waiting = False
        """Whether this frame lacks a picture."""

    def begin_frame(self) -> None:
        """A new frame, for which a few new pictures may be drawn."""
        self._left_px, self.waiting = FRAME_PX, False

    def get(self, key: Hashable, size_px: tuple[int, int], draw: Callable[[pygame.Surface], None]) -> pygame.Surface:
        """The picture of that key and size; drawn now, smoothly, if it is not there yet and this frame has time for it,
        else nothing to be seen."""
        full = (key, size_px)
        found = self._kept.get(full)
        if found is not None:
            self._kept.move_to_end(full)
            return found
        small = size_px[0] * size_px[1] <= SMALL_PX
        if self._left_px <= 0 and not small:
            self.waiting = True
            return self._nothing
        self._left_px -= (0 if small else EACH_PX) + size_px[0] * size_px[1]
        picture = smooth(size_px, draw)
        self._kept[full] = picture
        self._room -= _bytes(picture)
        while self._room < 0 and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self._room += _bytes(old)
        return picture

    def __contains__(self, full: Hashable) -> bool:
        return full in self._kept


def smooth(size_px: tuple[int, int], draw: Callable[[pygame.Surface], None]) -> pygame.Surface:
    """A picture with transparent ground on which `draw` painted a surface some whole times as large."""
    width, height = max(1, size_px[0]), max(1, size_px[1])
    times = 4 if max(width, height) <= 200 else 3 if max(width, height) <= 700 else 2
    large = pygame.Surface((width * times, height * times), pygame.SRCALPHA)
    draw(large)
    # Averaging must not mix in the colour of what is transparent, so colours are weighted by how opaque they are.
    return pygame.transform.smoothscale(large.premul_alpha(), (width, height))


def _bytes(picture: pygame.Surface) -> int:
    return picture.get_width() * picture.get_height() * 4
