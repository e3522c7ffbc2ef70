"""One Finger! as one of the games: each event goes to the part of the rules that knows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.game import Event, Illegal, Legal, Note, Refused, Ruling, noted
from rules.one_finger import events as e
from rules.one_finger import rounds
from rules.one_finger.cards import NAME
from rules.one_finger.rulings import Standings
from rules.one_finger.say import say
from rules.one_finger.state import Phase, State, opening
from rules.players import Players

_APPLY: Mapping[type[Event], Callable[[State, Any], rounds.After]] = {
    e.Deal: rounds.deal,
    e.First: rounds.first,
    Players: rounds.players,
    e.Call: rounds.call,
    e.Fingers: rounds.fingers,
    e.Arbitrate: rounds.arbitrate,
}

_OF_THE_TABLE: Mapping[str, Callable[[State], str | None]] = {
    "deal": rounds.no_deal,
    "first": rounds.no_first,
    "players": rounds.no_players,
    "fingers": rounds.no_fingers,
    "arbitrate": rounds.no_arbitrate,
    "note": lambda state: None,
}


class OneFinger:
    """The engine; it holds nothing itself."""

    name = NAME
    title = "One Finger!"
    event_type: Any = e.AnyEvent

    def open(self, header: Mapping[str, Any]) -> State:
        """The state before the deal. Raises `Malformed` with all faults of the header."""
        return opening(header)

    def apply(self, state: State, event: Event) -> tuple[State, tuple[Ruling, ...]]:
        """The state after `event` and the rulings on it. Raises `Illegal`; `state` never changes."""
        rule = _APPLY.get(type(event))
        if rule is not None:
            return rule(state, event)
        if isinstance(event, Note):
            return state, noted(event)
        raise Illegal(f"{type(event).__name__} is no event of One Finger!")

    def legal(self, state: State) -> Mapping[str, Legal]:
        """What each player, and the table (key ""), may do now and why not the rest."""
        reasons = {name: why_not(state) for name, why_not in _OF_THE_TABLE.items()}
        table = Legal(
            may=tuple(name for name, why in reasons.items() if not why),
            why_not={name: why for name, why in reasons.items() if why} | {"call": "call is for a player to do"},
        )
        of_table = {name: f"{name} is for the table to do" for name in _OF_THE_TABLE}
        players = {}
        for player in state.table.players:
            why = rounds.no_call(state, player)
            players[player] = Legal(may=() if why else ("call",), why_not=of_table | ({"call": why} if why else {}))
        return {"": table, **players}

    def explain(self, state: State, event: Event | None = None) -> tuple[Ruling, ...]:
        """The fingers counted card by card, and what the button looks at; for `fingers`, and for an `arbitrate` that
        upholds or corrects them."""
        if not isinstance(event, e.Fingers | e.Arbitrate | None):
            return ()
        try:
            if event is not None:
                self.apply(state, event)
        except Refused:
            return ()
        return rounds.explain(state, event)

    def standings(self, state: State) -> Standings:
        """Where everybody stands, players who have left last; `winners` is empty until the game is over."""
        return Standings(
            cards={player: len(pile) for player, pile in state.everybody.items()},
            winners=rounds.winners(state) if self.over(state) else (),
            self_defeating=state.self_defeating_share,
        )

    def over(self, state: State) -> bool:
        """Whether no further round can open (ruling F10)."""
        return state.phase is Phase.END

    def say(self, ruling: Ruling) -> str:
        """The ruling in plain English."""
        return say(ruling)
