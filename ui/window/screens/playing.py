"""What the screens of a game share: which one comes next, leaving, and a player's place at the table."""

from __future__ import annotations

from abc import ABC, abstractmethod

from msgspec.structs import replace

from gesture.games.dexterity_jane.referee import Happening
from rules.dexterity_jane.rulings import Budged
from rules.dexterity_jane.state import Phase
from rules.game import Event, Refused, Ruling
from ui.art.pen import Colour
from ui.art.tokens import draw_coin, draw_hat, draw_tile
from ui.window import theme
from ui.window.app import App, Screen
from ui.window.canvas import Rect
from ui.window.chrome import Plain, ask, bar
from ui.window.match import Match
from ui.window.page import Page
from ui.window.watched import WatchedTable, fits

LAST_WAIT_S = 3.0
"""So long the camera may take to be given back when the window is closed."""
BANNER = Rect(286, 14, 868, 76)
"""Camera trouble is told in the place of the title: no card is ever covered."""


class Playing(Plain, ABC):
    """A screen of a running game. Leaving it loses nothing, as every event is in the log already."""

    def __init__(self, app: App, match: Match) -> None:
        super().__init__(app)
        self.match = match
        self.leaving = False
        self._closes = False

    def update(self, now_s: float) -> None:
        """Take what the camera saw, and what has happened."""
        self.match.retry(now_s)
        self.check_log()
        watched = self.match.watched
        if watched is not None:
            watched.update()
            if watched.refused is not None:
                self.app.tell(watched.refused)
                watched.refused = None
        while self.match.news:
            self.heard(self.match.news.popleft())

    def heard(self, happening: Happening) -> None:
        """Something has happened; a budge is told on every screen, and names who moved and when."""
        for ruling in happening.rulings:
            if isinstance(ruling, Budged):
                self.app.tell(self.match.say(ruling))

    @abstractmethod
    def draw(self, page: Page) -> None:
        """Draw the screen and its controls."""

    def title(self, page: Page, text: str) -> None:
        """The bar of a game's screen."""
        trouble = self.match.watched.trouble if self.match.watched is not None else None
        if trouble is None or self.match.watched is None or self.match.watched.silenced == trouble:
            bar(page, self.app, text, self._ask_to_leave, self.t("game.leave"))
            return
        bar(page, self.app, "", self._ask_to_leave, self.t("game.leave"))
        page.frame(BANNER, theme.WRONG, (46, 30, 28), 4)
        words = self.t("watching.paused", why=trouble)
        page.text(words, Rect(BANNER.x + 18, BANNER.y + 6, BANNER.w - 280, BANNER.h - 12), theme.SMALL, wrap=True)
        spot = Rect(BANNER.x + BANNER.w - 250, BANNER.y + 12, 238, BANNER.h - 24)
        page.button("silence", spot, self.t("watching.with_keys"), self._silence, "k", size=theme.SMALL)

    def _silence(self) -> None:
        watched = self.match.watched
        if watched is not None:
            watched.silenced = watched.trouble

    def last(self, page: Page) -> None:
        """What lies over the whole screen; to be drawn last."""
        if self.leaving:
            ask(
                page,
                self.t("game.leave_question"),
                [
                    ("stay", self.t("game.stay"), self._stay, "return"),
                    ("home", self.t("game.to_home"), self._go_home, "h"),
                    ("quit", self.t("game.quit"), self.app.quit, "q"),
                ],
            )

    def now(self) -> float:
        """The game's time."""
        return self.match.at(self.app.now_s)

    def play(self, event: Event) -> tuple[Ruling, ...]:
        """Let an event happen; what the rules refuse is told, and nothing happens."""
        try:
            rulings = self.match.play(event)
        except Refused as why:
            self.app.tell(str(why)[0].upper() + str(why)[1:] + ".")
            return ()
        self.check_log()
        return rulings

    def check_log(self) -> None:
        """Tell what is to be said about the log, once."""
        if self.match.problem is not None:
            self.app.tell(self.match.problem)
            self.match.problem = None

    def on(self, screen: Playing) -> None:
        """Go to another screen of the same game."""
        self._closes = False
        self.app.go(screen)

    def leave(self) -> None:
        """Close the log when the game is left."""
        if self._closes or not self.app.running:
            self.match.close(0.0 if self.app.running else LAST_WAIT_S)

    def _ask_to_leave(self) -> None:
        self.leaving = not self.leaving

    def _stay(self) -> None:
        self.leaving = False

    def _go_home(self) -> None:
        self._closes = True
        self.app.go_home()


def screen_for(app: App, match: Match) -> Screen:
    """The screen on which the game is, whatever happened before."""
    from ui.window.screens.between import Between
    from ui.window.screens.final import Final
    from ui.window.screens.guess import Guess
    from ui.window.screens.settle import Settle

    if match.over:
        if match.watched is not None:
            match.watched.close()
            match.watched = None
        return Final(app, match)
    watch(app, match)
    if match.phase is Phase.GUESS or match.unseen is not None:
        return Guess(app, match)
    if match.phase is Phase.VERIFY:
        return Settle(app, match)
    return Between(app, match)


def watch(app: App, match: Match) -> None:
    """Have the table watched, if somebody has got it ready for these players."""
    setup = app.setup
    if match.watched is None and setup is not None and fits(setup, match.players):
        match.watched = WatchedTable(
            setup, match, app.devices.open_reader, lambda: app.now_s, app.choices.cards_in_hand
        )


def shown_points(match: Match, player: str) -> int:
    """A player's points; coins that lie face down stay a secret until the end."""
    holding = match.state.holdings[match.state.table.seats[player]]
    return (holding if match.over else replace(holding, coins=())).points


def seat_card(
    page: Page, match: Match, player: str, rect: Rect, colour: Colour = theme.TABLE, open_coins: bool = False
) -> None:
    """A player's name, points, tiles, Hand cards and coins, which lie face down until the end unless they are open."""
    seat = match.state.table.seats[player]
    holding = match.state.holdings[seat]
    page.box(rect, colour)
    page.text(player, Rect(rect.x + 16, rect.y + 6, rect.w - 130, 40), theme.TEXT, theme.CREAM, "left")
    page.text(
        str(shown_points(match, player)),
        Rect(rect.x + rect.w - 110, rect.y + 4, 94, 44),
        theme.HEADING,
        theme.GOLD,
        "right",
    )
    y = rect.y + rect.h - 32
    step = min(54.0, (rect.w - 90) / max(1, len(holding.tiles) + bool(holding.hand_cards) * 2 + len(holding.coins)))
    x = rect.x + 20 + 20
    for tile in holding.tiles:
        page.token(("tile", tile), lambda pen, n=tile: draw_tile(pen, n), (x, y), 48)  # type: ignore[misc]
        x += step
    if holding.hand_cards:
        page.fame(0, (x, y), 46)
        x += step
        page.text(f"x{len(holding.hand_cards)}", Rect(x - 22, y - 16, 48, 32), theme.SMALL, theme.CREAM, "left")
        x += step
    for coin in holding.coins:
        value = coin if match.over or open_coins else None
        page.token(("coin", value), lambda pen, v=value: draw_coin(pen, v), (x, y), 44)  # type: ignore[misc]
        x += step


def hat(page: Page, place: int, center: tuple[float, float], side: float, lit: bool = True) -> None:
    """An Order token."""
    page.token(("hat", place, lit), lambda pen: draw_hat(pen, place, lit), center, side)
