"""Holding back what native libraries write to standard error; none of it is meant for the people at the table."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

_changing = threading.Lock()
_within = 0
_kept: int | None = None


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Send the process's standard error nowhere while the body runs, also where bodies run in several threads at once.
    What Python itself wrote before is kept."""
    _hold_back()
    try:
        yield
    finally:
        _let_go()


def _hold_back() -> None:
    global _within, _kept
    with _changing:
        _within += 1
        if _within > 1:
            return
        sys.stderr.flush()
        try:
            _kept = os.dup(2)
        except OSError:  # there is no standard error, as under pythonw on Windows
            return
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)


def _let_go() -> None:
    global _within, _kept
    with _changing:
        _within -= 1
        if _within or _kept is None:
            return
        sys.stderr.flush()
        os.dup2(_kept, 2)
        os.close(_kept)
        _kept = None
