"""`--reveal AT:CARDS`: which cards lie open from when on, by number or in words."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import NamedTuple

from rules.dexterity_jane.cards import SIMPLIFIED_CARDS, Card, Deck
from rules.hands import Digit, Side
from ui.errors import Problem

EXAMPLE = "0:left-index, 4:left-open,right-pinky+bullet or 9:3,17,40"


class Reveal(NamedTuple):
    """From `at_s` seconds on, the cards of these numbers lie open."""

    at_s: float
    cards: tuple[int, ...]


def parse_reveals(words: Sequence[str], deck: Deck, simplified: bool) -> list[Reveal]:
    """The reveals in the order of their times. A card in words is the lowest-numbered of the deck that shows it and
    is still to come: not revealed before, except in the Simplified version, where each round is dealt from all of
    cards 1 to 24. Raises `Problem` for words that name no time or no card, or a card twice.
    """
    timed = [(*_split(word), word) for word in words]
    timed.sort(key=lambda row: row[0])
    playable = deck[:SIMPLIFIED_CARDS] if simplified else deck
    gone: set[int] = set()
    reveals: list[Reveal] = []
    for at_s, names, word in timed:
        if reveals and reveals[-1].at_s == at_s:
            raise Problem(f"--reveal {word}: another reveal is at {at_s:g} seconds too; give all its cards in one.")
        if simplified:
            gone.clear()
        cards: list[int] = []
        for name in names:
            number = _number_of(name, playable, gone, word)
            gone.add(number)
            cards.append(number)
        reveals.append(Reveal(at_s, tuple(cards)))
    return reveals


def _split(word: str) -> tuple[float, list[str]]:
    time, colon, cards = word.partition(":")
    names = [name.strip().lower() for name in cards.split(",")]
    try:
        at_s = float(time)
    except ValueError:
        at_s = math.nan
    if not colon or not all(names) or not 0 <= at_s < math.inf:
        raise Problem(f"--reveal {word}: this is not SECONDS:CARDS, as in {EXAMPLE}.")
    return at_s, names


def _number_of(name: str, playable: Deck, gone: Collection[int], word: str) -> int:
    """The number of the card that `name` means."""
    if name.isdecimal():
        number = int(name)
        if not 1 <= number <= len(playable):
            raise Problem(f"--reveal {word}: there is no card {number}; they run from 1 to {len(playable)}.")
        if number in gone:
            raise Problem(f"--reveal {word}: card {number} has been revealed already.")
        return number
    shown, plus, mark = name.partition("+")
    hand, dash, digit = shown.partition("-")
    known = hand in list(Side) and dash and (digit == "open" or digit in list(Digit)) and mark in ("", "bullet")
    if not known or (plus and not mark):
        raise Problem(f"--reveal {word}: there is no card {name!r}; cards are named as in {EXAMPLE}.")

    def fits(card: Card) -> bool:
        return card.hand == hand and (card.bent or "open") == digit and card.bullet == bool(mark)

    for card in playable:
        if fits(card) and card.number not in gone:
            return card.number
    raise Problem(f"--reveal {word}: no card {name!r} is still to come in this deck.")
