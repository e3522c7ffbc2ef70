"""One writer a log: two games at once never write into the same file."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rules.dexterity_jane.events import Close
from rules.game import Note
from rules.log import LogTaken, LogWriter, read_log

HEAD = {"game": "dexterity-jane", "version": 1, "players": ["Ann", "Ben"]}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such locks")
def test_a_log_that_is_being_written_is_refused_to_others_until_it_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with LogWriter.create(path, HEAD) as first:
        first.append(Note(at=1, about="x"))
        for other in (lambda: LogWriter.create(path, HEAD), lambda: LogWriter.resume(path)):
            with pytest.raises(LogTaken, match="being written by another game"):
                other()
        first.append(Note(at=2, about="y"))
    second, log = LogWriter.resume(path)
    with second:
        assert [event.at for _, event in log] == [1, 2]
        second.append(Close(at=3))
    assert len(list(read_log(path))) == 3


def test_whatever_is_refused_leaves_the_file_to_the_next_one(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    LogWriter.create(path, HEAD).close()
    before = path.read_bytes()
    for _ in range(2):
        with pytest.raises(LogTaken, match="already holds a log"):
            LogWriter.create(path, HEAD)
    assert path.read_bytes() == before
    broken = tmp_path / "b.jsonl"
    broken.write_bytes(before + b"nonsense\n")
    for _ in range(2):
        with pytest.raises(Exception, match="line 2"):
            LogWriter.resume(broken)
    assert broken.read_bytes() == before + b"nonsense\n"
    with pytest.raises(FileNotFoundError):
        LogWriter.resume(tmp_path / "none.jsonl")
    assert not (tmp_path / "none.jsonl").exists()
