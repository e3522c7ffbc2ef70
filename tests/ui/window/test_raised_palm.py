"""A flat palm held up to the camera goes on, and nothing else does."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pygame
import pytest

from gesture.reading.background import Picture, Zone
from gesture.reading.hand_reading import HandReading, PalmSizes
from gesture.sources.frames import Frame
from gesture.table.seats import Seat
from rules.hands import Digit, Palm, Side
from tests.ui.window.fake_table import FakeTable, around_table, lying, settle
from tests.ui.window.fake_user import FakeUser, held
from tests.ui.window.layout import faults
from tests.ui.window.stage import Stage
from ui.window.beginning import watch
from ui.window.devices import Devices
from ui.window.ready.setup import Setup
from ui.window.workers.raised_palm import HOLD_S, LEASE_S, LONG_S, PalmHeld, RaisedPalm

PALM = held(Side.RIGHT, [])
BACK = replace(PALM, palm=Palm.DOWN)
NEXT_S = 0.1


def presses(*parts, hold_s=HOLD_S) -> list[float]:
    """When a palm presses; each part is how long, and which hands are seen meanwhile."""
    palm, found, i = PalmHeld(), [], 0
    for seconds, hands in parts:
        for _ in range(round(seconds / NEXT_S)):
            at_s = i * NEXT_S
            if palm.see(at_s, hands(at_s) if callable(hands) else hands, hold_s) >= 1:
                found.append(round(at_s, 3))
            i += 1
    return found


@pytest.mark.parametrize(
    ("parts", "times"),
    [
        pytest.param([(0.5, []), (2.0, [PALM])], [1.3], id="held still for long presses once"),
        pytest.param([(0.5, []), (0.7, [PALM]), (1.0, [])], [], id="held for too short a time"),
        pytest.param([(3.0, [PALM])], [], id="there from the beginning"),
        pytest.param([(1.0, [PALM]), (0.4, []), (1.0, [PALM])], [2.2], id="taken away first"),
        pytest.param([(0.5, []), (1.0, [PALM]), (0.2, []), (2.0, [PALM])], [1.3], id="not taken away between presses"),
        pytest.param([(0.5, []), (1.0, [PALM]), (0.5, []), (1.0, [PALM])], [1.3, 2.8], id="raised twice"),
        pytest.param([(0.5, []), (0.4, [PALM]), (0.1, []), (0.5, [PALM])], [1.3], id="unseen for a moment"),
        pytest.param([(0.5, []), (2.0, lambda s: [held(Side.RIGHT, [], s * 300)])], [], id="a palm that waves"),
        pytest.param([(0.5, []), (2.0, [BACK])], [], id="the back of a hand"),
        pytest.param([(0.5, []), (2.0, [held(Side.RIGHT, [Digit.INDEX])])], [], id="a palm with a digit bent"),
        pytest.param([(0.5, []), (2.0, [held(Side.RIGHT, [], 0, [Digit.RING])])], [], id="a palm with an unsure digit"),
        pytest.param([(0.5, []), (2.0, [PALM, held(Side.LEFT, [])])], [], id="two palms, shown to be looked at"),
        pytest.param([(0.5, [BACK]), (2.0, [PALM, BACK])], [1.3], id="one palm among hands that lie"),
    ],
)
def test_one_open_palm_held_still_presses(parts, times):
    assert presses(*parts) == times


def test_what_cannot_be_taken_back_takes_longer():
    assert presses((0.5, []), (1.3, [PALM]), (0.5, []), hold_s=LONG_S) == []
    assert presses((0.5, []), (2.0, [PALM]), hold_s=LONG_S) == [2.1]


class Reads:
    """A reader that says what it is told to."""

    def __init__(self) -> None:
        self.hands: list[HandReading] = []
        self.asked = 0

    def read(
        self,
        frame_bgr: Picture,
        zone: Zone | None = None,
        palm_px: PalmSizes | None = None,
        palms_in: Zone | None = None,
    ) -> list[HandReading]:
        self.asked += 1
        return self.hands


def test_it_is_looked_for_only_while_a_screen_wants_it():
    raised, reader = RaisedPalm(), Reads()

    def pass_by(from_s, to_s, wanted):
        for i in range(round(from_s * 30), round(to_s * 30)):
            if wanted:
                raised.wanted(i / 30)
            raised.step(Frame(np.zeros((36, 64, 3), np.uint8), i / 30, i), reader)

    pass_by(0, 2, wanted=False)
    assert reader.asked == 0
    pass_by(2, 3, wanted=True)
    assert 8 <= reader.asked <= 11, "not on every frame"
    reader.hands = [PALM]
    pass_by(3, 3.5, wanted=True)
    assert 0.3 < raised.share < 1
    pass_by(3.5, 5 + LEASE_S, wanted=False)
    raised.wanted(5.5)
    assert (raised.take(), raised.share) == (False, 0), "who left while it filled pressed nothing"


def at_verify(tmp_path, **choices) -> Stage:
    user = Stage(tmp_path, ("Ann", "Ben", "Cy"), **choices)
    user.play()
    user.press("space")
    user.lock_all()
    while user.at == "SettleLocks":
        user.press("return")
    assert user.at == "VerifyWalk"
    user.watched()
    user.wait(1 / 30)
    return user


def press_by_palm(user: Stage) -> None:
    user.screen.match.watched.raised._pressed = True
    user.wait(1 / 30)


def test_a_palm_leads_through_verify_to_the_next_round_and_a_ring_shows_it_filling(tmp_path):
    user = at_verify(tmp_path)
    raised = user.screen.match.watched.raised
    assert raised._hold_s == HOLD_S
    before = pixels(user)
    raised._share = 0.5
    user.wait(1 / 30)
    assert faults(user.page) == [] and (pixels(user) != before).any()
    for at in range(1, len(user.screen.steps)):
        press_by_palm(user)
        assert user.screen.at == at
    user.wait(1 / 30)
    assert raised._hold_s == LONG_S, "the end of a round cannot be taken back"
    press_by_palm(user)
    assert user.at == "BetweenRounds"
    press_by_palm(user)
    assert user.at == "Guess"
    user.wait(1)
    assert raised._until_s < 0, "never while players guess"


def pixels(user):
    return pygame.surfarray.array3d(user.surface)


def test_a_palm_means_nothing_while_a_question_is_open_or_when_it_is_turned_off(tmp_path):
    user = at_verify(tmp_path)
    user.press("d")
    press_by_palm(user)
    user.press("escape")
    assert user.screen.at == 0
    user.press("escape")
    press_by_palm(user)
    user.press("return")
    assert user.screen.at == 0
    user.app.choose(palm_next=False)
    press_by_palm(user)
    assert user.screen.at == 0
    assert not user.reads("one flat palm")


def test_it_is_turned_off_and_on_in_the_settings(tmp_path):
    user = FakeUser(tmp_path)
    user.press("s", "w")
    assert user.app.choices.palm_next is False
    assert user.reads("Does nothing")
    user.press("w")
    assert FakeUser(tmp_path).app.choices.palm_next is True


def test_a_palm_over_a_watched_table_reveals_the_round(tmp_path):
    """With the thread that watches, and a camera whose frames come as fast as they are watched."""
    user = FakeUser(tmp_path, (320, 180), players=("Ann", "Ben"))
    user.press("d", "return")
    table = FakeTable()
    low, high = ([(x - 200, y - 130), (x + 200, y - 130), (x + 200, y + 130), (x - 200, y + 130)]
                 for (x, y), _ in around_table(2))  # fmt: skip
    seats = (Seat("Ann", np.array(low, float)), Seat("Ben", np.array(high, float)))
    user.app.devices = Devices(open_reader=table.open_reader)
    user.app.setup = Setup(open_source=lambda: table, seats=seats)
    watch(user.app, user.screen.match)
    settle(user, lambda: user.screen.match.watched.glimpse is not None)
    raised = user.screen.match.watched.raised
    settle(user, lambda: raised._held._armed)
    right = lying((640, 360), (0, -1))[1]
    table.lay([replace(right, palm=Palm.UP)])
    settle(user, lambda: user.at == "Guess")
