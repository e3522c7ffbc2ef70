"""Whether there is light enough to read hands by, and whether they are sharp and large enough.

Every check says good, could be better or bad, and one plain sentence about what to change. Light is judged on grey
levels 0..255; sharpness by how far edges are smeared, relative to the size of what is to be read, so that neither the
table's pattern nor the camera's resolution decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.known import Light
from gesture.hand_geometry import palm_reach
from gesture.reading.hand_reading import HandReading
from gesture.reading.sharpness import blur_px
from gesture.sources.frames import Frame

Picture = NDArray[np.uint8]
BLACK_LEVEL, DARK_LEVEL, DIM_LEVEL = 6.0, 35.0, 65.0
"""A frame whose brightness is below the first shows nothing, below the second too little, below the third not much."""
CLIPPED_LEVEL = 250
"""A pixel this bright is white without detail."""
CLIPPED_BAD, CLIPPED_SOME = 0.25, 0.08
"""Shares of pixels that are white without any detail."""
FLAT, LOW_CONTRAST = 12.0, 25.0
"""Grey levels between the darkest and the brightest twentieth of the frame."""
FLICKER_BAD, FLICKER_SOME = 0.10, 0.04
"""Shares by which the whole frame's brightness swings from frame to frame."""
FLICKER_FRAMES = 8
"""Fewer frames in a row than this do not show whether the light flickers."""
FRAME_BLUR = (0.0035, 0.006)
"""Shares of the frame's height by which edges are smeared when it is soft, and when it is blurred."""
HAND_BLUR = (0.035, 0.06)
"""The same as shares of a palm's length: a finger is a fifth of that wide."""
HAND_SMALL_PX, HAND_FAIR_PX = 28.0, 40.0
"""A palm, wrist to middle knuckle, below which digits are not told apart, and from which they are told well."""


class Grade(StrEnum):
    """How well something is, the best first."""

    GOOD = "good"
    COULD_BE_BETTER = "could be better"
    BAD = "bad"

    @property
    def rank(self) -> int:
        """0 for the best."""
        return list(Grade).index(self)


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: how it is, the number behind that where there is one, and one sentence, which says
    what to change where something should be."""

    about: str
    grade: Grade
    says: str
    measured: float | None = None


def light_of(picture: Picture) -> Light:
    """How bright, rich in contrast and blurred a BGR frame (H, W, 3) is."""
    gray = _gray(picture)
    low, high = np.percentile(gray[::2, ::2], [5, 95])
    return Light(brightness=float(gray.mean()), contrast=float(high - low), blur_px=blur_px(picture))


def check_light(picture: Picture) -> list[Finding]:
    """Brightness, white patches and contrast of a BGR frame (H, W, 3)."""
    gray = _gray(picture)
    light = light_of(picture)
    findings = [_brightness(light.brightness, "the table")]
    if findings[0].grade is Grade.BAD and light.brightness < BLACK_LEVEL:
        return findings
    clipped = float((gray >= CLIPPED_LEVEL).mean())
    if clipped > CLIPPED_BAD:
        grade, says = Grade.BAD, "Much of the picture is plain white: turn the lamp or window light off the table."
    elif clipped > CLIPPED_SOME:
        grade, says = (
            Grade.COULD_BE_BETTER,
            "Parts of the picture are plain white: soften or turn away the light there.",
        )
    else:
        grade, says = Grade.GOOD, "Nothing is too bright to be seen."
    findings.append(Finding("glare", grade, says, round(clipped, 3)))
    if light.contrast < FLAT:
        grade, says = Grade.BAD, "Everything looks alike grey: wipe the lens, and light the table from one side."
    elif light.contrast < LOW_CONTRAST:
        grade, says = Grade.COULD_BE_BETTER, "The picture has little contrast: light the table from one side."
    else:
        grade, says = Grade.GOOD, "Light and dark are well apart."
    findings.append(Finding("contrast", grade, says, round(light.contrast, 1)))
    return findings


def check_flicker(frames: Sequence[Frame]) -> Finding:
    """Whether the light swings over frames that follow each other; a slow change, as of a cloud or of arms that come
    in, is no flicker."""
    if len(frames) < FLICKER_FRAMES:
        return Finding("flicker", Grade.GOOD, "Too few frames were seen to tell whether the light flickers.")
    levels = np.array([float(np.median(_gray(frame.image)[::4, ::4])) for frame in frames])
    # What goes up and down again within three frames: neither a trend nor a step.
    swings = np.abs(levels[1:-1] - (levels[:-2] + levels[2:]) / 2)
    swing = float(np.percentile(swings, 75)) * 2 / max(float(levels.mean()), 1.0)
    if swing > FLICKER_BAD:
        grade, says = (
            Grade.BAD,
            "The light flickers strongly: use another lamp or daylight, or set the camera to 50 or 60 Hz.",
        )
    elif swing > FLICKER_SOME:
        grade, says = Grade.COULD_BE_BETTER, "The light flickers a little: another lamp or daylight would be steadier."
    else:
        grade, says = Grade.GOOD, "The light is steady."
    return Finding("flicker", grade, says, round(swing, 3))


def check_focus(picture: Picture) -> Finding:
    """Whether a BGR frame (H, W, 3), or a part of it, is sharp."""
    blur = blur_px(picture)
    return _focus("focus", blur, None if blur is None else blur / picture.shape[0], FRAME_BLUR, "The picture")


def check_hands(picture: Picture, hands: Sequence[HandReading]) -> list[Finding]:
    """The size of the smallest hand on a BGR frame (H, W, 3), and the light and focus on the worst of the hands. No
    findings without a hand."""
    if not hands:
        return []
    smallest_px = min(palm_px(hand) for hand in hands)
    if smallest_px < HAND_SMALL_PX:
        grade, says = Grade.BAD, "Hands are too small to read: bring the camera nearer, or choose a larger picture."
    elif smallest_px < HAND_FAIR_PX:
        grade, says = (
            Grade.COULD_BE_BETTER,
            "Hands are rather small: bring the camera nearer, or choose a larger picture.",
        )
    else:
        grade, says = Grade.GOOD, "Hands are large enough."
    findings = [Finding("hand size", grade, says, round(smallest_px, 1))]
    crops = [_around(picture, hand) for hand in hands]
    darkest = min(float(_gray(crop).mean()) for crop in crops)
    findings.append(_brightness(darkest, "the hands"))
    blurs = [(blur_px(crop), palm_px(hand)) for crop, hand in zip(crops, hands, strict=True)]
    seen = [(blur / palm, blur) for blur, palm in blurs if blur is not None]
    share, blur = max(seen, default=(None, None))
    findings.append(_focus("focus on the hands", blur, share, HAND_BLUR, "The least sharp hand"))
    return findings


def palm_px(hand: HandReading) -> float:
    """A hand's palm from wrist to middle knuckle, in pixels."""
    return palm_reach(hand.landmarks)


