"""A game as its log has it: numbered events, of which some may have been taken back.

`History` stands above the games and holds the only state. What was taken back counts as never having happened, so the
state is that of the log without it; a take-back may itself be taken back, and then its lines count again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Self

import msgspec
from msgspec.structs import replace

from rules.game import Correction, Event, Game, Illegal, Legal, Refused, Ruling, TakeBack, TakenBack
from rules.games import game_named
from rules.log import Log, event_name


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the log after the header: its number, its event, what the rules said of it, the state after it, and
    whether it `counts`. Of a line that was taken back, `rulings` is what was last said of it."""

    line: int
    event: Event
    rulings: tuple[Ruling, ...]
    state: Any
    counts: bool = True


class History:
    """A game under way. Events go in by `apply`; a refused one changes nothing.

    `line` is the number of the last line. Raises what the game refuses in the header.
    """

    def __init__(self, header: Mapping[str, Any], game: Game[Any] | None = None, header_line: int = 1) -> None:
        """Before the first event. `game` is the one that the header names, if it is not given."""
        self.header = header
        self.game: Game[Any] = game or game_named(str(header.get("game")))
        self.line = header_line
        self._header_line = header_line
        self._opening: Any = self.game.open(header)
        self._entries: list[Entry] = []
        self._place: dict[int, int] = {}

    @classmethod
    def of(cls, log: Log) -> Self:
        """The game that a log holds, to be gone on with. Raises `Refused`, naming the line that is not taken."""
        history = cls(log.header, log.game, log.header_line)
        for line, event in log:
            history.apply(event, line)
        history.line = max(history.line, log.last_line)
        return history

    @property
    def state(self) -> Any:
        """The game now."""
        return self._entries[-1].state if self._entries else self._opening

    @property
    def at_s(self) -> float:
        """The time of the last line, seconds."""
        return self._entries[-1].event.at if self._entries else 0.0

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All lines after the header, also those that were taken back."""
        return tuple(self._entries)

    @property
    def effective(self) -> Iterator[tuple[int, Event]]:
        """The lines that make the state, with their events: what was taken back and the take-backs are left out."""
        return ((e.line, e.event) for e in self._entries if e.counts and not isinstance(e.event, TakeBack))

    def entry(self, line: int) -> Entry | None:
        """The event on a line, or None where there is none."""
        place = self._place.get(line)
        return None if place is None else self._entries[place]

    def apply(self, event: Event, line: int | None = None) -> tuple[Ruling, ...]:
        """Take `event` as the next line, or as line `line`, and give the rulings on it.

        Raises `Refused`, and then nothing has changed; with `line` the refusal names it.
        """
        number = self.line + 1 if line is None else line
        try:
            return self._applied(event, number)
        except Refused as refused:
            raise refused if line is None else refused.on_line(line) from None

    def _applied(self, event: Event, number: int) -> tuple[Ruling, ...]:
        if event.at < self.at_s:
            raise Illegal(f"'at' goes back from {self.at_s:g} to {event.at:g}; lines stand in order of time")
        rulings: tuple[Ruling, ...]
        if isinstance(event, TakeBack):
            before = self._entries
            self._entries = self._without(event, number)
            rulings = (_taken_back(event, before, self._entries),)
            state = self.state
        else:
            state, rulings = self.game.apply(self.state, event)
        self._place[number] = len(self._entries)
        self._entries.append(Entry(line=number, event=event, rulings=rulings, state=state))
        self.line = number
        return rulings

    def no_take_back(self, line: int, on: bool = False) -> str | None:
        """Why line `line` cannot be taken back (with `on`: it and all after it), or None."""
        wanted = TakeBack(at=self.at_s, since=line) if on else TakeBack(at=self.at_s, line=line)
        try:
            self._without(wanted, self.line + 1)
        except Refused as refused:
            return refused.why
        return None

    def foreseen(self, wanted: TakeBack) -> TakenBack:
        """What a take-back would change, were it the next line; nothing changes. Raises `Refused` where it cannot
        be."""
        return _taken_back(wanted, self._entries, self._without(wanted, self.line + 1))

    def _without(self, wanted: TakeBack, number: int) -> list[Entry]:
        """The entries as they are once `wanted`, on line `number`, holds. Raises `Illegal`."""
        named = self.entry(wanted.named)
        if named is None:
            raise Illegal(self._no_event(wanted.named, number))
        if not named.counts:
            raise Illegal(f"line {wanted.named} is taken back already")
        what = f"taking back line {wanted.named}" + (" and all after it" if wanted.line is None else "")
        counts = self._counting(wanted, number, what)
        entries, first = list(self._entries), next(i for i, e in enumerate(self._entries) if e.counts != counts[i])
        state = entries[first - 1].state if first else self._opening
        for place in range(first, len(entries)):
            old = entries[place]
            rulings = old.rulings
            if counts[place] and not isinstance(old.event, TakeBack):
                try:
                    state, rulings = self.game.apply(state, old.event)
                except Refused as refused:
                    raise Illegal(f"{what} would leave line {old.line} impossible: {refused.why}") from None
            entries[place] = replace(old, counts=counts[place], rulings=rulings, state=state)
        return entries

    def _no_event(self, line: int, number: int) -> str:
        if line == self._header_line:
            return f"line {line} is the header, which cannot be taken back"
        if line >= number:
            return f"line {line} is not above the take-back on line {number}; only what has happened can be taken back"
        return f"line {line} holds no event to take back"

    def _counting(self, wanted: TakeBack, number: int, what: str) -> list[bool]:
        """Which entries count once `wanted` holds, found from the last line to the first: whatever a counting
        take-back covers does not. Raises `Illegal` when a take-back that counts again would name what another took."""
        taken_by: dict[int, int] = {}

        def take(event: TakeBack, own_line: int) -> None:
            for line in event.covers(own_line):
                if line in taken_by:
                    why = f"line {line} would be taken back already"
                    raise Illegal(f"{what} would leave line {taken_by[line]} impossible: {why}")
                taken_by[line] = own_line

        take(wanted, number)
        counts = [False] * len(self._entries)
        for place in reversed(range(len(self._entries))):
            entry = self._entries[place]
            counts[place] = entry.line not in taken_by
            if counts[place] and isinstance(entry.event, TakeBack):
                take(entry.event, entry.line)
        return counts

    def legal(self) -> Mapping[str, Legal]:
        """What each player, and the table (key ""), may do now and why not the rest."""
        legal = dict(self.game.legal(self.state))
        name, table = event_name(TakeBack), legal[""]
        if any(entry.counts for entry in self._entries):
            legal[""] = replace(table, may=(*table.may, name))
        else:
            legal[""] = replace(table, why_not={**table.why_not, name: "nothing has happened that could be taken back"})
        return legal

    def explain(self, event: Event | None = None) -> tuple[Ruling, ...]:
        """The steps that lead to what `event` brings, as the game explains them; of a take-back there are none."""
        return () if isinstance(event, TakeBack) else self.game.explain(self.state, event)

    def standings(self) -> Ruling:
        """Where everybody stands now."""
        return self.game.standings(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.over(self.state)


def _taken_back(event: TakeBack, before: list[Entry], after: list[Entry]) -> TakenBack:
    lines: list[int] = []
    restored: list[int] = []
    corrections: list[Correction] = []
    for old, new in zip(before, after, strict=True):
        gone = old.rulings if old.counts else ()
        now = new.rulings if new.counts else ()
        if old.counts != new.counts:
            (lines if old.counts else restored).append(new.line)
        elif gone == now:
            continue
        taken_back = isinstance(new.event, TakeBack)  # what its own ruling said is said by the lines it names
        corrections.append(
            Correction(
                line=new.line,
                event=event_name(type(new.event)),
                withdrawn=() if taken_back else tuple(ruling for ruling in gone if ruling not in now),
                instead=() if taken_back else tuple(ruling for ruling in now if ruling not in gone),
            )
        )
    return TakenBack(
        at=event.at,
        lines=tuple(lines),
        restored=tuple(restored),
        by=event.agreed,
        corrections=tuple(corrections),
    )
