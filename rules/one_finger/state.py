"""A game of One Finger! between two events."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec

from rules.deck_files import Faults
from rules.headers import FAULTY, read_deck, read_house, read_players
from rules.one_finger.cards import NAME, Button, Card, Deck, check_deck, reference
from rules.one_finger.events import Fingers

PLAYERS = range(2, 9)
"""2 to 8 players (ruling F1)."""


class House(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The house rules: how long before and after a call a finger may leave (ruling F12)."""

    early_s: float
    late_s: float

    def __post_init__(self) -> None:
        if not (0 <= self.early_s < float("inf") and 0 <= self.late_s < float("inf")):
            raise ValueError("seconds, 0 or more")


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """What does not change in a game: the players in clockwise order, the deck, the house rules."""

    players: tuple[str, ...]
    deck: Deck
    house: House


class Phase(StrEnum):
    """What the table waits for: the deal, who goes first, a call, the fingers that remain, the group's decision on
    fingers that left out of time; or nothing more."""

    DEAL = "deal"
    FIRST = "first"
    CALL = "call"
    FINGERS = "fingers"
    ARBITRATE = "arbitrate"
    END = "end"


class LastCall(msgspec.Struct, frozen=True, kw_only=True):
    """A call that had its outcome: the game just before, with the call made, and the fingers that were counted."""

    before: State
    fingers: Fingers


class State(msgspec.Struct, frozen=True, kw_only=True):
    """The whole game. `piles` stand in the players' order, each from its bottom, and `away` holds those of players who
    have left (ruling F15); `draw` is the Draw pile from its top.

    `in_play` is the round's card, and the second card beside a Double; `turn` is the seat of the caller; `called` and
    `called_at_s` are there from the call to its outcome, `waiting` while the group has to decide, and `last_call` from
    the outcome to the next call, while the group may still arbitrate (ruling F12). `calls` and `self_defeating` count
    the calls that had an outcome (ruling F14).
    """

    table: Table
    phase: Phase
    piles: tuple[tuple[Card, ...], ...]
    away: Mapping[str, tuple[Card, ...]] = {}
    draw: tuple[Card, ...] = ()
    in_play: tuple[Card, ...] = ()
    turn: int = 0
    round: int = 0
    called: int | None = None
    called_at_s: float = 0.0
    waiting: Fingers | None = None
    last_call: LastCall | None = None
    calls: int = 0
    self_defeating: int = 0

    @property
    def caller(self) -> str:
        """Whose turn it is to call."""
        return self.table.players[self.turn]

    @property
    def everybody(self) -> dict[str, tuple[Card, ...]]:
        """Each player's pile, those at the table first."""
        return {**dict(zip(self.table.players, self.piles, strict=True)), **self.away}

    @property
    def doubled(self) -> bool:
        """Whether a Double is in play, with its second card beside it."""
        return len(self.in_play) == 2

    @property
    def own_fingers(self) -> int:
        """How many fingers one player places on each card: two players place both on a single card."""
        return 2 if len(self.table.players) == 2 and not self.doubled else 1

    @property
    def most(self) -> int:
        """How many fingers lie on each card before the call; the highest call, and what + shows (F3, F4)."""
        return self.own_fingers * len(self.table.players)

    @property
    def self_defeating_share(self) -> float:
        """Self-defeating calls as a share of all, 0 before the first (ruling F14)."""
        return self.self_defeating / self.calls if self.calls else 0.0

    @property
    def button(self) -> Button:
        """The button in play."""
        return self.in_play[0].button


def opening(header: Mapping[str, Any]) -> State:
    """The state before the deal. Raises `Malformed` with all faults of the header."""
    faults = Faults(FAULTY)
    players = read_players(header, NAME, PLAYERS, ("game", "version", "players", "deck", "house"), faults)
    seconds = "a number of seconds, 0 or more"
    house = read_house(header, NAME, House, {"early_s": seconds, "late_s": seconds}, faults)
    deck = read_deck(header, reference, check_deck, "cards", faults)
    if not faults.found and len(deck) <= len(players):
        faults.add(f"a deck of {len(deck)} cards is too small for {len(players)} players and a Draw pile")
    faults.check()
    table = Table(players=players, deck=deck, house=house)
    return State(table=table, phase=Phase.DEAL, piles=((),) * len(players))
