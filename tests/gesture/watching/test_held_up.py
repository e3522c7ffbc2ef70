"""Hands held up to a laptop's camera: a lock is both hands held still for half a second, as still as hands can be."""

import math
from dataclasses import dataclass, replace
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest

from gesture.games.dexterity_jane.options import DexterityJaneOptions
from gesture.play.recordings import referee_recording
from gesture.reading.background import Picture, Zone
from gesture.reading.hand_reading import HandReading, PalmSizes
from gesture.seating.side_by_side import find_side_by_side
from gesture.sources.frames import SourceError
from gesture.table.seats import Seat, Table
from gesture.watching.moments import DigitsMoved, HandGone, HandsAtRest
from gesture.watching.watch import Watch
from rules.dexterity_jane.rulings import Standings
from rules.dexterity_jane.written_cards import parse_reveal
from rules.hands import Digit, Palm, Side
from rules.log import encode_event
from tests.gesture.stage import SIZE, Followed, Hand, KnowingReader, Stage, at, digits, landmarks, moments_of

WIDE, HIGH = SIZE
ANN, BEN = (
    Seat(name, np.array([(x, 0), (x + WIDE / 2, 0), (x + WIDE / 2, HIGH), (x, HIGH)], float))
    for name, x in (("Ann", WIDE / 2), ("Ben", 0.0))
)
TABLE = Table((ANN, BEN), held_up=True)


@dataclass
class Trembling(Hand):
    """A hand in the air: it sways by `sway_px` and turns a little, at rest as well."""

    sway_px: float = 1.5
    beat: float = 1.0

    def at(self, t: float) -> tuple[np.ndarray, frozenset[Digit]] | None:
        seen = super().at(t)
        if seen is None:
            return None
        points, bent = seen
        off = self.sway_px * np.array([math.sin(13 * self.beat * t), math.cos(7.3 * self.beat * t)])
        turn = math.radians(0.8 * math.sin(5.1 * self.beat * t))
        c, s = math.cos(turn), math.sin(turn)
        return (points - points[0]) @ np.array([[c, s], [-s, c]]) + points[0] + off, bent


class HeldReader(KnowingReader):
    """Reads hands with the palm that they show."""

    def __init__(self, stage: Stage, palm: Palm = Palm.UP, **rest: Any) -> None:
        super().__init__(stage, **rest)
        self.palm = palm

    def read(
        self,
        frame_bgr: Picture,
        zone: Zone | None = None,
        palm_px: PalmSizes | None = None,
        palms_in: Zone | None = None,
    ) -> list[HandReading]:
        return [replace(hand, palm=self.palm) for hand in super().read(frame_bgr, zone, palm_px, palms_in)]


def holds(player, at_s, left=(), right=(), apart_s=0.0, sway_px=1.5):
    """A player lifts both hands into the picture, still from `at_s` on; the right hand is on the picture's left."""
    middle = WIDE * (0.75 if player == "Ann" else 0.25)
    hands = []
    for side, bent, rest_s in ((Side.LEFT, left, at_s - apart_s), (Side.RIGHT, right, at_s)):
        hand = Trembling(side, beat=1.0 if side is Side.LEFT else 1.3, sway_px=sway_px)
        x = middle + (50.0 if side is Side.LEFT else -50.0)
        hand.keys = [(rest_s - 0.6, (x, HIGH + 160.0), digits(*bent)), (rest_s, (x, 200.0), digits(*bent))]
        hands.append(hand)
    return hands


def breathing(picture, t):
    """A person behind the hands: a body that moves a little all the time."""
    for x in (WIDE * 0.25, WIDE * 0.75):
        y = HIGH * 0.62 + 3 * math.sin(2 * t + x)
        cv2.ellipse(picture, (int(x), int(y)), (70, 120), 0, 0, 360, (96, 88, 80), -1)
        cv2.ellipse(picture, (int(x + 2 * math.sin(t)), int(y - 95)), (28, 36), 0, 0, 360, (130, 150, 180), -1)


