"""A game of Dexterity Jane between two events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum

import msgspec

from rules.dexterity_jane.cards import DECK_SIZE, SIMPLIFIED_CARDS
from rules.dexterity_jane.events import Digits, SettledBy
from rules.dexterity_jane.header import Table
from rules.hands import Side

Coin = int | None
"""A Coin token's value, or None while it lies face down."""


class Phase(StrEnum):
    """Where in the round the table is. `SETUP` is only in Stick-Up, until coins are dealt and the sheriff has landed;
    `VERIFY` begins when Guess is closed; `END` is after the tenth round."""

    SETUP = "setup"
    REVEAL = "reveal"
    GUESS = "guess"
    VERIFY = "verify"
    END = "end"


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """One budge: when it began, and which digits were bent after it."""

    at_s: float
    left: Digits
    right: Digits


class Locked(msgspec.Struct, frozen=True, kw_only=True):
    """A locked guess. `unsure` is empty once it is settled."""

    player: str
    at_s: float
    left: Digits
    right: Digits
    unsure: Mapping[Side, Digits] = {}
    budges: tuple[Moved, ...] = ()
    settled: SettledBy | None = None

    def bent(self, hand: Side) -> Digits:
        """The digits locked as bent on one hand."""
        return self.left if hand is Side.LEFT else self.right


class Drawn(msgspec.Struct, frozen=True, kw_only=True):
    """A stick-up with one hand; a double stick-up is two of them."""

    player: str
    at_s: float
    hand: Side
    victim: str


class Holding(msgspec.Struct, frozen=True):
    """What lies in front of one player: Round tiles, Hand cards by number (0 for a card that Handref never saw), and
    Coin tokens."""

    tiles: tuple[int, ...] = ()
    hand_cards: tuple[int, ...] = ()
    coins: tuple[Coin, ...] = ()

    @property
    def points(self) -> int:
        """Fame points, with the coins whose value is known."""
        return sum(self.tiles) + len(self.hand_cards) + sum(value for value in self.coins if value is not None)


class State(msgspec.Struct, frozen=True, kw_only=True):
    """The whole game. `holdings` stand in the players' order; `locks` and `stick_ups` are the round's, in order.

    `dealt` has bit n set once card n was revealed; `discard` ends with the top of the pile; `rewards` begins with the
    top of the Simplified version's reward stack; `answered` are the players whose tie is settled.
    """

    table: Table
    phase: Phase
    round: int
    holdings: tuple[Holding, ...]
    cards: tuple[int, ...] = ()
    locks: tuple[Locked, ...] = ()
    stick_ups: tuple[Drawn, ...] = ()
    answered: tuple[str, ...] = ()
    closed_by_hand: bool = False
    dealt: int = 0
    discard: tuple[int, ...] = ()
    rewards: tuple[int, ...] = ()
    sheriff: Side | None = None
    coins_dealt: bool = False

    def lock_of(self, player: str) -> Locked | None:
        """This round's lock of a player."""
        for lock in self.locks:
            if lock.player == player:
                return lock
        return None

    def stick_up_of(self, player: str) -> Drawn | None:
        """This round's first stick-up of a player."""
        for drawn in self.stick_ups:
            if drawn.player == player:
                return drawn
        return None

    def stick_up_with(self, hand: Side) -> Drawn | None:
        """This round's stick-up with a hand."""
        for drawn in self.stick_ups:
            if drawn.hand is hand:
                return drawn
        return None

    @property
    def robbers(self) -> tuple[str, ...]:
        """The players who performed a stick-up this round."""
        return tuple(dict.fromkeys(drawn.player for drawn in self.stick_ups))

    @property
    def done(self) -> int:
        """How many players have locked or robbed this round."""
        return len(self.locks) + len(self.robbers)

    @property
    def waiting(self) -> tuple[str, ...]:
        """The players who have neither locked nor robbed this round."""
        busy = {lock.player for lock in self.locks}.union(self.robbers)
        return tuple(player for player in self.table.players if player not in busy)

    @property
    def guesses(self) -> tuple[Locked, ...]:
        """The locks that will be verified, in order. Where a tie for the last place let everybody lock, the last of
        them is the player who cannot lock (rulings D7 and D22)."""
        return self.locks if self.done < len(self.table.players) else self.locks[:-1]

    @property
    def last_player(self) -> str | None:
        """The player in charge of verifying, once Guess is closed; None while it is open or if the table closed it
        with several players left."""
        if self.phase is not Phase.VERIFY:
            return None
        left = self.waiting
        if not left:
            return self.locks[-1].player
        return left[0] if len(left) == 1 else None

    def open_ties(self) -> Iterator[tuple[str, ...]]:
        """The ties that nobody has settled yet. Verified so, the order of the log's lines stands."""
        return (tie for tie in self.ties() if not set(tie) <= set(self.answered))

    def ties(self) -> Iterator[tuple[str, ...]]:
        """The players of each group of locks that came at the same time, in the order that stands now."""
        i = 0
        while i < len(self.locks):
            j = i + 1
            while j < len(self.locks) and self.locks[j].at_s == self.locks[i].at_s:
                j += 1
            if j - i > 1:
                yield tuple(lock.player for lock in self.locks[i:j])
            i = j


def opening(table: Table) -> State:
    """The state in which a game at `table` begins."""
    return State(
        table=table,
        phase=Phase.SETUP if table.stick_up else Phase.REVEAL,
        round=table.first_round,
        holdings=(Holding(),) * len(table.players),
        discard=(0,) * table.house.discards,
        rewards=tuple(range(SIMPLIFIED_CARDS + 1, DECK_SIZE + 1)) if table.simplified else (),
    )


def over(state: State) -> bool:
    """Whether the game has ended: ten rounds are verified and no coin lies face down."""
    return state.phase is Phase.END and all(coin is not None for h in state.holdings for coin in h.coins)
