"""From the first screen to a table that is ready, with a camera that is none."""

from __future__ import annotations

import math

import pytest

from rules.hands import Digit
from tests.ui.window.fake_table import FakeTable, around_table, held_up, lying, settle
from tests.ui.window.fake_user import HD, UHD, FakeUser
from tests.ui.window.layout import faults
from tests.values import some
from ui.window.keeping import HandInput

TWO = ("Ann", "Ben")
NINE = (
    "Wilhelmina Wunderbar", "Maximilian the Great", "Cy", "Dorothea-Alexandra 3", "Eve", "Frederick of Bavaria", "Gus",
    "Hieronymus Bosch Jr.", "Isabella-Margherita",
)  # fmt: skip


def sit_down(tmp_path, table, players=TWO, size=HD, watch=HandInput.TABLE, **choices) -> FakeUser:
    """From the first screen to the one that gets the table ready."""
    user = FakeUser(tmp_path, size, devices=table.devices(), watch=watch, players=players, **choices)
    user.press("d", "return")
    settle(user, lambda: user.at == "GetReady")
    return user


def seat(user, table, n) -> None:
    table.lay(*(lying(*place) for place in around_table(n)))
    settle(user, lambda: user.screen.seating.complete)


@pytest.mark.parametrize("size", [HD, UHD], ids=["small", "large"])
@pytest.mark.parametrize("players", [TWO, NINE], ids=["two", "nine"])
def test_from_home_to_a_table_that_is_ready_with_nothing_cut(tmp_path, players, size):
    table = FakeTable()
    user = FakeUser(tmp_path, size, devices=table.devices(), watch=HandInput.TABLE, players=players)
    user.press("d")
    assert faults(user.page) == []
    user.press("return")
    settle(user, lambda: user.reads("Hands flat on the table"))
    assert faults(user.page) == []
    places = around_table(len(players))
    table.lay(*(lying(*place, palm=40, bent=[Digit.INDEX], unsure=[Digit.RING]) for place in places))
    settle(user, lambda: user.screen.seating.complete)
    if players is TWO:
        settle(user, lambda: user.reads("index bent, ring unsure"))
    assert faults(user.page) == []
    user.press("return")
    assert user.at == "BetweenRounds"
    setup = some(user.app.setup)
    assert [seat.player for seat in setup.seats] == list(players)
    assert (setup.held_up, setup.profile) == (False, "Table 1")
    setup.open_source()
    assert table.opened[-1] == (0, False, False)
    for name, (center, _) in zip(players, sorted_round(places), strict=True):
        zone = next(seat.zone for seat in setup.seats if seat.player == name)
        assert zone[:, 0].min() < center[0] < zone[:, 0].max()
        assert zone[:, 1].min() < center[1] < zone[:, 1].max()


def sorted_round(places):
    """Clockwise from the lower right corner."""
    angles = [math.atan2(y / 720 - 0.5, x / 1280 - 0.5) - math.pi / 4 for (x, y), _ in places]
    return [place for _, place in sorted(zip(angles, places, strict=True), key=lambda pair: pair[0] % math.tau)]


def test_too_few_seats_do_not_begin_and_say_who_is_missing(tmp_path):
    table = FakeTable()
    user = sit_down(tmp_path, table, ("Ann", "Ben", "Cy"))
    table.lay(*(lying(*place) for place in around_table(3)[:2]))
    settle(user, lambda: len(user.screen.seating.missing) == 1)
    assert user.reads("Cy, both hands, please!")
    user.press("return")
    assert user.at == "GetReady"
    assert faults(user.page) == []


def test_hands_of_more_people_than_players_are_nobodys_until_they_are_given_a_seat(tmp_path):
    table = FakeTable()
    user = sit_down(tmp_path, table)
    seat(user, table, 2)
    table.lay(*(lying(*place) for place in [*around_table(2), ((160.0, 360.0), (1.0, 0.0))]))
    settle(user, lambda: user.screen.seating.spare)
    assert user.reads("where nobody sits")
    assert faults(user.page) == []
    user.click("spare0")
    user.press("2")
    assert user.screen.seating.seats[1].zone[:, 0].mean() < 320
    settle(user, lambda: not user.screen.seating.spare or user.screen.seating.spare[0].zone[:, 0].mean() > 320)


