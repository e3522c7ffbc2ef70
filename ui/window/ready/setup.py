"""How a table is watched: what getting ready finds out, and the game that is played there needs to know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gesture.table.ground import Ground
from gesture.table.seats import Seat
from ui.window.sources.sight import Sight


@dataclass(frozen=True, eq=False)
class Setup:
    """A table that is ready to be watched.

    `open_source` opens its camera, or a recording in a camera's place, anew at each call; it may take seconds and
    raises `SourceError`, so it is called in a thread. The frames that it gives are never mirrored.
    """

    open_source: Callable[[], Sight]
    seats: tuple[Seat, ...]
    """One for each player of the game, in the pixels of the source's frames, with what is known of their hands."""
    held_up: bool = False
    """Hands are held up to a laptop's camera, not laid on a table (two ways to sit)."""
    ground: Ground | None = None
    """The table's plane where it was measured, so that pistols aim on it and not in the picture."""
    profile: str | None = None
    """The saved profile that it came from or was saved as."""
