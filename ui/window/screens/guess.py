"""Guess: the cards lie open, and players lock; whoever sits at the keyboard says who did."""

from __future__ import annotations

from rules.dexterity_jane.events import Close, Lock, StickUp
from rules.dexterity_jane.rulings import GuessClosed, LockTaken, StickUpTaken
from rules.dexterity_jane.say import ORDINALS
from rules.dexterity_jane.state import Phase
from rules.game import Ruling
from rules.hands import Digit, Side
from ui.art.scatter import scatter
from ui.art.tokens import draw_pistol, draw_sheriff, draw_tile
from ui.sound.synth import Cue
from ui.window import theme
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.match import Match
from ui.window.page import Page
from ui.window.screens.playing import Playing, hat

FIELD = Rect(40, 100, 1520, 500)
CALLOUT = Rect(240, 608, 1120, 88)
"""Between cards and seats: who has yet to lock must go on seeing every card."""
SEATS = Rect(40, 704, 1520, 132)
CALLOUT_S = 1.3
ALL_UNSURE = {side: tuple(Digit) for side in Side}


class Guess(Playing):
    """The revealed cards, and everybody's place at the table."""

    def __init__(self, app: App, match: Match) -> None:
        super().__init__(app, match)
        cards = match.state.cards
        self._tall, self._lying = scatter(len(cards), FIELD.w, FIELD.h, match.scatter())
        self._callout: tuple[str, float] | None = None
        self._robber: str | None = None
        self._aims: dict[Side, str] = {}
        self._went_on_s: float | None = None

    def update(self, now_s: float) -> None:
        """Go on shortly after Guess has closed."""
        if self.match.phase is Phase.VERIFY and not self.leaving:
            if self._went_on_s is None:
                self._went_on_s = now_s + CALLOUT_S + 0.5
            elif now_s >= self._went_on_s:
                self._go_on()

    def draw(self, page: Page) -> None:
        """Cards, seats, callouts."""
        state = self.match.state
        self.title(page, self.t("guess.title", round=state.round))
        page.token(("tile", state.round), lambda pen: draw_tile(pen, state.round), (1280, 52), 68)
        if state.sheriff is not None:
            page.token(("sheriff", state.sheriff), lambda pen: draw_sheriff(pen, state.sheriff), (1200, 52), 68)
        for number, lying in zip(state.cards, self._lying, strict=True):
            card = state.table.deck[number - 1]
            page.card(card, (FIELD.x + lying.center[0], FIELD.y + lying.center[1]), self._tall, lying.angle_deg)
        players = self.match.players
        for i, (player, rect) in enumerate(zip(players, SEATS.columns(len(players), 10), strict=True)):
            self._seat(page, player, rect, str(i + 1))
        if state.phase is Phase.GUESS:
            page.button("close", Rect(1020, 846, 250, 44), self.t("guess.close"), self._close, "c", size=theme.SMALL)
        else:
            page.button(
                "verify",
                Rect(1020, 846, 250, 44),
                self.t("guess.go_on"),
                self._go_on,
                "return",
                "space",
                main=True,
                size=theme.SMALL,
            )
        hint = "guess.how_stick_up" if state.table.stick_up else "guess.how"
        page.text(self.t(hint), Rect(40, 846, 970, 44), theme.SMALL, theme.QUIET, "left")
        self._draw_callout(page)
        if self._robber is not None:
            self._draw_stick_up(page, self._robber)
        self.last(page)

    def _seat(self, page: Page, player: str, rect: Rect, key: str) -> None:
        state = self.match.state
        lock = state.lock_of(player)
        shot = state.stick_up_of(player)
        open_ = state.phase is Phase.GUESS and lock is None and shot is None
        narrow = rect.w < 240
        page.box(rect, theme.RAISED if open_ else theme.TABLE)
        spot = (rect.x + (rect.w / 2 if narrow else 62), rect.y + (42 if narrow else rect.h / 2))
        if lock is not None:
            place = [other.player for other in state.locks].index(player) + 1
            hat(page, place, spot, 84)
        elif shot is not None:
            page.token(("pistol", shot.hand), lambda pen: draw_pistol(pen.at((0, 0), 0.36), shot.hand), spot, 96)
        else:
            hat(page, state.done + 1 if open_ else len(self.match.players), spot, 80, lit=False)
        if narrow:
            name, below = Rect(rect.x + 4, rect.y + 80, rect.w - 8, 50), None
        else:
            name, below = (
                Rect(rect.x + 122, rect.y + 16, rect.w - 134, 50),
                Rect(rect.x + 122, rect.y + 70, rect.w - 134, 46),
            )
        page.text(player, name, theme.TEXT, theme.CREAM, "center" if narrow else "left", wrap=narrow)
        words = self._doing(player)
        if below is not None and not open_:
            page.text(words, below, theme.SMALL, theme.QUIET, "left")
        if open_:
            self._seat_controls(page, player, rect, key, below)

    def _seat_controls(self, page: Page, player: str, rect: Rect, key: str, below: Rect | None) -> None:
        def lock() -> None:
            self._take(self.play(Lock(at=self.now(), player=player, left=(), right=(), unsure=ALL_UNSURE)))

        def rob() -> None:
            self._robber, self._aims = player, {}

        hover, focused = page.press_area(f"lock-{player}", rect, lock, key)
        if hover or focused:
            page.frame(Rect(rect.x, rect.y, rect.w, 6), theme.GOLD, theme.GOLD, 0, 3)
        cap = Rect(rect.x + 8, rect.y + 8, 36, 34)
        page.box(cap, theme.NIGHT, 7)
        page.text(key, cap, theme.SMALL, theme.GOLD)
        if self.match.state.table.stick_up and "stick-up" in self.match.legal()[player].may:
            if below is not None:
                page.button(
                    f"rob-{player}",
                    Rect(below.x, below.y, min(150, below.w), 46),
                    self.t("guess.pow"),
                    rob,
                    size=theme.SMALL,
                )
            else:
                page.button(
                    f"rob-{player}", Rect(rect.x + rect.w - 62, rect.y + 4, 58, 36), self.t("guess.pow"), rob, size=17
                )

    def _doing(self, player: str) -> str:
        state = self.match.state
        shot = state.stick_up_of(player)
        if shot is not None:
            return self.t("guess.robs", victim=shot.victim)
        if state.lock_of(player) is not None:
            return self.t("guess.locked")
        return self.t("guess.last")

    def _take(self, rulings: tuple[Ruling, ...]) -> None:
        for ruling in rulings:
            match ruling:
                case LockTaken():
                    self._call(f"{ORDINALS[ruling.place - 1]}! {ruling.player}")
                    self.app.play(Cue.LOCK, ruling.place - 1, place=ORDINALS[ruling.place - 1])
                case StickUpTaken():
                    self._call(f"{' '.join(['POW!'] * len(ruling.aims))} {ruling.player}")
                    self.app.play(Cue.POW)
                case GuessClosed():
                    self.app.play(Cue.LAST)

    def _call(self, words: str) -> None:
        self._callout = (words, self.app.now_s)

    def _draw_callout(self, page: Page) -> None:
        if self._callout is None or self.app.now_s > self._callout[1] + CALLOUT_S:
            return
        page.layer += 1
        age_s = self.app.now_s - self._callout[1]
        grow = 1 - 0.25 * max(0.0, 1 - age_s / 0.15)
        w, h = CALLOUT.w * grow, CALLOUT.h * grow
        spot = Rect(CALLOUT.x + (CALLOUT.w - w) / 2, CALLOUT.y + (CALLOUT.h - h) / 2, w, h)
        page.frame(spot, theme.GOLD, theme.NIGHT, 6, 30)
        page.text(self._callout[0], spot.inset(30, 6), 64 * grow, theme.GOLD)
        page.layer -= 1

    def _draw_stick_up(self, page: Page, robber: str) -> None:
        """Who points which hand at whom."""
        page.veil()
        spot = Rect(200, 130, 1200, 640)
        page.frame(spot, theme.GOLD, theme.TABLE, 4)
        page.text(self.t("guess.stick_up", player=robber), Rect(240, 150, 1120, 60), theme.HEADING)
        others = [player for player in self.match.players if player != robber]
        for side, room in zip(Side, Rect(240, 220, 1120, 430).columns(2, 40), strict=True):
            taken = self.match.state.stick_up_with(side)
            page.text(self.t(f"guess.with.{side}"), Rect(room.x, room.y, room.w, 44), theme.TEXT, theme.QUIET)
            if taken is not None:
                words = self.t("guess.hand_taken", player=taken.player)
                page.text(words, Rect(room.x, room.y + 60, room.w, 120), theme.TEXT, theme.WRONG, wrap=True)
                continue
            columns = 1 if len(others) <= 4 else 2
            for i, victim in enumerate(others):
                row, column = divmod(i, columns)
                w = (room.w - (columns - 1) * 12) / columns
                self._victim(page, side, victim, Rect(room.x + column * (w + 12), room.y + 54 + row * 90, w, 78))
        page.button(
            "no-pow", Rect(240, 674, 360, 76), self.t("guess.no_pow"), self._no_stick_up, "escape", size=theme.SMALL
        )
        page.button(
            "pow",
            Rect(880, 674, 480, 76),
            self.t("guess.do_pow"),
            self._stick_up,
            "return",
            main=True,
            enabled=bool(self._aims),
        )

    def _victim(self, page: Page, side: Side, victim: str, rect: Rect) -> None:
        def aim() -> None:
            if self._aims.get(side) == victim:
                del self._aims[side]
            else:
                self._aims[side] = victim

        page.button(f"aim-{side}-{victim}", rect, victim, aim, on=self._aims.get(side) == victim)

    def _no_stick_up(self) -> None:
        self._robber = None

    def _stick_up(self) -> None:
        robber, self._robber = self._robber, None
        assert robber is not None
        self._take(self.play(StickUp(at=self.now(), player=robber, aims=dict(self._aims))))

    def _close(self) -> None:
        self._take(self.play(Close(at=self.now())))

    def _go_on(self) -> None:
        from ui.window.screens.settle import Settle

        self.on(Settle(self.app, self.match))
