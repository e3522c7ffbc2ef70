"""The judge: time rises, late hands are noted, what was taken back is taken back for good, stand-ins are told truly."""

from dataclasses import replace

import msgspec
import pytest

from gesture.games.judge import Happening, Judge
from gesture.table.seats import Table
from gesture.watching.moments import DigitsMoved, HandsAtRest, NotReadInTime, NotSeen
from rules.chance import generator
from rules.dexterity_jane.events import Budge, Close, Lock, Reveal
from rules.dexterity_jane.notes import KNOWN_LATE, NOT_READ, NOT_SEEN
from rules.dexterity_jane.state import Phase
from rules.game import Illegal, Refused, TakeBack
from rules.games import GAMES, game_named
from rules.hands import Digit, Side
from rules.history import History
from rules.log import encode_event, read_log
from tests.gesture.games.dexterity_jane.test_pistols import agreed, hands
from tests.gesture.stage import ANN, BEN, digits

HEADER = {"game": "dexterity-jane", "version": 1, "players": ["Ann", "Ben"], "deck": "reference"}


def flat(left=("index",), right=()):
    return hands(agreed(Side.LEFT, digits(*left), (180.0, 240.0)), agreed(Side.RIGHT, digits(*right), (300.0, 240.0)))


def rested(player, at_s, which=None):
    return HandsAtRest(at_s=at_s, player=player, hands=which or flat(), from_start=False)


def judged(*events, **rest):
    told: list[Happening] = []
    judge = Judge(HEADER, Table((ANN, BEN)), told.append, lot=generator(1), **rest)
    for event in events:
        judge.happen(event)
    return judge, told


def lines(told):
    return [msgspec.json.decode(encode_event(happening.event)) for happening in told]


def test_time_never_goes_back_and_is_kept_to_the_millisecond():
    judge, told = judged(Reveal(at=1.00049, cards=(2,)))
    judge.take(rested("Ann", 2.0))
    judge.happen(TakeBack(at=0.5, line=3))
    assert [line["at"] for line in lines(told)] == [1.0, 2.0, 2.0]
    assert [happening.line for happening in told] == [2, 3, 4]


def test_what_nobody_saw_is_noted_and_a_lock_that_lay_in_it_is_unsure():
    judge, told = judged(Reveal(at=1.0, cards=(2,)))
    judge.take(NotSeen(at_s=1.5, to_s=4.5))
    judge.take(rested("Ann", 4.5, replace(flat(), unseen=True)))
    judge.take(NotSeen(at_s=6.0, to_s=7.0))  # Guess is closed
    assert [line["event"] for line in lines(told)] == ["reveal", "note", "lock"]
    assert lines(told)[1] == {"at": 1.5, "event": "note", "about": NOT_SEEN, "to_s": 4.5}
    every = [str(digit) for digit in Digit]
    assert lines(told)[2]["left"] == ["index"] and lines(told)[2]["unsure"] == {"left": every, "right": every}
    assert told[2].sequel.looks == ("Ann",)


def test_hands_at_rest_before_guess_closed_and_known_only_afterwards_are_noted():
    judge, told = judged(Reveal(at=1.0, cards=(2,)))
    judge.take(rested("Ann", 2.0))
    judge.take(rested("Ben", 1.8, flat(["ring"])))
    judge.take(rested("Ben", 2.4))
    assert [line["event"] for line in lines(told)] == ["reveal", "lock", "note"], "the last player's hands are no news"
    assert lines(told)[2] == {
        "at": 2.0, "event": "note", "about": KNOWN_LATE, "player": "Ben", "left": ["ring"], "right": [], "rest_s": 1.8,
    }  # fmt: skip
    assert judge.game.say(told[2].rulings[0]).startswith("Ben was in time, at 1.8 s (left ring)")


@pytest.mark.parametrize(
    "at_s, noted", [(1.5, True), (0.5, False), (2.5, False)], ids=["during Guess", "before the reveal", "after Guess"]
)
def test_hands_that_could_not_be_read_in_time_are_noted_while_they_could_have_locked(at_s, noted):
    judge, told = judged(Reveal(at=1.0, cards=(2,)))
    if at_s > 2.0:
        judge.take(rested("Ann", 2.0))
    told.clear()
    judge.take(NotReadInTime(at_s=at_s, player="Ben"))
    assert [line.get("about") for line in lines(told)] == [NOT_READ] * noted
    assert not noted or "Show them again" in judge.game.say(told[0].rulings[0])


