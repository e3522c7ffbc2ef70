"""A round of a printed copy whose cards nobody has told yet: it survives kills, full disks and take-backs."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from gesture.games.judge import Happening
from gesture.play.session import Listener, Session
from gesture.table.seats import Table
from rules import log as log_module
from rules.chance import generator
from rules.dexterity_jane.events import Lock, Reveal, Verify
from rules.dexterity_jane.state import Phase
from rules.game import Event, Note, Refused
from rules.history import History
from rules.log import LogWriter, event_name, read_log
from tests.gesture.stage import ANN, BEN

HEADER = {"game": "dexterity-jane", "version": 1, "players": ["Ann", "Ben", "Cy"], "deck": "reference"}
STAND_IN, TOLD = Reveal(at=0.0, cards=(2,)), Reveal(at=0.0, cards=(3,))
ANNS, BENS = (Lock(at=at_s, player=player, left=(), right=()) for at_s, player in ((1.0, "Ann"), (2.0, "Ben")))
TOUCHED = Note(at=1.5, about="cards touched", more={"player": "Cy"})
VERIFIED = Verify(at=9.0)
KEPT = (TOLD, ANNS, TOUCHED, BENS, VERIFIED)


@pytest.fixture(autouse=True)
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the disk: a killed process leaves what it wrote, synced or not."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)


class Heard(Listener):
    """Tells `announce` what happened, and keeps what is said of the log."""

    def __init__(self, announce: Callable[[str], None]) -> None:
        self.announce, self.said = announce, list[str]()

    def told(self, happening: Happening) -> None:
        """Something happened."""
        self.announce(event_name(type(happening.event)))

    def not_kept(self, sentence: str) -> None:
        """What is to be said about the log."""
        self.said.append(sentence)


def at_table(path: Path, heard: Listener | None = None) -> Session:
    writer = LogWriter.create(path, HEADER)
    return Session(HEADER, Table((ANN, BEN)), heard, writer=writer, lot=generator(1))


def again(path: Path) -> Session:
    """The game of a log, gone on with."""
    writer, log = LogWriter.resume(path)
    session = Session(HEADER, Table((ANN, BEN)), writer=writer, lot=generator(1))
    session.take_up(log)
    return session


def kinds(path: Path) -> list[str]:
    return [event_name(type(event)) for _, event in read_log(path)]


def happened(session: Session) -> list[Event]:
    return [entry.event for entry in session.judge.history.entries]


def play(session: Session, announce: Callable[[str], None]) -> None:
    """A whole round, its cards told after all have acted."""
    session.happen_untold(STAND_IN)
    for event in (ANNS, TOUCHED, BENS):
        session.happen(event)
    session.tell_truly(TOLD)
    announce("told")
    session.happen(VERIFIED)


def plain(path: Path) -> None:
    """The log is that of any game: nothing in it still waits, and it replays."""
    assert [event for _, event in read_log(path)] == list(KEPT)
    assert History.of(read_log(path)).state.round == 2
    assert not list(path.parent.glob("*.new")) and not list(path.parent.glob("*.unseen"))


def test_what_was_not_told_stands_in_the_log_as_notes_and_goes_on_where_it_was_left(tmp_path):
    path = tmp_path / "game.jsonl"
    session = at_table(path)
    session.happen_untold(STAND_IN)
    session.happen(ANNS)
    session.close()
    assert kinds(path) == ["note", "note"] and History.of(read_log(path)).state.phase is Phase.REVEAL
    session = again(path)
    assert session.untold and session.state.phase is Phase.GUESS
    session.happen(TOUCHED)
    session.happen(BENS)
    with pytest.raises(Refused):
        session.tell_truly(Reveal(at=0.0, cards=(99,)))
    assert session.untold
    session.tell_truly(TOLD)
    assert not session.untold and session.state.phase is Phase.VERIFY
    session.happen(VERIFIED)
    session.close()
    plain(path)


def test_a_torn_last_line_is_left_out_and_spoils_none_that_follow(tmp_path):
    path = tmp_path / "game.jsonl"
    session = at_table(path)
    session.happen_untold(STAND_IN)
    session.happen(ANNS)
    session.close()
    whole = path.read_bytes()
    for cut in range(1, len(whole.splitlines()[-1]) + 1):
        path.write_bytes(whole[:-cut])
        session = again(path)
        assert session.untold and happened(session) == [STAND_IN]
        session.happen(ANNS)
        session.close()
        assert path.read_bytes() == whole


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process must be killed in the midst of a line")
def test_a_kill_at_any_line_loses_nothing_that_was_announced(tmp_path):
    """The process that plays is gone at each line of the code in turn, from the first that writes to the last."""
    kills = 0
    for number in range(0, 100_000, 9):
        path = tmp_path / str(number) / "game.jsonl"
        path.parent.mkdir()
        announced, ended = killed_at(path, number)
        if not path.exists() or not path.read_bytes().endswith(b"\n"):
            assert announced == []
            continue
        session = again(path)
        events = [event_name(type(event)) for event in happened(session)]
        told = "told" in announced
        expected = [kind for kind in announced if kind != "told"]
        assert events[: len(expected)] == expected, f"killed at line {number}"
        assert not (told and session.untold), f"killed at line {number}"
        assert not events or happened(session)[0] == (STAND_IN if session.untold else TOLD)
        play_on(session)
        session.close()
        plain(path)
        if ended:
            break
        kills += 1
    assert kills > 33


def play_on(session: Session) -> None:
    """From wherever it was broken off to the end of the round."""
    if not happened(session):
        session.happen_untold(STAND_IN)
    for event in (ANNS, TOUCHED, BENS):
        if event not in happened(session):
            session.happen(event)
    if session.untold:
        session.tell_truly(TOLD)
    if VERIFIED not in happened(session):
        session.happen(VERIFIED)


def killed_at(path: Path, number: int) -> tuple[list[str], bool]:
    """Play a round and be killed at the `number`-th line that is run; what was announced by then, and whether the
    round had ended."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        lines = 0

        def traced(frame: FrameType, event: str, arg: Any) -> Any:
            nonlocal lines
            if not frame.f_code.co_filename.endswith(OURS):
                return None
            if event == "line":
                lines += 1
                if lines > number:
                    os.kill(os.getpid(), signal.SIGKILL)
            return traced

        def announce(what: str) -> None:
            os.write(write, f"{what}\n".encode())

        session = at_table(path, Heard(announce))
        sys.settrace(traced)
        play(session, announce)
        sys.settrace(None)
        announce("ended")
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        announced = pipe.read().split()
    os.waitpid(child, 0)
    ended = "ended" in announced
    return [what for what in announced if what != "ended"], ended


