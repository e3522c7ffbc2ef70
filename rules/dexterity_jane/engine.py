"""Dexterity Jane as one of the games: each event goes to the part of the rules that knows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.dexterity_jane import events as e
from rules.dexterity_jane import guess, scoring, stick_ups, verify
from rules.dexterity_jane.header import NAME, read_header
from rules.dexterity_jane.rulings import Standings, Walk
from rules.dexterity_jane.say import say
from rules.dexterity_jane.state import State, opening, over
from rules.game import Event, Illegal, Legal, Note, Ruling, noted
from rules.players import Players

_APPLY: Mapping[type[Event], Callable[[State, Any], guess.Outcome]] = {
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

_OF_THE_TABLE: Mapping[str, Callable[[State], str | None]] = {
    "sheriff": stick_ups.no_sheriff,
    "coins": stick_ups.no_coins,
    "players": guess.no_players,
    "reveal": guess.no_reveal,
    "order": guess.no_order,
    "close": guess.no_close,
    "verify": verify.no_verify,
    "show-coins": stick_ups.no_show_coins,
    "note": lambda state: None,
}

_OF_A_PLAYER: Mapping[str, Callable[[State, str], str | None]] = {
    "lock": guess.no_lock,
    "stick-up": guess.no_stick_up,
    "budge": lambda state, player: guess.no_locked(state, player, "budge"),
    "settle": lambda state, player: guess.no_locked(state, player, "settle"),
}


class DexterityJane:
    """The engine; it holds nothing itself."""

    name = NAME
    title = "Dexterity Jane"
    event_type: Any = e.AnyEvent

    def open(self, header: Mapping[str, Any]) -> State:
        """The state before the first event. Raises `Malformed` or `Illegal` with all faults of the header."""
        return opening(read_header(header))

    def apply(self, state: State, event: Event) -> tuple[State, tuple[Ruling, ...]]:
        """The state after `event` and the rulings on it. Raises `Illegal` or `Ambiguous`; `state` never changes."""
        rule = _APPLY.get(type(event))
        if rule is not None:
            after, rulings = rule(state, event)
            ends = isinstance(event, e.ShowCoins) and over(after) and not over(state)
            return after, (*rulings, scoring.game_over(after)) if ends else rulings
        if isinstance(event, Note):
            return state, noted(event)
        raise Illegal(f"{type(event).__name__} is no event of Dexterity Jane")

    def legal(self, state: State) -> Mapping[str, Legal]:
        """What each player, and the table (key ""), may do now and why not the rest."""
        table = _legal({name: why_not(state) for name, why_not in _OF_THE_TABLE.items()}, _OF_A_PLAYER, "a player")
        players = {
            player: _legal(
                {name: why_not(state, player) for name, why_not in _OF_A_PLAYER.items()}, _OF_THE_TABLE, "the table"
            )
            for player in state.table.players
        }
        return {"": table, **players}

    def explain(self, state: State, event: Event | None = None) -> tuple[Walk, ...]:
        """Verify's steps as data, when the round in `state` can be verified; otherwise nothing."""
        return verify.explain(state, event)

    def standings(self, state: State) -> Standings:
        """Where everybody stands; `winners` is empty until the game is over."""
        return scoring.standings(state)

    def over(self, state: State) -> bool:
        """Whether ten rounds are verified and all coins are known."""
        return over(state)

    def say(self, ruling: Ruling) -> str:
        """The ruling in plain English."""
        return say(ruling)


def _legal(reasons: Mapping[str, str | None], others: Mapping[str, Any], whose: str) -> Legal:
    why_not = {name: why for name, why in reasons.items() if why}
    why_not |= {name: f"{name} is for {whose} to do" for name in others}
    return Legal(may=tuple(name for name, why in reasons.items() if not why), why_not=why_not)
