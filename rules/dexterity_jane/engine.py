"""Dexterity Jane as one of the games: each event goes to the part of the rules that knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rules.dexterity_jane import events as e
from rules.dexterity_jane import guess, say, say_verify, scoring, stick_ups, verify
from rules.dexterity_jane.header import NAME, read_header
from rules.dexterity_jane.rulings import Standings, Walk
from rules.dexterity_jane.state import State, opening, over
from rules.engine import Engine
from rules.game import Event
from rules.players import Players
from rules.said import said


class DexterityJane(Engine[State]):
    """The engine; it holds nothing itself."""

    name = NAME
    title = "Dexterity Jane"
    event_type: Any = e.AnyEvent
    words: ClassVar = {**say.WORDS, **say_verify.WORDS}
    rules: ClassVar = {
        e.Sheriff: stick_ups.sheriff,
        e.Coins: stick_ups.coins,
        Players: guess.players,
        e.Reveal: guess.reveal,
        e.Lock: guess.lock,
        e.StickUp: guess.stick_up,
        e.Budge: guess.budge,
        e.Settle: guess.settle,
        e.Order: guess.order,
        e.Close: guess.close,
        e.Verify: verify.verify,
        e.ShowCoins: stick_ups.show_coins,
    }
    of_the_table: ClassVar = {
        "sheriff": stick_ups.no_sheriff,
        "coins": stick_ups.no_coins,
        "players": guess.no_players,
        "reveal": guess.no_reveal,
        "order": guess.no_order,
        "close": guess.no_close,
        "verify": verify.no_verify,
        "show-coins": stick_ups.no_show_coins,
    }
    of_a_player: ClassVar = {
        "lock": guess.no_lock,
        "stick-up": guess.no_stick_up,
        "budge": lambda state, player: guess.no_locked(state, player, said("budge")),
        "settle": lambda state, player: guess.no_locked(state, player, said("settle")),
    }

    def open(self, header: Mapping[str, Any]) -> State:
        """The state before the first event. Raises `Malformed` or `Illegal` with all faults of the header."""
        return opening(read_header(header))

    def explain(self, state: State, event: Event | None = None) -> tuple[Walk, ...]:
        """Verify's steps as data, when the round in `state` can be verified; otherwise nothing."""
        return verify.explain(state, event)

    def standings(self, state: State) -> Standings:
        """Where everybody stands; `winners` is empty until the game is over."""
        return scoring.standings(state)

    def over(self, state: State) -> bool:
        """Whether ten rounds are verified and all coins are known."""
        return over(state)
