"""A game's log that a full disk does not stop and a slow one does not hold up: what cannot be written waits, and is
tried again."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial

from rules.game import Event
from rules.log import LogWriter

RETRY_S = 5.0
"""Seconds of the game between two attempts to write what waits."""


class KeptLog:
    """Appends events as they happen. When the disk does not take one the game goes on in memory, `say` is told so once,
    and the events that wait are written in their order as soon as the disk takes them again. A log that somebody
    removes, cuts or replaces meanwhile is written anew, whole, and that is said.

    An event written outlives the process at once. Until the disk holds it, which may take as long as several frames, is
    waited for in a thread of its own.
    """

    def __init__(self, writer: LogWriter, say: Callable[[str], None]) -> None:
        self._writer, self._say = writer, say
        self._waiting: deque[Callable[[], None]] = deque()
        self._tried_s = 0.0
        self._behind = False
        """Whether the disk did not take what was to be written last."""
        self._syncs: ThreadPoolExecutor | None = None
        self._syncing: Future[None] | None = None
        self._unsynced = False

    @property
    def waiting(self) -> int:
        """How many events, or changes of some, are in memory alone."""
        return len(self._waiting)

    def append(self, event: Event, now_s: float) -> None:
        """Write `event` down, or keep it until that can be done."""
        self._waiting.append(partial(self._writer.append, event, wait=False))
        self._write(now_s)

    def replace(self, events: Mapping[int, Event], now_s: float) -> None:
        """Have these events stand on these lines, in one step, or once that can be done."""
        self._waiting.append(partial(self._writer.replace, events))
        self._write(now_s)

    def retry(self, now_s: float) -> None:
        """Now and then, try again to write what waits, and look whether the log is there."""
        if now_s >= self._tried_s + RETRY_S:
            self._write(now_s)
        self._sync()

    def _sync(self) -> None:
        """Have the disk take what was written, beside the game; one such request at a time holds for all before it."""
        if self._syncing is not None:
            if not self._syncing.done():
                return
            self._unsynced |= self._syncing.exception() is not None
            self._syncing = None
        if not self._unsynced:
            return
        self._syncs = self._syncs or ThreadPoolExecutor(1, thread_name_prefix="log")
        self._unsynced = False
        self._syncing = self._syncs.submit(self._writer.sync)

    def _write(self, now_s: float) -> None:
        behind = self._behind
        self._tried_s = now_s
        try:
            if self._writer.is_lost():
                self._writer.write_anew()
                self._say(f"{self._writer.path} was removed or changed while the game ran: it is written anew, whole.")
            while self._waiting:
                self._waiting[0]()
                self._waiting.popleft()
                self._unsynced = True
            self._sync()
        except OSError as error:
            self._behind = True
            if not behind:
                why = (error.strerror or str(error)).lower()
                self._say(
                    f"{self._writer.path} cannot be written ({why}): make room; the game goes on in memory, and "
                    "what is missing is written as soon as it can be."
                )
            return
        self._behind = False
        if behind:
            self._say(f"{self._writer.path} is written again, with everything that was missing.")

    def close(self) -> int:
        """Try once more, close the file, and say how many events are lost."""
        if self._waiting:
            self._write(self._tried_s)
        if self._syncs is not None:
            self._syncs.shutdown()
            if self._unsynced:
                with suppress(OSError):
                    self._writer.sync()
        self._writer.close()
        return len(self._waiting)
