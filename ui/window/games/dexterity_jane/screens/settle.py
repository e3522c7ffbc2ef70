"""Before Verify: what hands show that could not be read, who of two at the same time was first, and disputes.

What a camera could not read is looked at again, then with the palms turned up, and only then asked of the table.
"""

from __future__ import annotations

from gesture.games.interpreter import Resort
from rules.dexterity_jane.events import Order, SettledBy
from rules.dexterity_jane.events import Settle as Settled
from rules.game import Note
from rules.hands import Digit, Side, in_order
from rules.words import listed
from ui.sound.synth import Cue
from ui.window import theme
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.games.dexterity_jane.destinations import VerifyWalk
from ui.window.games.dexterity_jane.digit_keys import draw_digit_keys
from ui.window.games.dexterity_jane.jane_screen import JaneScreen
from ui.window.games.dexterity_jane.match import Match
from ui.window.games.dexterity_jane.order_keys import OrderKeys
from ui.window.games.dexterity_jane.seat_card import hat
from ui.window.page import Page
from ui.window.parts.live_view import LiveView, draw_photo
from ui.window.parts.picture import Picture

PHOTO = Rect(40, 244, 600, 436)


class SettleScreen(JaneScreen):
    """One player after the other: which digits are bent. `disputed` asks about that player alone, though known."""

    def __init__(self, app: App, match: Match, disputed: str | None = None) -> None:
        super().__init__(app, match)
        self._disputed = disputed
        self._bent: set[tuple[Side, Digit]] = set()
        self._for: str | None = None
        self._order: OrderKeys | None = None
        """Asks for the order of players who tied."""
        self._palms_for: str | None = None
        """The disputed player whose palms were asked for."""
        self._palms_spoken: tuple[str, ...] = ()
        """Those who were asked aloud to turn their palms up, and have not done so yet."""
        self._live, self._picture = LiveView(), Picture()
        if disputed is not None:
            self.play(Note(at=self.now(), about="dispute", more={"player": disputed}))

    @property
    def player(self) -> str | None:
        """Whose hands are asked about now: first those that the table must tell, while others are still looked at."""
        if self._disputed is not None:
            return self._disputed
        unsure = [lock.player for lock in self.match.state.guesses if lock.unsure]
        return next((name for name in unsure if self.asked(name) is Resort.TABLE), next(iter(unsure), None))

    def asked(self, player: str) -> Resort:
        """What is being done about a player's lock."""
        watched = self.match.watched
        if watched is None or (watched.trouble is not None and watched.silenced == watched.trouble):
            return Resort.TABLE
        return self.match.session.doubts.asked.get(player, Resort.TABLE)

    @property
    def tie(self) -> tuple[str, ...]:
        """The players of whom the first is asked for, or none."""
        return next(self.match.state.open_ties(), ())

    def update(self, now_s: float) -> None:
        """Go on to Verify when nothing is left to ask."""
        super().update(now_s)
        if self._disputed is not None and self.match.state.lock_of(self._disputed) is None:
            self._disputed = self._palms_for = None  # it was taken back meanwhile
        self._speak_palms()
        if self._palms_for is not None and self.asked(self._palms_for) is not Resort.PALMS:
            self._palms_done(self._palms_for)
        if self.player is None and not self.tie and not self.asks:
            self.on(VerifyWalk(self.match))
            return
        if self.player is not None and self.player != self._for:
            self._for = self.player
            lock = self.match.state.lock_of(self.player)
            assert lock is not None
            self._bent = {(side, digit) for side in Side for digit in lock.bent(side)}

    def _speak_palms(self) -> None:
        """Ask for palms aloud, too: whoever is to turn them up looks at the hands and not at the screen."""
        palms = tuple(n for n in self.match.session.doubts.asked if self.asked(n) is Resort.PALMS)
        if set(palms) - set(self._palms_spoken):
            self.app.speak("settle.palms", players=palms)
        self._palms_spoken = palms

    def draw(self, page: Page) -> None:
        """The hands of one player, to be set as they lie; or the tied players."""
        player = self.player
        self.title(page, self.t("settle.title", round=self.match.state.round))
        if player is None:
            if self.tie:  # else nothing is left to ask, and the next frame goes on
                self._draw_tie(page)
        elif self.asked(player) is Resort.TABLE:
            self._draw_hands(page, player)
        else:
            self._draw_looking(page, player, self.asked(player))
        self.last(page)

    def _draw_hands(self, page: Page, player: str) -> None:
        place = [lock.player for lock in self.match.state.locks].index(player) + 1
        hat(page, place, (130, 170), 130)
        asked = "settle.dispute" if self._disputed else "settle.ask"
        page.text(self.t(asked, player=player), Rect(220, 104, 1340, 64), theme.HEADING, align="left")
        page.text(self.t("settle.how"), Rect(220, 170, 1340, 64), theme.SMALL, theme.QUIET, "left", wrap=True)
        photo = self.match.photos.get(player)
        if photo is not None:
            draw_photo(page, self._picture, PHOTO, photo)
        for side, x in ((Side.LEFT, 530.0), (Side.RIGHT, 1070.0)):
            x = x if photo is None else 850.0 if side is Side.LEFT else 1310.0
            bent = [digit for s, digit in self._bent if s is side]
            marks = dict.fromkeys(bent, theme.BENT)
            page.hand(side, bent, (x, 444), 400, marks=marks)
            page.text(self.t(f"settle.{side}"), Rect(x - 160, 648, 320, 36), theme.SMALL, theme.QUIET)
        draw_digit_keys(page, self.t, Rect(40, 692, 1520, 64), self._bent, self._turn)
        right = Rect(1080, 768, 480, 66)
        page.button("right", right, self.t("settle.done"), self._settle, "return", "space", main=True)
        watched = self.match.watched
        if watched is not None and watched.trouble is None and not watched.opening:
            spot = Rect(40, 768, 500, 66)
            page.button("palms", spot, self.t("settle.palms_again"), self._ask_palms, "p", size=theme.SMALL)
        if self._disputed:
            page.button("keep", Rect(560, 768, 500, 66), self.t("settle.keep"), self._keep, "k", size=theme.SMALL)

    def _turn(self, side: Side, digit: Digit) -> None:
        self._bent ^= {(side, digit)}

    def _draw_looking(self, page: Page, player: str, asked: Resort) -> None:
        """The live picture, while hands are looked at again or palms are turned up."""
        watched = self.match.watched
        assert watched is not None
        named = [name for name, doing in self.match.session.doubts.asked.items() if doing is asked] or [player]
        key = "settle.palms" if asked is Resort.PALMS else "settle.looking"
        page.text(self.t(key, players=listed(named)), Rect(40, 104, 1520, 70), theme.HEADING, theme.GOLD, wrap=True)
        how = "settle.how_looking"
        if asked is Resort.PALMS:
            how = "settle.how_palms_held_up" if watched.held_up else "settle.how_palms"
        page.text(self.t(how), Rect(40, 176, 1520, 50), theme.SMALL, theme.QUIET, wrap=True)
        photo = self.match.photos.get(player)
        if photo is not None:
            draw_photo(page, self._picture, Rect(40, 240, 500, 500), photo)
        self._live.draw(page, Rect(560, 240, 1000, 500), watched, self.t, named)
        spot = Rect(1080, 768, 480, 66)
        page.button("say", spot, self.t("settle.say_it"), self._say_it, "return", "space", size=theme.SMALL)

    def _draw_tie(self, page: Page) -> None:
        if self._order is None or self._order.players != self.tie:
            self._order = OrderKeys(self.tie, self._tell_order)
        words = self.t("settle.tie", place=self._order.place)
        page.text(words, Rect(200, 130, 1200, 130), theme.HEADING, wrap=True)
        self._order.draw(page, 500, 290, 600)
        page.button("lot", Rect(500, 800, 600, 60), self.t("settle.lot"), self._draw_lots, "l", size=theme.SMALL)

    def _tell_order(self, order: tuple[str, ...]) -> None:
        self.play(Order(at=self.now(), players=order))

    def _draw_lots(self) -> None:
        self._order = None
        self.match.draw_lots(self.now())
        self.check_log()

    def _ask_palms(self) -> None:
        player, watched = self.player, self.match.watched
        lock = self.match.state.lock_of(player) if player is not None else None
        if lock is not None and watched is not None:
            self._palms_for = lock.player if self._disputed else None
            self.match.session.doubts.ask_palms(lock.player, self.now())

    def _palms_done(self, player: str) -> None:
        """The palms of a disputed player were read, which settled it, or could not be."""
        self._palms_for, self._for = None, None
        lock = self.match.state.lock_of(player)
        if lock is not None and lock.settled is SettledBy.PALMS:
            self.app.play(Cue.STEP)
            self._disputed = None
        else:
            self.app.tell(self.t("settle.palms_unread", player=player))

    def _say_it(self) -> None:
        player, watched = self.player, self.match.watched
        if player is not None and watched is not None:
            self._palms_for = None
            self.match.session.doubts.ask_table(player)

    def _settle(self) -> None:
        player = self.player
        if player is None:
            return
        left, right = (tuple(in_order(d for s, d in self._bent if s is side)) for side in Side)
        self.play(Settled(at=self.now(), player=player, left=left, right=right, by=SettledBy.TABLE))
        self.app.play(Cue.STEP)
        self._disputed, self._for = None, None

    def _keep(self) -> None:
        self.play(Note(at=self.now(), about="dispute: the lock stays as it was read", more={"player": self._disputed}))
        self._disputed, self._for = None, None
