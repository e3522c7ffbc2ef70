"""Before Verify: what hands show that nobody has read yet, who of two at the same time was first, and disputes."""

from __future__ import annotations

from rules.dexterity_jane.events import Order, SettledBy
from rules.dexterity_jane.events import Settle as Settled
from rules.hands import Digit, Side, in_order
from ui.sound.synth import Cue
from ui.window import theme
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.match import Match
from ui.window.page import Page
from ui.window.screens.playing import Playing, hat

LEFT_TO_RIGHT = [(Side.LEFT, digit) for digit in reversed(Digit)] + [(Side.RIGHT, digit) for digit in Digit]
"""All ten digits as they lie before their owner, which is also the order of the keys 1 to 0."""
KEYS = "1234567890"


class Settle(Playing):
    """One player after the other: which digits are bent. `disputed` asks about that player alone, though known."""

    def __init__(self, app: App, match: Match, disputed: str | None = None) -> None:
        super().__init__(app, match)
        self._disputed = disputed
        self._bent: set[tuple[Side, Digit]] = set()
        self._for: str | None = None
        self._first: list[str] = []

    @property
    def player(self) -> str | None:
        """Whose hands are asked about now."""
        if self._disputed is not None:
            return self._disputed
        return next((lock.player for lock in self.match.state.guesses if lock.unsure), None)

    @property
    def tie(self) -> tuple[str, ...]:
        """The players of whom the first is asked for, or none."""
        return next(self.match.state.open_ties(), ())

    def update(self, now_s: float) -> None:
        """Go on to Verify when nothing is left to ask."""
        if self.player is None and not self.tie:
            from ui.window.screens.verify import Verifying

            self.on(Verifying(self.app, self.match))
            return
        if self.player is not None and self.player != self._for:
            self._for = self.player
            lock = self.match.state.lock_of(self.player)
            assert lock is not None
            self._bent = {(side, digit) for side in Side for digit in lock.bent(side)}

    def draw(self, page: Page) -> None:
        """The hands of one player, to be set as they lie; or the tied players."""
        player = self.player
        self.title(page, self.t("settle.title", round=self.match.state.round))
        if player is None:
            self._draw_tie(page)
        else:
            self._draw_hands(page, player)
        self.last(page)

    def _draw_hands(self, page: Page, player: str) -> None:
        place = [lock.player for lock in self.match.state.locks].index(player) + 1
        hat(page, place, (130, 170), 130)
        asked = "settle.dispute" if self._disputed else "settle.ask"
        page.text(self.t(asked, player=player), Rect(220, 112, 1120, 64), theme.HEADING, align="left")
        page.text(self.t("settle.how"), Rect(220, 180, 1120, 60), theme.SMALL, theme.QUIET, "left", wrap=True)
        photo = self.match.photos.get(player)
        left = 420.0 if photo is not None else 0.0
        if photo is not None:
            page.photo(photo, Rect(40, 260, 600, 440))
        for side, x in ((Side.LEFT, 530.0), (Side.RIGHT, 1070.0)):
            x = x + left * (0.75 if side is Side.LEFT else 0.62) if left else x
            bent = [digit for s, digit in self._bent if s is side]
            marks = dict.fromkeys(bent, theme.BENT)
            page.hand(side, bent, (x, 444), 400, marks=marks)
            page.text(self.t(f"settle.{side}"), Rect(x - 160, 648, 320, 36), theme.SMALL, theme.QUIET)
        for (side, digit), key, rect in zip(LEFT_TO_RIGHT, KEYS, Rect(40, 692, 1520, 64).columns(10, 10), strict=True):
            self._digit(page, side, digit, key, rect)
        page.button(
            "right", Rect(1080, 768, 480, 66), self.t("settle.done"), self._settle, "return", "space", main=True
        )
        if self._disputed:
            page.button("keep", Rect(580, 768, 480, 66), self.t("settle.keep"), self._keep, "k", size=theme.SMALL)

    def _digit(self, page: Page, side: Side, digit: Digit, key: str, rect: Rect) -> None:
        def turn() -> None:
            self._bent ^= {(side, digit)}

        on = (side, digit) in self._bent
        page.button(f"{side}-{digit}", rect, self.t(f"digit.{digit}"), turn, key, on=on, size=theme.SMALL * 0.9)

    def _draw_tie(self, page: Page) -> None:
        names = [name for name in self.tie if name not in self._first]
        page.text(self.t("settle.tie", place=len(self._first) + 1), Rect(200, 130, 1200, 130), theme.HEADING, wrap=True)
        for i, name in enumerate(names):
            self._tied(page, name, Rect(500, 290 + i * 56, 600, 50), str(i + 1))
        page.button("lot", Rect(500, 800, 600, 60), self.t("settle.lot"), self._draw_lots, "l", size=theme.SMALL)

    def _tied(self, page: Page, name: str, rect: Rect, key: str) -> None:
        def first() -> None:
            self._first.append(name)
            if len(self._first) == len(self.tie) - 1:
                rest = [other for other in self.tie if other not in self._first]
                order, self._first = (*self._first, *rest), []
                self.play(Order(at=self.now(), players=order))

        page.button(f"first-{name}", rect, name, first, key)

    def _draw_lots(self) -> None:
        self._first = []
        self.match.draw_lots(self.now())
        self.check_log()

    def _settle(self) -> None:
        player = self.player
        if player is None:
            return
        left, right = (tuple(in_order(d for s, d in self._bent if s is side)) for side in Side)
        self.play(Settled(at=self.now(), player=player, left=left, right=right, by=SettledBy.TABLE))
        self.app.play(Cue.STEP)
        self._disputed, self._for = None, None

    def _keep(self) -> None:
        self._disputed, self._for = None, None
