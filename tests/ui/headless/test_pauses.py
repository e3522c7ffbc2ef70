"""A camera that is away for a while: the round is paused and not lost, whatever the hands did meanwhile."""

import msgspec
import numpy as np
import pytest

from gesture.table.seats import Seat
from rules.log import encode_event
from tests.gesture.stage import ANN, BEN, KnowingReader, Stage, at, digits, lays
from tests.ui.headless.played import Played, header


def played(hands, gap_s, seconds=9.0, fps=15.0, lines=("left-index",), others=()):
    """A round of Ann, Ben and those who never act; nothing is seen from the first to the second time of `gap_s`."""
    stage = Stage(hands, seconds, fps)
    reader = KnowingReader(stage)
    seats = (
        ANN,
        BEN,
        *(Seat(name, np.add(ANN.zone, (x, 0))) for name, x in zip(others, (-1000.0, 1000.0), strict=False)),
    )
    game = Played(header([seat.player for seat in seats]), seats, reader)
    game.game.begin()
    for line in lines:
        game.game.typed(line)
    for frame in reader.follow(stage):
        if gap_s[0] <= frame.at_s < gap_s[1]:
            game.game.pause("The camera gives no more pictures.")
        else:
            game.game.watch(frame)
    game.game.finish()
    return game


def told(game):
    events = [msgspec.json.decode(encode_event(event)) for event in game.events]
    return [(e["event"], e.get("player", e.get("about"))) for e in events if e["event"] not in ("reveal", "settle")]


GAPS = pytest.mark.parametrize("gap_s", [(2.0, 3.0), (2.0, 6.5)], ids=["a second", "longer than pictures are kept"])


@GAPS
def test_it_is_said_once_when_it_pauses_and_when_it_goes_on(gap_s):
    game = played([], gap_s)
    assert [s for s in game.said if s.startswith("Paused.")] == ["Paused. The camera gives no more pictures."]
    assert game.said.count("The camera is back; the round goes on.") == 1


@GAPS
def test_a_lock_from_before_stands_and_nothing_has_moved(gap_s):
    assert told(played(lays("Ann", 1.0, ["index"]), gap_s, others=("Cy",))) == [("lock", "Ann")]


@GAPS
def test_hands_laid_down_meanwhile_lock_when_it_is_back(gap_s):
    game = played(lays("Ann", 2.5, ["index"]), gap_s, others=("Cy",))
    assert told(game) == [("lock", "Ann")]
    assert 2.0 - 0.1 <= game.events[1].at <= gap_s[1] + 0.1 and game.events[1].left == tuple(digits("index"))


@GAPS
def test_who_was_first_meanwhile_is_for_the_table_to_say(gap_s):
    hands = lays("Ann", 2.3, ["index"]) + lays("Ben", 2.7, ["ring"])
    game = played(hands, gap_s, others=("Cy", "Dee"))
    assert sorted(told(game)) == [("lock", "Ann"), ("lock", "Ben"), ("note", "tie")]
    assert game.events[1].at == game.events[2].at


@GAPS
def test_who_locked_before_and_after_keeps_the_order(gap_s):
    hands = lays("Ben", 1.0, ["index"]) + lays("Ann", gap_s[1] + 0.8, ["ring"])
    assert told(played(hands, gap_s, others=("Cy", "Dee"))) == [("lock", "Ben"), ("lock", "Ann")]


@GAPS
def test_a_digit_that_moved_meanwhile_has_budged(gap_s):
    hands = lays("Ann", 1.0, ["index"])
    at(hands[1], 2.4, ["pinky"])
    assert told(played(hands, gap_s, others=("Cy",))) == [("lock", "Ann"), ("budge", "Ann")]


@GAPS
def test_hands_taken_away_meanwhile_are_noted(gap_s):
    hands = lays("Ann", 1.0, ["index"])
    for hand in hands:
        at(hand, 2.2, by=(0, 350), over_s=0.4)
    assert told(played(hands, gap_s, others=("Cy",))) == [("lock", "Ann"), ("note", "Ann")]


def test_the_last_player_and_a_tie_are_told_in_words():
    from rules.games import game_named

    game = played(lays("Ann", 1.0, ["index"]) + lays("Ben", 1.0, ["ring"]), (99, 99), seconds=3.0, others=("Cy",))
    say = game_named("dexterity-jane").say
    sentences = [say(ruling) for ruling in game.rulings]
    assert "Ann and Ben locked at the same time, at 1.0 s; the table says who was first." in sentences
    assert any("Cy was last, scores nothing and verifies." in sentence for sentence in sentences)
    assert game.heard("Type 'order Ann Ben'")
    game.game.typed("order Ben Ann")
    assert told(game)[-1][0] == "order" and [lock.player for lock in game.game.session.judge.state.locks] == [
        "Ben",
        "Ann",
    ]
