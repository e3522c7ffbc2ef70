"""The judge: holds one game, whichever it is, and lets happen what the hands did and what the table says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from gesture.games.interpreter import NOTHING, Claim, Interpreter, Question, Sequel
from gesture.games.registry import interpreter_of
from gesture.games.untold import untold_event
from gesture.table.seats import Table
from gesture.watching.moments import Hands, Moment
from rules.chance import Chance, Generator, generator
from rules.game import Event, Illegal, Note, Refused, Ruling, TakeBack
from rules.history import History
from rules.log import Log


@dataclass(frozen=True, kw_only=True, eq=False)
class Happening:
    """An event of the game, what the rules said to it, and, where the rules explain it step by step, how."""

    line: int
    """The line of the log on which it stands."""
    event: Event
    rulings: tuple[Ruling, ...]
    explained: tuple[Ruling, ...]
    hands: Hands | None
    """The evidence: the hands as they lay, where the event was seen."""
    state: Any
    """The game after the event."""
    sequel: Sequel = NOTHING
    """What follows from it."""
    untold: bool = False
    """Whether it waits for something to be told, and cannot be scored before."""


class Judge:
    """Holds one game and tells `tell` each event as it happens.

    With `scored=False` the events are told as they were seen, and the rules are not asked. Raises `Refused` when the
    header is none, or when the game cannot be watched.
    """

    def __init__(
        self,
        header: Mapping[str, Any],
        table: Table,
        tell: Callable[[Happening], None],
        *,
        scored: bool = True,
        lot: Generator | None = None,
    ) -> None:
        self.history = History(header)
        self.game = self.history.game
        self.asks: Callable[[Question], None] | None = None
        """Who asks the table. Without anybody the likelier answer counts at once."""
        self.question: Question | None = None
        """What the table was asked and has not answered."""
        self.scored = scored
        self._untold: dict[int, int] = {}
        """The lines that wait for something to be told, each with the line of the event that stands in for it."""
        self.photographed: frozenset[str] = frozenset()
        """The players whose hands were photographed and may still be disputed."""
        self._tell = tell
        self._opening = self.history.state
        self._kind = interpreter_of(self.game.name)
        self._put_off: list[Moment | Event] = []
        self._chance = Chance(lot or generator())
        self._last_at_s = 0.0
        self._line = self.history.line
        self.interpreter: Interpreter[Any] = self._kind(table, self._opening)

    @property
    def state(self) -> Any:
        """The game as it stands."""
        return self.history.state

    @property
    def stand_in(self) -> int | None:
        """The line of an event that stands in for what nobody has told yet, as long as it counts."""
        entries = map(self.history.entry, set(self._untold.values()))
        return next((entry.line for entry in entries if entry is not None and entry.counts), None)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.history.over

    @property
    def table(self) -> Table:
        """Who sits where."""
        return self.interpreter.table

    def sit(self, table: Table) -> None:
        """From now on the players sit as at `table`."""
        self._interpret_anew(table)

    def lot(self, what: str, number: int = 0) -> Generator:
        """The generator of one draw: the `number`-th of its kind. What was drawn and taken back is drawn anew."""
        taken_back = sum(isinstance(entry.event, TakeBack) for entry in self.history.entries)
        return self._chance.of(f"{what} {taken_back}" if taken_back else what, number)

    def happen(self, event: Event) -> None:
        """Something that the table or the program says rather than the hands, at the earliest after what was there.
        While a question is open it waits, unless it takes something back. Raises `Refused`, and then nothing has
        happened."""
        if self.question is not None and not isinstance(event, TakeBack):
            self._put_off.append(event)
            return
        self._put(Claim(event=event))

    def take(self, moment: Moment) -> None:
        """Make of a moment what the game makes of it. While a question is open it waits, unless it is the answer. Of
        somebody who has left the table meanwhile it is nothing."""
        if getattr(moment, "player", None) not in (None, *self.table.players):
            return
        if self.question is not None and not self._answers(moment, self.question):
            self._put_off.append(moment)
            return
        meant = self.interpreter.means(moment, self.state if self.scored else None)
        if not isinstance(meant, Question):
            for claim in meant:
                self._consider(claim)
        elif self.asks is not None:
            self.question = meant
            self.asks(meant)
        else:
            self._consider(self._claim(meant, meant.likelier))

    def answer(self, event: Event) -> None:
        """The table says what the hands are that it was asked about; then all that waited happens. Raises `Refused`
        when nothing was asked, or for an event that answers something else."""
        question = self.question
        if question is None:
            raise Illegal("the table has not been asked anything")
        question.check(event)
        self.question = None
        self._consider(self._claim(question, event))
        self._catch_up()

    def end(self, at_s: float) -> None:
        """End what is open, where nobody can be asked: what is likelier counts, and lots decide."""
        if not self.scored:
            return
        while self.question is not None:
            self.answer(self.question.likelier)
        while events := self.interpreter.at_end(self.state, self._time(at_s), self.lot):
            for event in events:
                self._put(Claim(event=event))

    def take_up(self, log: Log) -> None:
        """Go on with the game of a log, without telling its events anew; what was not told yet when it was broken off
        still waits. Raises `Refused`."""
        self.history, self._untold = History(log.header, log.game, log.header_line), {}
        for line, event in log:
            held = untold_event(self.game, event)
            self.history.apply(held or event, line)
            if held is not None:
                self._waits(line)
        self.history.line = max(self.history.line, log.last_line)
        self._line, self._last_at_s = self.history.line, self.history.at_s
        self._interpret_anew(self.table)

    def _waits(self, line: int) -> None:
        """The event on a line waits for what the stand-in stands for, or is itself one."""
        stand_in = self.stand_in
        self._untold[line] = line if stand_in is None else stand_in

    def happen_untold(self, event: Event) -> None:
        """Something happens of which nobody has told yet what it is: `event` stands in for it. Raises `Refused`."""
        self._put(Claim(event=event), stands_in=True)
        self.interpreter.stand_in = True

    def tell_truly(self, event: Event) -> Mapping[int, Event]:
        """What the stand-in stood for is `event`; returns what stands on the lines that waited for it. Raises `Refused`
        when it cannot be, and then nothing has changed."""
        line = self.stand_in
        stand_in = None if line is None else self.history.entry(line)
        if line is None or stand_in is None:
            raise Illegal("there is nothing that waits to be told")
        self.history = self._replayed({line: replace(event, at=stand_in.event.at)})
        waited = {other for other, owner in self._untold.items() if owner == line}
        self._untold = {other: owner for other, owner in self._untold.items() if owner != line}
        self._interpret_anew(self.table)
        return {entry.line: entry.event for entry in self.history.entries if entry.line in waited}

    def _replayed(self, instead: Mapping[int, Event]) -> History:
        """The game anew, with other events on some of its lines. Raises `Refused`."""
        history = History(self.history.header, self.game)
        for entry in self.history.entries:
            history.apply(instead.get(entry.line, entry.event), entry.line)
        history.line = self.history.line
        return history

    def before(self, line: int) -> Any:
        """The state before the event on a line."""
        states = [entry.state for entry in self.history.entries if entry.line < line]
        return states[-1] if states else self._opening

    def _answers(self, moment: Moment, question: Question) -> bool:
        """Whether a player's own hands say clearly now what they are; then they have answered."""
        event = question.answered_by(moment)
        if event is None:
            return False
        self.answer(event)
        return self.question is None

    def _catch_up(self) -> None:
        """Let happen what waited for an answer; what has become impossible meanwhile is left out."""
        waiting, self._put_off = self._put_off, []
        for entry in waiting:
            if isinstance(entry, Moment):
                self.take(entry)
                continue
            try:
                self.happen(entry)
            except Refused:
                continue

    def _claim(self, question: Question, event: Event) -> Claim:
        return self.interpreter.claim(event, question.hands, self.state if self.scored else None)

    def _consider(self, claim: Claim) -> None:
        """Let happen what hands did, as far as the rules take it."""
        try:
            self._put(claim)
        except Refused:
            if claim.if_refused is not None:
                self._put(Claim(event=claim.if_refused, hands=claim.hands))

    def _put(self, claim: Claim, stands_in: bool = False) -> None:
        """Have the rules take the event, and tell it. Raises `Refused`, and then nothing has happened."""
        event = replace(claim.event, at=self._time(claim.event.at))
        rulings: tuple[Ruling, ...] = ()
        explained: tuple[Ruling, ...] = ()
        before = after = None
        if self.scored:
            before, explained = self.state, self.history.explain(event)
            rulings = self.history.apply(event)
            after = self.state
        self._line = self.history.line if self.scored else self._line + 1
        self._last_at_s = event.at
        sequel = NOTHING
        untold = not isinstance(event, TakeBack | Note) and (stands_in or self.stand_in is not None)
        if untold:
            self._waits(self._line)
        if isinstance(event, TakeBack):
            self._interpret_anew(self.table)
        else:
            sequel = self.interpreter.happened(event, before, after)
            self._photographs(sequel)
        self._tell(
            Happening(
                line=self._line,
                event=event,
                rulings=rulings,
                explained=explained,
                hands=claim.hands,
                state=self.state,
                sequel=sequel,
                untold=untold,
            )
        )
        for note in sequel.notes:
            self._put(Claim(event=note))
        if isinstance(event, TakeBack):
            self._ask_no_more()

    def _ask_no_more(self) -> None:
        """After a take-back a question may ask about what is nothing any more; then what waited for it happens."""
        if self.question is not None and not any(self._possible(event) for event in self.question.choices):
            self.question = None
            self._catch_up()

    def _possible(self, event: Event) -> bool:
        try:
            self.game.apply(self.state, replace(event, at=self._time(event.at)))
        except Refused:
            return False
        return True

    def _interpret_anew(self, table: Table) -> None:
        """A new interpreter, told everything that counts."""
        self.photographed = frozenset()
        seen, self.interpreter = self.interpreter, self._kind(table, self._opening)
        if table is seen.table:
            self.interpreter.inherit(seen)
        before = self._opening
        for entry in self.history.entries:
            if entry.counts and not isinstance(entry.event, TakeBack):
                self._photographs(self.interpreter.happened(entry.event, before, entry.state))
                before = entry.state
        self.interpreter.stand_in = self.stand_in is not None

    def _photographs(self, sequel: Sequel) -> None:
        self.photographed = (frozenset() if sequel.undisputed else self.photographed) | frozenset(sequel.photographs)

    def _time(self, at_s: float) -> float:
        """`at_s` as the log writes it: to the millisecond, and never before the line above."""
        return max(round(at_s, 3), self._last_at_s)
