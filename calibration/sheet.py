"""A sheet of A4 or Letter paper that lies on the table, found on the frame with its corners to a part of a pixel.

Bright four-cornered patches are found at many levels of brightness; the sheet is the one whose four corners some camera
can see a sheet of that format at. Which edges are its long ones follows from the same: of the two ways to lay the sheet
under the corners, only one leaves them where they are under a camera as people have them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.faults import CalibrationError
from calibration.known import Lens
from calibration.table_plane import TablePlane, plane_from_points, straightened

Points = NDArray[np.float64]
Gray = NDArray[np.float32]
WORK_PX = 960
"""Sheets are looked for on a frame shrunk to this width; their edges are then followed on the frame itself."""
NARROWEST_PX = 16
"""A frame that is narrower then shows no sheet."""
LEVELS = 16
"""Grey levels at which paper is told from the table."""
SMALLEST_SHARE = 0.006
LARGEST_SHARE = 0.85
"""A sheet covers at least and at most these shares of the frame."""
BORDER_PX = 3
"""A corner this near to the frame's edge may be cut off."""
EDGE_FOUND = 0.6
"""Of each edge at least this share must be seen."""
MISFIT = 9.0
"""Squared misfit, in standard deviations, up to which four corners are those of a sheet."""
CLEARLY = 6.0
"""So much better must one format fit than the other to be told from it."""
OTHERS_SHARE = 0.25
"""What is less than this large beside the largest sheet is a card or a coaster and does not count."""
FOCAL_SHARES = np.geomspace(0.45, 2.4, 25)
USUAL_FOCAL, FOCAL_SPREAD = 0.85, 0.35
"""Focal lengths as shares of the frame's width: what is tried, and what webcams and telephones have."""
STEEPEST_DEG, STEEP_SPREAD_DEG = 55.0, 6.0
"""Cameras seldom look at a table more slantingly than the first, with this standard deviation beyond it."""
LEAST_STEP = 4.0
"""Grey levels by which the paper must be brighter than what surrounds it."""


class Paper(Enum):
    """A format by its name, with its short and long side in centimetres (ISO 216; ANSI/ASME Y14.1)."""

    A4 = ("A4", 21.0, 29.7)
    LETTER = ("Letter", 21.59, 27.94)

    @property
    def said(self) -> str:
        """Its name."""
        return self.value[0]


@dataclass(frozen=True, eq=False)
class Sheet:
    """A sheet on a frame: its corners (4, 2) in pixels, clockwise from the one at the upper left, which format it has,
    how long its upper and its right edge are in centimetres, and how far off a corner is, one standard deviation."""

    corners_px: Points
    paper: Paper
    size_cm: tuple[float, float]
    sigma_px: float
    misfit: float
    """How badly the corners fit the format, in squared standard deviations."""


def find_sheet(frame_bgr: NDArray[np.uint8], paper: Paper | None = None, lens: Lens | None = None) -> Sheet:
    """The one sheet of paper on a BGR frame (H, W, 3), of a given format or of whichever fits clearly better.

    With the lens known the check of its format is sharper. Sheets with one ratio, as A5 and A4, look alike: only the
    format given says how large it is.
    Raises `CalibrationError` when there is no sheet, or two, or what is there has not that ratio.
    """
    size = (frame_bgr.shape[1], frame_bgr.shape[0])
    gray = np.asarray(cv2.cvtColor(frame_bgr, cv2.COLOR_BGR2GRAY), np.float32)
    quads, cut_off = _quads(gray)
    sheets, others = [], 0
    for corners, sigma_px in quads:
        seen = straightened(corners, lens)
        sheet = _as_paper(seen, sigma_px, size, paper, lens)
        if sheet is None:
            others += 1
        else:
            sheets.append(replace(sheet, corners_px=corners))
    sheets = _outermost_paper(sheets, gray)
    if len(sheets) > 1:
        raise CalibrationError("More than one sheet of paper lies on the table; leave one there, flat and by itself.")
    wanted = paper.said if paper else "A4 or Letter"
    if not sheets and others:
        raise CalibrationError(
            f"What lies on the table has four corners but not the shape of {wanted} paper; lay down a whole sheet of "
            f"{wanted}, flat and uncovered, or say which format it is."
        )
    if not sheets and cut_off:
        raise CalibrationError(
            "The sheet of paper reaches out of the picture; move it so that all its corners are seen."
        )
    if not sheets:
        raise CalibrationError(
            f"No sheet of paper was found; lay one sheet of {wanted} flat on a table that is darker than it, with all "
            "its corners uncovered."
        )
    return sheets[0]


