"""One player shows both hands, open and then with each digit bent, as a quick game before the real one."""

from __future__ import annotations

import numpy as np

from calibration.hand_session import OwnHandsSession, Progress
from calibration.known import PlayerHands
from calibration.table_plane import TablePlane
from gesture.reading.digit_scaling import AS_IT_IS
from gesture.table.seats import Seat, Table
from rules.hands import Digit, Palm, Side
from ui.sound.synth import Cue
from ui.window import theme
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.destinations import GetReady, ShowHands
from ui.window.page import Page
from ui.window.parts.bar import bar
from ui.window.parts.picture import Picture, draw_hands
from ui.window.plain_screen import PlainScreen
from ui.window.ready.seating import Zone
from ui.window.workers.seats_worker import View

PICTURE = Rect(40, 104, 820, 620)
SHOWN = Rect(890, 250, 670, 380)
TAKEN_S = 0.7
"""How long a step's success is shown."""
ROOM = 1.15
"""A zone is looked at with this much room around it."""


class ShowHandsScreen(PlainScreen):
    """The step to show on the right, the player's hands as they are seen on the left."""

    def __init__(self, app: App, at: ShowHands) -> None:
        super().__init__(app)
        self.table = at.table
        self.seat = self.table.seating.seats[at.seat]
        self._zone = _roomy(self.seat.zone, at.frame.size)
        self._frame = at.frame
        self._picture = Picture()
        self._view: View | None = None
        self._taken_s: float | None = None
        self.session = self._new_session()
        self.progress: Progress | None = None
        self.learned: PlayerHands | None = None
        self.table.worker.follow(self._zone)

    def _new_session(self) -> OwnHandsSession:
        ready = self.table
        palm = Palm.UP if ready.held_up else Palm.DOWN
        seats = [Seat(str(i), seat.zone) for i, seat in enumerate(ready.seating.seats) if seat.zone is not None]
        mine = next(seat for seat in seats if seat.zone is self.seat.zone)
        inward = np.array([0.0, 1.0]) if ready.held_up else Table(tuple(seats)).inward(mine)
        known = ready.profile
        plane = None
        if known is not None and known.table is not None and known.table.frame_size == self._frame.size:
            plane = TablePlane(known.table, known.lens)
        return OwnHandsSession(self.seat.player.strip() or "?", (palm,), inward=inward, plane=plane)

    def update(self, now_s: float) -> None:
        """Show the newest frame's hands to the session."""
        view = self.table.worker.view
        if view is None or view is self._view or self.session.over:
            return
        self._view = view
        self.progress = self.session.look(view.hands, view.frame.at_s)
        if self.progress.taken is not None:
            self._taken_s = now_s
            self.app.play(Cue.STEP)
        if self.session.over:
            self._end()

    def _end(self) -> None:
        self.learned = self.session.learned()
        if self.learned is not None:
            self.app.play(Cue.APPLAUSE)

    def draw(self, page: Page) -> None:
        """The hands, and what to do with them."""
        bar(page, self.app, self.t("own.title", player=self.seat.player), self._back, self.t("app.back"))
        page.box(PICTURE, theme.TABLE)
        self._draw_picture(page)
        if self.session.over:
            self._draw_end(page)
            return
        step = self.session.step
        assert step is not None
        words = self.t("own.open") if step.digit is None else self.t(f"own.bend.{step.digit}")
        page.text(words, Rect(890, 104, 670, 84), 56, theme.GOLD, wrap=True)
        where = self.t("own.where_held_up" if self.table.held_up else "own.where_table")
        page.text(where, Rect(890, 190, 670, 50), theme.TEXT, theme.CREAM)
        page.box(SHOWN, theme.TABLE, 24)
        marks = dict.fromkeys(step.bent, theme.BENT)
        for side, room in zip(Side, SHOWN.columns(2), strict=True):
            page.hand(side, step.bent, room.center, 340, marks=marks)
        self._draw_steps(page, Rect(890, 646, 670, 30))
        held = self.progress.held if self.progress is not None else 0.0
        page.box(Rect(890, 690, 670, 34), theme.NIGHT, 12)
        if held > 0:
            page.box(Rect(890, 690, max(34.0, 670 * held), 34), theme.RIGHT, 12)
        self._draw_hint(page)
        page.button(
            "leave_out", Rect(890, 770, 670, 66), self.t("own.leave_out"), self._leave_out, "l", size=theme.SMALL
        )

    def _draw_picture(self, page: Page) -> None:
        image = self.table.worker.picture
        if self.table.worker.problem or self.table.worker.trouble or image is None:
            why = self.table.worker.problem or self.table.worker.trouble or self.t("ready.opening")
            page.text(why, PICTURE.inset(60), theme.HEADING, theme.WRONG, wrap=True)
            return
        (x0, y0), (x1, y1) = self._zone.min(0).astype(int), self._zone.max(0).astype(int)
        spot = self._picture.draw(page, PICTURE, image[y0:y1, x0:x1], as_mirror=self.table.held_up)
        if self._view is not None:
            draw_hands(page, spot, [hand.moved(-x0, -y0) for hand in self._view.hands])

    def _draw_steps(self, page: Page, row: Rect) -> None:
        for step, room in zip(self.session.steps, row.columns(len(self.session.steps), 10), strict=True):
            taken, left_out = step in self.session.taken, step in self.session.left_out
            now = step is self.session.step
            colour = theme.RIGHT if taken else theme.FAINT if left_out else theme.GOLD if now else theme.RAISED
            page.box(room.inset(0, 0 if now else 7), colour, 8)

    def _draw_hint(self, page: Page) -> None:
        words, colour = self.t("own.why"), theme.QUIET
        if self._taken_s is not None and self.app.now_s - self._taken_s < TAKEN_S:
            words, colour = self.t("own.taken"), theme.RIGHT
        elif self.progress is not None and self.progress.hint is not None:
            words, colour = self.t(f"own.hint.{self.progress.hint.name.lower()}"), theme.CREAM
        page.text(words, Rect(40, 740, 820, 96), theme.HEADING, colour, wrap=True)

    def _draw_end(self, page: Page) -> None:
        if self.learned is None:
            words = self.t("own.too_little")
        else:
            n = changed_digits(self.learned)
            words = self.t("own.learned", n=n) if n else self.t("own.learned_nothing_new")
        page.text(words, Rect(890, 160, 670, 320), theme.HEADING, theme.GOLD, wrap=True)
        good = self.learned is not None
        keys = ("return", "space")
        again = Rect(890, 560, 670, 90)
        page.button("again", again, self.t("own.again"), self._again, *(("a",) if good else keys), main=not good)
        key = "own.keep" if good else "own.keep_nothing"
        page.button("keep", Rect(890, 670, 670, 90), self.t(key), self._keep, *(keys if good else ("k",)), main=good)

    def _leave_out(self) -> None:
        self.session.leave_out()
        if self.session.over:
            self._end()

    def _again(self) -> None:
        self.session, self.progress, self.learned = self._new_session(), None, None

    def _keep(self) -> None:
        if self.learned is not None:
            self.seat.own, self.seat.showings = self.learned, self.session.showings
            self.table.showed = True
        self._back()

    def _back(self) -> None:
        self.app.go(GetReady(self.table))

    def leave(self) -> None:
        """Give the camera back to the table, or close it when the window closes."""
        self.table.worker.follow(None)
        if not self.app.running:
            self.table.lent = False
            self.table.leave()
            self.table.plan.give_up()


def changed_digits(hands: PlayerHands) -> int:
    """How many digits are read by a measure of their own."""
    own = hands.own
    return sum(
        any((m.shift[k], m.scale[k]) != (AS_IT_IS.shift[k], AS_IT_IS.scale[k]) for m in (own.down, own.up))
        for k in range(len(Digit))
    )


def _roomy(zone: Zone | None, size: tuple[int, int]) -> Zone:
    """A seat's zone with room around it, on the picture."""
    assert zone is not None
    grown = zone.mean(0) + (zone - zone.mean(0)) * ROOM
    clipped: Zone = np.clip(grown, 0, np.array(size, np.float64))
    return clipped
