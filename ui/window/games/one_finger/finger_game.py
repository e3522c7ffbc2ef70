"""A game of One Finger! in the window: its deal, its calls, and the fingers that the table counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from gesture.games.one_finger.questions import CallQuestion, FingersQuestion
from rules.chance import Generator
from rules.game import Ruling
from rules.log import LogWriter
from rules.one_finger.chance import draw_deal
from rules.one_finger.events import Arbitrate, Call, Fingers, First
from rules.one_finger.state import Phase, State
from ui.window.games.one_finger.brief import briefly
from ui.window.games.one_finger.kept_frames import KeptFrames
from ui.window.running_game import RunningGame

Kept = Mapping[str, tuple[int, ...]]
"""How many fingers each player left, card by card."""


class FingerGame(RunningGame):
    """A game of One Finger! that is being played. All rules are asked of the game."""

    def __init__(self, header: Mapping[str, Any], writer: LogWriter | None, lot: Generator) -> None:
        super().__init__(header, writer, lot)
        self.faces: Mapping[str, int] = {}
        """The faces of computer players, by name."""
        self.frames = KeptFrames()
        """The newest pictures of the cards in play."""

    def update(self, now_s: float) -> None:
        """Let time pass, and keep the newest picture of the cards."""
        super().update(now_s)
        glimpse = self.watched.glimpse if self.watched is not None else None
        if glimpse is not None and self.watched is not None:
            self.frames.take(glimpse.frame, self.watched.table.in_play)

    @property
    def state(self) -> State:
        """The game as it stands."""
        state: State = self.judge.state
        return state

    @property
    def phase(self) -> Phase:
        """What the table waits for."""
        return self.state.phase

    @property
    def players(self) -> tuple[str, ...]:
        """The players, clockwise."""
        return self.state.table.players

    def deal(self, at_s: float, most: int | None = None) -> None:
        """Shuffle and deal, once; `most` cards at most lie in the Draw pile."""
        if self.phase is Phase.DEAL:
            event = draw_deal(self.judge.lot("deal"), self.state, at_s)
            self.play(event if most is None else replace(event, draw=event.draw[:most]))

    def first(self, player: str, at_s: float) -> tuple[Ruling, ...]:
        """Who goes first."""
        return self.play(First(at=at_s, player=player))

    def call(self, number: int, at_s: float) -> tuple[Ruling, ...]:
        """Whose turn it is calls a number, or the table says which number a hand showed."""
        if self.shown_call is not None:
            self._rulings = ()
            self.judge.answer(self.shown_call.told(number))
            return self._rulings
        return self.play(Call(at=at_s, player=self.state.caller, number=number))

    @property
    def question(self) -> FingersQuestion | None:
        """What the table is asked about fingers that could not be told."""
        question = self.judge.question
        return question if isinstance(question, FingersQuestion) else None

    @property
    def shown_call(self) -> CallQuestion | None:
        """What the table is asked about a number that a hand shows and that could not be told."""
        question = self.judge.question
        return question if isinstance(question, CallQuestion) else None

    @property
    def by_hand(self) -> bool:
        """Whether a free hand that is laid down calls."""
        return self.watched is not None and self.watched.table.free_hands

    def count(self, kept: Kept, at_s: float) -> tuple[Ruling, ...]:
        """The table says who left which fingers: in answer to a question, as the count of a call, or after all."""
        said: dict[str, int | tuple[int, ...]] = dict(kept)
        question = self.question
        if question is not None:
            self._rulings = ()
            self.judge.answer(question.told({player: said[player] for player in question.unsure}))
            return self._rulings
        if self.phase is Phase.FINGERS:
            return self.play(Fingers(at=at_s, kept=said))
        return self.play(Arbitrate(at=at_s, kept=said))

    def briefly(self, rulings: Sequence[Ruling]) -> str:
        """The rulings on one event in few words."""
        return briefly(rulings)
