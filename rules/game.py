"""What every game engine offers: events in, a new frozen state and rulings out, and refusals that say why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Protocol, TypeVar

import msgspec


class Refused(Exception):
    """An event, header or deck that the rules do not take; the message holds what was given and why not."""


class Malformed(Refused):
    """It is no event of this game at all: a field is missing, misspelt or of the wrong type."""


class Illegal(Refused):
    """It is an event of this game, and the rules forbid it now."""


class Ambiguous(Refused):
    """It could mean two things; whoever sent it must say which."""


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", forbid_unknown_fields=True):
    """Something that happened at the table, `at` seconds after the game began."""

    at: float


class Ruling(msgspec.Struct, frozen=True, kw_only=True, tag_field="ruling"):
    """What the rules make of an event, and why."""


class Legal(msgspec.Struct, frozen=True, kw_only=True):
    """What one player (or the table, under the key "") may do now: `may` names the events that would be taken;
    `why_not` gives, for every other event of the game, the reason in the rulebook's terms."""

    may: tuple[str, ...]
    why_not: Mapping[str, str]


S = TypeVar("S")


class Game(Protocol, Generic[S]):
    """One game. States are frozen msgspec structs; equal headers and equal event lists give equal states."""

    name: str
    """The `game` of a log's header, e.g. "dexterity-jane"."""

    event_type: Any
    """The union of the game's event structs, for decoding a log's lines."""

    def open(self, header: Mapping[str, Any]) -> S:
        """The state before the first event. Raises `Malformed` or `Illegal`, with all faults of the header at once."""

    def apply(self, state: S, event: Event) -> tuple[S, tuple[Ruling, ...]]:
        """The state after `event` and the rulings on it. Raises `Illegal` or `Ambiguous`; `state` never changes."""

    def legal(self, state: S) -> Mapping[str, Legal]:
        """What each player, and the table (key ""), may do now and why not the rest."""

    def standings(self, state: S) -> Ruling:
        """Where everybody stands; its `winners` is empty until the game is over."""

    def over(self, state: S) -> bool:
        """Whether the game has ended."""
