"""Refereeing a recording: every frame is watched, and what happens goes to whoever listens, at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from gesture.games.judge import Happening, Judge
from gesture.games.options import Options
from gesture.games.registry import options_of
from gesture.play.session import Listener, Session
from gesture.reading.background import Reader
from gesture.reading.hand_reading import HandReading
from gesture.seating.seat_finder import find_seats
from gesture.seating.side_by_side import find_side_by_side
from gesture.sources.frames import Frame, Source, SourceError
from gesture.sources.video import VideoFile
from gesture.table.seats import Seat, Table
from rules.chance import Generator, generator
from rules.game import Event, Illegal, Refused, Ruling
from rules.log import event_name


@dataclass(frozen=True, kw_only=True, eq=False)
class RecordedGame:
    """A recording that was refereed to its end."""

    header: Mapping[str, Any]
    seats: tuple[Seat, ...]
    happenings: tuple[Happening, ...]
    state: Any
    """The game at the end, of the type of its rules' states."""
    standings: Ruling | None
    """None when nothing was scored."""


def referee_recording(
    video: str | os.PathLike[str] | Source,
    game: str,
    options: Options | None = None,
    *,
    seats: Sequence[Seat] | Table | None = None,
    mirrored: bool = False,
    held_up: bool = False,
    players: int | Sequence[str] | None = None,
    reader: Reader | None = None,
    lot: Generator | None = None,
    on_header: Callable[[Mapping[str, Any]], None] | None = None,
    on_event: Callable[[Happening], None] | None = None,
    on_frame: Callable[[Frame, Sequence[HandReading], Sequence[Seat]], None] | None = None,
) -> RecordedGame:
    """Referee a recording of the game that logs call `game`.

    `options` are the game's own; where they do not say enough nothing is scored. `seats` may be a table that says more
    than who sits where; without any the recording is looked through for them first, on it hands are `held_up` or laid
    on a table; `players` says how many there are, or their names, clockwise in the picture. `on_header` gets the
    log's header, `on_event` each event with its rulings as soon as it is certain, `on_frame` every frame with the
    hands that lie at rest on it.

    Raises `SourceError` for a recording or table that cannot be used, and `Refused` for options that the rules do not
    take, or a game that cannot be watched.
    """
    chosen = options if options is not None else options_of(game)()
    with ExitStack() as stack:
        source = video if not isinstance(video, str | os.PathLike) else VideoFile(video, mirrored)
        stack.callback(source.close)
        if reader is None:
            from gesture.reading.zone_reader import ZoneReader  # late: it brings MediaPipe

            reader = stack.enter_context(ZoneReader())
        table = chosen.lying(_seated(seats, source, reader, chosen, held_up, players), source)
        table = chosen.at_table(table)
        header = chosen.header(table.players)
        teller = _Teller(on_event)
        session = Session(header, table, teller, lot=lot, scored=chosen.scored, asks=False)
        due = list(chosen.script(session.state))
        if chosen.rehearsed:
            _rehearse(header, table, chosen, due)
        if on_header:
            on_header(header)
        if chosen.scored:
            _set_up(session.judge, chosen)
        watch, end_s = session.new_watch(reader), 0.0
        session.watch(watch)
        for event in due:
            session.later(event.at, partial(_say, session, event))
        for frame in source:
            end_s = frame.at_s
            for sighting in watch.step(frame):
                session.seen(sighting)
            if on_frame:
                on_frame(frame, watch.readings(), table.seats)
        late = session.finish(watch.finish())
        session.end(end_s)
        if late:
            what = next(event_name(type(event)) for event in due if event.at == late[0])
            raise Illegal(f"The {what} at {late[0]:g} s does not come: the recording ends at {end_s:.1f} s")
        standings = session.judge.history.standings() if chosen.scored else None
        return RecordedGame(
            header=header,
            seats=table.seats,
            happenings=tuple(teller.happenings),
            state=session.state,
            standings=standings,
        )


class _Teller(Listener):
    """Keeps all that happened, and passes it on."""

    def __init__(self, on_event: Callable[[Happening], None] | None) -> None:
        self.happenings: list[Happening] = []
        self._on_event = on_event

    def told(self, happening: Happening) -> None:
        """Something happened."""
        self.happenings.append(happening)
        if self._on_event is not None:
            self._on_event(happening)


def _seated(
    seats: Sequence[Seat] | Table | None,
    source: Source,
    reader: Reader,
    options: Options,
    held_up: bool,
    players: int | Sequence[str] | None,
) -> Table:
    if isinstance(seats, Table):
        return seats
    if seats is None and held_up:
        seats = find_side_by_side(source, reader)
    elif seats is None:
        count = players if players is None or isinstance(players, int) else len(players)
        seats = find_seats(source, reader, options.unseen_zones, exactly=count)
        if players is not None and not isinstance(players, int):
            seats = [replace(seat, player=name) for seat, name in zip(seats, players, strict=True)]
    return Table(tuple(seats), held_up)


def _set_up(judge: Judge, options: Options) -> None:
    for event in options.set_up(judge.state, judge.lot):
        judge.happen(event)


def _say(session: Session, event: Event, at_s: float) -> None:
    """Whatever is open is ended, and then the event happens."""
    session.end(at_s)
    try:
        session.happen(event)
    except Refused as error:
        raise Illegal(f"The {event_name(type(event))} at {event.at:g} s cannot happen: {error}") from None


def _rehearse(header: Mapping[str, Any], table: Table, options: Options, script: Sequence[Event]) -> None:
    """Play the script through without any hands, so that one that cannot happen is refused before the first frame."""
    if not script:
        return
    trial = Judge(header, table, lambda _: None, lot=generator(0))
    _set_up(trial, options)
    for event in script:
        try:
            trial.end(event.at)
            trial.happen(event)
        except Refused as error:
            what = event_name(type(event))
            raise Illegal(f"The {what} at {event.at:g} s cannot happen: {error}") from None


__all__ = ["RecordedGame", "SourceError", "referee_recording"]
