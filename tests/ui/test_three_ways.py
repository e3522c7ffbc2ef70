"""One path: a recording that is refereed, played without a window, or watched by the window's thread gives one log."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gesture.games.dexterity_jane.options import DexterityJaneOptions
from gesture.games.judge import Happening
from gesture.play.recordings import referee_recording
from gesture.play.session import Listener, Session
from gesture.reading.hand_reader import HandReader
from gesture.sources.frames import Frame
from gesture.sources.video import VideoFile
from gesture.table.seats import Table
from rules.dexterity_jane.header import NAME
from rules.game import Event
from rules.hands import Side
from rules.log import encode_event
from tests.gesture.clips import CLIPS, NAMES, labels, reveals_of, seats_of
from ui.headless.game import HeadlessGame
from ui.headless.pacing import play_recording
from ui.window.games.dexterity_jane.console import DexterityJaneConsole
from ui.window.workers.table_worker import TableWorker

LONGEST_S = 120.0


class Shown:
    """A recording as the window's threads take pictures."""

    trouble: str | None = None
    latest: NDArray[np.uint8] | None = None

    def __init__(self, name: str) -> None:
        self._video = VideoFile(CLIPS / f"{name}.mp4")

    def __iter__(self) -> Iterator[Frame | None]:
        return iter(self._video)

    def close(self) -> None:
        """Close the file."""
        self._video.close()


class Kept(Listener):
    """Keeps the log of what happens."""

    def __init__(self) -> None:
        self.log: list[bytes] = []

    def told(self, happening: Happening) -> None:
        """Something happened."""
        self.log.append(encode_event(happening.event))


def options_of(label: dict[str, Any]) -> DexterityJaneOptions:
    return DexterityJaneOptions(
        variant=label.get("variant", "standard"),
        round=label.get("round", 1),
        reveals=tuple(reveals_of(label)),
        sheriff=Side(label["sheriff"]) if "sheriff" in label else None,
    )


def as_recording(name: str, reader: HandReader) -> list[bytes]:
    label = labels(name)
    ended = referee_recording(CLIPS / f"{name}.mp4", NAME, options_of(label), seats=seats_of(label), reader=reader)
    return [encode_event(happening.event) for happening in ended.happenings]


def without_a_window(name: str, reader: HandReader) -> list[bytes]:
    label, kept = labels(name), Kept()
    options, table = options_of(label), Table(tuple(seats_of(label)))
    game = HeadlessGame(
        options.header(table.players), table, reader, DexterityJaneConsole, options, lambda _: None, tell=kept.told
    )
    lines: list[str] = []
    for reveal in reveals_of(label):
        lines += [f"{reveal.at_s:g}: verify"] if lines else []
        lines.append(f"{reveal.at_s:g}: {','.join(map(str, reveal.cards))}")
    given = iter([lines])
    typed: Callable[[], Sequence[str] | None] = lambda: next(given, None)  # noqa: E731
    game.begin()
    with VideoFile(CLIPS / f"{name}.mp4") as video:
        play_recording(game, video, typed, fast=True)
    return kept.log


def from_the_windows_thread(name: str, reader: HandReader) -> list[bytes]:
    label, kept = labels(name), Kept()
    options = options_of(label)
    table = options.at_table(Table(tuple(seats_of(label))))
    session = Session(options.header(table.players), table, kept)
    for event in options.set_up(session.state, session.judge.lot):
        session.happen(event)
    for event in options.script(session.state):
        session.later(event.at, partial(say, session, event))
    worker = TableWorker(session.new_watch, lambda: Shown(name), lambda: reader, lambda: 0.0)
    session.watch(worker)
    try:
        until_s = time.monotonic() + LONGEST_S
        while not worker.ended and worker.trouble is None and time.monotonic() < until_s:
            for sighting in worker.take():
                session.seen(sighting)
            time.sleep(0.005)
        assert worker.ended, worker.trouble
        session.finish(worker.take())
    finally:
        worker.close()
        worker.join(10)
    session.end(session.now_s)
    return kept.log


def say(session: Session, event: Event, at_s: float) -> None:
    session.end(at_s)
    session.happen(event)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("way", [without_a_window, from_the_windows_thread])
def test_every_way_gives_the_log_of_the_recording(name, way, live_reader):
    assert way(name, live_reader) == as_recording(name, live_reader)
