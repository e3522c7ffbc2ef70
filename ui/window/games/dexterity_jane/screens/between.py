"""Between two rounds: where everybody stands, and the next reveal."""

from __future__ import annotations

from rules.dexterity_jane.state import Phase
from rules.players import Players
from ui.art.tokens import draw_sheriff, draw_tile
from ui.sound.synth import Cue
from ui.window import theme
from ui.window.app import App
from ui.window.beginning import sit_anew
from ui.window.canvas import Rect
from ui.window.games.dexterity_jane.destinations import Guess
from ui.window.games.dexterity_jane.jane_screen import JaneScreen
from ui.window.games.dexterity_jane.match import Match
from ui.window.games.dexterity_jane.options import PRINTED
from ui.window.games.dexterity_jane.seat_card import seat_card
from ui.window.games.faces import face_named
from ui.window.motion import over
from ui.window.page import Page
from ui.window.parts.live_view import LiveView
from ui.window.parts.palm_next import PalmNext
from ui.window.parts.players_question import PlayersQuestion
from ui.window.theme import Role

PEEK_S = 2.5
"""So long a player's coins lie open when that player peeks."""
COUNTS, COUNT_S = 3, 0.6
"""It is counted down from 3 before the cards are turned up, each number for so long, where things may move."""
LEAST_VIEW = 150.0
"""A live picture lower than this shows nobody anything."""


