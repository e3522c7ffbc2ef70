"""A pistol or a guess, and at whom: what the table is asked when the hands do not tell (ruling D21)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from gesture.games.dexterity_jane.pistols import StickUpSeen
from gesture.games.interpreter import Question
from gesture.watching.moments import DigitsMoved, Hands, HandsAtRest, Moment
from rules.dexterity_jane.events import Lock, StickUp
from rules.game import Event, Illegal
from rules.hands import Side


@dataclass(frozen=True, kw_only=True, eq=False)
class PistolQuestion(Question):
    """Hands that may be a stick-up or a guess, or a stick-up on one or another."""

    seen: StickUpSeen
    guess: Lock
    """What was locked, if it is a guess."""
    players: tuple[str, ...]
    judge: Callable[[str, Hands], StickUpSeen | None]
    """Judges a player's later hands in the same way."""

    @property
    def about_shape(self) -> bool:
        """Whether it may be a guess; otherwise only at whom it is aimed is asked."""
        return not self.seen.shape_sure

    @cached_property
    def may_be_meant(self) -> Mapping[Side, tuple[str, ...]]:
        """For each hand that may be a pistol, the players at whom it may point, the likelier one first."""
        return {s: (aim.victim, *([aim.or_else] if aim.or_else else [])) for s, aim in self.seen.aims.items()}

    @property
    def aims(self) -> Mapping[Side, str]:
        """At whom each pistol points, as far as it was seen."""
        return {side: aim.victim for side, aim in self.seen.aims.items()}

    def stick_up(self, aims: Mapping[Side, str] | None = None) -> StickUp:
        """The answer that it is a stick-up, on those it was seen to point at unless `aims` says otherwise."""
        return StickUp(at=self.at_s, player=self.player, aims=dict(self.aims if aims is None else aims))

    @property
    def choices(self) -> tuple[Event, ...]:
        """The stick-ups that may be meant and the guess, the likelier first."""
        sides = sorted(self.may_be_meant)
        aimed = product(*(self.may_be_meant[side] for side in sides))
        stick_ups = [self.stick_up(dict(zip(sides, victims, strict=True))) for victims in aimed]
        return (*stick_ups, self.guess) if self.seen.likelier else (self.guess, *stick_ups)

    def check(self, answer: Event) -> None:
        """Raises `Illegal` for an event that is neither the guess nor a stick-up with these hands."""
        if answer == self.guess:
            return
        if not isinstance(answer, StickUp) or answer.player != self.player:
            raise Illegal(f"the table was asked about {self.player}'s hands: they are a stick-up or a guess")
        for side, victim in answer.aims.items():
            if side not in self.seen.aims or victim == self.player or victim not in self.players:
                raise Illegal(f"{self.player}'s {side} hand cannot point at {victim}")

    def answered_by(self, moment: Moment) -> Event | None:
        """What the player's own hands say later, once they say it clearly."""
        if not isinstance(moment, HandsAtRest | DigitsMoved) or moment.player != self.player:
            return None
        seen = self.judge(moment.player, moment.hands)
        if seen is None or not seen.sure:
            return None
        aims = {side: aim.victim for side, aim in seen.aims.items() if side in self.seen.aims}
        return self.stick_up(aims or None) if seen.likelier else self.guess
