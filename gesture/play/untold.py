"""What happened since something that nobody has told yet, such as the cards of a printed copy: kept beside the log,
line by line, until it is told and all can be written into the log."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from rules.game import Event, Game, Refused
from rules.log import decode_event, encode_event


class UntoldEvents:
    """The events that wait; the first one stands in for what nobody has told."""

    def __init__(self, path: Path | None, events: Sequence[Event] = ()) -> None:
        """`path` is where they are kept; with None, or on a disk that takes no more, in memory alone."""
        self.events = list(events)
        self._path = path

    @classmethod
    def left_at(cls, path: Path, game: Game[Any]) -> UntoldEvents | None:
        """Those of a game that was left so, or None. A line that is cut off is left out, of the file too, so that the
        next one does not follow upon its rest."""
        try:
            whole = path.read_bytes()
            *lines, unfinished = whole.split(b"\n")
            events = [decode_event(game, line) for line in lines]
            if unfinished:
                os.truncate(path, len(whole) - len(unfinished))
        except (OSError, Refused):
            return None
        return cls(path, events) if events else None

    def append(self, event: Event) -> None:
        """One more event."""
        self.events.append(event)
        if self._path is None:
            return
        with suppress(OSError), self._path.open("ab") as file:
            file.write(encode_event(event) + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def done(self) -> None:
        """It is told, and all of this stands in the log."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)
