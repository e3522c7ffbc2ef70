"""What hands mean in Flat Hand: a hand at rest without a bent digit is flat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from gesture.games.interpreter import Claim, Interpreter, Question
from gesture.games.options import Options
from gesture.watching.moments import HandsAtRest, Moment
from rules.hands import Side
from tests.flat_hand import NAME
from tests.flat_hand.rules import Flat, State


class FlatHandInterpreter(Interpreter[State]):
    """Makes events of hands at rest."""

    def means(self, moment: Moment, state: State | None) -> Question | Sequence[Claim]:
        """A flat hand, or nothing."""
        if not isinstance(moment, HandsAtRest) or moment.from_start or (state is not None and state.winner):
            return ()
        hands = [moment.hands.of(side) for side in Side]
        if not any(not hand.bent and not hand.unsure for hand in hands):
            return ()
        return (self.claim(Flat(at=moment.at_s, player=moment.player), moment.hands, state),)


class FlatHandOptions(Options):
    """There is nothing to choose."""

    scored = True

    def header(self, players: Iterable[str]) -> dict[str, Any]:
        """The header of a log."""
        return {"game": NAME, "version": 1, "players": list(players)}


INTERPRETER = FlatHandInterpreter
OPTIONS = FlatHandOptions