def watched(hands, seconds=3.0, fps=15.0, table=TABLE, palm=Palm.UP, behind=()):
    stage = Stage(hands, seconds, fps, behind=list(behind))
    reader = HeldReader(stage, palm)
    return moments_of(Watch(table, reader), reader.follow(stage)), reader


def only(kind, seen):
    return [moment for moment in seen if isinstance(moment, kind)]


@pytest.mark.parametrize("palm", [Palm.UP, Palm.DOWN], ids=["palms", "backs"])
@pytest.mark.parametrize("fps", [10, 15, 30])
@pytest.mark.parametrize("player", ["Ann", "Ben"])
def test_both_hands_held_still_are_a_lock(player, fps, palm):
    seen, _ = watched(holds(player, 1.3, ["index"], ["ring"], apart_s=0.3), 2.6, fps, palm=palm)
    (rested,) = only(HandsAtRest, seen)
    assert rested.player == player and rested.at_s == pytest.approx(1.3, abs=0.15)
    assert rested.hands.left.bent == digits("index") and rested.hands.right.bent == digits("ring")
    assert not only(DigitsMoved, seen)


@pytest.mark.parametrize("sway_px", [0.0, 1.0, 2.5])
def test_tremor_is_no_movement(sway_px):
    seen, _ = watched(holds("Ann", 1.0, ["index"], sway_px=sway_px), 5.0, 30)
    assert len(only(HandsAtRest, seen)) == 1 and not only(DigitsMoved, seen) and not only(HandGone, seen)


def test_whoever_sits_behind_the_hands_may_breathe():
    hands = holds("Ann", 1.0, ["index"]) + holds("Ben", 1.5, ["ring"])
    at(hands[3], 3.0, ["pinky"])
    seen, _ = watched(hands, 5.0, 30, behind=[breathing])
    assert [(m.player, round(m.at_s, 1)) for m in only(HandsAtRest, seen) if not m.changed] == [
        ("Ann", 1.0),
        ("Ben", 1.5),
    ]
    (changed,) = only(DigitsMoved, seen)
    assert changed.player == "Ben" and changed.digits == {Side.RIGHT: digits("pinky")}


def with_faces(reader):
    """The reader takes each player's head for a hand, of which it cannot say which it is."""
    read = reader.read

    def also(frame_bgr, zone=None, palm_px=None, palms_in=None):
        found = read(frame_bgr, zone)
        for x in (WIDE * 0.25, WIDE * 0.75):
            points = landmarks(Side.RIGHT, (x, 110.0), 0.0, digits(*Digit), 0.8)
            box = (int(x) - 28, 60, int(x) + 28, 120)
            face = HandReading(Side.RIGHT, Palm.DOWN, (0.9,) * 5, frozenset(), 0.6, points, box, 0.58, 0.8)
            if zone is None or cv2.pointPolygonTest(np.asarray(zone, np.float32), (x, 92.0), False) >= 0:
                found = [*found, face]
        return found

    reader.read = also
    return reader


def test_a_face_is_no_hand():
    hands = holds("Ann", 1.3, ["index"]) + holds("Ben", 1.8, ["ring"])
    stage = Stage(hands, 3.5, behind=[breathing])
    reader = with_faces(HeldReader(stage))
    first, second = find_side_by_side(reader.follow(stage), reader)
    assert first.zone[:, 0].min() == second.zone[:, 0].max() == pytest.approx(WIDE / 2, abs=30)
    watch = Watch(Table((first, second), held_up=True), reader)
    rested = only(HandsAtRest, moments_of(watch, reader.follow(stage)))
    assert [(m.player, m.hands.left.bent, m.hands.right.bent) for m in rested] == [
        ("Player 1", digits("index"), digits()),
        ("Player 2", digits("ring"), digits()),
    ]


