"""`handref bench table`: a recording in real time, and words that cannot be used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gesture.bench.table_show import Show
from gesture.bench.table_soak import Sample, Soak

CLIPS = Path(__file__).parents[1] / "fixtures" / "clips"


def test_a_recording_is_played_in_real_time_beside_bare_mediapipe(handref):
    ran = handref("bench", "table", "--video", CLIPS / "trio.mp4", "--seconds", 1, "--json")
    assert ran.code == 0, ran.err
    (table,) = json.loads(ran.out)["tables"]
    assert table["players"] == 3 and table["source_fps"] == 15
    assert table["watched"] + table["dropped"] >= 60 and 0 <= table["dropped_share"] < 1
    locks = table["locks"]
    assert locks["called_out"] + locks["missing"] == 2
    assert table["processor"]["cores_used"] > 0 and {"before", "most"} == set(table["memory_mb"])
    assert table["bare_mediapipe"]["zone_by_zone"]["hands_found"] >= 0
    assert set(table["ratio_to_bare"]) == {
        "fps", "processor_a_frame", "fps_zone_by_zone", "processor_a_frame_zone_by_zone",
    }  # fmt: skip
    assert {"no lock missing or out of order"} <= {target["target"] for target in table["targets"]}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--players", "1"], "for 2 to 8 players"),
        (["--players", "two"], "no numbers of players"),
        (["--size", "4k"], "'4k' is no size"),
        (["--seconds", "0"], "not in the range"),
        (["--seconds", "nan"], "nan is no length of time"),
        (["--soak", "nan"], "nan is no length of time"),
        (["--soak", "inf"], "inf is not in the range"),
        (["--soak", "0"], "not in the range"),
        (["--labels", "a.json"], "for --video alone"),
        (["--video", "there-is-none.mp4"], "There is no file there-is-none.mp4"),
    ],
)
def test_words_that_cannot_be_used_give_one_sentence(handref, words, says):
    ran = handref("bench", "table", *words)
    assert ran.code == 2 and says in ran.err and "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b'{"seats": []}', "'reveals' is missing"),
        (b'{"seats": [', "it is cut short"),
        (b"\xf1\x00", "it is not UTF-8 text"),
        (b"null", "it must be an object in braces, not null"),
    ],
    ids=["no labels", "half a file", "no text", "nothing in it"],
)
def test_labels_that_label_no_recording_are_refused(handref, tmp_path, content, says):
    labels = tmp_path / "labels.json"
    labels.write_bytes(content)
    ran = handref("bench", "table", "--video", CLIPS / "trio.mp4", "--labels", labels)
    assert ran.code == 2 and f"does not say what happens in a recording: {says}" in ran.err


def test_a_broken_recording_is_named_before_its_labels(handref, tmp_path):
    (tmp_path / "a.mp4").write_bytes(b"no video")
    ran = handref("bench", "table", "--video", tmp_path / "a.mp4")
    assert ran.code == 2 and "a.mp4 is no video that can be read" in ran.err
    ran = handref("bench", "table", "--video", CLIPS / "trio.mp4", "--labels", tmp_path / "none.json")
    assert ran.code == 2 and "There is no file" in ran.err and "none.json that says what happens in trio.mp4" in ran.err


@pytest.mark.parametrize(
    ("threads", "code", "says"), [((9, 10), 1, "LEAKS"), ((9, 9), 0, "too short to tell")], ids=["a leak", "too short"]
)
def test_long_play_that_leaks_ends_with_1(handref, monkeypatch, threads, code, says):
    samples = tuple(Sample(table_s=60.0 * n, memory_mb=300.0, threads=count) for n, count in enumerate(threads, 1))

    def soaked(show: Show, *_: object) -> Soak:
        return Soak(show=show, samples=samples, frames=1, games=1, took_s=1.0, missing=0, locks=1)

    monkeypatch.setattr("gesture.bench.table_soak.soak", soaked)
    ran = handref("bench", "table", "--players", "2", "--size", "720p", "--soak", "1")
    assert ran.code == code and says in ran.out
