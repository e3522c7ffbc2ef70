"""What the screens of a game share: which one comes next, leaving, and a player's place at the table."""

from __future__ import annotations

from abc import ABC, abstractmethod

from msgspec.structs import replace

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


class Playing(Plain, ABC):
    """A screen of a running game. Leaving it loses nothing, as every event is in the log already."""

    def __init__(self, app: App, match: Match) -> None:
        super().__init__(app)
        self.match = match
        self.leaving = False
        self._closes = False

    @abstractmethod
    def draw(self, page: Page) -> None:
        """Draw the screen and its controls."""

    def title(self, page: Page, text: str) -> None:
        """The bar of a game's screen."""
        bar(page, self.app, text, self._ask_to_leave, self.t("game.leave"))

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
        """Tell once when the log can no longer be written."""
        if self.match.problem is not None:
            self.app.tell(self.t("game.not_logged", why=self.match.problem))
            self.match.problem = None

    def on(self, screen: Playing) -> None:
        """Go to another screen of the same game."""
        self._closes = False
        self.app.go(screen)

    def leave(self) -> None:
        """Close the log when the game is left."""
        if self._closes or not self.app.running:
            self.match.close()

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

    if match.phase is Phase.GUESS:
        return Guess(app, match)
    if match.phase is Phase.VERIFY:
        return Settle(app, match)
    return Final(app, match) if match.over else Between(app, match)


def shown_points(match: Match, player: str) -> int:
    """A player's points; coins that lie face down stay a secret until the end."""
    holding = match.state.holdings[match.state.table.seats[player]]
    return (holding if match.over else replace(holding, coins=())).points


def seat_card(page: Page, match: Match, player: str, rect: Rect, colour: Colour = theme.TABLE) -> None:
    """A player's name, points, tiles, Hand cards and coins."""
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
    step = min(54.0, (rect.w - 40) / max(1, len(holding.tiles) + bool(holding.hand_cards) * 2 + len(holding.coins)))
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
        value = coin if match.over else None
        page.token(("coin", value), lambda pen, v=value: draw_coin(pen, v), (x, y), 44)  # type: ignore[misc]
        x += step


def hat(page: Page, place: int, center: tuple[float, float], side: float, lit: bool = True) -> None:
    """An Order token."""
    page.token(("hat", place, lit), lambda pen: draw_hat(pen, place, lit), center, side)
