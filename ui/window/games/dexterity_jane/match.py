"""A game of Dexterity Jane in the window: its rounds, from the reveal to the walk through Verify."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rules.chance import Generator
from rules.dexterity_jane import GAME as JANE
from rules.dexterity_jane import chance
from rules.dexterity_jane.events import Reveal, Verify
from rules.dexterity_jane.rulings import Walk
from rules.dexterity_jane.state import Phase, State
from rules.game import Illegal, Legal, Ruling
from rules.log import LogWriter
from ui.window.games.dexterity_jane.brief import briefly
from ui.window.running_game import RunningGame


class Match(RunningGame):
    """A game of Dexterity Jane that is being played. All rules are asked of the game."""

    def __init__(self, header: Mapping[str, Any], writer: LogWriter | None, lot: Generator) -> None:
        super().__init__(header, writer, lot)
        self.walk: Walk | None = None
        """The walk through the round that is being verified."""
        self._verify: Verify | None = None

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

    def legal(self) -> Mapping[str, Legal]:
        """What each player, and the table (key ""), may do now."""
        return JANE.legal(self.state)

    def set_up(self, at_s: float) -> None:
        """In the Stick-Up variant: flip the Sheriff token and deal the coins, once."""
        if self.phase is Phase.SETUP and self.state.sheriff is None:
            self.play(chance.draw_sheriff(self.judge.lot("sheriff"), at_s))
        if self.phase is Phase.SETUP and not self.state.coins_dealt:
            self.play(chance.draw_coins(self.judge.lot("coins"), self.state, at_s))

    def reveal(self, at_s: float) -> None:
        """Draw and reveal the round's cards."""
        self.session.happen(self._drawn(at_s))

    def _drawn(self, at_s: float) -> Reveal:
        return chance.draw_reveal(self.judge.lot("reveal", self.state.round), self.state, at_s)

    def reveal_untold(self, at_s: float) -> None:
        """The cards of a printed copy are turned up; what they show is told with `show`, at any time before Verify."""
        self.session.happen_untold(self._drawn(at_s))

    @property
    def untold(self) -> bool:
        """Whether cards lie open that nobody has told yet."""
        return self.session.untold

    def show(self, cards: tuple[int, ...]) -> None:
        """The cards that were turned up are these. Raises `Refused` when they cannot be."""
        self.session.tell_truly(Reveal(at=0.0, cards=cards))

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

    def briefly(self, rulings: Sequence[Ruling]) -> str:
        """The rulings on one event in few words, coins face down."""
        return briefly(rulings)

    def may_act(self, player: str) -> bool:
        """Whether a player may still lock or draw in this round."""
        state = self.state
        return state.phase is Phase.GUESS and not state.lock_of(player) and not state.stick_up_of(player)
