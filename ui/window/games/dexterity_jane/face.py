"""The face of Dexterity Jane. Nothing heavy is imported until it is needed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ui.window.games.dexterity_jane.options import OPTIONS, PRINTED
from ui.window.games.face import Entry, Face, Route

if TYPE_CHECKING:
    from gesture.table.seats import Table
    from rules.history import History
    from ui.window.destinations import Destination
    from ui.window.games.dexterity_jane.match import Match
    from ui.window.running_game import RunningGame


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

        practice = Entry("practice", "home.practice", "p", PracticeStart())
        return practice, Entry("how", "home.how", "h", HowToPlay())

    def routes(self) -> Mapping[type[Destination], Route]:
        """The screens of the game."""
        from ui.window.games.dexterity_jane.routes import ROUTES

        return ROUTES

    def fault(self, players: tuple[str, ...], options: Mapping[str, str]) -> str | None:
        """Why the rules take no game with these players and options, or None."""
        from gesture.games.dexterity_jane.options import DexterityJaneOptions
        from rules.dexterity_jane import GAME
        from rules.game import Refused

        try:
            GAME.open(DexterityJaneOptions(variant=self.chosen(options)["variant"]).header(players))
        except Refused as fault:
            return str(fault)
        return None

    def begin(self, path: Path, players: tuple[str, ...], options: Mapping[str, str], seed: int | None) -> Match:
        """A new game."""
        from ui.window.games.dexterity_jane.match import Match

        return Match.start(path, players, self.chosen(options)["variant"], seed)

    def take_up(self, path: Path) -> Match:
        """The game of a log."""
        from ui.window.games.dexterity_jane.match import Match

        return Match.resume(path)

    def unfinished(self, path: Path) -> Mapping[str, object] | None:
        """The round and the players of a game that can be gone on with."""
        from ui.window.games.dexterity_jane.match import unfinished

        match = unfinished(path)
        return {"round": match.state.round, "players": ", ".join(match.players)} if match is not None else None

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
