"""The end: who won, why, and what everybody has."""

from __future__ import annotations

import math

from rules.dexterity_jane import GAME as JANE
from rules.dexterity_jane.scoring import game_over
from ui.art.tokens import FELTS, draw_cup
from ui.sound.synth import Cue
from ui.window import theme
from ui.window.app import App
from ui.window.beginning import begin
from ui.window.canvas import Rect
from ui.window.destinations import NewGame
from ui.window.games.dexterity_jane.awards import awards_of
from ui.window.games.dexterity_jane.jane_screen import JaneScreen
from ui.window.games.dexterity_jane.match import Match
from ui.window.games.dexterity_jane.seat_card import seat_card
from ui.window.page import Page
from ui.window.plan import Plan
from ui.window.theme import Role

CONFETTI_S = 6.0
PLACE_S, AWARD_S = 0.7, 0.6
"""From one place to the next, and from one award to the next."""


class FinalScreen(JaneScreen):
    """The standings from the last place up, then the winners under falling confetti, and what is to be remembered."""

    def __init__(self, app: App, match: Match) -> None:
        super().__init__(app, match)
        match.stop_watching()
        self._since_s = app.now_s
        self._told_s: float | None = None
        """Since when the winners are known."""
        self._over = game_over(match.state)
        self._standings = JANE.standings(match.state)
        players = self._standings.players
        self._order = sorted(players, key=lambda player: -players[player].points)
        self._awards = awards_of(match.judge.history.entries)

    def update(self, now_s: float) -> None:
        """Once all places are shown the winners are cheered."""
        super().update(now_s)
        if self._told_s is not None or self._places < len(self._order):
            return
        self._told_s = now_s
        self.app.play(Cue.APPLAUSE)
        winners = self._standings.winners
        if winners:
            self.app.speak("voice.winner" if len(winners) == 1 else "voice.winners", players=winners)

    @property
    def _places(self) -> int:
        """How many places are shown, from the last one up."""
        if self.app.clock.calm:
            return len(self._order)
        return min(len(self._order), int((self.app.now_s - self._since_s) / PLACE_S))

    def draw(self, page: Page) -> None:
        """The winners and the awards on the left, everybody on the right."""
        self.title(page, self.t("final.title"))
        if self._told_s is not None:
            self._draw_winners(page)
        columns = 2 if len(self._order) > 5 else 1
        rows = -(-len(self._order) // columns)
        field = Rect(640, 110, 920, 700)
        height = min(126.0, (field.h - (rows - 1) * 12) / rows)
        width = (field.w - (columns - 1) * 16) / columns
        for i, player in enumerate(self._order):
            if i < len(self._order) - self._places:
                continue
            row, column = i % rows, i // rows
            rect = Rect(field.x + column * (width + 16), field.y + row * (height + 12), width, height)
            won = self._told_s is not None and player in self._over.winners
            seat_card(page, self.match, player, rect, theme.RAISED if won else theme.TABLE)
        low = Rect(60, 740, 540, 84)
        again = Rect(low.x, low.y, 350, low.h)
        page.button("again", again, self.t("final.again"), self._again, "return", "space", main=True, wrap=True)
        others = Rect(low.x + 366, low.y, 174, low.h)
        page.button("others", others, self.t("final.others"), self._others, "n", size=theme.SMALL, wrap=True)
        self._confetti(page)
        self.last(page)

    def _draw_winners(self, page: Page) -> None:
        page.token(("cup",), draw_cup, (140, 196), 170)
        names = "\n".join(self._standings.winners)
        page.text(names, Rect(236, 104, 370, 180), 64, theme.GOLD)
        page.write(JANE.say(self._over), Rect(60, 290, 540, 100), Role.BODY, theme.CREAM, wrap=True)
        for i, award in enumerate(self._awards):
            shown = page.clock.one_by_one(self._told_s or 0.0, i + 1, AWARD_S, AWARD_S)
            room = Rect(60, 400 + 82 * i, 540, 74)
            if shown > 0:
                page.box(room, theme.FELT)
                key, ink = award.key, theme.GOLD
                page.write(self.t(f"final.award.{key}", **award.values), room.inset(14, 4), Role.BODY, ink, wrap=True)

    def _confetti(self, page: Page) -> None:
        age_s = -1.0 if self._told_s is None else self.app.now_s - self._told_s
        if not 0 <= age_s < CONFETTI_S:
            return
        for i in range(60):
            x = (i * 137.5) % 600 + 20 * math.sin(age_s * 2 + i)
            y = 90 + (i * 61) % 300 + age_s * (60 + i % 5 * 25) - 200
            if 90 < y < 720:
                spot = page.rect_px(Rect(x, y, 9, 14 * abs(math.sin(age_s * 4 + i)) + 2))
                page.surface.fill(FELTS[i % len(FELTS)], spot)

    def _again(self) -> None:
        """The same players at the same table, at once."""
        match = self.match
        plan = Plan(match.game, match.players, dict(self.app.choices.options.get(match.game, {})))
        destination = begin(self.app, plan)
        if destination is not None:
            self.away(destination)

    def _others(self) -> None:
        self.away(NewGame(self.match.game))
