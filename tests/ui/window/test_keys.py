"""Keys work on every keyboard, and a key that does nothing says why."""

from __future__ import annotations

import pygame
import pytest

from rules.dexterity_jane.state import Phase
from tests.ui.window.fake_user import FRAME_S, FakeUser

PLAYERS = ("Ann", "Ben", "Cy")


def strike(user: FakeUser, key: int, typed: str = "", place: int = 0, shift: bool = False):
    """A key as a keyboard of some country sends it: its name, what it typed, and its place."""
    user.strike(key, typed, pygame.KMOD_LSHIFT if shift else 0, place)
    return user.wait(FRAME_S)


@pytest.mark.parametrize(
    ("key", "typed", "place", "shift"),
    [
        pytest.param(pygame.K_PLUS, "+", 48, False, id="German"),
        pytest.param(pygame.K_EQUALS, "+", 46, True, id="American, with Shift"),
        pytest.param(pygame.K_KP_PLUS, "+", 87, False, id="the keys on the right"),
    ],
)
def test_a_plus_adds_a_player_wherever_the_keyboard_has_it(tmp_path, key, typed, place, shift):
    user = FakeUser(tmp_path, players=PLAYERS)
    user.press("d")
    strike(user, key, typed, place, shift)
    assert len(user.screen.names) == 4


@pytest.mark.parametrize(
    ("key", "typed", "shift"),
    [
        pytest.param(pygame.K_2, "2", False, id="as on most keyboards"),
        pytest.param(233, "é", False, id="French, where a digit needs Shift"),
        pytest.param(pygame.K_KP_2, "2", False, id="the keys on the right"),
    ],
)
def test_a_digit_locks_for_its_player_on_every_keyboard(tmp_path, key, typed, shift):
    user = FakeUser(tmp_path, players=PLAYERS)
    user.press("d", "return", "space")
    strike(user, key, typed, 31 if key != pygame.K_KP_2 else 90, shift)
    assert [lock.player for lock in user.screen.match.state.locks] == ["Ben"]


@pytest.mark.parametrize("shifted", [(pygame.K_1, "!"), (pygame.K_AMPERSAND, "1")], ids=["American", "French"])
def test_a_pistol_is_drawn_and_aimed_with_keys_alone(tmp_path, shifted):
    user = FakeUser(tmp_path, players=PLAYERS, variant="stick-up")
    user.press("d", "return", "space", "space")
    key, typed = shifted
    strike(user, key, typed, 30, shift=True)
    user.press("return")
    assert user.reads("First say at whom"), "nobody is aimed at"
    user.press("3", "w", "return")
    shots = user.screen.match.state.stick_ups
    assert [(shot.player, shot.hand, shot.victim) for shot in shots] == [("Ann", "left", "Cy"), ("Ann", "right", "Ben")]


def test_shift_and_a_number_never_lock_where_no_pistol_can_be_drawn(tmp_path):
    user = FakeUser(tmp_path, players=PLAYERS)
    user.press("d", "return", "space")
    strike(user, pygame.K_2, "@", 31, shift=True)
    assert user.screen.match.state.locks == ()


def test_escape_calls_a_pistol_off(tmp_path):
    user = FakeUser(tmp_path, players=PLAYERS, variant="stick-up")
    user.press("d", "return", "space", "space")
    strike(user, pygame.K_1, "!", 30, shift=True)
    user.press("escape")
    assert user.screen.match.state.stick_ups in ((), []) and not user.reads("At whom?")


def test_a_number_that_cannot_lock_says_why(tmp_path):
    user = FakeUser(tmp_path, players=PLAYERS)
    user.press("d", "return", "space", "1", "1")
    assert user.reads("Ann has locked already")
    user.press("2", "3")
    assert user.reads("Guess is closed: Cy did not lock")


def test_guess_is_not_ended_by_a_stray_key(tmp_path):
    user = FakeUser(tmp_path, players=PLAYERS)
    user.press("d", "return", "space", "c")
    assert user.reads("End Guess for everybody?")
    user.press("escape")
    assert user.screen.match.phase is Phase.GUESS and not user.reads("End Guess for everybody?")
    user.press("c", "c")
    assert user.screen.match.phase is Phase.VERIFY


def test_escape_on_the_first_screen_leaves_the_full_screen_and_then_says_how_to_quit(tmp_path):
    user = FakeUser(tmp_path, full_screen=True)
    user.press("escape")
    assert not user.app.choices.full_screen and user.app.running
    user.press("escape")
    assert user.reads("Press Q to quit.") and user.app.running


def test_escape_opens_the_question_whether_to_leave_and_closes_it(tmp_path):
    user = FakeUser(tmp_path, players=PLAYERS)
    user.press("d", "return", "escape")
    assert user.app.controls.named("stay") is not None
    user.press("escape")
    assert user.app.controls.named("stay") is None and user.at == "BetweenRounds"
