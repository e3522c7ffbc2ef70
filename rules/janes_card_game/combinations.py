"""What the six combinations are made of, and which of them a paw can play (The Run of Play)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from rules.janes_card_game.cards import Deck, Kind
from rules.janes_card_game.events import Combination
from rules.janes_card_game.outfit import why_not_off, why_not_on
from rules.janes_card_game.state import State

LEAST = 3
"""No combination has fewer cards."""
_TRICKSTERS = (Kind.TRICKSTER, Kind.MASTER)
_THREE: Mapping[Combination, Kind] = {
    Combination.WILD_MAGICKS: Kind.MAGICK,
    Combination.PITY_PARTY: Kind.PITY,
    Combination.HUDALALEIGH: Kind.MASTER,
}
_MADE_OF: Mapping[Combination, str] = {
    Combination.TRICK: "a Trickster or Master Trickster, a Magick and a clothing card",
    Combination.PITY: "a Trickster or Master Trickster, a Pity and a clothing card",
    Combination.WILD_MAGICKS: "three Magick cards",
    Combination.PITY_PARTY: "three Pity cards",
    Combination.HUDALALEIGH: "three Master Tricksters",
    Combination.DAUPHINE: "the Dauphine's six",
}


def clothing(deck: Deck, cards: Iterable[str]) -> str:
    """The clothing card of a trick or a pity."""
    return next(card for card in cards if deck.kind(card) is Kind.CLOTHING)


def _fits(deck: Deck, combination: Combination, cards: tuple[str, ...]) -> bool:
    if combination is Combination.DAUPHINE:
        return sorted(cards) == sorted(deck.combination)
    kinds = [deck.kind(card) for card in cards]
    if combination in _THREE:
        return kinds == [_THREE[combination]] * 3
    spell = Kind.MAGICK if combination is Combination.TRICK else Kind.PITY
    wanted = Counter([Kind.TRICKSTER, spell, Kind.CLOTHING])
    return Counter(Kind.TRICKSTER if kind in _TRICKSTERS else kind for kind in kinds) == wanted


def not_made_of(deck: Deck, combination: Combination, cards: tuple[str, ...]) -> str | None:
    """Why `cards`, all of the deck, are no such combination."""
    if _fits(deck, combination, cards):
        return None
    made_of = _MADE_OF[combination]
    if combination is Combination.DAUPHINE:
        made_of += f" ({', '.join(deck.combination)})"
    return f"a {combination} is made of {made_of}, not of {', '.join(cards) or 'no cards'}"


def not_now(state: State, combination: Combination, cards: tuple[str, ...]) -> str | None:
    """Why JANE's outfit forbids a combination that is well made: what covers the item of a trick, what is missing
    under the item of a pity (rulings J5 to J7)."""
    if combination not in (Combination.TRICK, Combination.PITY):
        return None
    card = clothing(state.table.deck, cards)
    slot = state.table.deck.slot(card)
    why = (why_not_off if combination is Combination.TRICK else why_not_on)(state.worn, slot)
    return f"the {combination} with {card} cannot be played: {why}" if why else None


def found(state: State, combination: Combination, player: str) -> tuple[tuple[str, ...] | None, str]:
    """Cards in the known part of a paw that make `combination` now, or None and why there are none."""
    return _found(state, combination, state.paw(player).known)


def _found(state: State, combination: Combination, paw: tuple[str, ...]) -> tuple[tuple[str, ...] | None, str]:
    deck = state.table.deck
    lacking = f"a {combination} is made of {_MADE_OF[combination]}"
    if combination is Combination.DAUPHINE:
        return (deck.combination, "") if set(deck.combination) <= set(paw) else (None, lacking)
    if combination in _THREE:
        three = tuple(card for card in paw if deck.kind(card) is _THREE[combination])[:3]
        return (three, "") if len(three) == 3 else (None, lacking)
    spell = Kind.MAGICK if combination is Combination.TRICK else Kind.PITY
    trickster = next((c for k in _TRICKSTERS for c in paw if deck.kind(c) is k), None)
    spells = next((c for c in paw if deck.kind(c) is spell), None)
    clothes = [c for c in paw if deck.kind(c) is Kind.CLOTHING]
    if trickster is None or spells is None or not clothes:
        return None, lacking
    reasons = []
    for card in clothes:
        cards = (trickster, spells, card)
        why = not_now(state, combination, cards)
        if why is None:
            return cards, ""
        reasons.append(why)
    return None, "; ".join(reasons)


def pity_can_be_played(state: State, player: str) -> bool:
    """Whether the known part of a paw holds a pity or a pity party that can be played now (ruling J18)."""
    return any(found(state, one, player)[0] is not None for one in (Combination.PITY, Combination.PITY_PARTY))
