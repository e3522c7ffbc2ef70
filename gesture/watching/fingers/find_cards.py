"""Finding the cards in play in the picture: even, light-edged sheets or discs in the middle of the table.

A card is looked for while no finger is on it: on the first frames, or before everybody points.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.sources.frames import Frame
from gesture.table.seats import Table

Outline = NDArray[np.float64]

LOOKED_S, EVERY_S = 2.0, 0.2
"""So long cards are looked for, and so often a second."""
AREA = (0.0008, 0.05)
"""The share of the picture that a card takes."""
SQUAREST = 0.42
"""The shorter side of a card is at least so long as a share of the longer, as a slanting camera shows it."""
FILLED = 0.93
"""A card's outline fills its four corners' polygon, or a disc its ellipse, to this share."""
ALIKE = 1.35
"""Two cards in play are of one size, up to this factor of their sides."""
BESIDE = (1.02, 2.2)
"""Cards that lie beside each other are so far apart, in their sides."""
SEEN_SHARE = 0.3
"""A card is found on this share of the frames that were looked at, at least."""
_SAME = 0.25
_WIDTH_PX = 960
_EDGES = ((20, 60), (40, 120), (80, 200))


@dataclass(eq=False)
class _Candidate:
    outline: Outline
    even: float
    seen: int = 1

    @property
    def middle(self) -> NDArray[np.float64]:
        middle: NDArray[np.float64] = self.outline.mean(0)
        return middle

    @property
    def side(self) -> float:
        return math.sqrt(float(cv2.contourArea(self.outline.astype(np.float32))))


def find_cards(frames: Iterable[Frame], table: Table) -> list[Outline]:
    """The outlines (N, 2) of the card in play, or of the two that lie beside each other, as found on the first frames;
    none when there is none."""
    found: list[_Candidate] = []
    looks, next_s, began_s, size = 0, -math.inf, None, (1, 1)
    for frame in frames:
        began_s = frame.at_s if began_s is None else began_s
        if frame.at_s > began_s + LOOKED_S:
            break
        if frame.at_s < next_s:
            continue
        next_s, looks, size = frame.at_s + EVERY_S, looks + 1, frame.size
        for one in _sheets(frame.image):
            _add(found, one)
    middle = table.middle if table.seats else np.array(size, float) / 2
    often = [one for one in found if one.seen >= max(1, SEEN_SHARE * looks)]
    if not often:
        often = found
    ranked = sorted(often, key=lambda one: _cost(one, middle, size, looks))
    if not ranked:
        return []
    first = ranked[0]
    for other in ranked[1:]:
        apart = float(np.linalg.norm(other.middle - first.middle)) / max(first.side, other.side)
        alike = max(first.side / other.side, other.side / first.side) < ALIKE
        between = float(np.linalg.norm((first.middle + other.middle) / 2 - middle))
        if alike and BESIDE[0] < apart < BESIDE[1] and between < 1.0 * first.side and first.even > 0 < other.even:
            pair = sorted((first, other), key=lambda one: (round(float(one.middle[0])), float(one.middle[1])))
            return [one.outline for one in pair]
    return [first.outline]


def _cost(one: _Candidate, middle: NDArray[np.float64], size: tuple[int, int], looks: int) -> float:
    away = float(np.linalg.norm(one.middle - middle)) / max(size)
    return 6 * away - one.even - one.seen / max(looks, 1)


def _add(found: list[_Candidate], one: _Candidate) -> None:
    for n, other in enumerate(found):
        near = float(np.linalg.norm(other.middle - one.middle)) < _SAME * max(one.side, other.side)
        if near and max(one.side / other.side, other.side / one.side) < 1.15:
            better = one if one.even > other.even else other
            found[n] = _Candidate(better.outline, better.even, other.seen + 1)
            return
    found.append(one)


def _sheets(image: NDArray[np.uint8]) -> Iterable[_Candidate]:
    """Everything on a picture that has a card's outline."""
    scale = min(1.0, _WIDTH_PX / image.shape[1])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    small = np.asarray(cv2.GaussianBlur(small, (3, 3), 0), np.uint8)
    area = small.shape[0] * small.shape[1]
    for low, high in _EDGES:
        edges = np.max([cv2.Canny(channel, low, high) for channel in cv2.split(small)], axis=0).astype(np.uint8)
        edges = cv2.morphologyEx(edges, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
        contours, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        for contour in contours:
            if not AREA[0] * area < cv2.contourArea(contour) < AREA[1] * area:
                continue
            outline = _quad(np.asarray(contour, np.int32))
            if outline is None:
                continue
            even = _evenness(small, outline)
            yield _Candidate(outline / scale, even)


def _quad(contour: NDArray[np.int32]) -> Outline | None:
    """The four corners of a contour that has as many; None for another."""
    hull = cv2.convexHull(contour)
    corners = cv2.approxPolyDP(hull, 0.04 * cv2.arcLength(hull, True), True)
    if len(corners) != 4:
        return None
    points = corners.reshape(-1, 2).astype(np.float64)
    inside = cv2.contourArea(hull)
    if inside < FILLED * cv2.contourArea(corners) or cv2.contourArea(contour) < 0.85 * inside:
        return None
    sides = np.linalg.norm(np.roll(points, -1, axis=0) - points, axis=1)
    opposite = max(sides[0] / sides[2], sides[2] / sides[0], sides[1] / sides[3], sides[3] / sides[1])
    if min(sides) < SQUAREST * max(sides) or opposite > 1.35:
        return None
    return points


def _evenness(image: NDArray[np.uint8], outline: Outline) -> float:
    """How much a sheet looks like a card: one colour along its rim, another beyond it. 0 for what does not."""
    middle = outline.mean(0)
    rim, beyond = np.zeros(image.shape[:2], np.uint8), np.zeros(image.shape[:2], np.uint8)
    for mask, outer, inner in ((rim, 0.95, 0.82), (beyond, 1.3, 1.12)):
        cv2.fillPoly(mask, [np.round(middle + (outline - middle) * outer).astype(np.int32)], 1)
        cv2.fillPoly(mask, [np.round(middle + (outline - middle) * inner).astype(np.int32)], 0)
    if not rim.any() or not beyond.any():
        return 0.0
    own, other = image[rim > 0].astype(np.float64), image[beyond > 0].astype(np.float64)
    apart = float(np.linalg.norm(np.median(own, 0) - np.median(other, 0)))
    spread = float(np.median(np.abs(own - np.median(own, 0))))
    return max(0.0, min(1.0, apart / 60) - spread / 40)
