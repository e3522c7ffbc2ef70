"""What can happen at a table of JANE's Card Game, as the lines of its log."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from rules.game import Event
from rules.janes_card_game.outfit import Slot


class Source(StrEnum):
    """Where a card is taken from: the table pile or the face-down stack."""

    TABLE = "table"
    STACK = "stack"


class Combination(StrEnum):
    """The six combinations (The Run of Play)."""

    TRICK = "trick"
    PITY = "pity"
    WILD_MAGICKS = "wild-magicks"
    PITY_PARTY = "pity-party"
    HUDALALEIGH = "hudalaleigh"
    DAUPHINE = "dauphine"


class Deal(Event, frozen=True, kw_only=True, tag="deal"):
    """Who deals, and the card that begins the table pile; with open paws also every paw, and the stack from its top."""

    dealer: str
    table: str
    paws: Mapping[str, tuple[str, ...]] | None = None
    stack: tuple[str, ...] | None = None


class Draw(Event, frozen=True, kw_only=True, tag="draw", rename={"source": "from"}):
    """A turn begins: a card is taken."""

    player: str
    source: Source


class Discard(Event, frozen=True, kw_only=True, tag="discard"):
    """A turn ends with a card laid on the table pile."""

    player: str
    card: str


class Play(Event, frozen=True, kw_only=True, tag="play"):
    """A turn ends with a combination.

    `give`, `to`, `returns`: pity party (null in `give` for a card that was passed unseen, with hidden paws).
    `forfeit`, `vanishes` (a list): Hudalaleigh. `vanishes` (one slot) or `appears`: wild magicks.
    """

    player: str
    combination: Combination
    cards: tuple[str, ...]
    give: tuple[str | None, ...] | None = None
    to: str | None = None
    returns: tuple[Slot, ...] | None = None
    forfeit: str | None = None
    vanishes: Slot | tuple[Slot, ...] | None = None
    appears: Slot | None = None


class Show(Event, frozen=True, kw_only=True, tag="show"):
    """With hidden paws, when play has ended: the cards that a player still holds."""

    player: str
    cards: tuple[str, ...]


AnyEvent = Deal | Draw | Discard | Play | Show
