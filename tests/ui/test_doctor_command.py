"""`handref doctor`: what it prints of recordings and pictures, and cameras and files that cannot be used."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.values import picture
from ui.sound.engine import Engine

CLIP = Path(__file__).parent.parent / "fixtures" / "clips" / "duel.mp4"

pytestmark = pytest.mark.usefixtures("pictures_read_once")


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch, tmp_path):
    monkeypatch.setenv("HANDREF_HOME", str(tmp_path / "home"))


def test_a_recording_of_a_good_table_is_good_enough(handref):
    ran = handref("doctor", "--video", CLIP)
    assert (ran.code, ran.err) == (0, "")
    assert "good             model: The hand model is whole." in ran.out
    assert "2 seats were found" in ran.out
    assert ran.out.endswith("All is good enough for a game.\n")


def test_with_json_everything_stands_in_one_object(handref, two_hands):
    ran = handref("doctor", "--image", two_hands, "--json")
    assert (ran.code, ran.err) == (0, "")
    told = json.loads(ran.out)
    graded = {finding["about"]: finding["grade"] for finding in told["findings"]}
    assert {"python", "opencv", "mediapipe", "model", "profiles", "light", "focus", "hand size"} <= set(graded)
    assert len(told["hands"]) == 2
    assert told["seats"]
    assert "error" not in told


@pytest.mark.parametrize(
    ("found", "line"),
    [
        pytest.param("espeak-ng", "good             voice: Callouts are spoken by espeak-ng.", id="an engine"),
        pytest.param(None, "could be better  voice: No speech engine was found", id="no engine"),
    ],
)
def test_a_line_says_whether_there_is_a_voice_and_no_game_fails_for_it(handref, two_hands, monkeypatch, found, line):
    engine = Engine(found, "/there/it") if found else None
    monkeypatch.setattr("ui.sound.engine.find_engine", lambda: engine)
    ran = handref("doctor", "--image", two_hands)
    assert line in ran.out
    assert not [said for said in ran.out.splitlines() if said.startswith("bad") and "voice" in said]


def test_a_dark_picture_must_be_changed(handref, two_hands, tmp_path):
    dark = tmp_path / "dark.png"
    cv2.imwrite(str(dark), (picture(two_hands) * 0.12).astype(np.uint8))
    ran = handref("doctor", "--image", dark)
    assert (ran.code, ran.err) == (1, "")
    assert "turn on a lamp" in ran.out
    assert "look again" in ran.out.splitlines()[-1]


@pytest.mark.parametrize(
    ("system", "says"),
    [("linux", "/dev/video97"), ("darwin", "System Settings"), ("win32", "Settings, Privacy & security")],
)
def test_a_camera_that_is_not_there_gives_one_sentence_for_each_system(handref, monkeypatch, system, says):
    from gesture.sources.camera import advice
    from gesture.sources.frames import SourceError

    def missing(camera, *_, **__):
        monkeypatch.setattr(sys, "platform", system)
        said = advice(camera)
        monkeypatch.undo()
        raise SourceError(said)

    monkeypatch.setattr("gesture.sources.camera.LiveCamera", missing)
    ran = handref("doctor", "--camera", "97")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert says in ran.err
    assert "python: " in ran.out, "what could be looked at was looked at"


def test_a_camera_that_is_really_not_there(handref):
    ran = handref("doctor", "--camera", "97", "--json")
    assert (ran.code, ran.err) == (2, "")
    assert "Camera 97 cannot be opened" in json.loads(ran.out)["error"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        pytest.param(["--video", "none.mp4"], "no file none.mp4", id="no video"),
        pytest.param(["--image", "none.jpg"], "none.jpg: there is no such file", id="no picture"),
        pytest.param(["--image", __file__], "no picture that Handref can read", id="a picture that is none"),
        pytest.param(["--image", "a.jpg", "--camera", "0"], "give one of", id="two things at once"),
        pytest.param(["--camera", "-1"], "-1", id="a camera below the first"),
    ],
)
def test_what_cannot_be_used_gives_one_sentence(handref, words, says):
    ran = handref("doctor", *words)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert says in ran.err


def test_with_a_profile_it_is_said_what_has_changed_since(handref, two_hands):
    from calibration.known import Profile, SeatZone
    from calibration.profiles import Profiles

    far_away = ((0.0, 0.0), (60.0, 0.0), (60.0, 40.0), (0.0, 40.0))
    Profiles().save(Profile(name="desk", frame_size=(640, 480), seats=(SeatZone("Ann", far_away),)))
    ran = handref("doctor", "--image", two_hands, "--profile", "desk")
    assert ran.code == 1 and "bad              seats as they were: Hands lie elsewhere" in ran.out
    nobody = handref("doctor", "--image", two_hands, "--profile", "hall")
    assert (nobody.code, nobody.out) == (2, "") and "no profile 'hall'" in nobody.err
