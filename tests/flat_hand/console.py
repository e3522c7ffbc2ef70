"""Flat Hand on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gesture.games.interpreter import Question, Resort, ShownDigits
from rules.game import Event
from tests.flat_hand.interpreter import FlatHandOptions
from tests.flat_hand.rules import Flat
from ui.headless.console import Action, Console, LineError


class FlatHandConsole(Console):
    """One line can be typed: who was first."""

    help = "flat Ann                       Ann was first, unseen"

    @classmethod
    def chosen(cls, _values: Mapping[str, Any]) -> FlatHandOptions:
        """There is nothing to choose."""
        return FlatHandOptions()

    @classmethod
    def seen(cls, event: Event) -> str:
        """What the hands did."""
        assert isinstance(event, Flat)
        return f"{event.player} lays a flat hand down at {event.at:.1f} s."

    def begin(self, _at_s: float | None = None) -> None:
        """Say what wins."""
        if not self.session.judge.over:
            self.say("Whoever lays a flat hand down first wins.")

    def go_on(self) -> None:
        """Say it again."""
        self.begin()

    def action(self, line: str) -> Action:
        """Who was first."""
        word, _, player = line.partition(" ")
        if word != "flat":
            raise LineError(f"{line!r} means nothing here; type help.")
        return Action(lambda at_s: self.session.happen(Flat(at=at_s, player=player)), in_order=True)

    def question(self, question: Question) -> str:
        """What a player does; the interpreter has no such doubt, but whoever plays could have."""
        return f"What does {question.player} show?"

    def unsure(self, resort: Resort, digits: ShownDigits) -> str:
        """A flat hand that is not plainly flat is shown again."""
        return f"{digits.player}, show your hands again ({resort})."


CONSOLE = FlatHandConsole
