"""Who may hold which cards. Paws are multisets: three copies of a trickster are three cards, and no fourth exists.

With hidden paws a card that Handref has not seen may be in any paw's unknown part, as long as a copy of it is unseen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rules.janes_card_game.state import Paw, State
from rules.words import listed


def unseen(state: State) -> Counter[str]:
    """The cards, and how many of each, whose place Handref does not know: in the stack or in hidden paws."""
    left = Counter(state.table.deck.counts)
    left.subtract(state.table_pile)
    left.subtract(state.gone)
    left.subtract(state.stack)
    for paw in state.paws:
        left.subtract(paw.known)
    return left


def no_such_cards(state: State, cards: Iterable[str]) -> str | None:
    """Why some of `cards` are no cards of the deck."""
    strange = dict.fromkeys(card for card in cards if card not in state.table.deck.by_name)
    return f"the deck has no card called {' or '.join(map(repr, strange))}" if strange else None


def without(state: State, player: str, cards: Iterable[str]) -> tuple[Paw, str | None]:
    """The paw of `player` once `cards` have left it, and why they cannot. With the reason the paw is unchanged."""
    paw = state.paw(player)
    known, unknown = list(paw.known), paw.unknown
    elsewhere = unseen(state) if unknown else Counter()
    lacking: list[str] = []
    for card in cards:
        if card in known:
            known.remove(card)
        elif unknown and elsewhere[card] > 0:
            unknown -= 1
            elsewhere[card] -= 1
        else:
            lacking.append(card)
    if not lacking:
        return Paw(tuple(known), unknown), None
    names = listed(f"{count} {card}" for card, count in Counter(lacking).items())
    if paw.unknown:
        return (
            paw,
            f"{player} cannot hold {names}: all copies lie or lay elsewhere, or the paw has too few cards",
        )
    return paw, f"{player} does not hold {names}; the paw has {_held(paw)}"


def _held(paw: Paw) -> str:
    return ", ".join(f"{count} {card}" for card, count in sorted(Counter(paw.known).items())) or "no cards"


def give(state: State, player: str, cards: tuple[str | None, ...], to: str) -> tuple[tuple[Paw, ...], str | None]:
    """All paws once `player` has passed `cards` to another player, and why that cannot be.

    A card passed unseen (None, hidden paws only) may be one that Handref knew: the giver's other cards are unknown
    from then on.
    """
    named = [card for card in cards if card is not None]
    hidden = len(cards) - len(named)
    giver, why = without(state, player, named)
    if why:
        return state.paws, why
    if hidden:
        giver = Paw((), len(giver) - hidden)
    receiver = state.paw(to)
    paws = list(state.paws)
    paws[state.seat(player)] = giver
    paws[state.seat(to)] = Paw((*receiver.known, *named), receiver.unknown + hidden)
    return tuple(paws), None
