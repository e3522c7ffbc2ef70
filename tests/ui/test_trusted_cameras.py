"""A camera's address that came in a file is opened only once somebody at this computer has named it."""

from __future__ import annotations

import io

import pytest

from calibration.known import Profile
from calibration.profiles import Profiles
from calibration.trusted import TrustedCameras
from ui.errors import Problem
from ui.known_tables import camera_of
from ui.numbers import camera_given

FRIENDS = "rtsp://somebody:secret@192.168.0.9/stream"


def test_what_was_named_is_trusted_and_the_file_holds_no_password(tmp_path):
    trusted = TrustedCameras(tmp_path)
    assert trusted.has(0) and trusted.has(None) and not trusted.has(FRIENDS)
    trusted.add(FRIENDS)
    trusted.add(3)
    assert TrustedCameras(tmp_path).has(FRIENDS) and not TrustedCameras(tmp_path).has(f"{FRIENDS}2")
    assert "secret" not in (tmp_path / "cameras.json").read_text()
    (tmp_path / "cameras.json").write_text("nonsense")
    assert not trusted.has(FRIENDS)


def test_a_friends_profile_opens_no_camera_until_its_address_was_typed_once(tmp_path, monkeypatch):
    monkeypatch.setenv("HANDREF_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO())
    profile = Profile(name="kitchen", frame_size=(640, 480), camera=FRIENDS)
    with pytest.raises(Problem, match=r"somebody:\*\*\*@192.168.0.9.*calibrate edit kitchen --camera ADDRESS"):
        camera_of(profile)
    assert camera_given(FRIENDS) == camera_of(profile) == FRIENDS


def test_every_command_asks_before_it_opens_the_camera_of_a_profile(handref, tmp_path, monkeypatch):
    monkeypatch.setenv("HANDREF_HOME", str(tmp_path))
    Profiles().save(Profile(name="kitchen", frame_size=(640, 480), camera="http://127.0.0.1:9/video"))
    for words in (
        ("play", "dexterity-jane", "--headless", "--profile", "kitchen"),
        ("calibrate", "seats", "kitchen"),
        ("doctor", "--profile", "kitchen"),
    ):
        ran = handref(*words)
        assert ran.code == 2 and "nobody has named at this computer yet" in ran.err, words
