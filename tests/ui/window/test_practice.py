"""Practice alone, with hands that a camera might have seen and with keys."""

from __future__ import annotations

import pytest

from rules.hands import Digit, Side
from tests.ui.window.fake_user import FRAME_S, FakeUser, Still, held
from tests.ui.window.layout import faults
from ui.window.games.dexterity_jane.best_times import BestTimes
from ui.window.games.dexterity_jane.held_hands import HeldUp
from ui.window.games.dexterity_jane.screens.how_to_play import PAGES


def hold(user: FakeUser, eyes: Still, left, right, dx=0.0, seconds=0.7, unsure=()) -> None:
    until_s = user.now_s + seconds
    while user.now_s < until_s:
        user.now_s += FRAME_S
        eyes.show(user.now_s, [held(Side.LEFT, left, dx), held(Side.RIGHT, right, dx, unsure)])
        user.look()


@pytest.fixture
def eyes() -> Still:
    return Still()


@pytest.fixture
def user(tmp_path, eyes) -> FakeUser:
    return FakeUser(tmp_path, open_eyes=lambda number: eyes)


def begin(user: FakeUser, eyes: Still) -> None:
    """Two key presses from the first screen."""
    eyes.show(0.0, [])
    user.press("p", "return")
    user.wait(2.6)
    assert user.screen.run.round == 1


def test_it_begins_with_two_key_presses_and_ten_rounds_make_a_best_time(user, eyes, tmp_path):
    begin(user, eyes)
    run = user.screen.run
    for number in range(1, 11):
        assert run.round == number
        needed = run.needed
        hold(user, eyes, needed[Side.LEFT], needed[Side.RIGHT], dx=(number % 2) * 40)
        assert faults(user.page) == []
        user.wait(1.5)
    assert user.reads("Your best time so far!")
    assert faults(user.page) == []
    assert len(user.app.keeper.kept(BestTimes).hands) == 1
    user.press("escape")
    assert eyes.closed


def test_wrong_digits_are_shown_at_once_and_the_round_goes_on(user, eyes):
    begin(user, eyes)
    needed = user.screen.run.needed
    extra = next(digit for digit in Digit if digit not in needed[Side.LEFT])
    hold(user, eyes, [*needed[Side.LEFT], extra], needed[Side.RIGHT])
    assert user.screen.wrong == {(Side.LEFT, extra)}
    assert user.reads("Wrong: left")
    hold(user, eyes, needed[Side.LEFT], needed[Side.RIGHT])
    assert user.screen.run.solved
    assert user.screen.run.wrong_locks == 1


def test_an_unsure_digit_is_never_a_lock(user, eyes):
    begin(user, eyes)
    needed = user.screen.run.needed
    hold(user, eyes, needed[Side.LEFT], needed[Side.RIGHT], unsure=[Digit.RING])
    assert not user.screen.run.solved
    assert user.screen.run.wrong_locks == 0
    assert user.reads("cannot be told")


def test_whoever_shows_one_hand_or_none_is_told_while_the_clock_runs(user, eyes):
    begin(user, eyes)
    user.wait(0.1)
    assert user.reads("Hold both hands up to the camera")
    eyes.show(user.now_s, [held(Side.LEFT, [])])
    user.wait(0.1)
    assert user.reads("One hand is seen. Show the other one too")


def test_a_camera_that_fails_in_mid_run_is_said_and_the_keys_are_offered(user, eyes):
    begin(user, eyes)
    eyes.problem = "Camera 0 was unplugged."
    user.wait(0.1)
    assert user.reads("Camera 0 was unplugged.")
    assert faults(user.page) == []
    user.press("k")
    user.wait(2.6)
    assert user.screen.hands is None and user.screen.run.round == 1 and eyes.closed


def test_without_a_camera_a_sentence_says_what_to_do_and_keys_work(tmp_path):
    user = FakeUser(tmp_path)
    user.press("p")
    assert user.reads("There is no picture from the camera.")
    assert user.reads("Camera 0 cannot be opened")
    assert faults(user.page) == []
    user.press("k")
    user.wait(2.6)
    run = user.screen.run
    for side, digits in run.needed.items():
        for digit in digits:
            user.click(f"{side}-{digit}")
    assert faults(user.page) == []
    user.press("space")
    assert run.solved


def test_how_to_play_has_pages_with_nothing_cut(tmp_path):
    user = FakeUser(tmp_path, text_scale=1.3)
    user.press("h")
    for _ in range(PAGES):
        assert faults(user.page) == []
        user.press("right")
    assert user.at == "Home"


def lock_times(frames) -> list[float]:
    watch = HeldUp()
    return [lock.rest_s for at_s, hands in frames if (lock := watch.see(at_s, hands)) is not None]


def two(at_s: float, left=(), dx=0.0):
    return at_s, [held(Side.LEFT, left, dx), held(Side.RIGHT, [], dx)]


@pytest.mark.parametrize(
    ("frames", "times"),
    [
        pytest.param([two(i / 30) for i in range(14)], [], id="still for too short a time"),
        pytest.param([two(i / 30) for i in range(60)], [0.0], id="still for long is told once"),
        pytest.param([two(i / 30, dx=i * 3) for i in range(60)], [], id="hands that wander"),
        pytest.param([(i / 30, [held(Side.LEFT, [])]) for i in range(60)], [], id="one hand alone"),
        pytest.param(
            [two(i / 30, [Digit.INDEX] if i < 10 else []) for i in range(40)], [10 / 30], id="a digit changes"
        ),
        pytest.param([two(i / 30) for i in range(30) if i % 5], [1 / 30], id="frames without hands now and then"),
    ],
)
def test_hands_held_still_are_a_lock(frames, times):
    assert lock_times(frames) == pytest.approx(times)
