"""Players named in the order in which they locked or drew, by one key a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ui.window.canvas import Rect
from ui.window.page import Page

HEIGHT, GAP = 50.0, 6.0


class OrderKeys:
    """Asks who of `players` came next, until one is left; then `answer` gets them all, the first one first."""

    def __init__(self, players: Sequence[str], answer: Callable[[tuple[str, ...]], None]) -> None:
        self.players = tuple(players)
        self._answer = answer
        self._named: list[str] = []

    @property
    def place(self) -> int:
        """Which place is asked about, from 1."""
        return len(self._named) + 1

    def draw(self, page: Page, x: float, y: float, width: float) -> None:
        """A button for each player who is not named yet."""
        left = [player for player in self.players if player not in self._named]
        for i, player in enumerate(left):
            self._draw_player(page, player, Rect(x, y + i * (HEIGHT + GAP), width, HEIGHT), str(i + 1))

    def _draw_player(self, page: Page, player: str, rect: Rect, key: str) -> None:
        def name() -> None:
            self._named.append(player)
            if len(self._named) == len(self.players) - 1:
                last = next(other for other in self.players if other not in self._named)
                order, self._named = (*self._named, last), []
                self._answer(order)

        page.button(f"first-{player}", rect, player, name, key)
