"""Hands over the revealed cards (ruling D11): where the cards lie, whose hand it is, and what becomes of it."""

import msgspec
import numpy as np
import pytest

from gesture.table.seats import Seat, Table
from gesture.watching.card_area import middle_between, with_printed_cards
from gesture.watching.moments import HandOverCards
from gesture.watching.watch import Watch
from rules.hands import Side
from rules.log import encode_event
from tests.gesture.clips import NAMES, labels, seats_of
from tests.gesture.play.test_recordings import drawn
from tests.gesture.stage import ANN, BEN, Hand, KnowingReader, Stage, at, digits, lays, moments_of
from tests.values import some

TABLE = with_printed_cards(Table((ANN, BEN)))


def seat(player, x, y, wide, high):
    return Seat(player, np.array([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)], float))


def reaches(player, from_s, to_s, by=80.0, bent=()):
    """One hand of Ann or Ben comes over the middle at `from_s` and goes back after `to_s`."""
    up = player == "Ann"
    hand = Hand(Side.RIGHT, 0.0 if up else 180.0)
    away, over = (240.0, 450.0 if up else -180.0), (240.0, 270.0 - by if up else by)
    hand.keys = [(from_s - 0.4, away, digits(*bent)), (from_s, over, digits(*bent))]
    hand.keys += [(to_s, over, digits(*bent)), (to_s + 0.4, away, digits(*bent))]
    return hand


def watched(hands, seconds=4.0, table=TABLE, fps=15.0):
    stage = Stage(hands, seconds, fps)
    reader = KnowingReader(stage)
    seen = moments_of(Watch(table, reader), reader.follow(stage))
    return [moment for moment in seen if isinstance(moment, HandOverCards)], reader


def box(polygon):
    return [*polygon.min(0).round().tolist(), *polygon.max(0).round().tolist()]


@pytest.mark.parametrize(
    "seats, expected",
    [
        pytest.param((ANN, BEN), [125, 110, 355, 160], id="two who face each other"),
        pytest.param(
            (ANN, seat("Cy", 375, 20, 105, 230), seat("Dee", 0, 20, 105, 230)), [110, 20, 370, 160], id="three sides"
        ),
        pytest.param((ANN, seat("Ben", 125, 60, 230, 100)), None, id="zones that leave no room"),
    ],
)
def test_the_cards_lie_ahead_of_every_seat(seats, expected):
    area = middle_between(seats, Table(tuple(seats)))
    assert (None if area is None else box(area)) == (None if expected is None else pytest.approx(expected, abs=2))


def test_a_table_that_says_where_its_cards_lie_is_believed_and_held_up_hands_have_none():
    cards = np.array([(10, 10), (90, 10), (90, 60)], float)
    assert np.array_equal(some(with_printed_cards(Table((ANN, BEN), cards=cards)).cards), cards)
    halves = seat("Ann", 240, 0, 240, 270), seat("Ben", 0, 0, 240, 270)
    assert with_printed_cards(Table(halves, held_up=True)).cards is None


@pytest.mark.parametrize("name", NAMES)
def test_there_is_room_for_cards_on_the_recorded_tables(name):
    seats = seats_of(labels(name))
    assert middle_between(seats, Table(tuple(seats))) is not None


@pytest.mark.parametrize("fps", [10, 15, 30])
@pytest.mark.parametrize("player", ["Ann", "Ben"])
def test_a_hand_that_comes_over_the_cards_is_its_players(player, fps):
    (over,), _ = watched([reaches(player, 1.5, 2.3)], fps=fps)
    assert over.player == player and over.at_s == pytest.approx(1.5, abs=0.35)


@pytest.mark.parametrize(
    "hands",
    [
        pytest.param(lays("Ann", 1.0, ["index"]) + lays("Ben", 1.5), id="two lay their hands down"),
        pytest.param([reaches("Ann", 1.5, 2.3, by=30)], id="a hand in its own zone"),
        pytest.param([], id="nobody"),
    ],
)
def test_hands_that_keep_to_themselves_are_over_nothing(hands):
    assert watched(hands)[0] == []


def test_a_hand_that_stays_is_told_again_and_one_that_comes_back_came_anew():
    overs, _ = watched([reaches("Ben", 1.0, 3.2)], 5.0)
    assert len(overs) == 2 and overs[0].since_s == overs[1].since_s and overs[1].at_s > overs[0].at_s + 1
    hand = reaches("Ben", 1.0, 1.5)
    hand.keys += [(t + 2.0, where, bent) for t, where, bent in hand.keys]
    overs, _ = watched([hand], 5.0)
    assert len(overs) == 2 and overs[0].since_s != overs[1].since_s


def test_between_two_who_sit_alike_it_is_anybodys():
    row = seat("Ann", 40, 165, 190, 105), seat("Cy", 250, 165, 190, 105)
    (over,), _ = watched([reaches("Ann", 1.5, 2.3, by=120.0)], table=with_printed_cards(Table((*row, BEN))))
    assert over.player is None


def test_nobody_looks_at_the_cards_where_nothing_moves():
    assert watched([], 4.0)[1].count == watched([], 4.0, Table((ANN, BEN)))[1].count


def notes(hands, reveals=("0:left-index",), **more):
    ended = drawn(hands, reveals=reveals, seconds=more.pop("seconds", 4.0), **more)
    lines = [msgspec.json.decode(encode_event(happening.event)) for happening in ended.happenings]
    return [line for line in lines if line["event"] == "note"], ended


def test_the_referee_notes_it_says_so_aloud_and_scores_as_before():
    lay = lays("Ann", 2.6, ["index"])
    (note,), ended = notes([*lay, reaches("Ben", 1.5, 2.0)], seconds=5.0)
    assert (note["about"], note["player"]) == ("cards touched", "Ben")
    assert {p: s.points for p, s in ended.standings.players.items()} == {"Ann": 1, "Ben": 0}
    ruling = next(r for h in ended.happenings for r in h.rulings if getattr(r, "about", "") == "cards touched")
    from rules.games import game_named

    assert game_named("dexterity-jane").say(ruling).startswith("Hands off the cards, Ben!")


def test_whoever_turns_the_cards_up_may_take_the_hand_away_but_not_leave_it_there():
    assert notes([reaches("Ben", 0.9, 1.7)], reveals=["1.2:left-index"])[0] == []
    (note,), _ = notes([reaches("Ben", 0.9, 4.4)], reveals=["1.2:left-index"], seconds=5.0)
    assert note["player"] == "Ben" and note["at"] > 2.2


def test_once_guess_is_closed_the_cards_may_be_touched():
    hand = reaches("Ben", 2.2, 2.8)
    assert notes([*lays("Ann", 1.0, ["index"]), hand], seconds=4.0)[0] == []


def test_without_reveals_nobody_is_warned():
    assert notes([reaches("Ben", 1.5, 2.3)], reveals=())[0] == []


def test_a_hand_that_moves_over_the_cards_is_noted_once():
    hand = reaches("Ben", 1.5, 1.7)
    hand.keys = hand.keys[:-1]
    at(hand, 1.7, by=(40.0, 0.0), over_s=0.6)
    at(hand, 2.3, by=(-60.0, 0.0), over_s=0.6)
    assert len(notes([hand], seconds=3.2)[0]) == 1
