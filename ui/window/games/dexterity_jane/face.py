"""The face of Dexterity Jane. Nothing heavy is imported until it is needed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ui.window.games.dexterity_jane.options import OPTIONS, PRINTED
from ui.window.games.face import Entry, Face, Route

if TYPE_CHECKING:
    from gesture.table.seats import Table
    from rules.history import History
    from ui.window.canvas import Rect
    from ui.window.destinations import Destination
    from ui.window.page import Page
    from ui.window.running_game import RunningGame
    from ui.window.texts import Texts


class DexterityJaneFace(Face):
    """Dexterity Jane, in its three variants, with cards on the screen or a printed copy."""

    name = "dexterity-jane"
    players = range(2, 10)
    key = "d"
    options = OPTIONS
    texts = Path(__file__).parent / "texts"

    def entries(self) -> tuple[Entry, ...]:
        """Practice alone, and how to play."""
        from ui.window.games.dexterity_jane.destinations import HowToPlay, PracticeStart

        practice = Entry("practice", "home.practice", "p", PracticeStart(), "home.practice_at_first")
        return practice, Entry("how", "home.how", "h", HowToPlay())

    def routes(self) -> Mapping[type[Destination], Route]:
        """The screens of the game."""
        from ui.window.games.dexterity_jane.routes import ROUTES

        return ROUTES

    def header(self, players: tuple[str, ...], options: Mapping[str, str]) -> dict[str, Any]:
        """The header of the log of a new game."""
        from gesture.games.dexterity_jane.options import DexterityJaneOptions

        return DexterityJaneOptions(variant=self.chosen(options)["variant"]).header(players)

    def running(self) -> type[RunningGame]:
        """A match."""
        from ui.window.games.dexterity_jane.match import Match

        return Match

    def draw_option(self, _page: Page, option: str, value: str, _room: Rect) -> None:
        """What a version is about."""
        from ui.window.games.dexterity_jane.option_pictures import draw_option

        draw_option(_page, option, value, _room)

    def go_on_said(self, running: RunningGame, t: Texts) -> str:
        """The round and the players of a game that was left."""
        return t("home.go_on_round", round=running.judge.state.round, players=", ".join(running.players))

    def place_of(self, running: RunningGame) -> Destination:
        """Where a game is."""
        from ui.window.games.dexterity_jane.destinations import place_of
        from ui.window.games.dexterity_jane.match import Match

        assert isinstance(running, Match)
        return place_of(running)

    def lines_of_round(self, history: History) -> tuple[int, int | None]:
        """This round's lines, with the verdict of the round before; the round begins with its reveal."""
        from rules.dexterity_jane.events import Reveal

        number = history.state.round
        lines = [entry for entry in history.entries if entry.counts and entry.state.round == number]
        begins = next((entry.line for entry in lines if isinstance(entry.event, Reveal)), None)
        return (lines[0].line if lines else history.line + 1), begins

    def table(self, table: Table, options: Mapping[str, str]) -> Table:
        """The table, with the cards of a printed copy in its middle."""
        from gesture.watching.card_area import with_printed_cards

        return with_printed_cards(table) if self.chosen(options)["cards"] == PRINTED else table


FACE = DexterityJaneFace()
