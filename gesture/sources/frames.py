"""Where frames come from. A frame carries the time at which it was taken; a recording's times are its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from rules.addresses import without_passwords


class SourceError(Exception):
    """Frames cannot be had; the message is one sentence for the person at the table, without a camera's password."""

    def __init__(self, message: str) -> None:
        super().__init__(without_passwords(message))


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture: `image` BGR uint8 of shape (H, W, 3) as an unmirrored camera sees it, taken `at_s` seconds after the
    source began, and its running number from 0."""

    image: NDArray[np.uint8]
    at_s: float
    index: int

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.image.shape[1], self.image.shape[0]


class Source(Protocol):
    """Frames in the order in which they were taken, each later than the one before."""

    def __iter__(self) -> Iterator[Frame]: ...

    def close(self) -> None:
        """Give the device or file back."""


def unmirrored(frame: Frame) -> Frame:
    """A mirrored source's frame as an unmirrored camera would have seen it."""
    return replace(frame, image=np.ascontiguousarray(frame.image[:, ::-1]))


def check_readable(path: Path) -> None:
    """Raises `SourceError` when `path` is no file that can be read, saying what it is instead."""
    try:
        if path.is_dir():
            raise SourceError(f"{path} is a folder; name the file in it.")
        if not path.exists():
            raise SourceError(f"There is no file {path}; check the name and the folder.")
        if not path.is_file():
            raise SourceError(f"{path} is no ordinary file; name one.")
        with path.open("rb") as file:
            if not file.read(1):
                raise SourceError(f"{path} is empty; make it or copy it again.")
    except PermissionError:
        raise SourceError(f"{path} may not be read; ask for permission to read it.") from None
    except OSError as error:
        raise SourceError(f"{path} cannot be opened: {error.strerror or error}.") from None
