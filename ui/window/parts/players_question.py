"""Who plays on: some leave between two rounds, others join or come back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ui.window import theme
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.page import Page
from ui.window.ready.seating import LONGEST_NAME

FRAME = Rect(200, 96, 1200, 748)
TALLEST, GAP = 54.0, 6.0


class PlayersQuestion:
    """Lies over a screen until it is answered: `answer` gets the players from now on, clockwise, or None when all stay.
    `away` have left before and may come back."""

    def __init__(
        self,
        app: App,
        players: Sequence[str],
        away: Sequence[str],
        most: int,
        answer: Callable[[tuple[str, ...] | None], None],
    ) -> None:
        self._app, self.t, self._most, self._answer = app, app.texts, most, answer
        self._players = tuple(players)
        self._rows = [(name, True) for name in players] + [(name, False) for name in away]
        """Everybody known, clockwise, and whether they play on."""
        self._new = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays on, as it is answered now."""
        return tuple(name for name, plays in self._rows if plays)

    def draw(self, page: Page) -> None:
        """A row for everybody, and a field for who is new."""
        page.veil(0.85)
        page.frame(FRAME, theme.GOLD, theme.TABLE, 4)
        inner = FRAME.inset(40, 18)
        page.text(self.t("players.title"), Rect(inner.x, inner.y, inner.w, 50), theme.HEADING, theme.GOLD)
        page.text(self.t("players.how"), Rect(inner.x, inner.y + 50, inner.w, 34), theme.SMALL, theme.QUIET)
        field = Rect(inner.x, inner.y + 96, inner.w, 476)
        height = min(TALLEST, (field.h - GAP * (len(self._rows) - 1)) / len(self._rows))
        for i in range(len(self._rows)):
            self._draw_row(page, i, Rect(field.x, field.y + i * (height + GAP), field.w, height))
        page.text(self.t("players.newcomer"), Rect(inner.x, inner.y + 584, 150, 50), theme.SMALL, theme.QUIET, "left")
        new = Rect(inner.x + 156, inner.y + 584, inner.w - 416, 50)
        page.field("newcomer", new, lambda: self._new, self._write, self._focus)
        add = Rect(inner.x + inner.w - 244, new.y, 244, 50)
        page.button(
            "add", add, self.t("players.add"), self._add, "+",
            size=theme.SMALL, enabled=bool(self._new.strip()), why_not=self.t("players.no_name"),
        )  # fmt: skip
        row = Rect(inner.x, inner.y + inner.h - 64, inner.w, 64).columns(2, 20)
        page.button("all-stay", row[0], self.t("players.keep"), self._keep, "escape", size=theme.SMALL)
        page.button("agreed", row[1], self.t("players.agreed"), self._agree, "return", main=True, size=theme.SMALL)

    def _draw_row(self, page: Page, index: int, rect: Rect) -> None:
        name, plays = self._rows[index]
        key = str(index + 1)

        def turn() -> None:
            self._rows[index] = name, not plays

        def forward() -> None:
            self._rows[index - 1], self._rows[index] = self._rows[index], self._rows[index - 1]

        known = name in self._players
        state = "players.plays" if plays else "players.leaves" if known else "players.away"
        wide = Rect(rect.x, rect.y, rect.w - 260, rect.h)
        hover, focused = page.press_area(f"plays-{name}", wide, turn, key)
        fill = theme.RAISED_HOVER if hover else theme.RAISED if plays else theme.TABLE
        page.frame(wide, theme.CREAM if focused else theme.LINE, fill, 4 if focused else 2)
        cap = Rect(wide.x + 8, wide.y + wide.h / 2 - 17, 36, 34)
        page.box(cap, theme.NIGHT, 7)
        page.text(key, cap, theme.SMALL, theme.GOLD)
        room = Rect(wide.x + 58, wide.y, wide.w - 300, wide.h)
        page.text(name, room, theme.TEXT, theme.CREAM if plays else theme.FAINT, "left")
        words = Rect(wide.x + wide.w - 236, wide.y, 226, wide.h)
        page.text(self.t(state), words, theme.SMALL, theme.QUIET if plays else theme.WRONG, "right")
        if index:
            spot = Rect(rect.x + rect.w - 244, rect.y, 244, rect.h)
            page.button(f"forward-{name}", spot, self.t("players.forward"), forward, f"shift {key}", size=theme.SMALL)

    def _write(self, text: str) -> None:
        self._new = text[:LONGEST_NAME]

    def _focus(self) -> None:
        self._app.touch.focus = "newcomer"

    def _add(self) -> None:
        name, self._new = self._new.strip(), ""
        if name in (known for known, _ in self._rows):
            self._app.tell(self.t("players.twice", name=name))
        elif len(self.names) >= self._most:
            self._app.tell(self.t("players.full", n=self._most))
        else:
            self._rows.insert(len(self.names), (name, True))

    def _keep(self) -> None:
        self._answer(None)

    def _agree(self) -> None:
        self._answer(None if self.names == self._players else self.names)
