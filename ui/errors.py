"""What goes wrong in front of a person: one sentence on standard error and exit code 2, never a traceback."""

from __future__ import annotations

from pathlib import Path

import click

UNUSABLE = 2
"""The exit code of a command that was given something it cannot use."""


class Problem(click.ClickException):
    """Something given to Handref cannot be used; the message is one sentence, what and what to do, without a camera's
    password."""

    exit_code = UNUSABLE

    def __init__(self, message: str) -> None:
        from rules.addresses import without_passwords

        super().__init__(without_passwords(message))


def because(fault: OSError) -> str:
    """Why the operating system refused a file, in plain words without its name."""
    match fault:
        case FileNotFoundError():
            return "there is no such file"
        case IsADirectoryError():
            return "that is a folder; name a file in it"
        case PermissionError():
            return "this file may not be read; check its permissions"
    return (fault.strerror or str(fault) or "the file cannot be read").lower()


def because_unwritten(fault: OSError) -> str:
    """Why the operating system wrote no file, in plain words without its name."""
    match fault:
        case FileNotFoundError():
            return "there is no such folder"
        case PermissionError():
            return "nothing may be written there; check the permissions, or choose another place"
    return because(fault)


def read_bytes(path: Path, most: int | None = None) -> bytes:
    """The content of a file of at most `most` bytes, or of as many as any of Handref's own has. Raises `Problem` with
    one sentence when there is none to be had, or it is empty."""
    from rules.files import MOST_BYTES, read_whole

    try:
        content = read_whole(path, MOST_BYTES if most is None else most)
    except OSError as fault:
        raise Problem(f"{path}: {because(fault)}.") from fault
    if not content:
        raise Problem(f"{path}: the file is empty.")
    return content


def read_text(path: Path) -> str:
    """The text of a file in UTF-8, a leading byte-order mark left out. Raises `Problem` as `read_bytes` does."""
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise Problem(f"{path}: this is no text in UTF-8 (byte {fault.start + 1} is not).") from fault
