"""A hand that may be a pistol or a guess: the table is asked, the order is kept, and hands may answer (ruling D21)."""

import msgspec
import pytest

from gesture.games.dexterity_jane.options import DexterityJaneOptions
from gesture.games.dexterity_jane.pistols import PISTOL, Aim, StickUpSeen
from gesture.games.dexterity_jane.questions import PistolQuestion
from gesture.games.interpreter import Question
from gesture.games.judge import Judge
from gesture.watching.moments import DigitsMoved, HandsAtRest
from rules.dexterity_jane.events import Close, Lock, Reveal, Settle, SettledBy, StickUp
from rules.game import Event, Refused, TakeBack
from rules.hands import Digit, Side
from rules.log import encode_event
from tests.gesture.games.dexterity_jane.test_pistols import AHEAD, BEN, CY, TABLE, agreed, facing, hands, shot
from tests.gesture.stage import digits

CARDS = (8, 1, 2)
"""Round three of a picked-up game: it asks for left thumb and index, right index."""
FLAT_AHEAD = {"at": AHEAD, "scale": 1.0}


def clear_guess(left=("thumb", "index"), right=("index",)):
    return hands(agreed(Side.LEFT, digits(*left), (180.0, 240.0)), agreed(Side.RIGHT, digits(*right), (300.0, 240.0)))


def rested(player, at_s, which):
    return HandsAtRest(at_s=at_s, player=player, hands=which, from_start=False)


def refereed(asks=True, **header):
    told: list[Event] = []
    questions: list[Question] = []
    options = DexterityJaneOptions(variant="stick-up", round=3, sheriff=Side.LEFT)
    head = options.header(TABLE.players) | header
    judge = Judge(head, TABLE, lambda h: told.append(h.event))
    judge.asks = questions.append if asks else None
    for event in (*options.set_up(judge.state, judge.lot), Reveal(at=1.0, cards=CARDS)):
        judge.happen(event)
    told.clear()
    return judge, told, questions


def answer(judge, is_stick_up):
    judge.answer(judge.question.stick_up() if is_stick_up else judge.question.guess)


def lines(events):
    return [
        {k: v for k, v in msgspec.json.decode(encode_event(event)).items() if k in ("event", "player", "at", "aims")}
        for event in events
    ]


def kinds(events):
    return [(line["event"], line.get("player")) for line in lines(events)]


def test_what_is_clear_is_not_asked_about():
    judge, told, questions = refereed()
    judge.take(rested("Ann", 2.0, shot()))
    judge.take(rested("Ben", 2.5, clear_guess()))
    assert kinds(told) == [("stick-up", "Ann"), ("lock", "Ben")] and not questions


@pytest.mark.parametrize("is_stick_up", [True, False], ids=["a stick-up", "a guess"])
def test_the_table_answers_and_what_happened_meanwhile_follows_in_its_order(is_stick_up):
    judge, told, questions = refereed()
    judge.take(rested("Ann", 2.0, shot(**FLAT_AHEAD)))
    judge.take(rested("Ben", 2.5, clear_guess()))
    judge.take(rested("Dee", 2.5, clear_guess()))
    assert told == [] and [question.player for question in questions] == ["Ann"]
    assert questions[0].about_shape and questions[0].may_be_meant == {Side.RIGHT: ("Dee",)}
    answer(judge, is_stick_up)
    first = {"at": 2.0, "event": "stick-up", "player": "Ann", "aims": {"right": "Dee"}}
    assert lines(told)[0] == (first if is_stick_up else {"at": 2.0, "event": "lock", "player": "Ann"})
    assert [line["at"] for line in lines(told)[1:3]] == [2.5, 2.5] and judge.question is None
    assert [event.about for event in told if hasattr(event, "about")] == ["tie"], "the two behind tie, and none else"


def test_nobody_to_ask_means_the_likelier_reading():
    judge, told, _ = refereed(asks=False)
    judge.take(rested("Ann", 2.0, shot(**FLAT_AHEAD)))
    assert kinds(told) == [("lock", "Ann")]


def test_a_hand_that_is_raised_then_answers_by_itself():
    judge, told, _ = refereed()
    judge.take(rested("Ann", 2.0, shot(**FLAT_AHEAD)))
    judge.take(rested("Ben", 2.5, clear_guess()))
    judge.take(DigitsMoved(at_s=3.0, player="Ann", hands=shot(at=AHEAD, scale=1.05), rest_s=3.2, digits={}))
    assert kinds(told) == [("stick-up", "Ann"), ("lock", "Ben")] and told[0].at == 2.0


def test_a_hand_that_turns_out_a_guess_and_has_changed_has_budged():
    judge, told, _ = refereed()
    judge.take(rested("Ann", 2.0, shot(**FLAT_AHEAD)))
    after = shot(at=AHEAD, scale=0.97, left=("thumb", "index"))
    both = frozenset({Digit.THUMB, Digit.INDEX})
    judge.take(DigitsMoved(at_s=3.0, player="Ann", hands=after, rest_s=3.2, digits={Side.LEFT: both}))
    assert kinds(told) == [("lock", "Ann"), ("budge", "Ann")] and told[1].left == (Digit.THUMB, Digit.INDEX)


