"""`handref bench`: figures, reports, speed, and folders that cannot be measured on."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.values import picture

SEAT = "seat_000"
FOLDER = Path(__file__).parents[1] / "fixtures" / "reading"


def test_reading_gives_its_figures_and_a_report(handref, tmp_path):
    ran = handref("bench", "reading", FOLDER, "--json", "--limit", 2, "--report", tmp_path / "report")
    told = json.loads(ran.out)
    assert (ran.code, told["images"], told["hands"]) == (0, 2, 4)
    assert told["handref"]["found"]["share"] == 1
    assert told["stock_mediapipe"]["found"]["of"] == 4
    assert json.loads((tmp_path / "report" / "report.json").read_text()) == told
    assert "## Targets" in (tmp_path / "report" / "report.md").read_text()
    assert cv2.imread(str(tmp_path / "report" / "calibration.png")) is not None


def test_reading_tells_people_what_is_reached_and_leaves_the_baseline_out_if_asked(handref):
    ran = handref("bench", "reading", FOLDER, "--no-baseline", "--limit", 1)
    assert ran.code == 0
    assert "hands found: 100.00%, at least 99.0%: reached" in ran.out
    assert "stock MediaPipe" not in ran.out


@pytest.fixture
def photographs(tmp_path):
    """Two sets as photographs of people are labelled: a seat with both its hands, and a picture of none."""
    (hands,) = [
        label["hands"] for name, label in json.loads((FOLDER / "labels.json").read_text()).items() if name == SEAT
    ]
    boxed = [
        {**{key: hand[key] for key in ("side", "palm", "bent")}, "doubtful": [], "box": _box(hand["joints"].values())}
        for hand in hands
    ]
    seat = picture(FOLDER / f"{SEAT}.jpg")
    for name, shown, label in (("seat", seat, boxed), ("bare", np.full_like(seat, 120), [])):
        (tmp_path / "sets" / name).mkdir(parents=True)
        cv2.imwrite(str(tmp_path / "sets" / name / "one.png"), shown)
        told = {"one.png": {"hands": label, "person": "Ann"}}
        (tmp_path / "sets" / name / "labels.json").write_text(json.dumps(told))
    return tmp_path / "sets"


def _box(joints):
    points = np.array(list(joints), float)
    return [*points.min(0), *points.max(0)]


def test_reading_puts_photographs_of_people_before_stills(handref, tmp_path, photographs):
    ran = handref("bench", "reading", FOLDER, photographs, "--limit", 4, "--report", tmp_path / "report")
    assert ran.code == 0
    assert ran.out.index("# Reading people's hands") < ran.out.index("# Reading hands: reading")
    told = json.loads((tmp_path / "report" / "report.json").read_text())
    people = told["photographs"]
    assert (people["by"]["set"]["seat"]["found"]["hits"], told["images"]) == (2, 2)
    assert people["by"]["set"]["seat"]["stock"]["found"]["of"] == 2
    assert people["no_hand_there"] == {"images": 1, "false": 0, "false_sure": 0, "stock_false": 0}
    assert cv2.imread(str(tmp_path / "report" / "photographs-calibration.png")) is not None


def test_reading_of_photographs_alone_tells_of_nothing_else(handref, photographs):
    ran = handref("bench", "reading", photographs / "seat", "--json", "--no-baseline")
    told = json.loads(ran.out)
    assert (ran.code, list(told)) == (0, ["photographs"])
    assert told["photographs"]["by"]["view"]["backs"]["found"]["share"] == 1


def test_speed_is_a_ratio_to_bare_mediapipe(handref):
    ran = handref("bench", "speed", FOLDER, "--json", "--limit", 2)
    told = json.loads(ran.out)
    assert ran.code == 0
    assert told["seat"]["pictures"] + told["left_out"] == 2
    ratio = told["seat"]["ratio"]
    assert 0 < ratio["low"] <= ratio["median"] <= ratio["high"]


@pytest.mark.parametrize("what", ["reading", "speed"])
@pytest.mark.parametrize(
    ("labels", "says"),
    [
        (None, "there is no labels.json"),
        ("[", "it is cut short"),
        ('{"one": {"fingers": [], "thumb": null}}', "no picture of that name"),
    ],
    ids=["no labels", "broken labels", "no pictures"],
)
def test_a_folder_that_cannot_be_measured_on_is_refused_in_one_line(handref, tmp_path, what, labels, says):
    if labels is not None:
        (tmp_path / "labels.json").write_text(labels)
    ran = handref("bench", what, tmp_path)
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert says in ran.err


def test_speed_takes_a_picture_without_labels_for_a_seat(handref):
    ran = handref("bench", "speed", FOLDER / "seat_000.jpg", "--json")
    assert ran.code == 0
    assert json.loads(ran.out)["seat"]["pictures"] == 1


def test_speed_of_a_file_that_is_no_picture_is_refused(handref):
    ran = handref("bench", "speed", FOLDER / "labels.json")
    assert (ran.code, ran.out) == (2, "")
    assert "no picture that Handref can read" in ran.err


def test_speed_needs_a_seat_with_two_hands(handref, tmp_path):
    cv2.imwrite(str(tmp_path / "one.png"), picture(FOLDER / "seat_000.jpg")[::4, ::4])
    (tmp_path / "labels.json").write_text('{"one": {"fingers": [], "thumb": null}}')
    ran = handref("bench", "speed", tmp_path)
    assert ran.code == 2
    assert "MediaPipe finds both hands of a seat" in ran.err


def test_own_hands_needs_a_folder_that_says_who_is_seen(handref):
    ran = handref("bench", "own-hands", FOLDER)
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert "gesture.training.people" in ran.err


def test_own_hands_compares_reading_with_and_without_them(handref, tmp_path):
    labels = json.loads((FOLDER / "labels.json").read_text())
    for name, part in (("seat_000", "shown"), ("seat_002", "played")):
        (tmp_path / f"{name}.jpg").write_bytes((FOLDER / f"{name}.jpg").read_bytes())
        labels[name] |= {"person": "Ann", "kind": "usual", "part": part}
    (tmp_path / "labels.json").write_text(json.dumps({n: labels[n] for n in ("seat_000", "seat_002")}))
    ran = handref("bench", "own-hands", tmp_path, "--json")
    told = json.loads(ran.out)
    assert ran.code == 0 and told["all"]["people"] == 1 and told["all"]["hands"] == 2
