"""Showing one's own hands before the game, and what becomes of it."""

from __future__ import annotations

from functools import partial

import pytest

from calibration.profiles import Profiles
from rules.hands import Digit
from tests.ui.window.fake_table import FakeTable, around_table, lying, settle
from tests.ui.window.layout import faults
from tests.ui.window.test_get_ready import seat, sit_down

LOW = around_table(2)[0]


def begin(tmp_path, table):
    """A table for two at which Ann, who sits at the bottom, shows her hands."""
    user = sit_down(tmp_path, table)
    seat(user, table, 2)
    user.press("1")
    assert faults(user.page) == []
    user.press("h")
    assert user.at == "ShowHands"
    return user


def _gone_on(user, step) -> bool:
    return user.screen.session.step is not step


def show(user, table, weak=None) -> None:
    """Show every step; the `weak` digit bends less than others do."""
    for step in user.screen.session.steps:
        table.lay(lying(*LOW, bent=step.bent, unsure=[weak] if weak in step.bent else []))
        settle(user, partial(_gone_on, user, step))
        assert faults(user.page) == []


def test_hands_that_were_shown_are_kept_with_the_table_and_used_in_the_game(tmp_path):
    table = FakeTable()
    user = begin(tmp_path, table)
    assert user.reads("Both hands open, please")
    show(user, table, weak=Digit.RING)
    assert user.reads("Well done!")
    assert faults(user.page) == []
    user.press("return")
    assert user.at == "GetReady"
    assert user.screen.seating.complete
    user.press("return")
    ann, ben = user.app.setup.seats
    assert ann.hands.down.shift[3] > 0
    assert ben.hands.down.shift == (0, 0, 0, 0, 0)
    kept = Profiles(tmp_path / "profiles").load("Table 1").profile
    assert [hands.player for hands in kept.hands] == ["Ann"]
    again = sit_down_again(tmp_path, table)
    assert again.screen.seating.seats[0].own == kept.hands[0]


def test_what_was_shown_is_used_in_the_game_though_the_table_is_not_saved(tmp_path):
    table = FakeTable()
    user = begin(tmp_path, table)
    show(user, table, weak=Digit.RING)
    user.press("return")
    user.screen.table.name = ""
    user.press("return")
    watched = user.app.setup.seats[0].hands
    assert watched.down.shift[3] > 0 and len(watched.showings) == 2 * (1 + len(Digit))
    assert not list((tmp_path / "profiles").glob("*"))


def sit_down_again(tmp_path, table):
    from tests.ui.window.fake_user import FakeUser

    again = FakeUser(tmp_path, devices=table.devices(), watch=None)
    again.press("d", "return")
    settle(again, lambda: again.screen.seating.complete)
    return again


def test_whoever_shows_too_little_learns_nothing_and_may_go_back(tmp_path):
    table = FakeTable()
    user = begin(tmp_path, table)
    user.press(*"llllll")
    assert user.reads("Too little was seen")
    assert faults(user.page) == []
    user.press("k")
    assert user.at == "GetReady"
    assert user.screen.seating.seats[0].own is None


@pytest.mark.parametrize("key", ["escape", "closed"])
def test_going_back_keeps_the_camera_and_closing_lets_it_go(tmp_path, key):
    table = FakeTable()
    user = begin(tmp_path, table)
    eyes = user.screen.table.worker
    if key == "closed":
        user.app.close()
        eyes.join(60)
        assert eyes.ended
        return
    user.press("escape")
    assert user.screen.table.worker is eyes
    seat(user, table, 2)
    assert not eyes.ended
