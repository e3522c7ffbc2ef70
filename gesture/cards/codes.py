"""Codes on a picture: dark four-cornered patches with white around them, and which code each of them most resembles.

OpenCV's ArUco detector finds the patches; which code a patch shows is weighed here, module by module, between the dark
of the frame and the white around it, because a module is often only two or three pixels wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.cards.edges import refined
from gesture.cards.printed import ACROSS, Points, patterns

Floats = NDArray[np.float32]
INNER = ACROSS - 2
SMALL_PX = 2000
"""A picture no wider is looked through a second time, twice as large: small codes are found there only."""
THRESHOLDS = (5, 45, 8)
"""Side of the squares, in pixels, whose mean tells dark from light: the smallest, the largest, and the step."""
LEAST_PERIMETER_PX = 40.0
"""Around a code that can be read at all."""
LEAST_CONTRAST = 14.0
"""Grey levels between the frame and the white around it."""
FRAME_DARK = 0.3
"""A frame's modules, from 0 for dark to 1 for white, are no lighter than this on average."""
RING_WHITE = 0.72
"""The white around the frame is no darker than this, on average."""
SURE = 2.6
"""So many modules must a patch be nearer to one code than to any other for the code to be told."""
LIKE_A_CODE = 1.2
"""A patch that is nearer by so many is a code that cannot be told; any other is no code."""
FAR = 7.0
"""A patch that is so many modules off every code is none of these."""


@dataclass(frozen=True, eq=False)
class SeenCode:
    """A code on a picture: its corners (4, 2) in pixels, clockwise from its own upper left, and by how many modules of
    25 the patch is nearer to it than to the next likely one."""

    code: int
    corners_px: Points
    clearly: float

    @property
    def sure(self) -> bool:
        """Whether the code is told."""
        return self.clearly >= SURE

    @property
    def side_px(self) -> float:
        """The mean of its sides."""
        return float(np.linalg.norm(self.corners_px - np.roll(self.corners_px, 1, axis=0), axis=1).mean())


def find_codes(gray: NDArray[np.uint8], known: Sequence[int]) -> list[SeenCode]:
    """The codes of `known` on a grey picture (H, W), those too that are not sure."""
    quads = _quads(gray)
    if not len(quads):
        return []
    turned, codes = _templates(tuple(known))
    modules, good = _modules(gray, quads)
    quads, modules = quads[good], modules[good]
    # How far each patch is from each code, in modules, each code in its four turns.
    far = modules.sum(1)[:, None] + turned.sum(1)[None] - 2 * modules @ turned.T
    by_code = far.reshape(len(quads), len(codes), 4)
    nearest = by_code.min(2)
    out = []
    for i in range(len(quads)):
        order = np.argpartition(nearest[i], 1)[:2] if len(codes) > 1 else np.array([0, 0])
        best, second = sorted(order, key=lambda j: nearest[i, j])
        clearly = float(nearest[i, second] - nearest[i, best]) if best != second else float(INNER)
        if nearest[i, best] <= FAR and clearly >= LIKE_A_CODE:
            turn = int(by_code[i, best].argmin())
            out.append(SeenCode(codes[best], np.roll(quads[i], turn, axis=0).astype(np.float64), clearly))
    return [replace(code, corners_px=refined(gray, code.corners_px)) for code in _one_each(out)]


