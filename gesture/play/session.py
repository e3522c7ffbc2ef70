"""One game at one table, however it is played: what the eyes bring and the table says becomes the game, its log and its
photographs.

Recordings, games without a window and the window drive it alike. No frame is read here, no clock, and no thread is
started: whoever owns the frames hands in what they brought, and is told where to look again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from gesture.games.interpreter import Question, Resort, ShownDigits
from gesture.games.judge import Happening, Judge
from gesture.games.untold import untold_note
from gesture.play.answers import Answers
from gesture.play.doubts import Doubts, SecondLooker
from gesture.play.kept_log import KeptLog
from gesture.play.photographs import Photos, photograph
from gesture.reading.background import Reader
from gesture.sources.frames import Frame
from gesture.table.seats import Table
from gesture.watching.moments import Hands, SecondReading, TimeCame
from gesture.watching.watch import Sighting, Watch
from rules.chance import Generator
from rules.game import Event, Illegal, Refused, TakeBack
from rules.log import Log, LogWriter


class Listener:
    """Whom a session tells what comes about. Whoever plays overrides what is to be heard."""

    def told(self, happening: Happening) -> None:
        """Something happened."""

    def asked(self, question: Question) -> None:
        """The table is asked about a player's hands, and the game waits."""

    def unsure(self, resort: Resort, digits: ShownDigits) -> None:
        """A player's palms are to be turned up, or the table must say what that player showed."""

    def refused(self, error: Exception) -> None:
        """Something that was put off could not be done."""

    def not_kept(self, sentence: str) -> None:
        """What is to be said about the log."""


