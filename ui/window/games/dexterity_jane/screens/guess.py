"""Guess: the cards lie open, and players lock. The camera sees who did; whoever sits at the keyboard may say so too."""

from __future__ import annotations

from collections.abc import Mapping

from gesture.games.dexterity_jane.questions import PistolQuestion
from gesture.games.judge import Happening
from rules.dexterity_jane.events import Close, Lock, StickUp
from rules.dexterity_jane.state import Phase
from rules.game import Event
from rules.hands import Digit, Side
from rules.words import listed
from ui.art.scatter import scatter
from ui.art.tokens import draw_pistol, draw_sheriff, draw_tile
from ui.window import theme
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.game_screen import TOLD_LINES
from ui.window.games.dexterity_jane.callouts import callout_of
from ui.window.games.dexterity_jane.destinations import SettleLocks
from ui.window.games.dexterity_jane.jane_screen import JaneScreen
from ui.window.games.dexterity_jane.match import Match
from ui.window.games.dexterity_jane.screens.printed_cards import PrintedCards
from ui.window.games.dexterity_jane.screens.stick_up_question import DoubtQuestion, StickUpQuestion, pistols_in_doubt
from ui.window.games.dexterity_jane.seat_card import hat
from ui.window.page import Page
from ui.window.parts.callouts import SHOWN_S
from ui.window.parts.dealing import draw_dealt
from ui.window.parts.live_view import LiveView
from ui.window.parts.question import ask

FIELD = Rect(40, 100, 1520, 500)
WATCHED_FIELD = Rect(40, 100, 1216, 500)
LIVE = Rect(1272, 100, 288, 216)
TOLD = Rect(1272, 326, 288, 274)
CALLOUT = Rect(240, 608, 1120, 88)
"""Between cards and seats: who has yet to lock must go on seeing every card."""
DOUBT = Rect(40, 604, 1520, 94)
SEATS = Rect(40, 704, 1520, 132)
NARROW = 320.0
"""In places narrower than this a name stands below its hat."""
ALL_UNSURE = {side: tuple(Digit) for side in Side}


