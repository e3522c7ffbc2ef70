"""What a game of One Finger! is to be told before it is watched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from gesture.games.interpreter import Lot
from gesture.games.one_finger.counting import COUNTED_S
from gesture.games.options import Options
from gesture.sources.frames import Frame, SourceError
from gesture.table.seats import Table
from gesture.watching.fingers.find_cards import find_cards
from rules.game import Event, Illegal
from rules.one_finger.cards import NAME
from rules.one_finger.chance import draw_deal
from rules.one_finger.events import Call, Deal, First
from rules.one_finger.state import Phase, State
from rules.words import listed


@dataclass(frozen=True, kw_only=True)
class Dealt:
    """The header of a log, its deal and who goes first in it."""

    header: Mapping[str, Any]
    deal: Deal
    first: First | None


@dataclass(frozen=True, kw_only=True)
class OneFingerOptions(Options):
    """`calls` say who called what and when on a recording, in the order of their times."""

    calls: tuple[Call, ...] = ()
    dealt: Dealt | None = None
    """The cards, where they are known; on a recording nothing is scored without them."""
    by_hand: bool = False
    """Whoever calls may lay a free hand down with as many digits straight as the number."""
    rehearsed: ClassVar[bool] = False

    @property
    def scored(self) -> bool:
        """Whether the cards are known."""
        return self.dealt is not None

    def header(self, players: Iterable[str]) -> dict[str, Any]:
        """The header of a log: the one of the log with the deal, where there is one."""
        seated = list(players)
        if self.dealt is None:
            return {"game": NAME, "version": 1, "players": seated}
        named = list(self.dealt.header.get("players", ()))
        if sorted(named) != sorted(seated):
            raise Illegal(f"The deal is for {listed(named)}, and the seats are those of {listed(seated)}")
        return dict(self.dealt.header)

    def set_up(self, state: State, lot: Lot, at_s: float = 0.0) -> Iterator[Event]:
        """The deal, by lot when it is not known, and who goes first where that is known."""
        if state.phase is Phase.DEAL:
            yield self.dealt.deal if self.dealt is not None else draw_deal(lot("deal", 0), state, at_s)
        if state.phase in (Phase.DEAL, Phase.FIRST) and self.dealt is not None:
            if self.dealt.first is not None:
                yield self.dealt.first
            elif self.calls:
                yield First(at=at_s, player=self.calls[0].player)

    def script(self, state: State) -> Sequence[Event]:
        """The calls. Raises `Illegal` for calls that nobody at the table can have made."""
        players, before = state.table.players, None
        most = len(players) * (2 if len(players) == 2 else 1)
        for call in self.calls:
            if call.player not in players:
                raise Illegal(f"{call.player!r} calls at {call.at:g} s and is not at the table ({listed(players)})")
            if not 0 <= call.number <= most:
                raise Illegal(f"the call of {call.number} at {call.at:g} s must be from 0 to {most}")
            if before is not None and call.at < before + COUNTED_S:
                raise Illegal(
                    f"the calls at {before:g} s and {call.at:g} s are too near; fingers are watched for "
                    f"{COUNTED_S:g} s after a call"
                )
            before = call.at
        return self.calls

    def at_table(self, table: Table) -> Table:
        """The table, with free hands watched where they call."""
        return replace(table, free_hands=self.by_hand)

    def lying(self, table: Table, frames: Iterable[Frame]) -> Table:
        """The table with the cards in play, found in the picture where nobody has told where they lie."""
        if table.in_play:
            return table
        found = find_cards(frames, table)
        if not found:
            raise SourceError(
                'No card was found between the players; say in the seats file where it lies: "cards": [[x, y], ...].'
            )
        return replace(table, in_play=tuple(found))
