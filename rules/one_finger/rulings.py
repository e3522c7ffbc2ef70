"""What the rules say to the events of One Finger!, as data; `say.py` puts them into sentences."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from rules.game import Ruling
from rules.one_finger.cards import Button, Card


class Because(StrEnum):
    """The reasons of rulings, in the rulebook's terms."""

    NUMBER_LEFT = "number-left-is-number-called"
    OTHER_NUMBER = "another-number-left"
    IN_PLAY = "card-in-play"
    BESIDE_DOUBLE = "beside-the-double"
    DRAW_PILE_SHOWS_CALL = "draw-pile-shows-the-call"
    PILE_SHOWS_CALL = "pile-shows-the-call"
    EARLY = "early"
    LATE = "late"
    UPHELD = "upheld"
    CANCELLED = "cancelled"
    CORRECTED = "corrected"
    ROUND_CANCELLED = "round-cancelled"
    MOST_CARDS = "most-cards"
    SHARED = "shared"


class Dealt(Ruling, frozen=True, kw_only=True, tag="dealt"):
    """Each player has a first card, number up; `draw` cards are in the Draw pile, and `shows` is its top's number."""

    piles: Mapping[str, Card]
    draw: int
    shows: int | str | None


class RoundOpened(Ruling, frozen=True, kw_only=True, tag="round-opened"):
    """A card is in play, button up; `beside` is the card beside a Double; `shows` is the number on top of the Draw
    pile, null when it is empty; each player places `own_fingers` on each card."""

    round: int
    button: Button
    beside: Card | None
    shows: int | str | None
    own_fingers: int


class Turn(Ruling, frozen=True, kw_only=True, tag="turn"):
    """Who calls now, and the highest number that may be called."""

    player: str
    most: int


class Called(Ruling, frozen=True, kw_only=True, tag="called"):
    """A number is called; fingers may leave from `lift_from` to `lift_until` seconds."""

    player: str
    number: int
    most: int
    at: float
    lift_from: float
    lift_until: float


class OutOfTime(Ruling, frozen=True, kw_only=True, tag="out-of-time"):
    """One player's finger left early or late, this many seconds before or after the call."""

    player: str
    because: Because
    at: float
    off_by_s: float


class Waits(Ruling, frozen=True, kw_only=True, tag="waits"):
    """The outcome waits until the group upholds or cancels the call (ruling F12)."""

    player: str
    number: int
    players: tuple[str, ...]


class Arbitrated(Ruling, frozen=True, kw_only=True, tag="arbitrated"):
    """The group's decision on `player`'s call. Of a cancelled call nothing is kept, and the same player calls again; of
    a cancelled round the turn stays."""

    player: str
    because: Because


class OnCard(msgspec.Struct, frozen=True, kw_only=True):
    """The fingers that were left on one card, by player, and whether they are as many as called."""

    fingers: Mapping[str, int]
    left: int
    matches: bool


class Count(Ruling, frozen=True, kw_only=True, tag="count"):
    """The fingers counted, card by card: the step before the outcome, for a window to walk through."""

    player: str
    number: int
    cards: tuple[OnCard, ...]


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """One number side that the button makes the table look at; `player` is null for the Draw pile."""

    player: str | None
    shows: int | str
    matches: bool


class Effect(Ruling, frozen=True, kw_only=True, tag="effect"):
    """Which number sides the button in play looks at when the call succeeds, and which of them show the number."""

    button: Button
    number: int
    looks: tuple[Look, ...]


class Outcome(Ruling, frozen=True, kw_only=True, tag="outcome"):
    """The call succeeded or failed; `left` are the fingers on each card. `self_defeating` as in ruling F14."""

    player: str
    number: int
    left: tuple[int, ...]
    success: bool
    because: Because
    self_defeating: bool


class WonCard(msgspec.Struct, frozen=True, kw_only=True):
    """One card that goes to the caller, and why; `from_player` where it was stolen."""

    card: Card
    because: Because
    from_player: str | None = None


class Won(Ruling, frozen=True, kw_only=True, tag="won"):
    """The cards that go on the caller's pile, in this order; the last one shows (ruling F9)."""

    player: str
    button: Button
    cards: tuple[WonCard, ...]


class Returned(Ruling, frozen=True, kw_only=True, tag="returned"):
    """By the group's decision these cards, which the last call had won, go back to where they were."""

    player: str
    cards: tuple[WonCard, ...]


class GameOver(Ruling, frozen=True, kw_only=True, tag="game-over"):
    """Who wins, with how many cards. `left` is the card that belongs to nobody; `rulebook_percent` is the rulebook's
    share of self-defeating calls, to be shown beside this game's."""

    winners: tuple[str, ...]
    cards: int
    because: Because
    left: Card | None
    self_defeating: float
    rulebook_percent: float


class Standings(Ruling, frozen=True, kw_only=True, tag="standings"):
    """Cards won so far; `winners` in the players' order, empty until the game is over; self-defeating calls as a share
    of all calls."""

    cards: Mapping[str, int]
    winners: tuple[str, ...]
    self_defeating: float
