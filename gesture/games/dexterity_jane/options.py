"""What a game of Dexterity Jane is to be told before it is watched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from gesture.games.interpreter import Lot
from rules.dexterity_jane.chance import draw_sheriff
from rules.dexterity_jane.events import Coins, Sheriff
from rules.dexterity_jane.header import NAME
from rules.dexterity_jane.state import Phase, State
from rules.game import Event
from rules.hands import Side


def header_of(
    players: Iterable[str],
    variant: str = "standard",
    first_round: int = 1,
    house: Mapping[str, Any] | None = None,
    deck: Sequence[Mapping[str, Any]] | None = None,
) -> dict[str, Any]:
    """The header of a log, with what is not as usual: house rules by name, and a deck as a list of its 60 cards."""
    header: dict[str, Any] = {"game": NAME, "version": 1, "players": list(players), "variant": variant}
    header["deck"] = "reference" if deck is None else list(deck)
    header |= {"house": dict(house)} if house else {}
    return header | ({"round": first_round} if first_round != 1 else {})


def set_up(state: State, lot: Lot, sheriff: Side | None = None, at_s: float = 0.0) -> Iterator[Event]:
    """What Stick-Up's setup still lacks: the Sheriff token lands, by lot when it is not known, and coins are dealt
    face down."""
    if state.phase is Phase.SETUP and state.sheriff is None:
        yield Sheriff(at=at_s, hand=sheriff) if sheriff else draw_sheriff(lot("sheriff", 0), at_s)
    if state.phase is Phase.SETUP and not state.coins_dealt:
        yield Coins(at=at_s, dealt=dict.fromkeys(state.table.players))
