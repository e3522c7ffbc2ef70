"""How things move: by the time of the frame alone, from where they are to where they belong, or not at all."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest

from tests.ui.window.fake_user import FRAME_S, FakeUser
from tests.ui.window.scenes import SCENES
from tests.ui.window.stage import Stage
from ui.window.games.dexterity_jane.destinations import HowToPlay
from ui.window.motion import Clock, Ease, bounce, flying, out, over, smooth, steps
from ui.window.sliding import SLIDES_S

EASES = pytest.mark.parametrize("ease", [smooth, out, over, bounce])


@EASES
def test_every_ease_begins_at_0_and_ends_at_1(ease: Ease) -> None:
    assert [round(ease(t), 6) for t in (0.0, 1.0)] == [0, 1]


@EASES
def test_no_ease_jumps(ease: Ease) -> None:
    way = [ease(i / 1000) for i in range(1001)]
    assert max(abs(b - a) for a, b in pairwise(way)) < 0.01


@pytest.mark.parametrize(
    ("now_s", "share"),
    [
        pytest.param(9.0, 0.0, id="before it began"),
        pytest.param(10.5, 0.0, id="while it waits"),
        pytest.param(12.0, 0.5, id="half way"),
        pytest.param(13.0, 1.0, id="at its end"),
        pytest.param(99.0, 1.0, id="long after"),
    ],
)
def test_a_share_rises_from_the_beginning_to_the_end(now_s: float, share: float) -> None:
    assert Clock(now_s).share(10.0, 2.0, smooth, after_s=1.0) == pytest.approx(share)


def test_where_it_is_calm_everything_is_at_its_end_and_nothing_sways():
    calm = Clock(10.0, calm=True)
    assert calm.share(10.0, 2.0) == 1.0 and calm.sway(1.0, 0.25) == 0.0
    assert Clock(10.0).share(10.0, 2.0) == 0.0 and Clock(10.0).sway(1.0, 0.25) == pytest.approx(1.0)


def test_several_begin_one_after_the_other():
    clock = Clock(1.0)
    shares = [clock.one_by_one(0.0, i, 0.5, 1.0) for i in range(4)]
    assert shares[0] == 1.0 and 0 < shares[1] < 1 and shares[2:] == [0.0, 0.0]


def test_what_flies_leaves_and_arrives_and_rises_between():
    assert [flying((0, 0), (10, 20), t, 5.0) for t in (0.0, 0.5)] == [(0.0, 0.0), (5.0, 5.0)]
    assert flying((0, 0), (10, 20), 1.0, 5.0) == pytest.approx((10.0, 20.0))


def test_pictures_of_a_share_are_few():
    assert len({steps(i / 1000) for i in range(1001)}) == 21


def pixels(user: FakeUser) -> bytes:
    return pygame.image.tobytes(user.surface, "RGB")


def test_a_screen_slides_in_and_lies_still_then_as_it_does_at_once_where_it_is_calm(tmp_path):
    frames = {}
    for calm in (False, True):
        user = FakeUser(tmp_path / str(calm), (320, 180), calm=calm)
        before = pixels(user)
        user.app.go(HowToPlay())
        user.look()
        first = pixels(user)
        user.wait(SLIDES_S / 2)
        middle = pixels(user)
        user.wait(SLIDES_S)
        frames[calm] = before, first, middle, pixels(user)
    before, first, middle, last = frames[False]
    assert first == before, "it begins with what was shown"
    assert middle not in (first, last)
    assert frames[True][1] == frames[True][3] == last


@pytest.mark.usefixtures("_blank_pictures")
@pytest.mark.parametrize("scene", SCENES)
def test_every_scene_moves_without_harm(tmp_path, scene):
    user = Stage(tmp_path, ("Ann", "Ben", "Cy"), (320, 180), calm=False)
    SCENES[scene](user)
    user.wait(10 * FRAME_S)
