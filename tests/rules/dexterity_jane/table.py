"""One builder for games of Dexterity Jane: events in short words, told to a table one by one."""

from __future__ import annotations

from typing import Any

from rules.dexterity_jane import GAME
from rules.dexterity_jane.events import (
    Budge,
    Close,
    Coins,
    Lock,
    Order,
    Reveal,
    Settle,
    Sheriff,
    ShowCoins,
    StickUp,
    Verify,
)
from rules.dexterity_jane.state import State
from rules.game import Event, Ruling
from rules.hands import Digit, Side

NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida")


def digits(words: str) -> tuple[Digit, ...]:
    return tuple(Digit(word) for word in words.split())


def header(players: int = 3, variant: str = "standard", **more: Any) -> dict[str, Any]:
    names = list(NAMES[:players])
    return {"game": "dexterity-jane", "version": 1, "players": names, "variant": variant, "deck": "reference", **more}


class Table:
    """A game under way; each event comes a second after the last unless told otherwise."""

    def __init__(self, players: int = 3, variant: str = "standard", **more: Any) -> None:
        self.state: State = GAME.open(header(players, variant, **more))
        self.at_s = 0.0
        self.said: tuple[Ruling, ...] = ()

    def tell(self, event: Event) -> tuple[Ruling, ...]:
        self.state, self.said = GAME.apply(self.state, event)
        return self.said

    def _at(self, at: float | None) -> float:
        self.at_s = self.at_s + 1 if at is None else at
        return self.at_s

    def sheriff(self, hand: str) -> Table:
        self.tell(Sheriff(at=self.at_s, hand=Side(hand)))
        return self

    def coins(self, *values: int | None) -> Table:
        self.tell(Coins(at=self.at_s, dealt=dict(zip(self.state.table.players, values, strict=True))))
        return self

    def reveal(self, *cards: int) -> Table:
        self.tell(Reveal(at=self._at(None), cards=cards))
        return self

    def lock(self, player: str, left: str = "", right: str = "", at: float | None = None, unsure: str = "") -> Table:
        doubt = {Side.LEFT: digits(unsure)} if unsure else {}
        self.tell(Lock(at=self._at(at), player=player, left=digits(left), right=digits(right), unsure=doubt))
        return self

    def pow(self, player: str, at: float | None = None, **aims: str) -> Table:
        self.tell(StickUp(at=self._at(at), player=player, aims={Side(hand): who for hand, who in aims.items()}))
        return self

    def budge(self, player: str, left: str = "", right: str = "") -> Table:
        self.tell(Budge(at=self._at(None), player=player, left=digits(left), right=digits(right)))
        return self

    def settle(self, player: str, left: str = "", right: str = "", by: Any = "table") -> Table:
        self.tell(Settle(at=self._at(None), player=player, left=digits(left), right=digits(right), by=by))
        return self

    def order(self, *players: str) -> Table:
        self.tell(Order(at=self._at(None), players=players))
        return self

    def close(self) -> Table:
        self.tell(Close(at=self._at(None)))
        return self

    def verify(self, *coins: int | None) -> Table:
        self.tell(Verify(at=self._at(None), coins=coins or None))
        return self

    def show_coins(self, **values: tuple[int, ...]) -> Table:
        self.tell(ShowCoins(at=self._at(None), values=values))
        return self

    def points(self) -> dict[str, int]:
        return {player: score.points for player, score in GAME.standings(self.state).players.items()}

    def coins_of(self, player: str) -> tuple[int | None, ...]:
        return GAME.standings(self.state).players[player].coins

    def ruling(self, name: str) -> Any:
        """The first ruling of that name among the last that were said."""
        return next(x for x in self.said if x.__struct_config__.tag == name)


def stick_up_table(players: int = 3, sheriff: str = "left", coins: tuple[int | None, ...] = (), **more: Any) -> Table:
    """A Stick-Up game that is set up; by default all coins lie face down."""
    return Table(players, "stick-up", **more).sheriff(sheriff).coins(*(coins or (None,) * players))
