"""A game of JANE's Card Game between two events, and the header it begins with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

import msgspec

from rules.deck_files import Faults
from rules.headers import FAULTY, read_deck, read_house, read_players
from rules.janes_card_game.cards import NAME, Deck, check_deck, reference
from rules.janes_card_game.outfit import STARTING_OUTFIT, Worn

PLAYERS = range(2, 7)
"""2 to 6 players (ruling J1)."""
PAW_SIZE = 9
"""Cards dealt to each player (Starting the Game)."""


class Paws(StrEnum):
    """Whether Handref holds every card, or only what a table with a printed copy has shown."""

    OPEN = "open"
    HIDDEN = "hidden"


class Names(StrEnum):
    """Which of a card's two names is shown (ruling J22)."""

    RULEBOOK = "rulebook"
    TAME = "tame"


class House(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The house rules: names, penalties (ruling J20), how often wild magicks make something vanish (ruling J15)."""

    names: Names
    clothing: int
    magick: int
    pity: int
    trickster: int
    master_trickster: int
    dauphine: int
    whole_dauphine: int
    vanish_chance: float

    def __post_init__(self) -> None:
        if not 0 <= self.vanish_chance <= 1:
            raise ValueError("from 0 to 1")


_PENALTIES = ("clothing", "magick", "pity", "trickster", "master_trickster", "dauphine", "whole_dauphine")
_MUST_BE = {
    "names": "'rulebook' or 'tame'",
    **dict.fromkeys(_PENALTIES, "a whole number of points"),
    "vanish_chance": "a number from 0 to 1",
}


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """What does not change in a game: players in clockwise order, open or hidden paws, deck, house rules."""

    players: tuple[str, ...]
    paws: Paws
    deck: Deck
    house: House

    @property
    def open(self) -> bool:
        """Whether Handref holds every card."""
        return self.paws is Paws.OPEN


class Paw(msgspec.Struct, frozen=True):
    """A player's cards: those that Handref knows, in the order they came, and how many it does not."""

    known: tuple[str, ...] = ()
    unknown: int = 0

    def __len__(self) -> int:
        return len(self.known) + self.unknown


class Phase(StrEnum):
    """What the table waits for: the deal, the player in turn to take a card, then to discard or play; after play,
    that hidden paws are shown; or nothing more."""

    DEAL = "deal"
    DRAW = "draw"
    ACT = "act"
    SHOW = "show"
    END = "end"


class Because(StrEnum):
    """How play ended: JANE wears nothing and a paw is empty; the Dauphine, played or worn; no play is left."""

    BARE = "bare"
    DAUPHINE = "dauphine"
    NO_PLAY = "no-play"


class State(msgspec.Struct, frozen=True, kw_only=True):
    """The whole game. `paws` stand in the players' order; `turn` is a seat.

    `stack` is the stack from its top with open paws; `stack_size` its size with either. `table_pile` ends with its
    top. `gone` are the cards played in combinations, but for those of pity parties. `quiet` counts the turns in a row
    that ended without a combination and with the stack empty. `smocks` are the players whose paper doll lost its
    costume, `shown` those who showed their paw. `champion` played the Dauphine combination.
    """

    table: Table
    phase: Phase
    paws: tuple[Paw, ...]
    worn: Worn = STARTING_OUTFIT
    dealer: str | None = None
    turn: int = 0
    stack: tuple[str, ...] = ()
    stack_size: int = 0
    table_pile: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    quiet: int = 0
    smocks: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    because: Because | None = None
    champion: str | None = None

    @property
    def player(self) -> str:
        """Whose turn it is."""
        return self.table.players[self.turn]

    def seat(self, player: str) -> int:
        """The seat of a player."""
        return self.table.players.index(player)

    def paw(self, player: str) -> Paw:
        """The paw of a player."""
        return self.paws[self.seat(player)]

    def with_paw(self, player: str, paw: Paw) -> tuple[Paw, ...]:
        """All paws, with `paw` for `player`."""
        seat = self.seat(player)
        return (*self.paws[:seat], paw, *self.paws[seat + 1 :])

    def widdershins(self, player: str) -> Iterator[str]:
        """The other players, from the one to `player`'s right and on in that direction (ruling J11)."""
        players, seat = self.table.players, self.seat(player)
        return (players[(seat - step) % len(players)] for step in range(1, len(players)))


def opening(header: Mapping[str, Any]) -> State:
    """The state before the deal. Raises `Malformed` with all faults of the header."""
    faults = Faults(FAULTY)
    players = read_players(header, NAME, PLAYERS, ("game", "version", "players", "paws", "deck", "house"), faults)
    paws = header.get("paws", "open")
    if paws not in list(Paws):
        faults.add(f"paws must be 'open' or 'hidden', not {paws!r}")
        paws = Paws.OPEN
    house = read_house(header, NAME, House, _MUST_BE, faults)
    deck = read_deck(header, reference, check_deck, "cards", faults)
    faults.check()
    table = Table(players=players, paws=Paws(paws), deck=deck, house=house)
    return State(table=table, phase=Phase.DEAL, paws=(Paw(),) * len(players))
