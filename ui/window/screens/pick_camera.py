"""Picking what watches the table: a camera by its thumbnail, a saved table, or an address or file that is typed in."""

from __future__ import annotations

from pathlib import Path

from calibration.known import Profile
from gesture.sources.frames import SourceError, check_readable
from rules.addresses import without_passwords
from ui.window import theme
from ui.window.app import App
from ui.window.beginning import begin
from ui.window.canvas import Rect
from ui.window.destinations import GetReady, NewGame, PickCamera
from ui.window.keeping import HandInput
from ui.window.page import Action, Page
from ui.window.parts.bar import bar
from ui.window.parts.choice_tiles import key_badge
from ui.window.parts.picture import Picture
from ui.window.parts.question import ask
from ui.window.plain_screen import PlainScreen
from ui.window.ready.ready_table import ReadyTable
from ui.window.ready.saved_tables import MOST_SHOWN, saved_tables
from ui.window.sources.camera import Where, ask_permission, is_recording
from ui.window.theme import Role
from ui.window.who import faces_of
from ui.window.workers.camera_search import CameraSearch, Found

GRID = Rect(40, 156, 1520, 572)
LOW = Rect(40, 744, 1520, 90)
MOST_CAMERAS, MOST_TILES = 6, 8
LONGEST_SHOWN = 60
"""So much of an address is shown in a question, characters."""


