"""The loop that joins frames to a game: every frame is watched, and what happens goes to whoever listens, at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Any

from gesture.games.dexterity_jane.options import header_of, set_up
from gesture.games.judge import Happening, Judge
from gesture.reading.background import Reader
from gesture.reading.hand_reading import HandReading
from gesture.seating.seat_finder import find_seats
from gesture.seating.side_by_side import find_side_by_side
from gesture.sources.frames import Frame, Source, SourceError
from gesture.sources.video import VideoFile
from gesture.table.seats import Seat, Table
from gesture.watching.card_area import with_printed_cards
from gesture.watching.watch import Watch
from rules.chance import Generator
from rules.dexterity_jane.events import Reveal
from rules.dexterity_jane.header import NAME
from rules.dexterity_jane.state import State
from rules.dexterity_jane.written_cards import RevealError, WrittenReveal, cards_of
from rules.game import Illegal, Refused, Ruling
from rules.hands import Side


@dataclass(frozen=True, kw_only=True, eq=False)
class Refereed:
    """A recording that was refereed to its end."""

    header: Mapping[str, Any]
    seats: tuple[Seat, ...]
    happenings: tuple[Happening, ...]
    state: State
    standings: Ruling | None
    """None when no reveals were known, so that nothing was scored."""


def referee_recording(
    video: str | os.PathLike[str] | Source,
    game: str = NAME,
    variant: str = "standard",
    round: int = 1,
    reveals: Sequence[WrittenReveal] = (),
    seats: Sequence[Seat] | Table | None = None,
    sheriff: Side | None = None,
    *,
    mirrored: bool = False,
    held_up: bool = False,
    house: Mapping[str, Any] | None = None,
    deck: Sequence[Mapping[str, Any]] | None = None,
    reader: Reader | None = None,
    lot: Generator | None = None,
    on_header: Callable[[Mapping[str, Any]], None] | None = None,
    on_event: Callable[[Happening], None] | None = None,
    on_frame: Callable[[Frame, Sequence[HandReading], Sequence[Seat]], None] | None = None,
) -> Refereed:
    """Referee a recording of Dexterity Jane.

    `reveals` say which cards lie open from when on; a reveal, and the end of the recording, verify the round before,
    and without any nothing is scored. `seats` may be a table that says more than who sits where; without any the
    recording is looked through for them first, on it hands are `held_up` or laid on a table. `house` and `deck` are as
    in a log's header. `on_header` gets the log's header, `on_event` each event with its
    rulings as soon as it is certain, `on_frame` every frame with the hands that lie at rest on it.

    Raises `SourceError` for a recording or table that cannot be used, `RevealError` for reveals that cannot happen,
    and `Refused` for a header that the rules do not take.
    """
    if game != NAME:
        raise Illegal(f"recordings of {game!r} cannot be refereed; the game must be {NAME!r}")
    with ExitStack() as stack:
        source = video if not isinstance(video, str | os.PathLike) else VideoFile(video, mirrored)
        stack.callback(source.close)
        if reader is None:
            from gesture.reading.hand_reader import HandReader  # late: it brings MediaPipe

            reader = stack.enter_context(HandReader(mode="live"))
        if seats is None:
            stick_up, times_s = variant == "stick-up", sorted(reveal.at_s for reveal in reveals)
            found = find_side_by_side if held_up else partial(find_seats, stick_up=stick_up, reveals_s=times_s)
            seats = found(source, reader)
        table = seats if isinstance(seats, Table) else Table(tuple(seats), held_up)
        if reveals:
            table = with_printed_cards(table)
        header = header_of(table.players, variant, round, house, deck)
        happenings: list[Happening] = []

        def tell(happening: Happening) -> None:
            happenings.append(happening)
            if on_event:
                on_event(happening)

        judge = Judge(header, table, tell, scored=bool(reveals), lot=lot)
        due = cards_of(reveals, judge.state)
        _rehearse(header, table, [(reveal.at, reveal.cards) for reveal in due])
        if on_header:
            on_header(header)
        _set_up(judge, sheriff)
        watch, end_s = Watch(table, reader), 0.0
        waiting = [(reveal.at, reveal.cards) for reveal in due]
        for frame in source:
            end_s = frame.at_s
            for sighting in watch.step(frame):
                _go_on(judge, list(sighting.moments), waiting, sighting.complete_to_s)
            if on_frame:
                on_frame(frame, watch.readings(), table.seats)
        late = [at_s for at_s, _ in waiting if at_s > end_s]
        waiting = [reveal for reveal in waiting if reveal[0] <= end_s]
        for sighting in watch.finish():
            _go_on(judge, list(sighting.moments), waiting, min(sighting.complete_to_s, end_s))
        judge.end(end_s)
        if late:
            raise RevealError(
                f"The cards said to lie open from {late[0]:g} s on do not: the recording ends at {end_s:.1f} s."
            )
        standings = judge.game.standings(judge.state) if reveals else None
        return Refereed(
            header=header, seats=table.seats, happenings=tuple(happenings), state=judge.state, standings=standings
        )


def _go_on(judge: Judge, moments: list[Any], reveals: list[tuple[float, tuple[int, ...]]], upto_s: float) -> None:
    """Let moments and reveals happen in the order of their times, as far as everything is known. Takes the reveals
    that came about off their list."""
    for moment in moments:
        while reveals and reveals[0][0] <= moment.at_s:
            _reveal(judge, *reveals.pop(0))
        judge.take(moment)
    while reveals and reveals[0][0] <= upto_s:
        _reveal(judge, *reveals.pop(0))


def _reveal(judge: Judge, at_s: float, cards: tuple[int, ...]) -> None:
    judge.end(at_s)
    judge.happen(Reveal(at=at_s, cards=cards))


def _set_up(judge: Judge, sheriff: Side | None) -> None:
    if judge.scored:
        for event in set_up(judge.state, judge.lot, sheriff):
            judge.happen(event)


def _rehearse(header: Mapping[str, Any], table: Table, reveals: list[tuple[float, tuple[int, ...]]]) -> None:
    """Play all reveals through without any hands, so that one that cannot happen is refused before the first frame."""
    trial = Judge(header, table, lambda _: None)
    _set_up(trial, Side.LEFT)
    try:
        for at_s, cards in reveals:
            _reveal(trial, at_s, cards)
    except Refused as error:
        raise RevealError(f"The reveal at {at_s:g} s cannot happen: {error}.") from None


__all__ = ["Refereed", "SourceError", "referee_recording"]
