"""Cheap watching at the camera's own rate: where something moves, and since when a patch looks as it looks now.

Every frame is reduced to a small grey picture. Cells of that picture remember when they last moved, which says where
reading is worth while; the small pictures of the last seconds are kept, so that once a resting hand has been found,
the moment at which it came to rest can be looked up, whatever else moved around it.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.sources.frames import Frame

WIDTH_PX = 480
"""Width of the small grey pictures; a fingertip is still two or three of their pixels wide on a full table."""
CELL_PX = 8
"""Side of a cell in pixels of the small picture."""
KEPT_S = 4.0
"""How far back the small pictures reach."""
AWAY_S = 0.5
"""No frame for longer than this: nobody saw the table ..."""
MUCH_LATER = 3.0
"""... unless the camera is so slow that the frame before came hardly sooner: not this many times."""
MOST_GAPS = 8
"""So many of the last times in which nobody saw the table are remembered."""
NOISE_FLOOR = 1.0
"""Grey levels: no camera is taken to be quieter than this."""
NOISE_FRAMES, NOISE_QUANTILE = 15, 0.7
"""So many frames tell the noise, of which a camera in the dark may nearly repeat most ..."""
FEWEST_NOISES = 3
"""... and fewer than this tell nothing."""
NOISES = 4.0
"""A pixel has changed when it differs by this many times the noise ..."""
STEP = 3.0
"""... and by this many grey levels more, which compression and flicker stay below."""
SHADOW_PX = 21
"""What changes evenly over more than this many pixels of the small picture is light, and no movement."""
LEVEL_LEFT = 1.0
"""A change of the light is not one that multiplies all levels when this much is left of it, in grey levels."""
CELL_SHARE = 0.05
"""A cell moved when this share of its pixels changed since the last frame ..."""
PATCH_SHARE = 0.012
"""... and a patch looks different when this share of it differs: one digit's bending shows, a speck does not."""
RIM = 0.06
"""So much of a patch's width, at its rim, does not tell since when a hand has lain still."""
HELD_SHARE = 0.02
"""The same for hands held up, behind which their owner breathes."""
HELD_SWAY_PX = 5
"""Hands held up to a camera tremble and drift by so many pixels of the small picture while they are held still."""
HELD_SHADOW_PX = 41
"""They fill more of the picture than hands on a table, so what changes must be wider than this to be light."""
_NEAR = np.ones((5, 5), np.uint8)
"""A pixel of a hand held up has not changed where one so near looks like it: the hand turns a little as it sways."""


@dataclass(frozen=True, eq=False)
class Glance:
    """One frame's small grey picture (h, w), float32, with the light's general level taken out."""

    grey: NDArray[np.float32]
    at_s: float
    index: int


@dataclass(frozen=True)
class Gap:
    """A time in which nobody saw the table: from one frame to the next, which came late."""

    from_s: float
    to_s: float


@dataclass(frozen=True, eq=False)
class Patch:
    """A part of the small picture: `mask` (h, w) bool within `box` x0, y0, x1, y1, both in small pixels."""

    box: tuple[int, int, int, int]
    mask: NDArray[np.bool_]

    def cut(self, grey: NDArray[np.float32]) -> NDArray[np.float32]:
        """The part of a small picture inside the box."""
        x0, y0, x1, y1 = self.box
        return grey[y0:y1, x0:x1]

    @cached_property
    def inside(self) -> Patch:
        """The patch without its rim, into which neighbours' hands come first."""
        rim_px = max(1, round(RIM * min(self.mask.shape)))
        kernel = np.ones((2 * rim_px + 1, 2 * rim_px + 1), np.uint8)
        inner = cv2.erode(self.mask.astype(np.uint8), kernel, borderType=cv2.BORDER_CONSTANT, borderValue=0)
        return Patch(self.box, inner.astype(bool)) if inner.any() else self


