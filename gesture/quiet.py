"""Holding back what native libraries write to standard error; none of it is meant for the people at the table."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Send the process's standard error nowhere while the body runs. What Python itself wrote before is kept."""
    sys.stderr.flush()
    try:
        kept = os.dup(2)
    except OSError:  # there is no standard error, as under pythonw on Windows
        yield
        return
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), 2)
    try:
        yield
    finally:
        sys.stderr.flush()
        os.dup2(kept, 2)
        os.close(kept)