def plane_from_sheet(frame_bgr: NDArray[np.uint8], paper: Paper | None = None, lens: Lens | None = None) -> TablePlane:
    """The table's plane from the sheet on a frame; its origin is the sheet's middle. Raises as `find_sheet` does."""
    sheet = find_sheet(frame_bgr, paper, lens)
    return plane_from_points(
        sheet.corners_px,
        _laid(sheet.size_cm),
        (frame_bgr.shape[1], frame_bgr.shape[0]),
        sigma_px=sheet.sigma_px,
        sigma_cm=0.05,  # paper is cut to a millimetre or so, and never lies quite flat
        found_by=sheet.paper.said,
        lens=lens,
    )


def _laid(size_cm: tuple[float, float]) -> Points:
    half = np.array(size_cm) / 2
    return np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half


def _quads(gray: Gray) -> tuple[list[tuple[Points, float]], bool]:
    """Bright four-cornered patches with the uncertainty of their corners, and whether one reaches out of the frame."""
    height, width = gray.shape
    scale = min(1.0, WORK_PX / max(width, height))
    if min(width, height) * scale < NARROWEST_PX:
        return [], False
    small = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else gray
    small = np.asarray(cv2.GaussianBlur(small, (0, 0), 1.2), np.float32)
    rough: list[Points] = []
    cut_off = False
    low, high = np.percentile(small, [5, 99.8])
    masks = [(small > level).astype(np.uint8) for level in np.linspace(low, high, LEVELS + 2)[1:-1]]
    spread = max(8.0, float(high - low))
    edges = cv2.Canny(np.clip((small - low) * (255 / spread), 0, 255).astype(np.uint8), 30, 80)
    masks.append(np.asarray(cv2.dilate(edges, np.ones((3, 3), np.uint8)), np.uint8))
    for mask in masks:
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            corners = _four_corners(np.asarray(contour), mask.size)
            if corners is None:
                continue
            corners = corners / scale
            off = (corners < BORDER_PX / scale) | (corners > np.array([width, height]) - 1 - BORDER_PX / scale)
            if off.any():
                cut_off = cut_off or _bright_inside(gray, corners)
            elif not any(_same(corners, other) for other in rough):
                rough.append(corners)
    found: list[tuple[Points, float]] = []
    for corners in rough:
        sharp = _sharpened(gray, corners)
        if sharp is not None and not any(_same(sharp[0], other[0]) for other in found):
            found.append(sharp)
    return found, cut_off


def _four_corners(contour: NDArray[np.int32], pixels: int) -> Points | None:
    """The corners (4, 2) of a contour that is a quadrilateral of a sheet's size, clockwise; None for any other."""
    if len(contour) < 4:
        return None
    hull = cv2.convexHull(contour)
    area = cv2.contourArea(hull)
    if not SMALLEST_SHARE * pixels < area < LARGEST_SHARE * pixels or cv2.contourArea(contour) < 0.85 * area:
        return None
    found = np.asarray(cv2.approxPolyDP(hull, 0.025 * cv2.arcLength(hull, True), True), np.float64)
    if len(found) != 4:
        return None
    corners = found.reshape(4, 2)
    if cv2.contourArea(corners.astype(np.float32)) < 0.9 * area:
        return None
    return _clockwise(corners)


def _clockwise(corners: Points) -> Points:
    """The corners clockwise as seen, from the one at the upper left."""
    around = corners - corners.mean(0)
    ordered = corners[np.argsort(np.arctan2(around[:, 1], around[:, 0]))]
    # The upper edge is the one whose direction is nearest to the picture's rightwards.
    along = np.roll(ordered, -1, axis=0) - ordered
    rightwards = along[:, 0] / np.linalg.norm(along, axis=1)
    return np.roll(ordered, -int(rightwards.argmax()), axis=0)


def _same(a: Points, b: Points) -> bool:
    size = math.sqrt(cv2.contourArea(a.astype(np.float32)))
    near = np.linalg.norm(a[:, None] - b[None], axis=2).min(1)
    return bool((near < 0.06 * size).all())


