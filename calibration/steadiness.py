"""Whether a picture rests: no bands of light roll over it, and neither the camera nor the table shakes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.light import Finding, Grade
from gesture.sources.frames import Frame

LEAST_FRAMES = 8
"""Fewer frames tell nothing."""
BANDS = 16
"""The picture is divided into so many bands, across its height and across its width."""
ROLLING_SHARE = 0.03
"""Bands roll over a picture where the level of half of its bands varies by this share of it, beside the whole's."""
SHAKE_WIDTH_PX = 480
"""Width of the pictures by which shaking is measured, as wide as those by which motion is."""
ALIKE_SHARE = 0.8
"""A shift leaves less than this share of the difference of two pictures; of noise it leaves all."""
SHAKEN_PX = 0.25
"""A picture that shifts by more than this many of their pixels, from frame to frame, never rests."""


def check_steadiness(frames: Sequence[Frame]) -> Finding:
    """Whether the picture rests, by frames that follow each other."""
    if len(frames) < LEAST_FRAMES:
        return Finding("steadiness", Grade.GOOD, "Too few frames were seen to tell whether the picture rests.")
    greys = [_grey(frame) for frame in frames]
    rolling, shaken = _rolling(greys), _shaken_px(greys)
    if rolling > ROLLING_SHARE:
        says = "Bands of light roll over the picture: set the camera to 50 or 60 Hz, or use another lamp or daylight."
        return Finding("steadiness", Grade.BAD, says, round(rolling, 3))
    measured = round(shaken * frames[0].size[0] / SHAKE_WIDTH_PX, 2)
    if shaken > SHAKEN_PX:
        says = "The picture shakes: fasten the camera, and stand it on something other than the table."
        return Finding("steadiness", Grade.BAD, says, measured)
    return Finding("steadiness", Grade.GOOD, "The picture rests.", measured)


def _grey(frame: Frame) -> NDArray[np.float32]:
    width, height = frame.size
    size = SHAKE_WIDTH_PX, max(BANDS, round(height * SHAKE_WIDTH_PX / width))
    small = cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)


def _rolling(greys: Sequence[NDArray[np.float32]]) -> float:
    """By what share the level of a band in the middle of all varies, across or down, beside the whole picture's."""
    varying = []
    for axis in (0, 1):
        levels = np.array([[np.median(band) for band in np.array_split(grey, BANDS, axis)] for grey in greys])
        levels = np.log(np.maximum(levels, 1.0) / np.maximum([[np.median(grey)] for grey in greys], 1.0))
        steps = np.abs(np.diff(levels, axis=0))  # arms that come in change a band once
        varying.append(float(np.median(np.median(steps, axis=0))))
    return max(varying)


def _shaken_px(greys: Sequence[NDArray[np.float32]]) -> float:
    """How far most pictures are shifted from the one before."""
    window = cv2.createHanningWindow(greys[0].shape[::-1], cv2.CV_32F)
    shifts = [_shift_px(a, b, window) for a, b in pairwise(greys) if a.shape == b.shape]
    return float(np.quantile(shifts, 0.6)) if shifts else 0.0


def _shift_px(before: NDArray[np.float32], after: NDArray[np.float32], window: Any) -> float:
    """How far a picture is shifted from the one before; 0 where a shift does not make the two more alike."""
    (x, y), _ = cv2.phaseCorrelate(before, after, window)
    height, width = before.shape
    moved = cv2.warpAffine(before, np.array([(1, 0, x), (0, 1, y)]), (width, height), borderMode=cv2.BORDER_REPLICATE)
    alike = float(np.abs(after - moved).mean()) < ALIKE_SHARE * float(np.abs(after - before).mean())
    return math.hypot(x, y) if alike else 0.0