class GuessScreen(JaneScreen):
    """The revealed cards, and everybody's place at the table."""

    def __init__(self, app: App, match: Match) -> None:
        super().__init__(app, match)
        self._field = FIELD if match.watched is None else WATCHED_FIELD
        self._lay_out()
        self._printed = PrintedCards(app, match) if match.untold else None
        self._stick_up: StickUpQuestion | None = None
        self._closing = False
        """Whether the table is asked if Guess is to end."""
        self._live = LiveView()
        self._asked: PistolQuestion | None = None
        """The newest question about hands in doubt, once it was spoken."""
        self._went_on_s: float | None = None

    def _lay_out(self) -> None:
        cards = self.match.state.cards
        self._tall, self._lying = scatter(len(cards), self._field.w, self._field.h, self.match.scatter())
        self._dealt_s = self.app.now_s

    def update(self, now_s: float) -> None:
        """Take what was seen; go on shortly after Guess has closed."""
        super().update(now_s)
        doubt = pistols_in_doubt(self.match)
        if doubt is not None and doubt is not self._asked:
            self.app.speak("guess.doubt" if doubt.about_shape else "guess.doubt_aim", player=doubt.player)
        self._asked = doubt
        if self._printed is not None and not self.match.untold:
            self._printed = None
            self._lay_out()
        if self.match.phase is Phase.GUESS:
            self._went_on_s = None
        if self.match.phase is Phase.VERIFY and not self.asks and self._printed is None:
            if self._went_on_s is None:
                self._went_on_s = now_s + SHOWN_S + 0.5
            elif now_s >= self._went_on_s:
                self._go_on()

    def heard(self, happening: Happening) -> None:
        """Call out what has happened."""
        super().heard(happening)
        for ruling in happening.rulings:
            callout = callout_of(ruling, self.t)
            if callout is not None:
                self.call(callout)

    def draw(self, page: Page) -> None:
        """Cards, seats, callouts."""
        state = self.match.state
        self.title(page, self.t("guess.title", round=state.round))
        page.token(("tile", state.round), lambda pen: draw_tile(pen, state.round), (1280, 52), 68)
        if state.sheriff is not None:
            page.token(("sheriff", state.sheriff), lambda pen: draw_sheriff(pen, state.sheriff), (1200, 52), 68)
        if self._printed is not None:
            self._printed.draw(page, self._field)
        else:
            cards = [state.table.deck[number - 1] for number in state.cards]
            x, y = self._field.x, self._field.y
            lying = [((x + one.center[0], y + one.center[1]), one.angle_deg) for one in self._lying]
            draw_dealt(page, cards, lying, self._tall, self._dealt_s)
        if self.match.watched is not None:
            self._live.draw(page, LIVE, self.match.watched, self.t)
            for words, room in zip(reversed(self.told), TOLD.rows(TOLD_LINES, 6), strict=False):
                page.text(words, room, theme.SMALL, theme.QUIET, "left", wrap=True)
        players = self.match.players
        for i, (player, rect) in enumerate(zip(players, SEATS.columns(len(players), 10), strict=True)):
            self._seat(page, player, rect, str(i + 1))
        self._draw_row(page)
        doubt = pistols_in_doubt(self.match)
        if doubt is not None:
            DoubtQuestion(self.app, self.match, doubt).draw(page, DOUBT)
        elif not self.asks and self._stick_up is None:
            self.callouts.draw(page, CALLOUT, self.app.now_s)
        if self._stick_up is not None:
            self._stick_up.draw(page)
        elif self._closing and state.phase is Phase.GUESS and not self.asks:
            ask(
                page,
                self.t("guess.close_question"),
                [
                    ("keep", self.t("guess.keep_guessing"), self._keep_guessing, "return"),
                    ("end", self.t("guess.close"), self._close, "c"),
                ],
            )
        self.last(page)

    def _draw_row(self, page: Page) -> None:
        state = self.match.state
        spot = Rect(1020, 846, 250, 44)
        if state.phase is Phase.GUESS:
            page.button("close", spot, self.t("guess.close"), self._ask_to_close, "c", size=theme.SMALL)
        elif self._printed is None:
            words, size = self.t("guess.go_on"), theme.SMALL
            page.button("verify", spot, words, self._go_on, "return", "space", main=True, size=size)
        watched = self.match.watched
        if self._printed is not None:
            hint = "printed.how"
        elif watched is not None and watched.trouble is None:
            hint = "guess.how_held_up" if watched.held_up else "guess.how_watched"
        else:
            hint = "guess.how_stick_up" if state.table.stick_up else "guess.how"
        page.text(self.t(hint), Rect(40, 846, 970, 44), theme.SMALL, theme.QUIET, "left")

    def _seat(self, page: Page, player: str, rect: Rect, key: str) -> None:
        state = self.match.state
        lock = state.lock_of(player)
        shot = state.stick_up_of(player)
        waiting = self.match.watched is not None and player in self.match.watched.waiting
        open_ = state.phase is Phase.GUESS and lock is None and shot is None
        narrow = rect.w < NARROW
        fill = theme.RAISED if open_ else theme.TABLE
        page.frame(rect, theme.GOLD if waiting else fill, fill, 4 if waiting else 0)
        robs = narrow and (shot is not None or (open_ and state.table.stick_up))
        spot = (rect.x + (54 if robs else rect.w / 2 if narrow else 62), rect.y + (42 if narrow else rect.h / 2))
        if lock is not None:
            place = [other.player for other in state.locks].index(player) + 1
            hat(page, place, spot, 84)
        elif shot is not None:
            page.token(("pistol", shot.hand), lambda pen: draw_pistol(pen.at((0, 0), 0.36), shot.hand), spot, 96)
        else:
            hat(page, len(state.done) + 1 if open_ else len(self.match.players), spot, 80, lit=False)
        if narrow:
            name, below = Rect(rect.x + 4, rect.y + 80, rect.w - 8, 50), None
        else:
            name = Rect(rect.x + 122, rect.y + 16, rect.w - 134, 50)
            below = Rect(rect.x + 122, rect.y + 70, rect.w - 134, 46)
        page.text(player, name, theme.TEXT, theme.CREAM, "center" if narrow else "left", wrap=narrow)
        cap = Rect(rect.x + 8, rect.y + 8, 36, 34)
        page.box(cap, theme.NIGHT, 7)
        page.text(key, cap, theme.SMALL, theme.GOLD if open_ else theme.FAINT)
        if below is not None and (waiting or not open_):
            words = self.t("guess.waiting") if waiting else self._doing(player)
            page.text(words, below, theme.SMALL, theme.QUIET, "left", wrap=True)
        elif shot is not None:  # there is room for the numbers of the robbed alone
            seats = sorted(str(self.match.players.index(victim) + 1) for victim in self._victims(player))
            room = Rect(rect.x + 106, rect.y + 8, rect.w - 110, 70)
            page.text(self.t("guess.at", victim=listed(seats)), room, theme.SMALL, theme.QUIET, wrap=True)
        if open_ and not waiting:
            self._seat_controls(page, player, rect, key, below)
        else:
            page.press_area(f"lock-{player}", rect, self._nothing, key, why_not=self._why_no_lock(player))

    def _nothing(self) -> None:
        """What a number does for whoever cannot lock: it only says why."""

    def _why_no_lock(self, player: str) -> str:
        """Why a player's number does nothing just now."""
        state = self.match.state
        if state.stick_up_of(player) is not None:
            return self.t("guess.has_drawn", player=player)
        if state.lock_of(player) is not None:
            return self.t("guess.has_locked", player=player)
        return self.t("guess.waits" if state.phase is Phase.GUESS else "guess.is_closed", player=player)

    def _seat_controls(self, page: Page, player: str, rect: Rect, key: str, below: Rect | None) -> None:
        def lock() -> None:
            self._do(player, Lock(at=self.now(), player=player, left=(), right=(), unsure=ALL_UNSURE))

        def rob() -> None:
            self._ask_stick_up(player)

        hover, focused = page.press_area(f"lock-{player}", rect, lock, key)
        if hover or focused:
            page.frame(Rect(rect.x, rect.y, rect.w, 6), theme.GOLD, theme.GOLD, 0, 3)
        if self.match.state.table.stick_up and "stick-up" in self.match.legal()[player].may:
            wide = min(160.0, rect.w - 90)
            small = Rect(rect.x + rect.w - wide - 4, rect.y + 6, wide, 44)
            spot = small if below is None else Rect(below.x, below.y, min(220, below.w), 46)
            page.frame(spot, theme.LINE, theme.RAISED, 2)
            size = theme.SMALL * 0.8 if wide < 100 else theme.SMALL
            page.button(f"rob-{player}", spot.inset(2), self.t("guess.pow"), rob, f"shift {key}", size=size, tight=True)

    def _victims(self, player: str) -> list[str]:
        return list(dict.fromkeys(shot.victim for shot in self.match.state.stick_ups if shot.player == player))

    def _doing(self, player: str) -> str:
        state = self.match.state
        if state.stick_up_of(player) is not None:
            return self.t("guess.robs", victim=listed(self._victims(player)))
        if state.lock_of(player) is not None:
            return self.t("guess.locked")
        return self.t("guess.last")

    def _do(self, player: str, event: Event) -> None:
        """Let what somebody pressed a key for happen: at once, or behind what the hands did before it."""
        if self.match.watched is not None:
            self.match.watched.act_later(player, event, lambda: self.match.may_act(player))
        else:
            self.play(event)

    def _ask_stick_up(self, player: str) -> None:
        def answer(aims: Mapping[Side, str] | None) -> None:
            self._stick_up = None
            if aims is not None:
                self._do(player, StickUp(at=self.now(), player=player, aims=aims))

        self._stick_up = StickUpQuestion(self.app, self.match, player, answer)

    def _ask_to_close(self) -> None:
        self._closing = True

    def _keep_guessing(self) -> None:
        self._closing = False

    def _close(self) -> None:
        self._closing = False

        def close(at_s: float) -> None:
            self.play(Close(at=at_s))

        if self.match.watched is not None:  # behind what the hands did before it
            self.match.session.later(self.now(), close)
        else:
            close(self.now())

    def _go_on(self) -> None:
        self.on(SettleLocks(self.match))
