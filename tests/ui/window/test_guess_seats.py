"""Guess as the table sees it: it begins once all can see, and each seat shows what is seen of its hands."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.ui.window.fake_user import FRAME_S
from tests.ui.window.stage import Stage
from ui.sound.synth import Cue
from ui.window.games.dexterity_jane.guess_seats import HELP_S, places
from ui.window.games.dexterity_jane.screens.between import COUNT_S, COUNTS
from ui.window.workers.table_worker import Glimpse

THREE = ("Ann", "Ben", "Cy")


def counted(user: Stage) -> list[Cue]:
    return [cue for cue in user.app.sounds.played if cue is Cue.COUNT]


def test_it_is_counted_down_before_the_cards_are_turned_up(tmp_path):
    user = Stage(tmp_path, THREE, calm=False)
    user.play()
    user.strike(32, " ")
    user.wait(COUNT_S / 2)
    assert user.at == "BetweenRounds" and user.reads("3")
    user.wait(COUNT_S * COUNTS)
    assert user.at == "Guess" and len(counted(user)) == COUNTS


def test_who_presses_again_or_wants_it_calm_waits_for_no_countdown(tmp_path):
    for calm, presses in ((True, 1), (False, 2)):
        user = Stage(tmp_path / str(calm), THREE, calm=calm)
        user.play()
        for _ in range(presses):
            assert user.at == "BetweenRounds"
            user.strike(32, " ")
            user.wait(FRAME_S)
        assert user.at == "Guess"


def test_a_question_stops_the_countdown(tmp_path):
    user = Stage(tmp_path, THREE, calm=False)
    user.play()
    user.strike(32, " ")
    user.wait(COUNT_S)
    user.press("escape")
    user.wait(COUNT_S * COUNTS)
    assert user.at == "BetweenRounds" and user.screen.asks


def test_nothing_begins_while_the_camera_is_still_being_opened(tmp_path):
    user = Stage(tmp_path, THREE)
    user.play()
    user.watched(opening=True)
    user.press("space")
    user.wait(1)
    assert user.at == "BetweenRounds" and user.reads("still being opened")
    user.screen.match.watched.opening = False
    user.wait(2 * FRAME_S)
    assert user.at == "Guess"


def guessing(folder) -> tuple[Stage, SimpleNamespace]:
    user = Stage(folder, THREE)
    user.play()
    user.watched()
    user.press("space")
    user.wait(FRAME_S)
    return user, user.screen.match.watched


def test_each_seat_says_how_many_hands_are_seen_and_who_shows_one_for_long_is_told_what_helps(tmp_path):
    user, watched = guessing(tmp_path)
    words = [written.text for written in user.page.written]
    assert words.count("Hold still!") == 3 and "One hand" not in words
    hands = user.hands()
    watched.glimpse = Glimpse(user.frame(hands[1:]), tuple(hands[1:]))
    user.wait(FRAME_S)
    words = [written.text for written in user.page.written]
    assert words.count("Hold still!") == 2 and words.count("One hand") == 1
    assert not user.reads("Ann: lay both hands flat")
    user.wait(HELP_S + 0.2)
    assert user.reads("Ann: lay both hands flat")
    user.screen.match.watched = None
    user.press("1")
    assert not user.reads("Ann: lay both hands flat"), "who has locked is left alone"


def test_a_lock_shows_its_place_and_the_other_seats_go_on(tmp_path):
    user = Stage(tmp_path, THREE)
    user.play()
    user.press("space", "2", "1")
    words = [written.text for written in user.page.written]
    assert "First" in words and "Second" in words


def test_a_key_makes_the_picture_large_and_small_again_while_the_cards_stay(tmp_path):
    user, _ = guessing(tmp_path)
    small = user.screen._field
    user.press("v")
    assert user.screen._field.w < small.w and user.reads("Small picture")
    user.press("v")
    assert user.screen._field == small


@pytest.mark.parametrize("n", range(2, 10))
def test_there_is_a_place_for_each_and_none_lies_over_another(n):
    found = places(n)
    assert len(found) == n
    for i, a in enumerate(found):
        for b in found[i + 1 :]:
            assert a.x + a.w <= b.x or b.x + b.w <= a.x or a.y + a.h <= b.y or b.y + b.h <= a.y
