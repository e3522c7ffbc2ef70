"""Stretches of a recording in which the table was not seen, and those in which only nothing moved.

A picture that freezes repeats itself more exactly than any sensor does; what is repeated is left out, so that a hole is
left between two frames. A screen recorder stores a picture only where something differs; there the last one is shown
again until the next, so that hands at rest are seen to rest.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.sources.frames import Frame

FREEZE_S = 0.5
"""Pictures that hardly differ for this long are frozen, or show that the picture goes on again."""
FROZEN_RATIO = 5.0
"""They differ this many times less from each other than pictures of a table at rest did before."""
FROZEN_SHARE = 0.6
"""So many of them, at least: a frozen picture that is encoded anew differs a little whenever a key frame comes."""
QUIET_FRAMES, MOST_QUIET = 4, 90
"""So many pictures without motion tell how much pictures at rest differ; of no more than the second."""
LEAST_NOISE_LEVELS = 0.01
"""Where they differ less than this on average, the codec has left no noise to tell a frozen picture by."""
QUIET_QUANTILE = 0.3
"""This quantile of their differences counts, since some codecs repeat most pictures nearly."""
MOTION_LEVELS, MOTION_SHARE = 12.0, 0.0005
"""Something moves where this share of the picture differs by so many grey levels."""
HOLE_S = 0.5
"""Between two pictures farther apart than this some are missing, or nothing moved."""
STILL_STORED_SHARE = 0.2
"""A file that stores more than this share of pictures in which nothing moves stores all of them."""
JUMP_RATIO = 4.0
"""A picture that differs from the one before a hole this many times more than from the one after was not led up to."""
LONGEST_STEP_S = 0.1
"""While nothing moves the last picture is shown again at least this often."""


@dataclass(frozen=True, eq=False)
class _Shown:
    frame: Frame
    change: float
    """The mean difference from the picture before, in grey levels; 0 for the first."""
    moved: float
    """The share of the picture that moved since."""

    @property
    def quiet(self) -> bool:
        return self.moved < MOTION_SHARE


def only_seen(frames: Iterable[Frame], end_s: Callable[[float], float]) -> Iterator[Frame]:
    """The frames of a recording, numbered anew, without those that repeat a frozen picture, and with the last one again
    where nothing moved. The file's own end is `end_s` of the last frame's time."""
    for index, frame in enumerate(_held(_thawed(_compared(frames)), end_s)):
        yield replace(frame, index=index)


def _compared(frames: Iterable[Frame]) -> Iterator[_Shown]:
    before: NDArray[np.uint8] | None = None
    for frame in frames:
        glimpse = np.ascontiguousarray(frame.image[::4, ::4])
        yield _Shown(frame, *_difference(before, glimpse))
        before = glimpse


def _difference(before: NDArray[np.uint8] | None, glimpse: NDArray[np.uint8]) -> tuple[float, float]:
    if before is None or before.shape != glimpse.shape:
        return 0.0, 0.0
    difference = cv2.absdiff(before, glimpse)
    return float(difference.mean()), float((difference.max(axis=2) > MOTION_LEVELS).mean())


def _thawed(shown: Iterable[_Shown]) -> Iterator[_Shown]:
    """Those of a picture that is not frozen; of a frozen end the last one, so that it is known how long it was."""
    quiet: deque[float] = deque(maxlen=MOST_QUIET)
    held: list[_Shown] = []
    """Those of which it is not known whether they are frozen; while they are, those that may be its end."""
    frozen, before = False, None
    for one in shown:
        level = _noise(quiet) / FROZEN_RATIO
        alike = one.quiet and one.change < level
        moved, before = before is not None and not before.quiet, one
        if frozen:
            held = [] if alike else [*held, one]
            frozen = not held or (one.quiet and not _spans(held))
        elif held or alike or (one.quiet and moved):  # a hand that is frozen as it moves seems to come to rest
            held.append(one)
            frozen = one.quiet and _frozen(held, level)
            if frozen:
                held = []
                continue
        else:
            yield one
            quiet.extend([one.change] if one.quiet and one.change > 0 else [])
        if held and not frozen and (not one.quiet or (_spans(held) and not alike)):
            yield from held
            quiet.extend(h.change for h in held if h.quiet and h.change > level)
            held = []
    if frozen and before is not None:
        yield before
    else:
        yield from held


def _frozen(held: list[_Shown], level: float) -> bool:
    """Whether the newest of them repeat one picture."""
    newest = [h.change < level for h in held if h.frame.at_s >= held[-1].frame.at_s - FREEZE_S - 1e-6]
    return _spans(held) and sum(newest) >= FROZEN_SHARE * len(newest)


def _noise(quiet: deque[float]) -> float:
    """How much pictures of a table at rest differ, in grey levels; 0 where that is not known."""
    noise = float(np.quantile(quiet, QUIET_QUANTILE)) if len(quiet) >= QUIET_FRAMES else 0.0
    return noise if noise >= LEAST_NOISE_LEVELS else 0.0


def _spans(held: list[_Shown]) -> bool:
    return held[-1].frame.at_s - held[0].frame.at_s >= FREEZE_S


def _held(shown: Iterable[_Shown], end_s: Callable[[float], float]) -> Iterator[Frame]:
    """Their frames, and the last one again in holes before which nothing moved."""
    stored = still = 0
    step_s = LONGEST_STEP_S
    before: _Shown | None = None
    waiting: _Shown | None = None
    """The one after a hole; the next one tells whether the table was as before meanwhile."""
    for one in shown:
        if waiting is not None and before is not None:
            if not _jumped(before.frame, waiting.frame, one.frame):
                yield from _again(before.frame, waiting.frame.at_s, step_s)
            yield waiting.frame
            before, waiting = waiting, None
        if before is not None and one.frame.at_s - before.frame.at_s > HOLE_S and still <= STILL_STORED_SHARE * stored:
            waiting = one
            continue
        if before is not None:
            stored, still = stored + 1, still + one.quiet
            step_s = min(step_s, max(one.frame.at_s - before.frame.at_s, 1 / 60))
        yield one.frame
        before = one
    if waiting is not None:
        yield waiting.frame
        before = waiting
    if before is not None and still <= STILL_STORED_SHARE * stored and stored:
        yield from _again(before.frame, end_s(before.frame.at_s), step_s)


def _jumped(before: Frame, first: Frame, second: Frame) -> bool:
    """Whether the first picture after a hole shows what nothing led up to."""
    glimpses = [frame.image[::4, ::4] for frame in (before, first, second)]
    across, after = (_difference(a, b)[1] for a, b in pairwise(glimpses))
    return across > MOTION_SHARE and across > JUMP_RATIO * after


def _again(frame: Frame, upto_s: float, step_s: float) -> Iterator[Frame]:
    """A frame again and again, until before `upto_s`."""
    for n in range(1, int((upto_s - frame.at_s) / step_s - 0.5) + 1):
        yield replace(frame, at_s=frame.at_s + n * step_s)
