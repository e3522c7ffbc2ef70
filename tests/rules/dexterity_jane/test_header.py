"""Setting up: which headers are taken, and that all faults of one are said at once."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dexterity_jane import GAME
from rules.dexterity_jane.header import Variant
from rules.game import Illegal, Malformed, Refused
from tests.rules.dexterity_jane.table import NAMES, header


@pytest.mark.parametrize("players", range(2, 10))
def test_two_to_nine_players_D01(players: int) -> None:
    assert GAME.open(header(players)).table.players == NAMES[:players]


@pytest.mark.parametrize("players", [[], ["Ann"], [*NAMES, "Joe"]])
def test_one_or_ten_players_are_refused_D01(players: list[str]) -> None:
    with pytest.raises(Malformed, match="2 to 9 players"):
        GAME.open(header() | {"players": players})


@pytest.mark.parametrize("both", ["simplified+stick-up", ["simplified", "stick-up"], "Stick-Up, Simplified"])
def test_simplified_with_stick_up_is_refused_when_set_up_D20(both: Any) -> None:
    with pytest.raises(Illegal, match="Simplified version cannot be played with the Stick-Up variant"):
        GAME.open(header(variant=both))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": 2}, "version 1"),
        ({"version": True}, "version 1"),
        ({"version": None}, "version 1"),
        ({"players": ["Ann", "Ann"]}, "two players are called Ann"),
        ({"players": ["Ann", ""]}, "the player has no name"),
        ({"players": "Ann"}, "list of names"),
        ({"players": ["Ann", 3]}, "list of names"),
        ({"variant": "quick"}, "variant must be standard, simplified or stick-up"),
        ({"variant": 3}, "variant must be"),
        ({"deck": "mine"}, "deck must be 'reference' or a list"),
        ({"deck": 5}, "list of 60 cards"),
        ({"deck": []}, "lacks cards 1, 2"),
        ({"round": 0}, "round must be"),
        ({"round": 11}, "round must be"),
        ({"round": 2.5}, "round must be"),
        ({"house": "void"}, "house rules by name"),
        ({"house": {"budge": "never"}}, "budge must be 'counts' or 'void'"),
        ({"house": {"drinks": 2}}, "no house rule 'drinks'"),
        ({"house": {"coins": [1, 2]}, "variant": "stick-up"}, "coins must be a list"),
        ({"house": {"coins": [1, 2, -3]}}, "coins must be a list"),
        ({"house": {"double_s": 0}}, "double_s must be"),
        ({"house": {"discards": 1}}, "discards must be from 0 to 0"),
        ({"house": {"discards": 3}, "round": 3, "variant": "simplified"}, "discards must be from 0 to 0"),
        ({"held": {"Ann": {"tiles": [1]}}}, "cannot have held tile 1 before round 1"),
        ({"held": ["Ann"], "round": 3}, "held must say by player"),
        ({"held": {"Zoe": {}}, "round": 3}, "'Zoe', who is not at the table"),
        ({"held": {"Ann": {"tiles": 3}}, "round": 3}, "what Ann held cannot be used: tiles: it must be a list"),
        ({"held": {"Ann": {"tiles": [3]}}, "round": 3}, "cannot have held tile 3 before round 3"),
        ({"held": {"Ann": {"tiles": [2]}, "Ben": {"tiles": [2]}}, "round": 3}, "tile 2 is held 2 times"),
        ({"held": {"Ann": {"hand_cards": 4}}, "round": 3}, "4 Hand cards cannot have been earned before round 3"),
        ({"held": {"Ann": {"coins": [3]}}, "round": 3}, "coins: they belong to the Stick-Up variant"),
        ({"held": {"Ann": {"coins": [6, 6]}}, "round": 3, "variant": "stick-up"}, "2 coins of value 6 are held"),
        ({"held": {"Ann": {"coins": [None] * 11}}, "round": 3, "variant": "stick-up"}, "11 coins are held"),
        ({"colour": "red"}, "no 'colour'"),
    ],
)
def test_a_faulty_header(change: dict[str, Any], said: str) -> None:
    with pytest.raises(Refused, match=said):
        GAME.open(header() | change)


def test_all_faults_are_said_at_once() -> None:
    with pytest.raises(Malformed) as refused:
        GAME.open({"game": "dexterity-jane", "players": ["Ann"], "variant": "quick", "round": 99, "house": {"x": 1}})
    for fault in ("version 1", "2 to 9", "quick", "99", "'x'"):
        assert fault in str(refused.value)


def test_what_may_be_left_out() -> None:
    table = GAME.open({"game": "dexterity-jane", "version": 1, "players": ["Ann", "Ben"]}).table
    assert (table.variant, table.first_round, table.house.budge) == (Variant.STANDARD, 1, "counts")


def test_the_window_of_a_double_stick_up_is_data_D15() -> None:
    assert GAME.open(header()).table.house.double_s == 0.5
    assert GAME.open(header(house={"double_s": 0.8})).table.house.double_s == 0.8
