"""Callouts spoken aloud: one at a time, the newest first, and none that is late. Reads no clock."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

STALE_S = 2.0
"""A callout that has waited for longer is not said any more."""
HANGS_S, HANGS_S_A_LETTER = 6.0, 0.15
"""An engine that takes longer than this, and this for each letter, hangs."""
MOST_FAILURES = 2
"""So many times in a row an engine may fail until it is given up on."""
LONGEST_NAME, LONGEST = 40, 120
"""Letters of a name, and of all that is said in one go."""
CLOSE_S = 2.5
"""So long the window's end waits for an engine to end."""
NEVER_SPOKEN = frozenset('"`$()[]{}<>|\\^~*_#=')
"""Marks that some engine or shell takes for a command, and that nobody says."""
JOINERS = "\u200c\u200d"
"""They shape letters in some scripts, though they are control characters."""
ENDS = ".!?:;…。！？"


class Talking(Protocol):
    """Something that is being said."""

    failed: bool

    @property
    def over(self) -> bool:
        """Whether nothing is said any more."""

    def stop(self) -> None:
        """End it at once."""

    def join(self, longest_s: float) -> None:
        """Wait until it is over, up to so long."""


Begin = Callable[[str, str], Talking]
"""Begins to say a text in a language, without waiting for it."""


def sayable(text: str, longest: int = LONGEST) -> str:
    """A text as an engine may have it: no control characters, none of the marks that could be taken for commands, no
    minus in front, and not longer than so many letters."""

    def spoken(letter: str) -> bool:
        return letter in JOINERS or not (letter in NEVER_SPOKEN or unicodedata.category(letter)[0] in "CZ")

    kept = "".join(letter if spoken(letter) else " " for letter in text[: 4 * longest])
    return " ".join(kept.split()).lstrip("-/ ,")[:longest].rstrip(" ,")


@dataclass(frozen=True)
class Utterance:
    """What waits to be said, since when, and whether more may join it because no time has passed since."""

    text: str
    language: str
    since_s: float
    open: bool = True


class Voice:
    """Says callouts, if there is something that speaks. Call `update` once a frame."""

    def __init__(self, begin: Begin | None = None) -> None:
        self._begin = begin
        self._on = True
        self._talk: Talking | None = None
        self._hangs_at_s = 0.0
        self._waiting: Utterance | None = None
        self._failures = 0

    @property
    def there(self) -> bool:
        """Whether there is an engine that has not been given up on."""
        return self._begin is not None

    def turn(self, on: bool) -> None:
        """Turn the voice on, or off, which ends what is being said."""
        self._on = on
        if not on:
            self._silence()

    def say(self, text: str, language: str, now_s: float) -> None:
        """Have a callout said as soon as nothing else is. It takes the place of one that waits since an earlier frame,
        and joins one of the same frame."""
        text = sayable(text)
        if self._begin is None or not self._on or not text:
            return
        before = self._waiting
        if before is not None and before.open and before.language == language:
            joined = f"{before.text}{'' if before.text[-1] in ENDS else '.'} {text}"
            text = joined if len(joined) <= LONGEST else text
        self._waiting = Utterance(text, language, now_s)

    def update(self, now_s: float) -> bool:
        """Say what waits, if nothing is being said; tells whether the engine has just been given up on."""
        lost = self._look_after(now_s)
        if lost:
            self._begin, self._waiting = None, None
        waiting = self._waiting
        if waiting is None:
            return lost
        if self._talk is None and self._begin is not None:
            self._waiting = None
            if now_s - waiting.since_s <= STALE_S:
                self._talk = self._begin(waiting.text, waiting.language)
                self._hangs_at_s = now_s + HANGS_S + HANGS_S_A_LETTER * len(waiting.text)
        elif waiting.open:
            self._waiting = Utterance(waiting.text, waiting.language, waiting.since_s, open=False)
        return lost

    def _look_after(self, now_s: float) -> bool:
        """Whether the engine fails or hangs, so that it is to be given up on."""
        if self._talk is None:
            return False
        if self._talk.over:
            self._failures = self._failures + 1 if self._talk.failed else 0
            self._talk = None
            return self._begin is not None and self._failures >= MOST_FAILURES
        if now_s > self._hangs_at_s and self._begin is not None:
            self._talk.stop()
            return True
        return False

    def _silence(self) -> None:
        self._waiting = None
        if self._talk is not None:
            self._talk.stop()

    def close(self) -> None:
        """End what is being said, and say nothing any more; no process is left."""
        self._begin = None
        self._silence()
        if self._talk is not None:
            self._talk.join(CLOSE_S)