def test_less_than_half_a_second_is_no_lock():
    hands = holds("Ann", 1.0, ["index"])
    for hand in hands:
        at(hand, 1.4, by=(0, 300), over_s=0.5)
    assert only(HandsAtRest, watched(hands, 3.0)[0]) == []


def test_one_hand_is_no_lock():
    assert watched(holds("Ann", 1.0, ["index"])[:1], 3.0)[0] == []


def test_two_side_by_side_lock_in_their_order():
    for first, second in (("Ann", "Ben"), ("Ben", "Ann")):
        seen, _ = watched(holds(first, 1.0, ["index"]) + holds(second, 1.3, ["thumb"]), 3.0, 30)
        assert [moment.player for moment in only(HandsAtRest, seen)] == [first, second]


def test_a_digit_that_bends_later_has_changed():
    hands = holds("Ann", 1.0, ["index"])
    at(hands[1], 2.2, ["pinky"])
    seen, _ = watched(hands, 4.5, 30)
    (changed,) = only(DigitsMoved, seen)
    assert changed.at_s == pytest.approx(2.2, abs=0.2) and changed.digits == {Side.RIGHT: digits("pinky")}


def test_hands_taken_down_have_not_changed():
    hands = holds("Ann", 1.0, ["index"])
    for hand in hands:
        at(hand, 2.0, by=(0, 300), over_s=0.5)
    seen, _ = watched(hands, 4.0)
    assert not only(DigitsMoved, seen) and len(only(HandGone, seen)) == 1


def test_alone_before_the_camera_one_has_all_of_it():
    whole = Seat("Ann", np.array([(0, 0), (WIDE, 0), (WIDE, HIGH), (0, HIGH)], float))
    seen, _ = watched(holds("Ann", 1.0, ["index"]), 2.5, table=Table((whole,), held_up=True))
    (rested,) = only(HandsAtRest, seen)
    assert rested.hands.left.bent == digits("index")


def test_an_empty_picture_is_looked_at_little():
    assert watched([], 4.0, 30)[1].count <= 2 * 4 / 0.3 + 4


def test_a_round_with_hands_held_up_is_refereed_like_any():
    stage = Stage(holds("Ben", 1.2, ["index"]) + holds("Ann", 2.4, ["ring"]), 4.0)
    reader = HeldReader(stage)

    options = DexterityJaneOptions(reveals=(parse_reveal("0:left-index"),))
    ended = referee_recording(Followed(stage, reader), "dexterity-jane", options, seats=TABLE, reader=reader)
    lines = [msgspec.json.decode(encode_event(h.event)) for h in ended.happenings]
    assert [(e["event"], e.get("player")) for e in lines] == [("reveal", None), ("lock", "Ben"), ("verify", None)]
    assert isinstance(ended.standings, Standings)
    assert {p: s.points for p, s in ended.standings.players.items()} == {"Ann": 0, "Ben": 1}


@pytest.mark.parametrize(
    "hands",
    [
        pytest.param(holds("Ann", 1.0) + holds("Ben", 1.4), id="both"),
        pytest.param(holds("Ann", 1.0), id="only the one on the picture's right"),
        pytest.param(holds("Ben", 1.0), id="only the one on its left"),
    ],
)
def test_two_sides_are_found_from_the_pictures_right_whoever_shows_hands(hands):
    stage = Stage(hands, 2.5)
    reader = HeldReader(stage)
    first, second = find_side_by_side(reader.follow(stage), reader)
    assert (first.player, second.player) == ("Player 1", "Player 2")
    assert first.zone[:, 0].max() == WIDE and second.zone[:, 0].min() == 0
    assert first.zone[:, 0].min() == second.zone[:, 0].max() == pytest.approx(WIDE / 2, abs=30)


def test_without_hands_there_are_no_sides():
    stage = Stage([], 1.0)
    with pytest.raises(SourceError, match="No hands are held up"):
        find_side_by_side(stage, HeldReader(stage))
