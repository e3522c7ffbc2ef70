"""What all engines have in common: each event goes to the rule that knows it, and no other is taken."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic

from rules.game import Event, Illegal, Legal, Note, Noted, Ruling, S, TakenBack
from rules.words import noted_said, taken_back_said


class Engine(Generic[S]):
    """The part of `rules.game.Game` that a table of rules gives; it holds no state. A game's engine fills the tables,
    and adds `name`, `title`, `event_type`, `open`, `explain`, `standings` and `over`."""

    title: str
    rules: ClassVar[Mapping[type[Event], Callable[[Any, Any], tuple[Any, tuple[Ruling, ...]]]]]
    """For each event what comes of it. A rule raises `Illegal` or `Ambiguous`."""
    of_the_table: ClassVar[Mapping[str, Callable[[Any], str | None]]]
    """For each event of the table, by its name in logs, why it may not happen now, or None."""
    of_a_player: ClassVar[Mapping[str, Callable[[Any, str], str | None]]]
    """For each event of a player the same."""
    words: ClassVar[Mapping[type[Ruling], Callable[[Any], str]]]
    """For each ruling its sentences."""

    def apply(self, state: S, event: Event) -> tuple[S, tuple[Ruling, ...]]:
        """The state after `event` and the rulings on it. Raises `Illegal` or `Ambiguous`; `state` never changes."""
        if isinstance(event, Note):
            return state, (Noted(at=event.at, about=event.about, more=event.more),)
        rule = self.rules.get(type(event))
        if rule is None:
            raise Illegal(f"{type(event).__name__} is no event of {self.title}")
        return rule(state, event)

    def legal(self, state: Any) -> Mapping[str, Legal]:
        """What each player, and the table (key ""), may do now and why not the rest."""
        of_the_table = {**self.of_the_table, "note": _always}
        table = {name: why_not(state) for name, why_not in of_the_table.items()}
        legal = {"": _legal(table, self.of_a_player, "a player")}
        for player in state.table.players:
            own = {name: why_not(state, player) for name, why_not in self.of_a_player.items()}
            legal[player] = _legal(own, of_the_table, "the table")
        return legal

    def say(self, ruling: Ruling) -> str:
        """The ruling in plain English. Raises `TypeError` for a ruling of another game."""
        if isinstance(ruling, TakenBack):
            return taken_back_said(ruling, self.say)
        words = self.words.get(type(ruling))
        if words is None and isinstance(ruling, Noted):
            return noted_said(ruling)
        if words is None:
            raise TypeError(f"{type(ruling).__name__} is no ruling of {self.title}")
        return words(ruling)


def _always(_: object) -> None:
    """A note may be taken down at any time."""


def _legal(reasons: Mapping[str, str | None], others: Mapping[str, Any], whose: str) -> Legal:
    why_not = {name: why for name, why in reasons.items() if why}
    why_not |= {name: f"{name} is for {whose} to do" for name in others}
    return Legal(may=tuple(name for name, why in reasons.items() if not why), why_not=why_not)
