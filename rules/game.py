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


class TakeBack(Event, frozen=True, kw_only=True, tag="take-back", rename={"since": "from"}):
    """By agreement, the event on line `line` of the log counts as never having happened, or those from line `since`
    on (`from` in the log), in any game. The header is line 1. `by` says who agreed, where it is known.
    """

    line: int | None = None
    since: int | None = None
    by: str | tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if (self.line is None) == (self.since is None):
            raise ValueError("a take-back names one line: 'line' takes back that one, 'from' it and all after it")
        if isinstance(self.by, str):
            msgspec.structs.force_setattr(self, "by", (self.by,) if self.by else ())

    @property
    def named(self) -> int:
        """The line that it names."""
        return self.line if self.line is not None else self.since or 0

    def covers(self, own_line: int) -> range:
        """The lines that a take-back on line `own_line` takes back; not all of them need hold an event."""
        return range(self.named, own_line if self.line is None else self.named + 1)

    @property
    def agreed(self) -> tuple[str, ...]:
        """Who agreed."""
        return (self.by,) if isinstance(self.by, str) else self.by


class Ruling(msgspec.Struct, frozen=True, kw_only=True, tag_field="ruling"):
    """What the rules make of an event, and why."""


class Noted(Ruling, frozen=True, kw_only=True, tag="noted"):
    """A note was taken down; nothing changes."""

    at: float
    about: str
    more: Mapping[str, Any] = {}


class Correction(msgspec.Struct, frozen=True, kw_only=True):
    """What a take-back changes of what was said about one line: the rulings of `withdrawn` no longer hold, those of
    `instead` hold now. `event` is the event's name in logs."""

    line: int
    event: str
    withdrawn: tuple[Ruling, ...] = ()
    instead: tuple[Ruling, ...] = ()


class TakenBack(Ruling, frozen=True, kw_only=True, tag="taken-back"):
    """`lines` no longer count, and where a take-back was taken back, the lines of `restored` count again.

    `corrections` holds these lines, and those that stay and get another ruling now, in the order of the log.
    """

    at: float
    lines: tuple[int, ...]
    restored: tuple[int, ...]
    by: tuple[str, ...]
    corrections: tuple[Correction, ...]


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
        """The union of the game's event structs (without `Note` and `TakeBack`), for decoding a log's lines."""

    def open(self, header: Mapping[str, Any]) -> S:
        """The state before the first event. Raises `Malformed` or `Illegal`, with all faults of the header at once."""

    def apply(self, state: S, event: Event) -> tuple[S, tuple[Ruling, ...]]:
        """The state after `event` and the rulings on it. Raises `Illegal` or `Ambiguous`; `state` never changes.

        Takes a `Note` too, in any state, and answers with `Noted`. A `TakeBack` is for `rules.history.History`.
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
        """The ruling as one or more plain English sentences, with its reason; `Noted` and `TakenBack` too."""
