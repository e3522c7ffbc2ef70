"""How play ends, penalties and winners (Scoring; rulings J9 and J19 to J21)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.game import Ruling
from rules.janes_card_game import rulings as r
from rules.janes_card_game.cards import Kind
from rules.janes_card_game.outfit import SLOTS, Slot, bare
from rules.janes_card_game.state import Because, Paw, Phase, State, Table


def dressed_as_the_dauphine(state: State) -> bool:
    """Whether JANE wears the six items of the Dauphine combination at once; the shoes do not matter (ruling J9)."""
    worn = tuple(item for slot, item in zip(SLOTS, state.worn, strict=True) if slot is not Slot.SHOES)
    return worn == state.table.deck.combination


def play_ended(state: State) -> Because | None:
    """Whether play has ended after a turn, and how (ruling J19). Nobody holding a card is also no play left."""
    if bare(state.worn) and not all(state.paws):
        return Because.BARE
    if dressed_as_the_dauphine(state):
        return Because.DAUPHINE
    stuck = state.stack_size == 0 and state.quiet >= len(state.table.players)
    return Because.NO_PLAY if stuck or not any(state.paws) else None


def card_points(table: Table, card: str) -> int:
    """The penalty for one card."""
    house = table.house
    if table.deck.by_name[card].dauphine:
        return house.dauphine
    match table.deck.kind(card):
        case Kind.CLOTHING:
            return house.clothing
        case Kind.MAGICK:
            return house.magick
        case Kind.PITY:
            return house.pity
        case Kind.TRICKSTER:
            return house.trickster
        case Kind.MASTER:
            return house.master_trickster


def holds_combination(table: Table, paw: Paw) -> bool:
    """Whether a paw holds a whole Dauphine combination."""
    return set(table.deck.combination) <= set(paw.known)


def penalty(table: Table, paw: Paw) -> int:
    """The penalty for the cards of a paw that Handref knows."""
    whole = table.house.whole_dauphine if holds_combination(table, paw) else 0
    return sum(card_points(table, card) for card in paw.known) + whole


def winners(state: State) -> tuple[str, ...]:
    """Who wins with the paws as they are known (ruling J21)."""
    if state.champion is not None:
        return (state.champion,)
    points = [penalty(state.table, paw) for paw in state.paws]
    return tuple(player for player, own in zip(state.table.players, points, strict=True) if own == min(points))


def to_show(state: State) -> tuple[str, ...]:
    """The players whose hidden cards are still to be shown."""
    if state.table.open:
        return ()
    players = zip(state.table.players, state.paws, strict=True)
    return tuple(player for player, paw in players if len(paw) and player not in state.shown)


def end_play(state: State, because: Because) -> tuple[State, tuple[Ruling, ...]]:
    """Play ends; with hidden paws the remaining cards are shown before the game is decided, unless somebody played
    the Dauphine combination and has won."""
    hidden = to_show(state)
    ends = state.champion is not None or not hidden
    over = replace(state, phase=Phase.END if ends else Phase.SHOW, because=because)
    return over, (r.PlayOver(because=because, to_show=hidden), *(game_over(over) if ends else ()))


def game_over(state: State) -> tuple[Ruling, ...]:
    """The penalties of all paws that are known, and who wins."""
    assert state.because is not None
    table, who = state.table, winners(state)
    penalties = []
    evening = None
    unknown = to_show(state)
    for player, paw in zip(table.players, state.paws, strict=True):
        if player in unknown:
            continue
        whole = holds_combination(table, paw)
        evening = player if whole else evening
        penalties.append(
            r.Penalty(
                player=player,
                cards=tuple((card, card_points(table, card)) for card in paw.known),
                whole=table.house.whole_dauphine if whole else 0,
                points=penalty(table, paw),
            )
        )
    points = None if who[0] in unknown else penalty(table, state.paw(who[0]))
    over = r.GameOver(winners=who, because=state.because, points=points, dauphine_of_the_evening=evening)
    return (*penalties, over)


def standings(state: State) -> r.Standings:
    """Where everybody stands; `winners` only once the game is over."""
    return r.Standings(
        penalties={
            player: penalty(state.table, paw) for player, paw in zip(state.table.players, state.paws, strict=True)
        },
        winners=winners(state) if state.phase is Phase.END else (),
        because=state.because,
    )
