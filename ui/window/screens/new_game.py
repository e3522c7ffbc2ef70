"""Setting up a game: who plays, the game's own options, and who watches the hands."""

from __future__ import annotations

from gesture.seating.side_by_side import MOST_PLAYERS
from ui.window import theme
from ui.window.app import App
from ui.window.beginning import begin, where_to_get_ready
from ui.window.canvas import Rect
from ui.window.destinations import NewGame
from ui.window.games.face import Option
from ui.window.games.faces import face_named
from ui.window.keeping import HandInput
from ui.window.page import Page
from ui.window.parts.bar import bar
from ui.window.plain_screen import PlainScreen
from ui.window.plan import Plan
from ui.window.ready.seating import LONGEST_NAME

RIGHT = Rect(820, 104, 740, 736)
OPTION_HEIGHT = 206.0
"""A row of buttons with its question and what the chosen one means."""
HANDS = Option("hands", tuple(HandInput))


class NewGameScreen(PlainScreen):
    """Names, clockwise, on the left; the choices on the right."""

    def __init__(self, app: App, at: NewGame) -> None:
        super().__init__(app)
        self.face = face_named(at.game)
        default = [self.t("new.player", number=n + 1) for n in range(max(2, self.face.players[0]))]
        self.names = list(app.choices.players)[: self.face.players[-1]] or default
        self.options = self.face.chosen(app.choices.options.get(at.game, {}))
        self.hand_input = app.choices.hand_input

    def draw(self, page: Page) -> None:
        """Names and choices; all are as they were last time."""
        bar(page, self.app, self.t("new.title"), self.app.go_home, self.t("app.back"))
        page.text(self.t("new.who"), Rect(60, 104, 700, 44), theme.TEXT, theme.QUIET, "left")
        for i in range(len(self.names)):
            y = 156 + i * 64
            page.text(str(i + 1), Rect(60, y, 40, 54), theme.TEXT, theme.FAINT)
            self._name_field(page, i, Rect(110, y, 520, 54))
            if len(self.names) > self.face.players[0]:
                self._remove_button(page, i, Rect(644, y, 130, 54))
        if len(self.names) < self.face.players[-1]:
            y = 156 + len(self.names) * 64
            page.button("add", Rect(110, y, 520, 54), self.t("new.add"), self._add, "+", size=theme.SMALL)
        key = 1
        for i, option in enumerate((*self.face.options, HANDS)):
            self._draw_option(page, option, RIGHT.y + i * OPTION_HEIGHT, key)
            key += len(option.values)
        words = self.t("new.start" if self.hand_input is HandInput.TYPED else "new.on")
        page.button("start", Rect(RIGHT.x, 740, RIGHT.w, 90), words, self._start, "return", main=True, size=36)

    def _draw_option(self, page: Page, option: Option, y: float, first_key: int) -> None:
        """A row of buttons of which one is on, with what that one means; their keys are the digits in turn."""
        chosen = self._chosen(option)
        question = self.t(f"option.{option.name}.question")
        page.text(question, Rect(RIGHT.x, y, RIGHT.w, 44), theme.TEXT, theme.QUIET, "left")
        row = Rect(RIGHT.x, y + 48, RIGHT.w, 60).columns(len(option.values), 12)
        for key, value, rect in zip(range(first_key, first_key + len(row)), option.values, row, strict=True):
            self._value_button(page, option, value, rect, str(key), value == chosen)
        room = Rect(RIGHT.x + 8, y + 112, RIGHT.w - 16, 84)
        about = self.t(f"option.{option.name}.about.{chosen}")
        page.text(about, room, theme.SMALL, theme.CREAM, "left", wrap=True, top=True)

    def _chosen(self, option: Option) -> str:
        return self.hand_input if option is HANDS else self.options[option.name]

    def _value_button(self, page: Page, option: Option, value: str, rect: Rect, key: str, on: bool) -> None:
        def choose() -> None:
            if option is HANDS:
                self.hand_input = HandInput(value)
            else:
                self.options[option.name] = value

        words = self.t(f"option.{option.name}.name.{value}")
        page.button(f"{option.name}-{value}", rect, words, choose, key, on=on, size=theme.SMALL, align="left")

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
        game, names = self.face.name, tuple(name.strip() for name in self.names)
        options = {**self.app.choices.options, game: dict(self.options)}
        self.app.choose(players=names, options=options, hand_input=self.hand_input)
        plan = Plan(game, names, dict(self.options))
        why = self.face.fault(names, self.options)
        if why is not None:
            self.app.tell(why)
            return
        self.app.setup = None
        if self.hand_input is HandInput.TYPED:
            destination = begin(self.app, plan)
            if destination is not None:
                self.app.go(destination)
            return
        if self.hand_input is HandInput.HELD_UP and len(names) > MOST_PLAYERS:
            self.app.tell(self.t("new.too_many_held_up", n=len(names)))
            return
        self.app.go(where_to_get_ready(self.app, plan))
