"""Plays games at a table that a pretended camera shows, and takes down when each lock was called out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import msgspec

from gesture.bench.table_show import Due, Show
from gesture.games.dexterity_jane.options import DexterityJaneOptions
from gesture.games.judge import Happening
from gesture.play.session import Listener, Session
from gesture.reading.background import Reader
from gesture.sources.frames import Frame
from gesture.table.seats import Table
from gesture.watching.watch import Watch
from rules.chance import generator
from rules.dexterity_jane.chance import draw_reveal
from rules.dexterity_jane.events import Lock, StickUp
from rules.dexterity_jane.written_cards import cards_of, parse_reveal
from rules.hands import Digit, Side
from rules.log import LogWriter

NEAR_S = 0.6
"""What is called out belongs to hands of that player that came to rest within this time of it."""


@dataclass(frozen=True, kw_only=True)
class Announcement:
    """What was called out at `clock_s`, by the game at `at_s`: a lock with its bent digits, or a pistol (None)."""

    player: str
    at_s: float
    clock_s: float
    bent: dict[Side, frozenset[Digit]] | None
    unsure: bool = False


@dataclass(eq=False)
class TableGames(Listener):
    """One game after another at the table of a show. Frame times count from the first frame's being due."""

    show: Show
    reader: Reader
    log: Path
    clock: Callable[[], float]
    began_s: float
    """On the clock of the frames' times: when the first loop began."""
    called: list[Announcement] = field(default_factory=list)
    watched: int = 0
    games: int = 0
    finished: int = 0
    """Loops that were watched to their end."""

    def __post_init__(self) -> None:
        self._session: Session | None = None
        self._watch: Watch | None = None
        self._loop = -1

    def watch(self, frame: Frame) -> None:
        """Watch the next frame; say what is said by now."""
        loop = int((frame.at_s - self.began_s) / self.show.loop_s)
        if loop != self._loop:
            self.finished += self._loop >= 0
            if self._session is None or loop % self.show.loops_a_game == 0:
                self._begin()
            assert self._session is not None
            for at_s, line in self.show.lines:
                said_s = self.began_s + loop * self.show.loop_s + at_s
                self._session.later(said_s, partial(self._say, self._session, line))
            self._loop = loop
        assert self._session is not None and self._watch is not None
        for sighting in self._watch.step(frame):
            self._session.seen(sighting)
        self.watched += 1

    def _say(self, session: Session, line: str, at_s: float) -> None:
        """A round is verified, and unless that is all, the next cards are revealed: dealt, or those that were written
        down."""
        session.end(at_s)
        state = session.state
        if session.judge.over:
            return
        if line == "next":
            session.happen(draw_reveal(session.judge.lot("reveal", state.round), state, at_s))
        elif line != "verify":
            (reveal,) = cards_of([parse_reveal(f"0:{line}")], state)
            session.happen(msgspec.structs.replace(reveal, at=max(0.0, at_s)))

    def _begin(self) -> None:
        self.close()
        show = self.show
        options = DexterityJaneOptions(
            variant=show.variant, round=show.first_round, sheriff=show.sheriff, deals=show.deals
        )
        table = options.at_table(Table(show.seats))
        header = options.header(table.players)
        self.log.unlink(missing_ok=True)
        writer = LogWriter.create(self.log, header)
        self._session = session = Session(header, table, self, writer=writer, lot=generator(self.games))
        self._watch = session.new_watch(self.reader)
        session.watch(self._watch)
        for event in options.set_up(session.state, session.judge.lot):
            session.happen(event)
        if show.deals:
            self._say(session, "next", 0.0)
        self.games += 1

    def told(self, happening: Happening) -> None:
        """Take down what is called out."""
        event, now_s = happening.event, self.clock()
        if isinstance(event, Lock):
            bent = {Side.LEFT: frozenset(event.left), Side.RIGHT: frozenset(event.right)}
            self.called.append(
                Announcement(player=event.player, at_s=event.at, clock_s=now_s, bent=bent, unsure=bool(event.unsure))
            )
        elif isinstance(event, StickUp):
            self.called.append(Announcement(player=event.player, at_s=event.at, clock_s=now_s, bent=None))

    def close(self) -> None:
        """End the game that is being played, and its log."""
        if self._session is not None and self._watch is not None:
            self._session.finish(self._watch.finish())
            self._session.close()
        self._session = self._watch = None


@dataclass(frozen=True, kw_only=True)
class Matches:
    """What was to be called out, and what was."""

    pairs: tuple[tuple[Due, Announcement], ...]
    """What was due, at its time on the clock, with what was called out for it."""
    missing: int
    extra: int
    misread: int
    unsure: int
    out_of_order: int
    """Pairs within a round of which the later was placed first."""


def matched(games: TableGames) -> Matches:
    """Compare what was called out in the loops watched to their end with what was due. In each round the last player
    locks nothing (ruling D7) unless the recording says so."""
    show, due = games.show, []
    for loop in range(games.finished):
        began_s = games.began_s + loop * show.loop_s
        due += [Due(began_s + one.at_s, one.player, one.bent) for one in expected(show)]
    end_s = games.began_s + games.finished * show.loop_s
    left = [called for called in games.called if called.at_s < end_s]
    pairs: list[tuple[Due, Announcement]] = []
    for one in due:
        near = [c for c in left if c.player == one.player and abs(c.at_s - one.at_s) <= NEAR_S]
        if near:
            best = min(near, key=lambda c: abs(c.at_s - one.at_s))
            left.remove(best)
            pairs.append((one, best))
    wrong = [(d, c) for d, c in pairs if d.bent != c.bent]
    return Matches(
        pairs=tuple(pairs),
        missing=len(due) - len(pairs),
        extra=len(left),
        misread=sum(not c.unsure for _, c in wrong),
        unsure=sum(c.unsure for _, c in pairs),
        out_of_order=sum(
            a[0].at_s < b[0].at_s and a[1].at_s > b[1].at_s and b[0].at_s - a[0].at_s < show.loop_s / 2
            for a in pairs
            for b in pairs
        ),
    )


def expected(show: Show) -> list[Due]:
    """What is to be called out in one loop. On a drawn table everybody's hands come to rest in every round, and the
    last to come to rest locks nothing."""
    if not show.deals:
        return list(show.due)
    players = len(show.seats)
    return [one for k, one in enumerate(show.due) if k % players < players - 1]
