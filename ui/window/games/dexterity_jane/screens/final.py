"""The end: who won, why, and what everybody has."""

from __future__ import annotations

import math

from rules.dexterity_jane import GAME as JANE
from rules.dexterity_jane.scoring import game_over
from ui.art.tokens import FELTS, draw_cup
from ui.sound.synth import Cue
from ui.window import theme
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.destinations import NewGame
from ui.window.games.dexterity_jane.jane_screen import JaneScreen
from ui.window.games.dexterity_jane.match import Match
from ui.window.games.dexterity_jane.seat_card import seat_card
from ui.window.page import Page

CONFETTI_S = 6.0


class FinalScreen(JaneScreen):
    """The winners under falling confetti, and the standings."""

    def __init__(self, app: App, match: Match) -> None:
        super().__init__(app, match)
        match.stop_watching()
        self._since_s = app.now_s
        self._over = game_over(match.state)
        self._standings = JANE.standings(match.state)
        app.play(Cue.APPLAUSE)
        winners = self._standings.winners
        if winners:
            app.speak("voice.winner" if len(winners) == 1 else "voice.winners", players=winners)

    def draw(self, page: Page) -> None:
        """The cup on the left, everybody on the right."""
        self.title(page, self.t("final.title"))
        page.token(("cup",), draw_cup, (330, 270), 280)
        names = "\n".join(self._standings.winners)
        page.text(names, Rect(60, 430, 540, 170), 72, theme.GOLD)
        page.text(JANE.say(self._over), Rect(60, 610, 540, 110), theme.TEXT, theme.CREAM, wrap=True)
        order = sorted(self._standings.players, key=lambda player: -self._standings.players[player].points)
        columns = 2 if len(order) > 5 else 1
        rows = -(-len(order) // columns)
        field = Rect(640, 110, 920, 700)
        height = min(126.0, (field.h - (rows - 1) * 12) / rows)
        width = (field.w - (columns - 1) * 16) / columns
        for i, player in enumerate(order):
            row, column = i % rows, i // rows
            rect = Rect(field.x + column * (width + 16), field.y + row * (height + 12), width, height)
            seat_card(page, self.match, player, rect, theme.RAISED if player in self._over.winners else theme.TABLE)
        page.button("again", Rect(60, 740, 540, 84), self.t("final.again"), self._again, "return", "space", main=True)
        self._confetti(page)
        self.last(page)

    def _confetti(self, page: Page) -> None:
        age_s = self.app.now_s - self._since_s
        if not 0 <= age_s < CONFETTI_S:
            return
        for i in range(60):
            x = (i * 137.5) % 600 + 20 * math.sin(age_s * 2 + i)
            y = 90 + (i * 61) % 300 + age_s * (60 + i % 5 * 25) - 200
            if 90 < y < 720:
                spot = page.rect_px(Rect(x, y, 9, 14 * abs(math.sin(age_s * 4 + i)) + 2))
                page.surface.fill(FELTS[i % len(FELTS)], spot)

    def _again(self) -> None:
        self.away(NewGame(self.match.game))
