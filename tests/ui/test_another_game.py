"""A game that only the tests know is added with one line of registration, and played in every way."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator

import pytest

from rules.games import GAMES, register
from rules.log import read_log
from tests.flat_hand import ENTRY, NAME
from tests.flat_hand.rules import Flat
from tests.ui.command_line import CommandLine
from ui.commands.demo import FOLDER

VIDEO = FOLDER / "duel.mp4"
SEATS = ["--seats", FOLDER / "seats.json"]
PLAY = ["play", NAME, "--headless", "--video", VIDEO, "--fast", *SEATS]


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch, tmp_path, pictures_read_once) -> Iterator[None]:
    """Flat Hand is one of the games; logs go to a folder of the test's own."""
    monkeypatch.setenv("HANDREF_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    register(NAME, ENTRY)
    yield
    del GAMES[NAME]


def test_a_recording_is_refereed_and_its_log_replayed(handref: CommandLine, tmp_path):
    ran = handref("referee", VIDEO, "--game", NAME, *SEATS, "--json")
    assert (ran.code, ran.err) == (0, "")
    header, won = map(json.loads, ran.out.splitlines())
    assert header == {"game": NAME, "version": 1, "players": ["Ann", "Ben"]}
    assert won == {"at": pytest.approx(1.5, abs=0.15), "event": "flat", "player": "Ann"}
    log = tmp_path / "log.jsonl"
    log.write_text(ran.out)
    assert json.loads(handref("replay", log, "--json").out.splitlines()[-1]) == {
        "ruling": "standings",
        "winners": ["Ann"],
    }
    assert (
        "Ann lays a flat hand down first, at 1.5 s, and wins." in handref("referee", VIDEO, "--game", NAME, *SEATS).out
    )


def test_it_is_played_without_a_window_to_the_same_log_and_goes_on_when_resumed(
    handref: CommandLine, tmp_path, monkeypatch
):
    ran = handref(*PLAY)
    assert (ran.code, ran.err) == (0, "") and "Ann lays a flat hand down first" in ran.out
    path = tmp_path / "games" / f"{NAME}-0001.jsonl"
    (event,) = [event for _, event in read_log(path)]
    recorded = handref("referee", VIDEO, "--game", NAME, *SEATS, "--json").out.splitlines()
    assert path.read_text().splitlines() == recorded and isinstance(event, Flat)
    monkeypatch.setattr(sys, "stdin", io.StringIO("take back 2\nflat Ben\nstandings\nquit\n"))
    again = handref(*PLAY, "--resume")
    assert (again.code, again.err) == (0, ""), again.err
    assert "Correction: this no longer holds: Ann lays a flat hand down first" in again.out
    assert "Ben has won." in again.out


def test_it_takes_its_own_options_and_no_other_games(handref: CommandLine):
    ran = handref("referee", VIDEO, "--game", NAME, *SEATS, "--reveal", "0:left-index")
    assert ran.code == 2 and "--reveal" in ran.err
    shown = handref("referee", "--game", NAME, "--help").out
    assert "--seats" in shown and "--reveal" not in shown
    assert "--reveal" in handref("referee", "--game", "dexterity-jane", "--help").out
    assert "flat Ann" not in handref("play", "dexterity-jane", "--help").out
