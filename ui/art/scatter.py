"""How revealed cards come to lie: anywhere, turned any way, none on another."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import NamedTuple

from ui.art.card import ASPECT
from ui.art.pen import Point

GAP = 1.04
"""Cards keep at least this much more room than they fill."""
TRIES = 60
TALLEST = 0.62
"""No card is taller than this share of the field's height."""


class Lying(NamedTuple):
    """Where a card's middle lies and by how much it is turned, clockwise."""

    center: Point
    angle_deg: float


def scatter(n: int, width: float, height: float, lot: random.Random) -> tuple[float, list[Lying]]:
    """The height of the cards and where each of `n` lies within (0, 0) to (`width`, `height`)."""
    rows, columns, safe = max((_grid(n, rows, width, height) for rows in range(1, n + 1)), key=lambda grid: grid[2])
    tall = min(safe * 1.22, height * TALLEST)
    while tall > safe:
        for _ in range(TRIES):
            lying = _throw(n, rows, columns, width, height, tall, lot)
            if lying is not None:
                return tall, lying
        tall *= 0.96
    tall = min(safe, height * TALLEST)
    spots = _spots(n, rows, columns, width, height)
    return tall, [Lying(spot, lot.uniform(0, 360)) for spot in spots]


def _grid(n: int, rows: int, width: float, height: float) -> tuple[int, int, float]:
    """A grid for `n` cards and the height at which they fit into its cells however they are turned."""
    columns = math.ceil(n / rows)
    return rows, columns, min(width / columns, height / rows) / math.hypot(1, ASPECT) / GAP


def _spots(n: int, rows: int, columns: int, width: float, height: float) -> list[Point]:
    """The middles of the grid's cells, row by row; rows that are not full stand in the middle."""
    spots: list[Point] = []
    for row in range(rows):
        mine = min(columns, n - row * columns)
        y = height * (row + 0.5) / rows
        spots += [(width * (i + 0.5 + (columns - mine) / 2) / columns, y) for i in range(mine)]
    return spots


def _throw(
    n: int, rows: int, columns: int, width: float, height: float, tall: float, lot: random.Random
) -> list[Lying] | None:
    thrown: list[Lying] = []
    for x, y in _spots(n, rows, columns, width, height):
        for _ in range(12):
            reach_x, reach_y = width / columns * 0.16, height / rows * 0.12
            spot = (x + lot.uniform(-reach_x, reach_x), y + lot.uniform(-reach_y, reach_y))
            new = Lying(spot, lot.uniform(0, 360))
            box = corners(new, tall * GAP)
            if any(not (0 <= cx <= width and 0 <= cy <= height) for cx, cy in box):
                continue
            if not any(overlap(box, corners(old, tall * GAP)) for old in thrown):
                thrown.append(new)
                break
        else:
            return None
    return thrown


def corners(lying: Lying, tall: float) -> list[Point]:
    """The four corners of a card that lies so and is `tall` high."""
    cos, sin = math.cos(math.radians(lying.angle_deg)), math.sin(math.radians(lying.angle_deg))
    half = ((-ASPECT / 2, -0.5), (ASPECT / 2, -0.5), (ASPECT / 2, 0.5), (-ASPECT / 2, 0.5))
    return [
        (lying.center[0] + tall * (x * cos - y * sin), lying.center[1] + tall * (x * sin + y * cos)) for x, y in half
    ]


def overlap(a: Sequence[Point], b: Sequence[Point]) -> bool:
    """Whether two convex shapes overlap: they do unless a line along one of their sides parts them."""
    for shape in (a, b):
        for i, (x0, y0) in enumerate(shape):
            x1, y1 = shape[(i + 1) % len(shape)]
            nx, ny = y1 - y0, x0 - x1
            of_a = [nx * x + ny * y for x, y in a]
            of_b = [nx * x + ny * y for x, y in b]
            if max(of_a) <= min(of_b) or max(of_b) <= min(of_a):
                return False
    return True
