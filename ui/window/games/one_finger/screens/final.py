"""The end: who has the most cards, and how often callers defeated themselves, beside the rulebook's 11.73 %."""

from __future__ import annotations

from rules.one_finger import GAME
from rules.one_finger.rounds import game_over
from ui.art.faces import Mood
from ui.art.tokens import draw_cup
from ui.sound.synth import Cue
from ui.window import theme
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.destinations import NewGame
from ui.window.game_screen import GameScreen
from ui.window.games.one_finger.destinations import PracticeFingers
from ui.window.games.one_finger.finger_game import FingerGame
from ui.window.games.one_finger.table_view import number_side
from ui.window.motion import over
from ui.window.page import Page
from ui.window.theme import Role
from ui.window.who import faces_of

ROW_S, EACH_S = 0.5, 0.15


class FingersEndScreen(GameScreen):
    """The winners, the piles in their order, and the statistic."""

    def __init__(self, app: App, game: FingerGame, practised: bool = False) -> None:
        super().__init__(app, game)
        self._practised = practised
        self.game = game
        game.stop_watching()
        self._over = game_over(game.state)
        self._faces = faces_of(tuple(game.state.everybody), {**app.choices.faces, **game.faces})
        self._cards = GAME.standings(game.state).cards
        self._since_s = app.now_s
        app.play(Cue.APPLAUSE)
        key = "voice.fingers_winner" if len(self._over.winners) == 1 else "voice.fingers_winners"
        app.speak(key, players=self._over.winners)

    def draw(self, page: Page) -> None:
        """Cup and winners on the left, everybody on the right, the statistic below."""
        self.title(page, self.t("fingers_end.title"))
        page.token(("cup",), draw_cup, (330, 220), 200)
        names = "\n".join(self._over.winners)
        page.write(names, Rect(50, 330, 560, 150), Role.VERDICT, theme.GOLD, wrap=True)
        key = "fingers_end.wins" if len(self._over.winners) == 1 else "fingers_end.share"
        page.write(self.t(key, n=self._over.cards), Rect(50, 484, 560, 60), Role.BODY, theme.CREAM, wrap=True)
        self._draw_statistic(page, Rect(50, 556, 560, 180))
        room = Rect(50, 752, 560, 88)
        words = self.t("fingers_end.again")
        page.button("again", room, words, self._again, "return", "space", main=True, size=Role.CHOICE.size)
        self._draw_piles(page, Rect(650, 104, 910, 736))
        self.last(page)

    def _draw_statistic(self, page: Page, room: Rect) -> None:
        page.box(room, theme.FELT, 20)
        inner = room.inset(20, 8)
        halves = Rect(inner.x, inner.y, inner.w, 74).columns(2, 12)
        own, theirs = 100 * self._over.self_defeating, self._over.rulebook_percent
        page.write(f"{own:.2f} %", halves[0], Role.SCORE, theme.GOLD, size=64)
        page.write(f"{theirs:.2f} %", halves[1], Role.SCORE, theme.CREAM, size=64)
        below = Rect(inner.x, inner.y + 76, inner.w, inner.h - 76)
        page.write(self.t("fingers_end.statistic"), below, Role.BODY, theme.QUIET, wrap=True)

    def _draw_piles(self, page: Page, field: Rect) -> None:
        order = sorted(self._cards, key=lambda player: -self._cards[player])
        gap = 10.0
        height = min(124.0, (field.h - gap * (len(order) - 1)) / len(order))
        most = max(1, *self._cards.values())
        for i, player in enumerate(order):
            row = Rect(field.x, field.y + i * (height + gap), field.w, height)
            winner = player in self._over.winners
            page.box(row, theme.RAISED if winner else theme.FELT, 18)
            mood = Mood.CHEERS if winner else Mood.GLAD
            page.face(self._faces[player], (row.x + 50, row.center[1]), min(84.0, height - 8), mood)
            name = Rect(row.x + 104, row.y + 4, 330, row.h - 8)
            page.write(player, name, Role.CHOICE, theme.CREAM, "left", wrap=True)
            grown = page.clock.one_by_one(self._since_s, i, EACH_S, ROW_S, over)
            self._pile(page, player, Rect(row.x + 444, row.y, 356, row.h), self._cards[player] / most * min(1.0, grown))
            count = Rect(row.x + row.w - 100, row.y, 90, row.h)
            page.write(str(self._cards[player]), count, Role.SCORE, theme.GOLD)

    def _pile(self, page: Page, player: str, room: Rect, share: float) -> None:
        """A player's cards in a row, as far as they fit."""
        pile = self.game.state.everybody[player]
        side = min(room.h - 12, 84.0)
        shown = pile[-12:]
        step = min(side * 0.9, (room.w - side) / max(1, len(shown) - 1))
        for k, card in enumerate(shown):
            if k <= share * len(shown):
                number_side(page, card.number, (room.x + side / 2 + k * step, room.center[1]), round(side))

    def _again(self) -> None:
        self.away(PracticeFingers() if self._practised else NewGame(self.game.game))
