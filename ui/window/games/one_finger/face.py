"""The face of One Finger!. Nothing heavy is imported until it is needed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ui.window.games.face import Entry, Face, Route
from ui.window.games.one_finger.options import OPTIONS, PLAIN

if TYPE_CHECKING:
    from rules.history import History
    from ui.window.canvas import Rect
    from ui.window.destinations import Destination
    from ui.window.page import Page
    from ui.window.running_game import RunningGame


class OneFingerFace(Face):
    """One Finger!, with the cards on the screen."""

    name = "one-finger"
    players = range(2, 9)
    key = "o"
    options = OPTIONS
    texts = Path(__file__).parent / "texts"

    def entries(self) -> tuple[Entry, ...]:
        """Practice alone, and how to play."""
        from ui.window.games.one_finger.destinations import HowToPlayFingers, PracticeFingers

        practice = Entry("practice-fingers", "home.practice_fingers", "n", PracticeFingers())
        return practice, Entry("how-fingers", "home.how_fingers", "f", HowToPlayFingers())

    def routes(self) -> Mapping[type[Destination], Route]:
        """The screens of the game."""
        from ui.window.games.one_finger.routes import ROUTES

        return ROUTES

    def header(self, players: tuple[str, ...], options: Mapping[str, str]) -> dict[str, Any]:
        """The header of the log of a new game; without Doubles it says which cards there are."""
        header: dict[str, Any] = {"game": self.name, "version": 1, "players": list(players)}
        if self.chosen(options)["doubles"] == PLAIN:
            from ui.window.games.one_finger.deck import without_doubles

            header["deck"] = without_doubles()
        return header

    def running(self) -> type[RunningGame]:
        """The game as its screens need it."""
        from ui.window.games.one_finger.finger_game import FingerGame

        return FingerGame

    def draw_option(self, _page: Page, option: str, value: str, _room: Rect) -> None:
        """How many cards a game has."""
        from ui.window.games.one_finger.option_pictures import draw_option

        draw_option(_page, option, value, _room)

    def place_of(self, running: RunningGame) -> Destination:
        """Where a game is."""
        from ui.window.games.one_finger.destinations import place_of
        from ui.window.games.one_finger.finger_game import FingerGame

        assert isinstance(running, FingerGame)
        return place_of(running)

    def lines_of_round(self, history: History) -> tuple[int, int | None]:
        """The lines of this round; it cannot be dealt anew, as its card lies open and the group cancels rounds."""
        number = history.state.round
        lines = [entry for entry in history.entries if entry.counts and entry.state.round >= number - 1]
        return (lines[0].line if lines else history.line + 1), None


FACE = OneFingerFace()
