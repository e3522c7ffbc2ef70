"""`handref bench recordings`: what it prints and how it ends, without watching a recording."""

import json

import pytest

from gesture.bench import recordings
from gesture.bench.recording_scores import RecordingScore as Score

RIGHT = Score("duel", "as it is", (), (0.03, -0.06))
WRONG = Score("trio", "sensor noise", ("lock of Ben at 1.70 s for 1.40 s",), (0.3,))


@pytest.fixture
def refereeing(monkeypatch):
    def give(*found):
        monkeypatch.setattr(recordings, "load_recordings", lambda folder: [])
        monkeypatch.setattr(recordings, "check_recordings", lambda *rest: iter(found))
        monkeypatch.setattr(recordings, "check_lateness", lambda *rest: iter(found))

    return give


def test_it_says_what_is_right_and_ends_well(handref, refereeing, tmp_path):
    refereeing(RIGHT)
    ran = handref("bench", "recordings", tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "duel, as it is: right\n1 of 1 right; no event farther off than 0.06 s.\n"


def test_it_says_what_is_wrong_and_ends_with_one(handref, refereeing, tmp_path):
    refereeing(RIGHT, WRONG)
    ran = handref("bench", "recordings", tmp_path)
    assert ran.code == 1 and "trio, sensor noise: lock of Ben at 1.70 s for 1.40 s" in ran.out and "1 of 2" in ran.out


def test_of_late_readings_it_says_what_is_unsure(handref, refereeing, tmp_path):
    refereeing(Score("duel", "readings 2 s late", (), (0.03,), ("lock of Ann: left [] for ['ring']",)))
    ran = handref("bench", "recordings", tmp_path, "--late", "2")
    assert ran.code == 0 and "duel, readings 2 s late: right (unsure: lock of Ann: left [] for ['ring'])" in ran.out


@pytest.mark.parametrize("words", [["--late", "soon"], ["--late", "-1"], ["--late", "1", "--plain"]], ids=" ".join)
def test_what_cannot_be_meant_is_refused(handref, tmp_path, words):
    ran = handref("bench", "recordings", tmp_path, *words)
    assert (ran.code, ran.out) == (2, "") and "late" in ran.err


def test_machines_get_a_line_for_each(handref, refereeing, tmp_path):
    refereeing(RIGHT, WRONG)
    ran = handref("bench", "recordings", tmp_path, "--json")
    assert [json.loads(line)["name"] for line in ran.out.splitlines()] == ["duel", "trio"]


def test_a_folder_without_recordings_gives_one_sentence(handref, tmp_path):
    ran = handref("bench", "recordings", tmp_path)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1) and "There are no recordings" in ran.err
