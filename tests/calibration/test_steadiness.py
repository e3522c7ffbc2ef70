"""Pictures that never rest, drawn: the doctor says what cannot be refereed."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.light import Grade
from calibration.steadiness import check_steadiness
from gesture.sources.frames import Frame
from tests.gesture.stage import Stage, lays


def _filmed(change, hands=()) -> list[Frame]:
    stage = Stage(list(hands), 2.0)
    return [
        Frame(np.clip(change(f.image.astype(float), f.index), 0, 255).astype(np.uint8), f.at_s, f.index) for f in stage
    ]


def _bands(image, n, across=0):
    place = np.arange(image.shape[across]) / image.shape[across]
    light = 1 + 0.2 * np.sin(2 * np.pi * (2 * place + 0.37 * n))
    return image * (light[:, None, None] if across == 0 else light[None, :, None])


def _shaken(image, n, px=2):
    x, y = np.random.default_rng(n).integers(-px, px + 1, 2)
    return np.roll(image, (y, x), (0, 1))


@pytest.mark.parametrize(
    "change, hands, grade, says",
    [
        (lambda image, n: image, (), Grade.GOOD, "The picture rests."),
        (lambda image, n: image, lays("Ann", 1.0), Grade.GOOD, "The picture rests."),
        (lambda image, n: image * (1 + 0.1 * (n % 2)), (), Grade.GOOD, "The picture rests."),
        (_bands, (), Grade.BAD, "Bands of light roll"),
        (lambda image, n: _bands(image, n, 1), (), Grade.BAD, "Bands of light roll"),
        (_shaken, (), Grade.BAD, "The picture shakes"),
        (lambda image, n: _shaken(image, n, 1), lays("Ann", 1.0), Grade.BAD, "The picture shakes"),
    ],
    ids=["rests", "hands come in", "flickers", "bands across", "bands down", "shakes", "shakes a little"],
)
def test_a_picture_that_never_rests_is_bad(change, hands, grade, says):
    found = check_steadiness(_filmed(change, hands))
    assert found.grade is grade and found.says.startswith(says)


def test_too_few_frames_tell_nothing():
    assert check_steadiness(_filmed(_shaken)[:3]).grade is Grade.GOOD
