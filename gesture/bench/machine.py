"""What this process uses of the machine."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import sys
import threading
from pathlib import Path

MEGABYTE = 1e6


def cores() -> int:
    """How many processor cores this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def memory_mb() -> float | None:
    """The memory that this process holds now, in megabytes; the most that it has held where only that can be had; None
    where neither can."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / MEGABYTE
    except (OSError, ValueError, IndexError):
        pass
    if sys.platform == "win32":
        return None
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / MEGABYTE if sys.platform == "darwin" else most * 1024 / MEGABYTE


def give_back() -> None:
    """Give memory that nothing uses back to the system, where that can be asked for (glibc's `malloc_trim`); what is
    held after that is in use."""
    gc.collect()
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def threads() -> int:
    """How many threads this process has now: all of them on Linux, elsewhere those that Python knows."""
    try:
        return len(list(Path("/proc/self/task").iterdir()))
    except OSError:
        return threading.active_count()
