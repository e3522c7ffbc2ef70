"""Light, focus and the size of hands: what is good, what is bad, and what to change."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.light import (
    Grade,
    check_flicker,
    check_focus,
    check_hands,
    check_light,
    light_of,
    worst,
)
from gesture.reading.hand_reading import HandReading
from gesture.reading.sharpness import blur_px
from gesture.sources.frames import Frame
from rules.hands import Palm, Side
from tests.gesture.stage import landmarks
from tests.values import some


def table(level: float = 110.0, contrast: float = 60.0, noise: float = 3.0) -> np.ndarray:
    """A table with hard-edged things on it."""
    rng = np.random.default_rng(2)
    grey = np.full((360, 640), level - contrast / 2)
    for _ in range(60):
        x, y = rng.integers(0, 600), rng.integers(0, 330)
        grey[y : y + 40, x : x + 50] = level + contrast * rng.uniform(-0.5, 0.8)
    picture = grey[..., None] + rng.normal(0, noise, (360, 640, 3))
    return np.clip(picture, 0, 255).astype(np.uint8)


def lamp(picture: np.ndarray, share: float) -> np.ndarray:
    """The picture with a share of it plain white."""
    picture = picture.copy()
    picture[:, : int(share * 640)] = 255
    return picture


def smeared(picture: np.ndarray, blur_px: float) -> np.ndarray:
    """The picture out of focus."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), blur_px), np.uint8)


GOOD, BETTER, BAD = Grade.GOOD, Grade.COULD_BE_BETTER, Grade.BAD


@pytest.mark.parametrize(
    ("picture", "about", "grade", "says"),
    [
        pytest.param(table(), "light", GOOD, "enough", id="well lit"),
        pytest.param(table(50, 30), "light", BETTER, "More light", id="dim"),
        pytest.param(table(22, 20), "light", BAD, "turn on a lamp", id="dark"),
        pytest.param(np.zeros((360, 640, 3), np.uint8), "light", BAD, "uncover the lens", id="black"),
        pytest.param(table(), "glare", GOOD, "Nothing", id="no glare"),
        pytest.param(lamp(table(), 0.15), "glare", BETTER, "soften", id="some glare"),
        pytest.param(lamp(table(), 0.5), "glare", BAD, "turn the lamp", id="glare everywhere"),
        pytest.param(table(), "contrast", GOOD, "well apart", id="contrast enough"),
        pytest.param(table(contrast=14), "contrast", BETTER, "little contrast", id="little contrast"),
        pytest.param(table(contrast=0, noise=1), "contrast", BAD, "wipe the lens", id="fog"),
    ],
)
def test_light_is_graded_with_what_to_change(picture, about, grade, says):
    (found,) = [finding for finding in check_light(picture) if finding.about == about]
    assert found.grade is grade
    assert says in found.says
    assert found.says.count(".") == 1


def test_a_black_picture_is_said_to_be_black_and_nothing_else():
    assert len(check_light(np.zeros((360, 640, 3), np.uint8))) == 1
    assert some(light_of(table()).blur_px) < 1.2


@pytest.mark.parametrize("noise", [0, 3, 8], ids=lambda level: f"noise of {level} grey levels")
@pytest.mark.parametrize("blur", [1.5, 2.5, 4.0])
def test_blur_is_told_in_pixels_and_noise_is_no_sharpness(blur, noise):
    smeared = cv2.GaussianBlur(table(contrast=120, noise=0), (0, 0), blur).astype(float)
    smeared += np.random.default_rng(1).normal(0, noise, smeared.shape)
    assert blur_px(np.clip(smeared, 0, 255).astype(np.uint8)) == pytest.approx(blur, rel=0.2, abs=0.2)


@pytest.mark.parametrize(
    ("blur", "grade", "says"),
    [(0, GOOD, "sharp"), (1.6, BETTER, "soft"), (4, BAD, "focus the camera")],
    ids=["sharp", "a little soft", "blurred"],
)
def test_focus_is_graded(blur, grade, says):
    picture = table() if not blur else smeared(table(), blur)
    found = check_focus(picture)
    assert found.grade is grade
    assert says in found.says


def test_where_there_is_no_edge_focus_cannot_be_told():
    assert blur_px(np.full((360, 640, 3), 100, np.uint8)) is None
    found = check_focus(np.full((360, 640, 3), 100, np.uint8))
    assert found.grade is BETTER and "lay your hands on it" in found.says


@pytest.mark.parametrize(
    ("light_at", "grade"),
    [
        pytest.param(lambda t: 1.0, GOOD, id="steady"),
        pytest.param(lambda t: 1 + 0.35 * t, GOOD, id="the sun comes out"),
        pytest.param(lambda t: 0.7 if t > 0.5 else 1.0, GOOD, id="a lamp goes off"),
        pytest.param(lambda t: 1 + 0.025 * (-1) ** round(30 * t), BETTER, id="a little flicker"),
        pytest.param(lambda t: 1 + 0.12 * np.sin(2 * np.pi * 10.5 * t), BAD, id="strong flicker"),
    ],
)
def test_flicker_is_a_swing_to_and_fro_and_no_change_that_stays(light_at, grade):
    base = table().astype(float)
    frames = [Frame(np.clip(base * light_at(k / 30), 0, 255).astype(np.uint8), k / 30, k) for k in range(30)]
    assert check_flicker(frames).grade is grade
    assert check_flicker(frames[:4]).grade is GOOD


def hand(scale: float) -> HandReading:
    points = landmarks(Side.LEFT, (300.0, 250.0), 0.0, frozenset(), scale)
    low, high = points.min(0), points.max(0)
    box = (int(low[0]), int(low[1]), int(high[0]), int(high[1]))
    return HandReading(Side.LEFT, Palm.DOWN, (0, 0, 0, 0, 0), frozenset(), 0.9, points, box)


@pytest.mark.parametrize(
    ("scale", "grade"), [(0.6, BAD), (0.95, BETTER), (1.5, GOOD)], ids=["21 pixels", "33 pixels", "52 pixels"]
)
def test_hands_must_be_large_enough_and_the_smallest_counts(scale, grade):
    size = check_hands(table(), [hand(2.0), hand(scale)])[0]
    assert (size.about, size.grade) == ("hand size", grade)
    assert (grade is GOOD) or "bring the camera nearer" in size.says


def test_hands_in_the_dark_and_out_of_focus_are_told():
    dark = {f.about: f.grade for f in check_hands(table(20, 15), [hand(1.5)])}
    assert dark["light on the hands"] is BAD
    blurred = check_hands(smeared(table(contrast=120), 5), [hand(1.5)])
    assert {f.about: f.grade for f in blurred}["focus on the hands"] is BAD
    good = check_hands(table(contrast=120), [hand(1.5)])
    assert worst(good) is GOOD
    assert check_hands(table(), []) == []
    assert worst([]) is GOOD


def test_a_hand_at_the_frames_edge_is_no_trouble():
    assert check_hands(table(), [hand(1.0).moved(-330, -250), hand(1.0).moved(900, 900)])
