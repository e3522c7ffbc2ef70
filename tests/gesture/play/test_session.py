"""A session: what waits, what is looked at again, photographs, and cards that nobody has told yet."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from gesture.games.interpreter import Resort, ShownDigits
from gesture.games.judge import Happening
from gesture.play.session import Listener, Session
from gesture.reading.background import Picture, Zone
from gesture.reading.hand_reading import HandReading, PalmSizes
from gesture.sources.frames import Frame
from gesture.table.seats import Seat, Table
from rules.chance import generator
from rules.dexterity_jane.events import Lock, Reveal
from rules.game import TakeBack
from rules.hands import Digit, Side
from rules.log import LogWriter, event_name
from rules.players import Players
from tests.gesture.stage import ANN, BEN, SIZE, KnowingReader, Stage, lays

HEADER = {"game": "dexterity-jane", "version": 1, "players": ["Ann", "Ben"], "deck": "reference"}
INDEX = Reveal(at=0.0, cards=(2,))
BENT = {Side.LEFT: frozenset({Digit.INDEX}), Side.RIGHT: frozenset[Digit]()}


class Heard(Listener):
    """Keeps what a session tells."""

    def __init__(self) -> None:
        self.happenings: list[Happening] = []
        self.resorts: list[Resort] = []

    def told(self, happening: Happening) -> None:
        """Something happened."""
        self.happenings.append(happening)

    def unsure(self, resort: Resort, digits: ShownDigits) -> None:
        """Somebody is asked."""
        self.resorts.append(resort)


def kinds(events):
    return [event_name(type(event)) for event in events]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def at_table(path: Path | None = None, heard: Heard | None = None, **rest) -> Session:
    writer = LogWriter.create(path, HEADER) if path is not None else None
    return Session(HEADER, Table((ANN, BEN)), heard, writer=writer, lot=generator(1), **rest)


def watched(session: Session, stage: Stage, unsure: tuple[Digit, ...] = (), clear_s: float = 99.0) -> Iterator[float]:
    """Watches a stage; digits in `unsure` can be read from `clear_s` on."""

    class Clearing(KnowingReader):
        def read(
            self,
            frame_bgr: Picture,
            zone: Zone | None = None,
            palm_px: PalmSizes | None = None,
            palms_in: Zone | None = None,
        ) -> list[HandReading]:
            self.unsure = frozenset(unsure if self.now_s < clear_s else ())
            return super().read(frame_bgr, zone, palm_px, palms_in)

    reader = Clearing(stage)
    watch = session.new_watch(reader)
    session.watch(watch)
    for frame in reader.follow(stage):
        for sighting in watch.step(frame):
            session.seen(sighting)
        yield frame.at_s
    session.finish(watch.finish())


@pytest.mark.parametrize("clear_s, by", [(2.0, "look"), (99.0, "likelier")], ids=["more frames tell", "they do not"])
def test_where_nobody_can_be_asked_more_frames_are_read_before_the_likelier_counts(clear_s, by):
    heard = Heard()
    session = at_table(heard=heard, asks=False)
    session.happen(INDEX)
    for _ in watched(session, Stage(lays("Ann", 1.0, ["index"]), 6.0), (Digit.INDEX,), clear_s):
        pass
    session.end(6.0)
    events = [happening.event for happening in heard.happenings]
    assert kinds(events) == ["reveal", "lock", "settle", "verify"] and heard.resorts == []
    assert events[2] == session.judge.interpreter.settled("Ann", events[2].at, BENT, Resort(by))


def test_a_second_look_does_not_make_what_came_before_it_late():
    """What is settled while hands of before are still undecided stands behind them in the log."""
    session = at_table(heard=(heard := Heard()))
    session.happen(INDEX)
    for _ in watched(session, Stage(lays("Ann", 1.0, ["index"]), 6.0), (Digit.INDEX,), 2.0):
        pass
    at_s = [happening.event.at for happening in heard.happenings]
    assert at_s == sorted(at_s)


def test_a_photograph_of_each_lock_is_kept_until_its_round_is_closed(path):
    session = at_table(path)
    session.happen(INDEX)
    for _ in watched(session, Stage(lays("Ann", 1.0, ["index"]), 3.0)):
        pass
    folder = path.with_suffix(".photos")
    assert set(session.photos) == {"Ann"} and len(list(folder.iterdir())) == 2
    session.close()
    writer, log = LogWriter.resume(path)
    again = Session(HEADER, Table((ANN, BEN)), writer=writer)
    again.take_up(log)
    assert set(again.photos) == {"Ann"}
    again.end(4.0)
    assert not folder.exists() and not again.photos
    again.close()


def test_hands_of_a_player_who_came_later_are_photographed_too(path):
    session = at_table(path)
    session.happen(Players(at=0.0, players=("Ann", "Cy")))
    session.watch(None, Table((ANN, Seat("Cy", BEN.zone))))
    session.happen(INDEX)
    session.glimpse = lambda: Frame(np.zeros((SIZE[1], SIZE[0], 3), np.uint8), 1.0, 0)
    session.happen(Lock(at=1.0, player="Cy", left=(), right=()))
    assert set(session.photos) == {"Cy"}
    session.close()


def test_hands_that_nobody_saw_are_not_shown_with_the_photograph_of_a_lock_taken_back(path):
    session = at_table(path)
    session.happen(INDEX)
    frame = Frame(np.zeros((SIZE[1], SIZE[0], 3), np.uint8), 1.0, 0)
    for glimpse, photographed in ((frame, {"Ann"}), (None, set())):
        session.glimpse = partial(lambda frame: frame, glimpse)
        session.happen(Lock(at=1.0, player="Ann", left=(), right=()))
        assert set(session.photos) == photographed
        session.take_back(session.judge.history.line)
    assert not list(path.with_suffix(".photos").iterdir())
    session.close()


def test_a_question_about_digits_ends_when_their_lock_is_taken_back():
    session = at_table(heard=(heard := Heard()))
    session.happen(INDEX)
    for _ in watched(session, Stage(lays("Ann", 1.0, ["index"]), 7.0), (Digit.INDEX,)):
        if heard.resorts and not isinstance(heard.happenings[-1].event, TakeBack):
            session.take_back(3)
    assert heard.resorts == [Resort.PALMS] and not session.unsettled and session.doubts.asked == {}
