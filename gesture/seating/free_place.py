"""Where one more player sits at a table, of whom no hand was seen."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def gaps_between(zones: Sequence[NDArray[np.float64]], size: tuple[int, int]) -> list[tuple[float, int, int]]:
    """The gaps between neighbours round a picture of `size` (width, height), the widest last: how wide each is, in
    turns, and between which of the zones (N, 2) it lies."""
    turns = sorted((_turn(zone, size), n) for n, zone in enumerate(zones))
    following = turns[1:] + turns[:1]
    return sorted(((b[0] - a[0]) % 1 or 1.0, a[1], b[1]) for a, b in zip(turns, following, strict=True))


def zone_across(zone: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.float64]:
    """The zone straight across the table from one."""
    across: NDArray[np.float64] = np.array(size, np.float64) - zone
    return across


def zone_between(
    zones: Sequence[NDArray[np.float64]], before: int, after: int, size: tuple[int, int]
) -> NDArray[np.float64]:
    """A zone in the gap between two neighbours, as far out as zones are on average."""
    middle = (zones[before].mean(0) + zones[after].mean(0)) / 2
    center = np.array(size, np.float64) / 2
    outwards = middle - center
    reach = float(np.mean([np.linalg.norm((zone.mean(0) - center) / size) for zone in zones]))
    outwards = outwards * reach / max(float(np.linalg.norm(outwards / size)), 1e-6)
    placed: NDArray[np.float64] = zones[before] + (center + outwards - zones[before].mean(0))
    return placed


def zone_of_one_more(zones: Sequence[NDArray[np.float64]], size: tuple[int, int]) -> NDArray[np.float64]:
    """The zone of one more player, who is known to sit there: across from one, or in the widest gap between others."""
    if len(zones) == 1:
        return zone_across(zones[0], size)
    _, before, after = gaps_between(zones, size)[-1]
    if len(zones) == 3:  # the fourth side of a table is across from the neighbour of its neighbours
        opposite = next(n for n in range(3) if n not in (before, after))
        return zone_across(zones[opposite], size)
    return zone_between(zones, before, after, size)


def _turn(zone: NDArray[np.float64], size: tuple[int, int]) -> float:
    """How far round the picture a zone lies, in turns, as if the picture were square."""
    x, y = (zone.mean(0) - np.array(size) / 2) / size
    return (math.atan2(y, x) / math.tau) % 1
