"""Before practice of One Finger!: against how many computer players."""

from __future__ import annotations

from functools import partial

from rules.chance import generator
from ui.window import theme
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.games.one_finger.destinations import FingerTable
from ui.window.games.one_finger.finger_game import FingerGame
from ui.window.games.one_finger.rivals import Rivals
from ui.window.page import Page
from ui.window.parts.bar import bar
from ui.window.parts.choice_tiles import key_badge
from ui.window.plain_screen import PlainScreen
from ui.window.theme import Role
from ui.window.who import FACES

AGAINST = (1, 2, 3, 5, 7)
USUAL = 3
FIELD = Rect(40, 120, 1520, 520)


class PracticeFingersScreen(PlainScreen):
    """A tile for each number of computer players."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        known = app.choices.players
        self._own_face = app.choices.faces.get(known[0], 0) if known else 0
        self._own_name = known[0] if known else self.t(f"face.{self._own_face}")

    def draw(self, page: Page) -> None:
        """The tiles, and what to know."""
        bar(page, self.app, self.t("fingers_practice.title"), self.app.go_home, self.t("app.back"))
        for n, room in zip(AGAINST, FIELD.columns(len(AGAINST), 20), strict=True):
            keys = (str(n), "return") if n == USUAL else (str(n),)
            hover, focused = page.press_area(f"against-{n}", room, partial(self._begin, n), *keys)
            edge = theme.CREAM if focused else theme.GOLD if n == USUAL or hover else theme.FELT
            page.frame(room, edge, theme.RAISED if n == USUAL else theme.FELT, 7, 28)
            for i, number in enumerate(self._faces(n)):
                row, column = divmod(i, 2)
                page.face(number, (room.x + room.w * (0.3 + 0.4 * column), room.y + 70 + 92 * row), 84)
            page.write(str(n), Rect(room.x + 10, room.y + room.h - 132, room.w - 20, 76), Role.SCORE, theme.GOLD)
            key_badge(page, str(n), (room.center[0], room.y + room.h - 32))
        words = self.t("fingers_practice.how")
        page.write(words, Rect(100, 668, 1400, 150), Role.BODY, theme.CREAM, wrap=True, size=Role.CHOICE.size)

    def _faces(self, n: int) -> list[int]:
        others = [number for number in range(FACES) if number != self._own_face]
        own = self._own_name.casefold()
        return [number for number in others if self.t(f"face.{number}").casefold() != own][:n]

    def _begin(self, n: int) -> None:
        names = [self._own_name, *(self.t(f"face.{number}") for number in self._faces(n))]
        header = {"game": "one-finger", "version": 1, "players": names}
        lot = generator(self.app.seed)
        game = FingerGame(header, None, lot)
        game.faces = dict(zip(names, (self._own_face, *self._faces(n)), strict=True))
        self.app.go(FingerTable(game, Rivals(game, lot)))
