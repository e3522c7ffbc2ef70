"""The game that a table gets ready for: a new one, or one that is gone on with."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.dexterity_jane import GAME as JANE
from rules.game import Refused
from ui.window.app import App, Screen
from ui.window.match import Match


@dataclass
class Plan:
    """Who is to play, and what happens once everything is ready."""

    app: App
    players: tuple[str, ...]
    match: Match | None = None
    """The game that is gone on with; None for a new one."""
    _begun: bool = field(default=False, init=False)

    @property
    def renames(self) -> bool:
        """Whether players may still get other names."""
        return self.match is None

    def fault(self) -> str | None:
        """Why the rules take no game with these players, or None; nothing is begun."""
        variant = self.app.choices.variant
        header = {"game": JANE.name, "version": 1, "players": list(self.players), "variant": variant}
        try:
            JANE.open({**header, "deck": "reference"})
        except Refused as fault:
            return str(fault)
        return None

    def begin(self) -> Screen | None:
        """The game's first screen; None when it cannot begin, which is told then. `app.setup` says by now how the
        table is watched, or None when everything is typed."""
        from ui.window.screens.playing import screen_for

        match = self.match
        if match is None:
            try:
                path = self.app.keeper.new_game("dexterity-jane")
                match = Match.start(path, self.players, self.app.choices.variant, self.app.seed)
            except Refused as fault:
                self.app.tell(str(fault))
                return None
            except OSError as fault:
                self.app.tell(self.app.texts("new.no_log", why=fault.strerror or fault))
                return None
        self._begun = True
        return screen_for(self.app, match)

    def give_up(self) -> None:
        """Close a game that was to be gone on with, when nobody goes on with it after all."""
        if self.match is not None and not self._begun:
            self.match.close()
