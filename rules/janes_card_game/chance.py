"""What chance decides in JANE's Card Game, drawn as events for whoever runs a game: window or simulator."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from rules.chance import Generator
from rules.janes_card_game.cards import Kind
from rules.janes_card_game.events import Combination, Deal, Play
from rules.janes_card_game.outfit import PLAIN, Slot, Worn, addable, exposed, wear
from rules.janes_card_game.plays import AT_RANDOM
from rules.janes_card_game.state import PAW_SIZE, State


def draw_dealer(lot: Generator, state: State) -> tuple[tuple[str, ...], str]:
    """Shuffle and deal one by one, the first card to the last player in clockwise order and on widdershins, until a
    Master Trickster shows: the cards that showed, and who deals the game (ruling J10)."""
    players = state.table.players
    shown: list[str] = []
    for card in lot.sample(state.table.deck.all, state.table.deck.counts.total()):
        shown.append(card)
        if state.table.deck.kind(card) is Kind.MASTER:
            break
    return tuple(shown), players[-len(shown) % len(players)]


def draw_deal(lot: Generator, state: State, dealer: str, at: float) -> Deal:
    """Shuffle all cards again and deal nine each (ruling J10); for open paws."""
    cards = lot.sample(state.table.deck.all, state.table.deck.counts.total())
    paws = {
        player: tuple(cards[PAW_SIZE * seat : PAW_SIZE * (seat + 1)]) for seat, player in enumerate(state.table.players)
    }
    rest = cards[PAW_SIZE * len(paws) :]
    return Deal(at=at, dealer=dealer, paws=paws, table=rest[0], stack=tuple(rest[1:]))


def draw_play(lot: Generator, state: State, play: Play) -> Play:
    """`play` with what chance decides of it: the slots that vanish, appear or return (rulings J15 to J17)."""
    worn = state.worn
    match play.combination:
        case Combination.WILD_MAGICKS:
            vanish = lot.random() < state.table.house.vanish_chance
            off, on = exposed(worn), addable(worn)
            if off and (vanish or not on):
                return replace(play, vanishes=lot.choice(off), appears=None)
            return replace(play, vanishes=None, appears=lot.choice(on))
        case Combination.PITY_PARTY:
            return replace(play, returns=_draw_slots(lot, worn, addable, lambda slot: PLAIN[slot]))
        case Combination.HUDALALEIGH:
            return replace(play, vanishes=_draw_slots(lot, worn, exposed, lambda _: None))
    return play


def _draw_slots(
    lot: Generator, worn: Worn, can: Callable[[Worn], tuple[Slot, ...]], becomes: Callable[[Slot], str | None]
) -> tuple[Slot, ...]:
    """Two slots, one after the other, each from those that can then be taken."""
    drawn: list[Slot] = []
    while len(drawn) < AT_RANDOM and can(worn):
        slot = lot.choice(can(worn))
        worn = wear(worn, slot, becomes(slot))
        drawn.append(slot)
    return tuple(drawn)
