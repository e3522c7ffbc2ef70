"""A log that neither a slow disk nor a full one holds up."""

import errno
import threading
from pathlib import Path
from typing import Self

import pytest

from gesture.play.kept_log import RETRY_S, KeptLog
from rules.dexterity_jane.events import Close, Reveal
from rules.log import LogWriter, read_log

HEADER = {"game": "dexterity-jane", "version": 1, "players": ["Ann", "Ben"], "variant": "standard", "deck": "reference"}


class SlowDisk(LogWriter):
    """A disk that takes what was written only when it is let."""

    let: threading.Event
    synced: list[int]

    def sync(self) -> None:
        assert self.let.wait(60)
        self.synced.append(self.path.read_bytes().count(b"\n"))

    @classmethod
    def at(cls, path: Path) -> Self:
        cls.let, cls.synced = threading.Event(), []
        cls.let.set()
        writer = cls.create(path, HEADER)
        cls.let.clear()
        return writer


def test_a_slow_disk_holds_nobody_up_and_what_is_written_outlives_the_process(tmp_path):
    said: list[str] = []
    writer = SlowDisk.at(tmp_path / "game.jsonl")
    log = KeptLog(writer, said.append)
    log.append(Reveal(at=0.0, cards=(1,)), 0.0)
    log.append(Close(at=1.0), 1.0)
    assert writer.path.read_bytes().count(b"\n") == 3, "a killed process leaves what it wrote"
    writer.let.set()
    assert log.close() == 0 and not said
    assert writer.synced[-1] == 3, "and then the disk holds it all"
    assert len(list(read_log(writer.path))) == 2


def test_no_thread_is_left_behind(tmp_path):
    before = threading.active_count()
    for n in range(3):
        log = KeptLog(LogWriter.create(tmp_path / f"{n}.jsonl", HEADER), lambda sentence: None)
        log.append(Reveal(at=0.0, cards=(1,)), 0.0)
        log.close()
    assert threading.active_count() == before


def test_a_disk_that_did_not_take_what_was_written_is_asked_again(tmp_path):
    class Failing(LogWriter):
        asked = 0

        def sync(self) -> None:
            type(self).asked += 1
            if self.asked == 2:
                raise OSError(errno.EIO, "Input/output error")

    log = KeptLog(Failing.create(tmp_path / "game.jsonl", HEADER), lambda sentence: None)
    log.append(Reveal(at=0.0, cards=(1,)), 0.0)
    while Failing.asked < 3:
        log.retry(0.0)
    assert log.close() == 0


def removed(path: Path) -> None:
    path.unlink()


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:40])


def replaced(path: Path) -> None:
    beside = path.with_suffix(".edited")
    beside.write_text("something else")
    beside.replace(path)


@pytest.mark.parametrize("spoil", [removed, cut, replaced])
@pytest.mark.parametrize("idle", [False, True], ids=["before the next event", "while nothing happens"])
def test_a_log_that_is_removed_or_changed_under_a_running_game_is_said_and_written_anew(tmp_path, spoil, idle):
    said: list[str] = []
    path = tmp_path / "game.jsonl"
    log = KeptLog(LogWriter.create(path, HEADER), said.append)
    log.append(Reveal(at=0.0, cards=(1,)), 0.0)
    log.retry(0.0)
    spoil(path)
    if idle:
        log.retry(1.0)
        assert not said, "it is looked for now and then"
        log.retry(RETRY_S)
        assert len(list(read_log(path))) == 1
    log.append(Close(at=9.0), 9.0)
    assert log.close() == 0
    (sentence,) = said
    assert str(path) in sentence and "written anew" in sentence
    assert [type(event) for _, event in read_log(path)] == [Reveal, Close]
    aside = path.with_name("game.jsonl.replaced")
    assert aside.exists() is (spoil is replaced) and (spoil is not replaced or aside.read_text() == "something else")
