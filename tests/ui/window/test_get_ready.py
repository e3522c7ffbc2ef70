"""From the first screen to a table that is ready, with a camera that is none."""

from __future__ import annotations

import pytest

from gesture.sources import SourceError
from rules.hands import Digit
from tests.ui.window.fake_table import FakeTable, around_table, held_up, lying, settle
from tests.ui.window.fake_user import HD, UHD, FakeUser
from tests.ui.window.layout import faults
from ui.window.keeping import Watch

TWO = ("Ann", "Ben")
NINE = (
    "Wilhelmina Wunderbar", "Maximilian the Great", "Cy", "Dorothea-Alexandra 3", "Eve", "Frederick of Bavaria", "Gus",
    "Hieronymus Bosch Jr.", "Isabella-Margherita",
)  # fmt: skip


def sit_down(tmp_path, table, players=TWO, size=HD, watch=Watch.TABLE, **choices) -> FakeUser:
    """From the first screen to the one that gets the table ready."""
    user = FakeUser(tmp_path, size, devices=table.devices(), watch=watch, players=players, **choices)
    user.press("d", "return")
    settle(user, lambda: user.screen.search.trying is None and user.screen.search.found)
    user.press("return")
    assert type(user.screen).__name__ == "GetReady"
    return user


def seat(user, table, n) -> None:
    table.lay(*(lying(*place) for place in around_table(n)))
    settle(user, lambda: user.screen.seating.complete)


@pytest.mark.parametrize("size", [HD, UHD], ids=["small", "large"])
@pytest.mark.parametrize("players", [TWO, NINE], ids=["two", "nine"])
def test_from_home_to_a_table_that_is_ready_with_nothing_cut(tmp_path, players, size):
    table = FakeTable()
    user = FakeUser(tmp_path, size, devices=table.devices(), watch=Watch.TABLE, players=players)
    user.press("d")
    assert faults(user.page) == []
    user.press("return")
    settle(user, lambda: user.screen.search.trying is None and user.screen.search.found)
    assert faults(user.page) == []
    user.press("1")
    settle(user, lambda: user.screen.eyes.view is not None)
    assert user.reads("Hands flat on the table")
    assert faults(user.page) == []
    places = around_table(len(players))
    table.lay(*(lying(*place, palm=40, bent=[Digit.INDEX], unsure=[Digit.RING]) for place in places))
    settle(user, lambda: user.screen.seating.complete)
    assert user.reads("index bent, ring unsure")
    assert faults(user.page) == []
    user.press("return")
    assert type(user.screen).__name__ == "Between"
    setup = user.app.setup
    assert [seat.player for seat in setup.seats] == list(players)
    assert (setup.held_up, setup.profile) == (False, "Table 1")
    setup.open_source()
    assert table.opened[-1] == (0, False, False)
    for name, (center, _) in zip(players, sorted_round(places), strict=True):
        zone = next(seat.zone for seat in setup.seats if seat.player == name)
        assert zone[:, 0].min() < center[0] < zone[:, 0].max()
        assert zone[:, 1].min() < center[1] < zone[:, 1].max()


def sorted_round(places):
    """Clockwise from the right end of the bottom edge."""
    low = [place for place in places if place[0][1] > 360]
    return [*reversed(low), *(place for place in places if place[0][1] < 360)]
