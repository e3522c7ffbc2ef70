"""Drawn and recorded tables, pretended cameras, what is made of callouts, and a short soak."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gesture.bench.table_camera import PacedCamera, WatchedCamera
from gesture.bench.table_run import Announcement, TableGames, expected, matched
from gesture.bench.table_show import FPS, ROUND_S, ROUNDS, drawn_hands, drawn_table, recorded_table
from gesture.bench.table_soak import Sample, Soak, soak
from rules.hands import Side
from tests.gesture.clips import CLIPS
from tests.gesture.stage import KnowingReader, Stage
from tests.values import some

SMALL = (640, 360)


@pytest.fixture(scope="module")
def show():
    return drawn_table(2, SMALL)


def test_the_hands_that_come_along_are_two_of_each_of_eight_people():
    hands = drawn_hands()
    assert len(hands) == 16 and len({hand.bent for hand in hands}) > 8
    assert all(hand.picture.shape[2] == 4 and hand.picture[..., 3].max() == 1 for hand in hands)


def test_a_drawn_table_shows_hands_where_and_when_it_says(show):
    assert len(show.frames) == ROUNDS * ROUND_S * FPS and show.frame(0).shape == (360, 640, 3)
    assert sorted({due.player for due in show.due}) == ["Ann", "Ben"] and len(show.due) == 2 * ROUNDS
    empty = show.frame(0).astype(int)
    for due in show.due:
        (seat,) = (seat for seat in show.seats if seat.player == due.player)
        x, y = seat.center.astype(int)
        around = np.s_[y - 20 : y + 20, x - 60 : x + 60]
        before, after = (show.frame(round((due.at_s + s) * FPS)).astype(int)[around] for s in (-0.9, 0.3))
        assert abs(before - empty[around]).mean() < 5 < abs(after - empty[around]).mean()
        still = show.frame(round((due.at_s + 0.1) * FPS)).astype(int)[around]
        assert abs(still - after).mean() < 5, "the hands lie still from then on"


def test_nobody_is_expected_to_lock_last(show):
    first = {(due.player, due.at_s) for due in show.due[::2]}
    assert {(due.player, due.at_s) for due in expected(show)} == first


def test_a_recording_brings_its_labels_along():
    show = recorded_table(CLIPS / "posse.mp4", CLIPS / "posse.json")
    assert [seat.player for seat in show.seats] == ["Ann", "Cy", "Ben"] and show.variant == "stick-up"
    assert show.sheriff in tuple(Side) and len(expected(show)) == len(show.due) and not show.deals
    assert any(due.bent is None for due in show.due)


class Clock:
    """A clock that is turned by whoever waits."""

    now_s = 5.0

    def __call__(self) -> float:
        return self.now_s

    def sleep(self, seconds: float) -> None:
        self.now_s += seconds


def test_frames_come_when_they_are_due_and_those_not_fetched_in_time_are_gone(show):
    clock = Clock()
    camera = PacedCamera(show, clock, clock.sleep)
    shown = []
    for late_s in (0, 0, 0.11, 0.005):
        clock.now_s += late_s
        read, image = camera.read()
        assert read and camera.isOpened()
        shown.append((round((clock.now_s - 5.0) * FPS, 2), image))
    assert [at for at, _ in shown] == [0, 1, 4.3, 5] and camera.missed == 2
    assert np.array_equal(shown[2][1], show.frame(4)) and np.array_equal(shown[3][1], show.frame(5))


def test_a_camera_that_waits_to_be_watched_turns_its_own_clock(show):
    camera = WatchedCamera(show)
    camera.watched()
    assert camera.read()[0] and camera.clock() == pytest.approx(1 / FPS)
    assert camera.read() == (False, None) and camera.clock() == pytest.approx(1 / FPS)


def games_of(show, called):
    games = TableGames(show, KnowingReader(Stage([], 1.0)), Path(), Clock(), 0.0)
    games.called, games.finished = called, 1
    return games


def told(due, off_s=0.0, **changed):
    return replace(Announcement(player=due.player, at_s=due.at_s + off_s, clock_s=0.0, bent=due.bent), **changed)


CROWD = {
    "all as due": (lambda a, b: [told(a), told(b)], {}),
    "one missing": (lambda a, b: [told(b)], {"missing": 1}),
    "one too many": (lambda a, b: [told(a), told(b), told(b, 0.1)], {"extra": 1}),
    "the later placed first": (lambda a, b: [told(a, 0.3), told(b, -0.1)], {"out_of_order": 1}),
    "misread": (lambda a, b: [told(a, bent={side: frozenset() for side in Side}), told(b)], {"misread": 1}),
    "unsure and wrong": (
        lambda a, b: [told(a, bent={side: frozenset() for side in Side}, unsure=True), told(b)],
        {"unsure": 1},
    ),
}


@pytest.mark.parametrize("what", CROWD)
def test_callouts_are_matched_to_what_was_due(show, what):
    a, b = replace(show.due[0], at_s=1.0), replace(show.due[1], at_s=1.2)
    called, wanted = CROWD[what]
    found = matched(games_of(replace(show, due=(a, b), deals=False), called(a, b)))
    for name in ("missing", "extra", "misread", "unsure", "out_of_order"):
        assert getattr(found, name) == wanted.get(name, 0), name


def test_half_a_minute_of_play_leaks_neither_memory_nor_threads(show):
    lasted = soak(replace(show, loops_a_game=1), 0.5)
    assert (lasted.games, lasted.missing, lasted.locks) == (3, 0, 6) and lasted.frames >= 880
    assert lasted.samples[-1].threads == lasted.samples[1].threads
    used = [sample.memory_mb for sample in lasted.samples]
    assert used[-1] is None or used[-1] - some(used[1]) < 25


def soaked(show, per_hour_mb, threads):
    samples = [Sample(table_s=600.0 * k, memory_mb=300 + per_hour_mb * k / 6, threads=t) for k, t in enumerate(threads)]
    return Soak(show=show, samples=tuple(samples), frames=1, games=1, took_s=1.0, missing=0, locks=1)


@pytest.mark.parametrize(
    "minutes, grown_mb, leaks",
    [
        pytest.param([1, 2, 3, 4, 5], [0, 3, 4, 4, 4], None, id="five minutes"),
        pytest.param([3 * n for n in range(1, 11)], [0, 20, 30] + [35] * 7, False, id="much at first"),
        pytest.param([3 * n for n in range(1, 11)], [2 * n for n in range(10)], True, id="ever more"),
        pytest.param([5, 10, 15], [0, 10, 20], None, id="nothing to judge by"),
    ],
)
def test_a_leak_is_judged_after_settling(show, minutes, grown_mb, leaks):
    samples = [
        Sample(table_s=60.0 * m, memory_mb=300.0 + mb, threads=9) for m, mb in zip(minutes, grown_mb, strict=True)
    ]
    lasted = Soak(show=show, samples=tuple(samples), frames=1, games=1, took_s=1.0, missing=0, locks=1)
    assert lasted.leaks is leaks and lasted.to_json()["leaks"] is leaks


def test_growth_is_what_the_samples_say(show):
    steady, growing, breeding = soaked(show, 1, [9] * 8), soaked(show, 90, [9] * 8), soaked(show, 0, range(8))
    assert (steady.leaks, growing.leaks, breeding.leaks) == (False, True, True)
    assert growing.grown_mb_an_hour == pytest.approx(90) and growing.to_json()["leaks"] is True
