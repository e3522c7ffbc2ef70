"""The game that a table gets ready for: a new one, or one that is gone on with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ui.window.running_game import RunningGame


@dataclass(frozen=True, eq=False)
class Plan:
    """Who is to play what. `options` are the game's own, by name."""

    game: str
    players: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    running: RunningGame | None = None
    """The game that is gone on with; None for a new one."""

    @property
    def renames(self) -> bool:
        """Whether players may still get other names."""
        return self.running is None

    def give_up(self) -> None:
        """Close a game that was to be gone on with, when nobody goes on with it after all."""
        if self.running is not None:
            self.running.close()
