"""How sharp a picture is, and how far a hand on it can be read for that."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.reading.hand_crop import SIZE_IN_PALMS, HandCrop

LEAST_EDGE = 1.0
"""Grey levels a pixel below which nothing counts as an edge."""
_FIRST_PX, _AGAIN_PX = 1.0, 2.0
"""How far a picture is blurred, and blurred again, to see how much its edges lose."""
LEGIBLE_BLUR = (0.04, 0.09)
"""Shares of a palm's length by which a hand's edges are smeared: up to the first, which is twice that of nearly all
photographs, it is read as well as a sharp one, and from the second on nothing of it is believed."""
_CROP_PX = 128
"""The side of the picture of a hand by which its sharpness is told."""


def legibility(picture: NDArray[np.uint8], crop: HandCrop) -> float:
    """How much of what is read of a hand is to be believed for its sharpness, from all (1) to nothing (0)."""
    blur = blur_px(crop.cut(picture, _CROP_PX))
    if blur is None:
        return 0.0
    sharp, smeared = LEGIBLE_BLUR
    share = blur / (_CROP_PX / SIZE_IN_PALMS)
    return float(np.clip((smeared - share) / (smeared - sharp), 0, 1))


def blur_px(picture: NDArray[np.uint8]) -> float | None:
    """How far the sharpest edges of a BGR picture (H, W, 3) are smeared: the standard deviation of the blur, in pixels.
    None where there is no edge to tell by.

    An edge blurred by s is as steep as 1 / s; blurred once more by a known amount it loses steepness by a ratio that
    tells s, whatever the edge's contrast. Unlike the variance of the Laplacian this mistakes no noise for sharpness.
    """
    gray = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.float32)
    fine = np.asarray(cv2.GaussianBlur(gray, (0, 0), _FIRST_PX), np.float32)
    coarse = np.asarray(cv2.GaussianBlur(fine, (0, 0), _AGAIN_PX), np.float32)
    before, after = _steepness(fine), _steepness(coarse)
    steep = float(np.percentile(before, 99.5))
    if steep < LEAST_EDGE:
        return None
    edges = before >= steep
    ratio = float(np.median(before[edges] / np.maximum(after[edges], 1e-3)))
    return float(np.sqrt(max(0.0, _AGAIN_PX**2 / max(ratio**2 - 1, 1e-3) - _FIRST_PX**2)))


def _steepness(gray: NDArray[np.float32]) -> NDArray[np.float32]:
    across, down = (cv2.Sobel(gray, cv2.CV_32F, *axes, ksize=3, scale=1 / 8) for axes in ((1, 0), (0, 1)))
    return np.asarray(cv2.magnitude(across, down), np.float32)
