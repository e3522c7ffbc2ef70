"""Counting fingers by hand: each seat is pressed until it says how many fingers that player left."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial

from rules.one_finger.state import State
from ui.window import theme
from ui.window.canvas import Rect
from ui.window.games.one_finger import table_layout as lay
from ui.window.games.one_finger.fingers_shown import FingerShown, Which, of_kept
from ui.window.page import Page
from ui.window.parts.choice_tiles import key_badge

Kept = Mapping[str, tuple[int, ...]]


class FingerCount:
    """What is counted so far. Only the players in `asked` can be pressed, all where it is None; others are known."""

    def __init__(self, state: State, kept: Kept | None = None, asked: Collection[str] | None = None) -> None:
        self._state = state
        players, cards = state.table.players, len(state.in_play)
        self.kept: dict[str, tuple[int, ...]] = dict(kept or dict.fromkeys(players, (state.own_fingers,) * cards))
        """How many fingers each player left, card by card."""
        self._asked = frozenset(players if asked is None else asked)

    @property
    def fingers(self) -> dict[Which, FingerShown]:
        """The fingers as they are counted."""
        return of_kept(self._state.table.players, self.kept, self._state.own_fingers)

    def left(self) -> tuple[int, ...]:
        """The fingers left on each card."""
        return tuple(sum(kept[card] for kept in self.kept.values()) for card in range(len(self._state.in_play)))

    def draw(self, page: Page) -> None:
        """Make the seats pressable: a number for the only card, or the first of two; with Shift for the second."""
        cards = len(self._state.in_play)
        for seat, room in enumerate(lay.seats(len(self._state.table.players))):
            player = self._state.table.players[seat]
            if player not in self._asked:
                continue
            for card, half in enumerate(room.columns(cards)):
                key = f"shift {seat + 1}" if card else str(seat + 1)
                name = f"left-{player}" if card == 0 else f"also-{player}"
                hover, focused = page.press_area(name, half, partial(self._turn, player, card), key)
                if hover or focused:
                    page.frame(Rect(half.x + 20, half.y, half.w - 40, 8), theme.GOLD, theme.GOLD, 0, 4)
                edge = room.y - 24 if room.y > lay.MIDDLE[1] else room.y + room.h + 24
                spot = (half.x + 30, room.y + 22) if cards == 1 else (half.center[0] + 20, edge)
                key_badge(page, f"Shift {seat + 1}" if card else str(seat + 1), spot, 36)

    def _turn(self, player: str, card: int) -> None:
        """One finger fewer; after none it is all again."""
        kept = list(self.kept[player])
        kept[card] = kept[card] - 1 if kept[card] else self._state.own_fingers
        self.kept[player] = tuple(kept)
