"""The Hand cards: what each shows, what cancels what, and what the rest requires of both hands.

Rulebook: Card Contents, and Verify steps 1 to 3; rulings D2 to D5 and D13.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from rules.deck_files import Faults, checked_reference, read_deck_file
from rules.hands import Digit, Side, in_order
from rules.words import plural

DECK_SIZE = 60
SIMPLIFIED_CARDS = 24
"""In the Simplified version cards 1 to 24 are played; the others are the reward stack."""

_FIELDS = ("number", "hand", "bent", "bullet", "mat")


class Card(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One Hand card: the hand it shows, its bent digit (None: an open hand), and whether it bears a bullet."""

    number: int
    hand: Side
    bent: Digit | None
    bullet: bool
    mat: str | None = None

    @property
    def position(self) -> tuple[Side, Digit | None]:
        """What makes cards identical (ruling D3): mats, gloves and bullets do not."""
        return self.hand, self.bent


Deck = tuple[Card, ...]
"""The 60 cards in the order of their numbers."""


class NothingBent(StrEnum):
    """Why a hand has nothing bent."""

    NOT_DEPICTED = "not-depicted"
    ALL_CANCELLED = "all-cancelled"
    OPEN_HAND = "open-hand"


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """The revealed cards of one hand, sorted out as in Verify.

    `shows` is the bent digit of each of `cards`, None for an open hand; `pairs` are the cards that cancel each other;
    `open_card` is the card that empties the rest, if one is left, and `emptied` are it and that rest;
    `stays` are the cards that count; `bent` are the digits that must be bent; `because` is why none must be.
    """

    hand: Side
    cards: tuple[int, ...]
    shows: tuple[Digit | None, ...]
    pairs: tuple[tuple[int, int], ...]
    open_card: int | None
    emptied: tuple[int, ...]
    stays: tuple[int, ...]
    bent: tuple[Digit, ...]
    because: NothingBent | None

    @property
    def discarded(self) -> tuple[int, ...]:
        """What goes to the discard pile at once: cancelled pairs, then an emptied group (ruling D6)."""
        return (*(number for pair in self.pairs for number in pair), *self.emptied)


class Bullets(msgspec.Struct, frozen=True, kw_only=True):
    """The bullets on the revealed cards of one hand: pairs cancel, so a stick-up is allowed when one is left over."""

    hand: Side
    cards: tuple[int, ...]
    allowed: bool


def sort_out(deck: Deck, numbers: Sequence[int], hand: Side) -> Group:
    """Verify's steps 1 to 3 for one hand: its group, the pairs, the open hand, and what must be bent.

    Pairs are taken before the open hand is looked at, so two open hands cancel each other (ruling D4).
    """
    mine = [deck[number - 1] for number in numbers if deck[number - 1].hand is hand]
    waiting: dict[Digit | None, int] = {}
    pairs = []
    for card in mine:
        if card.bent in waiting:
            pairs.append((waiting.pop(card.bent), card.number))
        else:
            waiting[card.bent] = card.number
    open_card = waiting.get(None)
    left_over = tuple(card.number for card in mine if waiting.get(card.bent) == card.number)
    opened = open_card is not None
    because = None if waiting else NothingBent.ALL_CANCELLED if mine else NothingBent.NOT_DEPICTED
    return Group(
        hand=hand,
        cards=tuple(card.number for card in mine),
        shows=tuple(card.bent for card in mine),
        pairs=tuple(pairs),
        open_card=open_card,
        emptied=left_over if opened else (),
        stays=() if opened else left_over,
        bent=() if opened else tuple(in_order(digit for digit in waiting if digit is not None)),
        because=NothingBent.OPEN_HAND if opened else because,
    )


def required(deck: Deck, numbers: Sequence[int]) -> dict[Side, tuple[Digit, ...]]:
    """The digits that must be bent on each hand for the revealed cards `numbers`."""
    return {hand: sort_out(deck, numbers, hand).bent for hand in Side}


def bullets(deck: Deck, numbers: Sequence[int], hand: Side) -> Bullets:
    """The bullets of one hand; a cancelled card still counts with its bullet (ruling D13)."""
    shot = tuple(n for n in numbers if deck[n - 1].bullet and deck[n - 1].hand is hand)
    return Bullets(hand=hand, cards=shot, allowed=len(shot) % 2 == 1)


