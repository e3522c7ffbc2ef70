"""A window for a sofa: few presses, arrows and OK alone, gamepads, fields that are written in without fighting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pygame
import pytest

from tests.ui.window.fake_table import FakeTable, around_table, lying, settle
from tests.ui.window.fake_user import FRAME_S, NO_DEVICES, FakeUser
from ui.sound.synth import Cue
from ui.window.canvas import Rect
from ui.window.destinations import Home, NewGame, Settings
from ui.window.editing import Editing
from ui.window.gamepad import Gamepads
from ui.window.keeping import HandInput
from ui.window.page import Control
from ui.window.pointing import IDLE_S, neighbour
from ui.window.sources.camera_names import camera_name
from ui.window.who import FACES, MOST_KEPT, faces_of, with_faces


def pressed(user: FakeUser, *keys: str) -> int:
    """Press keys, and count them."""
    for key in keys:
        user.press(key)
    return len(keys)


def test_the_first_reveal_is_five_presses_away_without_a_camera(tmp_path):
    user = FakeUser(tmp_path, watch=None)
    n = pressed(user, "return", "return", "return", "3", "return")
    assert (user.at, n) == ("Guess", 5)
    assert user.screen.match.players == ("Cowboy", "Bowler")


def test_the_first_reveal_is_six_presses_away_with_a_camera(tmp_path):
    table = FakeTable()
    user = FakeUser(tmp_path, watch=None, devices=table.devices())
    n = pressed(user, "return", "return", "return", "return")
    settle(user, lambda: user.at == "GetReady")
    table.lay(*(lying(*place) for place in around_table(2)))
    settle(user, lambda: user.screen.seating.complete)
    n += pressed(user, "return", "return")
    settle(user, lambda: user.at == "Guess")  # once the camera is open for the game
    assert (user.at, n) == ("Guess", 6)


def test_who_has_played_before_plays_the_same_again_in_three_presses(tmp_path):
    user = FakeUser(tmp_path, players=("Ann", "Ben"))
    pressed(user, "return", "return", "return")
    assert user.at == "Guess"


def test_where_there_is_one_camera_nobody_is_asked_unless_another_is_wanted(tmp_path):
    user = FakeUser(tmp_path, watch=HandInput.TABLE, devices=FakeTable().devices(), players=("Ann", "Ben"))
    user.press("d", "return")
    settle(user, lambda: user.at == "GetReady")
    user.press("c")
    user.wait(1.0)
    assert user.at == "PickCamera"


def test_the_first_time_practice_is_offered(tmp_path):
    assert FakeUser(tmp_path / "first").reads("New here? Practise first!")
    assert not FakeUser(tmp_path / "then", players=("Ann", "Ben")).reads("New here?")


def test_arrows_and_ok_alone_set_up_a_game_and_reveal(tmp_path):
    user = FakeUser(tmp_path, watch=None)
    user.press("down", "up", "return")
    assert user.at == "NewGame"
    user.press("return", "return")
    user.press("left", "up", "left")
    assert user.app.touch.focus == "hands-held-up"
    user.press("right", "return")
    assert user.at == "BetweenRounds"
    user.press("return")
    assert user.at == "Guess"


BOXES = {"a": Rect(0, 0, 100, 50), "b": Rect(200, 0, 100, 50), "c": Rect(0, 100, 100, 50), "d": Rect(210, 110, 100, 50)}


@pytest.mark.parametrize(
    ("start", "arrow", "end"),
    [
        pytest.param("a", "right", "b", id="to the right"),
        pytest.param("a", "down", "c", id="down"),
        pytest.param("d", "left", "c", id="a little askew"),
        pytest.param("d", "up", "b", id="up"),
        pytest.param("a", "left", None, id="where nothing is"),
        pytest.param(None, "left", "b", id="first to what Enter presses"),
    ],
)
def test_an_arrow_goes_to_what_lies_there(start, arrow, end):
    controls = [Control(name, rect, lambda: None, ("return",) if name == "b" else ()) for name, rect in BOXES.items()]
    found = neighbour(controls, start, arrow)
    assert (found.name if found else None) == end


def test_every_control_of_the_first_screens_is_reached_by_arrows(tmp_path):
    user = FakeUser(tmp_path, players=("Ann", "Ben", "Cy"))
    for place in (Home(), NewGame("dexterity-jane")):
        user.app.go(place)
        user.wait(FRAME_S)
        controls = user.app.controls.open
        ahead, seen = [c.name for c in controls if "return" in c.keys], set()
        while ahead:
            name = ahead.pop()
            seen.add(name)
            near = [neighbour(controls, name, arrow) for arrow in ("left", "right", "up", "down")]
            ahead += [c.name for c in near if c is not None and c.name not in seen]
        assert {control.name for control in controls} - seen == set()


def pad(kind: int, **values: Any) -> pygame.event.Event:
    return pygame.event.Event(kind, instance_id=0, **values)


@pytest.mark.parametrize(
    ("events", "keys"),
    [
        pytest.param([pad(pygame.JOYBUTTONDOWN, button=0)], ["return"], id="A"),
        pytest.param([pad(pygame.JOYBUTTONDOWN, button=1)], ["escape"], id="B"),
        pytest.param([pad(pygame.JOYHATMOTION, value=(0, 1))], ["up"], id="the cross up"),
        pytest.param([pad(pygame.JOYHATMOTION, value=(0, 0))], [None], id="the cross let go"),
        pytest.param(
            [pad(pygame.JOYAXISMOTION, axis=0, value=v) for v in (0.2, 0.8, 0.9, 0.5, 0.8, 0.0, -0.9)],
            [None, "right", None, None, None, None, "left"],
            id="a stick pushed once each way",
        ),
        pytest.param([pad(pygame.JOYAXISMOTION, axis=1, value=0.9)], ["down"], id="a stick pulled"),
        pytest.param([pad(pygame.JOYAXISMOTION, axis=4, value=0.9)], [None], id="a trigger"),
    ],
)
def test_a_gamepad_presses_keys(events, keys):
    pads = Gamepads()
    assert [pads.key_of(event) for event in events] == keys


def test_a_gamepad_plays(tmp_path):
    user = FakeUser(tmp_path, players=("Ann", "Ben"))
    for _ in range(3):
        user.app.handle(pad(pygame.JOYBUTTONDOWN, button=0))
        user.wait(FRAME_S)
    assert user.at == "Guess"


def test_the_pointer_hides_when_nobody_moves_it(tmp_path):
    user = FakeUser(tmp_path)
    assert not user.app.pointer_shown
    user.app.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=(5, 5), rel=(1, 1), buttons=(0, 0, 0)))
    assert user.app.pointer_shown
    user.wait(IDLE_S + 0.1)
    assert not user.app.pointer_shown


Do = Callable[[Editing, str], str]


def keyed(*keys: str) -> Do:
    def do(editing: Editing, text: str) -> str:
        for key in keys:
            after = editing.press(key, text)
            text = editing.insert(text, key) if after is None else after
        return text

    return do


@pytest.mark.parametrize(
    ("do", "after"),
    [
        pytest.param(keyed("x"), "x", id="typing replaces what is selected"),
        pytest.param(keyed("backspace"), "", id="and so does a key that deletes"),
        pytest.param(keyed("right", "x"), "Annx", id="an arrow puts the cursor at the end"),
        pytest.param(keyed("left", "x"), "xAnn", id="or at the beginning"),
        pytest.param(keyed("right", "left", "x"), "Anxn", id="typing in the middle"),
        pytest.param(keyed("home", "delete"), "nn", id="the letter behind the cursor goes"),
        pytest.param(keyed("end", "backspace", "backspace"), "A", id="letters before it go"),
        pytest.param(keyed("home", "left", "backspace"), "Ann", id="nothing is before the first"),
    ],
)
def test_a_field_is_written_in(do: Do, after: str) -> None:
    editing = Editing()
    editing.enter("name", "Ann")
    assert do(editing, "Ann") == after


def test_a_name_is_pasted_and_copied(tmp_path):
    held = ["Zoe\n"]
    devices = replace(NO_DEVICES, paste=lambda: held[-1], copy=held.append)
    user = FakeUser(tmp_path, players=("Ann", "Ben"), devices=devices)
    user.press("d", "1")
    user.strike(pygame.K_v, "", pygame.KMOD_CTRL)
    user.wait(FRAME_S)
    assert user.screen.names == ["Zoe", "Ben"]
    user.press("return", "2")
    user.strike(pygame.K_c, "", pygame.KMOD_CTRL)
    assert held[-1] == "Ben" and user.screen.names == ["Zoe", "Ben"]


def test_a_hat_is_picked_instead_of_a_name(tmp_path):
    user = FakeUser(tmp_path)
    user.press("d")
    user.click("face0")
    assert user.screen.names == ["Snowball", "Bowler"]
    user.click("name0")
    user.type("Ann")
    user.press("return")
    user.click("face0")
    assert user.screen.names == ["Ann", "Bowler"] and user.screen.faces == [3, 1]
    user.press("return", "return", "3")
    again = FakeUser(tmp_path, watch=None)
    again.press("d")
    assert again.screen.faces == [3, 1]


def test_nobody_has_anothers_face_as_far_as_there_are_enough():
    assert faces_of(("Ann", "Ben", "Cy"), {"Ben": 0, "Cy": 0}) == {"Ann": 1, "Ben": 0, "Cy": 2}
    many = [str(i) for i in range(FACES)]
    assert sorted(faces_of(many, {}).values()) == list(range(FACES))
    kept = with_faces({str(i): 0 for i in range(MOST_KEPT)}, {"Ann": 5})
    assert len(kept) == MOST_KEPT and kept["Ann"] == 5 and "0" not in kept


@pytest.mark.parametrize(
    ("told", "name"),
    [("Integrated Camera: Integrated C\n", "Integrated Camera"), ("USB  Live\n", "USB Live"), (None, "")],
    ids=["said twice", "once", "not at all"],
)
def test_a_camera_is_called_what_it_calls_itself(tmp_path, told, name):
    if told is not None:
        (tmp_path / "video0").mkdir()
        (tmp_path / "video0" / "name").write_text(told, "utf-8")
    assert camera_name(0, tmp_path) == name


def test_a_message_goes_with_its_screen(tmp_path):
    user = FakeUser(tmp_path, players=("Ann", "ann"))
    user.press("d", "return")
    assert user.reads("Two players are called ann.")
    user.press("escape")
    assert user.at == "Home" and not user.reads("Two players")


def test_the_volume_goes_down_step_by_step_and_is_kept(tmp_path):
    heard: list[float] = []

    class Loud:
        def play(self, cue: Cue, step: int, volume: float) -> None:
            heard.append(volume)

    user = FakeUser(tmp_path, players=("Ann", "Ben"))
    user.app.sounds.device = Loud()
    user.app.go(Settings())
    user.look()
    for volume in (0.7, 0.4, 0.2, 1.0, 0.7):
        user.press("o")
        user.wait(FRAME_S)
        assert (heard[-1], user.app.choices.volume) == (volume, volume)
    assert FakeUser(tmp_path).app.sounds.volume == 0.7
