"""The reader on labelled stills turned, dimmed and resized: the hands stay found, and their sides right."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from gesture.bench.labels import load_labels
from gesture.reading.digit_network import DigitNetwork, Prediction
from gesture.reading.hand_crop import HandCrop
from gesture.reading.hand_reader import HandDetection, HandReader, brightened, once_each
from gesture.reading.landmarker import Landmarks
from rules.hands import Digit, Palm, Side
from tests.gesture.stage import landmarks
from tests.values import picture as picture_at
from tests.values import some

STILLS = Path(__file__).parents[2] / "fixtures" / "reading"
NOISE = np.random.default_rng(4).normal(0, 3, (480, 640, 3))


@pytest.fixture(scope="module")
def reader():
    with HandReader() as made:
        yield made


def test_a_picture_is_read_alike_every_time(reader: HandReader) -> None:
    picture = picture_at(load_labels(STILLS)[0].path)
    once, again = (sorted(reader.read(picture), key=lambda hand: hand.side) for _ in range(2))
    assert [(a.side, a.digits, a.box) for a in once] == [(b.side, b.digits, b.box) for b in again]
    assert len(once) == 2


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda p: p, id="as they are"),
        pytest.param(lambda p: np.ascontiguousarray(np.rot90(p)), id="turned by a quarter"),
        pytest.param(lambda p: np.ascontiguousarray(np.rot90(p, 2)), id="upside down"),
        pytest.param(lambda p: (p * 0.35).astype(np.uint8), id="in dim light"),
        pytest.param(lambda p: np.clip(p * 0.2 + NOISE, 0, 255).astype(np.uint8), id="in very dim light, with noise"),
        pytest.param(lambda p: cv2.resize(p, None, fx=2, fy=2), id="twice as large"),
    ],
)
def test_both_hands_are_found_with_their_sides(reader: HandReader, change: Callable[[np.ndarray], np.ndarray]) -> None:
    missed = []
    for labelled in load_labels(STILLS):
        picture = picture_at(labelled.path)
        sides = sorted(str(hand.side) for hand in reader.read(change(picture)))
        if sides != ["left", "right"]:
            missed.append((labelled.path.name, sides))
    assert missed == []


def test_a_zone_hides_the_hand_outside_it(reader: HandReader) -> None:
    picture = picture_at(load_labels(STILLS)[0].path)
    both = reader.read(picture)
    left = min(both, key=lambda hand: hand.center[0])
    edge = float(np.mean([hand.center[0] for hand in both]))
    zone = np.array([[0, 0], [edge, 0], [edge, 480], [0, 480]])
    (alone,) = reader.read(picture, zone)
    assert math.dist(alone.center, left.center) < 12


def test_a_picture_of_nothing_has_no_hands(reader: HandReader) -> None:
    assert reader.read(np.full((480, 640, 3), 90, np.uint8)) == []
    assert reader.read(np.zeros((480, 640, 3), np.uint8)) == []


def test_only_dim_pictures_are_brightened() -> None:
    light, dim = np.full((40, 40, 3), 120, np.uint8), np.full((40, 40, 3), 20, np.uint8)
    assert brightened(light) is light
    assert brightened(dim).mean() == pytest.approx(70, abs=1)


class TakesAFingerForItsNeighbour:
    """A network that says with some certainty that the index of every hand is bent."""

    def __init__(self, net: DigitNetwork) -> None:
        self.net = net

    def predict(self, picture_bgr: NDArray[np.uint8], crops: list[HandCrop], mirrored: bool = True) -> list[Prediction]:
        told = self.net.predict(picture_bgr, crops, mirrored)
        for one in told:
            one.logits[:5] = 2.5 * np.sign(one.logits[:5])
            one.logits[1] = 2.5
        return told


def test_a_finger_plainly_straight_on_a_palm_is_never_surely_bent(monkeypatch) -> None:
    palms = [
        (labelled.path, hand)
        for labelled in load_labels(STILLS)
        for hand in labelled.hands
        if hand.palm is Palm.UP and Digit.INDEX not in hand.bent and (labelled.tilt_deg or 0) <= 30
    ]
    assert palms
    with HandReader() as reader:
        monkeypatch.setattr(reader, "_net", TakesAFingerForItsNeighbour(reader._net))
        for path, hand in palms:
            read = {one.side: one for one in reader.read(picture_at(path))}
            assert Digit.INDEX not in read[some(hand.side)].bent, path.name


def found(x: float, size: float, score: float) -> HandDetection:
    """A hand with a palm `size` pixels long whose wrist is at `x`, found with this score."""
    points = landmarks(Side.RIGHT, (0.0, 0.0), 0.0, frozenset())
    points = points / HandCrop.around(points).palm_px * size + np.array([x, 0.0])
    return HandDetection(Prediction(np.zeros(8), points), HandCrop.around(points), score)


def seen(hand: HandDetection) -> Landmarks:
    """The same hand, as MediaPipe sees it."""
    return Landmarks(hand.joints, Side.RIGHT, 0.9, np.zeros((21, 3)))


WHOLE, PART, BESIDE = found(0, 90, 0.4), found(5, 30, 0.9), found(600, 90, 0.5)
ONCE_EACH: dict[str, tuple[list[HandDetection], list[HandDetection], list[HandDetection]]] = {
    "two hands apart are two": ([WHOLE, BESIDE], [], [BESIDE, WHOLE]),
    "a part that nobody else saw does not replace the whole": ([WHOLE, PART], [WHOLE], [WHOLE]),
    "a part that MediaPipe took for a hand as well does not": ([WHOLE, PART], [WHOLE, PART], [WHOLE]),
    "what spans a hand that MediaPipe saw, and is none itself, is left out": ([WHOLE, PART], [PART], [PART]),
    "where MediaPipe saw neither, the likelier one stays": ([WHOLE, PART], [], [PART]),
    "the same hand found twice is one": ([WHOLE, found(3, 90, 0.3)], [], [WHOLE]),
}


@pytest.mark.parametrize("what", ONCE_EACH)
def test_each_hand_is_kept_once(what: str) -> None:
    given, witnesses, wanted = ONCE_EACH[what]
    assert once_each(given, [seen(one) for one in witnesses]) == wanted


def test_a_hand_that_fills_its_picture_is_found(reader: HandReader) -> None:
    labelled = load_labels(STILLS)[0]
    picture, hand = picture_at(labelled.path), labelled.hands[0]
    joints = some(hand.joints)
    low, high = np.maximum(joints.min(0) - 4, 0).astype(int), (joints.max(0) + 4).astype(int)
    close = np.ascontiguousarray(picture[low[1] : high[1], low[0] : high[0]])
    close = np.asarray(cv2.resize(close, None, fx=2, fy=2), np.uint8)
    assert [one.side for one in reader.read(close)] == [hand.side]
