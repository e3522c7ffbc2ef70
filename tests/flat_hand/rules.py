"""The rules of Flat Hand: whoever lays a flat hand down first wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.deck_files import Faults
from rules.engine import Engine
from rules.game import Event, Illegal, Malformed, Ruling
from rules.headers import read_players
from rules.refusing import no_player
from tests.flat_hand import ENTRY, NAME


class Flat(Event, frozen=True, kw_only=True, tag="flat"):
    """A player laid a flat hand down."""

    player: str


class FlatHandWon(Ruling, frozen=True, kw_only=True, tag="won"):
    """A player was first."""

    player: str
    at: float


class Standings(Ruling, frozen=True, kw_only=True, tag="standings"):
    """Who has won, if anybody has."""

    winners: tuple[str, ...]


class Table(msgspec.Struct, frozen=True):
    """The players, clockwise."""

    players: tuple[str, ...]


class State(msgspec.Struct, frozen=True):
    """The game: who sits there, and who has won."""

    table: Table
    winner: str | None = None


def no_flat(state: State, player: str) -> str | None:
    """Why a player cannot win now."""
    if state.winner is not None:
        return f"{state.winner} was first"
    return no_player(state.table.players, player)


def flat(state: State, event: Flat) -> tuple[State, tuple[Ruling, ...]]:
    """The first flat hand wins."""
    why = no_flat(state, event.player)
    if why:
        raise Illegal(why)
    return State(state.table, event.player), (FlatHandWon(player=event.player, at=event.at),)


class FlatHand(Engine[State]):
    """The engine."""

    name = NAME
    title = ENTRY.title
    event_type: Any = Flat
    rules = {Flat: flat}  # noqa: RUF012
    of_the_table = {}  # noqa: RUF012
    of_a_player = {"flat": no_flat}  # noqa: RUF012
    words = {  # noqa: RUF012
        FlatHandWon: lambda x: f"{x.player} lays a flat hand down first, at {x.at:.1f} s, and wins.",
        Standings: lambda x: f"{x.winners[0]} has won." if x.winners else "Nobody has won yet.",
    }

    def open(self, header: Mapping[str, Any]) -> State:
        """The state before the first event."""
        faults = Faults("the header cannot be used")
        players = read_players(header, NAME, range(2, 3), ("game", "version", "players"), faults)
        faults.check(Malformed)
        return State(Table(players))

    def explain(self, _state: State, _event: Event | None = None) -> tuple[Ruling, ...]:
        """There is nothing to explain."""
        return ()

    def standings(self, state: State) -> Standings:
        """Who has won."""
        return Standings(winners=(state.winner,) if state.winner else ())

    def over(self, state: State) -> bool:
        """Whether somebody has won."""
        return state.winner is not None


GAME = FlatHand()
