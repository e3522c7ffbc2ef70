"""Going through a log again: the same header and events give the same rulings, and nothing is ever drawn by lot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.game import Illegal, Refused, Ruling
from rules.history import History
from rules.log import Source, read_log


class Replay:
    """A log's rulings in order, and last the standings; iterate over it once.

    While iterating, `history` is the game as far as the lines so far. `torn` is what is to be said of an unfinished
    last line, or None. Raises `Refused` with its `line` where the log is broken or the rules refuse.
    """

    def __init__(self, source: Source, to: int | None = None, explain: bool = False) -> None:
        if to is not None and to < 1:
            raise Illegal(f"a replay can stop after line 1 or a later one, not after line {to}")
        self.log = read_log(source)
        self.game = self.log.game
        self.torn = self.log.torn
        self.history = History(self.log.header, self.game, self.log.header_line)
        self._to = to
        self._explain = explain

    @property
    def state(self) -> Any:
        """The game after the lines so far."""
        return self.history.state

    @property
    def line(self) -> int:
        """The number of the last line taken."""
        return self.history.line

    def __iter__(self) -> Iterator[Ruling]:
        for line, event in self.log.upto(self._to):
            try:
                explained = self.history.explain(event) if self._explain else ()
            except Refused as e:
                raise e.on_line(line) from None
            yield from explained
            yield from self.history.apply(event, line)
        yield self.history.standings()


def replay(source: Source, to: int | None = None, explain: bool = False) -> Replay:
    """The rulings of the log in `source`, up to its line `to`; with `explain` each is preceded by the steps that led
    to it, where the game explains any. Raises `Refused` for a bad header or `to`, `OSError` for an unreadable file."""
    return Replay(source, to, explain)