class PickCameraScreen(PlainScreen):
    """Live thumbnails of this computer's cameras, which are looked for in a thread."""

    def __init__(self, app: App, at: PickCamera) -> None:
        super().__init__(app)
        self.plan = at.plan
        self.address = app.choices.source if isinstance(app.choices.source, str) else ""
        why = ask_permission()
        if why:
            app.tell(why)
        self.search = CameraSearch(app.devices.open_device, app.devices.numbers)
        self.held_up = app.choices.hand_input is HandInput.HELD_UP
        tables = saved_tables(app.keeper.profiles_folder, app.choices.tables)
        self.tables = [profile for profile in tables.profiles if profile.held_up == self.held_up][:MOST_SHOWN]
        if tables.note:
            app.tell(tables.note)
        self._pictures: dict[int, Picture] = {}
        self._goes_on = False
        self._asks = at.asks
        self._elsewhere = False
        """Whether a network camera or a film is asked for."""
        self._doubted: Profile | None = None
        """A saved table whose camera nobody has named at this computer yet: it is asked about once."""

    def update(self, _now_s: float) -> None:
        """Where there is only one camera nobody is asked."""
        found = self.search.found
        if self._asks or self.tables or self.search.trying is not None or self._elsewhere:
            return
        self._asks = True
        if len(found) == 1:
            self._watch(found[0].number)

    def draw(self, page: Page) -> None:
        """A tile for each camera and each saved table, everything else below."""
        bar(page, self.app, self.t("camera.title"), self._back, self.t("app.back"))
        found = self.search.found[:MOST_CAMERAS]
        trying = self.search.trying
        if trying is not None:
            words, colour = self.t("camera.looking"), theme.QUIET
        elif found:
            words, colour = self.t("camera.choose"), theme.GOLD
        else:
            words, colour = self.t("camera.none"), theme.WRONG
        page.write(words, Rect(GRID.x, 92, GRID.w, 56), Role.BODY, colour)
        self._draw_tiles(page, found)
        if not found and trying is None and not self.tables:
            page.box(GRID, theme.TABLE, 28)
            page.write(self.t("camera.what_to_do"), GRID.inset(120, 80), Role.PROMPT, theme.CREAM, wrap=True)
        row = LOW.columns(3, 20)
        page.button("again", row[0], self.t("camera.again"), self._again, "l", size=Role.BODY.size)
        alone = trying is None and not found and not self.tables
        keys = ("k", "return") if alone else ("k",)
        page.button("typed", row[1], self.t("camera.typed"), self._typed, *keys, main=alone, size=Role.BODY.size)
        page.button("elsewhere", row[2], self.t("camera.elsewhere"), self._ask_elsewhere, "a", size=Role.BODY.size)
        if self._doubted is not None:
            self._draw_doubt(page, self._doubted)
        elif self._elsewhere:
            self._draw_elsewhere(page)

    def _draw_tiles(self, page: Page, found: tuple[Found, ...]) -> None:
        tables = self.tables[: MOST_TILES - len(found)]
        cells = len(found) + len(tables)
        columns = max(1, cells if cells <= 3 else 2 if cells == 4 else 3 if cells <= 6 else 4)
        rows = max(1, -(-cells // columns))
        likeliest = next((one.number for one in found if one.number == self.app.choices.source), None)
        if likeliest is None and found:
            likeliest = found[0].number
        rooms = [room for row in GRID.rows(rows, 18) for room in row.columns(columns, 18)]
        for i, (one, room) in enumerate(zip(found, rooms, strict=False)):
            main = one.number == likeliest and not tables
            keys = (str(i + 1), "return") if main else (str(i + 1),)
            self._draw_camera(page, one, i + 1, room, keys, main)
        for k, (profile, room) in enumerate(zip(tables, rooms[len(found) :], strict=False)):
            keys = (str(len(found) + k + 1), *(("s", "return") if k == 0 else ()))
            self._draw_table(page, profile, room, keys, k == 0)

    def _draw_camera(
        self, page: Page, one: Found, number: int, room: Rect, keys: tuple[str, ...], likeliest: bool
    ) -> None:
        def choose() -> None:
            self._watch(one.number)

        inner = self._tile(page, f"camera{one.number}", room, choose, keys, likeliest)
        image = one.picture
        if image is None:
            page.write(self.t("camera.waiting"), inner, Role.BODY, theme.QUIET, wrap=True)
        else:
            self._pictures.setdefault(one.number, Picture()).draw(page, inner, image)
        name = self.app.devices.name_of(one.number) or self.t(f"camera.nth.{number}")
        self._caption(page, room, name, keys)

    def _tile(self, page: Page, name: str, room: Rect, choose: Action, keys: tuple[str, ...], main: bool) -> Rect:
        """A tile to press; returns the room for its picture."""
        hover, focused = page.press_area(name, room, choose, *keys)
        edge = theme.CREAM if focused else theme.GOLD if hover or main else theme.LINE
        page.frame(room, edge, theme.TABLE, 6, 24)
        return Rect(room.x + 16, room.y + 14, room.w - 32, room.h - 92)

    def _caption(self, page: Page, room: Rect, words: str, keys: tuple[str, ...]) -> None:
        low = room.y + room.h - 41
        key_badge(page, page.key_cap(keys[0]), (room.x + 40, low))
        name = Rect(room.x + 76, low - 35, room.w - 92, 70)
        page.write(words, name, Role.BODY, theme.CREAM, "left", wrap=True)

    def _draw_table(self, page: Page, profile: Profile, room: Rect, keys: tuple[str, ...], first: bool) -> None:
        def choose() -> None:
            if not self.app.keeper.trusted.has(profile.camera):
                self._doubted = profile
            elif profile.camera is not None:
                self._watch(profile.camera, profile)

        inner = self._tile(page, f"table-{profile.name}", room, choose, keys, first)
        players = [seat.player for seat in profile.seats]
        faces = faces_of(players, self.app.choices.faces)
        columns = min(len(players), 5)
        rows = -(-len(players) // columns)
        spots = [spot for row in inner.rows(rows, 6) for spot in row.columns(columns, 6)]
        for player, spot in zip(players, spots, strict=False):
            page.face(faces[player], spot.center, min(spot.w, spot.h) * 0.86)
        self._caption(page, room, profile.name, keys)

    def _draw_elsewhere(self, page: Page) -> None:
        """A network camera or a film, over everything else."""
        page.veil()
        spot = Rect(240, 210, 1120, 440)
        page.frame(spot, theme.GOLD, theme.TABLE, 6, 28)
        inner = spot.inset(50, 30)
        page.write(self.t("camera.address"), Rect(inner.x, inner.y, inner.w, 150), Role.BODY, wrap=True)
        page.field("address", Rect(inner.x, inner.y + 170, inner.w, 76), lambda: self.address, self._write, self._focus)
        low = Rect(inner.x, inner.y + 280, inner.w, 90).columns(2, 24)
        page.button("not", low[0], self.t("camera.not_elsewhere"), self._leave_elsewhere, "escape", size=40)
        page.button(
            "watch", low[1], self.t("camera.watch_address"), self._watch_address, "return", main=True, size=40,
            enabled=bool(self.address.strip()), why_not=self.t("camera.no_address"),
        )  # fmt: skip

    def _ask_elsewhere(self) -> None:
        self._elsewhere = True
        self.app.touch.focus = "address"

    def _leave_elsewhere(self) -> None:
        self._elsewhere = False
        self.app.touch.focus = None

    def _draw_doubt(self, page: Page, profile: Profile) -> None:
        address = without_passwords(str(profile.camera))
        shown = address if len(address) <= LONGEST_SHOWN else f"{address[:LONGEST_SHOWN]}..."
        question = self.t("camera.doubted", table=profile.name, address=shown)
        no, yes = self.t("camera.do_not_open"), self.t("camera.open")
        ask(page, question, [("not", no, self._do_not_open, "n"), ("open", yes, self._open, "o")])

    def _do_not_open(self) -> None:
        self._doubted = None

    def _open(self) -> None:
        profile, self._doubted = self._doubted, None
        if profile is not None and profile.camera is not None:
            self.app.keeper.trusted.add(profile.camera)
            self._watch(profile.camera, profile)

    def _write(self, text: str) -> None:
        self.address = text[:300]

    def _focus(self) -> None:
        self.app.touch.focus = "address"

    def _watch_address(self) -> None:
        where = self.address.strip()
        if where.isdecimal() and len(where) < 4:
            self._watch(int(where))
            return
        if is_recording(where):
            try:
                check_readable(Path(where).expanduser())
            except SourceError as why:
                self.app.tell(str(why))
                return
        self.app.keeper.trusted.add(where)
        self._watch(where)

    def _watch(self, where: Where, profile: Profile | None = None) -> None:
        self._goes_on = True
        same = where == self.app.choices.source
        mirrored = profile.mirrored if profile is not None else same and self.app.choices.mirrored
        self.search.close()
        self.app.choose(source=where, mirrored=mirrored)
        table = ReadyTable(self.plan, self.app.devices, where, mirrored, self.held_up, profile)
        self.app.go(GetReady(table))

    def _again(self) -> None:
        self.search.close()
        self._pictures.clear()
        self.search = CameraSearch(self.app.devices.open_device, self.app.devices.numbers)

    def _typed(self) -> None:
        self.app.setup = None
        destination = begin(self.app, self.plan)
        if destination is not None:
            self._goes_on = True
            self.app.go(destination)

    def _back(self) -> None:
        if self.plan.renames:
            self.app.go(NewGame(self.plan.game))
        else:
            self.app.go_home()

    def leave(self) -> None:
        """Give the cameras back, and close a game that nobody goes on with."""
        self.search.close()
        if not self._goes_on:
            self.plan.give_up()
