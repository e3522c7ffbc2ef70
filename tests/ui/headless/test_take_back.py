"""The table's last word without a window: taking back, telling what was not seen, and what is said of it."""

import random

import pytest

from rules.dexterity_jane.events import Lock, Reveal, StickUp
from rules.dexterity_jane.state import Phase
from rules.hands import Digit, Side
from rules.log import LogWriter
from tests.gesture.stage import ANN, BEN, KnowingReader, Stage
from tests.ui.headless.played import Played, header


def played(*lines, players=("Ann", "Ben"), **rest):
    """A table at which only what is typed happens."""
    game = Played(header(players, **rest.pop("header", {})), (ANN, BEN), KnowingReader(Stage([], 1.0)), **rest)
    game.game.begin()
    for line in lines:
        game.game.typed(line)
    return game


def test_the_last_events_are_listed_with_their_lines_and_one_of_them_is_taken_back():
    game = played("left-index", "lock Ann left index", "take back")
    listed = game.said[-1].splitlines()
    assert [row.split()[0] for row in listed[:2]] == ["2", "3"] and "Ann" in listed[1]
    assert listed[-1].startswith("Type 'take back 6'")
    game.game.typed("take back 3")
    assert game.kinds() == ["reveal", "lock", "take-back"]
    assert game.game.session.state.phase is Phase.GUESS and not game.game.session.state.locks
    assert game.heard("Correction: this no longer holds: First! Ann")


def test_a_lock_of_the_wrong_player_is_mended_by_typing_the_right_one():
    game = played("left-index", "lock Ann left index", "take back 3", "lock Ben left index", "verify")
    assert game.game.session.state.holdings[1].points == 1
    assert game.kinds() == ["reveal", "lock", "take-back", "lock", "verify"]


def test_a_verdict_is_taken_back_and_what_was_said_of_it_is_corrected():
    game = played("left-index", "lock Ann left index", "verify", "take back 4")
    assert game.game.session.state.phase is Phase.VERIFY
    assert game.heard("Correction: this no longer holds: ")
    game.game.typed("dispute Ann left ring")
    game.game.typed("verify")
    assert game.kinds()[-2:] == ["settle", "verify"] and game.game.session.state.holdings[0].points == 0


def test_everything_from_a_line_on_is_taken_back_and_that_is_taken_back():
    game = played("left-index", "lock Ann left index", "take back from 2")
    assert game.game.session.state.phase is Phase.REVEAL and game.heard("Round 1: turn 1 card face up")
    game.game.typed("take back 4")
    assert [lock.player for lock in game.game.session.state.locks] == ["Ann"]


@pytest.mark.parametrize(
    "line, says",
    [
        ("take back 1", "Line 1 is the header"),
        ("take back 9", "only what has happened can be taken back"),
        ("take back first", "Say which line, as in 'take back 6'"),
        ("take back from", "Say which line"),
        ("take back " + "9" * 5000, "A line may have 1000 characters"),
        ("take back 2", "would leave line 3 impossible"),
    ],
)
def test_what_cannot_be_taken_back_is_told_in_one_sentence(line, says):
    game = played("left-index", "lock Ann left index")
    game.game.typed(line)
    assert says in game.said[-1] and game.kinds() == ["reveal", "lock"]


@pytest.mark.parametrize("lines", [["take back 2"], ["take back 3"], ["take back from 2"]])
def test_what_was_set_up_and_is_taken_back_is_set_up_anew(lines):
    game = played(header={"variant": "stick-up"})
    for line in [*lines, "left-index"]:
        game.game.typed(line)
    state = game.game.session.state
    assert (state.phase, state.coins_dealt) == (Phase.GUESS, True) and state.sheriff is not None


def test_before_anything_has_happened_there_is_nothing_to_take_back():
    assert played("take back").said[-1] == "Nothing has happened that could be taken back."


