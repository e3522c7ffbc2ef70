"""Whole recordings from their first frame to Verify, as labelled: plain, with seats to be found, and spoiled."""

import msgspec
import numpy as np
import pytest

from gesture.bench.spoiling import SPOILINGS
from gesture.games.dexterity_jane.options import DexterityJaneOptions
from gesture.play.recordings import referee_recording
from gesture.sources.frames import SourceError
from gesture.table.seats import Seat
from rules.dexterity_jane.written_cards import parse_reveal
from rules.game import Refused
from rules.hands import Digit, Side
from rules.log import encode_event
from rules.replay import replay
from tests.gesture.clips import CLIPS, NAMES, Frames, frames_of, labels, seats_of
from tests.gesture.refereed import options_of
from tests.gesture.stage import ANN, BEN, Followed, KnowingReader, Stage, at, lays


def check(ended, label, within_s, names=None):
    """The labelled events and nothing more, in their order, and the labelled points."""
    names = names or {seat.player: seat.player for seat in ended.seats}
    seen = [msgspec.json.decode(encode_event(happening.event)) for happening in ended.happenings]
    seen = [event for event in seen if event["event"] in ("lock", "stick-up", "budge")]
    assert [(e["event"], names[e["player"]]) for e in seen] == [(e["event"], e["player"]) for e in label["events"]]
    for event, wanted in zip(seen, label["events"], strict=True):
        assert event["at"] == pytest.approx(wanted["at"], abs=within_s)
        for side in ("left", "right"):
            if side in wanted:
                assert event[side] == wanted[side]
        if "aims" in wanted:
            assert {side: names[player] for side, player in event["aims"].items()} == wanted["aims"]
    points = {names[player]: score.points for player, score in ended.standings.players.items()}
    assert points == label["points"]


@pytest.mark.parametrize("name", NAMES)
def test_a_recording_gives_its_labelled_events_and_verdict(name, refereed_clips):
    check(refereed_clips.at_labelled_seats[name], labels(name), 0.15)


@pytest.mark.parametrize("how", SPOILINGS)
def test_a_spoiled_recording_gives_the_same(how, live_reader):
    name = NAMES[list(SPOILINGS).index(how) % 3]
    label = labels(name)
    frames = Frames(SPOILINGS[how](frames_of(name)))
    options = options_of(label)
    ended = referee_recording(frames, "dexterity-jane", options, seats=seats_of(label), reader=live_reader)
    check(ended, label, 0.25)


@pytest.mark.parametrize(
    "name, players",
    [("duel", ["Ann", "Ben"]), ("trio", ["Ann", "Cy", "Ben"]), ("posse", ["Ann", "Cy", "Ben"])],
)
def test_seats_are_found_and_numbered_clockwise_from_the_bottom_edge(name, players, refereed_clips):
    ended = refereed_clips.at_found_seats[name]
    assert [seat.player for seat in ended.seats] == [f"Player {n}" for n in range(1, len(players) + 1)]
    check(ended, labels(name), 0.15, dict(zip([seat.player for seat in ended.seats], players, strict=True)))


def drawn(hands, seconds=4.0, reveals=("0:left-index",), seats=(ANN, BEN), **rest):
    stage = Stage(hands, seconds)
    reader = KnowingReader(stage, **rest.pop("reading", {}))

    options = DexterityJaneOptions(reveals=tuple(parse_reveal(words) for words in reveals))
    return referee_recording(Followed(stage, reader), "dexterity-jane", options, seats=seats, reader=reader, **rest)


def kinds(ended):
    return [msgspec.json.decode(encode_event(h.event))["event"] for h in ended.happenings]


def test_the_log_that_comes_out_can_be_replayed():
    ended = drawn(lays("Ann", 1.0, ["index"]) + lays("Ben", 2.0))
    log = [msgspec.json.encode(ended.header), *(encode_event(h.event) for h in ended.happenings)]
    assert list(replay(log))[-1] is not None
    assert kinds(ended) == ["reveal", "lock", "verify"], "the last player's hands lock nothing"


