"""A zone that looks as it did when nothing lay there is known again; what may be a hand is not taken for it."""

import numpy as np
import pytest

from gesture.sources.frames import Frame
from gesture.table.seats import Seat
from gesture.watching.zone_cuts import ZoneCuts

SEAT = Seat("Ann", np.array([[100.0, 300.0], [300.0, 300.0], [300.0, 460.0], [100.0, 460.0]]))
INWARD = np.array([0.0, -1.0])


def picture(light=0.0, hand=None, beside=None):
    """A table with a pattern and a little noise, `light` brighter; `hand` is how bright a hand there is."""
    rng = np.random.default_rng(round(light) + 7)
    image = 90.0 + 20 * np.sin(np.arange(640) / 30)[None, :, None] + rng.normal(0, 4, (480, 640, 3)) + light
    if hand is not None:
        image[340:400, 180:230] = hand
    if beside is not None:
        image[340:400, 450:500] = beside
    return Frame(np.clip(image, 0, 255).astype(np.uint8), 0.0, 0)


@pytest.mark.parametrize(
    ("now", "bare"),
    [
        pytest.param({}, True, id="the same again"),
        pytest.param({"light": 15.0}, True, id="brighter on the whole"),
        pytest.param({"hand": 150.0}, False, id="a hand"),
        pytest.param({"hand": 118.0}, False, id="a hand nearly as dark as the table"),
        pytest.param({"beside": 200.0}, True, id="somebody else's hand"),
    ],
)
def test_a_bare_zone_is_known_again(now, bare):
    cuts = ZoneCuts(SEAT, INWARD, held_up=False)
    assert not cuts.bare(picture())
    cuts.remember_bare(picture())
    assert cuts.bare(picture(**now)) is bare


def test_a_zone_outside_of_the_picture_is_never_bare():
    cuts = ZoneCuts(Seat("Ann", SEAT.zone + 1000), INWARD, held_up=False)
    cuts.remember_bare(picture())
    assert not cuts.bare(picture())


def test_the_reach_holds_every_palm_that_is_the_players():
    reach = SEAT.reach(INWARD)
    assert reach[:, 1].min() < 300 - 0.15 * 160 and reach[:, 0].max() > 300 + 0.15 * 160
    assert reach[:, 1].min() > 300 - 0.25 * 160
