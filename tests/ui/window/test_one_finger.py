"""One Finger! at the window without a camera: calls and fingers by keys and clicks, and what the group decides."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.history import History
from rules.log import read_log
from rules.one_finger.cards import Button
from rules.one_finger.events import Arbitrate, Call, Fingers, First
from rules.one_finger.state import Phase
from tests.ui.window.fake_user import FRAME_S, close_windows, killed
from tests.ui.window.layout import faults
from tests.ui.window.scenes_one_finger import call, table
from tests.ui.window.stage import Stage
from ui.window.games.one_finger.call_pad import BEAT_S, BEATS
from ui.window.games.one_finger.destinations import FingerTable
from ui.window.games.one_finger.options import SHORT_CARDS

THREE = ("Ann", "Ben", "Cy")
pytestmark = pytest.mark.usefixtures("_blank_pictures")


def at_table(folder: Path, button: Button = Button.RED, players: tuple[str, ...] = THREE, draw: int = 8) -> Stage:
    """A table whose first round has this button; Ann goes first."""
    user = Stage(folder, players)
    game = table(user, button, draw)
    game.play(First(at=0.1, player="Ann"))
    game.news.clear()
    user.show(FingerTable(game))
    return user


def kinds(user: Stage) -> list[type]:
    return [type(entry.event) for entry in user.screen.game.judge.history.entries]


def test_a_whole_game_is_played_by_keys_and_its_log_says_the_same(tmp_path):
    user = Stage(tmp_path, THREE)
    user.press("o", "return")
    assert (user.at, user.screen.game.phase) == ("FingerTable", Phase.FIRST)
    user.press("2")
    assert user.screen.game.state.caller == "Ben" and len(user.screen.game.state.draw) <= SHORT_CARDS - 1
    while user.at == "FingerTable":
        game = user.screen.game
        match game.phase:
            case Phase.CALL if user.screen.show is None:
                user.press("3")
            case Phase.FINGERS:
                user.press("return")
            case _:
                user.press("return")
        assert faults(user.page) == []
    assert user.at == "FingersEnd" and user.reads("11.73 %")
    (log,) = user.app.keeper.logs.logs("one-finger")
    end = History.of(read_log(log)).state
    assert user.screen.game.state == end
    user.press("return")
    assert user.at == "NewGame"


def test_whoever_is_pressed_has_lifted(tmp_path):
    user = at_table(tmp_path)
    user.press("1", "2", "3", "3", "return")
    (fingers,) = (e.event for e in user.screen.game.judge.history.entries if isinstance(e.event, Fingers))
    assert dict(fingers.kept) == {"Ann": (1,), "Ben": (0,), "Cy": (1,)}


def test_two_players_have_two_fingers_each_and_a_double_one_on_each_card(tmp_path):
    user = at_table(tmp_path, players=("Ann", "Ben"))
    user.press("4", "1", "2", "2")
    assert user.screen.count.kept == {"Ann": (1,), "Ben": (0,)}
    close_windows()
    user = at_table(tmp_path / "double", Button.DOUBLE)
    user.press("3", "1")
    user.click("also-Cy")
    assert user.screen.count.kept == {"Ann": (0, 1), "Ben": (1, 1), "Cy": (1, 0)}


def test_a_secret_number_is_called_on_the_beat_after_three(tmp_path):
    user = at_table(tmp_path)
    user.press("c", "2")
    assert user.screen.game.phase is Phase.CALL and not user.reads("Ann: 2!")
    began_s = user.now_s
    while user.screen.game.phase is Phase.CALL:
        user.wait(FRAME_S)
    assert user.now_s - began_s == pytest.approx(BEATS * BEAT_S, abs=2 * FRAME_S)
    assert user.screen.game.state.called == 2


@pytest.mark.parametrize(
    ("keys", "decision", "turn", "cards"),
    [
        pytest.param(["return"], None, "Ben", 3, id="it stays"),
        pytest.param(["c"], Arbitrate(at=0, uphold=False), "Ann", 1, id="the call is cancelled"),
        pytest.param(["r"], Arbitrate(at=0, cancel="round"), "Ann", 1, id="the round is cancelled"),
        pytest.param(["k", "1", "return"], Arbitrate(at=0, kept={"Ann": 0}), "Ben", 1, id="fingers are corrected"),
    ],
)
def test_the_group_decides_after_the_outcome(tmp_path, keys, decision, turn, cards):
    user = at_table(tmp_path)
    call(user.screen.game, 1, 1)
    user.wait(FRAME_S)
    user.press("return", "a", *keys)
    game = user.screen.game
    event = game.judge.history.entries[-1].event
    if decision is not None:
        assert (event.uphold, event.cancel) == (decision.uphold, decision.cancel)
        assert decision.kept is None or event.kept["Ann"] == (0,)
    assert (game.state.caller, len(game.state.everybody["Ann"])) == (turn, cards)


@pytest.mark.parametrize(
    ("key", "calls"), [("u", 1), ("return", 1), ("c", 0)], ids=["upheld", "upheld by Enter", "cancelled"]
)
def test_a_late_finger_is_named_and_the_call_upheld_or_cancelled(tmp_path, key, calls):
    user = at_table(tmp_path)
    call(user.screen.game, 1, 1, lifts_s=0.93)
    user.wait(2.0)
    assert user.reads("Ben's finger left 0.93 s too late.")
    user.press(key)
    assert (user.screen.game.phase, user.screen.game.state.calls) == (Phase.CALL, calls)


def test_a_game_that_was_killed_before_the_count_goes_on_there(tmp_path):
    user = at_table(tmp_path)
    user.press("1")
    killed(user.screen.game)
    again = Stage(tmp_path, THREE)
    again.press("g")
    assert (again.at, again.screen.game.phase) == ("FingerTable", Phase.FINGERS)
    again.press("2", "3", "return")
    assert kinds(again)[-2:] == [Call, Fingers] and again.screen.show is not None


def test_a_call_that_is_taken_back_is_called_again(tmp_path):
    user = at_table(tmp_path)
    user.press("1", "z", "1", "1")
    assert user.screen.game.phase is Phase.CALL and user.screen.count is None
    user.press("2")
    assert user.screen.game.state.called == 2


def test_players_leave_between_two_rounds(tmp_path):
    user = at_table(tmp_path)
    call(user.screen.game, 1, 1)
    user.wait(FRAME_S)
    user.press("return", "p", "3", "return")
    assert user.screen.game.players == ("Ann", "Ben") and user.at == "FingerTable"
    assert user.screen.game.state.own_fingers == 2 and faults(user.page) == []


def test_without_a_camera_nobody_asks_how_long_the_count_takes(tmp_path):
    user = at_table(tmp_path)
    user.press("1")
    user.wait(3.0)
    user.press("c")
    assert user.screen.game.phase is Phase.CALL and user.screen.count is None
