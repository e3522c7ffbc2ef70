"""What holds of the interpreter of every game, whichever it is: it is told everything, and holds nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import msgspec
import pytest

from gesture.games.dexterity_jane.options import DexterityJaneOptions
from gesture.games.interpreter import Question
from gesture.games.judge import Happening, Judge
from gesture.games.one_finger.options import Dealt, OneFingerOptions
from gesture.games.options import Options
from gesture.games.registry import interpreter_of, options_of
from gesture.sources.video import VideoFile
from gesture.table.seats import Table
from gesture.watching.moments import Moment
from gesture.watching.watch import Watch
from rules.chance import generator
from rules.game import Event, Note, TakeBack
from rules.games import GAMES, game_named, register
from rules.hands import Side
from rules.history import History
from rules.log import encode_event, read_log
from rules.one_finger.cards import Button, Card
from rules.one_finger.events import Deal
from tests import flat_hand
from tests.gesture.clips import CLIPS, labels, reveals_of, seats_of

WATCHED = [*(name for name, entry in GAMES.items() if entry.interpreter is not None), flat_hand.NAME]
CLIP = {"dexterity-jane": "posse"}
"""The recording that is played as each game; duel for whichever is not named."""


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    """The tests' own game is one of the games."""
    register(flat_hand.NAME, flat_hand.ENTRY)
    yield
    del GAMES[flat_hand.NAME]


@pytest.fixture(params=WATCHED)
def game(request: pytest.FixtureRequest) -> str:
    """Each game that a camera can watch."""
    return str(request.param)


def options_for(game: str) -> Options:
    if game == "one-finger":
        # Told, and not by lot: after a take-back the lot deals other cards.
        players = [seat.player for seat in seats_of(labels("duel"))]
        button = Card(2, Button.RED)
        deal = Deal(at=0, piles=dict.fromkeys(players, button), draw=(button,) * 6)
        header = {"game": game, "version": 1, "players": players}
        return OneFingerOptions(dealt=Dealt(header=header, deal=deal, first=None))
    if game != "dexterity-jane":
        return options_of(game)()
    label = labels(CLIP[game])
    return DexterityJaneOptions(
        variant=label["variant"],
        round=label["round"],
        reveals=tuple(reveals_of(label)),
        sheriff=Side(label["sheriff"]),
    )


@cache
def inputs(game: str, reader: Any) -> tuple[Moment | Event, ...]:
    """What the hands on a recording do, and what is known beforehand, in the order of their times."""
    options, table = options_for(game), table_for(game)
    opening = game_named(game).open(options.header(table.players))
    watch, found = Watch(table, reader, interpreter_of(game)(table, opening).detectors()), list[Moment | Event]()
    with VideoFile(CLIPS / f"{CLIP.get(game, 'duel')}.mp4") as video:
        for frame in video:
            found += [moment for sighting in watch.step(frame) for moment in sighting.moments]
    found += [moment for sighting in watch.finish() for moment in sighting.moments]
    time_of = lambda one: one.at_s if isinstance(one, Moment) else one.at  # noqa: E731
    return tuple(sorted([*options.script(opening), *found], key=time_of))


def table_for(game: str) -> Table:
    return options_for(game).at_table(Table(tuple(seats_of(labels(CLIP.get(game, "duel"))))))


class AtTable:
    """A judge at the table of a game, and what it told."""

    def __init__(self, game: str) -> None:
        options = options_for(game)
        self.table = table_for(game)
        self.header = options.header(self.table.players)
        self.told: list[Happening] = []
        self.judge = Judge(self.header, self.table, self.told.append, lot=generator(3))

    def set_up(self, game: str) -> None:
        """Whatever the game sets up."""
        for event in options_for(game).set_up(self.judge.state, self.judge.lot):
            self.judge.happen(event)

    def play(self, what: tuple[Moment | Event, ...]) -> None:
        """Let it happen."""
        for one in what:
            if isinstance(one, Moment):
                self.judge.take(one)
            else:
                self.judge.end(one.at)
                self.judge.happen(one)

    @property
    def events(self) -> list[Event]:
        """What happened, without remarks."""
        return [happening.event for happening in self.told if not isinstance(happening.event, Note)]


def test_its_log_is_taken_by_the_rules_alone(game, live_reader):
    at_table = AtTable(game)
    at_table.set_up(game)
    at_table.play(inputs(game, live_reader))
    at_table.judge.end(99.0)
    alone = History(at_table.header)
    for happening in at_table.told:
        alone.apply(happening.event)
    assert alone.state == at_table.judge.state and at_table.events


def test_taken_up_after_any_line_it_makes_the_same_of_what_follows(game, live_reader):
    what = inputs(game, live_reader)
    whole, lines = AtTable(game), []
    whole.set_up(game)
    for one in what:
        lines.append(len(whole.told))
        whole.play((one,))
    for number, before in enumerate(lines):
        again = AtTable(game)
        log = [msgspec.json.encode(again.header), *(encode_event(h.event) for h in whole.told[:before])]
        again.judge.take_up(read_log(log))
        if not before:
            again.set_up(game)
        again.play(what[number:])
        happened = [h.event for h in whole.told[:before] if not isinstance(h.event, Note)] + again.events
        assert happened == whole.events, f"taken up before the {number}. moment"


def test_taken_back_from_its_first_line_on_it_makes_the_same_of_it_again(game, live_reader):
    what, at_table = inputs(game, live_reader), AtTable(game)
    at_table.set_up(game)
    at_table.play(what)
    first, last_s = at_table.events, at_table.told[-1].event.at
    at_table.judge.happen(TakeBack(at=last_s, since=2))
    assert at_table.judge.state == game_named(game).open(at_table.header)
    at_table.told.clear()
    at_table.set_up(game)
    at_table.play(tuple(later(one, last_s + 1) for one in what))
    assert list(map(without_time, at_table.events)) == list(map(without_time, first))


def later(one: Moment | Event, by_s: float) -> Moment | Event:
    """The same, so much later."""
    if isinstance(one, Moment):
        return replace(one, at_s=one.at_s + by_s)
    return msgspec.structs.replace(one, at=one.at + by_s)


def without_time(event: Event) -> Event:
    return msgspec.structs.replace(event, at=0.0)


def test_each_question_can_be_answered_by_each_of_its_choices(game, live_reader):
    asked: list[Question] = []
    at_table = AtTable(game)
    at_table.judge.asks = asked.append
    at_table.set_up(game)
    at_table.play(inputs(game, live_reader))
    for question in asked:
        assert question.likelier == question.choices[0]
        for event in question.choices:
            question.check(event)
