"""Slowness loses nothing: however late readings come, the moments are those of readings that come at once."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from gesture.bench.lateness import LateReader
from gesture.reading.background import Answer, Picture, Zone, answered
from gesture.reading.hand_reading import PalmSizes
from gesture.sources.frames import Frame
from gesture.table.seats import Table
from gesture.watching.moments import DigitsMoved, HandsAtRest, Moment, NotReadInTime
from gesture.watching.motion import MotionTracker
from gesture.watching.stillness import ENOUGH_READINGS, RestingHand
from gesture.watching.watch import Watch
from rules.hands import Digit, Side
from tests.gesture.stage import ANN, BEN, SIZE, Followed, Hand, KnowingReader, Stage, at, lays, moments_of

TABLE = Table((ANN, BEN))
FPS = 30.0


def budging() -> list[Hand]:
    hands = lays("Ann", 1.0, ["index"], ["pinky"]) + lays("Ben", 1.1, ["thumb"])
    at(hands[1], 2.5, ["ring"])
    return hands


def leaving() -> list[Hand]:
    hands = lays("Ann", 1.0, ["index"]) + lays("Ben", 1.0 + 1 / FPS)
    for hand in hands[:2]:
        at(hand, 2.5, [], by=(0, 350), over_s=0.5)
    return hands


def resting_for_a_blink() -> list[Hand]:
    """Ann's hands lie for little more than the time that makes a lock, long before any late reading comes."""
    hands = lays("Ann", 1.0, ["index"], ["thumb"]) + lays("Ben", 2.2, ["ring"])
    for hand in hands[:2]:
        at(hand, 1.7, [], by=(0, 350), over_s=0.3)
    return hands


TABLES = {"a budge": budging, "hands that leave": leaving, "hands that rest for a blink": resting_for_a_blink}


@cache
def filmed(what: str) -> tuple[Stage, tuple[Frame, ...]]:
    """A table and the frames of it."""
    stage = Stage(TABLES[what](), 5.0, FPS)
    return stage, tuple(stage)


@cache
def seen(what: str, late_s: float, kept_frames: int | None = None) -> tuple[Moment, ...]:
    stage, frames = filmed(what)
    knowing = KnowingReader(stage)
    late = LateReader(knowing, late_s)
    kept_bytes = 10**9 if kept_frames is None else kept_frames * SIZE[0] * SIZE[1] * 3
    watch = Watch(TABLE, late, kept_bytes=kept_bytes)
    return tuple(moments_of(watch, late.clocked(Followed(frames, knowing))))


def told(moment: Moment) -> tuple[object, ...]:
    shown = None
    if isinstance(moment, HandsAtRest | DigitsMoved):
        shown = [(moment.hands.of(side).bent, moment.hands.of(side).unsure) for side in Side]
    player = getattr(moment, "player", None)
    return type(moment), player, round(moment.at_s, 6), shown


@pytest.mark.parametrize("late_s", [0.05, 0.35, 1.0, 2.0, 4.0])
@pytest.mark.parametrize("what", TABLES)
def test_the_moments_are_the_same_at_any_lateness(what, late_s):
    wanted = [told(moment) for moment in seen(what, 0.0)]
    assert len(wanted) >= 2
    assert [told(moment) for moment in seen(what, late_s)] == wanted


@pytest.mark.parametrize("late_s", [0.35, 1.0, 2.0])
@pytest.mark.parametrize("kept_frames", [3, 12, 30])
@pytest.mark.parametrize("what", TABLES)
def test_where_frames_cannot_be_kept_what_is_not_read_is_unsure_or_said_and_never_wrong(what, kept_frames, late_s):
    right = [m for m in seen(what, 0.0) if isinstance(m, HandsAtRest)]
    found = seen(what, late_s, kept_frames)
    for lock in (m for m in found if isinstance(m, HandsAtRest)):
        same = [m for m in right if m.player == lock.player and abs(m.at_s - lock.at_s) < 0.1]
        missed = [m for m in found if isinstance(m, NotReadInTime) and m.player == lock.player]
        for side in Side:
            sure = frozenset(Digit) - lock.hands.of(side).unsure
            told_of = (
                bool(missed) if not same else lock.hands.of(side).bent & sure == same[0].hands.of(side).bent & sure
            )
            assert told_of or not sure, what
    said = {m.player for m in found if isinstance(m, HandsAtRest | NotReadInTime)}
    assert said >= {m.player for m in right}


class LateForOne(LateReader):
    """Readings of Ann's zone alone come late."""

    def ask(
        self,
        frame_bgr: Picture,
        zone: Zone | None = None,
        palm_px: PalmSizes | None = None,
        palms_in: Zone | None = None,
    ) -> Answer:
        if zone is not None and zone[:, 1].max() > SIZE[1]:
            return super().ask(frame_bgr, zone, palm_px, palms_in)
        return answered(self.read(frame_bgr, zone, palm_px, palms_in))


def test_hands_that_come_to_rest_at_the_same_time_stand_in_the_seats_order_whoever_is_read_first():
    stage = Stage(lays("Ann", 1.0, ["index"]) + lays("Ben", 1.0), 5.0, fps=8.0)  # the last reading decides both
    knowing = KnowingReader(stage)
    late = LateForOne(knowing, 0.5)
    found = moments_of(Watch(TABLE, late), late.clocked(Followed(tuple(stage), knowing)))
    ann, ben = (moment for moment in found if isinstance(moment, HandsAtRest))
    assert (ann.player, ben.player) == ("Ann", "Ben") and ann.at_s == ben.at_s


@pytest.mark.parametrize("late_s", [0.0, 0.5])
@pytest.mark.parametrize("size", [(320, 180), (474, 270)], ids=["much smaller", "hardly smaller"])
def test_frames_of_another_size_in_between_change_no_lock(size, late_s):
    stage, frames = filmed("hands that leave")
    shown = [
        replace(f, image=np.asarray(cv2.resize(f.image, size), np.uint8)) if 1.8 < f.at_s < 2.0 else f for f in frames
    ]
    knowing = KnowingReader(stage)
    late = LateReader(knowing, late_s)
    found = moments_of(Watch(TABLE, late), late.clocked(Followed(shown, knowing)))
    laid = [told(m) for m in found if isinstance(m, HandsAtRest) and not m.from_start]
    assert laid == [told(m) for m in seen("hands that leave", 0.0) if isinstance(m, HandsAtRest)]


def test_of_a_hand_that_was_read_too_few_times_no_digit_is_sure():
    hands = lays("Ann", 0.2, ["index"], from_s=0.0)
    stage = Stage(hands, 1.0, FPS)
    reader, tracker = KnowingReader(stage), MotionTracker()
    resting: RestingHand | None = None
    unsure = []
    for frame in reader.follow(stage):
        motion = tracker.watch(frame)
        if frame.at_s < 0.8:
            continue
        reading = next(hand for hand in reader.read(frame.image) if hand.side is Side.LEFT)
        if resting is None:
            resting = RestingHand.found(reading, motion, 0.1)
            assert resting is not None
        else:
            resting.add(reading)
        unsure.append(resting.consensus(Side.LEFT).unsure)
    assert unsure[: ENOUGH_READINGS - 1] == [frozenset(Digit)] * (ENOUGH_READINGS - 1)
    assert unsure[ENOUGH_READINGS - 1 :] and not any(unsure[ENOUGH_READINGS - 1 :])
