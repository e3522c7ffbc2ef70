"""One simulated game under way: every event goes through the engine's checked `apply`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rules.chance import Generator
from rules.game import Event, Game, Refused, Ruling


class Sitting:
    """A game, its chance and its clock. `events` holds what was taken, if asked for; `rules` counts the rulings by
    name and reason; `first` counts what the first to act had of it, by the words of the game's players."""

    def __init__(self, game: Game[Any], header: Mapping[str, Any], lot: Generator, keep: bool = False) -> None:
        self.game = game
        self.header = header
        self.lot = lot
        self.state: Any = game.open(header)
        self.players: tuple[str, ...] = self.state.table.players
        self.careless = frozenset(player for player in self.players if lot.random() < CARELESS_SHARE)
        self.at_s = 0.0
        self.length = 0
        self.told = 0
        self.events: list[Event] | None = [] if keep else None
        self.rules: Counter[str] = Counter()
        self.first: Counter[str] = Counter()

    def later(self, most_s: float) -> float:
        """Let up to `most_s` seconds pass, and tell the time."""
        self.at_s = round(self.at_s + self.lot.random() * most_s, 3)
        return self.at_s

    def errs(self, player: str) -> bool:
        """Whether `player` makes a mistake now: the careless often do, the others seldom."""
        return self.lot.random() < (CARELESS_ERRS if player in self.careless else CAREFUL_ERRS)

    def tell(self, event: Event) -> tuple[Ruling, ...]:
        """Apply an event that the rules must take. Raises `Refused` when they don't, which is a fault somewhere."""
        self.state, rulings = self.game.apply(self.state, event)
        self.at_s = max(self.at_s, event.at)
        self.told += 1
        if self.events is not None:
            self.events.append(event)
        for ruling in rulings:
            self.rules[_rule(ruling)] += 1
            if getattr(ruling, "self_defeating", False) is True:
                self.rules["self-defeating call"] += 1
        return rulings

    def attempt(self, event: Event) -> bool:
        """Apply an event that may well be refused, and tell whether it was taken."""
        try:
            self.tell(event)
        except Refused:
            self.rules["refused " + str(event.__struct_config__.tag)] += 1
            return False
        return True


CARELESS_SHARE = 0.3
CARELESS_ERRS = 0.25
CAREFUL_ERRS = 0.05


class SimplePlayers(msgspec.Struct, frozen=True, kw_only=True):
    """How a game is simulated: `play` plays a whole game at a sitting and sets its `length`, counted in `unit`;
    `scores` takes the players' scores, counted in `score`, from the standings."""

    play: Callable[[Sitting], None]
    unit: str
    score: str
    scores: Callable[[Any], Mapping[str, int]]


def _rule(ruling: Ruling) -> str:
    """A ruling's name, with what tells its kinds apart."""
    name = str(ruling.__struct_config__.tag)
    if name == "won" and len(ruling.cards) > 1:  # type: ignore[attr-defined]
        name += " with more cards"
    for field in ("combination", "button", "success", "right_guess", "because"):
        kind = getattr(ruling, field, None)
        if kind is not None:
            name += f", {_BOOLS[field][kind] if isinstance(kind, bool) else kind}"
    return name


_BOOLS = {"success": ("failed", "succeeded"), "right_guess": ("wrong", "right")}
