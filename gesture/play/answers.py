"""What the table says of players' hands that were photographed: each answer shows how that player's digits look.

A player's hands are taken by it from the next time that they are laid down. Nothing is written down anywhere: with the
game the answers are gone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gesture.games.interpreter import Answer
from gesture.reading.digit_scaling import Showing
from gesture.watching.moments import Hands
from gesture.watching.stillness import HandConsensus
from rules.hands import Side


@dataclass(frozen=True, eq=False)
class _Evidence:
    """A player's two hands as they lay, by the line of the event that they are the evidence of."""

    line: int
    hands: dict[Side, HandConsensus]


@dataclass(frozen=True, eq=False)
class _Lesson:
    """An answer on a line of the log, of hands that lay as evidence."""

    line: int
    evidence: _Evidence
    showings: tuple[Showing, ...]


class Answers:
    """Keeps what the answers of one game show. `counts` tells whether the event on a line of the log still counts:
    answers and locks can be taken back."""

    def __init__(self, counts: Callable[[int], bool]) -> None:
        self._counts = counts
        self._evidence: dict[str, _Evidence] = {}
        self._lessons: dict[str, list[_Lesson]] = {}

    @property
    def players(self) -> frozenset[str]:
        """Those of whose hands the table has said something, if only to take it back."""
        return frozenset(self._lessons)

    def lay(self, line: int, player: str, hands: Hands | None) -> None:
        """A player's hands are evidence of the event on a line; None where nobody read them."""
        self._evidence.pop(player, None)
        if hands is not None:
            self._evidence[player] = _Evidence(line, {side: hands.of(side) for side in Side})

    def close(self) -> None:
        """Nothing more will be said of the hands that lie as evidence."""
        self._evidence.clear()

    def take(self, line: int, answer: Answer) -> None:
        """Take an answer on a line. It shows the hands that were in doubt, or are not as they were read; of the others
        the table has said nothing."""
        evidence = self._evidence.get(answer.player)
        if evidence is None or not self._counts(evidence.line):
            return
        showings = tuple(
            Showing(hand.palm, answer.bent[side], hand.as_read)
            for side, hand in evidence.hands.items()
            if hand.unsure or hand.bent != answer.bent[side]
        )
        self._lessons.setdefault(answer.player, []).append(_Lesson(line, evidence, showings))

    def of(self, player: str) -> list[Showing]:
        """What the answers about a player's hands show, the newest last. Of several about the same hands the last one
        counts."""
        last = {id(one.evidence): one for one in self._lessons.get(player, ()) if self._counts(one.line)}
        return [showing for one in last.values() if self._counts(one.evidence.line) for showing in one.showings]
