"""Hands that are read in the background, and answers that come frames later than the frame they were asked about."""

import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, wait
from typing import Any

import numpy as np
import pytest

from gesture.reading.background import Answer, BackgroundReader, Picture, Zone, ask, give_up, put_off, want
from gesture.reading.hand_reading import HandReading, PalmSizes
from gesture.sources.frames import Frame
from gesture.table.seats import Table
from gesture.watching.moments import DigitsMoved, HandGone, HandsAtRest
from gesture.watching.watch import Watch
from rules.hands import Side
from tests.gesture.stage import ANN, BEN, KnowingReader, Stage, at, digits, lays, moments_of

TABLE = Table((ANN, BEN))
PICTURE = np.zeros((4, 4, 3), np.uint8)


class LateReader(KnowingReader):
    """Answers `late` frames after it was asked, one answer a frame at the most, in the order asked."""

    def __init__(self, stage: Stage, late: int, **reading: Any) -> None:
        super().__init__(stage, **reading)
        self.late, self.frame = late, 0
        self.waiting: deque[tuple[int, Future[list[HandReading]], list[HandReading]]] = deque()

    def follow(self, frames: Iterable[Frame]) -> Iterator[Frame]:
        for frame in super().follow(frames):
            self.frame += 1
            if self.waiting and self.waiting[0][0] <= self.frame:
                _, answer, found = self.waiting.popleft()
                answer.set_result(found)
            yield frame
        for _, answer, found in self.waiting:
            answer.set_result(found)

    def ask(
        self,
        frame_bgr: Picture,
        zone: Zone | None = None,
        palm_px: PalmSizes | None = None,
        palms_in: Zone | None = None,
    ) -> Answer:
        answer: Future[list[HandReading]] = Future()
        self.waiting.append((self.frame + self.late, answer, self.read(frame_bgr, zone, palm_px, palms_in)))
        return answer


def watch(stage, reader):
    return moments_of(Watch(TABLE, reader), reader.follow(stage))


def budging():
    hands = lays("Ann", 1.0, ["index"], ["pinky"]) + lays("Ben", 1.1, ["thumb"])
    at(hands[1], 2.5, ["ring"])
    return hands


def leaving():
    hands = lays("Ann", 1.0, ["index"]) + lays("Ben", 1.0 + 1 / 30)
    for hand in hands[:2]:
        at(hand, 2.5, [], by=(0, 350), over_s=0.5)
    return hands


def passing():
    hands = lays("Ann", 1.0, ["index"]) + lays("Ben", 1.6)
    for hand in hands[:2]:
        at(hand, 1.15, by=(6, 0), over_s=0.1)  # shifts once more before it rests
    return hands


TABLES = {"a budge": budging, "hands that leave": leaving, "hands that shift before they rest": passing}


def told(moment):
    hands = moment.hands if not isinstance(moment, HandGone) else None
    shown = hands and (hands.left.bent, hands.right.bent)
    return type(moment), moment.player, round(moment.at_s, 6), shown


@pytest.mark.parametrize("late", [1, 3, 8])
@pytest.mark.parametrize("what", TABLES)
def test_late_answers_give_the_same_moments_at_the_same_times(what, late):
    at_once, later = (Stage(TABLES[what](), 5.0, 30) for _ in range(2))
    wanted = [told(moment) for moment in watch(at_once, KnowingReader(at_once))]
    assert len(wanted) >= 2
    assert [told(moment) for moment in watch(later, LateReader(later, late))] == wanted


def test_a_hand_that_leaves_before_the_answer_comes_is_not_at_rest():
    hands = lays("Ann", 1.0, ["index"])
    for hand in hands:
        at(hand, 1.25, by=(0, 350), over_s=0.3)
    stage = Stage(hands, 3.0, 30)
    assert not [m for m in watch(stage, LateReader(stage, 12)) if isinstance(m, HandsAtRest | DigitsMoved)]


def test_a_lock_whose_reading_comes_late_is_still_called_before_a_later_one():
    stage = Stage(lays("Ann", 1.0, ["index"]) + lays("Ben", 1.0 + 1 / 30, ["thumb"]), 4.0, 30)
    seen = [m for m in watch(stage, LateReader(stage, 15)) if isinstance(m, HandsAtRest)]
    assert [m.player for m in seen] == ["Ann", "Ben"] and seen[0].at_s < seen[1].at_s
    assert seen[0].hands.of(Side.LEFT).bent == digits("index")


class Counting:
    """A reader that cannot do two things at once, and says when it is closed."""

    def __init__(self) -> None:
        self.busy, self.closed = threading.Lock(), False
        self.threads: set[threading.Thread] = set()

    def read(
        self,
        frame_bgr: Picture,
        zone: Zone | None = None,
        palm_px: PalmSizes | None = None,
        palms_in: Zone | None = None,
    ) -> list[HandReading]:
        assert self.busy.acquire(blocking=False)
        self.threads.add(threading.current_thread())
        threading.Event().wait(0.005)
        self.busy.release()
        if zone is not None:
            raise ValueError("no such zone")
        return []

    def close(self) -> None:
        self.closed = True


def test_the_background_reader_reads_beside_and_leaves_no_thread_behind():
    before, made = threading.active_count(), []

    def make():
        made.append(Counting())
        return made[-1]

    with BackgroundReader(make, workers=2) as reader:
        answers = [ask(reader, PICTURE) for _ in range(12)]
        assert [answer.result(5) for answer in answers] == [[]] * 12 and reader.read(PICTURE) == []
        assert len(made) == 2 and all(one.threads for one in made)
        assert threading.current_thread() not in made[0].threads | made[1].threads
        with pytest.raises(ValueError, match="no such zone"):
            ask(reader, PICTURE, np.zeros((4, 2))).result(5)
    assert all(one.closed for one in made) and threading.active_count() == before


def test_what_was_put_off_is_read_last_unless_it_is_wanted_and_what_is_given_up_not_at_all():
    begun, go_on = threading.Event(), threading.Event()
    read: list[int] = []

    class Slow(Counting):
        def read(
            self,
            frame_bgr: Picture,
            zone: Zone | None = None,
            palm_px: PalmSizes | None = None,
            palms_in: Zone | None = None,
        ) -> list[HandReading]:
            begun.set()
            go_on.wait(5)
            read.append(int(frame_bgr[0, 0, 0]))
            return []

    with BackgroundReader(Slow, workers=1) as reader:
        answers = [ask(reader, np.full_like(PICTURE, n)) for n in range(6)]
        assert begun.wait(5)
        for n in (1, 2, 3):
            put_off(reader, answers[n])
        want(reader, answers[2])
        give_up(reader, answers[4])
        go_on.set()
        wait([answers[1], answers[3]], 5)
    assert read == [0, 5, 2, 1, 3] and answers[4].cancelled()


def test_a_plain_reader_has_answered_when_it_is_asked():
    assert ask(Counting(), PICTURE).done()
