"""What chance decides in Dexterity Jane, drawn as events for whoever runs a game: referee, window or simulator."""

from __future__ import annotations

from rules.chance import Generator
from rules.dexterity_jane.cards import DECK_SIZE, SIMPLIFIED_CARDS
from rules.dexterity_jane.events import Coins, Order, Reveal, Sheriff, Verify
from rules.dexterity_jane.state import Coin, State
from rules.dexterity_jane.stick_ups import verify_stick_ups
from rules.hands import Side


def draw_sheriff(lot: Generator, at: float) -> Sheriff:
    """Flip the Sheriff token."""
    return Sheriff(at=at, hand=lot.choice(list(Side)))


def draw_coins(lot: Generator, state: State, at: float) -> Coins:
    """Deal one coin to each player; the others stay in the box."""
    players = state.table.players
    values = lot.sample(state.table.house.coins, len(players))
    return Coins(at=at, dealt=dict(zip(players, values, strict=True)))


def draw_reveal(lot: Generator, state: State, at: float) -> Reveal:
    """Draw the cards of the next round from those still in the stack (Simplified: from all 24, shuffled again)."""
    highest = SIMPLIFIED_CARDS if state.table.simplified else DECK_SIZE
    stack = [number for number in range(1, highest + 1) if not state.dealt >> number & 1]
    return Reveal(at=at, cards=tuple(lot.sample(stack, state.round)))


def draw_verify(lot: Generator, state: State, at: float) -> Verify:
    """Verify the round, with the coins that are stolen drawn at random (ruling D17)."""
    drawn: list[Coin] = []

    def choose(_loser: str, coins: tuple[Coin, ...]) -> tuple[int, Coin]:
        place = lot.randrange(len(coins))
        drawn.append(coins[place])
        return place, coins[place]

    if state.stick_ups:
        verify_stick_ups(state, choose)
    return Verify(at=at, coins=tuple(drawn) if drawn else None)


def draw_orders(lot: Generator, state: State, at: float) -> tuple[Order, ...]:
    """A lot for each tie that is unanswered when Verify comes (ruling D22)."""
    return tuple(Order(at=at, players=tuple(lot.sample(tie, len(tie)))) for tie in state.open_ties())
