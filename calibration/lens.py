"""A lens measured with a ChArUco board: a printed chessboard whose white squares hold markers, so that each corner has
a number and the board may reach out of the picture.

It is optional: without it a picture is taken to be straight, which wide lenses are not. The lens model is Brown's with
three radial and two tangential numbers, fitted over all views (Zhang, 2000; OpenCV's `calibrateCamera`).
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.faults import CalibrationError
from calibration.known import Lens, Matrix

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]
COLUMNS, ROWS = 8, 5
"""Squares of the board, an odd number of rows: for those every version of the pattern is the same."""
SQUARE_CM, MARKER_CM = 3.0, 2.2
"""On paper; 24 x 15 cm fit on A4 and on Letter."""
LEAST_VIEWS = 8
"""A lens is measured from so many views of the board at least."""
LEAST_CORNERS = 8
"""Fewer corners of the board than this make no view."""
ERROR_PX_AT_640 = 0.8
"""A worse reprojection error than this, at 640 pixels across, is no calibration."""
COVERED = 0.35
"""All views together must reach over this share of the frame."""
LEAST_TILT_DEG = 12.0
"""At least one view must be tilted so far: boards held straight leave the focal length open."""
ALIKE = 0.02
"""Views whose corners lie nearer to each other than this share of the frame are one view."""
FAR_OFF = 2.5
"""A view whose error is so many times the middle one's is left out, as long as enough others remain."""
INCH_CM = 2.54


@dataclass(frozen=True, eq=False)
class View:
    """The board on one frame: the numbers (N,) of the corners seen and where they are, (N, 2) in pixels."""

    ids: NDArray[np.int32]
    corners_px: Points
    frame_size: tuple[int, int]


def board() -> cv2.aruco.CharucoBoard:
    """The board, its lengths in centimetres."""
    markers = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), SQUARE_CM, MARKER_CM, markers)


def draw_board(dots_per_inch: int = 300) -> Picture:
    """The board (H, W) as it is to be printed at this resolution, with a margin of half a square."""
    dots = dots_per_inch / INCH_CM
    margin = round(SQUARE_CM / 2 * dots)
    square = round(SQUARE_CM * dots)
    drawn = board().generateImage((COLUMNS * square + 2 * margin, ROWS * square + 2 * margin), None, margin, 1)
    return np.asarray(drawn, np.uint8)


def board_png(dots_per_inch: int = 300) -> bytes:
    """The board as a PNG file that says its resolution, so that printing it "at actual size" makes squares of
    `SQUARE_CM`. How large they came out does not matter to the lens, only that the print is flat."""
    dots_per_m = round(dots_per_inch / INCH_CM * 100)
    content = cv2.imencode(".png", draw_board(dots_per_inch))[1].tobytes()
    return _with_resolution(content, dots_per_m)


def find_board(frame_bgr: Picture) -> View | None:
    """The board on a BGR frame (H, W, 3); None when too little of it is seen."""
    gray = cv2.cvtColor(frame_bgr, cv2.COLOR_BGR2GRAY)
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board()).detectBoard(gray)
    if ids is None or corners is None or len(ids) < LEAST_CORNERS:
        return None
    numbers = np.asarray(ids, np.int32).ravel()
    if board().checkCharucoCornersCollinear(np.asarray(ids)):
        return None
    return View(numbers, np.asarray(corners, np.float64).reshape(-1, 2), (gray.shape[1], gray.shape[0]))


def is_new(view: View, views: Sequence[View]) -> bool:
    """Whether a view differs from all those had before, so that it teaches something."""
    for other in views:
        common, mine, theirs = np.intersect1d(view.ids, other.ids, return_indices=True)
        if len(common) < LEAST_CORNERS // 2:
            continue
        off = np.linalg.norm(view.corners_px[mine] - other.corners_px[theirs], axis=1)
        if float(off.mean()) < ALIKE * view.frame_size[0]:
            return False
    return True