def test_a_seat_is_renamed_swapped_and_removed_and_found_again(tmp_path):
    table = FakeTable()
    user = sit_down(tmp_path, table)
    seat(user, table, 2)
    low, high = (placed.zone[:, 1].mean() for placed in user.screen.seating.seats)
    assert low > high
    user.press("1", "2")
    assert user.screen.seating.seats[0].zone[:, 1].mean() < 360
    user.press("t")
    assert user.screen.seating.seats[0].zone[:, 1].mean() > 360
    user.press("1")
    assert faults(user.page) == []
    user.click("rename")
    user.type("Anne")
    user.press("return")
    user.click("remove")
    assert user.screen.seating.missing == ["Anne"]
    assert faults(user.page) == []
    table.lay(lying(*around_table(2)[1]))
    settle(user, lambda: user.screen.table.worker.view is not None and len(user.screen.table.worker.view.hands) == 2)
    seat(user, table, 2)
    user.press("return")
    assert [seat.player for seat in some(user.app.setup).seats] == ["Anne", "Ben"]
    assert user.app.choices.players == ("Anne", "Ben")
    assert user.screen.match.players == ("Anne", "Ben")


def test_two_players_of_one_name_are_refused_and_nothing_is_lost(tmp_path):
    table = FakeTable()
    user = sit_down(tmp_path, table)
    seat(user, table, 2)
    user.press("1")
    user.click("rename")
    user.press("backspace", "backspace", "backspace")
    user.type("Ben")
    user.press("return", "return", "return")
    assert user.reads("two players are called Ben")
    assert user.at == "GetReady"


def test_a_saved_table_is_offered_first_and_takes_one_key_when_nothing_has_changed(tmp_path):
    table = FakeTable()
    user = sit_down(tmp_path, table)
    seat(user, table, 2)
    user.click("name")
    user.press(*["backspace"] * 7)
    user.type("Kitchen")
    user.press("return", "return")
    zones = [seat.zone for seat in some(user.app.setup).seats]
    saved = (tmp_path / "profiles" / "kitchen.json").read_bytes()
    again = FakeUser(tmp_path, devices=table.devices(), watch=None)
    again.press("d", "return")
    assert again.at == "GetReady"
    settle(again, lambda: again.screen.seating.complete)
    assert again.reads("As last time")
    again.press("return")
    assert again.at == "BetweenRounds"
    assert some(again.app.setup).profile == "Kitchen"
    assert all(abs(a - b.zone).max() < 0.1 for a, b in zip(zones, some(again.app.setup).seats, strict=True))
    assert (tmp_path / "profiles" / "kitchen.json").read_bytes() == saved


def test_a_saved_table_can_be_chosen_among_others_and_a_broken_one_is_told(tmp_path):
    table = FakeTable()
    user = sit_down(tmp_path, table)
    seat(user, table, 2)
    user.press("return")
    (tmp_path / "profiles" / "attic.json").write_text("{", "utf-8")
    user.app.choose(tables=())
    again = FakeUser(tmp_path, devices=table.devices(), watch=None)
    again.press("d", "return")
    assert again.at == "PickCamera"
    assert again.reads("attic.json is broken")
    assert again.reads("Table 1")
    assert faults(again.page) == []
    again.press("s")
    settle(again, lambda: again.screen.seating.complete)


def test_a_saved_table_of_other_frames_is_found_anew(tmp_path):
    table = FakeTable()
    user = sit_down(tmp_path, table)
    seat(user, table, 2)
    user.press("return")
    again = FakeUser(tmp_path, devices=FakeTable((640, 480)).devices(), watch=None)
    again.press("d", "return")
    settle(again, lambda: again.reads("The seats are looked for anew"))
    assert again.screen.seating.missing == ["Ann", "Ben"]


def test_without_a_camera_one_sentence_says_what_to_do_and_typing_is_offered(tmp_path):
    user = FakeUser(tmp_path, watch=HandInput.TABLE, players=TWO)
    user.press("d", "return")
    settle(user, lambda: user.reads("No camera was found."))
    assert user.reads("Plug a camera in")
    assert faults(user.page) == []
    user.press("return")
    assert user.at == "BetweenRounds"
    assert user.app.setup is None


def test_a_camera_that_fails_to_open_is_told_and_can_be_tried_again(tmp_path):
    table = FakeTable()
    user = sit_down(tmp_path, table)
    seat(user, table, 2)
    user.press("return")
    table.gone = True
    again = FakeUser(tmp_path, devices=table.devices(), watch=None)
    again.press("d", "return")
    settle(again, lambda: again.screen.table.worker.problem)
    assert again.reads("Camera 0 cannot be opened")
    assert faults(again.page) == []
    again.press("return")
    assert again.at == "GetReady"
    table.gone = False
    again.press("a")
    seat(again, table, 2)


