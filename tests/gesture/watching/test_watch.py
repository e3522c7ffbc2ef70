"""When hands count as laid down, changed or taken away, on drawn tables with a reader that knows the truth."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from gesture.reading.background import Picture, Zone
from gesture.reading.hand_reading import HandReading, PalmSizes
from gesture.table.seats import Table
from gesture.watching.moments import DigitsMoved, HandGone, HandsAtRest, NotSeen
from gesture.watching.watch import Watch
from rules.hands import Digit, Side
from tests.gesture.stage import ANN, BEN, KnowingReader, Stage, at, digits, lays, moments_of

TABLE = Table((ANN, BEN))


def watch(stage: Stage, kind=KnowingReader, **reading):
    reader = kind(stage, **reading)
    return moments_of(Watch(TABLE, reader), reader.follow(stage))


def only(kind, seen):
    return [moment for moment in seen if isinstance(moment, kind)]


@pytest.mark.parametrize("fps", [10, 15, 25, 30, 60])
def test_a_lock_is_when_the_later_hand_came_to_rest_at_any_frame_rate(fps):
    seen = watch(Stage(lays("Ann", 1.3, ["index"], ["ring"], apart_s=0.3), 2.4, fps))
    (rested,) = only(HandsAtRest, seen)
    assert rested.player == "Ann" and not rested.from_start
    assert rested.at_s == pytest.approx(1.3, abs=0.6 / fps + 0.01)
    assert rested.hands.left.bent == digits("index") and rested.hands.right.bent == digits("ring")


def test_hands_a_frame_apart_are_in_order_whichever_is_read_first():
    for first, second in (("Ann", "Ben"), ("Ben", "Ann")):
        hands = lays(first, 1.0, ["index"]) + lays(second, 1.0 + 1 / 15, ["thumb"])
        seen = only(HandsAtRest, watch(Stage(hands, 2.4)))
        assert [moment.player for moment in seen] == [first, second]
        assert seen[0].at_s < seen[1].at_s


def test_hands_at_rest_from_the_same_frame_on_have_the_same_time():
    seen = only(HandsAtRest, watch(Stage(lays("Ann", 1.0) + lays("Ben", 1.0), 2.4)))
    assert len(seen) == 2 and seen[0].at_s == seen[1].at_s


def test_a_single_misread_changes_nothing():
    hands = lays("Ann", 1.0, ["index"], ["ring"])
    for count in (2, 3, 5):
        (rested,) = watch(Stage(hands, 2.5), misread={count: digits("pinky", "index")})
        assert rested.hands.left.bent == digits("index") and rested.hands.right.bent == digits("ring"), count


def test_a_hand_missed_at_first_is_looked_for_again():
    (rested,) = only(HandsAtRest, watch(Stage(lays("Ann", 1.0, ["index"]), 3.0), miss=range(1, 6)))
    assert rested.at_s == pytest.approx(1.0, abs=0.05)


def test_a_digit_that_cannot_be_read_stays_unsure():
    (rested,) = watch(Stage(lays("Ann", 1.0, ["index", "ring"]), 3.0), unsure=[Digit.RING])
    assert rested.hands.left.unsure == digits("ring") and rested.hands.left.bent == digits("index", "ring")


def test_one_hand_alone_is_no_lock():
    left, _ = lays("Ann", 1.0, ["index"])
    assert watch(Stage([left], 2.5)) == []


def test_hands_not_still_for_long_enough_are_no_lock():
    hands = lays("Ann", 1.0)
    for hand in hands:
        at(hand, 1.25, by=(0, 350), over_s=0.4)
    assert only(HandsAtRest, watch(Stage(hands, 2.5))) == []


def test_hands_that_lie_there_from_the_start_were_not_seen_laid_down():
    (rested,) = watch(Stage(lays("Ann", -1.0, ["index"]), 2.0))
    assert rested.from_start


@pytest.mark.parametrize("before, after", [(["pinky"], []), ([], ["pinky"]), (["middle"], ["ring"])])
def test_a_digit_that_changes_where_the_hand_lies(before, after):
    hands = lays("Ann", 1.0, ["index"], before)
    at(hands[1], 2.0, after)
    seen = watch(Stage(hands, 3.4))
    (changed,) = only(DigitsMoved, seen)
    first, again = only(HandsAtRest, seen)
    assert changed.player == "Ann" and again.changed and not first.changed and again.at_s == changed.rest_s
    assert changed.at_s == pytest.approx(2.0, abs=0.12) and changed.rest_s == pytest.approx(2.2, abs=0.15)
    assert changed.digits == {Side.RIGHT: digits(*set(before) ^ set(after))}


def test_hands_taken_away_have_not_changed():
    hands = lays("Ann", 1.0, ["index"])
    for hand in hands:
        at(hand, 2.0, [], by=(0, 350), over_s=0.5)
    seen = watch(Stage(hands, 3.6))
    assert not only(DigitsMoved, seen)
    assert only(HandGone, seen)[0].at_s == pytest.approx(2.0, abs=0.1)


def test_hands_that_leave_and_come_back_are_laid_down_anew():
    hands = lays("Ann", 1.0, ["index"])
    for hand in hands:
        at(hand, 1.8, by=(0, 350), over_s=0.4)
        at(hand, 2.6, ["ring"], by=(0, -346), over_s=0.4)
    seen = watch(Stage(hands, 4.0))
    assert [moment.at_s for moment in only(HandsAtRest, seen)] == pytest.approx([1.0, 3.0], abs=0.06)
    assert not only(DigitsMoved, seen)


def test_an_arm_that_passes_over_changes_nothing():
    def sleeve(picture, t):
        if 1.8 < t < 2.5:
            x = int(-100 + 850 * (t - 1.8) / 0.7)
            cv2.line(picture, (x, 270), (x + 60, 150), (30, 120, 30), 30)

    seen = watch(Stage(lays("Ann", 1.0, ["index"], ["ring"]), 3.6, extras=[sleeve]))
    assert len(only(HandsAtRest, seen)) == 1 and not only(DigitsMoved, seen)


def test_a_hand_that_an_arm_covers_for_a_while_is_not_taken_away():
    def sleeve(picture, t):
        if 1.8 < t < 2.8:
            x = int(140 + 80 * math.sin(9 * t))
            cv2.line(picture, (x, 270), (x + 40, 120), (30, 120, 30), 110)

    class Covered(KnowingReader):
        def read(
            self,
            frame_bgr: Picture,
            zone: Zone | None = None,
            palm_px: PalmSizes | None = None,
            palms_in: Zone | None = None,
        ) -> list[HandReading]:
            return [] if 1.8 < self.now_s < 2.8 else super().read(frame_bgr, zone, palm_px, palms_in)

    seen = watch(Stage(lays("Ann", 1.0, ["index"], ["ring"]), 4.4, extras=[sleeve]), Covered)
    assert len(seen) == 1 and isinstance(seen[0], HandsAtRest)


def test_a_hand_that_is_pushed_aside_has_not_been_taken_away():
    hands = lays("Ann", 1.0, ["index"], ["ring"])
    at(hands[1], 2.0, by=(0, -25))
    seen = watch(Stage(hands, 3.6))
    assert not only(HandGone, seen) and not only(DigitsMoved, seen)


def test_digits_that_change_while_a_hand_is_pushed_have_changed():
    hands = lays("Ann", 1.0, ["index"], ["ring"])
    at(hands[1], 2.0, [], by=(5, -25))
    seen = watch(Stage(hands, 3.6))
    (changed,) = only(DigitsMoved, seen)
    assert changed.digits == {Side.RIGHT: digits("ring")} and not only(HandGone, seen)


def test_hands_that_change_in_their_place_come_to_rest_in_the_order_in_which_they_do():
    """Ann begins before Ben and takes longer."""
    anns, bens = lays("Ann", 0.8), lays("Ben", 0.9)
    at(anns[0], 2.0, ["index"], over_s=0.9)
    at(bens[0], 2.3, ["index"], over_s=0.2)
    seen = watch(Stage(anns + bens, 4.4))
    assert [m.player for m in only(DigitsMoved, seen)] == ["Ann", "Ben"]
    assert [m.player for m in only(HandsAtRest, seen) if m.changed] == ["Ben", "Ann"]


def test_a_pattern_of_the_table_that_is_taken_for_hands_was_not_laid_down():
    """Read poorly, and there before: an arm that passes over it makes it no hands that came to rest."""
    stage = Stage([], 4.0)

    class Dreaming(KnowingReader):
        def read(
            self,
            frame_bgr: Picture,
            zone: Zone | None = None,
            palm_px: PalmSizes | None = None,
            palms_in: Zone | None = None,
        ) -> list[HandReading]:
            self.stage = Stage(lays("Ann", -5.0, ["index"]), 4.0)
            return (
                [replace(hand, confidence=0.2) for hand in super().read(frame_bgr, zone, palm_px, palms_in)]
                if self.now_s > 1.6
                else []
            )

    def sleeve(picture, t):
        if 1.2 < t < 2.0:
            x = int(-100 + 850 * (t - 1.2) / 0.8)
            cv2.line(picture, (x, 270), (x + 60, 150), (30, 120, 30), 60)

    stage.extras = [sleeve]
    reader = Dreaming(stage)
    seen = moments_of(Watch(TABLE, reader), reader.follow(stage))
    assert all(moment.from_start for moment in only(HandsAtRest, seen))


def test_shadows_and_flicker_are_no_movement():
    def light(picture, t):
        picture *= 1 + 0.06 * np.sin(20 * t)
        if t > 1.1:
            picture[:, : int(200 * (t - 1.1))] *= 0.85

    (rested,) = only(HandsAtRest, watch(Stage(lays("Ann", 1.0, ["index"]), 3.0, extras=[light])))
    assert rested.at_s == pytest.approx(1.0, abs=0.1)


def test_light_that_is_added_to_every_second_pair_of_frames_is_no_movement():
    def brighter(picture, t):
        picture += 20 * (round(t * 15) // 2 % 2)

    (rested,) = only(HandsAtRest, watch(Stage(lays("Ann", 1.0, ["index"]), 3.0, extras=[brighter])))
    assert rested.at_s == pytest.approx(1.0, abs=0.1)


@pytest.mark.parametrize(
    "rest_s, at_s, unseen",
    [(1.5, 2.0, True), (0.9, 2.0, True), (0.4, 0.4, False), (2.3, 2.3, False)],
    ids=["in the gap", "just before it", "long before it", "after it"],
)
def test_hands_that_came_to_rest_while_nobody_saw_the_table_did_so_at_its_end(rest_s, at_s, unseen):
    stage = Stage(lays("Ann", rest_s, ["index"]), 3.0)
    reader = KnowingReader(stage)
    frames = (frame for frame in reader.follow(stage) if not 1.01 < frame.at_s < 1.99)
    seen = moments_of(Watch(TABLE, reader, recorded=True), frames)
    (gap,), (rested,) = only(NotSeen, seen), only(HandsAtRest, seen)
    assert (gap.at_s, gap.to_s) == (pytest.approx(1.0), pytest.approx(2.0))
    assert rested.at_s == pytest.approx(at_s, abs=0.1) and rested.hands.unseen is unseen


def test_a_camera_that_is_slow_all_the_time_is_not_away():
    stage = Stage(lays("Ann", 1.0), 6.0, fps=1.5)
    reader = KnowingReader(stage)
    assert only(NotSeen, moments_of(Watch(TABLE, reader, recorded=True), reader.follow(stage))) == []


def test_a_neighbours_hand_in_the_zone_is_not_ones_own():
    hands = lays("Ann", 1.0, ["index"])[:1]
    visitor = lays("Ben", 1.0, ["ring"])[0]
    visitor.keys = [(when, (240.0, where[1] + 150), bent) for when, where, bent in visitor.keys]
    assert watch(Stage([*hands, visitor], 2.6)) == []


def test_everything_is_watched_and_little_is_read():
    stage = Stage(lays("Ann", 1.0, ["index"]) + lays("Ben", 1.4), 8.0)
    reader = KnowingReader(stage)
    moments_of(Watch(TABLE, reader), reader.follow(stage))
    assert reader.count < 60