@dataclass(frozen=True, eq=False)
class Motion:
    """What moved where, and when, on the frames up to one of them, which is `glances[-1]`. It never changes: whoever
    looks at a frame late sees what could be known on that frame. All times are the frames' own."""

    glances: tuple[Glance, ...]
    """The small pictures of the last seconds, the newest last."""
    moved_s: NDArray[np.float64]
    """When each cell (rows, columns) last moved; minus infinity where nothing has moved yet."""
    first_s: float
    """The time of the first frame."""
    scale: float
    """Small pixels per pixel of the frame."""
    noise: float
    """Grey levels by which a pixel differs from frame to frame when nothing moves."""
    held_up: bool = False
    """Hands are held up to the camera: they sway and drift while they are held still."""
    gaps: tuple[Gap, ...] = ()
    """The last times of a recording in which nobody saw the table, the newest last; whoever sits before a live camera
    is told at once."""

    @property
    def now_s(self) -> float:
        """The time of the newest frame."""
        return self.glances[-1].at_s

    @property
    def tolerance(self) -> float:
        """The difference in grey levels from which on a pixel has changed."""
        return NOISES * self.noise + STEP

    @property
    def patch_share(self) -> float:
        """The share of a patch from which on it looks different."""
        return HELD_SHARE if self.held_up else PATCH_SHARE

    @property
    def _sway_px(self) -> int:
        return HELD_SWAY_PX if self.held_up else 0

    def cells_of(self, polygon: NDArray[np.float64]) -> NDArray[np.bool_]:
        """The cells (rows, columns) whose middle lies in a polygon (N, 2) of frame pixels."""
        mask = np.zeros(self.moved_s.shape, np.uint8)
        points = np.round(polygon * self.scale / CELL_PX - 0.5).astype(np.int32)
        cv2.fillPoly(mask, [points], 1)
        return mask.astype(bool)

    def extent_of(self, cells: NDArray[np.bool_]) -> NDArray[np.float64]:
        """The corners (2, 2) of the box around some cells, at least one, in frame pixels."""
        rows, columns = np.nonzero(cells)
        corners = np.array([(columns.min(), rows.min()), (columns.max() + 1, rows.max() + 1)])
        extent: NDArray[np.float64] = corners * (CELL_PX / self.scale)
        return extent

    def patch(self, polygon: NDArray[np.float64]) -> Patch | None:
        """The patch under a polygon (N, 2) of frame pixels; None when it lies off the picture."""
        grey = self.glances[-1].grey
        points = np.round(polygon * self.scale).astype(np.int32)
        x0, y0 = np.maximum(points.min(0), 0)
        x1, y1 = np.minimum(points.max(0) + 1, [grey.shape[1], grey.shape[0]])
        if x1 - x0 < 2 or y1 - y0 < 2:
            return None
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillPoly(mask, [points - [x0, y0]], 1)
        return Patch((int(x0), int(y0), int(x1), int(y1)), mask.astype(bool)) if mask.any() else None

    def last_moved(self, patch: Patch) -> float:
        """When something last moved in the patch's box, by the cells' memory; minus infinity when nothing ever did."""
        x0, y0, x1, y1 = (v // CELL_PX for v in patch.box)
        return float(self.moved_s[y0 : y1 + 1, x0 : x1 + 1].max())

    def change(self, patch: Patch, grey: NDArray[np.float32], reference: NDArray[np.float32]) -> float:
        """The share of the patch that differs between a small picture and a reference cut by `patch.cut`. Differences
        wider than a finger are shadows and changing light, and are left out."""
        cut = self._steadied(patch, grey, reference)
        difference = cut - reference
        shadow_px = HELD_SHADOW_PX if self.held_up else SHADOW_PX
        light = cv2.blur(difference, (shadow_px, shadow_px))
        if self.held_up:
            cut = cut - light
            changed = _beyond(reference, cut) + _beyond(cut, reference)
        else:
            changed = np.abs(difference - light)
        return float((changed > self.tolerance)[patch.mask].mean())

    def _steadied(self, patch: Patch, grey: NDArray[np.float32], reference: NDArray[np.float32]) -> NDArray[np.float32]:
        """The patch's part of a small picture, or what lies within a hand's sway of it, where that is more alike."""
        sway = self._sway_px
        x0, y0, x1, y1 = patch.box
        left, top = max(0, x0 - sway), max(0, y0 - sway)
        around = grey[top : y1 + sway, left : x1 + sway]
        if not sway or around.shape == reference.shape:
            return patch.cut(grey)
        unlike = cv2.matchTemplate(around, reference, cv2.TM_SQDIFF)
        x, y = cv2.minMaxLoc(unlike)[2]
        return around[y : y + reference.shape[0], x : x + reference.shape[1]]

    def look_at_rest(self, patch: Patch, since_s: float) -> NDArray[np.float32]:
        """What the patch looks like, averaged over the frames since `since_s` (at least the newest)."""
        cuts = [patch.cut(g.grey) for g in self.glances if since_s <= g.at_s]
        cuts = (cuts or [patch.cut(self.glances[-1].grey)])[-1 if self.held_up else 0 :]  # sway would blur the mean
        return np.asarray(np.mean(cuts, axis=0), np.float32)

    def same_since(self, patch: Patch, reference: NDArray[np.float32]) -> Glance | None:
        """The earliest frame from which on the patch has looked like `reference` without a break, up to the newest;
        None when it does not look so there."""
        earliest: Glance | None = None
        for glance in reversed(self.glances):
            if self.change(patch.inside, glance.grey, reference) > self.patch_share:
                break
            earliest = glance
        return earliest


class MotionTracker:
    """Takes in the frames, and tells for each what has moved up to it."""

    def __init__(self, width_px: int = WIDTH_PX, held_up: bool = False, recorded: bool = False) -> None:
        self._width_px, self._held_up, self._recorded = width_px, held_up, recorded
        self._noises: deque[float] = deque(maxlen=NOISE_FRAMES)
        self._glances: deque[Glance] = deque()
        self._step_s = 0.0
        self._motion = Motion((), np.zeros((0, 0)), 0.0, 1.0, NOISE_FLOOR, held_up)

    def watch(self, frame: Frame) -> Motion:
        """What has moved up to the next frame: its small picture, and the cells that moved since the one before."""
        height, width = frame.image.shape[:2]
        scale = min(1.0, self._width_px / width)
        size = (max(CELL_PX, round(width * scale)), max(CELL_PX, round(height * scale)))
        small = cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA)
        grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (3, 3), 0).astype(np.float32)
        last, before = self._motion, self._glances[-1] if self._glances else None
        gaps = last.gaps
        late_s = 0.0 if before is None else frame.at_s - before.at_s
        if self._recorded and before is not None and late_s > AWAY_S and 0 < MUCH_LATER * self._step_s < late_s:
            gaps = (*gaps, Gap(before.at_s, frame.at_s))[-MOST_GAPS:]
        elif before is not None:
            self._step_s = frame.at_s - before.at_s
        first_s, noise = last.first_s, last.noise
        if before is None or before.grey.shape != grey.shape:
            self._glances.clear()
            first_s = frame.at_s
            rows, columns = -(-grey.shape[0] // CELL_PX), -(-grey.shape[1] // CELL_PX)
            moved_s = np.full((rows, columns), -np.inf)
        else:
            grey = _at_level_of(before.grey, grey)
            difference = np.abs(grey - before.grey)
            noise = self._learned_noise(difference, noise)
            moved_s = last.moved_s.copy()
            moved_s[_moving_cells(difference, NOISES * noise + STEP, moved_s.shape)] = frame.at_s
        self._glances.append(Glance(grey, frame.at_s, frame.index))
        while self._glances[0].at_s < frame.at_s - KEPT_S:
            self._glances.popleft()
        self._motion = Motion(tuple(self._glances), moved_s, first_s, scale, noise, self._held_up, gaps)
        return self._motion

    def _learned_noise(self, difference: NDArray[np.float32], before: float) -> float:
        """Most of a table does not move from one frame to the next, so the usual difference tells the noise. One frame
        alone does not: everything differs once when a lamp is switched on, and nothing where a frame is repeated."""
        sample = difference[::3, ::3]
        if not sample.any():
            return before
        middle = float(np.median(sample))
        self._noises.append(1.25 * float(np.minimum(sample, 3 * middle + 1).mean()))
        if len(self._noises) < FEWEST_NOISES:
            return before
        return max(NOISE_FLOOR, float(np.quantile(self._noises, NOISE_QUANTILE, method="lower")))


def _at_level_of(before: NDArray[np.float32], grey: NDArray[np.float32]) -> NDArray[np.float32]:
    """`grey` with a lamp's flicker or the camera's own exposure taken out, as far as it is the same everywhere."""
    sample, reference = grey[::4, ::4], before[::4, ::4]
    usable = (sample > 8) & (sample < 245)
    if int(usable.sum()) < 64:
        return grey
    now, then = sample[usable], reference[usable]
    gain, offset = float(np.median(then / now)), 0.0
    left = float(np.median(np.abs(then - now * gain)))
    if left > LEVEL_LEFT:  # the camera's processing may add light rather than multiply it
        added = float(np.median(then - now))
        if float(np.median(np.abs(then - now - added))) < left:
            gain, offset = 1.0, added
    if not 0.5 < gain < 2 or (abs(gain - 1) < 0.003 and abs(offset) < 0.5):
        return grey
    levelled: NDArray[np.float32] = grey * np.float32(gain) + np.float32(offset)
    return levelled


def _moving_cells(difference: NDArray[np.float32], tolerance: float, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    rows, columns = shape
    changed = np.zeros((rows * CELL_PX, columns * CELL_PX), np.float32)
    changed[: difference.shape[0], : difference.shape[1]] = difference > tolerance
    share = cv2.resize(changed, (columns, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(share > CELL_SHARE)


def _beyond(picture: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float32]:
    """By how much each pixel is brighter or darker than everything about its place in another picture."""
    over, under = picture - cv2.dilate(other, _NEAR), cv2.erode(other, _NEAR) - picture
    return np.asarray(np.maximum(np.maximum(over, under), 0), np.float32)