def test_a_camera_unplugged_in_the_middle_is_told_and_nothing_is_lost(tmp_path):
    table = FakeTable()
    user = sit_down(tmp_path, table)
    seat(user, table, 2)
    table.trouble = "The camera gives no more pictures: plug it in again."
    settle(user, lambda: user.reads("plug it in again"))
    assert faults(user.page) == []
    assert user.screen.seating.complete
    table.trouble = None
    settle(user, lambda: user.reads("Everybody has a seat"))


def test_two_players_before_a_laptop_sit_side_by_side_and_see_themselves_in_a_mirror(tmp_path):
    table = FakeTable()
    user = sit_down(tmp_path, table, watch=HandInput.HELD_UP)
    settle(user, lambda: user.reads("Hold up both hands"))
    table.lay(held_up(900), held_up(350))
    settle(user, lambda: user.screen.seating.complete)
    assert faults(user.page) == []
    ann, ben = (placed.zone[:, 0] for placed in user.screen.seating.seats)
    assert ann.min() == ben.max()
    assert ann.max() == 1280
    user.press("return")
    assert some(user.app.setup).held_up


def test_more_than_two_before_a_laptop_are_told_what_to_do(tmp_path):
    user = FakeUser(tmp_path, watch=HandInput.HELD_UP, players=("Ann", "Ben", "Cy"))
    user.press("d", "return")
    assert user.at == "NewGame"
    assert user.reads("Two players fit side by side")
    assert faults(user.page) == []


def test_a_mirrored_camera_is_turned_back_and_remembered(tmp_path):
    table = FakeTable()
    user = sit_down(tmp_path, table, ("Ann", "Ben", "Cy"))
    seat(user, table, 3)
    before = [placed.zone[:, 0].mean() for placed in user.screen.seating.seats]
    table.lay()
    user.press("i")
    after = [placed.zone[:, 0].mean() for placed in user.screen.seating.seats]
    assert after == pytest.approx([1280 - x for x in before])
    settle(user, lambda: table.opened[-1] == (0, True, True))
    settle(user, lambda: user.screen.table.worker.view is not None)
    user.press("return")
    assert user.app.choices.mirrored


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        pytest.param("nowhere.mp4", "There is no file nowhere.mp4", id="a file that is not there"),
        pytest.param("rtsp://table", None, id="a network camera"),
        pytest.param("2", None, id="a camera's number"),
    ],
)
def test_an_address_or_file_is_typed_in(tmp_path, typed, told):
    table = FakeTable()
    user = FakeUser(tmp_path, devices=table.devices(numbers=()), watch=HandInput.TABLE, players=TWO)
    user.press("d", "return")
    user.press("a")
    user.type(typed)
    user.press("return", "return")
    if told:
        assert user.reads(told)
        return
    settle(user, lambda: table.opened != [])
    assert table.opened == [(2 if typed == "2" else typed, False, True)]


def test_a_game_that_was_left_gets_its_table_ready_before_it_goes_on(tmp_path):
    table = FakeTable()
    user = sit_down(tmp_path, table)
    seat(user, table, 2)
    user.press("return", "space")
    settle(user, lambda: user.at == "Guess")  # once the camera is open for the game
    user.press("escape", "q")
    user.app.close()
    again = FakeUser(tmp_path, devices=table.devices(), watch=None)
    again.press("g")
    settle(again, lambda: again.screen.seating.complete)
    again.press("1")
    assert again.app.controls.named("rename") is None
    again.press("1", "return")
    assert again.at == "Guess"
    assert again.screen.match.players == TWO


@pytest.mark.parametrize("scale", [1.0, 1.3])
def test_large_text_fits_with_long_names_and_a_seat_selected(tmp_path, scale):
    table = FakeTable(brightness=40)
    user = sit_down(tmp_path, table, NINE, text_scale=scale)
    table.lay(*(lying(*place, palm=30, bent=list(Digit)[:3], unsure=list(Digit)[3:]) for place in around_table(9)))
    settle(user, lambda: user.screen.seating.complete and user.screen.table.worker.view.findings)
    user.press("9")
    assert faults(user.page) == []
