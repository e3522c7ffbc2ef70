"""Fingers that point at a card, found in what covers the table around it.

Just outside the card fingers lie apart, whoever's they are: every one is a bar that comes in from its hand, and its
axis leads to the tip, also where tips crowd together on the card.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import rightwards, unit
from gesture.watching.fingers.card_view import MIDDLE_PX, SIDE_PX, VIEW_PX, X_PX, Y_PX

Mask = NDArray[np.bool_]
Points = NDArray[np.float64]

RING = (0.36, 1.10)
"""Between these radii, in sides of the card, fingers are looked for: farther in tips touch, farther out hands do."""
STEP_PX = 3
"""From one circle on which they are looked for to the next."""
WIDTH = (0.09, 0.42)
"""A finger's width in sides of the card: a child's slim finger, and the widest one seen at a slant."""
ALIKE = 1.6
"""From circle to circle a finger keeps its width, up to this factor ..."""
GAP = 4
"""... and is not seen on so many circles at most, where it looks like what it lies on."""
LENGTH = 0.22
"""It is seen over so much of the way at least, in sides of the card ..."""
SEEN_SHARE = 0.5
"""... and on this share of the circles on that way."""
PASSES = 0.5
"""It points at the card: its axis passes the middle no farther away than this, in sides of the card."""
SAME_SIDES, SAME_COS = 0.16, 0.94
"""Two pieces are of one finger when their axes are so near and so alike."""
TIP_PAST = 0.55
"""A fingertip reaches at most so far past the card's middle, in sides of the card."""
_TURNS = 512
_ACROSS_PX = np.arange(-3, 4)
_GAP_PX = 3
_CLOSE = np.ones((5, 5), np.uint8)


