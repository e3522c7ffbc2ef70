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
from ui.art.tokens import draw_sheriff, draw_tile
from ui.window import theme
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.games.dexterity_jane.callouts import callout_of
from ui.window.games.dexterity_jane.destinations import SettleLocks
from ui.window.games.dexterity_jane.guess_seats import LOW, GuessSeats, places
from ui.window.games.dexterity_jane.jane_screen import JaneScreen
from ui.window.games.dexterity_jane.match import Match
from ui.window.games.dexterity_jane.screens.printed_cards import PrintedCards
from ui.window.games.dexterity_jane.screens.stick_up_question import DoubtQuestion, StickUpQuestion, pistols_in_doubt
from ui.window.page import Page
from ui.window.parts.callouts import SHOWN_S
from ui.window.parts.dealing import draw_dealt
from ui.window.parts.live_view import LiveView
from ui.window.parts.question import ask
from ui.window.theme import Role
from ui.window.who import faces_of

FIELD = Rect(40, 96, 1520, 446)
WATCHED_FIELD = Rect(40, 96, 1216, 446)
HALF_FIELD = Rect(40, 96, 760, 446)
LIVE = Rect(1272, 96, 288, 216)
LARGE_LIVE = Rect(816, 96, 744, 446)
TOLD = Rect(1272, 322, 288, 220)
CALLOUT = Rect(160, 546, 1280, 98)
"""Between cards and seats: who has yet to lock must go on seeing every card."""
PROMPT = Rect(40, 550, 1520, 92)
DOUBT = Rect(40, 548, 1520, 96)
LONGEST_ROBBED = 28
"""Names of the robbed of more letters do not stand in a seat."""
ROW = Rect(40, 844, 1240, 48)
ALL_UNSURE = {side: tuple(Digit) for side in Side}


