"""What comes from a file never reaches a terminal raw: control characters move its cursor and hide what is said."""

from __future__ import annotations

import re
import sys
from typing import Any, TextIO

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Control characters but tab and newline, and those that change the direction of writing (Unicode TR 9)."""
MOST_SAID = 800
"""A message to people has no more letters."""


def plain(text: str) -> str:
    """The text with its control characters written out, as in `\\u001b`, which JSON reads."""
    return _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def short(message: str) -> str:
    """A message, cut in its middle where it would fill screens."""
    if len(message) <= MOST_SAID:
        return message
    return f"{message[: MOST_SAID // 2]} ... {message[-MOST_SAID // 4 :]}"


class PlainStream:
    """A stream of text through which no control character goes; everything else is that of the stream it stands for."""

    def __init__(self, stream: Any) -> None:
        self.raw = stream

    def write(self, text: str) -> int:
        """Write the text plainly."""
        self.raw.write(plain(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.raw, name)


def raw(stream: TextIO) -> TextIO:
    """The stream itself, for what Handref draws on a terminal."""
    return stream.raw if isinstance(stream, PlainStream) else stream


def write_plainly() -> None:
    """Let standard output and standard error take no control characters from now on."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if not isinstance(stream, PlainStream):
            setattr(sys, name, PlainStream(stream))
