"""The one folder of logs: new names, old logs found, and no number twice."""

import pytest

from gesture.play.log_folder import LogFolder
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