class Session:
    """A game under way.

    With `asks=False` nobody can be asked, as with a recording: hands are looked at again, and what stays unsure counts
    as it more likely is. Without a `writer` nothing is kept on the disk. With `scored=False` the rules are not asked.
    Raises `Refused` for a header that the rules do not take.
    """

    def __init__(
        self,
        header: Mapping[str, Any],
        table: Table,
        listener: Listener | None = None,
        *,
        writer: LogWriter | None = None,
        lot: Generator | None = None,
        scored: bool = True,
        asks: bool = True,
    ) -> None:
        self._listener = listener if listener is not None else Listener()
        self.judge = Judge(header, table, self._happened, scored=scored, lot=lot)
        self.judge.asks = self._listener.asked if asks else None
        self.now_s = 0.0
        """The game's time: that of the newest frame, or what whoever owns the game sets it to."""
        self.log = KeptLog(writer, self._listener.not_kept) if writer is not None else None
        self._path = writer.path if writer is not None else None
        self.photos = Photos(self._beside(".photos"))
        """The photographs of the hands that may still be disputed, by player."""
        self.answers = Answers(self._counts)
        """What the table has said of players' hands."""
        self.doubts = Doubts(self.judge, self._listener.unsure if asks else None, self._settle)
        self.glimpse: Callable[[], Frame | None] = lambda: None
        """The newest frame, for the photograph of hands that nobody read."""
        self._due: list[tuple[float, Callable[[float], None]]] = []
        self._wakes: list[float] = []

    @property
    def state(self) -> Any:
        """The game as it stands."""
        return self.judge.state

    @property
    def untold(self) -> bool:
        """Whether something happened that nobody has told yet."""
        return self.judge.stand_in is not None

    def new_watch(self, reader: Reader) -> Watch:
        """A watch for what this game wants to know of its table. Any thread may have it; `watch` says that it does."""
        detectors = self.judge.interpreter.detectors()
        watch = Watch(self.judge.table, reader, detectors, recorded=self.judge.asks is None)
        self._teach(watch)
        return watch

    def watch(self, eyes: SecondLooker | None, table: Table | None = None) -> None:
        """From now on `eyes` look at the table, and again where asked; the players sit as at `table`."""
        self.doubts.eyes = eyes
        if table is not None:
            self.judge.sit(table)
        if eyes is not None:
            self._teach(eyes)
        self.doubts.attend(self.now_s)

    def begin_anew(self) -> None:
        """Forget what lies beside the log, of a game whose log had the same name and was deleted."""
        self._clear_photographs()

    def take_up(self, log: Log) -> None:
        """Go on with the game of a log that was broken off, and with what nobody had told then. Raises `Refused`."""
        self.judge.take_up(log)
        self.photos.keep_only(self.judge.photographed if not self.judge.over else ())
        self.now_s = max(self.now_s, self.judge.history.at_s)

    def seen(self, sighted: Sighting) -> None:
        """Take what a frame brought."""
        self.now_s = max(self.now_s, sighted.at_s)
        for moment in sighted.moments:
            self.act_upto(moment.at_s)
            if isinstance(moment, SecondReading):
                self.doubts.looked(moment, self.now_s)
            else:
                self.carefully(partial(self.judge.take, moment))
        self.act_upto(sighted.complete_to_s)
        if self.log is not None:
            self.log.retry(self.now_s)

    def finish(self, sightings: Iterable[Sighting]) -> list[float]:
        """Take what the last frames amount to; no more will come, and nobody looks again. What was put off until after
        the last frame is forgotten; returns the times."""
        dropped: list[float] = []
        for sighted in sightings:
            moments = sighted.moments
            if math.isinf(sighted.complete_to_s):
                dropped = self.drop_after(max(self.now_s, sighted.at_s))
                moments = tuple(m for m in moments if not isinstance(m, SecondReading) or m.bent is not None)
            self.seen(replace(sighted, moments=moments))
        self.doubts.look_no_more()
        return dropped

    def later(self, at_s: float, act: Callable[[float], None]) -> None:
        """Call `act(at_s)` once everything that the hands did before `at_s` is known."""
        self._due.append((at_s, act))
        self._due.sort(key=lambda entry: entry[0])

    def _wake(self, at_s: float) -> None:
        """The game waits for a time: tell it when that has come, or when no more frames come."""
        self._wakes.append(at_s)
        self._wakes.sort()

    def act_upto(self, upto_s: float) -> None:
        """Do what was put off until a time that has now come."""
        while True:
            due_s = self._due[0][0] if self._due else math.inf
            wake_s = self._wakes[0] if self._wakes else math.inf
            if min(due_s, wake_s) > upto_s or math.isinf(min(due_s, wake_s)):
                return
            if wake_s <= due_s:
                came = TimeCame(at_s=self._wakes.pop(0))
                self.carefully(partial(self.judge.take, came))
                continue
            at_s, act = self._due.pop(0)
            act(at_s)

    def drop_after(self, at_s: float) -> list[float]:
        """Forget what was put off until after `at_s`; returns the times."""
        self._wakes = [min(wake_s, at_s) for wake_s in self._wakes]
        dropped = [due_s for due_s, _ in self._due if due_s > at_s]
        self._due = [entry for entry in self._due if entry[0] <= at_s]
        return dropped

    def carefully(self, act: Callable[[], object], *more: type[Exception]) -> None:
        """Do it, or say why it cannot be done; `more` are refusals beside those of the rules."""
        kinds: tuple[type[Exception], ...] = (Refused, *more)
        try:
            act()
        except kinds as error:
            self._listener.refused(error)

    def happen(self, event: Event) -> None:
        """Something that the table or the program says rather than the hands; see `Judge.happen`. Raises `Refused`."""
        self.judge.happen(event)

    def take_back(self, line: int, on: bool = False, by: tuple[str, ...] = (), at_s: float | None = None) -> None:
        """By agreement, the event on `line` of the log, or with `on` all from it on, never happened; that is said at
        `at_s`, or now. Raises `Refused`."""
        at_s = self.now_s if at_s is None else at_s
        self.happen(TakeBack(at=at_s, since=line, by=by) if on else TakeBack(at=at_s, line=line, by=by))

    def happen_untold(self, event: Event) -> None:
        """Something happens of which nobody has told yet what it is; `event` stands in for it. Raises `Refused`."""
        self.judge.happen_untold(event)

    def tell_truly(self, event: Event) -> None:
        """What nobody had told was `event`; the log takes it, and all that waited for it, in one step. Raises
        `Refused`, and then nothing has changed."""
        told = self.judge.tell_truly(event)
        if self.log is not None:
            self.log.replace(told, self.now_s)

    def end(self, at_s: float) -> None:
        """End what is open, where nobody can be asked. Raises `Illegal` while something has not been told yet."""
        if self.untold:
            raise Illegal("what happened cannot be judged before somebody tells what was there")
        self.judge.end(at_s)

    @property
    def unsettled(self) -> bool:
        """Whether the game waits until the table has said something."""
        return bool(self.doubts.unsure) or self.judge.question is not None or self.untold

    def close(self) -> int:
        """Close the log, and say how many events the disk did not take."""
        if self.log is None:
            return 0
        log, self.log = self.log, None
        return log.close()

    def _happened(self, happening: Happening) -> None:
        event, sequel = happening.event, happening.sequel
        if self.log is not None:
            self.log.append(untold_note(event) if happening.untold else event, max(event.at, self.now_s))
        if sequel.undisputed:
            self._clear_photographs()
            self.answers.close()
        for player in sequel.photographs:
            self._photograph(player, happening.hands)
            self.answers.lay(happening.line, player, happening.hands)
        self._learn(happening)
        for wake_s in sequel.wake_s:
            self._wake(wake_s)
        self._listener.told(happening)
        self.doubts.happened(happening, self.now_s)

    def _clear_photographs(self) -> None:
        if not self.photos.clear():
            self._listener.not_kept(f"The photographs in {self.photos.folder} cannot be deleted; delete that folder.")

    def _settle(self, event: Event) -> None:
        """What was seen at a second look takes its place behind all that the hands did before it."""
        self.later(event.at, lambda _: self.carefully(lambda: self.judge.happen(event)))

    def _learn(self, happening: Happening) -> None:
        """What the table says of hands, or takes back of it, changes how those of that player are taken from now on."""
        answer = happening.sequel.answer
        if answer is not None:
            self.answers.take(happening.line, answer)
        if (answer is not None or isinstance(happening.event, TakeBack)) and self.doubts.eyes is not None:
            self._teach(self.doubts.eyes)

    def _teach(self, eyes: SecondLooker) -> None:
        for seat in self.judge.table.seats:
            if seat.player in self.answers.players:
                eyes.know(seat.player, seat.hands.taught(self.answers.of(seat.player)))

    def _counts(self, line: int) -> bool:
        entry = self.judge.history.entry(line)
        return entry is not None and entry.counts

    def _photograph(self, player: str, hands: Hands | None) -> None:
        frame = hands.frame if hands is not None else self.glimpse()
        table = self.judge.table
        if frame is None or player not in table.players:
            self.photos.drop(player)  # of a lock that was taken back there may be one
            return
        seat = table.seat_of(player)
        self.photos.keep(player, photograph(seat, table.inward(seat), frame, hands))

    def _beside(self, suffix: str) -> Path | None:
        return None if self._path is None else self._path.with_suffix(suffix)