def test_an_order_that_overrules_what_was_called_out_is_a_correction():
    game = played("left-index", players=("Ann", "Ben", "Cy"))
    game.game.session.happen(Lock(at=1.0, player="Ann", left=(), right=()))
    game.game.session.happen(Lock(at=2.0, player="Ben", left=(), right=()))
    game.game.typed("order Ben Ann")
    assert game.said[-1].startswith("Correction: The order is told: Ben, then Ann.")
    game.game.typed("order Ben Ann")
    assert not game.said[-1].startswith("Correction")


def test_a_round_is_dealt_anew_with_other_cards():
    game = played(deals=True, lot=random.Random(1))
    game.game.typed("deal anew")
    first, _, second = game.events
    assert isinstance(first, Reveal) and isinstance(second, Reveal) and first.cards != second.cards
    assert game.game.session.state.round == 1 and game.game.session.state.cards == second.cards
    other = played("deal anew")
    assert "not revealed, so there are none to deal anew" in other.said[-1]


def test_what_the_camera_did_not_see_is_typed():
    head = {"variant": "stick-up", "round": 3}
    game = played("1,2,3", "lock Ann left thumb right ring", "budge Ann right nothing", header=head, sheriff=Side.LEFT)
    assert game.kinds()[-2:] == ["lock", "budge"]
    budge = game.events[-1]
    assert budge.left == (Digit.THUMB,) and budge.right == ()
    more = played("1,2,3", "stick-up Ben left Ann right Ann", header=head, sheriff=Side.LEFT)
    assert more.events[-1] == StickUp(at=more.events[-1].at, player="Ben", aims={Side.LEFT: "Ann", Side.RIGHT: "Ann"})


@pytest.mark.parametrize(
    "line, says",
    [
        ("lock Ann", "Say what Ann locked"),
        ("budge Ann left ring", "nothing to budge"),
        ("stick-up Ann left Zoe", "'Zoe' is no player"),
        ("stick-up Ann left Ben up Ben", "Say left or right before whom"),
        ("stick-up Ann Ben", "has not been asked whether Ann"),
        ("players Ann", "is for 2 to 9 players"),
        ("players Ann, Ben, Cy", "There is no free seat for Cy"),
    ],
)
def test_a_line_that_cannot_be_done_is_answered(line, says):
    game = played()
    game.game.typed(line)
    assert says in game.said[-1] and game.events == []


def test_whoever_leaves_is_followed_in_the_same_seat():
    game = played("players Ann, Cy", "left-index", "lock Cy left index")
    assert game.kinds() == ["players", "reveal", "lock"]
    assert game.game.table.seat_of("Cy").zone is BEN.zone
    game.game.typed("verify")
    game.game.typed("players Ben, Ann")
    assert game.game.table.players == ("Ben", "Ann") and game.game.table.seat_of("Ben").zone is BEN.zone


@pytest.mark.parametrize(
    "lines, watched",
    [
        (["take back 2"], ("Ann", "Ben")),
        (["take back from 2"], ("Ann", "Ben")),
        (["take back 2", "take back 3"], ("Ann", "Cy")),
    ],
    ids=["taken back", "with all after it", "and that taken back"],
)
def test_whoever_sits_there_again_after_a_take_back_is_watched_again(lines, watched):
    game = played("players Ann, Cy", *lines)
    assert game.game.table.players == game.game.session.judge.table.players == watched
    assert game.game.session.state.table.players == watched


def test_where_no_seat_is_watched_for_whoever_sits_there_again_it_is_said(tmp_path):
    path = tmp_path / "game.jsonl"
    played("players Ann, Cy", path=path).game.session.close()
    writer, log = LogWriter.resume(path)
    later = Played(log.header, (ANN,), KnowingReader(Stage([], 1.0)), writer=writer)
    later.game.go_on(log)
    later.game.typed("take back 2")
    assert later.heard("There is no free seat for Ben") and later.kinds() == ["take-back"]
    later.game.session.close()
