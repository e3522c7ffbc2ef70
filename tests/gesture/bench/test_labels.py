"""Folders of labelled pictures, and what is wrong with some."""

from __future__ import annotations

import json

import numpy as np
import pytest

from gesture.bench.baseline import bent_by_distances, bent_by_tips
from gesture.bench.labels import Kind, UnusableLabels, load_folders, load_labels
from rules.hands import Digit, Palm, Side

HAND = {
    "side": "left", "palm": "down", "bent": ["index"], "shape": "bent",
    "joints": {"wrist": [10, 90], "middle-finger-phalanx-proximal": [10, 30]},
}  # fmt: skip


def folder_with(tmp_path, labels):
    (tmp_path / "one.jpg").write_bytes(b"")
    (tmp_path / "labels.json").write_text(labels if isinstance(labels, str) else json.dumps(labels))
    return tmp_path


def test_a_still_of_a_seat(tmp_path):
    (still,) = load_labels(folder_with(tmp_path, {"one": {"tilt": 30, "tone": 4, "hands": [HAND]}}))
    (hand,) = still.hands
    assert (still.kind, still.tilt_deg, hand.tone, hand.palm_px) == (Kind.SEAT, 30, 4, 60)
    assert hand.bent == {Digit.INDEX}
    assert hand.counts(640, 480)
    assert not hand.counts(640, 90)


def test_a_still_of_a_table_with_a_tone_for_each_hand(tmp_path):
    hands = [{**HAND, "tone": 7, "overlap": True}]
    (still,) = load_labels(folder_with(tmp_path, {"one": {"tone": None, "players": 2, "hands": hands}}))
    assert (still.kind, still.hands[0].tone, still.hands[0].counts(640, 480)) == (Kind.TABLE, 7, False)


@pytest.mark.parametrize(("thumb", "bent", "judged"), [(True, 2, 5), (False, 1, 5), (None, 1, 4)])
def test_a_photo_is_enlarged_and_padded(tmp_path, thumb, bent, judged):
    (photo,) = load_labels(folder_with(tmp_path, {"one": {"fingers": ["ring"], "thumb": thumb}}))
    (hand,) = photo.hands
    assert (photo.kind, hand.side, len(hand.bent), len(hand.judged)) == (Kind.PHOTO, Side.RIGHT, bent, judged)
    assert photo.prepared(np.zeros((100, 100, 3), np.uint8)).shape == (600, 600, 3)


BOXED = {"side": None, "palm": None, "palm_guess": "down", "bent": ["ring"], "doubtful": ["thumb"], "box": [1, 2, 9, 8]}


def test_a_photograph_of_people_goes_by_the_whole_name_of_its_file(tmp_path):
    told = {"one.jpg": {"hands": [BOXED, {**BOXED, "palm": "up", "tone": 6}], "person": "Ann", "tone": 2}}
    (photograph,) = load_labels(folder_with(tmp_path, told))
    guessed, labelled = photograph.hands
    assert (photograph.kind, photograph.person, photograph.path.name) == (Kind.PEOPLE, "Ann", "one.jpg")
    assert (guessed.side, guessed.palm, guessed.view, guessed.tone, guessed.box) == (
        None,
        None,
        Palm.DOWN,
        2,
        (1, 2, 9, 8),
    )
    assert (labelled.palm, labelled.view, labelled.tone) == (Palm.UP, Palm.UP, 6)
    assert (guessed.bent, guessed.judged) == ({Digit.RING}, set(Digit) - {Digit.THUMB})


def test_a_photograph_may_show_no_hand(tmp_path):
    (photograph,) = load_labels(folder_with(tmp_path, {"one.jpg": {"hands": [], "person": None}}))
    assert (photograph.kind, photograph.hands) == (Kind.PEOPLE, ())


def test_folders_of_folders_are_read_photographs_first_and_sets_of_one_name_told_apart(tmp_path):
    for name, label in {"a/people": "one.jpg", "b/people": "one.jpg", "b/stills": "one"}.items():
        (tmp_path / name).mkdir(parents=True)
        folder_with(tmp_path / name, {label: {"hands": []}})
    pictures = load_folders([tmp_path / "b", tmp_path / "a" / "people", tmp_path / "a"])
    assert [(picture.of, picture.kind) for picture in pictures] == [
        ("b/people", Kind.PEOPLE), ("a/people", Kind.PEOPLE), ("stills", Kind.SEAT),
    ]  # fmt: skip


BROKEN = {
    "a photograph that is not there": ({"two.jpg": {"hands": [BOXED]}}, "no picture of that name"),
    "a photograph's hand without a box": ({"one.jpg": {"hands": [HAND]}}, "box"),
    "a photograph's box of three numbers": ({"one.jpg": {"hands": [{**BOXED, "box": [1, 2, 3]}]}}, "box"),
    "no JSON": ("{", "it is cut short"),
    "JSON nested without end": ("[" * 100_000, "nested too deeply"),
    "an empty table": ({}, "found none"),
    "a list": ([1], "found none"),
    "a picture that is not there": ({"two": {"hands": [HAND]}}, "no picture of that name"),
    "a label without hands": ({"one": {"tilt": 0}}, "hands"),
    "a digit that no hand has": (
        {"one": {"hands": [{**HAND, "bent": ["toe"]}]}},
        "one.*: this is no label .*: hands, number 1, bent, number 1: 'toe' is none of thumb",
    ),
    "a hand without a wrist": ({"one": {"hands": [{**HAND, "joints": {}}]}}, "lacks the joint 'wrist'"),
    "a photo whose thumb is a word": ({"one": {"fingers": [], "thumb": "up"}}, "thumb"),
}


@pytest.mark.parametrize("words", BROKEN)
def test_broken_labels_are_refused_in_one_sentence(tmp_path, words):
    labels, says = BROKEN[words]
    with pytest.raises(UnusableLabels, match=says) as refused:
        load_labels(folder_with(tmp_path, labels))
    assert "\n" not in str(refused.value)


def test_a_folder_without_labels_is_refused(tmp_path):
    with pytest.raises(UnusableLabels, match=r"no labels\.json"):
        load_labels(tmp_path)


def test_the_copied_rule_about_tips():
    points = np.zeros((21, 2))
    points[[8, 12, 16, 20], 1] = [-1, 1, -1, 0]  # below 0 is higher on the picture; the middle finger's tip hangs
    points[4, 0], points[3, 0] = 5, 9
    assert bent_by_tips(points, Side.RIGHT) == {Digit.MIDDLE, Digit.PINKY}
    assert bent_by_tips(points, Side.LEFT) == {Digit.THUMB, Digit.MIDDLE, Digit.PINKY}


def test_the_copied_rule_about_distances_holds_for_hands_turned_any_way():
    fingers = {
        6: 10,
        10: 10,
        14: 10,
        18: 10,
        8: 15,
        12: 10,
        16: 4,
        20: 10.4,
    }  # how far from the wrist; two of them barely
    points = np.zeros((21, 2))
    points[list(fingers), 1] = list(fingers.values())
    points[[17, 3, 4], 0] = [10, -5, -6]
    bent = {Digit.MIDDLE, Digit.RING, Digit.PINKY}
    assert bent_by_distances(points, Side.LEFT) == bent_by_distances(points[:, ::-1], Side.RIGHT) == bent
    points[4, 0] = 0
    assert bent_by_distances(points, Side.LEFT) == bent | {Digit.THUMB}
