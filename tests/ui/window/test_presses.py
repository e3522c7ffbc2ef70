"""A press belongs to the control that was shown, and acts once: two between two frames, held keys, bursts."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from rules.dexterity_jane.events import Lock
from rules.dexterity_jane.state import Phase
from tests.ui.window.fake_user import FRAME_S, FakeUser, close_windows
from tests.ui.window.scenes import SCENES
from tests.ui.window.stage import Stage
from ui.window.app import App
from ui.window.page import Control

PLAYERS = ("Ann", "Ben", "Cy")


@pytest.fixture
def acted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The controls that acted, by name."""
    names: list[str] = []
    act = App._act

    def counted(app: App, control: Control) -> None:
        names.append(control.name)
        act(app, control)

    monkeypatch.setattr(App, "_act", counted)
    return names


def hold(user: FakeUser, code: int, typed: str = "", times: int = 12) -> None:
    """A key is held down for so many frames; the keyboard repeats it."""
    for _ in range(times):
        user.app.handle(pygame.event.Event(pygame.KEYDOWN, key=code, unicode=typed, mod=0))
        user.wait(FRAME_S)
    user.app.handle(pygame.event.Event(pygame.KEYUP, key=code, mod=0))


def stages(folder, scene: str) -> Iterator[tuple[Stage, str]]:
    """A scene anew for each control that it shows, with that control's name."""
    names: list[str] = []
    number = 0
    while number == 0 or number < len(names):
        user = Stage(folder / str(number), PLAYERS, (640, 360))
        SCENES[scene](user)
        names = names or [control.name for control in user.app.controls.open]
        if names:
            yield user, names[number]
        close_windows()
        number += 1


@pytest.mark.usefixtures("_blank_pictures")
@pytest.mark.parametrize("scene", SCENES)
def test_every_control_of_every_scene_takes_two_presses_between_two_frames_as_one(tmp_path, acted, scene):
    for user, name in stages(tmp_path, scene):
        names = [control.name for control in user.app.controls.open]
        assert len(names) == len(set(names))
        control = user.app.controls.named(name)
        assert control is not None
        acted.clear()
        user.point(control.rect)
        user.point(control.rect)
        assert acted == [name]
        if user.app.running:
            user.wait(3 * FRAME_S)
        assert acted == [name]


@pytest.mark.usefixtures("_blank_pictures")
@pytest.mark.parametrize("scene", SCENES)
def test_all_controls_of_a_scene_pressed_at_once_break_nothing(tmp_path, scene):
    for backwards in (False, True):
        user = Stage(tmp_path / str(backwards), PLAYERS, (640, 360))
        SCENES[scene](user)
        for control in list(user.app.controls.open)[:: -1 if backwards else 1]:
            if control.name not in ("quit", "back"):
                user.point(control.rect)
        user.wait(1.0)


def test_space_twice_between_rounds_reveals_and_scores_nothing(tmp_path):
    user = FakeUser(tmp_path, players=PLAYERS)
    user.press("d", "return")
    user.strike(pygame.K_SPACE, " ")
    user.strike(pygame.K_SPACE, " ")
    user.wait(1.0)
    assert user.at == "Guess" and user.screen.match.phase is Phase.GUESS
    assert user.screen.match.judge.history.line == 2


def test_next_twice_on_the_last_step_of_verify_ends_the_round_once(tmp_path):
    user = Stage(tmp_path, PLAYERS)
    SCENES["verify_whose_the_tile_is"](user)
    match = user.screen.match
    user.strike(pygame.K_RETURN)
    user.strike(pygame.K_RETURN)
    user.wait(1.0)
    assert user.at == "BetweenRounds" and match.state.round == 4 and match.phase is Phase.REVEAL


def test_undo_twice_takes_one_printed_card_back(tmp_path):
    user = Stage(tmp_path, PLAYERS)
    SCENES["guess_with_a_printed_copy"](user)
    user.strike(pygame.K_BACKSPACE)
    user.strike(pygame.K_BACKSPACE)
    user.wait(1.0)
    assert user.screen._printed.told == []


def test_a_held_key_presses_once(tmp_path):
    user = FakeUser(tmp_path, players=PLAYERS)
    user.press("d", "return")
    hold(user, pygame.K_SPACE, " ")
    assert user.at == "Guess" and user.screen.match.judge.history.line == 2
    user.press("1", "2")
    user.wait(3.0)
    hold(user, pygame.K_RETURN)
    assert user.at == "SettleLocks", "held on, it would have settled all"


def test_a_held_key_goes_on_writing_and_moving(tmp_path):
    user = FakeUser(tmp_path, players=PLAYERS)
    user.press("d")
    user.click("name0")
    hold(user, pygame.K_BACKSPACE, times=3)
    assert user.screen.names[0] == ""
    hold(user, pygame.K_x, "x", times=4)
    assert user.screen.names[0] == "xxxx"
    before = user.app.touch.focus
    hold(user, pygame.K_TAB, times=2)
    assert user.app.touch.focus not in (None, before)


def test_players_who_press_in_the_same_instant_all_lock_in_their_order(tmp_path):
    user = FakeUser(tmp_path, players=(*PLAYERS, "Dot"))
    user.press("d", "return", "space")
    for key in (pygame.K_3, pygame.K_1, pygame.K_3, pygame.K_4):
        user.strike(key, pygame.key.name(key))
    user.wait(4 * FRAME_S)
    locks = [entry.event for entry in user.screen.match.judge.history.entries if isinstance(entry.event, Lock)]
    assert [lock.player for lock in locks] == ["Cy", "Ann", "Dot"]
    assert len({lock.at for lock in locks}) == 3, "nobody ties"


def test_what_a_press_has_taken_away_is_not_pressed_any_more(tmp_path, acted):
    user = FakeUser(tmp_path, players=PLAYERS)
    user.press("d", "return")
    acted.clear()
    user.strike(pygame.K_z, "z")
    user.strike(pygame.K_SPACE, " ")
    user.wait(1.0)
    assert acted == ["take_back"] and user.at == "BetweenRounds"
