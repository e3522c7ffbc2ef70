"""Verify plays by itself: each guess with its beats, no sentence before its picture, and it stops at a press."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.ui.window.fake_user import FRAME_S
from tests.ui.window.layout import faults
from tests.ui.window.stage import Stage
from ui.sound.synth import Cue
from ui.window.games.dexterity_jane.destinations import VerifyWalk
from ui.window.games.dexterity_jane.walk import Shows
from ui.window.keeping import Pace

FOUR = ("Ann", "Ben", "Cy", "Dee")
pytestmark = pytest.mark.usefixtures("_blank_pictures")


class Watcher(Stage):
    """Somebody who watches Verify and hears what is played."""

    longest_s = FRAME_S

    def __init__(self, folder: Path, pace: Pace = Pace.NORMAL, rounds: int = 3, calm: bool = False) -> None:
        super().__init__(folder, FOUR, verify_pace=pace)
        self.play()
        self.play_rounds(rounds)
        self.heard: list[Cue] = []
        play = self.app.play

        def listened(cue: Cue, *rest: Any, **values: Any) -> None:
            self.heard.append(cue)
            play(cue, *rest, **values)

        self.app.play = listened  # type: ignore[method-assign]
        self.app.choose(calm=calm)
        self.show(VerifyWalk(self.screen.match))
        self.began_s = self.now_s

    def until_step(self, shows: Shows, most_s: float = 30.0) -> None:
        until_s = self.now_s + most_s
        while self.screen.step.shows is not shows:
            assert self.now_s < until_s
            self.wait(FRAME_S)


@pytest.mark.parametrize(
    ("pace", "within_s"),
    [(Pace.SLOW, (15, 36)), (Pace.NORMAL, (9, 20)), (Pace.QUICK, (5, 12))],
    ids=["slowly", "as usual", "quickly"],
)
def test_a_round_of_four_players_plays_to_its_tile_by_itself(tmp_path, pace, within_s):
    user = Watcher(tmp_path, pace)
    user.until_step(Shows.TILE, 60)
    assert within_s[0] < user.now_s - user.began_s < within_s[1]
    user.wait(5)
    assert user.at == "VerifyWalk", "the round is ended by a press alone"


def test_nothing_is_said_of_a_guess_before_its_verdict_and_the_drums_come_before_it(tmp_path):
    user = Watcher(tmp_path)
    user.until_step(Shows.GUESS)
    says = user.screen.step.says
    user.heard.clear()
    user.wait(1.0)
    assert user.reads("Let us see") and not user.reads(says) and user.heard == [] and faults(user.page) == []
    assert 0 < len(user.screen._show.compared(user.app.clock)) < 10
    user.wait(0.7)
    assert user.heard == [Cue.ROLL] and not user.reads(says)
    user.wait(0.6)
    assert user.reads(says) and user.heard in ([Cue.ROLL, Cue.RIGHT], [Cue.ROLL, Cue.WRONG])


def test_a_press_brings_the_verdict_at_once_and_from_then_on_it_waits_for_presses(tmp_path):
    user = Watcher(tmp_path)
    user.until_step(Shows.GUESS)
    says, at = user.screen.step.says, user.screen.at
    user.press("right")
    assert user.reads(says) and user.screen.at == at
    user.wait(6)
    assert user.screen.at == at
    user.press("right")
    assert user.screen.at == at + 1
    user.press("p")
    user.until_step(Shows.TILE)


@pytest.mark.parametrize("chosen", [{"pace": Pace.BY_HAND}, {"calm": True}], ids=["by hand", "calm"])
def test_where_it_is_not_to_play_by_itself_it_waits(tmp_path, chosen):
    user = Watcher(tmp_path, **chosen)
    user.wait(8)
    assert user.screen.at == 0


def test_the_card_that_clears_its_side_is_not_crossed_out(tmp_path):
    from tests.ui.window.scenes import SCENES

    user = Stage(tmp_path, FOUR)
    SCENES["verify_an_open_hand"](user)
    step, walk = user.screen.step, user.screen.match.walk
    (group,) = (group for group in walk.groups if group.hand is step.hand)
    assert group.open_card in step.lit and group.open_card not in step.crossed and len(step.crossed) > 0
