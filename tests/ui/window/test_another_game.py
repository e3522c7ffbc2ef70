"""A game that only the tests know is played in the window without a screen of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.games import GAMES, register
from tests.flat_hand import ENTRY, NAME
from tests.ui.window.clip_table import TableUser, count_answers
from tests.ui.window.fake_user import FakeUser
from tests.ui.window.layout import faults
from tests.values import some

TWO = ("Ann", "Ben")


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Flat Hand is one of the games."""
    count_answers(monkeypatch)
    register(NAME, ENTRY)
    yield
    del GAMES[NAME]


def see(user: FakeUser) -> None:
    assert faults(user.page) == [], user.at


def begin(user: FakeUser) -> None:
    see(user)
    user.press("l")
    see(user)
    user.press("return")
    assert user.at == "GameTable"
    see(user)


def events(folder: Path) -> list[dict[str, object]]:
    (log,) = (folder / "games").glob("flat-hand-*.jsonl")
    return [json.loads(line) for line in log.read_text("utf-8").splitlines()[1:]]


def tell(user: FakeUser, line: str) -> None:
    user.click("line")
    user.type(line)
    user.press("return", "return")


@pytest.mark.parametrize("text_scale", [1.0, 1.3])
def test_it_is_typed_to_its_end_taken_back_and_played_again(tmp_path: Path, text_scale: float) -> None:
    user = FakeUser(tmp_path, players=TWO, text_scale=text_scale)
    begin(user)
    tell(user, "nonsense")
    assert user.reads("'nonsense' means nothing here")
    tell(user, "flat Ann")
    assert user.reads("Ann has won.")
    see(user)
    user.press("z", "1", "1")
    assert user.reads("Nobody has won yet.") and user.reads("Correction: ")
    tell(user, "flat Ben")
    assert user.reads("Ben has won.")
    assert [event["event"] for event in events(tmp_path)] == ["flat", "take-back", "flat"]
    user.press("return")
    assert user.at == "NewGame"


def test_a_camera_sees_who_is_first_and_the_log_is_that_of_the_recording(tmp_path: Path) -> None:
    user = TableUser(tmp_path, players=TWO)
    begin(user)
    user.sit_down("duel")
    user.show("duel", 0.0, 4.0)
    see(user)
    (won,) = events(tmp_path)
    assert (won["event"], won["player"]) == ("flat", "Ann")
    assert some(user.screen.running).over and user.reads("Ann has won.")


def test_a_game_that_was_left_is_offered_again(tmp_path: Path) -> None:
    user = FakeUser(tmp_path, players=TWO)
    begin(user)
    user.press("escape", "h")
    assert user.reads("Go on with Flat Hand: Ann, Ben")
    user.press("g")
    assert user.at == "GameTable"
