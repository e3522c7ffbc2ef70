"""Checking labelled recordings: what counts as right, and that a spoiling is what its name says, every time."""

import json
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from msgspec import structs

from gesture.bench.recording_scores import RecordingScore, score
from gesture.bench.recordings import Recording, check_lateness, check_recordings, load_recordings
from gesture.bench.spoiling import PLAIN, SPOILINGS, SpoiledSource
from gesture.sources.frames import Frame, SourceError
from rules.dexterity_jane.events import Lock
from rules.dexterity_jane.notes import KNOWN_LATE, NOT_READ
from rules.dexterity_jane.written_cards import RevealError
from rules.game import Event, Malformed, Note
from rules.hands import Digit, Side
from tests.gesture.clips import CLIPS, NAMES, Frames
from tests.gesture.play.test_recordings import drawn
from tests.gesture.stage import ANN, BEN, KnowingReader, Stage, lays

LABEL: dict[str, Any] = {
    "seats": [{"player": seat.player, "zone": seat.zone.tolist()} for seat in (ANN, BEN)],
    "reveals": [{"at": 0.0, "cards": [{"hand": "left", "bent": "index"}]}],
    "events": [{"at": 1.0, "event": "lock", "player": "Ann", "left": ["index"], "right": []}],
    "points": {"Ann": 1, "Ben": 0},
}


def labelled(**changed):
    return Recording(CLIPS / "drawn.mp4", LABEL | changed)


def checked(ended, recording: Recording, how=PLAIN, doubts=False) -> RecordingScore:
    return score(ended, recording.label, recording.seats, "drawn", how, doubts)


@pytest.fixture(scope="module")
def ended():
    return drawn(lays("Ann", 1.0, ["index"]))


def test_what_is_as_labelled_has_no_faults_under_any_names(ended):
    one = checked(ended, labelled())
    assert one.faults == () and abs(one.off_s[0]) < 0.1
    renamed = [replace(seat, player=f"Player {n}") for n, seat in enumerate((BEN, ANN), 1)]
    other = drawn(lays("Ann", 1.0, ["index"]), seats=renamed)
    assert checked(other, labelled()).faults == ()


@pytest.mark.parametrize(
    "changed, how, says",
    [
        ({"events": []}, PLAIN, "lock of Ann, which was none"),
        ({"events": [LABEL["events"][0] | {"player": "Ben"}]}, PLAIN, "no lock of Ben; lock of Ann, which was none"),
        ({"events": [LABEL["events"][0] | {"at": 1.2}]}, PLAIN, "at 0.97 s for 1.20 s"),
        ({"events": [LABEL["events"][0] | {"left": ["ring"]}]}, PLAIN, r"left \['index'\] for \['ring'\]"),
        ({"points": {"Ann": 0, "Ben": 1}}, PLAIN, "points"),
        ({"seats": LABEL["seats"][:1]}, PLAIN, "2 seats for 1"),
    ],
    ids=["something extra", "another player", "too late", "other digits", "other points", "a phantom"],
)
def test_what_is_not_as_labelled_is_said(ended, changed, how, says):
    import re

    faults = checked(ended, labelled(**changed), how).faults
    assert faults and re.search(says, "; ".join(faults)), faults


def test_a_spoiled_recording_may_be_a_little_farther_off(ended):
    late = labelled(events=[LABEL["events"][0] | {"at": 1.19}])
    assert checked(ended, late).faults and not checked(ended, late, "sensor noise").faults


def seen_as(ended, *events: Event):
    """The same recording, in which other things were seen."""
    happenings = [h for h in ended.happenings if type(h.event) not in (Lock, Note)]
    return replace(ended, happenings=(*happenings, *(replace(ended.happenings[0], event=event) for event in events)))


def note(about: str) -> Note:
    return Note(at=2.0, about=about, more={"player": "Ann"})


SURE, WRONG = Lock(at=1.0, player="Ann", left=(Digit.INDEX,), right=()), Lock(at=1.0, player="Ann", left=(), right=())
UNSURE = structs.replace(WRONG, unsure={Side.LEFT: (Digit.INDEX,)})


@pytest.mark.parametrize(
    "events, faults, doubts",
    [
        ([SURE], 0, 0),
        ([UNSURE], 0, 1),
        ([WRONG], 1, 0),
        ([], 1, 0),
        ([note(NOT_READ)], 0, 1),
        ([note(KNOWN_LATE)], 0, 1),
        ([note("cards touched")], 1, 0),
        ([SURE, WRONG], 1, 0),
    ],
    ids=[
        "as it was",
        "wrong, but unsure",
        "wrong and sure",
        "missing unsaid",
        "not read, and said",
        "too late, and said",
        "missing, and something else said",
        "told twice",
    ],
)
def test_of_late_readings_a_sure_event_must_be_right_and_a_missing_one_said(ended, events, faults, doubts):
    late = seen_as(ended, *events)
    one = score(replace(late, standings=None), LABEL, labelled().seats, "drawn", "readings 1 s late", doubts=True)
    assert (len(one.faults), len(one.doubts)) == (faults, doubts), one