class GuessScreen(JaneScreen):
    """The revealed cards, and everybody's place at the table."""

    def __init__(self, app: App, match: Match) -> None:
        super().__init__(app, match)
        self._field = FIELD if match.watched is None else WATCHED_FIELD
        self._lay_out()
        self._seats = GuessSeats(match, app.now_s)
        self._faces = faces_of(match.players, app.choices.faces)
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
        self._seats.update(now_s)
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
            large = self._field is HALF_FIELD
            self._live.draw(page, LARGE_LIVE if large else LIVE, self.match.watched, self.t)
            for words, room in zip(reversed(self.told), () if large else TOLD.rows(2, 6), strict=False):
                page.text(words, room, theme.SMALL, theme.QUIET, "left", wrap=True)
        players = self.match.players
        for i, (player, rect) in enumerate(zip(players, places(len(players)), strict=True)):
            self._seat(page, player, rect, str(i + 1))
        self._draw_row(page)
        doubt = pistols_in_doubt(self.match)
        if doubt is not None:
            DoubtQuestion(self.app, self.match, doubt).draw(page, DOUBT)
        elif not self.asks and self._stick_up is None and not self.callouts.draw(page, CALLOUT, self.app.now_s):
            page.write(self._prompt(), PROMPT, Role.PROMPT, theme.CREAM, wrap=True)
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
        rooms = ROW.columns(3, 16)
        if self.match.phase is Phase.GUESS:
            page.button("close", rooms[2], self.t("guess.close"), self._ask_to_close, "c", size=theme.SMALL)
        elif self._printed is None:
            words, size = self.t("guess.go_on"), theme.SMALL
            page.button("verify", rooms[2], words, self._go_on, "return", "space", main=True, size=size)
        if self.match.watched is not None and self._printed is None:
            large = self._field is HALF_FIELD
            words = self.t("guess.small_picture" if large else "guess.large_picture")
            page.button("picture", rooms[0], words, self._other_size, "v", on=large, size=theme.SMALL)

    def _prompt(self) -> str:
        """The one instruction of the moment."""
        state, watched = self.match.state, self.match.watched
        if self._printed is not None:
            return self.t("printed.how")
        if state.phase is not Phase.GUESS:
            return self.t("guess.all_done")
        unseen = self._seats.unseen(self.app.now_s)
        if unseen is not None:
            return self.t("guess.unseen", player=unseen)
        if watched is not None and watched.trouble is None:
            return self.t("guess.how_held_up" if watched.held_up else "guess.how_watched")
        return self.t("guess.how_stick_up" if state.table.stick_up else "guess.how")

    def _other_size(self) -> None:
        """Make the camera's picture large, or small again; the cards lie beside it."""
        self._field = WATCHED_FIELD if self._field is HALF_FIELD else HALF_FIELD
        dealt_s = self._dealt_s
        self._lay_out()
        self._dealt_s = dealt_s

    def _seat(self, page: Page, player: str, rect: Rect, key: str) -> None:
        state = self.match.state
        shot = state.stick_up_of(player)
        waiting = self.match.watched is not None and player in self.match.watched.waiting
        open_ = state.phase is Phase.GUESS and state.lock_of(player) is None and shot is None
        room = self._seats.draw(page, player, rect, self._faces[player], open_, waiting)
        low = room.h < LOW
        robs = open_ and not waiting and state.table.stick_up and "stick-up" in self.match.legal()[player].may
        below = Rect(room.x, room.y + room.h - (38 if low else 54), room.w, 38 if low else 54)
        name = Rect(room.x, room.y, room.w, room.h - below.h - 2)
        words = ""
        if waiting:
            words = self.t("guess.waiting")
        elif not open_:
            words = self._doing(player, low)
        elif self.match.watched is not None and self.match.watched.trouble is None:
            words = self.t(self._seats.looks_like(player))
        if words and not low and robs:
            said = Rect(room.x, below.y - 48, room.w, 44)
            name = Rect(name.x, name.y, name.w, name.h - 48)
        else:
            said = below
        page.text(player, name, Role.NAME.size, theme.CREAM, "left", wrap=True)
        cap = Rect(rect.x + 6, rect.y + 6, 34, 32)
        page.box(cap, theme.INK, 8)
        page.write(key, cap.inset(2, 1), Role.HINT, theme.GOLD if open_ else theme.FAINT)
        if words and not (low and robs):
            ink = theme.GOLD if not open_ else theme.QUIET
            page.text(words, said, Role.BODY.size, ink, "left", wrap=True)
        if open_ and not waiting:
            self._seat_controls(page, player, rect, key, below if robs else None)
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
            page.frame(Rect(rect.x + 22, rect.y, rect.w - 44, 6), theme.GOLD, theme.GOLD, 0, 3)
        if below is not None:
            spot = Rect(below.x, below.y, min(260.0, below.w), below.h)
            page.frame(spot, theme.LINE, theme.RAISED, 2)
            page.button(f"rob-{player}", spot.inset(2), self.t("guess.pow"), rob, f"shift {key}", size=theme.SMALL,
                        tight=True)  # fmt: skip

    def _victims(self, player: str) -> list[str]:
        return list(dict.fromkeys(shot.victim for shot in self.match.state.stick_ups if shot.player == player))

    def _doing(self, player: str, short: bool) -> str:
        """What a player who has acted did; `short` names the robbed by their numbers, as two of long names are."""
        state = self.match.state
        short = short or len(listed(self._victims(player))) > LONGEST_ROBBED
        if state.stick_up_of(player) is not None and short:
            seats = sorted(str(self.match.players.index(victim) + 1) for victim in self._victims(player))
            return self.t("guess.at", victim=listed(seats))
        if state.stick_up_of(player) is not None:
            return self.t("guess.robs", victim=listed(self._victims(player)))
        if state.lock_of(player) is not None:
            place = [other.player for other in state.locks].index(player) + 1
            return self.t(f"guess.place.{place}")
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
