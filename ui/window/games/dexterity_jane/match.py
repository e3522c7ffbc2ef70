"""One game at one table, for the window: its judge, its log that is written as it happens, and its photographs.

All rules are asked of the game; an event that it refuses changes nothing and is told. The judge is the one that also
plays without a window: hands that a camera sees and keys that are pressed go the same way.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import msgspec

from gesture.games.dexterity_jane.options import DexterityJaneOptions
from gesture.games.judge import Happening, Judge
from gesture.play.kept_log import KeptLog
from gesture.play.photographs import Photos, photograph
from gesture.play.untold import Untold
from gesture.table.seats import Table
from gesture.watching.moments import Hands
from rules.chance import Generator, generator
from rules.dexterity_jane import GAME as JANE
from rules.dexterity_jane import chance
from rules.dexterity_jane.events import Lock, Reveal, Verify
from rules.dexterity_jane.rulings import Walk
from rules.dexterity_jane.state import Phase, State
from rules.game import Event, Illegal, Legal, Refused, Ruling
from rules.log import Log, LogWriter, read_log
from ui.window.games.dexterity_jane.brief import briefly
from ui.window.watched_table import WatchedTable

NEWS = 60
"""So many events may wait for a screen to tell them."""


class Match:
    """A game of Dexterity Jane that is being played."""

    def __init__(self, header: Mapping[str, Any], writer: LogWriter | None, lot: Generator) -> None:
        """For `start` and `resume`. Without a `writer` nothing is kept."""
        self.judge = Judge(header, Table(()), self._happened, lot=lot)
        self.log = KeptLog(writer, self._not_kept) if writer is not None else None
        self._path = writer.path if writer is not None else None
        self.photos = Photos(self._path.with_suffix(".photos") if self._path else None, self.players)
        """For each player who locked in this round before a camera, the photograph of that moment."""
        self.problem: str | None = None
        """What is to be said about the log, or None."""
        self.walk: Walk | None = None
        """The walk through the round that is being verified."""
        self.ended: tuple[Ruling, ...] = ()
        """The rulings of the newest verify."""
        self.news: deque[Happening] = deque(maxlen=NEWS)
        """What has happened and no screen has told yet, the oldest first."""
        self.watched: WatchedTable | None = None
        """The camera's side of the game; None while everything is typed."""
        self.untold: Untold | None = None
        """The round so far, while nobody has told its cards; else None."""
        self._rulings: tuple[Ruling, ...] = ()
        self._verify: Verify | None = None
        self._from_s: float | None = None
        self._at_s = 0.0

    @classmethod
    def start(cls, path: Path, players: tuple[str, ...], variant: str, seed: int | None = None) -> Self:
        """A new game, its log at `path`. Raises `Refused` for a header that the rules do not take, `OSError` when the
        log cannot be written."""
        header = DexterityJaneOptions(variant=variant).header(players)
        JANE.open(header)
        match = cls(header, LogWriter.create(path, header), generator(seed))
        match.photos.clear()  # of a game of this name whose log was deleted
        path.with_suffix(".unseen").unlink(missing_ok=True)
        return match

    @classmethod
    def resume(cls, path: Path, seed: int | None = None) -> Self:
        """The game of a log, as far as it got. Raises `Refused` or `OSError` when it cannot be gone on with."""
        writer, log = LogWriter.resume(path)
        match = cls(log.header, writer, generator(seed))
        try:
            match.take_up(log)
        except Refused:
            writer.close()
            raise
        left = Untold.left_at(path.with_suffix(".unseen"), JANE)
        if left is not None and match.phase is Phase.REVEAL:
            match.untold = left
            match.judge.take_up_untold(left.events)
            match._at_s = match.judge.history.at_s
        return match

    @property
    def game(self) -> str:
        """The game's name in logs."""
        return JANE.name

    @property
    def state(self) -> State:
        """The game as it stands."""
        state: State = self.judge.state
        return state

    @property
    def phase(self) -> Phase:
        """Where in the round the table is."""
        return self.state.phase

    @property
    def players(self) -> tuple[str, ...]:
        """The players, clockwise."""
        return self.state.table.players

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return JANE.over(self.state)

    def legal(self) -> Mapping[str, Legal]:
        """What each player, and the table (key ""), may do now."""
        return JANE.legal(self.state)

    def at(self, now_s: float) -> float:
        """The game's time at the window's `now_s`; it stands still while the game is not open."""
        if self._from_s is None:
            self._from_s = now_s - self._at_s
        return max(round(now_s - self._from_s, 3), self._at_s)

    def not_before(self, at_s: float, now_s: float) -> None:
        """The game's time is `at_s` at least: a recording may run ahead of the window's clock."""
        if at_s > self.at(now_s):
            self._from_s = now_s - at_s

    def play(self, event: Event) -> tuple[Ruling, ...]:
        """Let an event happen and write it down; while the table is asked about hands in doubt it waits. Raises
        `Refused` when the rules do not take it."""
        self._rulings = ()
        self.judge.happen(event)
        return self._rulings

    def _happened(self, happening: Happening) -> None:
        event = happening.event
        self._rulings = happening.rulings
        self._at_s = max(self._at_s, event.at)
        if self.untold is not None:
            self.untold.append(event)
        elif self.log is not None:
            self.log.append(event, event.at)
        if isinstance(event, Verify):
            self.ended = happening.rulings
        if isinstance(event, Verify | Reveal):
            self.photos.clear()
        if self.photos.players != self.players:  # between two rounds, when there are none
            self.photos = Photos(self.photos.folder, self.players)
        if isinstance(event, Lock):
            self._photograph(event.player, happening.hands)
        self.news.append(happening)
        if self.watched is not None:
            self.watched.live.happened(happening)

    def _photograph(self, player: str, hands: Hands | None) -> None:
        glimpse = self.watched.glimpse if self.watched is not None else None
        frame = hands.frame if hands is not None else glimpse.frame if glimpse is not None else None
        if frame is not None:
            table = self.judge.table
            seat = table.seat_of(player)
            self.photos.keep(player, photograph(seat, table.inward(seat), frame, hands))

    def take_up(self, log: Log) -> None:
        """Take in the events of a log, as far as it got."""
        self.judge.take_up(log)
        self._at_s = self.judge.history.at_s

    def _not_kept(self, sentence: str) -> None:
        self.problem = sentence

    def retry(self, now_s: float) -> None:
        """Try again to write what the disk did not take."""
        if self.log is not None:
            self.log.retry(self.at(now_s))

    def set_up(self, at_s: float) -> None:
        """In the Stick-Up variant: flip the Sheriff token and deal the coins, once."""
        if self.phase is Phase.SETUP and self.state.sheriff is None:
            self.play(chance.draw_sheriff(self.judge.lot("sheriff"), at_s))
        if self.phase is Phase.SETUP and not self.state.coins_dealt:
            self.play(chance.draw_coins(self.judge.lot("coins"), self.state, at_s))

    def reveal(self, at_s: float) -> None:
        """Draw and reveal the round's cards."""
        self.judge.happen(self._drawn(at_s))

    def _drawn(self, at_s: float) -> Reveal:
        return chance.draw_reveal(self.judge.lot("reveal", self.state.round), self.state, at_s)

    def reveal_untold(self, at_s: float) -> None:
        """The cards of a printed copy are turned up; what they show is told with `show`, at any time before Verify."""
        self.untold = Untold(self._path.with_suffix(".unseen") if self._path else None)
        self.judge.happen_untold(self._drawn(at_s))

    def show(self, cards: tuple[int, ...]) -> None:
        """The cards that were turned up are these. Raises `Refused` when they cannot be."""
        assert self.untold is not None
        for event in self.judge.tell_truly(Reveal(at=0.0, cards=cards)):
            if self.log is not None:
                self.log.append(event, self._at_s)
        self.untold.done()
        self.untold = None

    @property
    def before_cards(self) -> State:
        """The game before the cards were turned up that nobody has told yet."""
        line = self.judge.stand_in
        before: State = self.judge.before(line) if line is not None else self.state
        return before

    def draw_lots(self, at_s: float) -> None:
        """Settle the ties that nobody settled by lot."""
        for order in chance.draw_orders(self.judge.lot("order", self.state.round), self.state, at_s):
            self.play(order)

    def begin_verify(self, at_s: float) -> Walk:
        """The walk through Verify as it will come. Which coins are stolen is drawn now; nothing is scored yet, so the
        table may still dispute a lock. Raises `Refused` when the round cannot be verified."""
        self.draw_lots(at_s)
        event = chance.draw_verify(self.judge.lot("verify", self.state.round), self.state, at_s)
        walks: tuple[Walk, ...] = JANE.explain(self.state, event)
        if not walks:
            raise Illegal(self.legal()[""].why_not["verify"])
        self.walk, self._verify = walks[0], event
        return walks[0]

    def walk_again(self) -> bool:
        """Whether what has happened since `begin_verify`, such as a budge, changes the walk, which is then the new
        one."""
        walks = JANE.explain(self.state, self._verify) if self._verify is not None else ()
        if not walks or walks[0] == self.walk:
            return False
        self.walk = walks[0]
        return True

    def end_verify(self, at_s: float) -> tuple[Ruling, ...]:
        """Score the round as `begin_verify` showed it."""
        assert self._verify is not None
        event, self._verify = msgspec.structs.replace(self._verify, at=at_s), None
        return self.play(event)

    def scatter(self) -> random.Random:
        """Chance for how the round's cards lie: the same for the same cards, so a game gone on with looks as before."""
        return random.Random(f"{self.state.round} {self.state.cards}")

    def say(self, ruling: Ruling) -> str:
        """A ruling in words."""
        return JANE.say(ruling)

    def briefly(self, rulings: Sequence[Ruling]) -> str:
        """The rulings on one event in few words, coins face down."""
        return briefly(rulings)

    def may_act(self, player: str) -> bool:
        """Whether a player may still lock or draw in this round."""
        state = self.state
        return state.phase is Phase.GUESS and not state.lock_of(player) and not state.stick_up_of(player)

    def stop_watching(self, wait_s: float = 0.0) -> None:
        """Give the camera back, whose thread is waited for up to `wait_s`."""
        if self.watched is not None:
            self.watched.close()
            self.watched.join(wait_s)
            self.watched = None

    def close(self, wait_s: float = 0.0) -> None:
        """Close the log and the table's eyes, whose thread is waited for up to `wait_s`; everything is in the log
        already."""
        self.stop_watching(wait_s)
        if self.log is not None:
            self.log.close()
            self.log = None


def unfinished(path: Path) -> Match | None:
    """The game of a log that can be gone on with, its log not opened for writing; None when it is over or unusable."""
    try:
        log = read_log(path)
        if log.game.name != JANE.name:
            return None
        match = Match(log.header, None, generator(0))
        match.take_up(log)
    except (Refused, OSError):
        return None
    return None if match.over else match
