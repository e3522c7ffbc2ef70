"""The table in centimetres: a homography from four points whose distances are known, or from a sheet of paper.

A plane seen by a camera is mapped to the frame by a homography (Hartley and Zisserman, Multiple View Geometry, 2.3), so
four points determine the map. How far their own uncertainty carries is found by moving each a little.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, cast

import cv2
import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.faults import CalibrationError
from calibration.known import Lens, Matrix, Plane, Point

Points = NDArray[np.float64]
CLICK_PX = 1.5
"""How far a click is off the point that was meant: one standard deviation, each way."""
RULER_SHARE = 0.02
"""Measured distances that contradict each other by more than this share were mismeasured or given for other points."""
NARROWEST_SHARE = 0.001
"""Four points that span less than this share of the frame are too near to each other, or to one line."""


class TablePlane:
    """Centimetres on the table for pixels of the frame, and back. Points are arrays (..., 2).

    Raises `ValueError` when the plane was measured through a lens that is not given.
    """

    def __init__(self, plane: Plane, lens: Lens | None = None) -> None:
        if plane.through_lens and lens is None:
            raise ValueError("this plane was measured through a lens; give that lens as well")
        self.plane = plane
        self._lens = lens if plane.through_lens else None
        self._cm_from_px = np.array(plane.cm_from_px, np.float64)
        self._px_from_cm: Points = np.asarray(np.linalg.inv(self._cm_from_px), np.float64)

    def to_cm(self, points_px: ArrayLike) -> Points:
        """Where on the table pixels lie, in centimetres. Infinite for what lies beyond the table's horizon."""
        flat: Points = straightened(np.asarray(points_px, np.float64), self._lens)
        row = self._cm_from_px[2]
        here = row[:2] @ np.mean(self.plane.measured_px, axis=0) + row[2]
        below = (flat @ row[:2] + row[2]) * np.sign(here) > 1e-9 * abs(here)
        return np.where(below[..., None], mapped(self._cm_from_px, flat), np.inf)

    def flat(self, points_px: ArrayLike) -> Points:
        """The same as `to_cm`, for those who want directions alone (see `gesture.table.ground`)."""
        return self.to_cm(points_px)

    def to_px(self, points_cm: ArrayLike) -> Points:
        """Where on the frame points of the table are seen."""
        placed: Points = np.asarray(points_cm, np.float64)
        flat = mapped(self._px_from_cm, placed)
        return flat if self._lens is None else _bent(flat, self._lens)

    def distance_cm(self, a_px: ArrayLike, b_px: ArrayLike) -> float:
        """How far apart two points of the table are that are seen at these pixels."""
        return float(np.linalg.norm(self.to_cm(b_px) - self.to_cm(a_px)))

    def distance_error_cm(self, a_px: ArrayLike, b_px: ArrayLike) -> float:
        """How far off `distance_cm` is, one standard deviation: small between the measured points, growing with the way
        from them."""
        flat = np.array(self.plane.measured_px, np.float64)
        ends = straightened(np.array([a_px, b_px], np.float64), self._lens)
        placed_cm = mapped(self._cm_from_px, flat)
        one = _spread(flat, placed_cm, flat[[0, 2]])
        return self.plane.error_cm * _spread(flat, placed_cm, ends) / max(one, 1e-12)

    def fits(self, frame_size: tuple[int, int]) -> bool:
        """Whether the plane holds for frames of this size (width, height)."""
        return tuple(frame_size) == self.plane.frame_size


class StraightView:
    """A table of which the lens alone is known: points (..., 2) as a lens without distortion would show them."""

    def __init__(self, lens: Lens) -> None:
        self._lens = lens

    def flat(self, points_px: ArrayLike) -> Points:
        """The points where straight edges are straight, in pixels (see `gesture.table.ground`)."""
        return straightened(np.asarray(points_px, np.float64), self._lens)


