"""A card in play and the table around it as a small picture, upright to nobody: every card has the same size in it.

The outline alone tells how the card is squeezed by a camera that looks at a slant; so the view is right for a sheet of
any even shape, a disc too, wherever it was drawn.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

SIDE_PX = 64
"""The side of a card in its view, where a fingertip is about a quarter as wide."""
REACH = 2.0
"""How far the view reaches from the card's middle, in sides of the card: over the fingers to the knuckles."""
VIEW_PX = round(2 * REACH * SIDE_PX)
MIDDLE_PX = VIEW_PX / 2
_SQUARE = 12.0
"""A square of side 1 has the variance 1/12 along each side."""

View = NDArray[np.float32]
Points = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class CardView:
    """The view of one card, by its outline (N, 2) in pixels of the frame."""

    outline: Points
    to_view: NDArray[np.float64]
    """The affine map (2, 3) from the frame to the view."""

    @staticmethod
    def of(outline: Points) -> CardView:
        """The view of the card with an outline (N, 2) in pixels of the frame. Raises `ValueError` for one without
        area."""
        moments = cv2.moments(outline.astype(np.float32))
        area = moments["m00"]
        if area < 1:
            raise ValueError("a card's outline has no area")
        middle = np.array([moments["m10"], moments["m01"]]) / area
        spread = np.array([[moments["mu20"], moments["mu11"]], [moments["mu11"], moments["mu02"]]]) / area
        values, vectors = np.linalg.eigh(spread)
        if values[0] <= 0:
            raise ValueError("a card's outline has no area")
        square = vectors @ np.diag(SIDE_PX / np.sqrt(_SQUARE * values)) @ vectors.T
        shift = MIDDLE_PX - square @ middle
        return CardView(outline, np.column_stack([square, shift]))

    def look(self, image: NDArray[np.uint8]) -> View:
        """The view (VIEW_PX, VIEW_PX, 3) of a frame's image, in its levels; what lies beyond the picture's edge is as
        at the edge."""
        seen = cv2.warpAffine(
            image, self.to_view, (VIEW_PX, VIEW_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(cv2.GaussianBlur(seen, (3, 3), 0), np.float32)

    def seen(self, points: Points) -> Points:
        """Where points (..., 2) of the frame are in the view."""
        there: Points = points @ self.to_view[:, :2].T + self.to_view[:, 2]
        return there

    def in_frame(self, points: Points) -> Points:
        """Where points (..., 2) of the view are in the frame."""
        here: Points = (points - self.to_view[:, 2]) @ np.linalg.inv(self.to_view[:, :2]).T
        return here


def _around() -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    y, x = np.mgrid[:VIEW_PX, :VIEW_PX].astype(np.float32)
    return x, y, np.hypot(x - MIDDLE_PX, y - MIDDLE_PX).astype(np.float32)


X_PX, Y_PX, RADIUS_PX = _around()
"""Of every pixel of a view: its place, and how far it lies from the card's middle."""
