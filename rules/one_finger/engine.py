"""One Finger! as one of the games: each event goes to the part of the rules that knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rules.engine import Engine
from rules.game import Event, Refused, Ruling
from rules.one_finger import events as e
from rules.one_finger import rounds
from rules.one_finger.cards import NAME
from rules.one_finger.rulings import Standings
from rules.one_finger.say import WORDS
from rules.one_finger.state import Phase, State, opening
from rules.players import Players


class OneFinger(Engine[State]):
    """The engine; it holds nothing itself."""

    name = NAME
    title = "One Finger!"
    event_type: Any = e.AnyEvent
    words = WORDS
    rules: ClassVar = {
        e.Deal: rounds.deal,
        e.First: rounds.first,
        Players: rounds.players,
        e.Call: rounds.call,
        e.Fingers: rounds.fingers,
        e.Arbitrate: rounds.arbitrate,
    }
    of_the_table: ClassVar = {
        "deal": rounds.no_deal,
        "first": rounds.no_first,
        "players": rounds.no_players,
        "fingers": rounds.no_fingers,
        "arbitrate": rounds.no_arbitrate,
    }
    of_a_player: ClassVar = {"call": rounds.no_call}

    def open(self, header: Mapping[str, Any]) -> State:
        """The state before the deal. Raises `Malformed` with all faults of the header."""
        return opening(header)

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