OURS = ("rules/log.py", "rules/files.py", "play/session.py", "play/kept_log.py", "games/untold.py", "games/judge.py")
"""The ends of the names of the files whose lines may be the last."""


@pytest.mark.parametrize("freed", [True, False], ids=["and is free at the next", "and stays full"])
@pytest.mark.parametrize("full_at", range(1, 7))
def test_a_disk_that_is_full_at_any_write_loses_nothing_or_says_so_at_once(tmp_path, monkeypatch, full_at, freed):
    path = tmp_path / "game.jsonl"
    write, writes = log_module._write, 0

    def full(file: Any, content: bytes) -> None:
        nonlocal writes
        writes += 1
        if writes == full_at or (writes > full_at and not freed):
            write(file, content[: len(content) // 2])
            raise OSError(errno.ENOSPC, "No space left on device")
        write(file, content)

    heard = Heard(lambda what: None)
    session = at_table(path, heard)
    monkeypatch.setattr(log_module, "_write", full)
    said_at: list[int] = []
    steps: list[Callable[[], object]] = [lambda: session.happen_untold(STAND_IN)]
    steps += [lambda event=event: session.happen(event) for event in (ANNS, TOUCHED, BENS)]  # type: ignore[misc]
    steps += [lambda: session.tell_truly(TOLD), lambda: session.happen(VERIFIED)]
    for number, step in enumerate(steps, 1):
        step()
        if heard.said and not said_at:
            said_at.append(number)
    assert said_at == [full_at] and "No space left on device".lower() in heard.said[0]
    lost = session.close()
    if freed:
        assert lost == 0
        plain(path)
        return
    assert lost == 7 - full_at
    monkeypatch.setattr(log_module, "_write", write)
    session = again(path)
    assert happened(session) == [STAND_IN, ANNS, TOUCHED, BENS][: full_at - 1] if full_at < 6 else list(KEPT[:-1])
    play_on(session)
    session.close()
    plain(path)


def test_a_round_whose_cards_nobody_told_may_be_taken_back_and_the_log_shows_both(tmp_path):
    path = tmp_path / "game.jsonl"
    session = at_table(path)
    session.happen_untold(STAND_IN)
    session.take_back(2)
    assert not session.untold and session.state.phase is Phase.REVEAL
    session.happen(Reveal(at=1.0, cards=(4,)))
    session.close()
    assert kinds(path) == ["note", "take-back", "reveal"]
    session = again(path)
    assert session.state.cards == History.of(read_log(path)).state.cards == (4,)
    session.close()


@pytest.mark.parametrize("left", [False, True], ids=["at once", "after the game was left"])
def test_a_take_back_of_a_take_back_brings_the_round_back_with_its_cards_still_to_be_told(tmp_path, left):
    path = tmp_path / "game.jsonl"
    session = at_table(path)
    session.happen_untold(STAND_IN)
    session.happen(ANNS)
    session.take_back(2, on=True)
    assert not session.untold
    session.take_back(4)
    assert session.untold and session.state.phase is Phase.GUESS
    if left:
        session.close()
        session = again(path)
        assert session.untold and session.state.locks[0].player == "Ann"
    session.happen(BENS)
    with pytest.raises(Refused):
        session.end(3.0)
    session.tell_truly(TOLD)
    session.close()
    history = History.of(read_log(path))
    assert history.state.cards == (3,) and [lock.player for lock in history.state.locks] == ["Ann", "Ben"]
    assert kinds(path) == ["reveal", "lock", "take-back", "take-back", "lock"]


def test_only_the_round_that_is_told_is_told(tmp_path):
    """One untold round is taken back for another, and comes back in its place."""
    path = tmp_path / "game.jsonl"
    session = at_table(path)
    session.happen_untold(STAND_IN)
    session.happen(ANNS)
    session.take_back(2, on=True)
    session.happen_untold(Reveal(at=1.0, cards=(7,)))
    session.happen(BENS)
    session.take_back(5, on=True)
    session.take_back(4)
    assert [lock.player for lock in session.state.locks] == ["Ann"]
    session.tell_truly(TOLD)
    session.close()
    assert kinds(path) == ["reveal", "lock", "take-back", "note", "note", "take-back", "take-back"]
    session = again(path)
    assert session.state.cards == (3,) and not session.untold
    assert History.of(read_log(path)).state == session.state
    session.close()
