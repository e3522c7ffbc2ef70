"""The deck of JANE's Card Game as data (Playing Pieces; rulings J2, J7 and J8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property
from typing import Any

import msgspec

from rules.deck_files import Faults, checked_reference, read_rows
from rules.janes_card_game.outfit import SLOTS, Slot

NAME = "janes-card-game"
DECK_SIZE = 110


class Kind(StrEnum):
    """The five kinds of cards."""

    MASTER = "master-trickster"
    TRICKSTER = "trickster"
    CLOTHING = "clothing"
    MAGICK = "magick"
    PITY = "pity"


OF_EACH: Mapping[Kind, int] = {
    Kind.MASTER: 4,
    Kind.TRICKSTER: 18,
    Kind.CLOTHING: 42,
    Kind.MAGICK: 23,
    Kind.PITY: 23,
}
"""How many cards of each kind there are (Playing Pieces)."""


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All cards of one name: how many, the slot that clothing acts on, whether it is one of the Dauphine's seven,
    and the tame name."""

    name: str
    kind: Kind
    count: int
    tame: str
    slot: Slot | None = None
    dauphine: bool = False


class Deck(msgspec.Struct, frozen=True, dict=True):
    """The cards, one entry a name."""

    cards: tuple[Card, ...]

    @cached_property
    def by_name(self) -> Mapping[str, Card]:
        """The cards by their names."""
        return {card.name: card for card in self.cards}

    @cached_property
    def counts(self) -> Counter[str]:
        """How many of each name there are; not to be changed."""
        return Counter({card.name: card.count for card in self.cards})

    @cached_property
    def combination(self) -> tuple[str, ...]:
        """The six cards of the Dauphine combination, in the slots' order: hers of every slot but the shoes (J8)."""
        hers = {card.slot: card.name for card in self.cards if card.dauphine}
        return tuple(hers[slot] for slot in SLOTS if slot is not Slot.SHOES)

    @property
    def all(self) -> tuple[str, ...]:
        """The name of every card, as often as there are such cards."""
        return tuple(self.counts.elements())

    def kind(self, name: str) -> Kind:
        """The kind of a card."""
        return self.by_name[name].kind

    def slot(self, name: str) -> Slot:
        """The slot that a clothing card acts on."""
        slot = self.by_name[name].slot
        assert slot is not None, f"{name} is no clothing"
        return slot


def reference() -> Deck:
    """The deck that comes with Handref. Raises `Malformed` when its file is faulty."""
    return checked_reference(NAME, check_deck)


def check_deck(given: Any, faults: Faults) -> Deck:
    """The deck of `cards` rows as in the deck file; everything that is wrong with it is taken down."""
    cards: list[Card] = []
    for place, card in read_rows(given, Card, "name, kind, count and tame", faults):
        if not card.name.strip() or not card.tame.strip():
            faults.add(f"row {place} of the deck needs a name and a tame name")
        if any(card.name == other.name for other in cards):
            faults.add(f"row {place} of the deck repeats {card.name!r}")
        if card.count < 1:
            faults.add(f"there must be 1 {card.name!r} or more, not {card.count}")
        if (card.kind is Kind.CLOTHING) != (card.slot is not None):
            faults.add(f"{card.name!r} is {card.kind}: clothing has a slot, other cards have none")
        if card.dauphine and (card.slot is None or card.count != 1):
            faults.add(f"{card.name!r} can only be the Dauphine's if it is clothing and there is one of it")
        cards.append(card)
    if not cards:
        return Deck(())
    for kind, wanted in OF_EACH.items():
        found = sum(card.count for card in cards if card.kind is kind)
        if found != wanted:
            faults.add(f"a deck has {wanted} {kind} cards, not {found}")
    for slot in SLOTS:
        found = sum(card.count for card in cards if card.slot is slot)
        hers = sum(card.dauphine for card in cards if card.slot is slot)
        if found != 6 or hers != 1:
            faults.add(f"the {slot} slot has 6 cards and 1 of them the Dauphine's, not {found} and {hers}")
    return Deck(tuple(cards))
