"""Getting a table ready: the camera's picture, hands as they are read, seats as they are found, and what to change."""

from __future__ import annotations

from functools import partial

from calibration.at_table import ground_of
from calibration.known import Profile
from gesture.table.seats import Seat
from ui.art.pen import Colour
from ui.sound.synth import Cue
from ui.window import theme
from ui.window.app import App
from ui.window.camera import Where
from ui.window.canvas import Rect
from ui.window.chrome import Plain, bar
from ui.window.keeping import MOST_REMEMBERED, Watch
from ui.window.page import Page
from ui.window.picture import Picture, Spot, draw_hands, draw_zone
from ui.window.plan import Plan
from ui.window.ready_eyes import ReadyEyes, View
from ui.window.saved import save_table, saved_tables, zones_for
from ui.window.screens.new_game import LONGEST_NAME
from ui.window.screens.seat_rows import TAG_HEIGHT as TAG
from ui.window.screens.seat_rows import draw_advice, draw_rows, tag_spots
from ui.window.seating import Seating, Zone
from ui.window.setup import Setup

PICTURE = Rect(40, 104, 1000, 564)
RIGHT = Rect(1060, 104, 500, 544)
ADVICE = Rect(40, 728, 1000, 108)


class GetReady(Plain):
    """The table before the game. `profile` is what was saved of it, whose seats are offered first."""

    def __init__(self, app: App, plan: Plan, where: Where, mirrored: bool, profile: Profile | None = None) -> None:
        super().__init__(app)
        self.plan, self.where, self.mirrored, self.profile = plan, where, mirrored, profile
        self.held_up = app.choices.watch is Watch.HELD_UP
        self.seating = Seating(plan.players)
        self.selected: int | None = None
        self.spare: int | None = None
        """The place of nobody's that is selected."""
        self.name = profile.name if profile is not None else self._new_name()
        self._restored = profile is None
        self._view: View | None = None
        self._picture = Picture()
        self._goes_on = False
        self._lends_eyes = False
        self.showed = False
        """Whether somebody has shown their own hands since the table was saved."""
        self.eyes = self._open()

    def _open(self) -> ReadyEyes:
        source = partial(self.app.devices.open_table, self.where, self.mirrored, True)
        return ReadyEyes(source, self.app.devices.open_reader, self.held_up)

    def _new_name(self) -> str:
        taken = {table.name.casefold() for table in saved_tables(self.app.keeper.profiles_folder).profiles}
        number = 1
        while (name := self.t("ready.name", number=number)).casefold() in taken:
            number += 1
        return name

    def update(self, now_s: float) -> None:
        """Take in what the eyes have found."""
        view = self.eyes.view
        if view is None or view is self._view:
            return
        self._view = view
        if not self._restored and self.profile is not None:
            self._restored = True
            try:
                zones = zones_for(self.profile, self.plan.players, view.frame.size)
                self.seating = Seating(self.plan.players, zones, self.profile.hands)
            except ValueError as why:
                self.app.tell(self.t("ready.not_as_saved", why=why))
        if self.seating.take(view.places):
            self.app.play(Cue.STEP)
        if self.spare is not None and self.spare >= len(self.seating.spare):
            self.spare = None

    @property
    def ready(self) -> bool:
        """Whether the game can begin."""
        return self.seating.complete and self._view is not None and self.eyes.problem is None

    def draw(self, page: Page) -> None:
        """The picture on the left, the players on the right, what to do below."""
        bar(
            page,
            self.app,
            self.t("ready.title_held_up" if self.held_up else "ready.title"),
            self._back,
            self.t("app.back"),
        )
        page.box(PICTURE, theme.TABLE)
        problem, image = self.eyes.problem, self.eyes.picture
        if problem is not None:
            page.text(problem, Rect(90, 150, 900, 250), theme.HEADING, theme.WRONG, wrap=True)
            page.text(self.t("ready.no_picture"), Rect(90, 420, 900, 200), theme.TEXT, theme.CREAM, wrap=True)
        elif image is None:
            page.text(self.t("ready.opening"), PICTURE.inset(60), theme.HEADING, theme.QUIET, wrap=True)
        else:
            spot = self._picture.draw(page, PICTURE, image, as_mirror=self.held_up)
            self._draw_seats(page, spot)
        prompt, colour = self._prompt()
        page.text(prompt, Rect(40, 672, 1000, 54), theme.HEADING, colour, wrap=True)
        draw_advice(page, self.t, self._view, bool(self.seating.spare), ADVICE)
        hands = self._view.hands if self._view is not None else ()
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
        if self._view is not None:
            draw_hands(page, spot, self._view.hands)
        zones = [seat.zone for seat in self.seating.seats if seat.zone is not None]
        spots = tag_spots(spot, [*zones, *(place.zone for place in self.seating.spare)], self.held_up)
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
        if self.eyes.problem is not None:
            return "", theme.QUIET
        if self.eyes.trouble is not None:
            return self.eyes.trouble, theme.WRONG
        if self.eyes.ended:
            return self.t("ready.ended"), theme.WRONG
        if self._view is None:
            return "", theme.QUIET
        missing = self.seating.missing
        if not missing:
            return self.t("ready.as_saved" if self._as_saved() else "ready.complete"), theme.GOLD
        if len(missing) == len(self.seating.seats):
            return self.t("ready.hands_up" if self.held_up else "ready.hands_down"), theme.GOLD
        key = "ready.missing_one" if len(missing) == 1 else "ready.missing"
        return self.t(key, name=missing[0], n=len(missing)), theme.GOLD

    def _draw_below(self, page: Page) -> None:
        first, second = Rect(1060, 660, 500, 52), Rect(1060, 718, 500, 44)
        chosen = self.selected is not None or self.spare is not None
        if self.selected is not None and self.plan.renames:
            page.text(self.t("ready.rename"), Rect(first.x, first.y, 130, 52), theme.SMALL, theme.QUIET, "left")
            page.field("rename", Rect(1190, first.y, 370, 52), self._selected_name, self._rename, self._focus("rename"))
        elif not chosen:
            page.text(self.t("ready.saved_as"), Rect(first.x, first.y, 130, 52), theme.SMALL, theme.QUIET, "left")
            page.field("name", Rect(1190, first.y, 370, 52), lambda: self.name, self._write_name, self._focus("name"))
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
            "begin", begin, self.t("ready.begin"), self._begin, *keys, main=True, enabled=self.ready, why_not=why_not
        )

    def _draw_tools(self, page: Page, blind: bool) -> None:
        row = Rect(40, 848, 1236, 44).columns(5, 10)
        mirror = self.t("ready.mirrored" if self.mirrored else "ready.not_mirrored")
        small = theme.SMALL * 0.85
        sees, why = not blind, self.t("watching.away")
        page.button(
            "mirror", row[0], mirror, self._mirror, "i", on=self.mirrored, size=small, enabled=sees, why_not=why
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
                self.eyes.forget(left)
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
            self.eyes.forget(zone)
        self._deselect()

    def _own_hands(self) -> None:
        from ui.window.screens.own_hands import OwnHands

        if self.selected is not None and self._view is not None:
            self._lends_eyes = True
            self.app.go(OwnHands(self.app, self, self.selected, self._view.frame))

    def take_back(self) -> None:
        """Go on with the eyes after somebody has shown their hands."""
        self._lends_eyes = False
        self._deselect()

    def _selected_name(self) -> str:
        return self.seating.seats[self.selected].player if self.selected is not None else ""

    def _rename(self, text: str) -> None:
        if self.selected is not None:
            self.seating.rename(self.selected, text[:LONGEST_NAME])

    def _write_name(self, text: str) -> None:
        self.name = text[:30]

    def _focus(self, field: str) -> partial[None]:
        return partial(setattr, self.app.touch, "focus", field)

    def _mirror(self) -> None:
        self.mirrored = not self.mirrored
        self.app.choose(mirrored=self.mirrored)
        if self._view is not None:
            self.seating.flip(self._view.frame.size[0])
        self._look_anew()

    def _turn(self) -> None:
        self.seating.turn()

    def _anew(self) -> None:
        self._deselect()
        self._restored = True
        if self.eyes.problem is not None or self.eyes.ended:
            self._look_anew()
        else:
            self.eyes.forget()
        self.seating.clear()

    def _look_anew(self) -> None:
        self.eyes.close()
        self._view = None
        self.eyes = self._open()

    def _as_saved(self) -> bool:
        """Whether everything is as in the profile that was offered."""
        saved = self.profile
        if saved is None or self.name.strip() != saved.name or self.mirrored != saved.mirrored:
            return False
        if self.showed or self.where != saved.camera or tuple(s.player for s in saved.seats) != self._names():
            return False
        return all(seat.fixed for seat in self.seating.seats) and not self._changed(saved)

    def _changed(self, saved: Profile) -> bool:
        if self._view is None:
            return True
        known = {seat.player: seat.zone for seat in saved.seats_on(self._view.frame.size)}
        return any(
            seat.zone is None or abs(seat.zone.mean(0) - known[seat.player].mean(0)).max() > 1
            for seat in self.seating.seats
        )

    def _names(self) -> tuple[str, ...]:
        return tuple(seat.player.strip() for seat in self.seating.seats)

    def _begin(self) -> None:
        view = self._view
        if view is None:
            return
        self.plan.players = self._names()
        why = self.plan.fault() if self.plan.renames else None
        if why is not None:
            self.app.tell(why)
            return
        seats = self.seating.as_seats()
        profile = self._save(view, seats)
        self.app.choose(players=self.plan.players)
        source = partial(self.app.devices.open_table, self.where, self.mirrored, False)
        ground = ground_of(self.profile, view.frame.size) if self.profile is not None else None
        self.app.setup = Setup(open_source=source, seats=seats, held_up=self.held_up, ground=ground, profile=profile)
        self._go_on()

    def _save(self, view: View, seats: tuple[Seat, ...]) -> str | None:
        """Keep the table under its name; returns the name when it is kept."""
        name = self.name.strip()
        if not name:
            return None
        if not self._as_saved():
            why = save_table(
                self.app.keeper.profiles_folder, name, view.frame, seats, self.where, self.mirrored, self.held_up,
                self.seating.own_hands(), self.profile,
            )  # fmt: skip
            if why:
                self.app.tell(self.t("ready.not_saved", why=why))
                return None
        others = [table for table in self.app.choices.tables if table != name]
        self.app.choose(tables=(name, *others)[:MOST_REMEMBERED])
        return name

    def _go_on(self) -> None:
        screen = self.plan.begin()
        if screen is not None:
            self._goes_on = True
            self.app.go(screen)

    def _typed(self) -> None:
        self.app.setup = None
        self._go_on()

    def _other_camera(self) -> None:
        from ui.window.screens.pick_camera import PickCamera

        self._goes_on = True
        self.app.go(PickCamera(self.app, self.plan))

    def _back(self) -> None:
        from ui.window.screens.new_game import NewGame

        if self.plan.renames:
            self.app.go(NewGame(self.app))
        else:
            self.app.go_home()

    def leave(self) -> None:
        """Give the camera back, and close a game that nobody goes on with."""
        if self._lends_eyes:
            return
        self.eyes.close()
        if not self._goes_on:
            self.plan.give_up()
