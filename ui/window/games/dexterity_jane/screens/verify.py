"""Verify: a show from the revealed cards to who takes what. It plays by itself and stops at a press; backwards too."""

from __future__ import annotations

import math

from gesture.games.judge import Happening
from rules.dexterity_jane.cards import Group
from rules.dexterity_jane.events import Budge, Order
from rules.dexterity_jane.rulings import GuessVerified, Reward, StickUpVerified, TileGoes
from rules.game import Refused
from rules.hands import Side
from ui.art.card import ASPECT
from ui.art.pen import Pen
from ui.art.tokens import draw_coin, draw_cross, draw_pistol, draw_tick, draw_tile
from ui.sound.synth import Cue
from ui.window import theme
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.games.dexterity_jane.callouts import verdict_of
from ui.window.games.dexterity_jane.destinations import SettleLocks, place_of
from ui.window.games.dexterity_jane.jane_screen import JaneScreen
from ui.window.games.dexterity_jane.match import Match
from ui.window.games.dexterity_jane.order_keys import OrderKeys
from ui.window.games.dexterity_jane.seat_card import hat, shown_points
from ui.window.games.dexterity_jane.verify_show import VerifyShow
from ui.window.games.dexterity_jane.walk import Shows, Step, side_by_side, steps_of
from ui.window.keeping import Pace
from ui.window.motion import out, steps
from ui.window.page import Page
from ui.window.parts.live_view import draw_photo
from ui.window.parts.palm_next import PalmNext
from ui.window.parts.picture import Picture

GROUPS = {Side.LEFT: Rect(40, 100, 752, 316), Side.RIGHT: Rect(808, 100, 752, 316)}
STAGE = Rect(40, 508, 1520, 278)
FLIGHT_S = 1.1
CUES = {Shows.PAIRS: Cue.CANCEL, Shows.OPENED: Cue.CANCEL}


