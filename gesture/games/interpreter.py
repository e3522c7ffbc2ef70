"""What a game makes of moments: one `Interpreter` a game, which holds no game and no log.

It is told everything that happened and keeps of it what the next moment depends on. The rules decide: whatever it makes
of a moment is a claim, which they may refuse.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from gesture.table.seats import Table
from gesture.watching.detector import Detector
from gesture.watching.moments import Hands, Moment
from gesture.watching.seat_hands import HandsDetector
from rules.chance import Generator
from rules.game import Event, Illegal, Note
from rules.hands import Bent, Digit, Side

S = TypeVar("S")
Lot = Callable[[str, int], Generator]
"""The generator of one draw, by what is drawn and its number, as that of a round."""


class Resort(StrEnum):
    """What tells a digit that could not be read: more frames, the palms turned up, the table, the likelier reading."""

    LOOK = "look"
    PALMS = "palms"
    TABLE = "table"
    LIKELIER = "likelier"


@dataclass(frozen=True, kw_only=True, eq=False)
class Claim:
    """An event as it was seen, with the hands that are its evidence. Where the rules refuse it, `if_refused` is written
    down instead, if there is one."""

    event: Event
    hands: Hands | None = None
    if_refused: Note | None = None


@dataclass(frozen=True, kw_only=True)
class ShownDigits:
    """What a player's hands showed, as far as the game still needs it: the digits bent, `unsure` ones by the likelier
    reading."""

    player: str
    left: tuple[Digit, ...]
    right: tuple[Digit, ...]
    unsure: Mapping[Side, tuple[Digit, ...]]
    urgent: bool
    """The game cannot go on while any is unsure."""

    @property
    def bent(self) -> Mapping[Side, Bent]:
        """The digits bent on each hand."""
        return {Side.LEFT: frozenset(self.left), Side.RIGHT: frozenset(self.right)}


@dataclass(frozen=True)
class Answer:
    """Which digits were bent on a player's hands that lie as evidence, as the table says."""

    player: str
    bent: Mapping[Side, Bent]


@dataclass(frozen=True, kw_only=True)
class Sequel:
    """What follows from an event."""

    notes: tuple[Note, ...] = ()
    """What is to be written into the log."""
    looks: tuple[str, ...] = ()
    """The players whose hands are to be looked at again, if they are there as evidence."""
    photographs: tuple[str, ...] = ()
    """The players whose hands lie as evidence, to be photographed in case they are disputed."""
    settled: tuple[str, ...] = ()
    """The players whose digits are settled."""
    answer: Answer | None = None
    """What the table has said of a player's hands, if that is what happened."""
    undisputed: bool = False
    """Nothing that was photographed before can be disputed any more."""
    wake_s: tuple[float, ...] = ()
    """The times at which a `TimeCame` is wanted, once everything that the hands did before is known."""


NOTHING = Sequel()


@dataclass(frozen=True, kw_only=True, eq=False)
class Question(ABC):
    """What the table is asked about a player's hands, at rest since `at_s`. Until it is answered nothing that happened
    later counts, so that the order stays right."""

    player: str
    at_s: float
    hands: Hands | None

    @property
    @abstractmethod
    def choices(self) -> tuple[Event, ...]:
        """The events that an answer makes, as far as they are foreseen, the likelier first."""

    @property
    def likelier(self) -> Event:
        """The event that counts when nobody can be asked."""
        return self.choices[0]

    @abstractmethod
    def check(self, answer: Event) -> None:
        """Raises `Illegal` for an event that answers something else."""

    @abstractmethod
    def answered_by(self, moment: Moment) -> Event | None:
        """The answer that a later moment gives, when the player's hands say clearly now what they are; else None."""


class Interpreter(ABC, Generic[S]):
    """Makes events of moments. Where nothing is scored there is no state, and all states are None."""

    stand_in = False
    """Whether what lies open at the table is a stand-in in the state, because nobody has told it yet."""

    def __init__(self, table: Table, opening: S) -> None:
        """At `table`, in a game that begins in the state `opening`."""
        self.table = table
        self.opening = opening

    def detectors(self) -> Sequence[Detector]:
        """New detectors of the moments that the game wants to know of: hands at rest in every seat, if nothing else."""
        return [HandsDetector(seat, self.table) for seat in self.table.seats]

    def inherit(self, before: Interpreter[S]) -> None:
        """Take over from the interpreter `before`, at the same table, what was seen and is no event: after a take-back
        everything that counts is told anew, and what was only seen is not."""

    @abstractmethod
    def means(self, moment: Moment, state: S | None) -> Question | Sequence[Claim]:
        """What a moment means in `state`: claims, none at all, or a question for the table."""

    def claim(self, event: Event, hands: Hands | None, state: S | None) -> Claim:
        """The claim that an event of hands makes in `state`, with what is to be noted where the rules refuse it."""
        return Claim(event=event, hands=hands)

    def happened(self, event: Event, before: S | None, after: S | None) -> Sequel:
        """Take in an event, and tell what follows from it."""
        return NOTHING

    def shown(self, state: S) -> Sequence[ShownDigits]:
        """What players' hands showed, as long as it can be settled otherwise."""
        return ()

    def settled(self, player: str, at_s: float, bent: Mapping[Side, Bent], by: Resort) -> Event:
        """The event that says which digits of a player's hands were bent, where that was unsure or is disputed."""
        raise Illegal(f"there is nothing of {player} to settle in this game")

    def at_end(self, state: S, at_s: float, lot: Lot) -> Sequence[Event]:
        """The next events that end what is open in `state`, where nobody can be asked; none when nothing is open."""
        return ()
