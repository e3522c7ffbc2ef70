"""What all threads that watch a source beside the window share: what is wrong, whether it has ended, and stopping."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod


class Watching(ABC):
    """A thread that runs `_run`, once `_begin` is called, until `close`; what it tells is read under `_lock`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._problem: str | None = None
        self._trouble: str | None = None
        self._ended = False
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def _begin(self, name: str) -> None:
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    @abstractmethod
    def _run(self) -> None:
        """What the thread does; it ends soon after `_stop` is set."""

    @property
    def problem(self) -> str | None:
        """Why nothing can be seen, as one sentence, or None."""
        with self._lock:
            return self._problem

    @property
    def trouble(self) -> str | None:
        """What is wrong with the camera for the moment, as one sentence, or None."""
        with self._lock:
            return self._trouble

    @property
    def ended(self) -> bool:
        """Whether the source has ended, as recordings do."""
        with self._lock:
            return self._ended

    def close(self) -> None:
        """Stop after the frame that is being looked at; does not wait for it."""
        self._stop.set()

    def join(self, timeout_s: float | None = None) -> None:
        """Wait until the thread has ended."""
        if self._thread is not None:
            self._thread.join(timeout_s)
