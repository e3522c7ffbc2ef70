"""What chance decides in One Finger!, drawn as an event for whoever runs a game."""

from __future__ import annotations

from rules.chance import Generator
from rules.one_finger.events import Deal
from rules.one_finger.state import State


def draw_deal(lot: Generator, state: State, at: float) -> Deal:
    """Shuffle all Button cards and deal one to each player."""
    cards = lot.sample(state.table.deck, len(state.table.deck))
    players = state.table.players
    return Deal(at=at, piles=dict(zip(players, cards, strict=False)), draw=tuple(cards[len(players) :]))