def measure_lens(views: Sequence[View]) -> Lens:
    """The lens that took these views of the board.

    Raises `CalibrationError` with the reason and what to do: too few views or all alike, frames of several sizes, a
    part of the frame never reached, no tilt, or an error that stays too large.
    """
    sizes = {view.frame_size for view in views}
    if len(sizes) > 1:
        raise CalibrationError("The views of the board have several sizes; take all with one setting of the camera.")
    kept: list[View] = []
    for view in views:
        if is_new(view, kept):
            kept.append(view)
    if len(kept) < LEAST_VIEWS:
        alike = f" ({len(views)} were taken, but some are alike)" if len(views) > len(kept) else ""
        raise CalibrationError(
            f"The board was seen {len(kept)} times{alike}, and {LEAST_VIEWS} are needed; hold it elsewhere and tilted "
            "otherwise each time."
        )
    (size,) = sizes
    covered = _covered(kept, size)
    if covered < COVERED:
        raise CalibrationError(
            f"The board was seen on {covered:.0%} of the picture only; hold it into the corners as well, and nearer."
        )
    fitted = _fit(kept, size)
    middle = float(np.median(fitted.each_px))
    better = [view for view, off in zip(kept, fitted.each_px, strict=True) if off <= FAR_OFF * max(middle, 0.05)]
    if LEAST_VIEWS <= len(better) < len(kept):
        kept, fitted = better, _fit(better, size)
    if max(fitted.tilts_deg) < LEAST_TILT_DEG:
        raise CalibrationError("The board was never tilted; hold it slantwise to the camera in some of the views.")
    if not math.isfinite(fitted.error_px) or fitted.error_px > ERROR_PX_AT_640 * max(1.0, size[0] / 640):
        raise CalibrationError(
            f"The corners are {fitted.error_px:.1f} pixels off what a lens can do; print the board anew on flat card, "
            "keep it still, and take care that it is sharp."
        )
    matrix = cast(Matrix, tuple(tuple(float(v) for v in row) for row in fitted.matrix))
    k1, k2, p1, p2, k3 = (float(v) for v in fitted.bend.ravel()[:5])
    if not 0.2 < matrix[0][0] / max(size) < 8:
        raise CalibrationError("No camera has the lens that was found; hold the board at more places, tilted.")
    return Lens(
        camera_matrix=matrix,
        distortion=(k1, k2, p1, p2, k3),
        frame_size=size,
        error_px=round(fitted.error_px, 4),
        views=len(kept),
    )


@dataclass(frozen=True, eq=False)
class _LensFit:
    error_px: float
    matrix: Points
    bend: Points
    each_px: list[float]
    tilts_deg: list[float]


def _fit(views: Sequence[View], size: tuple[int, int]) -> _LensFit:
    chess = np.asarray(board().getChessboardCorners(), np.float32)
    placed = [chess[view.ids] for view in views]
    seen = [view.corners_px.astype(np.float32) for view in views]
    guess = np.array([(size[0], 0, size[0] / 2), (0, size[0], size[1] / 2), (0, 0, 1)], np.float64)
    try:
        error, matrix, bend, turns, shifts = cv2.calibrateCamera(
            placed, seen, size, guess, np.zeros(5), flags=cv2.CALIB_USE_INTRINSIC_GUESS
        )
    except cv2.error as fault:
        raise CalibrationError("No lens fits these views of the board; take them again, sharp and tilted.") from fault
    each, tilts = [], []
    for points, corners, turn, shift in zip(placed, seen, turns, shifts, strict=True):
        back, _ = cv2.projectPoints(points, turn, shift, matrix, bend)
        off = np.asarray(back, np.float64).reshape(-1, 2) - corners
        each.append(float(np.sqrt((off**2).sum(1).mean())))
        facing = abs(float(np.asarray(cv2.Rodrigues(turn)[0])[2, 2]))
        tilts.append(math.degrees(math.acos(min(1.0, facing))))
    return _LensFit(float(error), np.asarray(matrix, np.float64), np.asarray(bend, np.float64), each, tilts)


def _covered(views: Sequence[View], size: tuple[int, int]) -> float:
    """The share of the frame over which the views reach together."""
    mask = np.zeros((90, 160), np.uint8)
    scale = np.array([160 / size[0], 90 / size[1]])
    for view in views:
        hull = cv2.convexHull((view.corners_px * scale).astype(np.float32))
        cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 1)
    return float(mask.mean())


def _with_resolution(png: bytes, dots_per_m: int) -> bytes:
    """A PNG file with the chunk pHYs (PNG specification, 11.3.5.3) behind its header."""
    body = b"pHYs" + struct.pack(">IIB", dots_per_m, dots_per_m, 1)
    chunk = struct.pack(">I", 9) + body + struct.pack(">I", zlib.crc32(body))
    header_ends = 8 + 25  # the signature, then IHDR with its 13 bytes
    return png[:header_ends] + chunk + png[header_ends:]
