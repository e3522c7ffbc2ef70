"""Getting a table ready: the camera's picture, hands as they are read, seats as they are found, and what to change."""

from __future__ import annotations

from functools import partial

from ui.art.pen import Colour
from ui.sound.synth import Cue
from ui.window import theme
from ui.window.app import App
from ui.window.beginning import begin
from ui.window.canvas import Rect
from ui.window.destinations import GetReady, NewGame, PickCamera, ShowHands
from ui.window.games.faces import face_named
from ui.window.keeping import MOST_REMEMBERED
from ui.window.page import Page
from ui.window.parts.bar import bar
from ui.window.parts.picture import Picture, Spot, draw_hands, draw_zone
from ui.window.parts.seat_rows import TAG_HEIGHT as TAG
from ui.window.parts.seat_rows import draw_advice, draw_rows, tag_spots
from ui.window.plain_screen import PlainScreen
from ui.window.ready.saved_tables import saved_tables
from ui.window.ready.seating import LONGEST_NAME, Seating, Zone

PICTURE = Rect(40, 104, 1000, 564)
RIGHT = Rect(1060, 104, 500, 544)
ADVICE = Rect(40, 728, 1000, 108)


class GetReadyScreen(PlainScreen):
    """The table before the game."""

    def __init__(self, app: App, at: GetReady) -> None:
        super().__init__(app)
        self.table = at.table
        self.table.lent = False
        self.selected: int | None = None
        self.spare: int | None = None
        """The place of nobody's that is selected."""
        if not self.table.name and not self.table.named:
            self.table.name, self.table.named = self._new_name(), True
        self._picture = Picture()
        self._goes_on = False

    def _new_name(self) -> str:
        taken = {table.name.casefold() for table in saved_tables(self.app.keeper.profiles_folder).profiles}
        number = 1
        while (name := self.t("ready.name", number=number)).casefold() in taken:
            number += 1
        return name

    def update(self, _now_s: float) -> None:
        """Take in what the camera has found."""
        seated, why = self.table.look()
        if why is not None:
            self.app.tell(self.t("ready.not_as_saved", why=why))
        if seated:
            self.app.play(Cue.STEP)
        if self.spare is not None and self.spare >= len(self.seating.spare):
            self.spare = None

    @property
    def seating(self) -> Seating:
        """Who sits where."""
        return self.table.seating

    def draw(self, page: Page) -> None:
        """The picture on the left, the players on the right, what to do below."""
        bar(
            page,
            self.app,
            self.t("ready.title_held_up" if self.table.held_up else "ready.title"),
            self._back,
            self.t("app.back"),
        )
        page.box(PICTURE, theme.TABLE)
        problem, image = self.table.worker.problem, self.table.worker.picture
        if problem is not None:
            page.text(problem, Rect(90, 150, 900, 250), theme.HEADING, theme.WRONG, wrap=True)
            page.text(self.t("ready.no_picture"), Rect(90, 420, 900, 200), theme.TEXT, theme.CREAM, wrap=True)
        elif image is None:
            page.text(self.t("ready.opening"), PICTURE.inset(60), theme.HEADING, theme.QUIET, wrap=True)
        else:
            spot = self._picture.draw(page, PICTURE, image, as_mirror=self.table.held_up)
            self._draw_seats(page, spot)
        prompt, colour = self._prompt()
        page.text(prompt, Rect(40, 672, 1000, 54), theme.HEADING, colour, wrap=True)
        draw_advice(page, self.t, self.table.view, bool(self.seating.spare), ADVICE)
        hands = self.table.view.hands if self.table.view is not None else ()
        draw_rows(page, self.t, self.seating, hands, RIGHT, self._select, self.selected)
        self._draw_below(page)
        self._draw_tools(page, problem is not None)

    def _draw_seats(self, page: Page, spot: Spot) -> None:
        for i, seat in enumerate(self.seating.seats):
            if seat.zone is not None:
                colour = theme.CREAM if i == self.selected else theme.GOLD if seat.here else theme.STRAIGHT
                draw_zone(page, spot, seat.zone, colour, False, 6 if i == self.selected else 4)
        for k, place in enumerate(self.seating.spare):
            draw_zone(page, spot, place.zone, theme.CREAM if k == self.spare else theme.WRONG, True, 5)
        if self.table.view is not None:
            draw_hands(page, spot, self.table.view.hands)
        zones = [seat.zone for seat in self.seating.seats if seat.zone is not None]
        spots = tag_spots(spot, [*zones, *(place.zone for place in self.seating.spare)], self.table.held_up)
        for i, seat in enumerate(self.seating.seats):
            if seat.zone is not None:
                self._tag(page, spots.pop(0), i, seat.player, seat.here)
        for k, rect in enumerate(spots):
            self._spare_tag(page, rect, k)

    def _tag(self, page: Page, rect: Rect, index: int, name: str, here: bool) -> None:
        def select() -> None:
            self._select(index)

        page.press_area(f"tag{index}", rect, select)
        page.box(rect, theme.NIGHT, 8)
        page.box(Rect(rect.x, rect.y, TAG, TAG), theme.GOLD if here else theme.STRAIGHT, 8)
        page.text(str(index + 1), Rect(rect.x, rect.y, TAG, TAG), theme.TEXT, theme.INK)
        if rect.w > 2 * TAG:
            room = Rect(rect.x + TAG + 6, rect.y, rect.w - TAG - 10, TAG)
            page.text(name, room, theme.TEXT, theme.CREAM, "left", wrap=True)

    def _spare_tag(self, page: Page, rect: Rect, k: int) -> None:
        def select() -> None:
            self.selected, self.spare = None, None if self.spare == k else k

        small = Rect(rect.x, rect.y, TAG, TAG)
        page.press_area(f"spare{k}", small, select)
        page.box(small, theme.WRONG, 8)
        page.text("?", small, theme.TEXT, theme.INK)

    def _prompt(self) -> tuple[str, Colour]:
        if self.table.worker.problem is not None:
            return "", theme.QUIET
        if self.table.worker.trouble is not None:
            return self.table.worker.trouble, theme.WRONG
        if self.table.worker.ended:
            return self.t("ready.ended"), theme.WRONG
        if self.table.view is None:
            return "", theme.QUIET
        missing = self.seating.missing
        if not missing:
            return self.t("ready.as_saved" if self.table.as_saved else "ready.complete"), theme.GOLD
        if len(missing) == len(self.seating.seats):
            return self.t("ready.hands_up" if self.table.held_up else "ready.hands_down"), theme.GOLD
        key = "ready.missing_one" if len(missing) == 1 else "ready.missing"
        return self.t(key, name=missing[0], n=len(missing)), theme.GOLD

    def _draw_below(self, page: Page) -> None:
        first, second = Rect(1060, 660, 500, 52), Rect(1060, 718, 500, 44)
        chosen = self.selected is not None or self.spare is not None
        if self.selected is not None and self.table.plan.renames:
            page.text(self.t("ready.rename"), Rect(first.x, first.y, 130, 52), theme.SMALL, theme.QUIET, "left")
            page.field("rename", Rect(1190, first.y, 370, 52), self._selected_name, self._rename, self._focus("rename"))
        elif not chosen:
            page.text(self.t("ready.saved_as"), Rect(first.x, first.y, 130, 52), theme.SMALL, theme.QUIET, "left")
            page.field(
                "name", Rect(1190, first.y, 370, 52), lambda: self.table.name, self._write_name, self._focus("name")
            )
        if chosen:
            own = self.selected is not None and self.seating.seats[self.selected].zone is not None
            spots = second.columns(3 if own else 2, 8)
            if own:
                page.button("own", spots[0], self.t("ready.own"), self._own_hands, "h", size=theme.SMALL * 0.8)
            page.button("remove", spots[-2], self.t("ready.remove"), self._remove, "r", size=theme.SMALL * 0.8)
            page.button("done", spots[-1], self.t("ready.done"), self._deselect, "return", size=theme.SMALL * 0.8)
        page.text(
            self.t("ready.swap" if chosen else "ready.correct"), Rect(1060, 764, 500, 28) if chosen else second,
            theme.SMALL * 0.8, theme.QUIET, wrap=True,
        )  # fmt: skip
        begin = Rect(1060, 794 if chosen else 768, 500, 44 if chosen else 70)
        keys = ("space",) if chosen else ("return", "space")
        why_not = self._prompt()[0] or self.t("watching.away")
        page.button(
            "begin",
            begin,
            self.t("ready.begin"),
            self._begin,
            *keys,
            main=True,
            enabled=self.table.complete,
            why_not=why_not,
        )

    def _draw_tools(self, page: Page, blind: bool) -> None:
        row = Rect(40, 848, 1236, 44).columns(5, 10)
        mirror = self.t("ready.mirrored" if self.table.mirrored else "ready.not_mirrored")
        small = theme.SMALL * 0.85
        sees, why = not blind, self.t("watching.away")
        page.button(
            "mirror", row[0], mirror, self._mirror, "i", on=self.table.mirrored, size=small, enabled=sees, why_not=why
        )
        page.button("turn", row[1], self.t("ready.turn"), self._turn, "t", size=small, enabled=sees, why_not=why)
        page.button("anew", row[2], self.t("ready.try_again" if blind else "ready.anew"), self._anew, "a", size=small)
        page.button("camera", row[3], self.t("ready.camera"), self._other_camera, "c", size=small)
        page.button("typed", row[4], self.t("ready.typed"), self._typed, "k", size=small)

    def _select(self, index: int) -> None:
        """Select a player, or let the one selected change seats with this one."""
        if self.spare is not None:
            left = self.seating.settle(self.spare, index)
            if left is not None:
                self.table.worker.forget(left)
            self._deselect()
        elif self.selected is None:
            self.selected = index
        elif self.selected == index:
            self._deselect()
        else:
            self.seating.give(self.selected, index)
            self._deselect()

    def _deselect(self) -> None:
        self.selected, self.spare = None, None
        self.app.touch.focus = None

    def _remove(self) -> None:
        zone: Zone | None = None
        if self.selected is not None:
            zone = self.seating.remove(self.selected)
        elif self.spare is not None:
            zone = self.seating.spare.pop(self.spare).zone
        if zone is not None:
            self.table.worker.forget(zone)
        self._deselect()

    def _own_hands(self) -> None:
        if self.selected is not None and self.table.view is not None:
            self.table.lent = True
            self.app.go(ShowHands(self.table, self.selected, self.table.view.frame))

    def _selected_name(self) -> str:
        return self.seating.seats[self.selected].player if self.selected is not None else ""

    def _rename(self, text: str) -> None:
        if self.selected is not None:
            self.seating.rename(self.selected, text[:LONGEST_NAME])

    def _write_name(self, text: str) -> None:
        self.table.name = text[:30]

    def _focus(self, field: str) -> partial[None]:
        return partial(setattr, self.app.touch, "focus", field)

    def _mirror(self) -> None:
        self.table.mirror()
        self.app.choose(mirrored=self.table.mirrored)

    def _turn(self) -> None:
        self.seating.turn()

    def _anew(self) -> None:
        self._deselect()
        self.table.find_anew()

    def _begin(self) -> None:
        if self.table.view is None:
            return
        self.table.rename()
        plan = self.table.plan
        why = face_named(plan.game).fault(plan.players, plan.options) if plan.renames else None
        if why is not None:
            self.app.tell(why)
            return
        profile = self._save()
        self.app.choose(players=plan.players)
        self.app.setup = self.table.setup(profile)
        self._go_on()

    def _save(self) -> str | None:
        """Keep the table under its name; returns the name when it is kept."""
        name = self.table.name.strip()
        if not name:
            return None
        why = self.table.save(self.app.keeper.profiles_folder)
        if why:
            self.app.tell(self.t("ready.not_saved", why=why))
            return None
        others = [table for table in self.app.choices.tables if table != name]
        self.app.choose(tables=(name, *others)[:MOST_REMEMBERED])
        return name

    def _go_on(self) -> None:
        destination = begin(self.app, self.table.plan)
        if destination is not None:
            self._goes_on = True
            self.app.go(destination)

    def _typed(self) -> None:
        self.app.setup = None
        self._go_on()

    def _other_camera(self) -> None:
        self._goes_on = True
        self.app.go(PickCamera(self.table.plan, asks=True))

    def _back(self) -> None:
        if self.table.plan.renames:
            self.app.go(NewGame(self.table.plan.game))
        else:
            self.app.go_home()

    def leave(self) -> None:
        """Give the camera back, and close a game that nobody goes on with."""
        self.table.leave()
        if not self._goes_on and not self.table.lent:
            self.table.plan.give_up()