def deal_evenly(players: Sequence[str], cards: Sequence[int]) -> dict[str, tuple[int, ...]]:
    """Who flips which of the round's cards (Reveal). In round n the n cards go round the table, one by one, from
    where the deal of the round before ended, so that everybody flips about as many in a whole game."""
    start = len(cards) * (len(cards) - 1) // 2
    dealt: dict[str, list[int]] = {player: [] for player in players}
    for i, card in enumerate(cards):
        dealt[players[(start + i) % len(players)]].append(card)
    return {player: tuple(mine) for player, mine in dealt.items()}


def check_deck(cards: Any, faults: Faults) -> Deck | None:
    """The deck that a header's or file's list of cards holds, or None, with all its faults added to `faults`."""
    if not isinstance(cards, list | tuple):
        faults.add("the deck must be a list of 60 cards")
        return None
    before = len(faults.found)
    seen: dict[int, Card] = {}
    for place, fields in enumerate(cards, 1):
        card = _check_card(fields, f"card {place} of the deck", faults)
        if card is None:
            continue
        if card.number in seen:
            faults.add(f"there are two cards {card.number}")
        seen[card.number] = card
    if len(faults.found) == before:
        missing = [n for n in range(1, DECK_SIZE + 1) if n not in seen]
        if missing:
            faults.add(f"the deck lacks {plural(len(missing), 'card')} {', '.join(map(str, missing))}")
    if len(faults.found) > before:
        return None
    return tuple(seen[n] for n in range(1, DECK_SIZE + 1))


def _check_card(fields: Any, which: str, faults: Faults) -> Card | None:
    if not isinstance(fields, Mapping):
        faults.add(f"{which} must be a table with {', '.join(_FIELDS[:4])}")
        return None
    number = fields.get("number")
    if type(number) is int and 1 <= number <= DECK_SIZE:
        which = f"card {number}"
    before = len(faults.found)
    if type(number) is not int or not 1 <= number <= DECK_SIZE:
        faults.add(f"{which} must have a number from 1 to {DECK_SIZE}, not {number!r}")
    for key in fields:
        if key not in _FIELDS:
            faults.add(f"{which} has no {key!r}")
    lacking = [key for key in _FIELDS[1:4] if key not in fields]
    if lacking:
        faults.add(f"{which} lacks {', '.join(lacking)}")
        return None
    hand, bent, bullet, mat = fields.get("hand"), fields.get("bent"), fields.get("bullet"), fields.get("mat")
    if hand not in list(Side):
        faults.add(f"{which} must show the left or the right hand, not {hand!r}")
    if bent is not None and bent != "none" and bent not in list(Digit):
        faults.add(f"{which} must have one of {', '.join(Digit)} bent, or none, not {bent!r}")
    if type(bullet) is not bool:
        faults.add(f"{which} must say whether it bears a bullet, true or false, not {bullet!r}")
    if mat not in (None, "red", "green"):
        faults.add(f"{which} must have a red or green mat, not {mat!r}")
    if len(faults.found) > before:
        return None
    digit = None if bent in (None, "none") else Digit(bent)
    return Card(number=int(str(number)), hand=Side(str(hand)), bent=digit, bullet=bool(bullet), mat=mat)


def read_deck(path: Path) -> Deck:
    """The deck in a TOML file. Raises `Malformed` with all of its faults, `OSError` when it can't be read."""
    tables = read_deck_file(path, "dexterity-jane")
    faults = Faults(path.name)
    deck = check_deck(tables.get("cards"), faults)
    for card in deck or ():
        mat = "red" if card.hand is Side.LEFT else "green"
        if card.number <= SIMPLIFIED_CARDS and card.mat not in (None, mat):
            faults.add(f"card {card.number} shows a {card.hand} hand, so its mat must be {mat} (Simplified version)")
    for key in tables:
        if key not in ("game", "name", "cards"):
            faults.add(f"a deck has no {key!r}")
    faults.check()
    assert deck is not None
    return deck


def deck_for_header(deck: Deck) -> list[dict[str, Any]]:
    """`deck` as a log's header writes it."""
    keep = ("number", "hand", "bent", "bullet")
    return [{key: msgspec.to_builtins(getattr(card, key)) for key in keep} for card in deck]


@lru_cache
def reference() -> Deck:
    """The reference deck (ruling D2)."""
    deck = checked_reference("dexterity-jane", check_deck)
    assert deck is not None
    return deck
