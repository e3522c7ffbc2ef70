"""What the table is asked in One Finger!."""

from __future__ import annotations

from dataclasses import dataclass

from gesture.games.interpreter import Question
from gesture.watching.free_hands import HandLaid
from gesture.watching.moments import Moment
from rules.game import Event, Illegal
from rules.hands import Digit
from rules.one_finger.events import Call, Fingers


@dataclass(frozen=True, kw_only=True, eq=False)
class FingersQuestion(Question):
    """Whether fingers were left on the cards of which that could not be told: those of all who are unsure in `likely`,
    of whom `player` is the first."""

    likely: Fingers

    @property
    def unsure(self) -> tuple[str, ...]:
        """Whose fingers could not be told."""
        return self.likely.unsure

    @property
    def choices(self) -> tuple[Event, ...]:
        """The fingers as they more likely were left."""
        return (self.likely,)

    def told(self, kept: dict[str, int | tuple[int, ...]]) -> Fingers:
        """The fingers, with what the table says that some players kept. Lift times of theirs that do not fit any more
        are left out."""
        lifts = {player: times for player, times in self.likely.lifts.items() if player not in kept}
        unsure = tuple(player for player in self.unsure if player not in kept)
        return Fingers(at=self.at_s, kept={**self.likely.kept, **kept}, lifts=lifts, unsure=unsure)

    def check(self, answer: Event) -> None:
        """Whether it says what fingers were left."""
        if not isinstance(answer, Fingers):
            raise Illegal("the table was asked who left a finger on the card")

    def answered_by(self, moment: Moment) -> Event | None:
        """Nothing that fingers do later says where they were."""
        return None


@dataclass(frozen=True, kw_only=True, eq=False)
class CallQuestion(Question):
    """Which number `player` calls with a hand that was laid down at `at_s`: not every digit of it could be told."""

    likely: Call

    @property
    def choices(self) -> tuple[Event, ...]:
        """The call as it more likely is."""
        return (self.likely,)

    def told(self, number: int) -> Call:
        """The call, with the number that the table says."""
        return Call(at=self.at_s, player=self.player, number=number)

    def check(self, answer: Event) -> None:
        """Whether it is a call of that player's."""
        if not isinstance(answer, Call) or answer.player != self.player:
            raise Illegal(f"the table was asked which number {self.player} calls")

    def answered_by(self, moment: Moment) -> Event | None:
        """The number that the hand shows once it lies clearly; the call is still as old as the hand was first."""
        if isinstance(moment, HandLaid) and moment.player == self.player and not moment.hand.unsure:
            return self.told(len(Digit) - len(moment.hand.bent))
        return None
