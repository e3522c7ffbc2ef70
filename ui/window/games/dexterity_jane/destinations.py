"""The places of a game of Dexterity Jane, and of what can be done beside playing it."""

from __future__ import annotations

from dataclasses import dataclass

from rules.dexterity_jane.state import Phase
from ui.window.destinations import Destination
from ui.window.games.dexterity_jane.match import Match
from ui.window.workers.hands_worker import HandsWorker


@dataclass(frozen=True, eq=False)
class BetweenRounds(Destination):
    """Before a round: where everybody stands, and the next reveal."""

    match: Match


@dataclass(frozen=True, eq=False)
class Guess(Destination):
    """The cards lie open, and players lock."""

    match: Match


@dataclass(frozen=True, eq=False)
class SettleLocks(Destination):
    """What is unsure is settled before Verify, and what is disputed in the midst of it."""

    match: Match
    disputed: str | None = None
    """The player whose lock is asked about, though it is known."""


@dataclass(frozen=True, eq=False)
class VerifyWalk(Destination):
    """The walk through Verify."""

    match: Match


@dataclass(frozen=True, eq=False)
class FinalScores(Destination):
    """The end of a game."""

    match: Match


@dataclass(frozen=True)
class HowToPlay(Destination):
    """The rules in a few pages of pictures."""


@dataclass(frozen=True)
class PracticeStart(Destination):
    """Before practice: the camera's picture."""


@dataclass(frozen=True, eq=False)
class Practice(Destination):
    """Practice alone; with keys when nobody watches the hands."""

    hands: HandsWorker | None


def place_of(match: Match) -> Destination:
    """Where a game is, whatever happened before."""
    if match.over:
        return FinalScores(match)
    if match.phase is Phase.GUESS or match.untold:
        return Guess(match)
    if match.phase is Phase.VERIFY:
        return SettleLocks(match)
    return BetweenRounds(match)
