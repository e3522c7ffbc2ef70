"""What the rules say to the events of JANE's Card Game, as data; `say.py` puts them into sentences.

Cards have the rulebook's names. Where the house rule asks for tame names, `tame` gives them for the cards that a
ruling names, for display.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rules.game import Ruling
from rules.janes_card_game.events import Combination, Source
from rules.janes_card_game.outfit import Slot
from rules.janes_card_game.state import Because


class CardRuling(Ruling, frozen=True, kw_only=True, omit_defaults=True):
    """A ruling that may name cards."""

    tame: Mapping[str, str] = {}


class Dealt(CardRuling, frozen=True, kw_only=True, tag="dealt"):
    """Each player has nine cards; `turns` is the order of play, widdershins from the dealer (rulings J10, J11)."""

    dealer: str
    turns: tuple[str, ...]
    table: str
    stack: int


class Turn(CardRuling, frozen=True, kw_only=True, tag="turn"):
    """Whose turn it is, and where a card may be taken from: nowhere when pile and stack are empty (ruling J14)."""

    player: str
    may_take_from: tuple[Source, ...]


class SitsOut(CardRuling, frozen=True, kw_only=True, tag="sits-out"):
    """An empty paw sits the turn out (ruling J12)."""

    player: str


class Drew(CardRuling, frozen=True, kw_only=True, tag="drew"):
    """A card was taken; `card` is null for one that Handref has not seen. `left` is what remains there."""

    player: str
    source: Source = msgspec.field(name="from")
    card: str | None
    left: int


class PityDue(CardRuling, frozen=True, kw_only=True, tag="pity-due"):
    """JANE wears nothing: a pity or a pity party must be played. `sure` when Handref sees that the player can;
    with hidden paws it is a reminder, and a matter of honour (ruling J18)."""

    player: str
    sure: bool


class Discarded(CardRuling, frozen=True, kw_only=True, tag="discarded"):
    """A card lies on top of the table pile."""

    player: str
    card: str


class Played(CardRuling, frozen=True, kw_only=True, tag="played"):
    """A combination was played; its cards leave the game, those of a pity party onto the table pile (ruling J13)."""

    player: str
    combination: Combination
    cards: tuple[str, ...]


class Vanished(CardRuling, frozen=True, kw_only=True, tag="vanished"):
    """An exposed item is gone from JANE."""

    slot: Slot
    item: str
    by_chance: bool


class Appeared(CardRuling, frozen=True, kw_only=True, tag="appeared"):
    """JANE wears an item again."""

    slot: Slot
    item: str
    by_chance: bool


class Gave(CardRuling, frozen=True, kw_only=True, tag="gave"):
    """Cards were passed in a pity party; null for one that Handref has not seen."""

    player: str
    to: str
    cards: tuple[str | None, ...]


class CostumeLost(CardRuling, frozen=True, kw_only=True, tag="costume-lost"):
    """The player's paper doll stands in a plain smock for the rest of the game (ruling J17). Only the doll."""

    player: str
    again: bool


class Outfit(CardRuling, frozen=True, kw_only=True, tag="outfit"):
    """What JANE wears, by slot."""

    worn: Mapping[Slot, str | None]


class PlayOver(CardRuling, frozen=True, kw_only=True, tag="play-over"):
    """Play has ended, and why; `to_show` are the players whose hidden paws are to be shown now."""

    because: Because
    to_show: tuple[str, ...]


class Shown(CardRuling, frozen=True, kw_only=True, tag="shown"):
    """A hidden paw was shown."""

    player: str
    cards: tuple[str, ...]


class Penalty(CardRuling, frozen=True, kw_only=True, tag="penalty"):
    """What a player's cards cost, card by card in the order of the paw; `whole` is what a whole unplayed Dauphine
    combination costs besides, and makes its holder the Dauphine of the evening (ruling J20)."""

    player: str
    cards: tuple[tuple[str, int], ...]
    whole: int
    points: int


class GameOver(CardRuling, frozen=True, kw_only=True, tag="game-over"):
    """Who wins (ruling J21): whoever played the Dauphine combination, otherwise the lowest penalty. `points` is null
    while the winner's hidden paw has not been shown."""

    winners: tuple[str, ...]
    because: Because
    points: int | None
    dauphine_of_the_evening: str | None


class SlotView(msgspec.Struct, frozen=True, kw_only=True):
    """One slot of JANE: what is worn, what covers it, which slots directly under it are empty, and what could
    happen there."""

    item: str | None
    covered_by: tuple[Slot, ...]
    lacks: tuple[Slot, ...]
    may_vanish: bool
    may_appear: bool


class Layers(CardRuling, frozen=True, kw_only=True, tag="layers"):
    """JANE's slots as they are before an event, for a window to walk through."""

    slots: Mapping[Slot, SlotView]


class Choices(CardRuling, frozen=True, kw_only=True, tag="choices"):
    """Which combinations a player can play now, each with cards that would do, and why the others not."""

    player: str
    may: Mapping[Combination, tuple[str, ...]]
    why_not: Mapping[Combination, str]


class Check(CardRuling, frozen=True, kw_only=True, tag="check"):
    """Whether a combination that is about to be played may be, and if not, why."""

    player: str
    combination: Combination
    cards: tuple[str, ...]
    why_not: str | None


class Standings(CardRuling, frozen=True, kw_only=True, tag="standings"):
    """Penalties for the cards that Handref knows; `winners` in the players' order, empty until the game is over;
    `because` is null until play has ended."""

    penalties: Mapping[str, int]
    winners: tuple[str, ...]
    because: Because | None
