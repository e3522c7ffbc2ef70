"""`handref replay`: rulings, standings, and logs that are broken or refused."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

LINES = [
    '{"game": "dexterity-jane", "version": 1, "players": ["Ann", "Ben"]}',
    '{"at": 0, "event": "reveal", "cards": [2]}',
    '{"at": 1.5, "event": "lock", "player": "Ann", "left": ["index"], "right": []}',
    '{"at": 2, "event": "note", "about": "cards touched", "player": "Ben"}',
    '{"at": 4, "event": "verify"}',
]


def log_of(folder: Path, lines: list[str], end: str = "\n") -> Path:
    path = folder / "game.jsonl"
    path.write_text("\n".join(lines) + end, encoding="utf-8")
    return path


def test_every_line_of_json_is_a_ruling_and_the_last_the_standings(handref, tmp_path):
    ran = handref("replay", "--json", log_of(tmp_path, LINES))
    assert (ran.code, ran.err) == (0, "")
    rulings = [json.loads(line) for line in ran.out.splitlines()]
    assert all(next(iter(ruling)) == "ruling" for ruling in rulings)
    assert rulings[-1] == {
        "ruling": "standings",
        "players": {
            "Ann": {"points": 1, "tiles": [1], "hand_cards": 0, "coins": []},
            "Ben": {"points": 0, "tiles": [], "hand_cards": 0, "coins": []},
        },
        "winners": [],
    }


def test_in_words_each_ruling_is_a_sentence(handref, tmp_path):
    ran = handref("replay", log_of(tmp_path, LINES))
    assert (ran.code, ran.err) == (0, "")
    assert "First! Ann, at 1.5 s: left index." in ran.out
    assert "Ann takes Round tile 1" in ran.out


def test_explain_tells_verify_step_by_step(handref, tmp_path):
    plain = handref("replay", log_of(tmp_path, LINES)).out
    explained = handref("replay", "--explain", log_of(tmp_path, LINES)).out
    assert "Verify, round 1" not in plain
    assert "Verify, round 1" in explained
    assert "No card shows a right hand, so nothing is bent on it." in explained


def test_what_a_walk_has_told_is_not_told_again_as_a_ruling(handref, tmp_path):
    lines = [
        '{"game": "dexterity-jane", "version": 1, "players": ["Ann", "Ben", "Cy"], "variant": "stick-up"}',
        '{"at": 0, "event": "sheriff", "hand": "left"}',
        '{"at": 0, "event": "coins", "dealt": {"Ann": 3, "Ben": 0, "Cy": 6}}',
        '{"at": 1, "event": "reveal", "cards": [8]}',
        '{"at": 2, "event": "lock", "player": "Ann", "left": [], "right": ["index"]}',
        '{"at": 3, "event": "stick-up", "player": "Ben", "aims": {"right": "Ann"}}',
        '{"at": 9, "event": "verify", "coins": [3]}',
    ]
    told = handref("replay", "--explain", log_of(tmp_path, lines)).out
    for once in (
        "Ben's right-handed stick-up on Ann succeeds",
        "First, Ann (right index): right",
        "Ann takes Round tile 1",
        "Round 1 requires right index.",
        "Round 1 is over.",
    ):
        assert told.count(once) == 1, once
    rulings = handref("replay", "--explain", "--json", log_of(tmp_path, lines)).out.splitlines()
    kinds = [json.loads(ruling)["ruling"] for ruling in rulings]
    assert {"stick-up-verified", "guess-verified", "round-tile"} <= set(kinds), "a program gets both"


def test_to_stops_after_that_line_and_does_not_look_at_what_follows(handref, tmp_path):
    ran = handref("replay", "--json", "--to", 3, log_of(tmp_path, [*LINES[:3], "this is no event"]))
    assert ran.code == 0
    assert json.loads(ran.out.splitlines()[-1])["players"]["Ann"]["points"] == 0


def test_an_unfinished_last_line_is_left_out_and_that_is_said(handref, tmp_path):
    ran = handref("replay", "--json", log_of(tmp_path, [*LINES[:3], '{"at": 4, "eve'], end=""))
    assert ran.code == 0
    assert json.loads(ran.out.splitlines()[-1])["ruling"] == "standings"
    assert "line 4 is unfinished" in ran.err
    assert ran.err.count("\n") == 1


def test_a_log_comes_from_standard_input_too(handref, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(("\n".join(LINES) + "\n").encode())))
    assert "Ann takes Round tile 1" in handref("replay", "-").out


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        pytest.param(["{]"], "line 1", id="a header that is no JSON"),
        pytest.param(["[1]"], "line 1", id="a header that is no object"),
        pytest.param(['{"players": ["Ann", "Ben"]}'], "line 1", id="a header without a game"),
        pytest.param([LINES[0].replace("dexterity-jane", "poker")], "no game called 'poker'", id="an unknown game"),
        pytest.param([LINES[0].replace('"Ben"', '"Ann"')], "line 1", id="two players of one name"),
        pytest.param([*LINES[:2], "{'at': 1}"], "line 3", id="a line that is no JSON"),
        pytest.param([*LINES[:2], '{"at": 1, "event": "dance"}'], "'dance'", id="an event that there is none of"),
        pytest.param([*LINES[:2], '{"at": 1, "event": "lock", "player": "Ann"}'], "line 3", id="a field is missing"),
        pytest.param([*LINES[:3], LINES[2]], "line 4", id="a second lock: the rules refuse"),
        pytest.param([*LINES[:2], LINES[4]], "line 3", id="verify while Guess is open"),
        pytest.param([*LINES[:3], LINES[1]], "line 4", id="time goes back"),
        pytest.param([""], "empty", id="blank lines alone"),
        pytest.param([LINES[0].replace("Ann", "\udcff")], "UTF-8", id="no UTF-8"),
    ],
)
def test_a_bad_line_stops_the_replay_naming_line_and_reason(handref, tmp_path, lines, says):
    path = tmp_path / "game.jsonl"
    path.write_bytes(("\n".join(lines) + "\n").encode("utf-8", "surrogateescape"))
    ran = handref("replay", "--json", path)
    assert ran.code == 2
    assert says in ran.err
    assert ran.err.startswith(f"handref: {path}: ")
    assert ran.err.count("\n") == 1
    assert '"standings"' not in ran.out


@pytest.mark.parametrize(
    ("make", "says"),
    [
        pytest.param(lambda p: None, "there is no such file", id="a missing log"),
        pytest.param(lambda p: p.write_bytes(b""), "the file is empty", id="an empty log"),
        pytest.param(lambda p: p.mkdir(), "that is a folder", id="a folder"),
    ],
)
def test_a_log_that_cannot_be_had_gives_one_sentence(handref, tmp_path, make, says):
    path = tmp_path / "game.jsonl"
    make(path)
    ran = handref("replay", path)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert says in ran.err


def test_a_take_back_is_told_with_what_holds_instead(handref, tmp_path):
    lines = [*LINES, '{"at": 5, "event": "take-back", "from": 3, "by": ["Ann", "Ben"]}']
    whole = handref("replay", log_of(tmp_path, lines))
    assert (whole.code, whole.err) == (0, "")
    assert "Taken back at 5.0 s, as Ann and Ben agreed: lines 3, 4 and 5." in whole.out
    assert "Line 3 counts no more: First! Ann, at 1.5 s: left index." in whole.out
    assert whole.out.endswith("Ann: 0 points.\nBen: 0 points.\n")
    before = handref("replay", "--to", "5", log_of(tmp_path, lines))
    assert "Taken back" not in before.out and "Ann: 1 point, tile 1." in before.out
    explained = handref("replay", "--explain", log_of(tmp_path, lines))
    assert explained.out.count("Line 5 counts no more") == 1


def test_a_take_back_that_cannot_be_stops_the_replay_with_the_line_it_would_break(handref, tmp_path):
    ran = handref("replay", log_of(tmp_path, [*LINES, '{"at": 5, "event": "take-back", "line": 3}']))
    assert ran.code == 2
    assert "line 6: taking back line 3 would leave line 5 impossible: Guess is still open" in ran.err
