"""Practice of One Finger!: computer players know what a person sees, are as quick as one, and games come to an end."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from rules.chance import generator
from rules.one_finger import GAME
from rules.one_finger.cards import Button, Card
from rules.one_finger.events import Call, Deal, First
from rules.one_finger.state import Phase, State
from tests.ui.window.fake_user import FRAME_S
from tests.ui.window.finger_games import played
from tests.ui.window.layout import faults
from tests.ui.window.scenes_one_finger import practice
from tests.ui.window.stage import Stage
from ui.window.games.one_finger.computer_players import ComputerPlayer, View, view_of
from ui.window.games.one_finger.finger_game import FingerGame

FOUR = ("Ann", "Ben", "Cy", "Dee")
VIEW = View(
    players=FOUR, me="Ben", caller="Ann", own_fingers=1, cards=1, button=Button.THIEF, top=2, piles=(("Ann", 2),),
    counted=tuple((player, 2, 4) for player in FOUR), called=2,
)  # fmt: skip


def dealt(hidden: Button) -> tuple[FingerGame, State]:
    """A game at its first call; of the cards below the top of the Draw pile the button is `hidden`."""
    game = FingerGame({"game": "one-finger", "version": 1, "players": list(FOUR)}, None, generator(1))
    draw = (Card(2, Button.RED), *[Card(3, hidden)] * 5)
    game.play(Deal(at=0, piles=dict.fromkeys(FOUR, Card(1, hidden)), draw=draw))
    game.play(First(at=0, player="Ann"))
    return game, game.state


def test_what_nobody_can_see_changes_nothing_of_what_they_see_or_do():
    views = [view_of(state, game.judge.history, "Ben") for game, state in map(dealt, (Button.RED, Button.THIEF))]
    assert views[0] == views[1]
    said = []
    for view in views:
        player = ComputerPlayer(generator(7))
        number = player.call(dataclasses.replace(view, caller="Ben"))
        said.append((number, player.plan(dataclasses.replace(view, caller="Ben", called=number))))
    assert said[0] == said[1]


def test_they_react_as_people_do_and_err_as_people_do():
    lot = generator(3)
    players = [ComputerPlayer(lot) for _ in range(40)]
    after = [s for player in players for _ in range(40) for (s,) in player.plan(VIEW).leaves_s if s is not None]
    late = [s for s in after if s > 0.75]
    assert 0.01 < len(late) / len(after) < 0.06
    quick = sorted(s for s in after if s <= 0.75)
    assert quick[0] >= 0.15 and 0.25 < quick[len(quick) // 2] < 0.4
    assert 0 < sum(player.early_s() is not None for player in players for _ in range(40)) < 100


def test_a_caller_mostly_calls_what_is_likely_and_sometimes_defeats_the_call():
    calls = []
    for seed in range(200):
        player = ComputerPlayer(generator(seed))
        number = player.call(dataclasses.replace(VIEW, caller="Ben", called=None))
        ((row,),) = (player.plan(dataclasses.replace(VIEW, caller="Ben", called=number)).leaves_s,)
        calls.append((number, row[0] is None))
    assert sum(1 <= number <= 3 for number, _ in calls) > 150
    assert len({number for number, _ in calls}) > 1


@pytest.mark.usefixtures("_blank_pictures")
def test_a_game_is_played_to_its_end(tmp_path):
    seen = played(tmp_path, 1, 1)
    assert seen["right"] and seen["wrong"]


@pytest.mark.usefixtures("_blank_pictures")
def test_the_own_finger_leaves_when_its_key_is_pressed(tmp_path):
    user = Stage(tmp_path, FOUR)
    game = practice(user)
    user.press("c", "1")
    called_s = game.state.called_at_s
    user.wait(0.3)
    user.press("f")
    while game.phase is Phase.FINGERS:
        user.wait(FRAME_S)
    event: Any = game.judge.history.entries[-1].event
    assert event.kept["Ann"] == (0,) and event.lifts["Ann"][0] == pytest.approx(called_s + 0.3, abs=0.1)
    assert faults(user.page) == []


@pytest.mark.usefixtures("_blank_pictures")
def test_nothing_of_practice_is_kept(tmp_path):
    user = Stage(tmp_path, FOUR)
    practice(user)
    user.press("escape")
    assert user.at == "Home" and user.app.keeper.logs.logs("one-finger") == []


def test_a_game_taken_from_a_call_shows_the_called_number_to_all():
    game, _ = dealt(Button.RED)
    game.play(Call(at=1, player="Ann", number=2))
    assert view_of(game.state, game.judge.history, "Dee").called == 2
    assert GAME.over(game.state) is False
