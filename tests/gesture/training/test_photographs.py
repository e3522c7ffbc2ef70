"""Photographs become crops to learn from: with the labels' answers, where MediaPipe sees the hand."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from gesture.hand_geometry import Landmark
from gesture.reading.landmarker import Landmarks
from gesture.training.photographs import (
    LONGEST_PX,
    LOOKS,
    PHOTO_PX,
    SHORTEST_PX,
    answers,
    looks_as_rows,
    read_photographs,
    sized,
    write_photographs,
)
from rules.hands import Digit, Palm, Side

STILLS = Path(__file__).parents[2] / "fixtures" / "reading"
PICTURE = "seat_023.jpg"
"""Two palms: the left with its ring finger bent, the right with middle and ring."""


@pytest.fixture(scope="module")
def cut(tmp_path_factory):
    """The palms of a still, boxed by their joints, and the same picture once more with nothing told of it."""
    sets, folder = tmp_path_factory.mktemp("sets"), tmp_path_factory.mktemp("cut")
    hands = json.loads((STILLS / "labels.json").read_text())[Path(PICTURE).stem]["hands"]
    labels = []
    for hand in hands:
        points = np.array(list(hand["joints"].values()))
        box = [*points.min(0).tolist(), *points.max(0).tolist()]
        labels.append({"side": None, "palm": hand["palm"], "bent": hand["bent"], "doubtful": ["pinky"], "box": box})
    (sets / "some").mkdir()
    for name in (PICTURE, "untold.jpg"):
        shutil.copy(STILLS / PICTURE, sets / "some" / name)
    told = {PICTURE: {"hands": labels, "person": "7"}, "untold.jpg": {"hands": None, "person": "7"}}
    (sets / "some" / "labels.json").write_text(json.dumps(told))
    write_photographs(sets, folder)
    return read_photographs(folder)


def test_each_labelled_hand_becomes_a_crop_with_its_answers(cut):
    hands = cut.chosen(cut.known[:, 0] > 0)
    bent = [{digit for digit, is_bent in zip(Digit, truth, strict=False) if is_bent} for truth in hands.truth]
    assert bent == [{Digit.RING}, {Digit.MIDDLE, Digit.RING}]
    assert not hands.known[:, list(Digit).index(Digit.PINKY)].any()
    assert hands.image.shape == (2, PHOTO_PX, PHOTO_PX, 3)
    assert set(cut.source) == {"some/7"}


def test_a_side_that_is_not_told_follows_from_the_palm_and_the_turn_of_the_knuckles(cut):
    hands = cut.chosen(cut.known[:, 0] > 0)
    assert hands.known[:, 5:7].all()
    assert list(hands.truth[:, 5]) == [1, 0]


def test_joints_lie_on_the_crop_wrist_below(cut):
    hands = cut.chosen(cut.known[:, 0] > 0)
    assert hands.placed.all()
    assert ((hands.joints > 0) & (hands.joints < PHOTO_PX)).all()
    assert (hands.joints[:, Landmark.WRIST, 1] > hands.joints[:, Landmark.MIDDLE_KNUCKLE, 1] + 20).all()


def test_crops_without_a_hand_teach_that_there_is_none(cut):
    none = cut.chosen(cut.known[:, 0] == 0)
    assert len(none)
    assert not none.truth.any()
    assert (none.known == [0, 0, 0, 0, 0, 0, 0, 1]).all()


def test_a_folder_without_sets_is_refused(tmp_path):
    with pytest.raises(ValueError, match=r"no folder in .* holds a labels\.json"):
        write_photographs(tmp_path, tmp_path / "cut")
    with pytest.raises(FileNotFoundError):
        read_photographs(tmp_path)


@pytest.mark.parametrize(
    ("width", "height", "longer"),
    [(4000, 3000, LONGEST_PX), (100, 80, SHORTEST_PX), (640, 480, 640)],
    ids=["a large photograph is made smaller", "a thumbnail larger", "another is left as it is"],
)
def test_photographs_are_of_the_size_of_a_cameras_picture(width, height, longer):
    picture, scale = sized(np.zeros((height, width, 3), np.uint8))
    assert max(picture.shape[:2]) == longer
    assert scale == pytest.approx(longer / max(width, height))


def test_what_was_not_seen_is_not_a_number():
    look = Landmarks(np.ones((21, 2)), Side.LEFT, 0.8, np.ones((21, 3)))
    rows, lefts = looks_as_rows([look], np.eye(3)[:2])
    assert not np.isnan(rows[0]).any()
    assert np.isnan(rows[1:]).all()
    assert list(lefts) == pytest.approx([0.8] + [0] * (LOOKS - 1))


def test_the_palm_is_guessed_where_two_fingers_are_straight():
    turned = np.zeros((21, 2))
    turned[[Landmark.INDEX_KNUCKLE, Landmark.PINKY_KNUCKLE]] = [[0, 0], [10, 0]]
    look = Landmarks(turned, Side.LEFT, 0.8, np.zeros((21, 3)))
    for bent, known in (([], True), (["index", "middle", "ring"], False)):
        label = {"side": None, "palm": None, "palm_guess": str(Palm.UP), "bent": bent}
        assert bool(answers(label, [look])[1][6]) is known
