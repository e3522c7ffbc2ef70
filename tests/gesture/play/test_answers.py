"""What the table's answers teach of a player's hands while a game is played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from gesture.games.judge import Happening
from gesture.play.session import Listener, Session
from gesture.reading.digit_scaling import OwnHands, Showing, learned
from gesture.table.seats import Table
from gesture.watching.moments import Hands
from gesture.watching.watch import Watch
from rules.dexterity_jane.events import Lock, Reveal, Settle, SettledBy
from rules.hands import Digit, Palm, Side
from tests.gesture.stage import ANN, BEN, KnowingReader, Stage, at, digits, lays
from tests.values import five, some

HEADER = {"game": "dexterity-jane", "version": 1, "players": ["Ann", "Ben"], "deck": "reference"}
INDEX = list(Digit).index(Digit.INDEX)
SHOWN = [frozenset[Digit](), *(frozenset({digit}) for digit in Digit)]
EVENING = replace(
    ANN,
    hands=learned(Showing(Palm.DOWN, bent, five(4.0 if d in bent else -4.0 for d in Digit)) for bent in SHOWN * 2),
)
"""Ann's seat, after she showed her hands, which are read like anybody's."""
Act = Callable[[Session, float], object]


class Locks(Listener):
    """Keeps the hands of each lock."""

    def __init__(self) -> None:
        self.hands: list[Hands] = []

    def told(self, happening: Happening) -> None:
        """Something happened."""
        if isinstance(happening.event, Lock):
            self.hands.append(some(happening.hands))


class Eyes:
    """Keeps what it is told of players' hands."""

    def __init__(self, watch: Watch) -> None:
        self.watch, self.known = watch, list[OwnHands]()

    def look_again(self, player: str, hands: Hands | None, from_s: float, palms_up: bool) -> None:
        """Nobody looks again."""

    def forget(self, player: str) -> None:
        """Nobody looks."""

    def know(self, player: str, own: OwnHands) -> None:
        """Something was learned."""
        assert player == "Ann"
        self.known.append(own)
        self.watch.know(player, own)


def settles(*bent: str, by: SettledBy = SettledBy.TABLE) -> Act:
    named = tuple(digit for digit in Digit if digit in digits(*bent))
    return lambda session, at_s: session.happen(Settle(at=at_s, player="Ann", left=named, right=named, by=by))


def takes_back(event: type) -> Act:
    return lambda session, at_s: session.take_back(
        max(entry.line for entry in session.judge.history.entries if isinstance(entry.event, event)), on=True
    )


def two_rounds(*acts: Act, unsure: tuple[Digit, ...] = (Digit.INDEX,), lifted: bool = True) -> tuple[Locks, Eyes]:
    """Ann locks both index fingers bent, hardly to be read; then `acts` happen, and she does the same in another round,
    her hands `lifted` in between or not."""
    table, heard = Table((EVENING, BEN)), Locks()
    session = Session(HEADER, table, heard)
    session.happen(Reveal(at=0.0, cards=(2,)))
    hands = lays("Ann", 1.0, ["index"], ["index"])
    for hand in hands:
        if lifted:
            there = hand.keys[-1][1]
            at(hand, 3.4, by=(0.0, 250.0), over_s=0.3)
            hand.keys += [(4.5, hand.keys[-1][1], digits("index")), (5.0, there, digits("index"))]
        else:
            at(hand, 4.5, by=(9.0, -9.0), over_s=0.4)
    stage = Stage(hands, 7.5)
    reader = KnowingReader(stage, unsure=unsure)
    watch = session.new_watch(reader)
    eyes = Eyes(watch)
    session.watch(eyes)
    due = [(2.2 + 0.1 * n, act) for n, act in enumerate(acts)]
    due += [(3.0, lambda session, at_s: session.end(at_s))]
    due += [(4.0, lambda session, at_s: session.happen(Reveal(at=at_s, cards=(3, 4))))]
    for frame in reader.follow(stage):
        for sighting in watch.step(frame):
            session.seen(sighting)
        while due and due[0][0] <= frame.at_s:
            at_s, act = due.pop(0)
            act(session, at_s)
    return heard, eyes


RISES, FALLS, STAYS = 1, -1, 0


@pytest.mark.parametrize(
    "acts, unsure, way",
    [
        ([settles("index")], (Digit.INDEX,), RISES),
        ([settles("index", by=SettledBy.PALMS)], (Digit.INDEX,), STAYS),
        ([settles("index"), takes_back(Settle)], (Digit.INDEX,), STAYS),
        ([settles("index"), takes_back(Settle), settles("index")], (Digit.INDEX,), RISES),
        ([settles("index"), takes_back(Lock)], (Digit.INDEX,), STAYS),
        ([settles("index"), settles("index")], (Digit.INDEX,), RISES),
        ([settles("index")], (), STAYS),
        ([settles()], (), FALLS),
        ([], (Digit.INDEX,), STAYS),
    ],
    ids=[
        "the table said what was unsure",
        "turned palms said it",
        "the answer was taken back",
        "it was taken back and given again",
        "the lock was taken back",
        "the same was said twice",
        "the table confirmed what was sure",
        "the table disputed what was sure",
        "nobody said anything",
    ],
)
def test_an_answer_changes_how_those_hands_are_taken_in_the_next_round(acts, unsure, way):
    heard, eyes = two_rounds(*acts, unsure=unsure)
    first, second = heard.hands[0], heard.hands[-1]
    assert len(heard.hands) == 2
    for hand in (first.left, first.right):
        assert hand.log_odds == pytest.approx(hand.as_read, abs=1e-6)
    before, now = first.of(Side.LEFT), second.of(Side.LEFT)
    assert now.as_read[INDEX] == pytest.approx(before.as_read[INDEX])
    moved = now.log_odds[INDEX] - before.log_odds[INDEX]
    assert way * moved > 0.2 if way else moved == pytest.approx(0)
    assert now.bent == before.bent == digits("index")
    assert all(own.showings == EVENING.hands.showings for own in eyes.known)


def test_hands_that_still_lie_there_are_not_taken_otherwise_by_an_answer():
    heard, eyes = two_rounds(settles("index"), lifted=False)
    assert eyes.known[-1].down.shift[INDEX] > 0
    assert all(
        hand.log_odds == pytest.approx(hand.as_read) for hands in heard.hands for hand in (hands.left, hands.right)
    )


def test_two_runs_over_the_same_frames_learn_the_same():
    one, other = (two_rounds(settles("index")) for _ in range(2))
    assert one[1].known == other[1].known
    assert [h.left.log_odds for h in one[0].hands] == [h.left.log_odds for h in other[0].hands]


def test_a_watch_that_is_begun_anew_knows_what_was_answered():
    session = Session(HEADER, Table((EVENING, BEN)))
    session.happen(Reveal(at=0.0, cards=(2,)))
    stage = Stage(lays("Ann", 1.0, ["index"], ["index"]), 3.0)
    reader = KnowingReader(stage, unsure=[Digit.INDEX])
    watch = session.new_watch(reader)
    session.watch(watch)
    for frame in reader.follow(stage):
        for sighting in watch.step(frame):
            session.seen(sighting)
    settles("index")(session, 3.0)
    anew = session.new_watch(reader)
    assert anew.table.seat_of("Ann").hands.down.shift[INDEX] > 0 and anew.table.seat_of("Ben").hands == BEN.hands
