"""Practice alone: ten rounds against the clock. What the cards require is asked of the rules."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.chance import Generator
from rules.dexterity_jane.cards import Card, reference, required
from rules.dexterity_jane.header import LAST_ROUND
from rules.hands import Bent, Digit, Side
from ui.window.games.dexterity_jane.best_times import Practised

Wrong = frozenset[tuple[Side, Digit]]


@dataclass
class PracticeRun:
    """A run of ten rounds; round n shows n cards. Times are whatever clock the caller goes by."""

    lot: Generator
    with_keys: bool
    round: int = 0
    cards: tuple[Card, ...] = ()
    revealed_s: float = 0.0
    round_s: list[float] = field(default_factory=list)
    wrong_locks: int = 0

    @property
    def over(self) -> bool:
        """Whether all rounds are done."""
        return len(self.round_s) == LAST_ROUND

    @property
    def solved(self) -> bool:
        """Whether the round whose cards lie open is done."""
        return len(self.round_s) == self.round

    @property
    def needed(self) -> dict[Side, tuple[Digit, ...]]:
        """What must be bent."""
        return required(reference(), [card.number for card in self.cards])

    def reveal(self, at_s: float) -> None:
        """Show the next round's cards, drawn from all sixty."""
        self.round += 1
        self.cards = tuple(self.lot.sample(reference(), self.round))
        self.revealed_s = at_s

    def lock(self, at_s: float, left: Bent, right: Bent) -> Wrong:
        """Lock a guess; returns the digits that are wrong, none when the round is won."""
        needed = self.needed
        wrong = frozenset(
            (side, digit)
            for side, bent in ((Side.LEFT, left), (Side.RIGHT, right))
            for digit in bent ^ frozenset(needed[side])
        )
        if wrong:
            self.wrong_locks += 1
        else:
            self.round_s.append(max(0.0, at_s - self.revealed_s))
        return wrong

    def result(self) -> Practised:
        """The finished run."""
        return Practised(
            round_s=tuple(round(s, 3) for s in self.round_s), wrong=self.wrong_locks, with_keys=self.with_keys
        )
