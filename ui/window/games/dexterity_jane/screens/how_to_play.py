"""How to play, in a few pages of pictures."""

from __future__ import annotations

from collections.abc import Callable

from rules.dexterity_jane.cards import Card, reference
from rules.hands import Digit, Side
from ui.art.card import draw_bullet
from ui.art.tokens import draw_coin, draw_cross, draw_pistol, draw_tile
from ui.window import theme
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.games.dexterity_jane.seat_card import hat
from ui.window.page import Page
from ui.window.parts.bar import bar
from ui.window.plain_screen import PlainScreen
from ui.window.texts import Texts

PAGES = 8


def example(side: Side, bent: Digit | None, skip: int = 0, bullet: bool = False) -> Card:
    """A card of the reference deck that shows this; `skip` takes another one that shows the same."""
    found = [card for card in reference() if card.position == (side, bent) and card.bullet is bullet]
    return found[skip % len(found)]


class HowToPlayScreen(PlainScreen):
    """Pages to be leafed through."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.at = 0

    def draw(self, page: Page) -> None:
        """A picture above, its words below."""
        bar(page, self.app, self.t("how.title"), self.app.go_home, self.t("app.back"))
        number = self.at + 1
        page.box(Rect(40, 104, 1520, 470), theme.TABLE, 24)
        PICTURES[self.at](page, self.t)
        page.text(self.t(f"how.head.{number}"), Rect(60, 592, 1480, 56), theme.HEADING, theme.GOLD)
        page.text(self.t(f"how.page.{number}"), Rect(140, 652, 1320, 118), theme.TEXT, wrap=True)
        page.button(
            "before",
            Rect(340, 784, 260, 64),
            self.t("verify.before"),
            self._before,
            "left",
            "backspace",
            size=theme.SMALL,
            enabled=self.at > 0,
            why_not=self.t("verify.at_first"),
        )
        page.text(f"{number} / {PAGES}", Rect(620, 784, 360, 64), theme.TEXT, theme.FAINT)
        last = self.at == PAGES - 1
        words = self.t("how.done" if last else "verify.next")
        page.button(
            "next", Rect(1000, 784, 260, 64), words, self._next, "right", "space", "return", main=True, size=theme.SMALL
        )

    def _before(self) -> None:
        self.at = max(0, self.at - 1)

    def _next(self) -> None:
        if self.at == PAGES - 1:
            self.app.go_home()
        else:
            self.at += 1


def _idea(page: Page, _: Texts) -> None:
    cards = (example(Side.LEFT, Digit.INDEX), example(Side.RIGHT, Digit.PINKY), example(Side.LEFT, Digit.THUMB))
    for card, x, angle in zip(cards, (240.0, 470.0, 690.0), (-35.0, 160.0, 80.0), strict=True):
        page.card(card, (x, 340), 230, angle)
    page.text(">", Rect(850, 290, 80, 100), 90, theme.GOLD)
    page.hand(Side.LEFT, {Digit.INDEX, Digit.THUMB}, (1080, 340), 380)
    page.hand(Side.RIGHT, {Digit.PINKY}, (1370, 340), 380)


def _sides(page: Page, t: Texts) -> None:
    for side, x in ((Side.LEFT, 480.0), (Side.RIGHT, 1120.0)):
        page.hand(side, [], (x, 320), 360)
        page.text(t(f"verify.group.{side}"), Rect(x - 200, 512, 400, 50), theme.TEXT, theme.CREAM)


def _digits(page: Page, t: Texts) -> None:
    for digit, room in zip(Digit, Rect(80, 120, 1440, 440).columns(5, 10), strict=True):
        page.hand(Side.RIGHT, [digit], (room.center[0], 310), 300, marks={digit: theme.BENT})
        page.text(t(f"digit.{digit}"), Rect(room.x, 490, room.w, 50), theme.TEXT)


def _pairs(page: Page, t: Texts) -> None:
    for i, (skip, x) in enumerate(((0, 480.0), (2, 800.0))):
        card = example(Side.RIGHT, Digit.MIDDLE, skip)
        page.card(card, (x, 340), 330, (-12.0, 9.0)[i])
    page.token(("cross",), lambda pen: draw_cross(pen, theme.WRONG), (640, 340), 260)
    page.text("=", Rect(970, 290, 80, 100), 90, theme.GOLD)
    page.text(t("how.nothing"), Rect(1050, 270, 440, 140), theme.HEADING, wrap=True)


def _open(page: Page, _: Texts) -> None:
    cards = (example(Side.LEFT, Digit.RING), example(Side.LEFT, Digit.INDEX), example(Side.LEFT, None))
    for card, x in zip(cards, (250.0, 500.0, 780.0), strict=True):
        page.card(card, (x, 340), 290)
        if card.bent is not None:
            page.token(("cross",), lambda pen: draw_cross(pen, theme.WRONG), (x, 340), 170)
    page.text("=", Rect(930, 290, 80, 100), 90, theme.GOLD)
    page.hand(Side.LEFT, [], (1200, 340), 380)


def _lock(page: Page, _: Texts) -> None:
    for i, x in enumerate((300.0, 640.0, 980.0)):
        hat(page, i + 1, (x, 220), 190)
        page.hand(Side.LEFT, [Digit.INDEX], (x - 75, 440), 210)
        page.hand(Side.RIGHT, [Digit.PINKY] if i != 1 else [Digit.RING], (x + 75, 440), 210)
    page.token(("tile", 4), lambda pen: draw_tile(pen, 4), (1320, 340), 240)


def _points(page: Page, _: Texts) -> None:
    for i, tile in enumerate((4, 9)):
        x = 300.0 + 290 * i
        page.token(("tile", tile), lambda pen, n=tile: draw_tile(pen, n), (x, 340), 230)  # type: ignore[misc]
        page.text("+", Rect(x + 105, 290, 80, 100), 90, theme.GOLD)
    page.fame(0, (905, 340), 290)
    page.text("=", Rect(1035, 290, 80, 100), 90, theme.GOLD)
    page.text("14", Rect(1120, 240, 320, 200), 160, theme.CREAM)


def _stick_up(page: Page, _: Texts) -> None:
    page.card(example(Side.RIGHT, Digit.INDEX, bullet=True), (300, 340), 330, -8)
    page.token(("bullet",), lambda pen: draw_bullet(pen.at((0, 0.03), 0.75)), (540, 340), 180)
    page.text(">", Rect(630, 290, 80, 100), 90, theme.GOLD)
    page.token(("pistol", "how"), lambda pen: draw_pistol(pen.at((0, 0), 0.42, 90), Side.RIGHT), (900, 340), 330)
    page.token(("coin", None), lambda pen: draw_coin(pen, None), (1280, 340), 200)


PICTURES: tuple[Callable[[Page, Texts], None], ...] = (
    _idea,
    _sides,
    _digits,
    _pairs,
    _open,
    _lock,
    _points,
    _stick_up,
)
