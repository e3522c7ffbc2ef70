"""A game's log that a full disk does not stop: what cannot be written waits, and is tried again."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from rules.game import Event
from rules.log import LogWriter

RETRY_S = 5.0
"""Seconds of the game between two attempts to write what waits."""


class KeptLog:
    """Appends events as they happen. When the disk does not take one the game goes on in memory, `say` is told so once,
    and the events that wait are written in their order as soon as the disk takes them again."""

    def __init__(self, writer: LogWriter, say: Callable[[str], None]) -> None:
        self._writer, self._say = writer, say
        self._waiting: deque[Event] = deque()
        self._tried_s = 0.0

    @property
    def waiting(self) -> int:
        """How many events are in memory alone."""
        return len(self._waiting)

    def append(self, event: Event, now_s: float) -> None:
        """Write `event` down, or keep it until that can be done."""
        self._waiting.append(event)
        self._write(now_s)

    def retry(self, now_s: float) -> None:
        """Try again to write what waits, when it was last tried a while ago."""
        if self._waiting and now_s >= self._tried_s + RETRY_S:
            self._write(now_s)

    def _write(self, now_s: float) -> None:
        behind = len(self._waiting) > 1
        self._tried_s = now_s
        try:
            while self._waiting:
                self._writer.append(self._waiting[0])
                self._waiting.popleft()
        except OSError as error:
            if not behind:
                why = (error.strerror or str(error)).lower()
                self._say(
                    f"{self._writer.path} cannot be written ({why}): make room; the game goes on in memory, and "
                    "what is missing is written as soon as it can be."
                )
            return
        if behind:
            self._say(f"{self._writer.path} is written again, with everything that was missing.")

    def close(self) -> int:
        """Try once more, close the file, and say how many events are lost."""
        if self._waiting:
            self._write(self._tried_s)
        self._writer.close()
        return len(self._waiting)
