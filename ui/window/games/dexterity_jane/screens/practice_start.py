"""Before practice: the camera's picture with the hands on it, or why there is none and what else can be done."""

from __future__ import annotations

from ui.window import theme
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.games.dexterity_jane.best_times import BestTimes, Practised
from ui.window.games.dexterity_jane.destinations import Practice
from ui.window.games.dexterity_jane.held_hands import hands_missing
from ui.window.page import Page
from ui.window.parts.bar import bar
from ui.window.parts.picture import Picture, draw_hands
from ui.window.plain_screen import PlainScreen


class PracticeStartScreen(PlainScreen):
    """Both hands up, then begin."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.hands = app.devices.watch_hands(app.choices.camera)
        self._picture = Picture()
        self._best = app.keeper.kept(BestTimes) or BestTimes()
        self._keeps_camera = False

    def draw(self, page: Page) -> None:
        """The mirror on the left; what to do and the best times on the right."""
        bar(page, self.app, self.t("practice.title"), self.app.go_home, self.t("app.back"))
        mirror = Rect(40, 110, 940, 620)
        page.box(mirror, theme.TABLE)
        seen = self.hands.latest
        problem = self.hands.problem
        if problem:
            page.text(self.t("practice.no_camera"), Rect(80, 200, 860, 80), theme.HEADING, theme.WRONG, wrap=True)
            page.text(problem, Rect(80, 300, 860, 180), theme.TEXT, theme.CREAM, wrap=True)
            page.text(self.t("practice.or_keys"), Rect(80, 500, 860, 120), theme.TEXT, theme.QUIET, wrap=True)
        elif seen is None:
            page.text(self.t("practice.opening"), mirror.inset(60), theme.HEADING, theme.QUIET, wrap=True)
        else:
            spot = self._picture.draw(page, mirror.inset(8), seen.frame.image, as_mirror=True)
            draw_hands(page, spot, seen.hands)
        page.text(self._advice(), Rect(40, 744, 940, 84), theme.TEXT, theme.GOLD, wrap=True)
        self._right(page, bool(problem))
        camera = self.t("practice.camera", number=self.app.choices.camera)
        page.button("camera", Rect(1020, 776, 540, 56), camera, self._other_camera, "c", size=theme.SMALL)

    def _right(self, page: Page, blind: bool) -> None:
        page.text(
            self.t("practice.how"), Rect(1020, 110, 540, 190), theme.SMALL, theme.CREAM, "left", wrap=True, top=True
        )
        hands = ("return", "space", "b") if not blind else ("b",)
        keys = ("k",) if not blind else ("k", "return", "space")
        page.button(
            "begin",
            Rect(1020, 310, 540, 84),
            self.t("practice.begin"),
            self._begin,
            *hands,
            main=not blind,
            enabled=not blind,
            why_not=self.t("practice.no_camera"),
        )
        page.button(
            "keys",
            Rect(1020, 408, 540, 64),
            self.t("practice.with_keys"),
            self._with_keys,
            *keys,
            main=blind,
            size=theme.SMALL,
        )
        for title, best, room in (
            (self.t("practice.best_hands"), self._best.hands, Rect(1020, 490, 262, 270)),
            (self.t("practice.best_keys"), self._best.keys, Rect(1298, 490, 262, 270)),
        ):
            page.box(room, theme.TABLE)
            page.text(title, Rect(room.x + 10, room.y + 8, room.w - 20, 34), theme.SMALL, theme.QUIET)
            self._times(page, best, room)

    def _times(self, page: Page, best: tuple[Practised, ...], room: Rect) -> None:
        if not best:
            page.text(self.t("practice.none_yet"), room.inset(16, 70), theme.SMALL, theme.FAINT, wrap=True)
        for i, done in enumerate(best):
            words = self.t("practice.time", place=i + 1, seconds=f"{done.total_s:.1f}", wrong=done.wrong)
            page.text(words, Rect(room.x + 12, room.y + 50 + i * 42, room.w - 24, 38), theme.SMALL, theme.CREAM)

    def _advice(self) -> str:
        seen = self.hands.latest
        if self.hands.problem or self.hands.trouble:
            return self.hands.trouble or ""
        if seen is None:
            return ""
        return hands_missing(self.t, seen) or self.t("practice.both_seen")

    def _begin(self) -> None:
        self._keeps_camera = True
        self.app.go(Practice(self.hands))

    def _with_keys(self) -> None:
        self.app.go(Practice(None))

    def _other_camera(self) -> None:
        self.hands.close()
        self.app.choose(camera=(self.app.choices.camera + 1) % 4)
        self.hands = self.app.devices.watch_hands(self.app.choices.camera)

    def leave(self) -> None:
        """Give the camera back, unless practice goes on with it."""
        if not self._keeps_camera:
            self.hands.close()
