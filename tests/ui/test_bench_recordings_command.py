"""`handref bench recordings`: what it prints and how it ends, without watching a recording."""

import json

import pytest

from gesture.bench import recordings
from gesture.bench.recordings import Checked

RIGHT = Checked("duel", "as it is", (), (0.03, -0.06))
WRONG = Checked("trio", "sensor noise", ("lock of Ben at 1.70 s for 1.40 s",), (0.3,))


@pytest.fixture
def refereeing(monkeypatch):
    def give(*found):
        monkeypatch.setattr(recordings, "load_recordings", lambda folder: [])
        monkeypatch.setattr(recordings, "check_recordings", lambda *rest: iter(found))

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


def test_machines_get_a_line_for_each(handref, refereeing, tmp_path):
    refereeing(RIGHT, WRONG)
    ran = handref("bench", "recordings", tmp_path, "--json")
    assert [json.loads(line)["name"] for line in ran.out.splitlines()] == ["duel", "trio"]


def test_a_folder_without_recordings_gives_one_sentence(handref, tmp_path):
    ran = handref("bench", "recordings", tmp_path)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1) and "There are no recordings" in ran.err
