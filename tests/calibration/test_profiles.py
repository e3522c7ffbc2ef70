"""Profiles: what is saved is loaded, and no accident loses a table that was set up."""

from __future__ import annotations

import errno
import json
import os
import tempfile
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.known import VERSION, Lens, Light, Plane, PlayerHands, Profile, SeatZone, seat_zones
from calibration.profiles import ProfileError, Profiles, home
from gesture.table.seats import Seat
from rules import files
from tests.values import some

ANN = SeatZone("Ann", ((0, 400), (600, 400), (600, 720), (0, 720)))
BEN = SeatZone("Ben", ((0, 0), (600, 0), (600, 300), (0, 300)))
FULL = Profile(
    name="Kitchen",
    frame_size=(1280, 720),
    camera=1,
    seats=(ANN, BEN),
    table=Plane(
        cm_from_px=((0.1, 0, 0), (0, 0.1, 0), (0, 0, 1)),
        error_cm=0.2,
        frame_size=(1280, 720),
        measured_px=((0, 0), (300, 0), (300, 210), (0, 210)),
        found_by="A4",
    ),
    lens=Lens(
        camera_matrix=((900, 0, 640), (0, 900, 360), (0, 0, 1)),
        distortion=(-0.1, 0.02, 0, 0, 0),
        frame_size=(1280, 720),
        error_px=0.3,
        views=9,
    ),
    light=Light(brightness=120, contrast=60, blur_px=0.9),
    hands=(PlayerHands(player="Ann", digit_shift=(0, 0, 0.4, 0, 0), readings=40, palm_cm=9.1),),
)
BARE = Profile(name="Kitchen", frame_size=(640, 480))


@pytest.fixture
def profiles(tmp_path: Path) -> Profiles:
    return Profiles(tmp_path / "some" / "profiles")


@pytest.mark.parametrize("profile", [FULL, BARE], ids=["with everything", "with nothing but a name"])
def test_what_is_saved_is_loaded(profiles, profile):
    path = profiles.save(profile)
    loaded = profiles.load("kitchen")
    assert (loaded.profile, loaded.note) == (profile, None)
    assert profiles.names() == ["kitchen"]
    assert [p.name for p in path.parent.iterdir()] == ["kitchen.json"]
    assert json.loads(path.read_text("utf-8"))["version"] == VERSION
    assert path.read_text("utf-8").count("\n") > 5, "a person can read it"


def test_they_lie_where_the_environment_says(monkeypatch, tmp_path):
    monkeypatch.setenv("HANDREF_HOME", str(tmp_path))
    assert Profiles().save(BARE) == tmp_path / "profiles" / "kitchen.json"
    monkeypatch.delenv("HANDREF_HOME")
    assert home().name == "handref"
    assert Profiles(tmp_path / "x").folder == tmp_path / "x"


def test_the_version_before_is_kept_and_used_when_the_newest_is_half_written(profiles):
    profiles.save(BARE)
    path = profiles.save(FULL)
    path.write_bytes(path.read_bytes()[:-200])
    loaded = profiles.load("Kitchen")
    assert loaded.profile == BARE
    assert str(path) in loaded.note
    assert "half-written" in loaded.note
    assert "version saved before it is used" in loaded.note


def test_a_broken_file_does_not_push_out_a_whole_version_before_it(profiles):
    profiles.save(BARE)
    path = profiles.save(FULL)
    path.write_text("{ edited by hand")
    profiles.save(FULL)
    assert path.with_suffix(".broken").read_text() == "{ edited by hand"
    assert profiles.names() == ["kitchen"]
    path.write_text("{")
    assert profiles.load("Kitchen").profile == BARE


def test_when_only_the_version_before_is_left_it_is_used(profiles):
    profiles.save(BARE)
    profiles.save(FULL).unlink()
    assert profiles.names() == ["kitchen"]
    assert profiles.load("kitchen").profile == BARE


@pytest.mark.parametrize("call", ["write", "fsync", "replace"])
def test_a_save_that_fails_half_way_loses_nothing_and_leaves_nothing_behind(profiles, monkeypatch, call):
    path = profiles.save(BARE)

    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    if call == "write":
        monkeypatch.setattr(files, "open", full, raising=False)
    else:
        monkeypatch.setattr(os, call, full)
    with pytest.raises(ProfileError, match="no space left on device; what was there is still there"):
        profiles.save(FULL)
    monkeypatch.undo()
    assert profiles.load("Kitchen").profile == BARE
    assert not [p for p in path.parent.iterdir() if p.suffix == ".partial"]


