"""How to play One Finger!, in a few pages of pictures."""

from __future__ import annotations

from collections.abc import Callable

from rules.one_finger.cards import Button
from ui.art.tokens import draw_cross, draw_tick
from ui.window import theme
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.games.one_finger.fingers_shown import Bearing, FingerShown, draw_finger
from ui.window.games.one_finger.table_layout import FingerSpot
from ui.window.games.one_finger.table_view import button_side, number_side
from ui.window.page import Page
from ui.window.parts.bar import bar
from ui.window.plain_screen import PlainScreen
from ui.window.theme import Role

FIELD = Rect(40, 104, 1520, 430)
RESTS, LIFTED = FingerShown(Bearing.RESTS), FingerShown(Bearing.LIFTED)


class HowToPlayFingersScreen(PlainScreen):
    """Pages to be leafed through."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.at = 0

    def draw(self, page: Page) -> None:
        """A picture above, its words below."""
        bar(page, self.app, self.t("how_fingers.title"), self.app.go_home, self.t("app.back"))
        page.box(FIELD, theme.FELT, 24)
        PICTURES[self.at](page)
        number = self.at + 1
        head = Rect(60, 546, 1480, 66)
        page.write(self.t(f"how_fingers.head.{number}"), head, Role.TITLE, theme.GOLD)
        words = Rect(120, 616, 1360, 160)
        page.write(self.t(f"how_fingers.page.{number}"), words, Role.BODY, theme.CREAM, wrap=True, size=40)
        low = Rect(240, 794, 1120, 84).columns(3, 20)
        first, last = self.at == 0, self.at == len(PICTURES) - 1
        page.button(
            "before", low[0], self.t("how_fingers.before"), self._before, "left", "backspace",
            size=Role.CHOICE.size, enabled=not first, why_not=self.t("how_fingers.at_first"),
        )  # fmt: skip
        page.write(f"{number} / {len(PICTURES)}", low[1], Role.CHOICE, theme.QUIET)
        words_next = self.t("how_fingers.done" if last else "how_fingers.next")
        page.button(
            "next", low[2], words_next, self._next, "right", "space", "return", main=True, size=Role.CHOICE.size
        )

    def _before(self) -> None:
        self.at = max(0, self.at - 1)

    def _next(self) -> None:
        if self.at == len(PICTURES) - 1:
            self.app.go_home()
        else:
            self.at += 1


def _around(page: Page, x: float, y: float, bearings: tuple[FingerShown, ...], side: float = 210) -> None:
    """A card with a finger from each side, in this order: above, right, below, left."""
    button_side(page, Button.RED, (x, y), side)
    ways = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
    for i, (finger, (dx, dy)) in enumerate(zip(bearings, ways, strict=False)):
        tip = (x + dx * side * 0.36, y + dy * side * 0.36)
        spot = FingerSpot(tip, (dx, dy), (x + dx * 200, y + dy * 200))
        draw_finger(page, spot, finger, theme.PLAYERS[i], True)


def _place(page: Page) -> None:
    _around(page, 800, 320, (RESTS, RESTS, RESTS, RESTS))


def _call(page: Page) -> None:
    page.face(3, (520, 330), 230)
    page.box(Rect(700, 190, 420, 230), theme.CREAM, 60)
    page.write("2!", Rect(720, 200, 380, 210), Role.CALLOUT, theme.INK, size=190)


def _lift(page: Page) -> None:
    _around(page, 800, 320, (RESTS, LIFTED, RESTS, LIFTED))


def _count(page: Page) -> None:
    _around(page, 470, 320, (RESTS, LIFTED, RESTS, LIFTED))
    page.write("2!", Rect(250, 260, 110, 100), Role.CALLOUT, theme.GOLD)
    page.token(("tick", "how"), lambda pen: draw_tick(pen, theme.RIGHT), (640, 170), 100)
    _around(page, 1120, 320, (RESTS, RESTS, RESTS, LIFTED))
    page.write("2!", Rect(900, 260, 110, 100), Role.CALLOUT, theme.GOLD)
    page.token(("cross", "how"), lambda pen: draw_cross(pen, theme.WRONG_DIGIT), (1290, 170), 100)


def _red(page: Page) -> None:
    button_side(page, Button.RED, (520, 320), 260)
    page.write("2!", Rect(690, 260, 150, 110), Role.CALLOUT, theme.GOLD)
    number_side(page, 2, (1040, 320), 260)


def _thief(page: Page) -> None:
    button_side(page, Button.THIEF, (420, 320), 260)
    page.write("2!", Rect(590, 260, 150, 110), Role.CALLOUT, theme.GOLD)
    for x, face, number in ((860, 1, 2), (1160, 4, 2)):
        page.face(face, (x, 230), 130)
        number_side(page, number, (x, 390), 150)


def _double(page: Page) -> None:
    button_side(page, Button.DOUBLE, (600, 320), 250)
    number_side(page, 3, (1000, 320), 250)
    for i, x in enumerate((600.0, 1000.0)):
        for k, way in enumerate((-1.0, 1.0)):
            spot = FingerSpot((x + 40 * way, 320 + 60 * way), (0.0, way), (x + 40 * way, 320 + 210 * way))
            draw_finger(page, spot, LIFTED if i == k == 1 else RESTS, theme.PLAYERS[k], True)


def _end(page: Page) -> None:
    for i, (face, cards) in enumerate(((0, 5), (1, 9), (2, 4))):
        x = 420.0 + 380 * i
        for k in range(cards):
            number_side(page, (k * 3 + i) % 5, (x, 470 - 22 * k), 110)
        page.face(face, (x + 130, 440), 110)


PICTURES: tuple[Callable[[Page], None], ...] = (_place, _call, _lift, _count, _red, _thief, _double, _end)
