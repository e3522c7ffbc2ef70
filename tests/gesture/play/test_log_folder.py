"""The one folder of logs: new names, old logs found, and no number twice."""

import os

import pytest

from gesture.play.log_folder import LogFolder
from rules.dexterity_jane.events import Lock, Reveal, Verify
from rules.game import Refused
from rules.log import LogWriter

HEADER = {"game": "dexterity-jane", "version": 1, "players": ["Ann", "Ben"]}


def created(folder):
    writer = folder.create(HEADER)
    writer.close()
    return writer.path.name


def test_a_number_is_never_given_again_not_even_when_its_log_is_deleted(tmp_path):
    folder = LogFolder(tmp_path / "games")
    assert [created(folder) for _ in range(2)] == ["dexterity-jane-0001.jsonl", "dexterity-jane-0002.jsonl"]
    (tmp_path / "games" / "dexterity-jane-0002.jsonl").unlink()
    assert created(LogFolder(tmp_path / "games")) == "dexterity-jane-0003.jsonl"
    (tmp_path / "games" / "numbers.json").write_text("no numbers")
    assert created(folder) == "dexterity-jane-0004.jsonl"


def test_logs_of_before_are_found_and_their_numbers_are_not_given_again(tmp_path):
    games, tables = tmp_path / "games", tmp_path / "tables"
    for path in (games / "dexterity-jane-0002.jsonl", tables / "dexterity-jane-0007.jsonl"):
        path.parent.mkdir()
        LogWriter.create(path, HEADER).close()
    folder = LogFolder(games, tables)
    assert folder.newest("dexterity-jane") == tables / "dexterity-jane-0007.jsonl"
    assert created(folder) == "dexterity-jane-0008.jsonl" and (games / "dexterity-jane-0008.jsonl").exists()
    assert [path.name[-10:-6] for path in folder.logs("dexterity-jane")] == ["0008", "0007", "0002"]
    assert folder.logs("one-finger") == [] and folder.newest("one-finger") is None


def test_a_log_that_another_game_has_just_begun_is_left_to_it(tmp_path, monkeypatch):
    folder = LogFolder(tmp_path)
    (tmp_path / "dexterity-jane-0001.jsonl").write_text("{}\n")
    monkeypatch.setattr(LogFolder, "logs", lambda self, game: [])
    assert created(folder) == "dexterity-jane-0002.jsonl"


def test_a_header_that_the_rules_do_not_take_leaves_no_log(tmp_path):
    folder = LogFolder(tmp_path)
    with pytest.raises(Refused):
        folder.create(HEADER | {"players": ["Ann"]})
    assert folder.logs("dexterity-jane") == []


ROUND = (Reveal(at=1.0, cards=(2,)), Lock(at=2.0, player="Ann", left=(), right=()))


def left(folder, *events):
    """A log of these events, and a photograph beside it that a kill has left."""
    with folder.create(HEADER) as writer:
        for event in events:
            writer.append(event)
    photographs = writer.path.with_suffix(".photos")
    photographs.mkdir()
    (photographs / "416e6e.jpg").write_bytes(b"Ann's hands")
    return photographs


def test_photographs_of_a_round_that_may_be_disputed_stay(tmp_path):
    folder = LogFolder(tmp_path)
    photographs = left(folder, *ROUND)
    folder.sweep()
    assert photographs.exists()


def test_photographs_are_deleted_where_the_kill_came_between_the_verdict_and_that(tmp_path):
    folder = LogFolder(tmp_path)
    photographs = left(folder, *ROUND, Verify(at=3.0))
    folder.sweep()
    assert not photographs.exists()


def test_photographs_of_a_log_that_is_gone_are_deleted(tmp_path):
    folder = LogFolder(tmp_path)
    photographs = left(folder, *ROUND)
    photographs.with_suffix(".jsonl").unlink()
    folder.sweep()
    assert not photographs.exists()


def test_a_new_game_deletes_the_photographs_of_the_one_before_unless_that_is_played_on(tmp_path):
    folder = LogFolder(tmp_path)
    photographs = left(folder, *ROUND)
    playing, _ = LogWriter.resume(photographs.with_suffix(".jsonl"))
    with playing:
        created(folder)
        assert photographs.exists()
    created(folder)
    assert not photographs.exists()


def test_photographs_that_are_a_link_go_and_what_it_leads_to_stays(tmp_path):
    folder = LogFolder(tmp_path / "games")
    others = tmp_path / "holiday"
    others.mkdir()
    (others / "beach.jpg").write_bytes(b"sand")
    (folder.path).mkdir()
    (folder.path / "dexterity-jane-0009.photos").symlink_to(others)
    folder.sweep()
    assert not list(folder.path.iterdir()) and (others / "beach.jpg").exists()


@pytest.mark.skipif(os.name != "posix", reason="other systems keep a user's folders to the user by themselves")
def test_logs_can_be_read_by_their_owner_alone(tmp_path):
    path = tmp_path / "games"
    path.mkdir(0o755)
    created(LogFolder(path))
    assert path.stat().st_mode & 0o777 == 0o700
    assert {file.name: file.stat().st_mode & 0o777 for file in path.iterdir()} == {
        "dexterity-jane-0001.jsonl": 0o600,
        "numbers.json": 0o600,
    }


@pytest.mark.parametrize("content", [b"", b"\n\n", b'{"game": "dexter'], ids=["empty", "blank", "torn"])
def test_a_newest_log_that_holds_no_game_does_not_hide_the_one_before(tmp_path, content):
    folder = LogFolder(tmp_path)
    created(folder)
    (tmp_path / "dexterity-jane-0002.jsonl").write_bytes(content)
    assert folder.newest("dexterity-jane") == tmp_path / "dexterity-jane-0001.jsonl"
    assert created(folder) == "dexterity-jane-0003.jsonl"


def test_numbers_of_one_game_that_are_spoilt_spoil_no_others(tmp_path):
    (tmp_path / "numbers.json").write_text('{"one-finger": "many", "dexterity-jane": 7}')
    assert created(LogFolder(tmp_path)) == "dexterity-jane-0008.jsonl"