def test_killed_between_the_two_steps_of_a_save_one_of_them_is_whole(profiles, monkeypatch):
    path, replace = profiles.save(BARE), os.replace
    done: list[bool] = []

    def once(source, target):
        if done:
            raise KeyboardInterrupt
        done.append(target)
        replace(source, target)

    monkeypatch.setattr(os, "replace", once)
    with pytest.raises(KeyboardInterrupt):
        profiles.save(FULL)
    assert path.exists()
    assert profiles.load("Kitchen").profile == BARE


def test_a_later_version_is_refused_in_one_sentence_and_never_overwritten(profiles):
    profiles.save(BARE)
    path = profiles.save(FULL)
    content = path.read_text().replace(f'"version": {VERSION}', f'"version": {VERSION + 1}')
    path.write_text(content)
    for attempt in (lambda: profiles.load("Kitchen"), lambda: profiles.save(BARE)):
        with pytest.raises(ProfileError) as refused:
            attempt()
        said = str(refused.value)
        assert str(path) in said
        assert "bring Handref up to date" in said
        assert said.count(".") - str(path).count(".") == 1
    assert path.read_text() == content


def changed(**fields):
    found = json.loads(msgspec.json.encode(FULL))
    found.update(fields)
    return found


@pytest.mark.parametrize(
    ("content", "says"),
    [
        pytest.param([1], [": this is no profile but a list"], id="a list"),
        pytest.param({}, ["'name' is missing; 'frame_size' is missing; 'version' is missing"], id="an empty one"),
        pytest.param(changed(version="one"), ["version: it must be a whole number, not text"], id="a version in words"),
        pytest.param(changed(version=0), ["version: it is 0"], id="a version before the first"),
        pytest.param(changed(colour="red"), ["'colour' is not known here"], id="a field that there is none of"),
        pytest.param(
            changed(frame_size=[1280], camera=1.5), ["frame_size: it must", "camera: it must"], id="two faults"
        ),
        pytest.param(changed(frame_size=[0, 720]), ["0 x 720"], id="a frame without width"),
        pytest.param(
            changed(seats=[{"player": "Ann", "zone": [[1, 2], [3, "x"]]}]),
            ["seats, number 1, zone, number 2, number 2: it must be a number"],
            id="a corner in words",
        ),
        pytest.param(
            changed(seats=[{"player": "Ann", "zone": [[1, 2], [3, 4]]}]),
            ["seats, number 1: ", "needs three"],
            id="two corners",
        ),
        pytest.param(
            changed(seats=[{"player": "Ann", "zone": [[1, 1], [2, 2], [3, 3]]}]), ["is a line"], id="a zone like a line"
        ),
        pytest.param(changed(seats=2 * changed()["seats"]), ["Ann stands twice among the seats"], id="Ann twice"),
        pytest.param(changed(name="a/b"), ["letters, digits"], id="a name with a slash"),
        pytest.param(
            changed(table={**changed()["table"], "cm_from_px": [[0, 0, 0]] * 3}),
            ["table: ", "turned round"],
            id="no map",
        ),
        pytest.param(changed(light={"brightness": 1}), ["light: 'contrast' is missing"], id="half a light"),
        pytest.param(changed(lens={**changed()["lens"], "camera_matrix": [[0, 0, 0]] * 3}), ["focal"], id="no lens"),
    ],
)
def test_a_fault_names_the_file_the_place_in_it_and_what_to_do(profiles, content, says):
    profiles.folder.mkdir(parents=True)
    path = profiles.path("kitchen")
    path.write_text(json.dumps(content), "utf-8")
    with pytest.raises(ProfileError) as refused:
        profiles.load("kitchen")
    for words in [str(path), *says, "set the table up anew"]:
        assert words in str(refused.value)


def test_a_copy_of_a_profile_goes_by_the_name_of_its_file(profiles):
    path = profiles.save(FULL)
    profiles.path("Garden").write_bytes(path.read_bytes())
    copied = profiles.load("Garden").profile
    assert copied == msgspec.structs.replace(FULL, name="Garden")
    assert profiles.save(copied) == profiles.path("Garden") and profiles.load("Kitchen").profile == FULL


def test_when_both_versions_are_broken_both_are_named(profiles):
    profiles.save(BARE)
    path = profiles.save(FULL)
    for file in path.parent.iterdir():
        file.write_text("")
    with pytest.raises(ProfileError, match=r"kitchen\.json.*kitchen\.previous\.json"):
        profiles.load("kitchen")


def test_there_being_no_such_profile_is_said_with_those_that_there_are(profiles):
    with pytest.raises(ProfileError, match="there are: none yet"):
        profiles.load("Garden")
    profiles.save(BARE)
    with pytest.raises(ProfileError, match="there are: kitchen"):
        profiles.load("Garden")
    with pytest.raises(ProfileError, match="to remove"):
        profiles.delete("Garden")
    profiles.save(FULL)
    profiles.delete("Kitchen")
    assert profiles.names() == []


