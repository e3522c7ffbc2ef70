"""What a game of Dexterity Jane is to be told before it is watched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from gesture.games.dexterity_jane.unseen_players import unseen_zones
from gesture.games.interpreter import Lot
from gesture.games.options import Options
from gesture.seating.seat_finder import UnseenZones
from gesture.table.seats import Table
from gesture.watching.card_area import with_printed_cards
from rules.dexterity_jane.chance import draw_sheriff
from rules.dexterity_jane.events import Coins, Sheriff
from rules.dexterity_jane.header import NAME, Variant
from rules.dexterity_jane.state import Phase, State
from rules.dexterity_jane.written_cards import RevealError, WrittenReveal, cards_of
from rules.game import Event, Illegal
from rules.hands import Side


@dataclass(frozen=True, kw_only=True)
class DexterityJaneOptions(Options):
    """`reveals` say which cards lie open from when on. `house` and `deck` are as in a log's header."""

    variant: str = "standard"
    round: int = 1
    reveals: tuple[WrittenReveal, ...] = ()
    sheriff: Side | None = None
    """Where the Sheriff token landed; by lot when it is not known."""
    house: Mapping[str, Any] | None = None
    deck: Sequence[Mapping[str, Any]] | None = None
    deals: bool = False
    """Handref deals the cards, so that none lie on the table."""

    @property
    def scored(self) -> bool:
        """Whether any cards are known."""
        return bool(self.reveals)

    def header(self, players: Iterable[str]) -> dict[str, Any]:
        """The header of a log, with what is not as usual: house rules by name, and a deck as a list of its 60 cards."""
        header: dict[str, Any] = {"game": NAME, "version": 1, "players": list(players), "variant": self.variant}
        header["deck"] = "reference" if self.deck is None else list(self.deck)
        header |= {"house": dict(self.house)} if self.house else {}
        return header | ({"round": self.round} if self.round != 1 else {})

    def set_up(self, state: State, lot: Lot, at_s: float = 0.0) -> Iterator[Event]:
        """Stick-Up: the Sheriff token lands, by lot when it is not known, and coins are dealt face down."""
        if state.phase is Phase.SETUP and state.sheriff is None:
            yield Sheriff(at=at_s, hand=self.sheriff) if self.sheriff else draw_sheriff(lot("sheriff", 0), at_s)
        if state.phase is Phase.SETUP and not state.coins_dealt:
            yield Coins(at=at_s, dealt=dict.fromkeys(state.table.players))

    def script(self, state: State) -> Sequence[Event]:
        """The reveals, with every card by its number. Raises `Illegal` for cards that cannot be there."""
        try:
            return cards_of(self.reveals, state)
        except RevealError as error:
            raise Illegal(str(error).rstrip(".")) from None

    def at_table(self, table: Table) -> Table:
        """The table with printed cards on it, unless Handref deals."""
        return table if self.deals else with_printed_cards(table)

    @property
    def unseen_zones(self) -> UnseenZones:
        """The last player of a round need not lay hands down, and whoever is aimed at sits there."""
        times_s = sorted(reveal.at_s for reveal in self.reveals)
        return partial(unseen_zones, stick_up=self.variant == Variant.STICK_UP, reveals_s=times_s)
