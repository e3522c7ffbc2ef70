"""A game as it is played without a window: frames and typed lines in, sentences out, at once.

No clock is read and no thread is started here: the time is that of the frames, and whoever owns the camera and the
keyboard hands both in. An event that the rules refuse becomes a sentence, and so does a disk that is full.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gesture.games.interpreter import Question, Resort, ShownDigits
from gesture.games.judge import Happening
from gesture.games.options import Options
from gesture.play.session import Listener, Session
from gesture.reading.background import Reader
from gesture.sources.frames import Frame
from gesture.table.seats import Seat, Table
from rules.chance import Generator
from rules.game import Event, Refused, TakeBack
from rules.history import Entry
from rules.log import Log, LogWriter, event_name
from rules.players import Players
from ui.headless.console import Action, Console, LineError
from ui.telling import happening_told

AFTER_ALL_S = 1e-3
"""Typed after a game is taken up again, a line is later than everything in its log."""
LONGEST_LINE = 1000
"""Characters; a longer line was not typed by anybody."""
MOST_LISTED = 12
"""So many events are offered to be taken back."""
HELP = """\
take back                      lists what happened last; 'take back 6' takes line 6 back, 'take back from 6' all from it
players Ann, Cy, Dan           who sits at the table from now on, clockwise; between two rounds
standings, help, quit          quit keeps the game; --resume goes on with it
4: standings                   the same at second 4 of a video"""
_TIMED = re.compile(r"(\d+(?:\.\d+)?)\s*:\s*(.*)")
_TAKE_BACK = re.compile(r"(?:line )?(from )?(?:line )?(\d+)")
_OTHER_NAMES = {"?": "help", "exit": "quit"}


class HeadlessGame(Listener):
    """One game at one table. Frames go to `watch`, typed lines to `typed`; `say` gets sentences."""

    def __init__(
        self,
        header: Mapping[str, Any],
        table: Table,
        reader: Reader,
        console: type[Console],
        options: Options,
        say: Callable[[str], None],
        *,
        tell: Callable[[Happening], None] = lambda _: None,
        writer: LogWriter | None = None,
        lot: Generator | None = None,
    ) -> None:
        """`tell` gets each event. Raises `Refused` for a header that the rules do not take."""
        self.table = options.at_table(table)
        self.session = Session(header, self.table, self, writer=writer, lot=lot)
        self.console = console(self.session, options, say)
        self.ended = False
        """Somebody typed quit."""
        self._options, self._say, self._tell, self._reader = options, say, tell, reader
        self._places = self.table.seats
        """All seats that are watched, taken or free."""
        self._watch = self.session.new_watch(reader)
        self.session.watch(self._watch)
        self._watched = False
        self.events: list[Event] = []
        """What has happened since the game was begun or taken up."""
        self._offset_s = 0.0
        """What is added to a frame's time: where the game was broken off."""
        self._paused: str | None = None
        self._frame: Frame | None = None
        self.session.glimpse = lambda: self._frame

    def begin(self) -> None:
        """A new game."""
        self.session.begin_anew()
        self._set_up(0.0)
        self.console.begin()

    def go_on(self, log: Log) -> None:
        """The game of a log that was broken off. Raises `Refused`."""
        self.session.take_up(log)
        self._offset_s = self.session.now_s = self.session.judge.history.at_s + AFTER_ALL_S
        self._set_up(self.session.now_s)
        self.console.go_on()
        self.session.doubts.attend(self.session.now_s)

    def _set_up(self, at_s: float) -> None:
        for event in self._options.set_up(self.session.state, self.session.judge.lot, at_s):
            self.session.happen(event)

    def watch(self, frame: Frame) -> None:
        """What the next frame brings."""
        if self._paused is not None:
            self._paused = None
            self._say("The camera is back; the round goes on.")
        self._watched, self._frame = True, frame
        for sighting in self._watch.step(replace(frame, at_s=frame.at_s + self._offset_s)):
            self.session.seen(sighting)

    def pause(self, why: str) -> None:
        """The camera cannot be watched, for the reason in the sentence `why`, which is said once."""
        if self._paused != why:
            self._paused = why
            self._say(f"Paused. {why}")
        self.session.act_upto(self.session.now_s)

    def finish(self) -> None:
        """No more frames will come: what the last ones amount to happens, and then everything that still waits."""
        for at_s in self.session.finish(self._watch.finish()):
            self._say(f"The video ended before second {at_s - self._offset_s:g}; that line was left out.")
        self._watched = False

    def typed(self, line: str) -> None:
        """A line from the table."""
        text, at_s = " ".join(line.split()), None
        timed = _TIMED.fullmatch(text)
        if timed:
            at_s, text = float(timed[1]), timed[2]
        if not text:
            return
        if len(text) > LONGEST_LINE:
            self._say(f"A line may have {LONGEST_LINE} characters, and that one has {len(text)}.")
            return
        try:
            action = self._common(text) or self.console.action(text)
        except LineError as error:
            self._say(str(error))
            return
        now_s = max(self.session.now_s, self._watch.newest_s)  # frames may wait that were taken before
        if at_s is None and not action.in_order:
            self._do(action, now_s)
            return
        due_s = now_s if at_s is None else at_s + self._offset_s
        self.session.later(due_s, lambda due_s: self._do(action, due_s))
        if self._paused is not None or not self._watched:  # nothing that the hands did can come before
            self.session.act_upto(now_s)

    def _do(self, action: Action, at_s: float) -> None:
        self.session.carefully(lambda: action.act(at_s), LineError)

    def _common(self, text: str) -> Action | None:
        """What a line asks for that means the same in every game."""
        first, _, rest = text.partition(" ")
        word = _OTHER_NAMES.get(first.lower(), first.lower())
        if word in ("quit", "help", "standings"):
            if rest:
                raise LineError(f"{first!r} stands alone; what does {rest!r} mean? Type help.")
            return {"quit": Action(self._quit), "help": Action(self._help), "standings": Action(self._standings)}[word]
        if word == "take" and (rest.lower() == "back" or rest.lower().startswith("back ")):
            return self._take_back(rest[4:].strip().lower())
        if word == "players":
            names = tuple(name.strip() for name in rest.split(",") if name.strip())
            return Action(lambda at_s: self._change_players(names, at_s), in_order=True)
        return None

    def _quit(self, _: float) -> None:
        self.ended = True

    def _help(self, _: float) -> None:
        self._say(f"{self.console.help}\n{HELP}")

    def _standings(self, _: float) -> None:
        self._say(self.session.judge.game.say(self.session.judge.history.standings()))

    def _take_back(self, which: str) -> Action:
        if not which:
            return Action(lambda _: self._list())
        meant = _TAKE_BACK.fullmatch(which)
        if meant is None:
            raise LineError(f"Say which line, as in 'take back 6' or 'take back from 6', not {which!r}.")
        line, on = int(meant[2]), meant[1] is not None
        return Action(lambda at_s: self.session.take_back(line, on=on, at_s=at_s), in_order=True)

    def _list(self) -> None:
        """The last events that count, by the lines of the log."""
        entries = [entry for entry in self.session.judge.history.entries if entry.counts][-MOST_LISTED:]
        if not entries:
            self._say("Nothing has happened that could be taken back.")
            return
        rows = [f"{entry.line:>4}  {self._in_words(entry)}" for entry in entries]
        self._say("\n".join([*rows, "Type 'take back 6' for what stands on line 6, or 'take back from 6'."]))

    def _in_words(self, entry: Entry) -> str:
        words = [self.session.judge.game.say(ruling).partition("\n")[0] for ruling in entry.rulings[:1]]
        return words[0] if words else f"{event_name(type(entry.event))} at {entry.event.at:.1f} s"

    def _change_players(self, names: Sequence[str], at_s: float) -> None:
        self._seats(names)  # refused before anything happens
        self.session.happen(Players(at=at_s, players=tuple(names)))

    def _seats(self, names: Sequence[str]) -> tuple[Seat, ...]:
        """Who stays keeps the seat, and whoever is new takes one that has become free. Raises `LineError`."""
        seats = {seat.player: seat for seat in self.table.seats if seat.player in names}
        free = [place for place in self._places if all(place.zone is not seat.zone for seat in seats.values())]
        for name in names:
            if name in seats:
                continue
            if not free:
                raise LineError(
                    f"There is no free seat for {name}, since {len(self._places)} seats are watched; quit, and go on "
                    "with --resume and seats for all."
                )
            place = next((place for place in free if place.player == name), free[0])
            free.remove(place)
            seats[name] = place if place.player == name else Seat(name, place.zone)
        return tuple(seats[name] for name in names)

    def _sit(self, names: Sequence[str]) -> None:
        """From now on these players are watched."""
        if tuple(names) == self.table.players:
            return
        self.table = replace(self.table, seats=self._seats(names))
        self.session.watch(None, self.table)
        self._watch = self.session.new_watch(self._reader)
        self.session.watch(self._watch)

    @property
    def unsettled(self) -> bool:
        """Whether the game cannot go on before the table has said something."""
        return self.session.unsettled

    def told(self, happening: Happening) -> None:
        """Tell it, and what may be typed about it."""
        self._tell(happening)
        self.events.append(happening.event)
        corrects = self.console.corrects(happening)
        for paragraph in happening_told(happening, self.session.judge.game, type(self.console)):
            self._say(f"Correction: {paragraph}" if corrects else paragraph)
        for ruling in happening.rulings:
            hint = self.console.hint(ruling)
            if hint is not None:
                self._say(hint)
        if isinstance(happening.event, TakeBack | Players):
            self.session.carefully(lambda: self._sit(happening.state.table.players), LineError)
        if isinstance(happening.event, TakeBack):
            self.session.carefully(lambda: self._set_up(happening.event.at))  # what was set up may be what is gone
            self.console.taken_back()

    def asked(self, question: Question) -> None:
        """Ask the table."""
        self._say(self.console.question(question))

    def unsure(self, resort: Resort, digits: ShownDigits) -> None:
        """Ask for palms, or the table."""
        self._say(self.console.unsure(resort, digits))

    def refused(self, error: Exception) -> None:
        """Say what cannot be done."""
        why = error.why if isinstance(error, Refused) else str(error)
        self._say(f"{why[0].upper()}{why[1:].rstrip('.')}.")

    def not_kept(self, sentence: str) -> None:
        """Say what is wrong with the log."""
        self._say(sentence)
