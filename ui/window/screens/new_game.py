"""Setting up a game: who plays, and which version."""

from __future__ import annotations

from rules.dexterity_jane.header import PLAYERS, Variant
from rules.game import Refused
from ui.window import theme
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.chrome import Plain, bar
from ui.window.match import Match
from ui.window.page import Page
from ui.window.screens.playing import screen_for

LONGEST_NAME = 20


class NewGame(Plain):
    """Names, clockwise, and the version."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        default = [self.t("new.player", number=n) for n in (1, 2)]
        self.names = list(app.choices.players) or default
        known = app.choices.variant
        self.variant = Variant(known) if known in list(Variant) else Variant.STANDARD

    def draw(self, page: Page) -> None:
        """Names on the left, versions on the right."""
        bar(page, self.app, self.t("new.title"), self.app.go_home, self.t("app.back"))
        page.text(self.t("new.who"), Rect(60, 104, 700, 44), theme.TEXT, theme.QUIET, "left")
        for i in range(len(self.names)):
            y = 156 + i * 64
            page.text(str(i + 1), Rect(60, y, 40, 54), theme.TEXT, theme.FAINT)
            self._name_field(page, i, Rect(110, y, 540, 54))
            if len(self.names) > PLAYERS[0]:
                self._remove_button(page, i, Rect(664, y, 110, 54))
        if len(self.names) < PLAYERS[-1]:
            y = 156 + len(self.names) * 64
            page.button("add", Rect(110, y, 540, 54), self.t("new.add"), self._add, "+", size=theme.SMALL)
        page.text(self.t("new.how"), Rect(840, 104, 700, 44), theme.TEXT, theme.QUIET, "left")
        for i, variant in enumerate(Variant):
            y = 156 + i * 150
            self._variant_button(page, variant, Rect(840, y, 700, 62), str(i + 1))
            room = Rect(864, y + 66, 660, 74)
            page.text(self.t(f"new.about.{variant}"), room, theme.SMALL, theme.QUIET, "left", wrap=True, top=True)
        page.text(self.t("new.table"), Rect(840, 614, 700, 96), theme.SMALL, theme.CREAM, "left", wrap=True, top=True)
        page.button("start", Rect(840, 730, 700, 90), self.t("new.start"), self._start, "return", main=True, size=36)

    def _name_field(self, page: Page, i: int, rect: Rect) -> None:
        def write(text: str) -> None:
            self.names[i] = text[:LONGEST_NAME]

        def focus() -> None:
            self.app.touch.focus = f"name{i}"

        page.field(f"name{i}", rect, lambda: self.names[i], write, focus)

    def _remove_button(self, page: Page, i: int, rect: Rect) -> None:
        def remove() -> None:
            del self.names[i]

        page.button(f"remove{i}", rect, self.t("new.remove"), remove, size=theme.SMALL * 0.9)

    def _variant_button(self, page: Page, variant: Variant, rect: Rect, key: str) -> None:
        def choose() -> None:
            self.variant = variant

        words = self.t(f"new.variant.{variant}")
        page.button(f"variant-{variant}", rect, words, choose, key, on=self.variant is variant, align="left")

    def _add(self) -> None:
        number = len(self.names) + 1
        while self.t("new.player", number=number) in self.names:
            number += 1
        self.names.append(self.t("new.player", number=number))

    def _start(self) -> None:
        names = tuple(name.strip() for name in self.names)
        self.app.choose(players=names, variant=str(self.variant))
        try:
            path = self.app.keeper.new_game("dexterity-jane")
            match = Match.start(path, names, str(self.variant), self.app.seed)
        except Refused as fault:
            self.app.tell(str(fault))
            return
        except OSError as fault:
            self.app.tell(self.t("new.no_log", why=fault.strerror or fault))
            return
        self.app.go(screen_for(self.app, match))
