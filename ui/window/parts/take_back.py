"""Taking back: a list of what happened in this round, what taking one of it back changes, and a last question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rules.game import Refused, TakeBack, TakenBack
from rules.history import Entry, History
from rules.log import event_name
from ui.window import theme
from ui.window.canvas import Rect
from ui.window.corrections import correction_said, shortened
from ui.window.page import Page
from ui.window.running_game import RunningGame
from ui.window.texts import Texts

FRAME = Rect(120, 96, 1360, 748)
ROWS = 7
"""So many events are shown at a time, each with a key of its own."""
CHANGES = 5
"""So many changes are told one by one."""


@dataclass(frozen=True)
class _Way:
    """One way to take an event back: what would change, or why it cannot be."""

    event: TakeBack
    changes: TakenBack | None
    why_not: str = ""


class TakeBackQuestion:
    """Lies over a game's screen until `close` is called. What the table agrees on goes to `take_back`.

    `round_line` is the line with which this round began, from which on it can be dealt anew; None between two rounds.
    """

    def __init__(
        self,
        running: RunningGame,
        texts: Texts,
        since_line: int,
        round_line: int | None,
        take_back: Callable[[TakeBack], None],
        close: Callable[[], None],
    ) -> None:
        self.t, self._running, self._take_back, self._close = texts, running, take_back, close
        self._round_line = round_line
        history = running.judge.history
        shown = [entry for entry in history.entries if entry.counts and entry.line >= since_line]
        self.entries = tuple(reversed(shown))
        """What can be taken back, the newest first."""
        self._first = 0
        self._chosen: Entry | None = None
        self._ways: tuple[_Way, ...] = ()

    @property
    def _history(self) -> History:
        return self._running.judge.history

    def draw(self, page: Page) -> None:
        """The list, or what is to be confirmed."""
        page.veil(0.85)
        page.frame(FRAME, theme.GOLD, theme.TABLE, 4)
        if self._chosen is None:
            self._draw_list(page)
        else:
            self._draw_question(page, self._chosen)

    def _draw_list(self, page: Page) -> None:
        inner = FRAME.inset(40, 20)
        page.text(self.t("take_back.title"), Rect(inner.x, inner.y, inner.w, 50), theme.HEADING, theme.GOLD)
        hint = self.t("take_back.how" if self.entries else "take_back.nothing")
        page.text(hint, Rect(inner.x, inner.y + 52, inner.w, 36), theme.SMALL, theme.QUIET)
        shown = self.entries[self._first : self._first + ROWS]
        for i, entry in enumerate(shown):
            self._draw_entry(page, entry, Rect(inner.x, inner.y + 98 + i * 76, inner.w, 68), str(i + 1))
        row = Rect(inner.x, inner.y + inner.h - 66, inner.w, 66).columns(4, 16)
        size = theme.SMALL
        nothing = ("z", "escape", "return")
        page.button("keep", row[0], self.t("take_back.keep"), self._close, *nothing[::-1], main=True, size=size)
        if len(self.entries) > ROWS:
            newer, older = self._first > 0, self._first + ROWS < len(self.entries)
            why = self.t("take_back.no_more")
            page.button(
                "newer", row[1], self.t("take_back.newer"), self._newer, "left", "up",
                size=size, enabled=newer, why_not=why,
            )  # fmt: skip
            page.button(
                "older", row[2], self.t("take_back.older"), self._older, "right", "down",
                size=size, enabled=older, why_not=why,
            )  # fmt: skip
        if self._round_line is not None:
            page.button("anew", row[3], self.t("take_back.anew"), self._deal_anew, "n", size=size, wrap=True)

    def _draw_entry(self, page: Page, entry: Entry, rect: Rect, key: str) -> None:
        def choose() -> None:
            self._choose(entry)

        hover, focused = page.press_area(f"line-{entry.line}", rect, choose, key)
        fill = theme.RAISED_HOVER if hover else theme.RAISED
        page.frame(rect, theme.CREAM if focused else fill, fill, 4 if focused else 0)
        cap = Rect(rect.x + 12, rect.y + 15, 38, 38)
        page.box(cap, theme.NIGHT, 7)
        page.text(key, cap, theme.TEXT, theme.GOLD)
        room = Rect(rect.x + 66, rect.y + 4, rect.w - 80, rect.h - 8)
        page.text(self._said(entry), room, theme.SMALL, theme.CREAM, "left", wrap=True)

    def _said(self, entry: Entry) -> str:
        return shortened(self.t.said(self._running.briefly(entry.rulings))) or event_name(type(entry.event))

    def _choose(self, entry: Entry) -> None:
        self._chosen = entry
        at_s = self._history.at_s
        ways = [TakeBack(at=at_s, line=entry.line)]
        if entry is not self.entries[0]:
            ways.append(TakeBack(at=at_s, since=entry.line))
        self._ways = tuple(map(self._way, ways))

    def _deal_anew(self) -> None:
        line = self._round_line
        self._chosen = self._history.entry(line) if line is not None else None
        self._ways = (self._way(TakeBack(at=self._history.at_s, since=line)),) if line is not None else ()

    def _way(self, event: TakeBack) -> _Way:
        try:
            return _Way(event, self._history.foreseen(event))
        except Refused as refused:
            return _Way(event, None, f"{refused.why[:1].upper()}{refused.why[1:].rstrip('.')}.")

    def _draw_question(self, page: Page, entry: Entry) -> None:
        inner = FRAME.inset(40, 20)
        anew = entry.line == self._round_line and len(self._ways) == 1
        title = self.t("take_back.sure_anew" if anew else "take_back.sure")
        page.text(title, Rect(inner.x, inner.y, inner.w, 56), theme.HEADING, theme.GOLD, wrap=True)
        said = Rect(inner.x, inner.y + 62, inner.w, 88)
        page.box(said, theme.RAISED)
        page.text(self._said(entry), said.inset(20, 6), theme.TEXT, theme.CREAM, wrap=True)
        possible = next((way for way in self._ways if way.changes is not None), None)
        if possible is None or possible.changes is None:
            why = self._ways[0].why_not
            page.text(why, Rect(inner.x, inner.y + 170, inner.w, 120), theme.TEXT, theme.WRONG, wrap=True)
        else:
            self._draw_changes(page, entry, possible.changes, Rect(inner.x, inner.y + 166, inner.w, 436))
        row = Rect(inner.x, inner.y + inner.h - 86, inner.w, 86).columns(3, 20)
        page.button("keep", row[0], self.t("take_back.stays"), self._back, "escape", "return", main=True, wrap=True)
        for way, room, key in zip(self._ways, row[1:], ("1", "2"), strict=False):
            self._draw_way(page, way, room, key, anew)

    def _draw_changes(self, page: Page, entry: Entry, changes: TakenBack, room: Rect) -> None:
        others = [one for one in changes.corrections if one.line != entry.line]
        told = [said for one in others if (said := correction_said(one, self._running.briefly, self.t))]
        if not told:
            words = self.t("take_back.nothing_else")
            page.text(words, Rect(room.x, room.y, room.w, 60), theme.TEXT, theme.QUIET, wrap=True)
            return
        page.text(self.t("take_back.changes"), Rect(room.x, room.y, room.w, 40), theme.SMALL, theme.QUIET, "left")
        if len(told) > CHANGES:
            told[CHANGES - 1 :] = [self.t("game.more_corrections", n=len(told) - CHANGES + 1)]
        for words, line in zip(told, Rect(room.x, room.y + 46, room.w, room.h - 46).rows(CHANGES, 6), strict=False):
            page.text(words, line, theme.SMALL, theme.CREAM, "left", wrap=True, top=True)

    def _draw_way(self, page: Page, way: _Way, room: Rect, key: str, anew: bool) -> None:
        def agree() -> None:
            self._take_back(way.event)

        after = "take_back.anew" if anew else "take_back.all_after"
        words = self.t(after if way.event.line is None else "take_back.this")
        name = "from" if way.event.line is None else "this"
        page.button(name, room, words, agree, key, enabled=way.changes is not None, why_not=way.why_not, wrap=True)

    def _newer(self) -> None:
        self._first = max(0, self._first - ROWS)

    def _older(self) -> None:
        self._first = min(self._first + ROWS, max(0, len(self.entries) - 1))

    def _back(self) -> None:
        self._chosen, self._ways = None, ()
