"""Writing a file as a whole: it is there with all of its content, or as it was before, whatever happens."""

from __future__ import annotations

import errno
import os
import secrets
from contextlib import suppress
from pathlib import Path

OWNER_FILE, OWNER_FOLDER = 0o600, 0o700
"""What is kept about a table can be read by its owner alone."""

MOST_BYTES = 16_000_000
"""A file of more is none of Handref's: a log of so many bytes tells of some 100,000 events."""


def read_whole(path: Path, most: int = MOST_BYTES) -> bytes:
    """The content of an ordinary file of at most `most` bytes. Raises `OSError` that says why there is none: also for a
    device or a pipe, which may never end."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise OSError(errno.EINVAL, "this is a device or a pipe and no ordinary file", str(path))
    with path.open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        said = f"the file has more than {most // 1_000_000} megabytes, which no file of this kind has"
        raise OSError(errno.EFBIG, said, str(path))
    return content


def private_folder(path: Path) -> None:
    """Have a folder that its owner alone can look into; one that was open to others is closed. Raises `OSError`."""
    path.mkdir(OWNER_FOLDER, parents=True, exist_ok=True)
    with suppress(OSError):  # it is somebody else's, who lets this one write there
        path.chmod(OWNER_FOLDER)


def opened_privately(name: str | os.PathLike[str], flags: int) -> int:
    """For `open` as its opener: a file that is made can be read by its owner alone."""
    return os.open(name, flags, OWNER_FILE)


def write_whole(path: Path, content: bytes, private: bool = True) -> None:
    """Put a file in its place in one step, once all of it is on the disk; its owner alone can read it, if it is
    `private`. Raises `OSError`, and then nothing has changed."""
    partial = path.with_name(f"{path.stem}-{secrets.token_hex(4)}.partial")
    try:
        with open(partial, "xb", opener=opened_privately if private else None) as file:
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