def test_what_is_unsure_is_a_fault_where_readings_are_not_late(ended):
    assert checked(replace(seen_as(ended, UNSURE), standings=None), labelled()).faults


@pytest.mark.xdist_group("clips")
def test_the_bundled_recordings_are_refereed_the_same_with_readings_that_come_late(live_reader):
    scores = list(check_lateness(load_recordings(CLIPS), live_reader, [1]))
    assert len(scores) == 3 and [one for one in scores if one.faults or one.doubts] == []


def test_the_bundled_recordings_are_labelled():
    assert [one.path.stem for one in load_recordings(CLIPS)] == sorted(NAMES)


@pytest.mark.parametrize(
    "content",
    [
        "{",
        "[]",
        '{"seats": []}',
        '{"seats": 3, "reveals": [], "events": [], "points": {}}',
        '{"seats": [], "reveals": [{"at": -1, "cards": []}], "events": [], "points": {}}',
        '{"seats": [], "reveals": [], "events": [{"at": 1, "event": "lock", "player": "Ann"}], "points": {}}',
    ],
)
def test_labels_that_say_nothing_are_refused(tmp_path, content):
    (tmp_path / "a.mp4").write_bytes(b"x")
    with pytest.raises(SourceError, match="There are no recordings"):
        load_recordings(tmp_path)
    (tmp_path / "a.json").write_text(content)
    with pytest.raises(SourceError, match="does not say what happens"):
        load_recordings(tmp_path)


@pytest.mark.parametrize("fault", [RevealError("No card is left."), Malformed("the header cannot be used")])
def test_labels_of_what_cannot_be_are_refused_with_the_recording(monkeypatch, fault):
    def refuse(*_):
        raise fault

    monkeypatch.setattr("gesture.bench.recordings.refereed", refuse)
    one = Recording(CLIPS / "duel.mp4", LABEL)
    with pytest.raises(SourceError, match=r"duel\.mp4 and its labels do not go together: (No card is|the header)"):
        list(check_recordings([one], KnowingReader(Stage([], 1.0)), (PLAIN,)))


def filmed(seconds=4.0, fps=15.0):
    rng = np.random.default_rng(1)
    return Frames(
        Frame(rng.integers(0, 256, (12, 16, 3)).astype(np.uint8), n / fps, n) for n in range(round(seconds * fps))
    )


@pytest.mark.parametrize("how", SPOILINGS)
def test_a_spoiling_is_the_same_every_time_and_goes_forward(how):
    once, again = (list(SpoiledSource(filmed(), SPOILINGS[how])) for _ in range(2))
    assert [frame.at_s for frame in once] == [frame.at_s for frame in again]
    assert all(np.array_equal(a.image, b.image) for a, b in zip(once, again, strict=True))
    assert all(a.at_s < b.at_s and a.index + 1 == b.index for a, b in pairwise(once))


def test_each_spoiling_does_what_its_name_says():
    plain, spoiled = list(filmed()), {how: list(SpoiledSource(filmed(), spoil)) for how, spoil in SPOILINGS.items()}
    assert 0.7 < len(spoiled["a fifth of the frames dropped"]) / len(plain) < 0.9
    for fps in (10, 60):
        frames = spoiled[f"{fps} frames a second"]
        assert len(frames) == pytest.approx(4.0 * fps, abs=fps / 15 + 1)
        assert all(round(frame.at_s * fps, 6) == n for n, frame in enumerate(frames))
        for frame in frames:
            newest = [one for one in plain if one.at_s <= frame.at_s + 1e-6][-1]
            assert np.array_equal(frame.image, newest.image)
    assert spoiled["half the light"][0].image.mean() == pytest.approx(plain[0].image.mean() / 2, abs=1)
    assert np.array_equal(spoiled["mirrored, and declared so"][5].image, plain[5].image)
    noise = spoiled["sensor noise"][3].image.astype(int) - plain[3].image
    assert 0 < np.abs(noise).max() <= 8


def test_labels_can_be_read_by_others(tmp_path):
    (tmp_path / "a.mp4").write_bytes(b"x")
    (tmp_path / "a.json").write_text(json.dumps(LABEL))
    (one,) = load_recordings(tmp_path)
    assert [seat.player for seat in one.seats] == ["Ann", "Ben"] and one.reveals[0].cards == ("left-index",)
