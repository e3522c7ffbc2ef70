"""House rules and decks as files: read as a whole, all faults at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.deck_files import FOLDER, house_defaults, read_house_rules
from rules.dexterity_jane import GAME
from rules.game import Malformed, Refused
from tests.rules.dexterity_jane.table import header


def test_the_house_rules_that_come_with_handref_name_only_games() -> None:
    assert "dexterity-jane" in read_house_rules(FOLDER / "house.toml")


def test_the_defaults_are_house_rules_that_the_game_takes() -> None:
    assert GAME.open(header(house=dict(house_defaults("dexterity-jane")))).table == GAME.open(header()).table


def test_a_tables_own_house_rules(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('[dexterity-jane]\nbudge = "void"\n', encoding="utf-8")
    assert GAME.open(header(house=read_house_rules(mine)["dexterity-jane"])).table.house.budge == "void"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"[whist]\na = 1\n[poker]\nb = 2\n", "'whist'.*'poker'"),
        (b'one-finger = "quick"\n', "must be a table"),
        (b"[dexterity-jane\n", "is not TOML"),
        (b"# caf\xe9\n", "is not UTF-8"),
    ],
    ids=["games that there are not", "no table", "no TOML", "not UTF-8"],
)
def test_a_faulty_file(text: bytes, said: str, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_bytes(text)
    with pytest.raises(Malformed, match=said):
        read_house_rules(mine)


def test_all_faulty_house_rules_are_said_at_once() -> None:
    with pytest.raises(Refused) as refused:
        GAME.open(header(house={"budge": "never", "double_s": -1, "discards": "all", "x": 1}))
    for fault in ("budge", "double_s", "discards", "'x'"):
        assert fault in str(refused.value)