@dataclass(frozen=True, eq=False)
class Bar:
    """A finger that points at the card. All in pixels of the view."""

    tip: Points
    out: Points
    """The direction (2,) from the tip to the hand."""
    width: float
    mask: Mask
    """Its pixels in the ring around the card."""

    def along(self, x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
        """How far from the tip towards the hand places lie."""
        return np.asarray((x - self.tip[0]) * self.out[0] + (y - self.tip[1]) * self.out[1], np.float32)

    def aside(self, x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
        """How far beside its axis places lie, left or right."""
        right = rightwards(self.out)
        return np.abs(np.asarray((x - self.tip[0]) * right[0] + (y - self.tip[1]) * right[1], np.float32))

    def at(self, along_px: float) -> Points:
        """The place (2,) on its axis so far from the tip."""
        place: Points = self.tip + self.out * along_px
        return place


def bars_in(covered: Mask) -> list[Bar]:
    """The fingers that point at the card, where `covered` (VIEW_PX, VIEW_PX) is what lies on the table and the card."""
    closed = cv2.morphologyEx(covered.astype(np.uint8), cv2.MORPH_CLOSE, _CLOSE)
    pieces = [axis for piece in _pieces(np.asarray(closed, np.uint8)) if (axis := _axis(piece, covered)) is not None]
    found: list[Bar] = []
    for bar in sorted(pieces, key=lambda bar: -int(bar.mask.sum())):
        if not any(_same(bar, other) for other in found):
            found.append(bar)
    return [_with_tip(n, found, covered) for n in range(len(found))]


@dataclass(eq=False)
class _Piece:
    """A finger as it is followed outwards: on each circle (radius, angle in turns, width), all in pixels but the
    angle."""

    arcs: list[tuple[float, float, float]]
    ended: bool = False


def _pieces(covered: NDArray[np.uint8]) -> list[_Piece]:
    """What is as wide as a finger on circle after circle around the card."""
    reach = round(RING[1] * SIDE_PX)
    polar = cv2.warpPolar(
        covered, (reach, _TURNS), (MIDDLE_PX - 0.5, MIDDLE_PX - 0.5), reach, cv2.WARP_POLAR_LINEAR + cv2.INTER_NEAREST
    )
    pieces: list[_Piece] = []
    for radius in range(round(RING[0] * SIDE_PX), reach, STEP_PX):
        px = 2 * np.pi * radius / _TURNS
        arcs = [
            (float(radius), middle / _TURNS, wide * px)
            for middle, wide in _arcs(polar[:, radius] > 0)
            if WIDTH[0] * SIDE_PX <= wide * px <= WIDTH[1] * SIDE_PX
        ]
        for arc in arcs:
            _follow(pieces, arc)
        for piece in pieces:
            piece.ended = piece.ended or piece.arcs[-1][0] < radius - GAP * STEP_PX
    return pieces


def _arcs(circle: NDArray[np.bool_]) -> list[tuple[float, int]]:
    """The runs on a circle: the middle and the length of each."""
    if circle.all() or not circle.any():
        return []
    start = int(np.argmin(circle))  # begins where nothing lies
    turned = np.roll(circle, -start)
    edges = np.flatnonzero(np.diff(np.concatenate([[0], turned.view(np.int8), [0]])))
    return [(((first + end - 1) / 2 + start) % len(circle), int(end - first)) for first, end in edges.reshape(-1, 2)]


def _follow(pieces: list[_Piece], arc: tuple[float, float, float]) -> None:
    """Put an arc to the piece that it goes on, or begin one."""
    best: tuple[float, _Piece] | None = None
    for piece in pieces:
        radius, turn, wide = piece.arcs[-1]
        if piece.ended or radius >= arc[0] or not 1 / ALIKE < arc[2] / wide < ALIKE:
            continue
        off = abs((arc[1] - turn + 0.5) % 1 - 0.5) * 2 * np.pi * arc[0]
        if off < 0.5 * max(wide, arc[2]) + 0.5 * (arc[0] - radius) and (best is None or off < best[0]):
            best = off, piece
    if best is not None:
        best[1].arcs.append(arc)
    else:
        pieces.append(_Piece([arc]))


def _axis(piece: _Piece, covered: Mask) -> Bar | None:
    """The bar of a piece, with no tip yet; None for what is no finger."""
    radii, turns, widths = np.array(piece.arcs).T
    length = float(radii[-1] - radii[0])
    if length < LENGTH * SIDE_PX or len(radii) < SEEN_SHARE * length / STEP_PX:
        return None
    points = MIDDLE_PX - 0.5 + np.column_stack([np.cos(turns * math.tau), np.sin(turns * math.tau)]) * radii[:, None]
    line = cv2.fitLine(points.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel().astype(np.float64)
    out = unit(line[:2])
    out = out if out @ (points[-1] - points[0]) > 0 else -out
    passes = abs(float((line[2:] - MIDDLE_PX) @ rightwards(out)))
    if passes > PASSES * SIDE_PX:
        return None
    width = float(np.median(widths))
    start = line[2:] + out * float((points[0] - line[2:]) @ out)
    bar = Bar(start, out, width, covered)
    along = bar.along(X_PX, Y_PX)
    mask = covered & (along > 0) & (along < length) & (bar.aside(X_PX, Y_PX) < 0.5 * width)
    return Bar(start, out, width, mask)


def _same(bar: Bar, other: Bar) -> bool:
    """Whether two bars are pieces of one finger, with a gap between them."""
    if float(bar.out @ other.out) < SAME_COS:
        return False
    x, y = np.asarray(bar.tip[0], np.float32), np.asarray(bar.tip[1], np.float32)
    return float(other.aside(x, y)) < SAME_SIDES * SIDE_PX


def _with_tip(n: int, bars: Sequence[Bar], covered: Mask) -> Bar:
    """The bar with its tip: the last place on its axis that is covered, and not by another one's finger."""
    bar, others = bars[n], [bar for k, bar in enumerate(bars) if k != n]
    right = rightwards(bar.out)
    last, gap = bar.tip, 0
    for step in range(1, round(2 * SIDE_PX)):
        place = bar.tip - bar.out * step
        past = float((place - MIDDLE_PX) @ bar.out)
        if past < -TIP_PAST * SIDE_PX:
            break
        across = np.round(place[None] + _ACROSS_PX[:, None] * right[None]).astype(int)
        if ((across < 0) | (across >= VIEW_PX)).any():
            break
        there = covered[across[:, 1], across[:, 0]].mean() > 0.5
        if there and not any(_in_front(other, bar, place) for other in others):
            last, gap = place, 0
            continue
        gap += 1
        if gap > _GAP_PX:
            break
    return Bar(last, bar.out, bar.width, bar.mask)


def _in_front(other: Bar, bar: Bar, place: Points) -> bool:
    """Whether a place on a bar's axis belongs to another one's finger rather than to its own."""
    if float((place - MIDDLE_PX) @ other.out) < 0.02 * SIDE_PX:
        return False
    x, y = np.float32(place[0]), np.float32(place[1])
    aside = float(other.aside(np.asarray(x), np.asarray(y)))
    own = float((place - MIDDLE_PX) @ bar.out)
    return aside < 0.14 * SIDE_PX and own < 0.1 * SIDE_PX
