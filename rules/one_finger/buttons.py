"""What the three buttons do when a call succeeds (The Button Effects; rulings F6 to F9)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.one_finger.cards import Button, Card
from rules.one_finger.rulings import Because, Effect, Look, WonCard
from rules.one_finger.state import State


def opponents(state: State) -> Iterator[int]:
    """The seats of the caller's opponents, clockwise from the caller."""
    players = len(state.table.players)
    return ((state.turn + step) % players for step in range(1, players))


def winnings(state: State, number: int) -> tuple[WonCard, ...]:
    """What a caller who rightly called `number` takes, in the order in which it goes on the pile."""
    most = state.most
    taken = [WonCard(card=state.in_play[0], because=Because.IN_PLAY)]
    match state.button:
        case Button.RED:
            if state.draw and state.draw[0].shows(number, most):
                taken.append(WonCard(card=state.draw[0], because=Because.DRAW_PILE_SHOWS_CALL))
        case Button.THIEF:
            for seat in opponents(state):
                pile = state.piles[seat]
                if pile and pile[-1].shows(number, most):
                    robbed = state.table.players[seat]
                    taken.append(WonCard(card=pile[-1], because=Because.PILE_SHOWS_CALL, from_player=robbed))
        case Button.DOUBLE:
            taken.append(WonCard(card=state.in_play[1], because=Because.BESIDE_DOUBLE))
    return tuple(taken)


def take(state: State, taken: tuple[WonCard, ...]) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """The piles and the Draw pile once the caller has taken `taken`."""
    robbed = {one.from_player for one in taken if one.from_player is not None}
    piles = [
        pile[:-1] if player in robbed else pile for player, pile in zip(state.table.players, state.piles, strict=True)
    ]
    piles[state.turn] += tuple(one.card for one in taken)
    from_draw = sum(one.because is Because.DRAW_PILE_SHOWS_CALL for one in taken)
    return tuple(piles), state.draw[from_draw:]


def effect(state: State, number: int) -> Effect:
    """The number sides that the button in play makes the table look at."""
    looks: list[Look] = []
    if state.button is Button.RED and state.draw:
        top = state.draw[0]
        looks.append(Look(player=None, shows=top.number, matches=top.shows(number, state.most)))
    if state.button is Button.THIEF:
        for seat in opponents(state):
            if state.piles[seat]:
                top = state.piles[seat][-1]
                looks.append(
                    Look(player=state.table.players[seat], shows=top.number, matches=top.shows(number, state.most))
                )
    return Effect(button=state.button, number=number, looks=tuple(looks))
