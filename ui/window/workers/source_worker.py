"""The template of all threads that look at a source beside the window.

Opening a camera and loading the models takes seconds; that happens in the thread as well, so that no frame of the
window waits for it.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import ExitStack, closing
from typing import Generic, Protocol, TypeVar

from gesture.sources.frames import Frame, SourceError
from ui.window.sources.sight import Sight


class Closing(Protocol):
    """Something that holds models to be freed."""

    def close(self) -> None:
        """Free them."""


R = TypeVar("R", bound=Closing)


class SourceWorker(ABC, Generic[R]):
    """A thread that opens a source, loads a reader, steps from frame to frame, and lets go of both at its end.

    It ends when it is closed, when the source ends, or when either of them fails; one whose `_goes_on` says so opens
    its source anew. What the thread tells is read and written under `_lock`.
    """

    what = "The table"
    """What is looked at, as the subject of a sentence."""

    def __init__(self, open_source: Callable[[], Sight], open_reader: Callable[[], R]) -> None:
        self._open_source, self._open_reader = open_source, open_reader
        self._lock = threading.Lock()
        self._source: Sight | None = None
        """The source, once it is open."""
        self._problem: str | None = None
        self._trouble: str | None = None
        self._ended = False
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=type(self).__name__, daemon=True)

    def _start(self) -> None:
        """Begin, once everything that the steps need is there."""
        self._thread.start()

    @property
    def problem(self) -> str | None:
        """Why nothing can be seen any more, as one sentence, or None."""
        with self._lock:
            return self._problem

    @property
    def trouble(self) -> str | None:
        """What is wrong with the source for the moment, as one sentence, or None."""
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
        self._thread.join(timeout_s)

    def _run(self) -> None:
        with ExitStack() as stack:
            reader: R | None = None
            while not self._stop.is_set():
                fault: str | None = None
                try:
                    with closing(self._open_source()) as source:
                        if not self._stop.is_set():
                            if reader is None:
                                reader = stack.enter_context(closing(self._open_reader()))
                            self._look_at(source, reader)
                except (SourceError, OSError, ImportError) as error:
                    fault = str(error)
                except Exception as error:  # a driver's or library's; the screen says it, and the window goes on
                    fault = f"{self.what} cannot be watched ({type(error).__name__}: {error})."
                if not self._goes_on(fault):
                    return

    def _look_at(self, source: Sight, reader: R) -> None:
        """Look at one source to its end."""
        with self._lock:
            self._source = source
        self._opened(reader)
        for frame in source:
            if self._stop.is_set():
                return
            with self._lock:
                self._trouble = source.trouble
            self._step(frame)
        self._finish()

    def _opened(self, reader: R) -> None:
        """A source begins, with the reader for it."""

    @abstractmethod
    def _step(self, frame: Frame | None) -> None:
        """Look at the next frame; None where none has come for a while."""

    def _finish(self) -> None:
        """The source has ended by itself."""

    def _goes_on(self, fault: str | None) -> bool:
        """Whether the source is opened anew, now that it has ended, by the `fault` in the sentence if it failed."""
        with self._lock:
            self._problem, self._ended = fault, True
        return False