class VerifyScreen(JaneScreen):
    """The cards above, what this step is about below."""

    def __init__(self, app: App, match: Match) -> None:
        super().__init__(app, match)
        self.steps: tuple[Step, ...] = ()
        self.at = 0
        self._show = VerifyShow(app.choices.verify_pace, app.now_s, playing=app.choices.verify_pace is not Pace.BY_HAND)
        self._told_s = app.now_s
        """When the verdict of this step fell."""
        self._choosing = False
        self._order: OrderKeys | None = None
        """Asks for the order of locks and stick-ups, where the table says that it was another."""
        self._picture = Picture()
        self._palm = PalmNext(app, match)
        self._begin()

    def _begin(self) -> None:
        """Begin the walk, from its first step."""
        self.at = 0
        self._show.begin(self.app.now_s)
        try:
            self.steps = steps_of(self.match.begin_verify(self.now()), self.t)
        except Refused as why:
            self.refuse(why)

    def update(self, now_s: float) -> None:
        """Take what still happens, such as a budge, into the walk."""
        super().update(now_s)
        if self.steps and self.match.walk_again() and self.match.walk is not None:
            self.steps = steps_of(self.match.walk, self.app.texts)
            self.at = min(self.at, len(self.steps) - 1)
        free = not (self.asks or self._choosing or self._order)
        self._palm.update(free, self.at == len(self.steps) - 1, self._next)
        if free and self.steps:
            self._play_on()

    def _play_on(self) -> None:
        """Drums, verdicts, and the next step by itself."""
        show, clock = self._show, self.app.clock
        if show.rolls(clock, self.step):
            show.rolled = True
            self.app.play(Cue.ROLL)
        if show.falls(clock, self.step):
            show.told, self._told_s = True, self.app.now_s
            ruling = self.step.guess or self.step.stick_up or self.step.tile
            if ruling is not None:
                self.call(verdict_of(ruling))
        elif show.over(clock, self.step):
            self._go(self.at + 1)

    def leave(self) -> None:
        """Look for no palm any more."""
        self._palm.stop()
        super().leave()

    def heard(self, happening: Happening) -> None:
        """Whoever moves once that guess is verified is not named any more."""
        verified = {step.guess.player for step in self.steps[: self.at + 1] if step.guess is not None}
        if not isinstance(happening.event, Budge) or happening.event.player not in verified:
            super().heard(happening)

    @property
    def step(self) -> Step:
        """The step that is shown."""
        return self.steps[self.at]

    def draw(self, page: Page) -> None:
        """This step."""
        walk = self.match.walk
        assert walk is not None
        self.title(page, self.t("verify.title", round=walk.round))
        for group in walk.groups:
            self._group(page, group)
        says = Rect(40, 424, 1520, 78)
        page.text(self._says, says, theme.TEXT, theme.GOLD, wrap=True)
        self._stage(page)
        calm = self.app.clock.calm
        row = Rect(40, 800, 1180, 60).columns(3 if calm else 4, 16)
        page.button(
            "before",
            row[0],
            self.t("verify.before"),
            self._before,
            "left",
            "backspace",
            size=theme.SMALL,
            enabled=self.at > 0,
            why_not=self.t("verify.at_first"),
        )
        if self.match.state.guesses:
            page.button("dispute", row[1], self.t("verify.dispute"), self._dispute, "d", size=theme.SMALL)
        if not calm and self.at < len(self.steps) - 1:
            plays = self.t("verify.stop" if self._show.playing else "verify.play")
            page.button("play", row[2], plays, self._turn, "p", on=self._show.playing, size=theme.SMALL)
        last = self.at == len(self.steps) - 1
        words = self.t("verify.end" if last else "verify.next")
        page.button("next", row[-1], words, self._next, "right", "space", "return", main=True, size=theme.SMALL)
        page.text(f"{self.at + 1} / {len(self.steps)}", Rect(1236, 800, 60, 40), theme.SMALL, theme.FAINT)
        if self._palm.looks:
            page.text(self.t("verify.palm"), Rect(1300, 796, 260, 42), theme.SMALL, theme.FAINT, wrap=True)
        self._palm.draw(page, words)
        if self._order is not None:
            self._draw_order(page, self._order)
        elif self._choosing:
            self._draw_whose(page)
        self.last(page)

    @property
    def _says(self) -> str:
        """The sentence of this step; of a guess or a stick-up none before its verdict."""
        told = self._show.told or (self.step.guess is None and self.step.stick_up is None)
        return self.step.says if told else self.t("verify.suspense")

    def _group(self, page: Page, group: Group) -> None:
        rect = GROUPS[group.hand]
        asked = self.step.hand is group.hand
        page.frame(rect, theme.GOLD if asked else theme.TABLE, theme.TABLE, 3)
        page.text(self.t(f"verify.group.{group.hand}"), Rect(rect.x, rect.y + 2, rect.w, 34), theme.SMALL, theme.QUIET)
        n = len(group.cards)
        if n == 0:
            page.text(self.t("verify.no_card"), rect.inset(40, 60), theme.TEXT, theme.FAINT)
            return
        inner = Rect(rect.x + 12, rect.y + 38, rect.w - 24, rect.h - 48)
        tall, rows = max((min(inner.h / r - 8, (inner.w / math.ceil(n / r) - 12) / ASPECT), r) for r in (1, 2))
        columns = math.ceil(n / rows)
        for i, number in enumerate(side_by_side(group)):
            row, column = divmod(i, columns)
            mine = min(columns, n - row * columns)
            x = inner.x + inner.w / 2 + (column - (mine - 1) / 2) * (tall * ASPECT + 12)
            y = inner.y + inner.h * (row + 0.5) / rows
            self._card(page, number, (x, y), tall)

    def _card(self, page: Page, number: int, center: tuple[float, float], tall: float) -> None:
        step = self.step
        if number in step.lit:
            w = tall * ASPECT
            page.box(Rect(center[0] - w / 2 - 5, center[1] - tall / 2 - 5, w + 10, tall + 10), theme.GOLD, 16)
        page.card(self.match.state.table.deck[number - 1], center, tall)
        if number in step.crossed and number in step.lit:  # why they go can still be seen on them
            page.token(("cross",), lambda pen: draw_cross(pen, theme.WRONG), center, round(tall * 0.5))
        elif number in step.crossed:
            page.token(("crossed",), _crossed, center, tall)

    def _stage(self, page: Page) -> None:
        step = self.step
        page.box(STAGE, theme.TABLE)
        if step.guess is not None:
            self._guess(page, step.guess)
        elif step.stick_up is not None:
            self._stick_up(page, step.stick_up)
        elif step.tile is not None:
            self._tile(page, step.tile)
        elif step.shows is Shows.REQUIRED:
            assert self.match.walk is not None
            for group, x in zip(self.match.walk.groups, (640.0, 960.0), strict=True):
                marks = dict.fromkeys(group.bent, theme.BENT)
                page.hand(group.hand, group.bent, (x, STAGE.center[1] - 8), 240, marks=marks)
        else:
            page.text(self.t("verify.watch"), STAGE.inset(60), theme.TEXT, theme.FAINT, wrap=True)

    def _guess(self, page: Page, guess: GuessVerified) -> None:
        assert self.match.walk is not None
        hat(page, guess.place, (130, STAGE.y + 90), 130)
        page.text(guess.player, Rect(56, STAGE.y + 158, 220, 90), theme.TEXT, wrap=True, top=True)
        photo = self.match.photos.get(guess.player)
        compared, told = self._show.compared(self.app.clock), self._show.told
        if photo is not None:
            wrong_digits = [
                (side, d)
                for by in (guess.missing, guess.extra)
                for side, digits in by.items()
                for d in digits
                if (side, d) in compared
            ]
            draw_photo(page, self._picture, Rect(290, STAGE.y + 12, 400, STAGE.h - 24), photo, wrong_digits)
        needed = {group.hand: group.bent for group in self.match.walk.groups}
        page.text(self.t("verify.locked"), Rect(700, STAGE.y + 8, 320, 30), theme.SMALL, theme.QUIET)
        page.text(self.t("verify.needed"), Rect(1030, STAGE.y + 8, 220, 30), theme.SMALL, theme.QUIET)
        for side, x, small in ((Side.LEFT, 770.0, 1085.0), (Side.RIGHT, 950.0, 1195.0)):
            locked = guess.left if side is Side.LEFT else guess.right
            wrong = (*guess.missing.get(side, ()), *guess.extra.get(side, ()))
            marks = {**dict.fromkeys(locked, theme.BENT), **dict.fromkeys(wrong, theme.WRONG_DIGIT)}
            marks = {digit: colour for digit, colour in marks.items() if (side, digit) in compared}
            page.hand(side, locked, (x, STAGE.y + 156), 220, marks=marks)
            page.hand(side, needed[side], (small, STAGE.y + 156), 130, marks=dict.fromkeys(needed[side], theme.BENT))
        if not told:
            page.text("?", Rect(1300, STAGE.y + 30, 200, 150), 150, theme.QUIET)
            return
        mark = (1400.0, STAGE.y + 106)
        if guess.right_guess:
            page.token(("tick",), lambda pen: draw_tick(pen, theme.RIGHT), mark, 130)
        else:
            page.token(("cross",), lambda pen: draw_cross(pen, theme.WRONG), mark, 130)
        words = self.t("verify.right" if guess.right_guess else "verify.wrong")
        page.text(
            words, Rect(1270, STAGE.y + 176, 180, 44), theme.HEADING, theme.RIGHT if guess.right_guess else theme.WRONG
        )
        reward = (1500.0, STAGE.y + 200)
        if guess.reward is Reward.TILE:
            page.token(("tile", self.match.state.round), lambda pen: draw_tile(pen, self.match.state.round), reward, 90)
        elif guess.reward is Reward.HAND_CARD:
            page.fame(guess.hand_card or 0, reward, 110)

    def _stick_up(self, page: Page, shot: StickUpVerified) -> None:
        y = STAGE.y + 120
        angle = 90.0
        page.token(
            ("pistol", shot.hand, 90), lambda pen: draw_pistol(pen.at((0, 0), 0.42, angle), shot.hand), (560, y), 230
        )
        page.text(shot.player, Rect(160, STAGE.y + 90, 260, 60), theme.HEADING)
        page.text(shot.victim, Rect(1180, STAGE.y + 90, 260, 60), theme.HEADING)
        if not self._show.told:
            page.text("?", Rect(720, STAGE.y + 10, 160, 140), 140, theme.QUIET)
            return
        mark = (800.0, STAGE.y + 80)
        if shot.success:
            page.token(("tick",), lambda pen: draw_tick(pen, theme.RIGHT), mark, 100)
        else:
            page.token(("cross",), lambda pen: draw_cross(pen, theme.WRONG), mark, 100)
        words = self.t("verify.success" if shot.success else "verify.backfire")
        page.text(words, Rect(680, STAGE.y + 140, 240, 44), theme.TEXT, theme.CREAM)
        if shot.moved:
            gone = self._flight()
            ends = {shot.player: 290.0, shot.victim: 1310.0}
            x = ends[shot.loser] + (ends[shot.winner] - ends[shot.loser]) * gone
            arc = STAGE.y + 200 - 40 * math.sin(math.pi * gone)
            page.token(("coin", None), lambda pen: draw_coin(pen, None), (x, arc), 80)

    def _tile(self, page: Page, tile: TileGoes) -> None:
        players = self.match.players
        seats = STAGE.inset(16, 14).columns(len(players), 8)
        low = {player: Rect(seat.x, STAGE.y + 180, seat.w, 86) for player, seat in zip(players, seats, strict=True)}
        for player, seat in low.items():
            page.frame(seat, theme.GOLD if player == tile.player else theme.RAISED, theme.RAISED, 3)
            page.text(player, Rect(seat.x + 6, seat.y + 4, seat.w - 12, 48), theme.SMALL, wrap=True)
            points = shown_points(self.match, player)
            said = self.t("verify.one_point" if points == 1 else "verify.points", points=points)
            page.text(said, Rect(seat.x + 6, seat.y + 54, seat.w - 12, 28), theme.SMALL, theme.QUIET)
        gone = self._flight()
        start = (STAGE.center[0], STAGE.y + 95)
        end = start
        if tile.player is not None:
            end = (low[tile.player].center[0], STAGE.y + 120)
        x = start[0] + (end[0] - start[0]) * gone
        y = start[1] + (end[1] - start[1]) * gone - 40 * math.sin(math.pi * gone)
        page.token(
            ("tile", tile.tile), lambda pen: draw_tile(pen, tile.tile), (x, y), 150 - 40 * gone if tile.player else 150
        )
        if tile.player is None:
            page.token(("crossed", "tile"), lambda pen: draw_cross(pen, theme.WRONG), start, 110)

    def _flight(self) -> float:
        """How far something has flown, from 0 to 1, quick at first. Its sizes are few, so that pictures can be kept."""
        return steps(self.app.clock.share(self._told_s, FLIGHT_S, out, 0.4))

    def _draw_whose(self, page: Page) -> None:
        """Whose lock is disputed."""
        page.veil()
        names = [lock.player for lock in self.match.state.guesses]
        spot = Rect(400, 110, 800, 150 + 62 * len(names) + 76)
        page.frame(spot, theme.GOLD, theme.TABLE, 4)
        page.text(self.t("verify.whose"), Rect(spot.x + 30, spot.y + 16, spot.w - 60, 100), theme.TEXT, wrap=True)
        for i, name in enumerate(names):
            self._disputed(page, name, Rect(spot.x + 100, spot.y + 124 + i * 62, spot.w - 200, 54), str(i + 1))
        low = Rect(spot.x + 40, spot.y + spot.h - 78, spot.w - 80, 54).columns(2, 16)
        page.button("nobody", low[0], self.t("verify.nobody"), self._no_dispute, "escape", size=theme.SMALL)
        if len(self.match.state.acted) > 1:
            page.button("order", low[1], self.t("verify.other_order"), self._ask_order, "o", size=theme.SMALL)

    def _draw_order(self, page: Page, order: OrderKeys) -> None:
        """Who really was first, and next."""
        page.veil()
        spot = Rect(400, 110, 800, 180 + 56 * len(order.players))
        page.frame(spot, theme.GOLD, theme.TABLE, 4)
        words = self.t("verify.order", place=order.place)
        page.text(words, Rect(spot.x + 30, spot.y + 12, spot.w - 60, 84), theme.TEXT, theme.GOLD, wrap=True)
        order.draw(page, spot.x + 100, spot.y + 100, spot.w - 200)
        low = Rect(spot.x + 100, spot.y + spot.h - 70, spot.w - 200, 54)
        page.button("as-seen", low, self.t("verify.as_seen"), self._no_order, "escape", size=theme.SMALL)

    def _ask_order(self) -> None:
        self._choosing, self._order = False, OrderKeys(self.match.state.acted, self._tell_order)

    def _no_order(self) -> None:
        self._order = None

    def _tell_order(self, order: tuple[str, ...]) -> None:
        self._order = None
        if self.play(Order(at=self.now(), players=order)):
            self._begin()

    def _disputed(self, page: Page, name: str, rect: Rect, key: str) -> None:
        def look() -> None:
            self.on(SettleLocks(self.match, disputed=name))

        page.button(f"dispute-{name}", rect, name, look, key)

    def _dispute(self) -> None:
        self._choosing = True

    def _no_dispute(self) -> None:
        self._choosing = False

    def _turn(self) -> None:
        """Let it play by itself, or stop it."""
        self._show.playing = not self._show.playing
        if self._show.pace is Pace.BY_HAND:
            self._show.pace = Pace.NORMAL

    def _before(self) -> None:
        self._show.playing = False
        self._go(max(0, self.at - 1))
        self._show.verdict_now(self.app.now_s, self.step)
        self._show.told, self._told_s = True, self.app.now_s

    def _next(self) -> None:
        """A press: the verdict at once, else the next step; from now on it waits for presses."""
        self._show.playing = False
        if not self._show.told and not self._show.falls(self.app.clock, self.step):
            self._show.verdict_now(self.app.now_s, self.step)
        elif self.at == len(self.steps) - 1:
            self._end()
        else:
            self._go(self.at + 1)

    def _go(self, at: int) -> None:
        self.at = at
        self._show.begin(self.app.now_s)
        self._told_s = self.app.now_s
        if self.step.guess is None and self.step.stick_up is None and self.step.tile is None:
            self.app.play(CUES.get(self.step.shows, Cue.STEP))
        self._play_on()

    def _end(self) -> None:
        self.match.end_verify(self.now())
        self.check_log()
        self.on(place_of(self.match))


def _crossed(pen: Pen) -> None:
    """A card of height 1 put out: darkened, with a cross over it."""
    pen.box((-ASPECT / 2, -0.5, ASPECT, 1), (*theme.TABLE[:3], 190), 0.075)
    draw_cross(pen.at((0, 0), 0.62), (*theme.WRONG[:3], 255))
