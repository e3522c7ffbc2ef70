"""What every game engine offers: events in, a new frozen state and rulings out, and refusals that say why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Protocol, TypeVar

import msgspec


class Refused(Exception):
    """An event, header or deck that the rules do not take; the message holds what was given and why not.

    `line` is the line of the log that held it (the header is line 1), or None outside a log.
    """

    def __init__(self, why: str, line: int | None = None) -> None:
        super().__init__(why if line is None else f"line {line}: {why}")
        self.why = why
        self.line = line

    def on_line(self, line: int) -> Refused:
        """The same refusal, naming the line of the log it was met on."""
        return type(self)(self.why, line)


class Malformed(Refused):
    """It is no event of this game at all: a field is missing, misspelt or of the wrong type."""


class Illegal(Refused):
    """It is an event of this game, and the rules forbid it now."""


class Ambiguous(Refused):
    """It could mean two things; whoever sent it must say which."""


class Event(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event", forbid_unknown_fields=True
):
    """Something that happened at the table, `at` seconds after the game began."""

    at: float


class Note(Event, frozen=True, kw_only=True, tag="note"):
    """What is worth writing down and changes no score, in any game: cards touched, a refused stick-up, a hand taken
    away. `more` holds the line's other keys; in the log they stand beside `about`."""

    about: str
    more: Mapping[str, Any] = {}


class Ruling(msgspec.Struct, frozen=True, kw_only=True, tag_field="ruling"):
    """What the rules make of an event, and why."""


class Noted(Ruling, frozen=True, kw_only=True, tag="noted"):
    """A note was taken down; nothing changes."""

    at: float
    about: str
    more: Mapping[str, Any] = {}


class Legal(msgspec.Struct, frozen=True, kw_only=True):
    """What one player (or the table, under the key "") may do now: `may` names the events that would be taken;
    `why_not` gives, for every other event of the game, the reason in the rulebook's terms."""

    may: tuple[str, ...]
    why_not: Mapping[str, str]


S = TypeVar("S")


class Game(Protocol, Generic[S]):
    """One game. States are frozen msgspec structs; equal headers and equal event lists give equal states.

    A game's package holds its one engine as `GAME`; `rules.games` finds it by name.
    """

    @property
    def name(self) -> str:
        """The `game` of a log's header, e.g. "dexterity-jane"."""

    @property
    def title(self) -> str:
        """The game's name as players say it, e.g. "Dexterity Jane"."""

    @property
    def event_type(self) -> Any:
        """The union of the game's event structs (without `Note`), for decoding a log's lines."""

    def open(self, header: Mapping[str, Any]) -> S:
        """The state before the first event. Raises `Malformed` or `Illegal`, with all faults of the header at once."""

    def apply(self, state: S, event: Event) -> tuple[S, tuple[Ruling, ...]]:
        """The state after `event` and the rulings on it. Raises `Illegal` or `Ambiguous`; `state` never changes.

        Takes a `Note` too, in any state, and answers with `Noted`.
        """

    def legal(self, state: S) -> Mapping[str, Legal]:
        """What each player, and the table (key ""), may do now and why not the rest."""

    def explain(self, state: S, event: Event | None = None) -> tuple[Ruling, ...]:
        """The steps that lead from `state` to what `event` brings (without an event: to what would come next), as
        data for a window to walk through; empty where there is nothing to explain. Changes nothing."""

    def standings(self, state: S) -> Ruling:
        """Where everybody stands; its `winners` is empty until the game is over."""

    def over(self, state: S) -> bool:
        """Whether the game has ended."""

    def say(self, ruling: Ruling) -> str:
        """The ruling as one or more plain English sentences, with its reason."""


def noted(note: Note) -> tuple[Noted]:
    """The ruling on a note, the same in every game."""
    return (Noted(at=note.at, about=note.about, more=note.more),)