def _bright_inside(gray: Gray, corners: Points) -> bool:
    mask = np.zeros(gray.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
    return float(gray[mask > 0].mean()) > float(gray[mask == 0].mean()) + LEAST_STEP


def _sharpened(gray: Gray, corners: Points) -> tuple[Points, float] | None:
    """The corners where straight lines through the sheet's edges meet, and how far off they are; None where the edges
    are not those of something brighter than its surroundings."""
    lines: list[tuple[Points, Points]] = []
    spreads: list[float] = []
    side_px = math.sqrt(cv2.contourArea(corners.astype(np.float32)))
    reach = max(4.0, min(14.0, 0.03 * side_px))
    for _ in range(2):  # the second time along what the first has found
        lines, spreads = [], []
        for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            line = _edge_line(gray, a, b, reach)
            if line is None:
                return None
            lines.append(line[0])
            spreads.append(line[1])
        meet = [_meeting(lines[k - 1], lines[k]) for k in range(4)]
        if any(point is None for point in meet):
            return None
        corners = np.array(meet)
        reach = max(4.0, reach / 2)
    return corners, max(0.15, math.hypot(0.1, max(spreads)))


def _edge_line(gray: Gray, a: Points, b: Points, reach: float) -> tuple[tuple[Points, Points], float] | None:
    """A line (point, direction) through the edge between two corners, and how far off it is at its ends."""
    length = float(np.linalg.norm(b - a))
    if length < 12:
        return None
    along = (b - a) / length
    outwards = np.array([along[1], -along[0]])  # the corners go clockwise, y pointing down
    places = a + np.linspace(0.08, 0.92, int(min(120, length / 2)))[:, None] * (b - a)
    steps = np.arange(-reach - 1, reach + 1.01, 0.5)
    grid = places[:, None] + steps[None, :, None] * outwards
    profile = cv2.remap(
        gray,
        grid[..., 0].astype(np.float32),
        grid[..., 1].astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    profile = np.asarray(cv2.GaussianBlur(profile, (5, 1), 1.0), np.float64)
    falls = profile[:, :-2] - profile[:, 2:]  # how much darker it gets on the way out
    best = falls[:, 1:-1].argmax(1) + 1
    rows = np.arange(len(falls))
    peak, before, after = falls[rows, best], falls[rows, best - 1], falls[rows, best + 1]
    bend = before - 2 * peak + after
    offset = np.where(bend < -1e-6, 0.5 * (before - after) / np.where(bend < -1e-6, bend, 1.0), 0.0)
    reached = steps[best + 1] + 0.5 * offset
    noise = float(np.median(np.abs(falls - np.median(falls))))
    seen = peak > max(LEAST_STEP, 2.5 * noise)
    if seen.mean() < EDGE_FOUND:
        return None
    points = (places + reached[:, None] * outwards)[seen]
    for _ in range(3):
        vx, vy, x, y = (float(v) for v in cv2.fitLine(points.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel())
        off = np.abs((points[:, 0] - x) * vy - (points[:, 1] - y) * vx)
        kept = off <= max(0.5, 2.5 * float(np.median(off)))
        if kept.all():
            break
        points = points[kept]
    if len(points) < EDGE_FOUND * 0.8 * len(places) or float(off.mean()) > 2.5:
        return None
    rms = float(np.sqrt(np.mean(off[kept] ** 2)))
    return (np.array([x, y]), np.array([vx, vy])), 2 * rms / math.sqrt(len(points))


def _meeting(one: tuple[Points, Points], other: tuple[Points, Points]) -> Points | None:
    (p, u), (q, v) = one, other
    across = u[0] * v[1] - u[1] * v[0]
    if abs(across) < 0.1:
        return None
    t = ((q[0] - p[0]) * v[1] - (q[1] - p[1]) * v[0]) / across
    meeting: Points = p + t * u
    return meeting


def _as_paper(
    corners: Points, sigma_px: float, size: tuple[int, int], paper: Paper | None, lens: Lens | None
) -> Sheet | None:
    """The corners as those of a sheet laid one way or the other; None when no camera can see one so."""
    fits = [
        Sheet(corners, kind, laid, sigma_px, _misfit(corners, laid, size, lens))
        for kind in Paper
        for laid in ((kind.value[2], kind.value[1]), kind.value[1:])
    ]
    mine = [fit for fit in fits if paper in (None, fit.paper)]
    best = min(mine, key=lambda fit: fit.misfit)
    if best.misfit > MISFIT:
        return None
    rest = [fit for fit in fits if fit.paper is not best.paper]
    other = min(rest, key=lambda fit: fit.misfit)
    if paper is not None:
        return best if best.misfit < other.misfit + CLEARLY else None
    if other.misfit < best.misfit + CLEARLY:
        raise CalibrationError("The sheet may be A4 or Letter, seen like this; say which it is.")
    return best


def _misfit(corners: Points, laid: tuple[float, float], size: tuple[int, int], lens: Lens | None) -> float:
    """How far, in squared standard deviations, the corners are from those of a sheet under the likeliest camera."""
    placed = np.column_stack([_laid(laid), np.zeros(4)])
    diagonal = float(np.linalg.norm(corners[2] - corners[0]))
    sigma = max(0.7, 0.003 * diagonal)
    if lens is not None:
        return _seen_by(corners, placed, np.array(lens.camera_matrix), sigma / 2)
    best = math.inf
    for share in FOCAL_SHARES:
        focal = share * max(size)
        matrix = np.array([(focal, 0, size[0] / 2), (0, focal, size[1] / 2), (0, 0, 1)])
        unusual = (math.log(share / USUAL_FOCAL) / FOCAL_SPREAD) ** 2
        if unusual < best:
            best = min(best, unusual + _seen_by(corners, placed, matrix, sigma))
    return best


def _seen_by(corners: Points, placed: Points, matrix: Points, sigma: float) -> float:
    found, rotations, shifts, _ = cv2.solvePnPGeneric(placed, corners, matrix, None, flags=cv2.SOLVEPNP_IPPE)
    best = math.inf
    for rotation, shift in zip(rotations, shifts, strict=True) if found else []:
        rotation, shift = cv2.solvePnPRefineLM(placed, corners, matrix, None, rotation, shift)
        seen, _ = cv2.projectPoints(placed, rotation, shift, matrix, None)
        off = float(((np.asarray(seen, np.float64).reshape(4, 2) - corners) ** 2).sum()) / sigma**2
        facing = abs(float(np.asarray(cv2.Rodrigues(rotation)[0])[2, 2]))
        steep = max(0.0, math.degrees(math.acos(min(1.0, facing))) - STEEPEST_DEG) / STEEP_SPREAD_DEG
        best = min(best, off + steep**2)
    return best


def _outermost_paper(sheets: list[Sheet], gray: Gray) -> list[Sheet]:
    """The sheets that count: no cards beside a sheet, and of one within another the one that is the paper."""
    areas = {id(s): cv2.contourArea(s.corners_px.astype(np.float32)) for s in sheets}
    kept: list[Sheet] = []
    for sheet in sorted(sheets, key=lambda s: -areas[id(s)]):
        around = next((k for k in kept if _within(sheet, k)), None)
        if around is not None:
            inner, ring = _brightness(gray, sheet, around)
            if ring < 0.88 * inner and areas[id(sheet)] > SMALLEST_SHARE * gray.size:
                kept[kept.index(around)] = sheet  # the table's own edge around a sheet
        else:
            kept.append(sheet)
    largest = max((areas[id(s)] for s in kept), default=0.0)
    return [s for s in kept if areas[id(s)] >= OTHERS_SHARE * largest]


def _within(inner: Sheet, outer: Sheet) -> bool:
    shape = outer.corners_px.astype(np.float32)
    middle = inner.corners_px.mean(0)
    return cv2.pointPolygonTest(shape, (float(middle[0]), float(middle[1])), False) >= 0


def _brightness(gray: Gray, inner: Sheet, outer: Sheet) -> tuple[float, float]:
    """How bright the inner of two patches is, and the ring around it within the outer one."""
    mask = np.zeros(gray.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(outer.corners_px).astype(np.int32), 1)
    cv2.fillConvexPoly(mask, np.round(inner.corners_px).astype(np.int32), 2)
    ring = gray[mask == 1]
    return float(gray[mask == 2].mean()), float(ring.mean()) if ring.size else 255.0
