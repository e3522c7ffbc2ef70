"""Lines that are typed while a game is watched."""

from __future__ import annotations

import io
import os
import queue
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO


class Keyboard:
    """Lines from standard input, read in a thread of their own so that frames never wait for them."""

    def __init__(self, stream: TextIO) -> None:
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._read, args=(stream,), name="keyboard", daemon=True)
        self._thread.start()

    def _read(self, stream: TextIO) -> None:
        try:
            for line in stream:
                self._lines.put(line)
        except (OSError, ValueError):  # closed under it, or no text
            return

    def __call__(self) -> Sequence[str] | None:
        """The lines typed since the last call; None once all were given and no more can come."""
        ended = not self._thread.is_alive()
        taken: list[str] = []
        while not self._lines.empty():
            taken.append(self._lines.get())
        return taken if taken or not ended else None


def opened_input() -> TextIO:
    """Standard input as text, or nothing to read where there is none. A byte that is no text spoils its line alone."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    return sys.stdin if sys.stdin is not None else Path(os.devnull).open(encoding="utf-8")
