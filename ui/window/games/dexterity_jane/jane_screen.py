"""What the screens of a game of Dexterity Jane share."""

from __future__ import annotations

from gesture.games.judge import Happening
from rules.dexterity_jane.rulings import Budged, Ordered
from ui.window.app import App
from ui.window.game_screen import GameScreen
from ui.window.games.dexterity_jane.match import Match


class JaneScreen(GameScreen):
    """A screen of a running game of Dexterity Jane."""

    def __init__(self, app: App, match: Match) -> None:
        super().__init__(app, match)
        self.match = match

    def heard(self, happening: Happening) -> None:
        """Something has happened; a budge is told on every screen, and names who moved and when. An order
        that is another than the camera's corrects what was called out."""
        super().heard(happening)
        for ruling in happening.rulings:
            if isinstance(ruling, Budged):
                self.app.tell(self.match.say(ruling))
            elif isinstance(ruling, Ordered) and self.match.judge.before(happening.line).acted != ruling.order:
                self.correct(self.match.say(ruling))
