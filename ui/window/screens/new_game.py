"""Setting up a game: who plays, which version, where the cards are, and who watches the hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gesture.seating.side_by_side import MOST_PLAYERS
from rules.dexterity_jane.header import PLAYERS, Variant
from ui.window import theme
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.chrome import Plain, bar
from ui.window.keeping import Watch
from ui.window.page import Page
from ui.window.plan import Plan

LONGEST_NAME = 20
RIGHT = Rect(820, 104, 740, 736)


class NewGame(Plain):
    """Names, clockwise, on the left; the choices on the right."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        default = [self.t("new.player", number=n) for n in (1, 2)]
        self.names = list(app.choices.players) or default
        known = app.choices.variant
        self.variant = Variant(known) if known in list(Variant) else Variant.STANDARD
        self.cards_in_hand = app.choices.cards_in_hand
        self.watch = app.choices.watch

    def draw(self, page: Page) -> None:
        """Names and choices; all are as they were last time."""
        bar(page, self.app, self.t("new.title"), self.app.go_home, self.t("app.back"))
        page.text(self.t("new.who"), Rect(60, 104, 700, 44), theme.TEXT, theme.QUIET, "left")
        for i in range(len(self.names)):
            y = 156 + i * 64
            page.text(str(i + 1), Rect(60, y, 40, 54), theme.TEXT, theme.FAINT)
            self._name_field(page, i, Rect(110, y, 520, 54))
            if len(self.names) > PLAYERS[0]:
                self._remove_button(page, i, Rect(644, y, 130, 54))
        if len(self.names) < PLAYERS[-1]:
            y = 156 + len(self.names) * 64
            page.button("add", Rect(110, y, 520, 54), self.t("new.add"), self._add, "+", size=theme.SMALL)
        self._choice(page, 104, "new.how", [self._variant(variant) for variant in Variant], f"new.about.{self.variant}")
        cards = "hand" if self.cards_in_hand else "screen"
        self._choice(page, 310, "new.where", [self._cards("screen"), self._cards("hand")], f"new.cards_about.{cards}")
        self._choice(page, 516, "new.eyes", [self._eyes(watch) for watch in Watch], f"new.watch_about.{self.watch}")
        words = self.t("new.start" if self.watch is Watch.TYPED else "new.on")
        page.button("start", Rect(RIGHT.x, 740, RIGHT.w, 90), words, self._start, "return", main=True, size=36)

    def _choice(
        self,
        page: Page,
        y: float,
        title: str,
        ways: Sequence[tuple[str, str, Callable[[], None], str, bool]],
        about: str,
    ) -> None:
        """A row of buttons of which one is on, with what that one means."""
        page.text(self.t(title), Rect(RIGHT.x, y, RIGHT.w, 44), theme.TEXT, theme.QUIET, "left")
        row = Rect(RIGHT.x, y + 48, RIGHT.w, 60)
        for (name, words, choose, key, on), rect in zip(ways, row.columns(len(ways), 12), strict=True):
            page.button(name, rect, words, choose, key, on=on, size=theme.SMALL, align="left")
        room = Rect(RIGHT.x + 8, y + 112, RIGHT.w - 16, 84)
        page.text(self.t(about), room, theme.SMALL, theme.CREAM, "left", wrap=True, top=True)

    def _variant(self, variant: Variant) -> tuple[str, str, Callable[[], None], str, bool]:
        def choose() -> None:
            self.variant = variant

        key = str(list(Variant).index(variant) + 1)
        return f"variant-{variant}", self.t(f"new.variant.{variant}"), choose, key, self.variant is variant

    def _cards(self, where: str) -> tuple[str, str, Callable[[], None], str, bool]:
        in_hand = where == "hand"

        def choose() -> None:
            self.cards_in_hand = in_hand

        key = "5" if in_hand else "4"
        return f"cards-{where}", self.t(f"new.cards.{where}"), choose, key, self.cards_in_hand is in_hand

    def _eyes(self, watch: Watch) -> tuple[str, str, Callable[[], None], str, bool]:
        def choose() -> None:
            self.watch = watch

        key = str(list(Watch).index(watch) + 6)
        return f"watch-{watch}", self.t(f"new.watch.{watch}"), choose, key, self.watch is watch

    def _name_field(self, page: Page, i: int, rect: Rect) -> None:
        def write(text: str) -> None:
            self.names[i] = text[:LONGEST_NAME]

        def focus() -> None:
            self.app.touch.focus = f"name{i}"

        page.field(f"name{i}", rect, lambda: self.names[i], write, focus)

    def _remove_button(self, page: Page, i: int, rect: Rect) -> None:
        def remove() -> None:
            del self.names[i]

        keys = ("-",) if i == len(self.names) - 1 else ()
        page.button(f"remove{i}", rect, self.t("new.remove"), remove, *keys, size=theme.SMALL * 0.9, tight=True)

    def _add(self) -> None:
        number = len(self.names) + 1
        while self.t("new.player", number=number) in self.names:
            number += 1
        self.names.append(self.t("new.player", number=number))

    def _start(self) -> None:
        names = tuple(name.strip() for name in self.names)
        self.app.choose(players=names, variant=str(self.variant), cards_in_hand=self.cards_in_hand, watch=self.watch)
        plan = Plan(self.app, names)
        why = plan.fault()
        if why is not None:
            self.app.tell(why)
            return
        self.app.setup = None
        if self.watch is Watch.TYPED:
            screen = plan.begin()
            if screen is not None:
                self.app.go(screen)
            return
        if self.watch is Watch.HELD_UP and len(names) > MOST_PLAYERS:
            self.app.tell(self.t("new.too_many_held_up", n=len(names)))
            return
        from ui.window.screens.pick_camera import first_screen

        self.app.go(first_screen(self.app, plan))
