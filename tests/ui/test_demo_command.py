"""`handref demo`: the recording refereed, told, and shown where there is a screen."""

from __future__ import annotations

import json
import re

import pytest

from ui.commands.demo import FOLDER, REVEALS
from ui.picture_window import PictureWindow

pytestmark = pytest.mark.usefixtures("pictures_read_once")


@pytest.fixture(scope="module")
def demo_words():
    return ["demo", "--no-window"]


def test_the_demo_tells_each_lock_and_verify_step_by_step(handref, demo_words):
    ran = handref(*demo_words)
    assert (ran.code, ran.err) == (0, "")
    steps = [
        "Ann and Ben",
        "Round 1: the cards show left index",
        "First! Ann, at 1.5 s: left index.",
        "Verify, round 1",
        "Left hand: card 2 (index). Bent must be: index",
        "First, Ann (left index): right",
        "Ann takes Round tile 1",
        "Round 2: the cards show left ring (16) and right pinky",
        "First! Ben, at 5.1 s: left ring, right thumb.",
        "Verify, round 2",
        "First, Ben (left ring, right thumb): wrong; right pinky should have been bent",
        "Ann takes Round tile 2",
        "Points: Ann 3 and Ben 0",
    ]
    places = [ran.out.find(step) for step in steps]
    assert -1 not in places
    assert places == sorted(places)


def test_each_verdict_is_told_once(handref, demo_words):
    out = handref(*demo_words).out
    assert len(re.findall(r"takes Round tile", out)) == 2
    assert len(re.findall(r"^ *First, ", out, re.MULTILINE)) == 2


def test_without_a_screen_it_says_so_and_goes_on(handref, monkeypatch):
    monkeypatch.setattr(PictureWindow, "_start", lambda self: False)
    ran = handref("demo")
    assert (ran.code, ran.err) == (0, "")
    assert "There is no screen here" in ran.out
    assert "Ann takes Round tile 2" in ran.out


def test_the_recordings_log_is_the_one_that_is_bundled(handref):
    reveals = [word for reveal in REVEALS for word in ("--reveal", reveal)]
    ran = handref(
        "referee", FOLDER / "duel.mp4", "--game", "dexterity-jane", "--json", "--seats", FOLDER / "seats.json", *reveals
    )
    assert (ran.code, ran.err) == (0, "")
    now, bundled = ([json.loads(line) for line in text.splitlines()] for text in (ran.out, _bundled()))
    assert [{k: v for k, v in line.items() if k != "at"} for line in now] == [
        {k: v for k, v in line.items() if k != "at"} for line in bundled
    ]
    for a, b in zip(now[1:], bundled[1:], strict=True):
        assert a["at"] == pytest.approx(b["at"], abs=0.1)


def _bundled() -> str:
    return (FOLDER / "duel.jsonl").read_text("utf-8")


def test_the_picture_of_the_first_lock_can_be_saved(handref, demo_words, tmp_path):
    from ui.pictures import load_picture

    file = tmp_path / "lock.png"
    assert handref(*demo_words, "--picture", file).code == 0
    assert load_picture(file).shape == (540, 960, 3)
    ran = handref(*demo_words, "--picture", tmp_path / "no" / "such" / "folder.png")
    assert ran.code == 2
    assert "cannot be saved" in ran.err
