"""From Reveal to the end of Guess: what is taken, what is refused, and why."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.dexterity_jane import GAME
from rules.dexterity_jane.events import Lock, Verify
from rules.dexterity_jane.state import Phase
from rules.game import Event, Illegal, Note
from rules.hands import Digit, Side
from tests.rules.dexterity_jane.table import NAMES, Table, stick_up_table

GuessOpen = Callable[[], Table]


def guess_open(players: int = 3) -> Table:
    return Table(players).reveal(2)


def one_robbed() -> Table:
    return stick_up_table(4).reveal(8).pow("Ann", right="Ben")


@pytest.mark.parametrize(
    ("said", "do"),
    [
        ("before cards are revealed", lambda: Table().lock("Ann")),
        ("no player 'Zoe'", lambda: guess_open().lock("Zoe")),
        ("Ann locked a guess at 2 s", lambda: guess_open().lock("Ann").lock("Ann", "index")),
        ("last player cannot", lambda: guess_open().lock("Ann").lock("Ben").lock("Cy")),
        ("last player cannot", lambda: guess_open(2).lock("Ann").lock("Ben")),
        ("table has closed Guess", lambda: guess_open().lock("Ann").close().lock("Ben")),
        ("table has closed Guess", lambda: guess_open().lock("Ann").close().lock("Ben", at=2.0)),
        ("Ann locked a guess", lambda: guess_open().lock("Ann").lock("Ben").lock("Ann", at=3.0)),
        ("lie open already", lambda: guess_open().reveal(3, 4)),
        ("lie open already", lambda: guess_open().lock("Ann").lock("Ben").reveal(3, 4)),
        ("reveals 1 card, as its Round tile says, not 0", lambda: Table().reveal()),
        ("card 2 is revealed twice", lambda: Table(round=2).reveal(2, 2)),
        ("no card 0", lambda: Table().reveal(0)),
        ("no card -1", lambda: Table().reveal(-1)),
        ("no card 61", lambda: Table().reveal(61)),
        ("card 2 was revealed in an earlier round", lambda: guess_open().lock("Ann").close().verify().reveal(2, 3)),
        ("no card 25 to reveal; they go from 1 to 24 in the Simp", lambda: Table(3, "simplified").reveal(25)),
        ("needs the sheriff's flip and the coins", lambda: Table(3, "stick-up").reveal(2)),
        ("needs the coins", lambda: Table(3, "stick-up").sheriff("left").reveal(2)),
        ("needs the sheriff's flip", lambda: Table(3, "stick-up").coins(1, 2, 3).reveal(2)),
        ("no cards are revealed", lambda: Table().close()),
        ("closed already", lambda: guess_open().close().close()),
        ("closed already", lambda: guess_open().lock("Ann").lock("Ben").close()),
        ("nothing to budge", lambda: guess_open().budge("Ann")),
        ("nothing to budge", lambda: guess_open().lock("Ann").close().verify().budge("Ann")),
        ("nothing to budge", lambda: one_robbed().budge("Ann")),
        ("no player 'Zoe'", lambda: guess_open().budge("Zoe")),
        ("nothing to settle", lambda: guess_open().settle("Ann")),
        ("nothing to settle", lambda: one_robbed().settle("Ann")),
        ("no order to tell", lambda: guess_open().lock("Ann").order("Ben", "Ann")),
        ("Cy locked nothing this round", lambda: guess_open().lock("Ann").lock("Ben").order("Cy", "Ann")),
        (
            "two players or more of Ann and Ben, each once",
            lambda: guess_open(4).lock("Ann", at=3).lock("Ben", at=3).order("Ben"),
        ),
        (
            "two players or more of Ann and Ben, each once",
            lambda: guess_open(4).lock("Ann", at=3).lock("Ben", at=3).order("Ben", "Ben"),
        ),
        (
            "two players or more of Ann and Ben, each once",
            lambda: guess_open(4).lock("Ann", at=3).lock("Ben", at=3).order(),
        ),
        ("no player 'Zoe'", lambda: guess_open(4).lock("Ann", at=3).lock("Ben", at=3).order("Zoe", "Ben")),
        ("without it", lambda: guess_open().pow("Ann", right="Ben")),
        ("before cards are revealed", lambda: stick_up_table().pow("Ann", right="Ben")),
        ("points the right pistol at themselves", lambda: stick_up_table().reveal(8).pow("Ann", right="Ann")),
        ("no player 'Zoe'", lambda: stick_up_table().reveal(8).pow("Ann", right="Zoe")),
        ("no player 'Zoe'", lambda: stick_up_table().reveal(8).pow("Zoe", right="Ann")),
        ("aims at nobody", lambda: stick_up_table().reveal(8).pow("Ann")),
        ("themselves", lambda: stick_up_table().reveal(8).pow("Ann", left="Ben", right="Ann")),
        ("locked a guess", lambda: stick_up_table().reveal(8).lock("Ann").pow("Ann", right="Ben")),
        ("performed a stick-up this round", lambda: one_robbed().lock("Ann")),
        ("performed a stick-up this round", lambda: one_robbed().pow("Ann", left="Ben")),
        ("by Ann with the right hand; Ben may do something else", lambda: one_robbed().pow("Ben", right="Ann")),
        ("both stick-ups of the round are taken", lambda: one_robbed().pow("Ben", left="Cy").pow("Cy", left="Ann")),
        ("Guess is closed", lambda: stick_up_table(2).reveal(8).pow("Ann", right="Ben").pow("Ben", left="Ann")),
        ("last player cannot", lambda: stick_up_table(2).reveal(8).pow("Ann", right="Ben").lock("Ben")),
    ],
)
def test_refused(said: str, do: GuessOpen) -> None:
    with pytest.raises(Illegal, match=said):
        do()


def test_a_refused_event_changes_nothing() -> None:
    table = guess_open().lock("Ann")
    before = table.state
    with pytest.raises(Illegal):
        table.lock("Ann", "index")
    assert table.state is before


def test_guess_closes_when_all_but_one_have_locked_or_robbed_D07() -> None:
    table = stick_up_table(4).reveal(8).lock("Ann").pow("Ben", right="Cy")
    assert table.state.phase is Phase.GUESS
    table.lock("Dee")
    assert table.state.phase is Phase.VERIFY and table.state.last_player == "Cy"


def test_a_double_stick_up_is_one_players_turn_D15() -> None:
    table = stick_up_table(4).reveal(8).pow("Ann", left="Ben", right="Ben").lock("Cy")
    assert table.state.phase is Phase.GUESS
    table.lock("Dee")
    assert table.state.phase is Phase.VERIFY and table.state.last_player == "Ben"


def test_of_a_double_with_one_hand_taken_the_free_hand_stands_D14() -> None:
    table = one_robbed().pow("Cy", left="Dee", right="Ann")
    refused = table.ruling("stick-up-refused")
    assert (refused.hand, refused.by) == (Side.RIGHT, "Ann")
    assert [(d.player, d.hand) for d in table.state.stick_ups] == [("Ann", Side.RIGHT), ("Cy", Side.LEFT)]


def test_a_refused_robber_is_free_to_lock_or_to_use_the_other_hand_D14() -> None:
    table = one_robbed()
    with pytest.raises(Illegal):
        table.pow("Cy", right="Ann")
    assert table.pow("Cy", left="Ann").state.stick_up_with(Side.LEFT) is not None
    assert one_robbed().lock("Cy", "", "index").state.lock_of("Cy") is not None


def test_a_victim_may_still_lock() -> None:
    assert one_robbed().lock("Ben", "", "index").state.lock_of("Ben") is not None


def test_the_shape_of_a_pistol_is_a_legal_guess_in_every_variant_D21() -> None:
    for table in (guess_open(), stick_up_table().reveal(4)):
        table.lock("Ann", "middle ring pinky", "middle ring pinky")
        assert not table.state.stick_ups and table.state.lock_of("Ann") is not None


def test_notes_change_nothing_D11() -> None:
    table = guess_open()
    before = table.state
    (said,) = table.tell(Note(at=3, about="cards touched", more={"player": "Ben"}))
    assert table.state is before
    assert GAME.say(said) == "Hands off the cards, Ben! Noted at 3.0 s; it changes no score."


def test_a_budge_is_told_with_who_when_and_what_moved_D12() -> None:
    table = guess_open().lock("Ann", "index", "ring").budge("Ann", "index thumb", "")
    moved = table.ruling("budged")
    assert (moved.player, moved.at) == ("Ann", 3.0)
    assert moved.moved == {Side.LEFT: (Digit.THUMB,), Side.RIGHT: (Digit.RING,)}
    table.budge("Ann", "index", "")
    assert table.ruling("budged").moved == {Side.LEFT: (Digit.THUMB,)}
    lock = table.state.lock_of("Ann")
    assert lock is not None and lock.bent(Side.LEFT) == (Digit.INDEX,) and len(lock.budges) == 2


def test_locks_at_the_same_time_are_a_tie_that_the_table_settles_D22() -> None:
    table = guess_open(5).lock("Ann", at=3).lock("Ben", at=3).lock("Cy", at=3)
    assert table.ruling("tie").players == ("Ann", "Ben", "Cy")
    assert list(table.state.open_ties()) == [("Ann", "Ben", "Cy")]
    table.order("Cy", "Ann", "Ben")
    assert [lock.player for lock in table.state.locks] == ["Cy", "Ann", "Ben"] and not list(table.state.open_ties())


def test_two_ties_are_settled_one_by_one_D22() -> None:
    table = Table(5).reveal(2).lock("Ann", at=3).lock("Ben", at=3).lock("Cy", at=4).lock("Dee", at=4)
    table.order("Dee", "Cy")
    assert list(table.state.open_ties()) == [("Ann", "Ben")]
    table.order("Ben", "Ann")
    assert [lock.player for lock in table.state.locks] == ["Ben", "Ann", "Dee", "Cy"]


def test_of_a_tie_for_the_last_lock_the_later_one_is_the_last_player_D22() -> None:
    table = Table(2).reveal(2).lock("Ann", "index", at=3).lock("Ben", "index", at=3)
    assert table.state.last_player == "Ben"
    table.order("Ben", "Ann")
    assert table.state.last_player == "Ann"
    assert table.verify().points() == {"Ann": 0, "Ben": 1}


def test_the_table_overrules_an_order_that_was_no_tie_D22() -> None:
    table = guess_open(5).lock("Ann").lock("Ben").lock("Cy").order("Cy", "Ann")
    assert [lock.player for lock in table.state.locks] == ["Cy", "Ben", "Ann"]
    table.lock("Dee").order("Dee", "Cy", "Ben", "Ann")
    assert table.state.phase is Phase.VERIFY and table.ruling("ordered").order == ("Dee", "Cy", "Ben", "Ann")


def pistols(*first: str, players: int = 4) -> Table:
    """Ann and Ben draw with the right hand at the same time, and the table names who was first."""
    table = stick_up_table(players).reveal(8).pow("Ann", right="Cy", at=3).pow("Ben", right="Cy", at=3)
    return table.order(*first) if first else table


def test_of_two_pistols_at_the_same_time_the_table_says_which_stands_D22() -> None:
    table = pistols()
    assert table.ruling("tie").players == ("Ann", "Ben") and table.ruling("stick-up-refused").by == "Ann"
    assert [drawn.player for drawn in table.state.stick_ups] == ["Ann"] and table.state.done == ("Ann",)
    table.order("Ben", "Ann")
    assert [drawn.player for drawn in table.state.stick_ups] == ["Ben"] and table.state.done == ("Ben",)
    assert (table.ruling("stick-up").player, table.ruling("stick-up-refused").player) == ("Ben", "Ann")


def test_whose_pistol_gave_way_may_do_something_else_and_has_given_it_up_D22() -> None:
    table = pistols().lock("Ben", "", "index").order("Ben", "Ann")
    assert [drawn.player for drawn in table.state.stick_ups] == ["Ann"] and table.state.done == ("Ben", "Ann")
    assert pistols("Ben", "Ann").pow("Ann", left="Cy").state.robbers == ("Ben", "Ann")


def test_a_double_that_gives_way_with_one_hand_keeps_the_other_D22() -> None:
    table = stick_up_table(3).reveal(8).pow("Ann", left="Cy", right="Ben", at=3).pow("Ben", right="Cy", at=3)
    assert table.state.done == ("Ann",) and table.state.phase is Phase.GUESS
    table.order("Ben", "Ann")
    assert [(d.player, d.hand) for d in table.state.stick_ups] == [("Ben", Side.RIGHT), ("Ann", Side.LEFT)]
    assert table.state.phase is Phase.VERIFY and table.state.last_player == "Cy"
    table.order("Ann", "Ben")
    assert table.state.phase is Phase.VERIFY and table.state.waiting == ("Ben", "Cy")


@pytest.mark.parametrize("robs", [True, False], ids=["a lock and a stick-up", "a stick-up and a lock"])
def test_of_a_lock_and_a_stick_up_for_the_last_place_the_later_does_not_count_D22(robs: bool) -> None:
    table = stick_up_table(2).reveal(8)
    table = table.lock("Ann", at=3).pow("Ben", right="Ann", at=3) if robs else table.pow("Ben", right="Ann", at=3)
    table = table if robs else table.lock("Ann", at=3)
    first, last = ("Ann", "Ben") if robs else ("Ben", "Ann")
    assert table.ruling("tie").players == (first, last) and table.state.last_player == last
    table.order("Ben", "Ann")
    assert table.state.robbers == ("Ben",) and not table.state.guesses
    table.order("Ann", "Ben")
    assert table.state.robbers == () and [lock.player for lock in table.state.guesses] == ["Ann"]


def test_a_tie_that_nobody_settles_is_verified_in_the_order_of_the_lines_D22() -> None:
    table = guess_open().lock("Ann", "index", at=3).lock("Ben", "index", at=3).verify()
    assert table.points() == {"Ann": 1, "Ben": 0, "Cy": 0}


def test_digits_and_hands_are_brought_into_order() -> None:
    a = Lock(at=1, player="Ann", left=(Digit.RING, Digit.THUMB, Digit.RING), right=(), unsure={Side.RIGHT: ()})
    assert a == Lock(at=1, player="Ann", left=(Digit.THUMB, Digit.RING), right=())


def test_legal_says_what_each_may_do_and_why_not_the_rest() -> None:
    table = stick_up_table(4).reveal(8).lock("Ann").pow("Ben", right="Cy")
    legal = GAME.legal(table.state)
    assert set(legal) == {"", *NAMES[:4]}
    assert legal["Cy"].may == ("lock", "stick-up") and legal["Ann"].may == ("budge", "settle") and not legal["Ben"].may
    assert legal[""].may == ("order", "close", "show-coins", "note")
    assert "Guess is still open" in legal[""].why_not["verify"]
    for answer in legal.values():
        assert not set(answer.may) & set(answer.why_not) and len(answer.may) + len(answer.why_not) == 13


def test_an_event_of_no_game_is_refused() -> None:
    with pytest.raises(Illegal, match="no event of Dexterity Jane"):
        GAME.apply(Table().state, Event(at=1))


def test_equal_events_give_equal_states() -> None:
    def play() -> Table:
        return guess_open().lock("Ann", "index").lock("Ben").budge("Ann").verify()

    assert play().state == play().state


def test_verify_waits_until_guess_is_closed_and_all_is_sure() -> None:
    table = guess_open().lock("Ann", "index", unsure="ring thumb")
    with pytest.raises(Illegal, match="Guess is still open: Ben, Cy"):
        table.verify()
    table.lock("Ben", "index")
    with pytest.raises(Illegal, match="Ann's left thumb and ring"):
        table.verify()
    table.settle("Ann", "index", by="look").verify()
    assert table.points() == {"Ann": 1, "Ben": 0, "Cy": 0}
    with pytest.raises(Illegal, match="not revealed"):
        table.tell(Verify(at=99))