def _quads(gray: NDArray[np.uint8]) -> Floats:
    """Whatever may be a code: corners (N, 4, 2) in pixels, clockwise."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMin, parameters.adaptiveThreshWinSizeMax, parameters.adaptiveThreshWinSizeStep = (
        THRESHOLDS
    )
    parameters.minMarkerPerimeterRate = LEAST_PERIMETER_PX / max(gray.shape)
    parameters.maxMarkerPerimeterRate = 1.0
    parameters.minDistanceToBorder = 1
    parameters.polygonalApproxAccuracyRate = 0.06
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_1000), parameters)
    found = []
    for times in (1, 2) if gray.shape[1] <= SMALL_PX else (1,):
        seen = gray if times == 1 else cv2.resize(gray, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
        known, _, others = detector.detectMarkers(seen)
        every = [quad.reshape(4, 2) for quad in (*known, *others)]
        if every:
            found.append((np.array(every, np.float32) + np.float32(0.5)) / np.float32(times) - np.float32(0.5))
    if not found:
        return np.zeros((0, 4, 2), np.float32)
    quads = np.concatenate(found)
    ahead = np.roll(quads, -1, axis=1)
    area = (quads[..., 0] * ahead[..., 1] - ahead[..., 0] * quads[..., 1]).sum(1)
    quads[area < 0] = quads[area < 0][:, ::-1]
    return quads


def _modules(gray: NDArray[np.uint8], quads: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """How white each inner module of each quad is, (N, 25) from 0 to 1, and which quads have a dark frame and white
    around it."""
    steps = np.arange(-1, ACROSS + 1) + 0.5
    inside = np.array([-0.22, 0.0, 0.22])
    across, down = np.meshgrid((steps[:, None] + inside).ravel() / ACROSS, (steps[:, None] + inside).ravel() / ACROSS)
    where = _placed(quads, np.stack([across.ravel(), down.ravel()], 1).astype(np.float32))
    side = len(steps)
    values = cv2.remap(gray, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    means = values.astype(np.float32).reshape(len(quads), side, 3, side, 3).mean((2, 4))
    place = np.arange(side)
    from_edge = np.minimum.outer(np.minimum(place, side - 1 - place), np.minimum(place, side - 1 - place))
    ring, frame, inner = (means[:, from_edge == 0], means[:, from_edge == 1], means[:, 2:-2, 2:-2])
    x, y = np.meshgrid(place - (side - 1) / 2, place - (side - 1) / 2)
    white, dark = (_plane(means, from_edge == at, x, y) for at in (0, 1))
    contrast = np.maximum(white - dark, 1.0)
    share = (means - dark) / contrast
    good = (
        (np.median(ring, 1) - np.median(frame, 1) > LEAST_CONTRAST)
        & (np.clip(share[:, from_edge == 1], 0, 1).mean(1) < FRAME_DARK)
        & (np.clip(share[:, from_edge == 0], 0, 1).mean(1) > RING_WHITE)
    )
    return np.clip(share[:, 2:-2, 2:-2], 0, 1).reshape(len(quads), inner[0].size), good


def _plane(means: Floats, chosen: NDArray[np.bool_], x: Points, y: Points) -> Floats:
    """A plane through the chosen modules of each quad, robust against a few that are covered: (N, side, side)."""
    basis = np.stack([np.ones(chosen.sum()), x[chosen], y[chosen]], 1)
    every = np.stack([np.ones(chosen.size), x.ravel(), y.ravel()], 1)
    values = means[:, chosen]
    fit = values @ np.linalg.pinv(basis).T
    off = np.abs(values - fit @ basis.T)
    kept = np.where(off <= 2 * np.median(off, 1, keepdims=True) + 2, values, fit @ basis.T)
    fit = kept @ np.linalg.pinv(basis).T
    return np.asarray((fit @ every.T).reshape(means.shape), np.float32)


def _placed(quads: Floats, points: Floats) -> Floats:
    """Where points of the unit square come in each quad, by its homography: (N, P, 2)."""
    x, y = (quads[..., 0], quads[..., 1])
    sx, sy = x[:, 0] - x[:, 1] + x[:, 2] - x[:, 3], y[:, 0] - y[:, 1] + y[:, 2] - y[:, 3]
    dx1, dx2, dy1, dy2 = x[:, 1] - x[:, 2], x[:, 3] - x[:, 2], y[:, 1] - y[:, 2], y[:, 3] - y[:, 2]
    size = dx1 * dy2 - dx2 * dy1
    size = np.where(np.abs(size) < 1e-6, 1e-6, size)
    g, h = (sx * dy2 - dx2 * sy) / size, (dx1 * sy - sx * dy1) / size
    u, v = points[:, 0][None], points[:, 1][None]
    below = g[:, None] * u + h[:, None] * v + 1
    out = [
        (
            (c[:, 1] - c[:, 0] + g * c[:, 1])[:, None] * u
            + (c[:, 3] - c[:, 0] + h * c[:, 3])[:, None] * v
            + c[:, 0][:, None]
        )
        / below
        for c in (x, y)
    ]
    return np.stack(out, -1).astype(np.float32)


@lru_cache(maxsize=8)
def _templates(known: tuple[int, ...]) -> tuple[Floats, tuple[int, ...]]:
    """The inner modules of each code in each of its four turns, (4 N, 25), turn by turn as corners are rolled."""
    inner = patterns(known)[:, 1:-1, 1:-1]
    turned = np.stack([np.rot90(inner, turn, (1, 2)) for turn in range(4)], 1)
    return turned.reshape(len(known) * 4, INNER * INNER).astype(np.float32), known


def _one_each(codes: list[SeenCode]) -> list[SeenCode]:
    """Of what was found several times at one place, the clearest."""
    out: list[SeenCode] = []
    for code in sorted(codes, key=lambda one: -one.clearly):
        middle = code.corners_px.mean(0)
        if all(np.linalg.norm(middle - other.corners_px.mean(0)) > 0.5 * other.side_px for other in out):
            out.append(code)
    return out