class BetweenScreen(JaneScreen):
    """The scores on the left, the Round tile to play for on the right."""

    def __init__(self, app: App, match: Match) -> None:
        super().__init__(app, match)
        self.flipped = match.state.sheriff is not None
        self._peek: tuple[str | None, float] = (None, 0.0)
        self._live = LiveView()
        self._palm = PalmNext(app, match)
        self._players: PlayersQuestion | None = None
        """Asks who plays on."""
        self._counts_s: float | None = None
        """Since when it is counted down; None before."""
        self._called = 0
        self._waits = False
        """The cards are to be turned up once the camera is open."""

    def update(self, now_s: float) -> None:
        """Take what was seen; a raised palm reveals, after the countdown."""
        super().update(now_s)
        if self.asks or self._players:
            self._counts_s, self._waits = None, False
        if self._waits and not self._opening:
            self._waits = False
            self._reveal()
        if self._counts_s is not None:
            self._count(now_s - self._counts_s)
            return
        self._palm.update(
            not (self.asks or self._players),
            True,
            self._flip if self.match.phase is Phase.SETUP else self._reveal,
        )

    def leave(self) -> None:
        """Look for no palm any more."""
        self._palm.stop()
        super().leave()

    def draw(self, page: Page) -> None:
        """Everybody's holdings, and what comes next."""
        state = self.match.state
        self.title(page, self.t("between.title", round=state.round))
        players = self.match.players
        columns = 2 if len(players) > 4 else 1
        rows = -(-len(players) // columns)
        field = Rect(40, 110, 980, 726)
        height = min(150.0, (field.h - (rows - 1) * 14) / rows)
        for i, player in enumerate(players):
            row, column = divmod(i, columns)
            width = (field.w - (columns - 1) * 16) / columns
            rect = Rect(field.x + column * (width + 16), field.y + row * (height + 14), width, height)
            seat_card(page, self.match, player, rect, open_coins=player == self.peeks)
            if state.holdings[i].coins:
                self._peek_area(page, player, rect, str(i + 1))
        low = field.y + rows * (height + 14)
        if self.match.watched is not None and low + LEAST_VIEW < field.y + field.h:
            room = Rect(field.x, low, field.w, field.y + field.h - low)
            self._live.draw(page, room, self.match.watched, self.t)
        self._next(page)
        if state.phase is Phase.REVEAL:
            room = Rect(40, 846, 400, 46)
            page.button("players", room, self.t("players.button"), self._ask_players, "p", size=theme.SMALL)
        self._palm.draw(page, self.t("between.flip" if state.phase is Phase.SETUP else "between.reveal"))
        if self._players is not None and not self.asks:
            self._players.draw(page)
        if self._counts_s is not None and not self.asks:
            self._draw_count(page, self.app.now_s - self._counts_s)
        self.last(page)

    def _ask_players(self) -> None:
        away = tuple(self.match.state.away)
        most = face_named(self.match.game).players[-1]
        self._players = PlayersQuestion(self.app, self.match.players, away, most, self._sit)

    def _sit(self, players: tuple[str, ...] | None) -> None:
        """Others sit at the table from now on; None keeps all."""
        self._players = None
        if players is None or not self.play(Players(at=self.now(), players=players)):
            return
        self.app.choose(players=players)
        self.on(sit_anew(self.app, self.match))

    @property
    def printed(self) -> bool:
        """Whether a printed copy is played, instead of cards on the screen."""
        return self.app.choices.option(self.match.game, "cards", "") == PRINTED

    @property
    def peeks(self) -> str | None:
        """Who looks at their own coins just now, as the rulebook allows at any time."""
        player, until_s = self._peek
        return player if self.app.now_s < until_s else None

    def _peek_area(self, page: Page, player: str, rect: Rect, key: str) -> None:
        def peek() -> None:
            self._peek = (player, self.app.now_s + PEEK_S)

        hover, focused = page.press_area(f"peek-{player}", rect, peek, key)
        cap = Rect(rect.x + rect.w - 48, rect.y + rect.h - 44, 36, 34)
        page.box(cap, theme.NIGHT, 7)
        page.text(key, cap, theme.SMALL, theme.GOLD)
        if hover or focused:
            page.frame(Rect(rect.x, rect.y, rect.w, 6), theme.GOLD, theme.GOLD, 0, 3)

    def _next(self, page: Page) -> None:
        state = self.match.state
        right = Rect(1060, 110, 500, 726)
        if state.phase is Phase.SETUP:
            page.token(("sheriff", None), lambda pen: draw_sheriff(pen, None), (right.center[0], 290), 260)
            room = Rect(right.x, 450, right.w, 240)
            page.text(self.t("between.set_up"), room, theme.TEXT, theme.CREAM, wrap=True)
            page.button(
                "flip",
                Rect(right.x, 740, right.w, 96),
                self.t("between.flip"),
                self._flip,
                "space",
                "return",
                main=True,
            )
            return
        page.token(("tile", state.round), lambda pen: draw_tile(pen, state.round), (right.center[0], 250), 230)
        key = "between.cards" if state.round > 1 else "between.one_card"
        page.text(self.t(key, n=state.round), Rect(right.x, 380, right.w, 50), theme.HEADING)
        if state.sheriff is not None:
            page.token(
                ("sheriff", state.sheriff), lambda pen: draw_sheriff(pen, state.sheriff), (right.x + 70, 500), 120
            )
            words = self.t(f"between.sheriff.{state.sheriff}") + " " + self.t("between.peek")
            page.text(words, Rect(right.x + 150, 446, right.w - 150, 108), theme.SMALL, theme.QUIET, "left", wrap=True)
        if self._palm.looks:
            page.text(self.t("verify.palm"), Rect(right.x, 696, right.w, 38), theme.SMALL, theme.FAINT)
        room = Rect(right.x, 566, right.w, 126)
        ready = "between.ready_printed" if self.printed else "between.ready"
        page.text(self.t(ready), room, theme.SMALL, theme.QUIET, wrap=True)
        page.button(
            "reveal",
            Rect(right.x, 740, right.w, 96),
            self.t("between.reveal"),
            self._reveal,
            "space",
            "return",
            main=True,
            size=Role.CHOICE.size,
        )

    @property
    def counting(self) -> bool:
        """Whether it is counted down just now."""
        return self._counts_s is not None

    @property
    def _opening(self) -> bool:
        """Whether the camera is still being opened: nothing begins before it is."""
        return self.match.watched is not None and self.match.watched.opening

    def _count(self, since_s: float) -> None:
        """Count down, and turn the cards up at the end."""
        called = min(COUNTS, int(since_s / COUNT_S) + 1)
        if since_s >= COUNTS * COUNT_S:
            self._counts_s = None
            self._turn_up()
        elif called > self._called:
            self._called = called
            self.app.play(Cue.COUNT, called)

    def _draw_count(self, page: Page, since_s: float) -> None:
        """The number of now, over the whole screen."""
        gone = min(COUNTS - 1, int(since_s / COUNT_S))
        page.veil(0.6)
        high = 420 * (0.7 + 0.3 * page.clock.share(self.app.now_s - since_s + gone * COUNT_S, COUNT_S / 2, over))
        page.text(str(COUNTS - gone), Rect(200, 180, 1200, 540), high, theme.GOLD)

    def _flip(self) -> None:
        self.match.set_up(self.now())
        self.check_log()
        self.app.play(Cue.COIN)

    def _reveal(self) -> None:
        """Begin to count down, once the camera is open; pressed again, or where nothing may move, the cards are turned
        up at once."""
        if self._opening:
            self._waits = True
            self.app.tell(self.t("between.opening"))
        elif self.app.choices.calm or self.counting:
            self._turn_up()
        else:
            self._counts_s, self._called = self.app.now_s, 0

    def _turn_up(self) -> None:
        if self.printed:
            self.match.reveal_untold(self.now())
        else:
            self.match.reveal(self.now())
        if self.match.watched is not None:
            self.match.watched.revealed()
        self.match.news.clear()
        self.check_log()
        self.app.play(Cue.REVEAL, round=self.match.state.round)
        self.app.speak("guess.title", round=self.match.state.round)
        self.on(Guess(self.match))
