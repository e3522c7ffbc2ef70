"""What the table takes back in the window: in any screen of a game, by one key, a list and a last question."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.dexterity_jane.events import Close, Lock
from rules.dexterity_jane.state import Phase
from rules.history import History
from rules.log import read_log
from tests.ui.sound.fake_engine import FakeEngine
from tests.ui.window.fake_table import FakeTable, settle
from tests.ui.window.fake_user import FakeUser
from tests.ui.window.layout import faults
from tests.ui.window.test_get_ready import seat, sit_down
from ui.sound.voice import Voice
from ui.window.games.dexterity_jane.destinations import SettleLocks

THREE = ("Ann", "Ben", "Cy")


def start(folder: Path, **chosen: Any) -> FakeUser:
    """A game in its first round, with its cards open."""
    user = FakeUser(folder, players=THREE, **chosen)
    user.press("d", "return")
    if user.screen.match.phase is Phase.SETUP:
        user.press("space")
    user.press("space")
    return user


def locks(user: FakeUser) -> list[str]:
    return [lock.player for lock in user.screen.match.state.locks]


def to_verdict(user: FakeUser) -> None:
    """From the open cards to the next round."""
    user.press("1", "2")
    user.wait(2)
    while user.at == "SettleLocks":
        user.press("return")
    while user.at == "VerifyWalk":
        user.press("right")


def agrees_with_its_log(user: FakeUser, folder: Path) -> None:
    """The log leads to the very state that the window shows."""
    history = History.of(read_log(next((folder / "games").glob("*.jsonl"))))
    assert msgspec.json.encode(history.state) == msgspec.json.encode(user.screen.match.state)


def lock_of_the_wrong_player(user: FakeUser) -> None:
    user.press("1")
    assert locks(user) == ["Ann"]
    user.press("z", "1", "1")
    assert (user.at, locks(user)) == ("Guess", [])
    user.press("2")
    assert locks(user) == ["Ben"]


def first_of_two_locks(user: FakeUser) -> None:
    user.press("1", "2")
    user.press("z", "2", "1")
    assert (user.at, locks(user), user.screen.match.phase) == ("Guess", ["Ben"], Phase.GUESS)


def guess_that_was_closed_too_early(user: FakeUser) -> None:
    user.press("c", "c")
    assert user.screen.match.phase is Phase.VERIFY
    user.press("z", "1", "1")
    assert (user.at, user.screen.match.phase) == ("Guess", Phase.GUESS)


def verdict(user: FakeUser) -> None:
    to_verdict(user)
    assert (user.at, user.screen.match.state.round) == ("BetweenRounds", 2)
    user.press("z", "1", "1")
    user.wait(0.1)
    assert (user.at, user.screen.match.state.round) == ("VerifyWalk", 1)


def everything_from_a_lock_on(user: FakeUser) -> None:
    user.press("1", "2")
    user.press("z", "2", "2")
    assert (user.at, locks(user)) == ("Guess", [])


def round_that_is_dealt_anew(user: FakeUser) -> None:
    before = user.screen.match.state.cards
    user.press("1")
    user.press("z", "n", "1")
    assert (user.at, user.screen.match.state.round, locks(user)) == ("BetweenRounds", 1, [])
    user.press("space")
    assert user.at == "Guess" and user.screen.match.state.cards != before


@pytest.mark.parametrize(
    "take_back",
    [
        pytest.param(lock_of_the_wrong_player, id="a lock typed for the wrong player"),
        pytest.param(first_of_two_locks, id="the first of two locks, so that the second is first"),
        pytest.param(guess_that_was_closed_too_early, id="a Guess that was closed too early"),
        pytest.param(verdict, id="a verdict"),
        pytest.param(everything_from_a_lock_on, id="a lock and everything after it"),
        pytest.param(round_that_is_dealt_anew, id="a whole round, which is dealt anew"),
    ],
)
@pytest.mark.parametrize("variant", ["standard", "stick-up"])
def test_what_is_taken_back_never_happened_and_the_log_shows_both(
    tmp_path: Path, variant: str, take_back: Callable[[FakeUser], None]
) -> None:
    user = start(tmp_path, variant=variant)
    take_back(user)
    agrees_with_its_log(user, tmp_path)
    assert '"event":"take-back"' in next((tmp_path / "games").glob("*.jsonl")).read_text("utf-8")
    state = msgspec.json.encode(user.screen.match.state)
    user.app.close()
    again = FakeUser(tmp_path)
    again.press("g")
    assert msgspec.json.encode(again.screen.match.state) == state


def test_what_others_rest_on_is_not_taken_back_alone_and_the_reason_is_told(tmp_path: Path) -> None:
    user = start(tmp_path)
    user.press("1", "z", "2")
    assert faults(user.page) == []
    user.click("this")
    assert user.reads("would leave line 3 impossible")
    assert locks(user) == ["Ann"]


def test_nothing_is_taken_back_by_whoever_thinks_better_of_it(tmp_path: Path) -> None:
    user = start(tmp_path)
    user.press("1", "z", "1", "escape", "escape")
    assert (user.at, locks(user)) == ("Guess", ["Ann"])
    user.press("z", "z")
    assert (user.at, locks(user)) == ("Guess", ["Ann"])


def test_the_list_betrays_no_coin(tmp_path: Path) -> None:
    user = FakeUser(tmp_path, players=THREE, variant="stick-up")
    user.press("d", "return", "space", "z")
    assert user.reads("Each player has one coin")
    assert not user.reads("a coin of value")


def test_callouts_that_are_true_no_more_are_corrected_aloud_and_in_writing(tmp_path: Path) -> None:
    user = start(tmp_path)
    user.press("1", "2")
    user.app.voice = Voice(engine := FakeEngine(instant=True))
    user.press("z", "2", "1")
    user.wait(0.5)
    assert user.reads("Correction: First! Ben")
    assert [said for said in engine.said if said.startswith("Correction: First! Ben")]


def test_the_tables_order_overrules_the_cameras_until_the_round_is_verified(tmp_path: Path) -> None:
    user = start(tmp_path)
    user.press("1", "2")
    user.wait(2)
    while user.at == "SettleLocks":
        user.press("return")
    user.app.voice = Voice(engine := FakeEngine(instant=True))
    user.press("d", "o", "2")
    user.wait(0.5)
    assert (user.at, locks(user)) == ("VerifyWalk", ["Ben", "Ann"])
    assert [step.guess.player for step in user.screen.steps if step.guess] == ["Ben", "Ann"]
    assert user.reads("Correction: ") and [said for said in engine.said if said.startswith("Correction: ")]
    agrees_with_its_log(user, tmp_path)


def type_newcomer(user: FakeUser, name: str) -> None:
    user.click("newcomer")
    user.type(name)
    user.press("return", "+")


@pytest.mark.parametrize(
    ("answer", "players"),
    [
        pytest.param(lambda user: user.press("2"), ("Ann", "Cy"), id="one leaves"),
        pytest.param(lambda user: type_newcomer(user, "Dan"), ("Ann", "Ben", "Cy", "Dan"), id="one joins"),
        pytest.param(
            lambda user: [act(user) for act in (partial(type_newcomer, name="Dan"), lambda u: u.click("forward-Dan"))],
            ("Ann", "Ben", "Dan", "Cy"), id="one joins between two others",
        ),
        pytest.param(lambda user: (user.press("1"), user.press("1")), ("Ann", "Ben", "Cy"), id="one thinks again"),
    ],
)  # fmt: skip
def test_players_leave_and_join_between_two_rounds(
    tmp_path: Path, answer: Callable[[FakeUser], object], players: tuple[str, ...]
) -> None:
    user = start(tmp_path)
    to_verdict(user)
    user.press("p")
    answer(user)
    assert faults(user.page) == []
    user.press("return")
    assert (user.at, user.screen.match.players) == ("BetweenRounds", players)
    agrees_with_its_log(user, tmp_path)
    user.press("space")
    for key in range(len(players) - 1):
        user.press(str(key + 1))
    assert locks(user) == list(players[:-1])


def test_who_has_left_may_come_back_with_what_was_won(tmp_path: Path) -> None:
    user = start(tmp_path)
    to_verdict(user)
    user.press("p", "1", "return", "p")
    assert user.reads("has left")
    user.press("3", "return")
    assert user.screen.match.players == ("Ben", "Cy", "Ann")


@pytest.mark.parametrize(
    ("presses", "told"),
    [
        pytest.param(["2", "3", "return"], "is for 2 to 9 players, not 1", id="all but one leave"),
        pytest.param(["escape"], None, id="nobody, after all"),
    ],
)
def test_what_the_rules_refuse_changes_nothing(tmp_path: Path, presses: list[str], told: str | None) -> None:
    user = start(tmp_path)
    to_verdict(user)
    user.press("p", *presses)
    assert user.screen.match.players == THREE
    assert told is None or user.reads(told)


def test_a_table_that_is_watched_gets_ready_again_for_a_newcomer_alone(tmp_path: Path) -> None:
    table = FakeTable()
    user = sit_down(tmp_path, table, THREE)
    seat(user, table, 3)
    user.press("return")
    before = {seat.player: seat.zone for seat in user.screen.match.watched.table.seats}
    user.press("p", "2", "return")
    assert user.at == "BetweenRounds" and user.screen.match.watched is not None
    assert [seat.player for seat in user.screen.match.watched.table.seats] == ["Ann", "Cy"]
    user.press("p")
    type_newcomer(user, "Dan")
    user.press("return")
    assert user.at == "GetReady"
    settle(user, lambda: user.screen.seating.complete)
    user.press("return")
    assert (user.at, user.screen.match.players) == ("BetweenRounds", ("Ann", "Cy", "Dan"))
    after = {seat.player: seat.zone for seat in user.screen.match.watched.table.seats}
    assert all(abs(after[name] - before[name]).max() < 1 for name in ("Ann", "Cy"))


def test_cards_of_a_printed_copy_that_were_told_stay_told(tmp_path: Path) -> None:
    user = start(tmp_path, cards="hand")
    user.press("w", "1", "z", "1", "1")
    assert (user.at, locks(user)) == ("Guess", [])
    assert user.reads("1 of 1 told")
    user.press("return", "2")
    assert locks(user) == ["Ben"]
    agrees_with_its_log(user, tmp_path)


def test_a_round_of_a_printed_copy_is_dealt_anew_before_its_cards_were_told(tmp_path: Path) -> None:
    user = start(tmp_path, cards="hand")
    user.press("1", "z", "n", "1")
    assert (user.at, user.screen.match.untold) == ("BetweenRounds", False)
    agrees_with_its_log(user, tmp_path)
    user.press("space", "e", "return", "2")
    assert locks(user) == ["Ben"]
    agrees_with_its_log(user, tmp_path)


def test_whoever_has_left_and_is_there_again_after_a_take_back_is_watched_again(tmp_path: Path) -> None:
    table = FakeTable()
    user = sit_down(tmp_path, table, THREE)
    seat(user, table, 3)
    user.press("return", "p", "2", "return", "z", "1", "1")
    assert user.at == "GetReady"
    settle(user, lambda: user.screen.seating.complete)
    user.press("return")
    assert user.at == "BetweenRounds"
    assert user.screen.match.players == user.screen.match.watched.table.players == THREE


def test_a_disputed_lock_that_is_taken_back_is_asked_about_no_more(tmp_path: Path) -> None:
    user = FakeUser(tmp_path, players=(*THREE, "Dot"))
    user.press("d", "return", "space")
    match = user.screen.match
    for at_s, player in enumerate(THREE[:2], 1):
        match.play(Lock(at=at_s, player=player, left=(), right=()))
    match.play(Close(at=3.0))
    user.app.go(SettleLocks(match, disputed="Ann"))
    user.wait(0.1)
    assert user.reads("Ann")
    user.press("z")
    user.click("line-3")
    user.click("this")
    user.wait(0.1)
    assert user.at == "VerifyWalk" and locks(user) == ["Ben"]