@pytest.mark.parametrize(
    "name", ["", " a", "../a", "a/b", "a\\b", "a.b", "CON", "com1", "x" * 61, "a\0", "a:b"], ids=repr
)
def test_what_cannot_name_a_file_everywhere_cannot_name_a_profile(profiles, name):
    with pytest.raises(ProfileError, match="cannot name a profile"):
        profiles.path(name)
    with pytest.raises(ValueError, match=r"name|Windows"):
        Profile(name=name, frame_size=(640, 480))


def test_a_folder_that_cannot_be_written_is_said_with_what_to_do(tmp_path):
    (tmp_path / "file").write_text("")
    profiles = Profiles(tmp_path / "file" / "profiles")
    assert "HANDREF_HOME" in some(profiles.trouble())
    with pytest.raises(ProfileError, match="cannot be saved"):
        profiles.save(BARE)
    good = Profiles(tmp_path / "profiles")
    assert good.trouble() is None
    assert list(good.folder.iterdir()) == []


def test_seats_follow_the_size_of_the_frames_but_not_their_shape():
    seats = FULL.seats_on((640, 360))
    assert [seat.player for seat in seats] == ["Ann", "Ben"]
    np.testing.assert_allclose(seats[0].zone, np.array(ANN.zone) / 2)
    with pytest.raises(ValueError, match="find the seats anew"):
        FULL.seats_on((640, 480))


coordinate = st.floats(-5000, 5000, allow_nan=False)
zones = st.lists(st.tuples(coordinate, coordinate), min_size=3, max_size=8)


@given(zone=zones)
@settings(deadline=None)
def test_seats_keep_their_zones_to_a_tenth_of_a_pixel(zone):
    try:
        (kept,) = seat_zones([Seat("Ann", np.array(zone))])
    except ValueError as refused:
        assert "is a line" in str(refused)
        return
    np.testing.assert_allclose(kept.zone, zone, atol=0.051)


five = st.tuples(*[st.floats(-3, 3, allow_nan=False)] * 5)


@given(shift=five, scale=five, up=five, palm_cm=st.none() | st.floats(4, 14))
@settings(max_examples=40, deadline=None)
def test_any_players_hands_come_back_as_they_were_kept(shift, scale, up, palm_cm):
    hands = PlayerHands(
        player="Ann", digit_shift=shift, digit_scale=scale, palm_up_shift=up, palm_cm=palm_cm, readings=9
    )
    kept = msgspec.structs.replace(FULL, hands=(hands,))
    with tempfile.TemporaryDirectory() as folder:
        Profiles(folder).save(kept)
        loaded = Profiles(folder).load("kitchen").profile
    assert loaded == kept and loaded.hands[0].own == hands.own


@given(cut=st.integers(0, 3000), flip=st.none() | st.tuples(st.integers(0, 3000), st.integers(1, 255)))
@settings(max_examples=60, deadline=None)
def test_however_a_file_is_broken_a_whole_profile_is_had_or_one_sentence_says_why_not(cut, flip):
    with tempfile.TemporaryDirectory() as folder:
        profiles = Profiles(folder)
        profiles.save(BARE)
        path = profiles.save(FULL)
        content = bytearray(path.read_bytes()[:cut])
        if flip is not None and flip[0] < len(content):
            content[flip[0]] ^= flip[1]
        path.write_bytes(bytes(content))
        try:
            loaded = profiles.load("kitchen")
        except ProfileError as fault:
            assert "later Handref" in str(fault)  # its version alone was broken, to a larger number
            return
        assert isinstance(loaded.profile, Profile)
        assert loaded.note is None or loaded.profile == BARE


def test_a_profile_of_the_first_version_is_read_and_saved_in_the_newest(profiles):
    path = profiles.save(FULL)
    old = json.loads(path.read_text("utf-8"))
    old["version"] = 1
    del old["held_up"]
    for name in ("digit_scale", "palm_up_shift", "palm_up_scale"):
        del old["hands"][0][name]
    path.write_text(json.dumps(old), "utf-8")
    loaded = profiles.load("kitchen")
    assert (loaded.profile, loaded.note) == (FULL, None)
    assert json.loads(profiles.save(loaded.profile).read_text("utf-8"))["version"] == VERSION


def test_a_home_of_a_user_that_there_is_none_of_is_taken_as_it_is_written(monkeypatch):
    monkeypatch.setenv("HANDREF_HOME", "~there-is-no-such-user/handref")
    assert home() == Path("~there-is-no-such-user/handref")
