"""One game at one table, for the window: its state, its log that is written as it happens, and its photographs.

All rules are asked of the game; an event that it refuses changes nothing and is told.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Self

import msgspec
import pygame

from rules.chance import Generator, generator
from rules.dexterity_jane import GAME as JANE
from rules.dexterity_jane import chance
from rules.dexterity_jane.events import Reveal, Verify
from rules.dexterity_jane.rulings import Walk
from rules.dexterity_jane.state import Phase, State
from rules.game import Event, Illegal, Legal, Refused, Ruling
from rules.log import LogWriter, read_log


class Match:
    """A game of Dexterity Jane that is being played."""

    def __init__(self, state: State, writer: LogWriter | None, at_s: float, lot: Generator) -> None:
        """For `start` and `resume`. `writer` is None once the log can no longer be written."""
        self.state = state
        self.writer = writer
        self.lot = lot
        self.photos: dict[str, pygame.Surface] = {}
        """For each player who locked in this round before a camera, the picture of that moment."""
        self.problem: str | None = None
        """Why the log is no longer written, or None."""
        self.walk: Walk | None = None
        """The walk through the round that is being verified."""
        self.ended: tuple[Ruling, ...] = ()
        """The rulings of the newest verify."""
        self._verify: Verify | None = None
        self._from_s: float | None = None
        self._at_s = at_s

    @classmethod
    def start(cls, path: Path, players: tuple[str, ...], variant: str, seed: int | None = None) -> Self:
        """A new game, its log at `path`. Raises `Refused` for a header that the rules do not take, `OSError` when the
        log cannot be written."""
        header = {"game": JANE.name, "version": 1, "players": list(players), "variant": variant, "deck": "reference"}
        state = JANE.open(header)
        return cls(state, LogWriter.create(path, header), 0.0, generator(seed))

    @classmethod
    def resume(cls, path: Path, seed: int | None = None) -> Self:
        """The game of a log, as far as it got. Raises `Refused` or `OSError` when it cannot be gone on with."""
        writer, log = LogWriter.resume(path)
        match = cls(log.state, writer, 0.0, generator(seed))
        try:
            for _, event in log:
                match._apply(event)
                match._at_s = event.at
        except Refused:
            writer.close()
            raise
        return match

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

    def play(self, event: Event) -> tuple[Ruling, ...]:
        """Let an event happen and write it down. Raises `Refused` when the rules do not take it."""
        state = self.state
        rulings = self._apply(event)
        if self.writer is not None:
            try:
                self.writer.append(event)
            except OSError as fault:
                self.problem = fault.strerror or str(fault)
                self.writer = None
            except Refused:
                self.state = state
                raise
        self._at_s = max(self._at_s, event.at)
        return rulings

    def _apply(self, event: Event) -> tuple[Ruling, ...]:
        self.state, rulings = JANE.apply(self.state, event)
        if isinstance(event, Verify):
            self.ended = rulings
        elif isinstance(event, Reveal):
            self.photos.clear()
        return rulings

    def set_up(self, at_s: float) -> None:
        """In the Stick-Up variant: flip the Sheriff token and deal the coins, once."""
        if self.state.phase is Phase.SETUP and self.state.sheriff is None:
            self.play(chance.draw_sheriff(self.lot, at_s))
        if self.state.phase is Phase.SETUP and not self.state.coins_dealt:
            self.play(chance.draw_coins(self.lot, self.state, at_s))

    def reveal(self, at_s: float) -> tuple[Ruling, ...]:
        """Draw and reveal the round's cards."""
        return self.play(chance.draw_reveal(self.lot, self.state, at_s))

    def draw_lots(self, at_s: float) -> None:
        """Settle the ties that nobody settled by lot."""
        for order in chance.draw_orders(self.lot, self.state, at_s):
            self.play(order)

    def begin_verify(self, at_s: float) -> Walk:
        """The walk through Verify as it will come. Which coins are stolen is drawn now; nothing is scored yet, so the
        table may still dispute a lock. Raises `Refused` when the round cannot be verified."""
        self.draw_lots(at_s)
        event = chance.draw_verify(self.lot, self.state, at_s)
        walks = JANE.explain(self.state, event)
        if not walks:
            raise Illegal(self.legal()[""].why_not["verify"])
        self.walk, self._verify = walks[0], event
        return walks[0]

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

    def close(self) -> None:
        """Close the log; everything is in it already."""
        if self.writer is not None:
            self.writer.close()


def unfinished(path: Path) -> Match | None:
    """The game of a log that can be gone on with, its log not opened for writing; None when it is over or unusable."""
    try:
        log = read_log(path)
        if log.game.name != JANE.name:
            return None
        match = Match(log.state, None, 0.0, generator(0))
        for _, event in log:
            match._apply(event)
    except (Refused, OSError):
        return None
    return None if match.over else match