def _around(picture: Picture, hand: HandReading) -> Picture:
    """The part of a picture that a hand covers."""
    x0, y0, x1, y1 = hand.box
    part = picture[max(0, y0) : max(1, y1), max(0, x0) : max(1, x1)]
    return part if part.size else picture


def _brightness(level: float, what: str) -> Finding:
    about = "light" if what == "the table" else "light on the hands"
    measured = round(level, 1)
    if level < BLACK_LEVEL:
        return Finding(about, Grade.BAD, "The picture is black: uncover the lens, or turn on a light.", measured)
    if level < DARK_LEVEL:
        return Finding(about, Grade.BAD, f"It is too dark on {what}: turn on a lamp that shines there.", measured)
    if level < DIM_LEVEL:
        return Finding(about, Grade.COULD_BE_BETTER, f"More light on {what} would help.", measured)
    return Finding(about, Grade.GOOD, f"There is enough light on {what}.", measured)


def _focus(about: str, blur: float | None, of_size: float | None, limits: tuple[float, float], what: str) -> Finding:
    soft, blurred = limits
    if blur is None or of_size is None:
        says = "The hands can hardly be seen: turn on a light, and focus the camera."
        if what == "The picture":
            says = "The table is too plain to tell whether the camera is in focus: lay your hands on it."
        return Finding(about, Grade.COULD_BE_BETTER, says)
    measured = round(blur, 2)
    if of_size > blurred:
        return Finding(about, Grade.BAD, f"{what} is blurred: wipe the lens, and focus the camera.", measured)
    if of_size > soft:
        return Finding(
            about, Grade.COULD_BE_BETTER, f"{what} is a little soft: focus the camera on the table.", measured
        )
    return Finding(
        about, Grade.GOOD, "All is sharp enough." if what == "The picture" else "All hands are sharp.", measured
    )


def worst(findings: Sequence[Finding]) -> Grade:
    """The worst grade among findings; good where there are none."""
    return max((finding.grade for finding in findings), key=lambda grade: grade.rank, default=Grade.GOOD)


def _gray(picture: Picture) -> NDArray[np.float32]:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.float32)
