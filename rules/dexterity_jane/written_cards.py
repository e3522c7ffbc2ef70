"""Which cards lie open from when on, as somebody writes it down for a recording: `4:left-open,right-pinky+bullet`."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from rules.dexterity_jane.cards import DECK_SIZE, SIMPLIFIED_CARDS, Deck
from rules.dexterity_jane.events import Reveal
from rules.dexterity_jane.state import State
from rules.hands import Digit, Side

_CARD = re.compile(rf"(left|right)-(open|{'|'.join(Digit)})(\+bullet)?")
HOW = "write AT:CARDS, the time in seconds and the cards by number or in words, as in 4:left-open,right-pinky+bullet"


class RevealError(Exception):
    """A reveal cannot be understood or cannot happen; the message is one sentence."""


class WrittenReveal(msgspec.Struct, frozen=True):
    """A reveal as it was written: from `at_s` on, each card a number or its description."""

    at_s: float
    cards: tuple[int | str, ...]


def parse_reveal(text: str) -> WrittenReveal:
    """One reveal as somebody wrote it. Raises `RevealError`."""
    at, colon, cards = text.partition(":")
    try:
        at_s = float(at)
    except ValueError:
        at_s = -1.0
    if not colon or not 0 <= at_s < float("inf"):
        raise RevealError(f"{text!r} does not say from when on which cards lie open; {HOW}.")
    found: list[int | str] = []
    for word in (part.strip().lower() for part in cards.split(",")):
        if word.isdecimal():
            found.append(int(word))
        elif _CARD.fullmatch(word):
            found.append(word)
        else:
            raise RevealError(f"{word!r} in {text!r} names no card; {HOW}.")
    return WrittenReveal(at_s, tuple(found))


def cards_of(written: Sequence[WrittenReveal], state: State) -> list[Reveal]:
    """The reveals as events in order of time, with every card's number. Words take the lowest-numbered card that shows
    what they say, with the bullet or without, and is still to come. Raises `RevealError` when there is none left."""
    table = state.table
    highest = SIMPLIFIED_CARDS if table.simplified else DECK_SIZE
    ordered = sorted(written, key=lambda reveal: reveal.at_s)
    gone = {number for number in range(1, DECK_SIZE + 1) if state.dealt >> number & 1}
    by_number = {card for reveal in ordered for card in reveal.cards if isinstance(card, int)}
    reveals = []
    for reveal in ordered:
        if table.simplified:  # all 24 come back every round
            gone = set()
            by_number = {card for card in reveal.cards if isinstance(card, int)}
        numbers = []
        for card in reveal.cards:
            number = card if isinstance(card, int) else _lowest(table.deck[:highest], card, gone | by_number)
            numbers.append(number)
            gone.add(number)
        reveals.append(Reveal(at=reveal.at_s, cards=tuple(numbers)))
    return reveals


def _lowest(deck: Deck, words: str, gone: set[int]) -> int:
    match = _CARD.fullmatch(words)
    if match is None:
        raise RevealError(f"{words!r} names no card; {HOW}.")
    hand, digit, bullet = Side(match[1]), None if match[2] == "open" else Digit(match[2]), match[3] is not None
    for card in deck:
        if card.position == (hand, digit) and card.bullet is bullet and card.number not in gone:
            return card.number
    raise RevealError(f"No card {words!r} is still to come: the deck has too few of them.")