def test_hands_already_there_when_the_cards_are_revealed_lock_nothing():
    ended = drawn(lays("Ann", 1.0, ["index"]) + lays("Ben", 1.4, ["index"]), reveals=["3:left-index"])
    assert kinds(ended) == ["reveal", "close", "verify"]


def test_hands_that_lie_there_lock_by_changing_digits_even_across_the_reveal():
    hands = lays("Ann", 1.0)
    at(hands[0], 2.0, ["index"], over_s=0.6)
    ended = drawn(hands, reveals=["2.2:left-index"])
    assert kinds(ended) == ["reveal", "lock", "verify"]
    assert ended.happenings[1].event.at == pytest.approx(2.6, abs=0.15)


def test_a_budge_is_no_second_lock_when_nothing_is_scored():
    hands = lays("Ann", 1.0, ["index"])
    at(hands[0], 2.0, [])
    assert kinds(drawn(hands, reveals=[])) == ["lock", "budge"]


def test_a_reveal_verifies_the_round_before_it():
    ended = drawn(lays("Ann", 1.0, ["index"]), reveals=["0:left-index", "2.5:right-open,left-ring"])
    assert kinds(ended) == ["reveal", "lock", "verify", "reveal", "close", "verify"]


def test_an_unsure_lock_is_settled_as_the_likelier_reading():
    ended = drawn(lays("Ann", 1.0, ["index"]), reading={"unsure": [Digit.INDEX]})
    assert kinds(ended) == ["reveal", "lock", "settle", "verify"]
    assert ended.happenings[2].event.by == "likelier"


def test_a_tie_is_noted_and_a_lot_decides():
    cys = lays("Ben", 1.0, ["ring"])
    for hand in cys:  # Cy sits to the right
        hand.facing_deg, y = 270.0, 185.0 if hand.side is Side.LEFT else 85.0
        hand.keys = [(t, (440.0 if k else 740.0, y), bent) for k, (t, _, bent) in enumerate(hand.keys)]
    cy = Seat("Cy", np.array([(480, 20), (480, 250), (375, 250), (375, 20)], float))
    dee = Seat("Dee", np.array([(0, 20), (0, 250), (105, 250), (105, 20)], float))
    ended = drawn(lays("Ann", 1.0, ["index"]) + cys, seats=(ANN, BEN, cy, dee), seconds=3.0)
    assert kinds(ended) == ["reveal", "lock", "lock", "note", "close", "order", "verify"]


def test_without_reveals_the_log_holds_what_the_hands_did():
    ended = drawn(lays("Ann", 1.0, ["index"]) + lays("Ben", 2.0), reveals=[])
    assert kinds(ended) == ["lock", "lock"] and ended.standings is None


def test_every_frame_is_shown_with_the_hands_that_lie_on_it():
    shown = []
    drawn(lays("Ann", 1.0), 2.0, on_frame=lambda frame, hands, seats: shown.append(len(hands)))
    assert len(shown) == 30 and shown[0] == 0 and shown[-1] == 2


@pytest.mark.parametrize(
    "reveals, says",
    [
        (["0:left-index,right-open"], "cannot happen: round 1 reveals 1 card"),
        (["0:2", "2:2,3"], "cannot happen: card 2 was revealed"),
        (["9:left-index"], "the recording ends at 3.9 s"),
    ],
)
def test_reveals_that_cannot_happen_are_refused(reveals, says):
    with pytest.raises(Refused, match=says):
        drawn(lays("Ann", 1.0), reveals=reveals)


def test_a_game_that_no_camera_sees_is_not_refereed_from_recordings():
    with pytest.raises(Refused, match="janes-card-game"):
        referee_recording(CLIPS / "duel.mp4", "janes-card-game")


def test_an_empty_table_is_said():
    with pytest.raises(SourceError, match="No hands were found"):
        drawn([], 1.5, seats=None)
