"""The wooden table on which everything lies. It goes on without a seam to its right and left."""

from __future__ import annotations

import math
import random
from functools import lru_cache
from itertools import pairwise

import numpy as np
import pygame
from numpy.typing import NDArray

from ui.art.pen import Colour

PLANKS = 5
"""So many boards lie side by side."""
GRAINS = 9
"""So many waves make the grain of a board."""
DEPTH = 0.24
"""How far the grain is darker than the wood."""
FINEST = 1000
"""It is drawn no larger than so many pixels and then made larger: grain is soft."""
JOINT = 0.012
"""The gap between two boards, as a share of one."""


@lru_cache(maxsize=3)
def wood(size_px: tuple[int, int], colour: Colour) -> pygame.Surface:
    """A table of that size, not to be drawn on; no part of it is brighter than `colour`."""
    less = max(1.0, size_px[0] / FINEST, size_px[1] / FINEST)
    width, height = max(1, round(size_px[0] / less)), max(1, round(size_px[1] / less))
    level = np.ones((height, width), np.float32)
    edges = [round(height * i / PLANKS) for i in range(PLANKS + 1)]
    for number, (top, low) in enumerate(pairwise(edges)):
        if low > top:
            level[top:low] = _board(width, low - top, random.Random(f"board {number}"))
    shown = np.asarray(colour[:3], np.float32) * level.T[..., None]
    surface = pygame.Surface((width, height), depth=24)
    pygame.surfarray.blit_array(surface, shown.astype(np.uint8))
    table = pygame.Surface(size_px)
    table.blit(pygame.transform.smoothscale(surface, size_px), (0, 0))
    return table


def _board(width: int, height: int, lot: random.Random) -> NDArray[np.float32]:
    """The levels of one board, from 1 for its own colour downwards."""
    along = np.linspace(0, math.tau, width, endpoint=False, dtype=np.float32)[None, :]
    across = np.linspace(0, 1, height, dtype=np.float32)[:, None]
    bend = np.zeros_like(along)
    for _ in range(3):
        bend = bend + lot.uniform(0.02, 0.07) * np.sin(lot.randint(1, 4) * along + lot.uniform(0, math.tau))
    grain = np.zeros((height, width), np.float32)
    for _ in range(GRAINS):
        fine, turn, sway = lot.uniform(8, 90), lot.uniform(0, math.tau), lot.randint(1, 3)
        grain += np.sin(fine * (across + bend) + turn + 0.6 * np.sin(sway * along + turn)) / GRAINS
    shade = 1 - DEPTH * (0.5 + 0.9 * grain) - lot.uniform(0, 0.1)
    joint = np.clip(np.minimum(across, 1 - across) / JOINT, 0, 1)
    board: NDArray[np.float32] = np.clip(shade, 0.4, 1.0) * (0.55 + 0.45 * joint)
    return board
