"""The corners of a dark patch on white to a part of a pixel: its four edges are followed, and where they meet."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.cards.printed import ACROSS, Points

ALONG = np.linspace(0.08, 0.92, 15)
"""Where along a side its edge is looked for."""
REACH = 0.9
"""How far to both sides of a side its edge is looked for, in modules."""
STEPS = 19
ROUNDS = 2
LEAST_STEP = 6.0
"""Grey levels by which it must become lighter outwards where the edge is."""
FARTHEST = 1.4
"""A corner that would move by more modules stays where it is."""


def refined(gray: NDArray[np.uint8], corners: Points) -> Points:
    """The corners (4, 2) of a dark patch, clockwise, moved to where its edges on a grey picture (H, W) meet."""
    found = corners.astype(np.float64)
    module = float(np.linalg.norm(found - np.roll(found, 1, axis=0), axis=1).mean()) / ACROSS
    for _ in range(ROUNDS):
        lines = [_edge(gray, found[i], found[(i + 1) % 4], module) for i in range(4)]
        met = [_meeting(lines[i - 1], lines[i]) for i in range(4)]
        if any(point is None for point in met):
            return found
        moved = np.array(met)
        if np.linalg.norm(moved - corners, axis=1).max() > FARTHEST * module:
            return found
        found = moved
    return found


def _edge(gray: NDArray[np.uint8], start: Points, end: Points, module: float) -> tuple[Points, Points]:
    """A point of the line along a side's edge, and its direction."""
    along = end - start
    out = np.array([along[1], -along[0]]) / (np.linalg.norm(along) or 1.0)
    offsets = np.linspace(-REACH, REACH, STEPS) * module
    where = (start + ALONG[:, None] * along)[:, None] + offsets[None, :, None] * out
    values = cv2.remap(gray, where[..., 0].astype(np.float32), where[..., 1].astype(np.float32), cv2.INTER_LINEAR)
    rise = np.clip(np.diff(values.astype(np.float64), axis=1), 0, None)
    total = rise.sum(1)
    middles = (offsets[1:] + offsets[:-1]) / 2
    at = (rise * middles).sum(1) / np.maximum(total, 1e-6)
    points = start + ALONG[:, None] * along + at[:, None] * out
    sure = total > LEAST_STEP
    if sure.sum() < 5:
        return start, along
    for _ in range(2):
        middle = points[sure].mean(0)
        direction = np.linalg.svd(points[sure] - middle)[2][0]
        off = np.abs((points - middle) @ np.array([direction[1], -direction[0]]))
        kept = sure & (off <= 2.5 * np.median(off[sure]) + 0.05)
        if kept.sum() < 5:
            break
        sure = kept
    return middle, direction


def _meeting(one: tuple[Points, Points], other: tuple[Points, Points]) -> Points | None:
    """Where two lines meet, or None where they run alike."""
    (a, u), (b, v) = one, other
    size = u[0] * v[1] - u[1] * v[0]
    if abs(size) < 1e-9 * float(np.linalg.norm(u) * np.linalg.norm(v)) + 1e-12:
        return None
    t = ((b[0] - a[0]) * v[1] - (b[1] - a[1]) * v[0]) / size
    return np.asarray(a + t * u, np.float64)
