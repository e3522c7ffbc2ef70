"""A game at a table that has no screens of its own: the table as it is watched, what happens, and a line to type."""

from __future__ import annotations

from gesture.games.judge import Happening
from rules.game import Refused, TakenBack
from rules.games import TITLES
from ui.headless.console import LineError, console_of
from ui.window import theme
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.destinations import GameTable, NewGame
from ui.window.game_screen import TOLD_LINES, GameScreen
from ui.window.page import Page
from ui.window.parts.live_view import LiveView

TABLE = Rect(40, 104, 900, 600)
STANDINGS = Rect(964, 104, 596, 220)
TOLD = Rect(964, 340, 596, 364)
LONGEST_LINE = 120


class GameTableScreen(GameScreen):
    """What a game needs that is refereed by its rules and its console's words alone."""

    def __init__(self, app: App, at: GameTable) -> None:
        super().__init__(app, at.running)
        self._live = LiveView()
        self._line = ""
        kind = console_of(self.running.game)
        self._console = None
        if kind is not None:
            self._console = kind(self.running.session, kind.chosen({}), self.told.append)
        if self._console is not None and not self.running.over:
            self._console.begin()

    def heard(self, happening: Happening) -> None:
        """Tell what happened, in writing and aloud."""
        super().heard(happening)
        for ruling in happening.rulings:
            words = self.running.briefly([ruling])
            if words and not isinstance(ruling, TakenBack):
                self.told.append(words)
                self.app.say(words)

    def draw(self, page: Page) -> None:
        """The table on the left, the standings and what was told on the right."""
        running, game = self.running, self.running.judge.game
        self.title(page, TITLES[running.game])
        page.box(TABLE, theme.TABLE)
        if running.watched is not None:
            self._live.draw(page, TABLE, running.watched, self.t)
        else:
            names = "\n".join(running.players)
            page.text(names, TABLE.inset(60), theme.HEADING, theme.CREAM, wrap=True)
        page.box(STANDINGS, theme.TABLE)
        standings = game.say(running.judge.history.standings())
        page.text(standings, STANDINGS.inset(24, 12), theme.HEADING, theme.GOLD, wrap=True)
        for words, room in zip(reversed(self.told), TOLD.rows(TOLD_LINES, 8), strict=False):
            page.text(words, room, theme.TEXT, theme.CREAM, "left", wrap=True)
        if running.over:
            again = Rect(40, 740, 900, 84)
            page.button("again", again, self.t("table.again"), self._again, "return", "space", main=True)
        elif self._console is not None:
            self._draw_line(page)
        self.last(page)

    def _draw_line(self, page: Page) -> None:
        page.text(self.t("table.type"), Rect(40, 724, 400, 40), theme.SMALL, theme.QUIET, "left")
        page.field("line", Rect(40, 768, 640, 60), lambda: self._line, self._write, self._focus)
        spot = Rect(700, 768, 240, 60)
        page.button(
            "tell", spot, self.t("table.tell"), self._tell, "return",
            main=True, enabled=bool(self._line.strip()), why_not=self.t("table.nothing"),
        )  # fmt: skip
        page.button("words", Rect(964, 768, 240, 60), self.t("table.words"), self._words, "?", size=theme.SMALL)

    def _write(self, text: str) -> None:
        self._line = text[:LONGEST_LINE]

    def _focus(self) -> None:
        self.app.touch.focus = "line"

    def _words(self) -> None:
        if self._console is not None:
            self.app.tell(self._console.help)

    def _tell(self) -> None:
        """Do what the line asks for; what waits for the hands comes behind what they did before it."""
        line, self._line = self._line.strip(), ""
        if self._console is None:
            return
        session = self.running.session
        try:
            action = self._console.action(line)
            if action.in_order and self.running.watched is not None:
                session.later(self.now(), lambda at_s: session.carefully(lambda: action.act(at_s), LineError))
            else:
                action.act(self.now())
        except (LineError, Refused) as why:
            self.refuse(why)

    def _again(self) -> None:
        self.away(NewGame(self.running.game))
