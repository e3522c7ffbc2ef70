"""Reading and writing logs: every fault is named with its line, and a game cut off at any byte goes on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dexterity_jane import GAME
from rules.dexterity_jane.events import AnyEvent, Lock, Reveal, Verify
from rules.game import Illegal, Malformed, Note, Refused, Ruling
from rules.log import LogWriter, decode_event, encode_event, read_log
from rules.replay import replay
from tests.rules.golden_logs import golden_logs

HEADER = {"game": "dexterity-jane", "version": 1, "players": ["Ann", "Ben"], "variant": "standard", "deck": "reference"}
HEAD = msgspec.json.encode(HEADER).decode()
REVEAL = '{"at": 0, "event": "reveal", "cards": [2]}'
LOCK = '{"at": 2, "event": "lock", "player": "Ann", "left": ["index"], "right": []}'


def said_of(*lines: str | bytes, whole: bytes | None = None) -> str:
    """The refusal that a log meets."""
    with pytest.raises(Refused) as refused:
        list(replay(list(lines) if whole is None else whole))
    return str(refused.value)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"at": 2, "event": "lck"}', "line 3: there is no event 'lck'; the events of Dexterity Jane are sheriff, "),
        ('{"at": 2}', "line 3: it names no event"),
        ('{"at": 2, "event": ["lock"]}', "line 3: there is no event ['lock']"),
        ('{"at": 2, "event": "lock", "player": "Ann", "left": []}', "this is no 'lock' event ('right' is missing)"),
        ('{"at": 2, "event": "lock", "player": 3, "left": [], "right": []}', "(player: it must be text, not a whole"),
        ('{"at": 2, "event": "lock", "player": "Ann", "left": ["toe"], "right": []}', "(left, number 1: 'toe' is none"),
        ('{"at": "2", "event": "close"}', "line 3: this is no 'close' event (at: it must be a number, not text)"),
        ('{"at": true, "event": "close"}', "(at: it must be a number, not true or false)"),
        ('{"at": null, "event": "close"}', "(at: it must be a number, not null)"),
        ('{"event": "close"}', "('at' is missing)"),
        ('{"at": -1, "event": "close"}', "'at' must be a number of seconds, 0 or more"),
        ('{"at": 2, "event": "take-back"}', "line 3: this is no 'take-back' event (a take-back names one line"),
        ('{"at": 2, "event": "take-back", "line": 2, "from": 2}', "(a take-back names one line: 'line'"),
        ('{"at": 2, "event": "close", "why": "late"}', "('why' is not known here)"),
        ('{"at": 2, "event": "close"', "line 3: the line cannot be used, it is cut short"),
        ("close", "line 3: the line cannot be used, it is not JSON from character 1 on: close"),
        ("[1, 2]", "line 3: the line must be a JSON object"),
        (b'{"at": 2, "event": "note", "about": "caf\xe9"}', "line 3: the line is not UTF-8 text (byte 41 of the line)"),
        ("[" * 60_000, "line 3: the line cannot be used, it is nested too deeply"),
        ('{"at": 1, "event": "stick-up", "player": "Ann", "aims": {"up": "Ben"}}', "'up' is none of left, right)"),
        ('{"at": 1, "event": "reveal", "cards": [1.5]}', "(cards, number 1: it must be a whole number"),
        ('{"at": 1, "event": "settle", "player": "Ann", "left": [], "right": [], "by": "luck"}', "(by: 'luck' is"),
    ],
    ids=lambda value: str(value)[:40],
)  # fmt: skip
def test_a_line_that_is_no_event(line: str | bytes, said: str) -> None:
    assert said in said_of(HEAD, REVEAL, line)


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("{}", "line 1: the header names no game"),
        ("nonsense", "line 1: the header cannot be used, it is not JSON"),
        ("[]", "line 1: the header must be a JSON object"),
        ('{"game": "whist"}', "line 1: there is no game called 'whist'; Handref knows dexterity-jane, one-finger"),
        ('{"game": 3}', "line 1: the header names no game"),
        (REVEAL, "line 1: the header names no game"),
        (
            HEAD.replace("Ann", "A\\n"),
            "line 1: the header cannot be used: player 1: the name 'A\\n' holds a control character",
        ),
        (
            '{"game": "one-finger", "version": 1, "players": ["A", "\\u001b[2J"]}',
            "player 2: the name '\\x1b[2J' holds a control",
        ),
        (HEAD.replace("Ann", ""), "player 1: the player has no name; give every player a name"),
        ('{"game": "one-finger", "version": 1, "players": ["An n", "Ann "]}', "differ in nothing but spaces"),
        ('{"game": "one-finger", "version": 1, "version": 1, "players": ["A", "B"]}', "it says 'version' twice"),
    ],
)
def test_a_log_without_a_good_header(header: str, said: str) -> None:
    assert said in said_of(header, REVEAL)


def test_an_empty_file(tmp_path: Path) -> None:
    for whole in (b"", b"\n\n  \n", b"\xef\xbb\xbf"):
        assert "the log is empty" in said_of(whole=whole)
    assert "its only line is unfinished" in said_of(whole=HEAD.encode())


def test_time_never_goes_back() -> None:
    assert "line 4: 'at' goes back from 2 to 1.5" in said_of(HEAD, REVEAL, LOCK, '{"at": 1.5, "event": "verify"}')


def test_a_refusal_names_its_line_and_blank_lines_count() -> None:
    said = said_of(HEAD, "", REVEAL, "   ", LOCK, LOCK)
    assert said.startswith("line 6: Ann locked a guess at 2 s")


def test_rulings_before_a_bad_line_are_given_and_lines_behind_the_last_are_not_looked_at() -> None:
    told: list[Ruling] = []
    with pytest.raises(Refused):
        told.extend(replay([HEAD, REVEAL, LOCK, "nonsense"]))
    assert [ruling.__struct_config__.tag for ruling in told] == ["revealed", "locked", "guess-closed"]
    *_, last = replay([HEAD, REVEAL, LOCK, "nonsense"], to=3)
    assert last.__struct_config__.tag == "standings"


@pytest.mark.parametrize(("to", "rulings"), [(1, 1), (2, 2), (3, 4), (99, 4)])
def test_a_replay_stops_after_the_line_that_is_said(to: int, rulings: int) -> None:
    assert len(list(replay([HEAD, REVEAL, LOCK], to=to))) == rulings


def test_a_replay_cannot_stop_before_the_header() -> None:
    with pytest.raises(Illegal, match="not after line 0"):
        replay([HEAD], to=0)


def test_windows_line_ends_and_a_byte_order_mark_are_taken() -> None:
    again = replay(b"\xef\xbb\xbf" + "\r\n".join([HEAD, REVEAL, LOCK, ""]).encode())
    assert len(list(again)) == 4 and again.torn is None


def test_an_unfinished_last_line_is_left_out_and_told() -> None:
    again = replay("\n".join([HEAD, REVEAL, LOCK]).encode())
    assert [x.__struct_config__.tag for x in again] == ["revealed", "standings"]
    assert again.torn is not None and again.torn.startswith("line 3 is unfinished")


def test_golden_events_survive_being_written_and_read() -> None:
    changed, refused = [], []
    for log in golden_logs():
        try:
            read = read_log(log)
        except Refused as why:
            refused.append((log.stem, why.line))
            continue
        changed += [(log.stem, n) for n, event in read if decode_event(read.game, encode_event(event)) != event]
    assert changed == []
    assert [stem for stem, line in refused if line != 1] == [], "a refused header alone leaves a log without events"


def test_defaults_are_left_out_of_lines() -> None:
    assert encode_event(Verify(at=1.0)) == b'{"at":1.0,"event":"verify"}'
    assert encode_event(Verify(at=1.0, coins=(None, 3))) == b'{"at":1.0,"event":"verify","coins":[null,3]}'
    lock = Lock(at=1.0, player="Ann", left=(), right=())
    assert encode_event(lock) == b'{"at":1.0,"event":"lock","player":"Ann","left":[],"right":[]}'


def test_a_note_keeps_whatever_it_says() -> None:
    line = '{"at":1.0,"event":"note","about":"hand taken away","player":"Ann","more":{"a":[1,null]}}'
    note = decode_event(GAME, line)
    assert isinstance(note, Note) and note.more == {"player": "Ann", "more": {"a": [1, None]}}
    assert encode_event(note).decode() == line


def test_every_event_has_its_name_in_the_design() -> None:
    names = {kind.__struct_config__.tag for kind in AnyEvent.__args__}
    assert names == {"sheriff", "coins", "reveal", "lock", "stick-up", "budge", "settle", "order", "close", "verify",
                     "show-coins", "players"}  # fmt: skip


def test_a_log_is_written_event_by_event_and_taken_up_again(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with LogWriter.create(path, HEADER) as writer:
        writer.append(Reveal(at=1, cards=(2,)))
        assert path.read_bytes().count(b"\n") == 2
        with pytest.raises(Illegal, match="goes back from 1 to 0"):
            writer.append(Verify(at=0.5))
    with pytest.raises(Illegal, match="already holds a log"):
        LogWriter.create(path, HEADER)
    writer, log = LogWriter.resume(path)
    assert [event for _, event in log] == [Reveal(at=1, cards=(2,))]
    writer.append(Lock(at=2, player="Ann", left=(), right=()))
    writer.close()
    assert len(list(read_log(path))) == 2


def test_a_log_cut_at_any_byte_is_taken_up_at_its_last_whole_line(tmp_path: Path) -> None:
    whole = b"".join(line.encode() + b"\n" for line in (HEAD, REVEAL, LOCK))
    path = tmp_path / "game.jsonl"
    inside_header = range(0, len(HEAD), 9)
    for size in (*inside_header, *range(len(HEAD), len(whole) + 1)):
        path.write_bytes(whole[:size])
        if size <= len(HEAD):
            with pytest.raises(Malformed):
                LogWriter.resume(path)
            LogWriter.create(path, HEADER).close()
            assert path.read_bytes() == HEAD.encode() + b"\n"
            continue
        writer, log = LogWriter.resume(path)
        events = list(log)
        assert len(events) == whole[:size].count(b"\n") - 1
        writer.append(Note(at=9, about="taken up again"))
        writer.close()
        assert len(list(read_log(path))) == len(events) + 1 and read_log(path).torn is None


def test_a_disk_that_takes_no_more_leaves_whole_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jsonl"
    writer = LogWriter.create(path, HEADER)

    class Full:
        def __init__(self, file: Any) -> None:
            self.file = file

        def write(self, data: bytes) -> int:
            self.file.write(bytes(data)[:5])
            raise OSError(28, "No space left on device")

        def __getattr__(self, name: str) -> Any:
            return getattr(self.file, name)

    real = writer._file
    writer._file = Full(real)  # type: ignore[assignment]
    with pytest.raises(OSError, match="No space"):
        writer.append(Reveal(at=1, cards=(2,)))
    writer._file = real
    writer.append(Reveal(at=1, cards=(2,)))
    writer.close()
    assert len(list(read_log(path))) == 1


def test_a_header_that_the_game_refuses_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with pytest.raises(Refused):
        LogWriter.create(path, HEADER | {"players": ["Ann"]})
    assert not path.exists()


def test_a_killed_writer_loses_nothing_that_was_appended(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    script = f"""
import os
from pathlib import Path
from rules.game import Note
from rules.log import LogWriter
writer = LogWriter.create(Path({str(path)!r}), {HEADER!r})
for i in range(5):
    writer.append(Note(at=i, about="tick"))