def test_at_whom_it_points_is_asked_alone_when_the_shape_is_clear():
    judge, told, _ = refereed()
    seen = StickUpSeen({Side.RIGHT: Aim("Dee", 8.0, False, "Cy")}, 2.0)
    guess = Lock(at=2.0, player="Ann", left=(), right=())
    judge.question = question = PistolQuestion(
        player="Ann", at_s=2.0, hands=shot(), seen=seen, guess=guess, players=TABLE.players, judge=lambda p, h: None
    )
    assert not question.about_shape and question.likelier == question.stick_up({Side.RIGHT: "Dee"})
    assert question.choices == (*tuple(question.stick_up({Side.RIGHT: victim}) for victim in ("Dee", "Cy")), guess)
    judge.answer(question.stick_up({Side.RIGHT: "Cy"}))
    assert lines(told)[0]["aims"] == {"right": "Cy"}


@pytest.mark.parametrize(
    "aims", [{Side.RIGHT: "Ann"}, {Side.RIGHT: "Zoe"}, {Side.LEFT: "Ben"}], ids=["herself", "nobody", "the other hand"]
)
def test_an_answer_that_cannot_be_is_refused_and_the_question_stays(aims):
    judge, told, _ = refereed()
    judge.take(rested("Ann", 2.0, shot(**FLAT_AHEAD)))
    with pytest.raises(Refused, match="cannot point at"):
        judge.answer(judge.question.stick_up(aims))
    with pytest.raises(Refused, match="they are a stick-up or a guess"):
        judge.answer(StickUp(at=2.0, player="Ben", aims={Side.RIGHT: "Cy"}))
    guess = judge.question.guess
    assert judge.question is not None and told == []
    with pytest.raises(Refused, match="has not been asked"):
        refereed()[0].answer(guess)


def test_what_the_table_says_meanwhile_waits_too_and_what_became_impossible_is_left_out():
    judge, told, _ = refereed()
    judge.take(rested("Ben", 1.8, clear_guess()))
    judge.take(rested("Ann", 2.0, shot(**FLAT_AHEAD)))
    judge.happen(Settle(at=2.2, player="Ben", left=(), right=(), by=SettledBy.TABLE))
    judge.happen(Settle(at=2.3, player="Cy", left=(), right=(), by=SettledBy.TABLE))
    judge.happen(Close(at=2.4))
    answer(judge, False)
    assert kinds(told) == [("lock", "Ben"), ("lock", "Ann"), ("settle", "Ben"), ("close", None)]


def test_a_question_open_when_the_round_is_verified_is_answered_as_likelier():
    judge, told, _ = refereed()
    judge.take(rested("Ann", 2.0, shot(**FLAT_AHEAD)))
    judge.take(rested("Ben", 2.5, shot(at=BEN.center, scale=1.0)))
    judge.end(6.0)
    assert kinds(told)[0] == ("lock", "Ann") and judge.question is None
    assert kinds(told)[-1] == ("verify", None)


def test_how_far_apart_two_pistols_may_be_is_the_tables_own():
    left_at, right_at = (180.0, 240.0), (300.0, 240.0)
    both = hands(
        agreed(Side.LEFT, PISTOL, left_at, facing(left_at, BEN.center) - 16),
        agreed(Side.RIGHT, PISTOL, right_at, facing(right_at, CY.center) + 16),
        0.7,
    )
    for double_s, count in ((0.5, 1), (0.8, 2)):
        judge, told, _ = refereed(house={"double_s": double_s})
        judge.take(rested("Ann", 2.0, both))
        assert len(told[0].aims) == count


def test_a_question_is_no_more_when_the_round_that_it_is_about_is_taken_back():
    judge, told, _ = refereed()
    judge.take(rested("Ann", 2.0, shot(**FLAT_AHEAD)))
    judge.take(rested("Ben", 2.5, clear_guess()))
    judge.happen(TakeBack(at=3.0, line=4))
    assert judge.question is None and kinds(told) == [("take-back", None)], "and what waited for it is void too"
    judge.happen(Reveal(at=4.0, cards=CARDS))
    judge.take(rested("Ben", 5.0, clear_guess()))
    assert kinds(told)[1:] == [("reveal", None), ("lock", "Ben")]


def test_a_question_stays_when_something_else_is_taken_back():
    judge, told, _ = refereed()
    judge.take(rested("Ben", 1.8, clear_guess()))
    judge.take(rested("Ann", 2.0, shot(**FLAT_AHEAD)))
    judge.happen(TakeBack(at=3.0, line=5))
    assert judge.question is not None
    answer(judge, True)
    assert kinds(told) == [("lock", "Ben"), ("take-back", None), ("stick-up", "Ann")]
