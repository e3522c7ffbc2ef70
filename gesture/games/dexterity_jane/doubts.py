"""A pistol or a guess, and at whom: what the table is asked when the hands do not tell (ruling D21)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gesture.games.dexterity_jane.pistols import StickUpSeen
from gesture.watching.moments import Hands
from rules.hands import Side
from rules.words import listed


@dataclass(frozen=True, kw_only=True, eq=False)
class Doubt:
    """One player's hands, at rest since `at_s`, that may be a stick-up or a guess, or a stick-up on one or another.

    Until it is answered nothing that happened later is taken, so that the order stays right.
    """

    player: str
    at_s: float
    hands: Hands
    seen: StickUpSeen

    @property
    def about_shape(self) -> bool:
        """Whether it may be a guess; otherwise only at whom it is aimed is asked."""
        return not self.seen.shape_sure

    @property
    def may_be_meant(self) -> Mapping[Side, tuple[str, ...]]:
        """For each hand that may be a pistol, the players at whom it may point, the likelier one first."""
        return {s: (aim.victim, *([aim.or_else] if aim.or_else else [])) for s, aim in self.seen.aims.items()}

    @property
    def aims(self) -> Mapping[Side, str]:
        """At whom each pistol points, as far as it was seen."""
        return {side: aim.victim for side, aim in self.seen.aims.items()}

    @property
    def question(self) -> str:
        """What the table is asked, in one sentence."""
        aimed = listed(
            f"the {side} hand at {' or '.join(players)}" for side, players in sorted(self.may_be_meant.items())
        )
        if self.about_shape:
            return f"{self.player}, is that a stick-up, with {aimed}, or a guess?"
        return f"{self.player}, at whom do you point: {aimed}?"