os._exit(9)
"""
    root = Path(__file__).parents[2]
    assert subprocess.run([sys.executable, "-c", script], cwd=root, check=False).returncode == 9
    assert len(list(read_log(path))) == 5


_SPOILT = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**30), 10**30),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=4),
    st.lists(st.one_of(st.none(), st.integers(-5, 70), st.text(max_size=3)), max_size=4),
    st.dictionaries(
        st.sampled_from(["left", "right", "Ann", "number", "x"]), st.one_of(st.none(), st.integers()), max_size=3
    ),
)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_spoilt_field_anywhere_is_taken_or_refused_and_never_crashes(data: st.DataObject) -> None:
    log = data.draw(st.sampled_from(golden_logs("D") + golden_logs("G")))
    lines = [msgspec.json.decode(line) for line in log.read_bytes().splitlines()]
    spoilt = data.draw(st.sampled_from(lines))
    key = data.draw(st.sampled_from([*spoilt, "unsure", "house", "round", "coins"]))
    spoilt[key] = data.draw(_SPOILT)
    try:
        assert list(replay([msgspec.json.encode(line) for line in lines], explain=True))
    except Refused as refused:
        assert refused.line is not None and str(refused).startswith(f"line {refused.line}: ")


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_spoilt_byte_anywhere_is_taken_or_refused_and_never_crashes(data: st.DataObject) -> None:
    whole = bytearray(data.draw(st.sampled_from(golden_logs("D"))).read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    try:
        assert list(replay(bytes(whole)))
    except Refused as refused:
        assert str(refused)