def test_hands_of_somebody_who_has_left_the_table_are_nothing():
    told: list[Happening] = []
    judge = Judge({**HEADER, "variant": "stick-up"}, Table((ANN,)), told.append)
    judge.take(rested("Ben", 2.0))
    assert told == []


def test_a_budge_taken_back_leaves_the_lock_as_it_was_laid_down():
    judge, told = judged(Reveal(at=1.0, cards=(2,)))
    judge.take(rested("Ann", 2.0))
    ring = {Side.LEFT: frozenset({Digit.RING})}
    judge.take(DigitsMoved(at_s=3.0, player="Ann", hands=flat(), rest_s=3.2, digits=ring))
    judge.happen(TakeBack(at=4.0, line=4))
    judge.take(DigitsMoved(at_s=5.0, player="Ann", hands=flat(), rest_s=5.2, digits=ring))
    budges = [happening.event for happening in told if isinstance(happening.event, Budge)]
    assert [budge.left for budge in budges] == [(Digit.INDEX, Digit.RING)] * 2


def test_after_a_lock_is_taken_back_its_player_may_lock_again():
    judge, told = judged(Reveal(at=1.0, cards=(2,)))
    judge.take(rested("Ann", 2.0))
    assert judge.state.phase is Phase.VERIFY
    judge.happen(TakeBack(at=3.0, line=3))
    judge.take(rested("Ben", 3.5))
    assert [lock.player for lock in judge.state.locks] == ["Ben"]
    (correction,) = told[2].rulings[0].corrections
    assert correction.line == 3 and correction.withdrawn == told[1].rulings


def test_what_was_drawn_by_lot_and_taken_back_is_drawn_anew():
    judge, _ = judged(Reveal(at=1.0, cards=(2,)))
    drawn = [judge.lot("reveal", 1).random()]
    judge.happen(TakeBack(at=2.0, line=2))
    drawn.append(judge.lot("reveal", 1).random())
    assert drawn[0] != drawn[1]


@pytest.mark.parametrize("cards, taken", [((3,), True), ((99,), False)], ids=["they are there", "there are none such"])
def test_a_stand_in_is_told_truly_or_stays(cards, taken):
    judge, told = judged()
    judge.happen_untold(Reveal(at=1.0, cards=(2,)))
    judge.take(rested("Ann", 2.0))
    assert judge.interpreter.stand_in
    try:
        events = judge.tell_truly(Reveal(at=0.0, cards=cards))
    except Refused:
        assert not taken and judge.stand_in == 2 and judge.state.cards == (2,)
        return
    assert taken and events == {2: Reveal(at=1.0, cards=cards), 3: told[1].event}
    assert judge.state.cards == cards and judge.state.phase is Phase.VERIFY and not judge.interpreter.stand_in
    with pytest.raises(Illegal, match="nothing that waits"):
        judge.tell_truly(events[2])


def test_a_log_with_blank_lines_and_take_backs_is_gone_on_with_by_its_own_line_numbers():
    events = [Reveal(at=1.0, cards=(2,)), Lock(at=2.0, player="Ann", left=(), right=()), TakeBack(at=3.0, line=4)]
    text = [msgspec.json.encode(HEADER), b"", *map(encode_event, events)]
    judge, told = judged()
    judge.take_up(read_log(text))
    assert not told and judge.state.phase is Phase.GUESS and not judge.state.locks
    judge.happen(TakeBack(at=4.0, line=5))
    assert [lock.player for lock in judge.state.locks] == ["Ann"] and told[0].line == 6


def test_where_nothing_is_scored_events_are_told_as_they_were_seen():
    judge, told = judged(scored=False)
    for player in ("Ann", "Ben"):
        judge.take(rested(player, 2.0))
    judge.end(9.0)
    assert [line["event"] for line in lines(told)] == ["lock", "lock"]


@pytest.mark.parametrize("game", [name for name, entry in GAMES.items() if entry.interpreter is None])
def test_a_game_that_no_camera_watches_is_refused_by_its_title(game):
    with pytest.raises(Refused, match=r"cannot be watched|header"):
        Judge({"game": game, "version": 1, "players": ["Ann", "Ben"]}, Table((ANN, BEN)), print)


def test_the_rules_alone_come_to_the_same():
    judge, told = judged(Reveal(at=1.0, cards=(2,)))
    judge.take(rested("Ann", 2.0))
    judge.happen(TakeBack(at=2.5, line=3))
    judge.take(rested("Ben", 3.0))
    judge.end(4.0)
    alone = History(HEADER, game_named("dexterity-jane"))
    for happening in told:
        assert alone.apply(happening.event) == happening.rulings
    assert alone.state == judge.state
    assert not [h for h in told if isinstance(h.event, Close)]
