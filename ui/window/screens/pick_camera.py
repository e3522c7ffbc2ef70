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
from ui.window.page import Page
from ui.window.parts.bar import bar
from ui.window.parts.picture import Picture
from ui.window.parts.question import ask
from ui.window.plain_screen import PlainScreen
from ui.window.ready.ready_table import ReadyTable
from ui.window.ready.saved_tables import MOST_SHOWN, saved_tables
from ui.window.sources.camera import Where, ask_permission, is_recording
from ui.window.workers.camera_search import CameraSearch, Found

GRID = Rect(40, 156, 960, 560)
RIGHT = Rect(1040, 104, 520, 736)
MOST_CAMERAS = 6
MOST_NAMES = 4
"""So many players of a saved table are named; more names would be too small to be read."""
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
        self._doubted: Profile | None = None
        """A saved table whose camera nobody has named at this computer yet: it is asked about once."""

    def draw(self, page: Page) -> None:
        """Cameras on the left, everything else on the right."""
        bar(page, self.app, self.t("camera.title"), self._back, self.t("app.back"))
        found = self.search.found[:MOST_CAMERAS]
        trying = self.search.trying
        if trying is not None:
            words, colour = self.t("camera.looking", number=trying), theme.QUIET
        elif found:
            words, colour = self.t("camera.choose"), theme.GOLD
        else:
            words, colour = self.t("camera.none"), theme.WRONG
        page.text(words, Rect(GRID.x, 100, GRID.w, 50), theme.TEXT, colour, "left")
        self._draw_cameras(page, found)
        if not found:
            page.box(GRID, theme.TABLE)
            if trying is None:
                page.text(self.t("camera.what_to_do"), GRID.inset(80, 60), theme.HEADING, theme.CREAM, wrap=True)
        row = Rect(GRID.x, 736, GRID.w, 76).columns(2, 20)
        page.button("again", row[0], self.t("camera.again"), self._again, "l", size=theme.SMALL)
        alone = trying is None and not found and not self.tables
        keys = ("k", "return") if alone else ("k",)
        page.button("typed", row[1], self.t("camera.typed"), self._typed, *keys, main=alone, size=theme.SMALL)
        self._draw_right(page)
        if self._doubted is not None:
            self._draw_doubt(page, self._doubted)

    def _draw_cameras(self, page: Page, found: tuple[Found, ...]) -> None:
        columns = 1 if len(found) == 1 else 2 if len(found) <= 4 else 3
        rows = max(1, -(-len(found) // columns))
        likeliest = next((one.number for one in found if one.number == self.app.choices.source), None)
        if likeliest is None and found:
            likeliest = found[0].number
        rooms = [room for row in GRID.rows(rows, 14) for room in row.columns(columns, 14)]
        for i, one in enumerate(found):
            keys = (str(i + 1), "return") if one.number == likeliest and not self.tables else (str(i + 1),)
            self._draw_camera(page, one, rooms[i], keys, one.number == likeliest)

    def _draw_camera(self, page: Page, one: Found, room: Rect, keys: tuple[str, ...], likeliest: bool) -> None:
        def choose() -> None:
            self._watch(one.number)

        hover, focused = page.press_area(f"camera{one.number}", room, choose, *keys)
        edge = theme.CREAM if focused else theme.GOLD if hover or likeliest else theme.LINE
        page.frame(room, edge, theme.TABLE, 5)
        inner = Rect(room.x + 8, room.y + 8, room.w - 16, room.h - 60)
        image = one.picture
        if image is None:
            page.text(self.t("camera.waiting"), inner, theme.SMALL, theme.QUIET, wrap=True)
        else:
            self._pictures.setdefault(one.number, Picture()).draw(page, inner, image)
        cap = Rect(room.x + 12, room.y + room.h - 48, 40, 40)
        page.box(cap, theme.GOLD, 8)
        page.text(keys[0], cap, theme.TEXT, theme.INK)
        name = Rect(cap.x + 52, cap.y - 2, room.w - 84, 44)
        page.text(self.t("camera.name", number=one.number), name, theme.TEXT, theme.CREAM, "left")

    def _draw_right(self, page: Page) -> None:
        page.text(self.t("camera.saved"), Rect(RIGHT.x, 100, RIGHT.w, 50), theme.TEXT, theme.QUIET, "left")
        if not self.tables:
            room = Rect(RIGHT.x, 160, RIGHT.w, 120)
            page.text(self.t("camera.none_saved"), room, theme.SMALL, theme.FAINT, "left", wrap=True, top=True)
        for i, profile in enumerate(self.tables):
            self._draw_table(page, profile, Rect(RIGHT.x, 156 + i * 72, RIGHT.w, 62), i == 0)
        page.text(
            self.t("camera.address"), Rect(RIGHT.x, 590, RIGHT.w, 84), theme.SMALL, theme.QUIET, "left", wrap=True
        )
        page.field("address", Rect(RIGHT.x, 680, RIGHT.w, 54), lambda: self.address, self._write, self._focus)
        page.button(
            "watch", Rect(RIGHT.x, 748, RIGHT.w, 64), self.t("camera.watch_address"), self._watch_address, "w",
            size=theme.SMALL, enabled=bool(self.address.strip()), why_not=self.t("camera.no_address"),
        )  # fmt: skip

    def _draw_table(self, page: Page, profile: Profile, rect: Rect, first: bool) -> None:
        def choose() -> None:
            if not self.app.keeper.trusted.has(profile.camera):
                self._doubted = profile
            elif profile.camera is not None:
                self._watch(profile.camera, profile)

        players = [seat.player for seat in profile.seats]
        names = ", ".join(players[:MOST_NAMES])
        if len(players) > MOST_NAMES:
            names = self.t("camera.more", players=names, n=len(players) - MOST_NAMES)
        words = self.t("camera.table", name=profile.name, players=names)
        keys = ("s", "return") if first else ()
        page.button(
            f"table-{profile.name}", rect, words, choose, *keys, main=first, size=theme.SMALL, align="left", wrap=True
        )

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
