"""The Button cards: a number on one side and a button on the other, and the deck as data (ruling F2)."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

import msgspec

from rules.deck_files import Faults, checked_reference, read_rows

NAME = "one-finger"
Number = int | Literal["+"]
"""What the Number side shows; "+" is the most fingers there can be (ruling F3)."""


class Button(StrEnum):
    """The Button side: "The Button", "Sploch" and "Au Poil"."""

    RED = "red"
    THIEF = "thief"
    DOUBLE = "double"


class Card(msgspec.Struct, frozen=True):
    """One Button card."""

    number: Number
    button: Button

    def shows(self, number: int, most: int) -> bool:
        """Whether its Number side is the `number` called, where `most` fingers lay on a card."""
        return (most if self.number == "+" else self.number) == number


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: Number
    button: Button
    count: int


Deck = tuple[Card, ...]


def reference() -> Deck:
    """The deck that comes with Handref. Raises `Malformed` when its file is faulty."""
    return checked_reference(NAME, check_deck)


def check_deck(given: Any, faults: Faults) -> Deck:
    """The cards of a deck's rows, each `{"number": 2, "button": "red", "count": 5}`; all faults are taken down."""
    deck: list[Card] = []
    for place, card in read_rows(given, _Row, "number, button and count", faults):
        kind = Card(card.number, card.button)
        if card.count < 1:
            faults.add(f"row {place} of the deck must have a count of 1 or more, not {card.count}")
        elif isinstance(card.number, int) and card.number < 0:
            faults.add(f"row {place} of the deck must have a number of 0 or more, or '+', not {card.number}")
        elif kind in deck:
            faults.add(f"row {place} of the deck repeats {card.number} {card.button}")
        else:
            deck += [kind] * card.count
    return tuple(deck)
