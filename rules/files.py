"""Writing a file as a whole: it is there with all of its content, or as it was before, whatever happens."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Put a file in its place in one step, once all of it is on the disk. Raises `OSError`, and then nothing has
    changed."""
    partial = path.with_name(f"{path.stem}-{secrets.token_hex(4)}.partial")
    try:
        with partial.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except BaseException:
        with suppress(OSError):
            partial.unlink()
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Have a folder's entries on the disk too, where the system can; Windows has no such call."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError:
        pass  # some network file systems refuse it; the file itself is synced
    finally:
        os.close(handle)