def plane_from_points(
    points_px: ArrayLike,
    points_cm: ArrayLike,
    frame_size: tuple[int, int],
    *,
    sigma_px: float = CLICK_PX,
    sigma_cm: float = 0.0,
    found_by: str = "points",
    lens: Lens | None = None,
) -> TablePlane:
    """The plane on which four points seen at `points_px` (4, 2) lie at `points_cm` (4, 2), given in order around.

    `sigma_px` and `sigma_cm` say how far the pixels and the distances are off. Raises `CalibrationError` when the four
    are not the corners of a quadrilateral, with what to do.
    """
    seen, placed = np.asarray(points_px, np.float64), np.asarray(points_cm, np.float64)
    if seen.shape != (4, 2) or placed.shape != (4, 2):
        raise CalibrationError(f"Four points are needed, and {len(seen)} were given; click four, in order around.")
    if not (np.isfinite(seen).all() and np.isfinite(placed).all()):
        raise CalibrationError("A point without a place was given; click the four points again.")
    flat = straightened(seen, lens)
    if not _convex(flat) or abs(_area(flat)) < NARROWEST_SHARE * frame_size[0] * frame_size[1]:
        raise CalibrationError(
            "The points clicked are no corners of a table: click four in order around, far apart, no three in line."
        )
    if not _convex(placed):
        raise CalibrationError("The distances given do not belong to four corners in order around; measure them again.")
    # The camera looks down on the table, so what goes round clockwise on the table does so in the picture.
    if (_area(flat) > 0) != (_area(placed) > 0):
        placed = placed * [1, -1]
    cm_from_px = _homography(flat, placed)
    error_cm = math.hypot(sigma_px * _spread(flat, placed, flat[[0, 2]]), sigma_cm)
    plane = Plane(
        cm_from_px=_as_matrix(cm_from_px),
        error_cm=round(error_cm, 4),
        frame_size=(int(frame_size[0]), int(frame_size[1])),
        measured_px=cast(tuple[Point, Point, Point, Point], tuple((float(x), float(y)) for x, y in flat)),
        found_by=found_by,
        through_lens=lens is not None,
    )
    return TablePlane(plane, lens)


def plane_from_distances(
    points_px: ArrayLike,
    distances_cm: Mapping[tuple[int, int], float],
    frame_size: tuple[int, int],
    *,
    lens: Lens | None = None,
) -> TablePlane:
    """The plane of four clicked points (4, 2), in order around, between which `distances_cm` are known by the numbers
    of their points: the four sides (0, 1), (1, 2), (2, 3), (0, 3) and a diagonal, (0, 2) or (1, 3), or both.

    Raises `CalibrationError` when there are too few distances, or such as no four points can have.
    """
    placed, off_cm = positions_from(distances_cm)
    along = np.asarray(points_px, np.float64)
    if along.shape == (4, 2):
        placed = _turned_as_seen(placed, along)
    return plane_from_points(points_px, placed, frame_size, sigma_cm=off_cm, lens=lens)


def seen_through(plane: Plane, before: Lens | None, lens: Lens) -> Plane:
    """A plane that was measured without a lens, or through the lens known `before`, as it is through another one.
    Raises `CalibrationError` when its points are no corners of a table through that."""
    flat = np.array(plane.measured_px, np.float64)
    placed = mapped(np.array(plane.cm_from_px, np.float64), flat)
    seen = _bent(flat, before) if plane.through_lens and before is not None else flat
    anew = plane_from_points(seen, placed, plane.frame_size, found_by=plane.found_by, lens=lens).plane
    return msgspec.structs.replace(anew, error_cm=plane.error_cm)


def positions_from(distances_cm: Mapping[tuple[int, int], float]) -> tuple[Points, float]:
    """Where four points (4, 2) lie that have these distances, the first at the origin, and by how much (root mean
    square, centimetres) the distances contradict each other; 0 where there are just enough of them."""
    known = {(min(pair), max(pair)): float(value) for pair, value in distances_cm.items()}
    for pair, value in known.items():
        if not 0 < value < 10_000:
            raise CalibrationError(f"A distance of {value:g} cm between points {pair} cannot be; measure it again.")
    sides = [(0, 1), (1, 2), (2, 3), (0, 3)]
    diagonals = [pair for pair in ((0, 2), (1, 3)) if pair in known]
    if any(side not in known for side in sides) or not diagonals:
        raise CalibrationError(
            "The four sides and at least one diagonal must be measured to know where the points lie."
        )
    if diagonals[0] == (0, 2):
        one, three = _third(known[0, 2], known[0, 1], known[1, 2], -1), _third(known[0, 2], known[0, 3], known[2, 3], 1)
        placed = np.array([(0, 0), one, (known[0, 2], 0), three])
    else:
        zero, two = _third(known[1, 3], known[0, 1], known[0, 3], 1), _third(known[1, 3], known[1, 2], known[2, 3], -1)
        placed = np.array([zero, (0, 0), two, (known[1, 3], 0)]) - zero
    if len(diagonals) == 1:
        return placed, 0.0
    placed, off_cm = _reconciled(placed, known)
    if off_cm > RULER_SHARE * known[0, 2]:
        raise CalibrationError(
            f"The distances contradict each other by {off_cm:.1f} cm: measure the four points' sides and diagonals "
            "again, in the order in which they are clicked."
        )
    return placed, off_cm


def mapped(homography: Points, points: NDArray[np.floating[Any]]) -> Points:
    """Points (..., 2) through a homography (3, 3)."""
    raised = points @ homography[:, :2].T + homography[:, 2]
    with np.errstate(divide="ignore", invalid="ignore"):
        flat: Points = raised[..., :2] / raised[..., 2:]
    return flat


