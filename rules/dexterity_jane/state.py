"""A game of Dexterity Jane between two events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from itertools import groupby

import msgspec

from rules.dexterity_jane.cards import DECK_SIZE, SIMPLIFIED_CARDS
from rules.dexterity_jane.events import Digits, SettledBy
from rules.dexterity_jane.header import Held, Table
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


class Movement(msgspec.Struct, frozen=True, kw_only=True):
    """One budge: when it began, and which digits were bent after it."""

    at_s: float
    left: Digits
    right: Digits


class LockedGuess(msgspec.Struct, frozen=True, kw_only=True):
    """A locked guess. `unsure` is empty once it is settled."""

    player: str
    at_s: float
    left: Digits
    right: Digits
    unsure: Mapping[Side, Digits] = {}
    budges: tuple[Movement, ...] = ()
    settled: SettledBy | None = None

    def bent(self, hand: Side) -> Digits:
        """The digits locked as bent on one hand."""
        return self.left if hand is Side.LEFT else self.right


class Pistol(msgspec.Struct, frozen=True, kw_only=True):
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
    """The whole game. `holdings` stand in the players' order; `away` is what players hold who have left (ruling D24).

    `acted` are the players who locked or drew this round, in the order that counts, and `locks` and `pistols` what they
    did, in the same order; `answered` are those whose order the table or a lot has settled. `pistols` holds also a
    pistol that had to give way to one of the same hand at the same time, until its player does something else (D22).
    `dealt` has bit n set once card n was revealed; `discard` ends with the top of the pile; `rewards` begins with the
    top of the Simplified version's reward stack.
    """

    table: Table
    phase: Phase
    round: int
    holdings: tuple[Holding, ...]
    away: Mapping[str, Holding] = {}
    cards: tuple[int, ...] = ()
    acted: tuple[str, ...] = ()
    locks: tuple[LockedGuess, ...] = ()
    pistols: tuple[Pistol, ...] = ()
    answered: tuple[str, ...] = ()
    closed_by_hand: bool = False
    dealt: int = 0
    discard: tuple[int, ...] = ()
    rewards: tuple[int, ...] = ()
    sheriff: Side | None = None
    coins_dealt: bool = False

    @property
    def everybody(self) -> dict[str, Holding]:
        """What each player holds, those at the table first."""
        return {**dict(zip(self.table.players, self.holdings, strict=True)), **self.away}

    def lock_of(self, player: str) -> LockedGuess | None:
        """This round's lock of a player."""
        for lock in self.locks:
            if lock.player == player:
                return lock
        return None

    @property
    def stick_ups(self) -> tuple[Pistol, ...]:
        """The stick-ups that stand: of each hand the first one (ruling D14), and none of the last player's."""
        return _standing(self)[1]

    @property
    def done(self) -> tuple[str, ...]:
        """The players who have locked or robbed this round, in order. When all have, because of a tie for the last
        place, the last of them is the player who cannot (rulings D7 and D22)."""
        return _standing(self)[0]

    def stick_up_of(self, player: str) -> Pistol | None:
        """This round's first stick-up of a player that stands."""
        return next((pistol for pistol in self.stick_ups if pistol.player == player), None)

    def stick_up_with(self, hand: Side) -> Pistol | None:
        """This round's stick-up with a hand."""
        return next((pistol for pistol in self.stick_ups if pistol.hand is hand), None)

    @property
    def robbers(self) -> tuple[str, ...]:
        """The players who performed a stick-up this round."""
        return tuple(dict.fromkeys(pistol.player for pistol in self.stick_ups))

    @property
    def waiting(self) -> tuple[str, ...]:
        """The players who have neither locked nor robbed this round."""
        done = self.done
        return tuple(player for player in self.table.players if player not in done)

    @property
    def guesses(self) -> tuple[LockedGuess, ...]:
        """The locks that will be verified, in order: all but a last player's."""
        return tuple(lock for lock in self.locks if lock.player != self._last_of_all)

    @property
    def last_player(self) -> str | None:
        """The player in charge of verifying, once Guess is closed; None while it is open or if the table closed it
        with several players left."""
        if self.phase is not Phase.VERIFY:
            return None
        left = self.waiting
        return self._last_of_all or (left[0] if len(left) == 1 else None)

    @property
    def _last_of_all(self) -> str | None:
        done = self.done
        return done[-1] if len(done) == len(self.table.players) else None

    def acted_at(self, player: str) -> float | None:
        """When a player locked or drew this round, seconds."""
        lock = self.lock_of(player)
        if lock is not None:
            return lock.at_s
        return next((pistol.at_s for pistol in self.pistols if pistol.player == player), None)

    def open_ties(self) -> Iterator[tuple[str, ...]]:
        """The ties that nobody has settled yet. Verified so, the order of the log's lines stands."""
        return (tie for tie in self.ties() if not set(tie) <= set(self.answered))

    def ties(self) -> Iterator[tuple[str, ...]]:
        """The players of each group of locks and stick-ups that came at the same time, in the order that stands now."""
        for _, group in groupby(self.acted, self.acted_at):
            tied = tuple(group)
            if len(tied) > 1:
                yield tied


def _standing(state: State) -> tuple[tuple[str, ...], tuple[Pistol, ...]]:
    """Who has acted for good, and the stick-ups that stand, both in order."""
    done: list[str] = []
    stand: list[Pistol] = []
    locked = {lock.player for lock in state.locks}
    for player in state.acted:
        taken = {pistol.hand for pistol in stand}
        free = [pistol for pistol in state.pistols if pistol.player == player and pistol.hand not in taken]
        stand += free
        if free or player in locked:
            done.append(player)
    if len(done) == len(state.table.players):
        stand = [pistol for pistol in stand if pistol.player != done[-1]]
    return tuple(done), tuple(stand)


def opening(table: Table) -> State:
    """The state in which a game at `table` begins."""
    held = table.held or {}
    earned = sum(holding.hand_cards for holding in held.values())
    rewards = range(SIMPLIFIED_CARDS + 1 + earned, DECK_SIZE + 1) if table.simplified else ()
    return State(
        table=table,
        phase=Phase.SETUP if table.stick_up else Phase.REVEAL,
        round=table.first_round,
        holdings=tuple(_holding(held.get(player, Held())) for player in table.players),
        discard=(0,) * table.house.discards,
        rewards=tuple(rewards),
        coins_dealt=any(holding.coins for holding in held.values()),
    )


def _holding(held: Held) -> Holding:
    return Holding(tiles=held.tiles, hand_cards=(0,) * held.hand_cards, coins=held.coins)


def over(state: State) -> bool:
    """Whether the game has ended: ten rounds are verified and no coin at the table lies face down."""
    return state.phase is Phase.END and all(coin is not None for h in state.holdings for coin in h.coins)
