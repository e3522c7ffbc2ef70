"""Setting up a game, one question a screen: who plays, the game's own options, and who watches the hands."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from gesture.seating.side_by_side import MOST_PLAYERS
from ui.art.pen import Pen
from ui.art.places import draw_camera_above, draw_laptop, draw_nobody
from ui.window.app import App
from ui.window.beginning import begin, where_to_get_ready
from ui.window.canvas import Rect
from ui.window.destinations import NewGame
from ui.window.games.face import Option
from ui.window.games.faces import face_named
from ui.window.keeping import HandInput
from ui.window.page import Page
from ui.window.parts.bar import bar
from ui.window.parts.choice_tiles import Tile, draw_tiles
from ui.window.parts.player_tiles import PlayerTile, draw_players
from ui.window.plain_screen import PlainScreen
from ui.window.plan import Plan
from ui.window.ready.seating import LONGEST_NAME
from ui.window.sliding import Way
from ui.window.theme import Role
from ui.window.who import FACES, faces_of, with_faces

HANDS = Option("hands", tuple(HandInput))
PLACES: dict[str, Callable[[Pen], None]] = {
    HandInput.TABLE: draw_camera_above,
    HandInput.HELD_UP: draw_laptop,
    HandInput.TYPED: draw_nobody,
}
FIELD = Rect(40, 104, 1520, 624)
LOW = Rect(40, 744, 1520, 90)


class NewGameScreen(PlainScreen):
    """The questions, one after the other; what was answered last time is chosen already."""

    def __init__(self, app: App, at: NewGame) -> None:
        super().__init__(app)
        self.face = face_named(at.game)
        self.known = bool(app.choices.players)
        """Whether somebody has played before: then one press plays as the last time."""
        names = list(app.choices.players)[: self.face.players[-1]]
        self.faces = list(faces_of(names, app.choices.faces).values())
        self.names = names
        for _ in range(len(names), max(2, self.face.players[0])):
            self._add()
        self.options = self.face.chosen(app.choices.options.get(at.game, {}))
        self.hand_input = app.choices.hand_input
        self.questions = [None, *(o for o in self.face.options if not o.small), HANDS]
        """What is asked on each screen; first who plays."""
        self.at = 0

    @property
    def _small(self) -> list[Option]:
        return [option for option in self.face.options if option.small]

    def draw(self, page: Page) -> None:
        """The question of this screen."""
        option = self.questions[self.at]
        title = self.t("new.title") if option is None else self.t(f"option.{option.name}.question")
        bar(page, self.app, title, self._back, self.t("app.back"))
        if option is None:
            self._draw_players(page)
        else:
            self._draw_option(page, option)

    def _draw_players(self, page: Page) -> None:
        tiles = [self._tile(i) for i in range(len(self.names))]
        more = self._add if len(self.names) < self.face.players[-1] else None
        draw_players(page, tiles, FIELD, more, self.t("new.add"), self.t("new.remove"))
        if not self.known:
            page.write(self.t("new.how"), Rect(LOW.x, LOW.y, 940, LOW.h), Role.BODY, align="left", wrap=True)
            room = Rect(LOW.x + 980, LOW.y, 540, LOW.h)
            page.button("next", room, self.t("new.next"), self._next, "return", "space", main=True, size=Role.NAME.size)
            return
        other, same = Rect(LOW.x, LOW.y, 600, LOW.h), Rect(LOW.x + 624, LOW.y, 896, LOW.h)
        page.button("other", other, self.t("new.other"), self._next, "c", size=Role.CHOICE.size, wrap=True)
        words = self.t("new.same", chosen=", ".join(self._chosen_words()))
        page.button("start", same, words, self._start, "return", "space", main=True, size=Role.CHOICE.size, wrap=True)

    def _chosen_words(self) -> list[str]:
        chosen = [self.t(f"option.{o.name}.name.{self._chosen(o)}") for o in self.questions if o is not None]
        return chosen + [self.t(f"option.{o.name}.name.{self.options[o.name]}") for o in self._small]

    def _tile(self, i: int) -> PlayerTile:
        remove = partial(self._remove, i) if len(self.names) > self.face.players[0] else None
        write, focus = partial(self._write, i), partial(setattr, self.app.touch, "focus", f"name{i}")
        return PlayerTile(partial(self._read, i), self.faces[i], write, focus, partial(self._another_face, i), remove)

    def _draw_option(self, page: Page, option: Option) -> None:
        first = option is self.questions[1]
        small = self._small if first else []
        tiles = [self._answer(option, value, str(i + 1)) for i, value in enumerate(option.values)]
        draw_tiles(page, tiles, FIELD)
        for i, (one, room) in enumerate(zip(small, Rect(LOW.x, LOW.y, 940, LOW.h).columns(max(1, len(small)), 16),
                                            strict=True) if small else ()):  # fmt: skip
            question = self.t(f"option.{one.name}.question")
            words = f"{question} {self.t(f'option.{one.name}.name.{self.options[one.name]}')}"
            key = str(len(option.values) + i + 1)
            turn = partial(self._turn, one)
            page.button(one.name, room, words, turn, key, size=Role.CHOICE.size, wrap=True)
        last = option is self.questions[-1]
        words = self.t("new.start" if last and self.hand_input is HandInput.TYPED else "new.next")
        room = Rect(LOW.x + 980, LOW.y, 540, LOW.h)
        page.button("next", room, words, self._next, "return", "space", main=True, size=Role.NAME.size)

    def _answer(self, option: Option, value: str, key: str) -> Tile:
        def press() -> None:
            if option is HANDS:
                self.hand_input = HandInput(value)
            else:
                self.options[option.name] = value
            self._next()

        def picture(page: Page, room: Rect) -> None:
            if option is HANDS:
                page.token(("place", value), PLACES[value], room.center, min(room.w, room.h) * 0.96)
            else:
                self.face.draw_option(page, option.name, value, room)

        words = self.t(f"option.{option.name}.name.{value}")
        about = self.t(f"option.{option.name}.about.{value}")
        drawn = picture if option is HANDS or option.pictured else None
        return Tile(f"{option.name}-{value}", words, about, (key,), press, drawn, value == self._chosen(option))

    def _chosen(self, option: Option) -> str:
        return self.hand_input if option is HANDS else self.options[option.name]

    def _turn(self, option: Option) -> None:
        """Choose the next value of a small option."""
        at = option.values.index(self.options[option.name])
        self.options[option.name] = option.values[(at + 1) % len(option.values)]

    def _read(self, i: int) -> str:
        return self.names[i] if i < len(self.names) else ""

    def _write(self, i: int, text: str) -> None:
        self.names[i] = text[:LONGEST_NAME]

    def _face_name(self, number: int) -> str:
        return self.t(f"face.{number}")

    def _another_face(self, i: int) -> None:
        """The next face that nobody has; who is called as the face was is called as the new one."""
        before = self.faces[i]
        free = [(before + k) % FACES for k in range(1, FACES) if (before + k) % FACES not in self.faces]
        if free:
            self.faces[i] = free[0]
            if self.names[i] == self._face_name(before):
                self.names[i] = self._face_name(free[0])

    def _remove(self, i: int) -> None:
        del self.names[i], self.faces[i]
        self.app.touch.focus = None

    def _add(self) -> None:
        """One player more, called as the face that nobody has."""
        free = [n for n in range(FACES) if n not in self.faces]
        number = next((n for n in free if self._face_name(n) not in self.names), free[0])
        self.names.append(self._face_name(number))
        self.faces.append(number)

    def _next(self) -> None:
        if self.at == 0 and not self._named():
            return
        if self.at < len(self.questions) - 1:
            self._go(self.at + 1, Way.ON)
        else:
            self._start()

    def _back(self) -> None:
        if self.at > 0:
            self._go(self.at - 1, Way.BACK)
        else:
            self.app.go_home()

    def _go(self, at: int, way: Way) -> None:
        self.app.slide(way)
        self.at = at
        self.app.touch.focus = None

    def _named(self) -> bool:
        """Whether everybody has a name of their own; otherwise it is told what to do."""
        names = [name.strip() for name in self.names]
        for i, name in enumerate(names):
            twin = next((k for k in range(i) if names[k].casefold() == name.casefold()), None)
            if not name:
                self.app.tell(self.t("new.no_name", number=i + 1))
                return False
            if twin is not None:
                self.app.tell(self.t("new.twins", name=name))
                return False
        return True

    def _start(self) -> None:
        if not self._named():
            return
        game, names = self.face.name, tuple(name.strip() for name in self.names)
        options = {**self.app.choices.options, game: dict(self.options)}
        faces = with_faces(self.app.choices.faces, dict(zip(names, self.faces, strict=True)))
        self.app.choose(players=names, options=options, hand_input=self.hand_input, faces=faces)
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