def straightened(points_px: Points, lens: Lens | None) -> Points:
    """Pixels (..., 2) as a lens without distortion would show them; unchanged without a lens."""
    if lens is None:
        return points_px
    matrix, bend = np.array(lens.camera_matrix), np.array(lens.distortion)
    flat = cv2.undistortPoints(points_px.reshape(-1, 1, 2), matrix, bend, P=matrix)
    return np.asarray(flat, np.float64).reshape(points_px.shape)


def _bent(points_px: Points, lens: Lens) -> Points:
    matrix, bend = np.array(lens.camera_matrix), np.array(lens.distortion)
    rays = mapped(np.linalg.inv(matrix), points_px.reshape(-1, 2))
    rays = np.hstack([rays, np.ones((len(rays), 1))])
    seen, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), matrix, bend)
    return np.asarray(seen, np.float64).reshape(points_px.shape)


def _homography(seen: Points, placed: Points) -> Points:
    found = np.asarray(cv2.getPerspectiveTransform(seen.astype(np.float32), placed.astype(np.float32)), np.float64)
    # OpenCV takes single precision; one step of the exact equations takes the rounding out.
    rows, wanted = [], []
    for (x, y), (u, v) in zip(seen, placed, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        wanted += [u, v]
    try:
        return np.append(np.linalg.solve(np.array(rows), np.array(wanted)), 1.0).reshape(3, 3)
    except np.linalg.LinAlgError:
        return found


def _spread(seen: Points, placed: Points, ends: Points) -> float:
    """By how many centimetres the distance between two pixels `ends` (2, 2) changes, one standard deviation, when each
    of the four points is seen a pixel off."""
    total, step = 0.0, 0.25
    for corner in range(4):
        for axis in range(2):
            lengths = []
            for sign in (-1, 1):
                moved = seen.copy()
                moved[corner, axis] += sign * step
                a, b = mapped(_homography(moved, placed), ends)
                lengths.append(float(np.linalg.norm(b - a)))
            total += ((lengths[1] - lengths[0]) / (2 * step)) ** 2
    return math.sqrt(total)


def _third(base: float, left: float, right: float, side: int) -> Point:
    """The corner of a triangle over a base from the origin along x, from its other two sides."""
    x = (base**2 + left**2 - right**2) / (2 * base)
    square = left**2 - x**2
    if square <= 0:
        raise CalibrationError(
            f"No triangle has sides of {base:g}, {left:g} and {right:g} cm: measure the points' distances again."
        )
    return (x, side * math.sqrt(square))


def _reconciled(placed: Points, known: Mapping[tuple[int, int], float]) -> tuple[Points, float]:
    """The positions nearest to six distances that need not agree: Gauss and Newton's least squares."""
    pairs = list(known)
    wanted = np.array([known[pair] for pair in pairs])
    for _ in range(20):
        rows = np.zeros((len(pairs), 8))
        now = np.zeros(len(pairs))
        for row, (i, j) in enumerate(pairs):
            along = placed[j] - placed[i]
            now[row] = float(np.linalg.norm(along))
            rows[row, 2 * j : 2 * j + 2] = along / max(now[row], 1e-9)
            rows[row, 2 * i : 2 * i + 2] = -rows[row, 2 * j : 2 * j + 2]
        step = np.linalg.lstsq(rows, wanted - now, rcond=None)[0].reshape(4, 2)
        placed = placed + step
        if float(np.abs(step).max()) < 1e-9:
            break
    return placed - placed[0], float(np.sqrt(np.mean((wanted - now) ** 2)))


def _turned_as_seen(placed: Points, seen: Points) -> Points:
    """The same positions, turned over and round so that x runs to the right of the picture as nearly as can be."""
    if (_area(seen) > 0) != (_area(placed) > 0):
        placed = placed * [1, -1]
    a, b = placed - placed.mean(0), seen - seen.mean(0)
    turn = math.atan2(float((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum()), float((a * b).sum()))
    c, s = math.cos(turn), math.sin(turn)
    turned: Points = placed @ np.array([[c, s], [-s, c]])
    return turned


def _area(corners: Points) -> float:
    """Above 0 when the corners (N, 2) go round clockwise as seen, y pointing down."""
    following = np.roll(corners, -1, axis=0)
    return float((corners[:, 0] * following[:, 1] - following[:, 0] * corners[:, 1]).sum() / 2)


def _convex(corners: Points) -> bool:
    """Whether four corners in order around bulge everywhere, none of them near the line between its neighbours."""
    edges = np.roll(corners, -1, axis=0) - corners
    after = np.roll(edges, -1, axis=0)
    turns = edges[:, 0] * after[:, 1] - edges[:, 1] * after[:, 0]
    lengths = np.linalg.norm(edges, axis=1)
    sines = turns / np.maximum(lengths * np.roll(lengths, -1), 1e-12)
    return bool((sines > 0.05).all() or (sines < -0.05).all())


def _as_matrix(matrix: Points) -> Matrix:
    rows: Sequence[tuple[float, ...]] = [tuple(float(v) for v in row) for row in matrix]
    return cast(Matrix, tuple(rows))
