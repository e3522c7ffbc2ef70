"""What is typed in a game of One Finger!, understood."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from ui.headless.console import LineError

HELP = """\
first Ann                      who goes first; the first one who lifts a finger from the card does, too
2, call 2                      whose turn it is calls 2 now
count 2                        3, 2, 1 are counted aloud, and then 2 is called
kept Ann 1, Ben 0              who left how many fingers; of two cards 'kept Ann 1 0'
uphold, cancel, cancel round   what the group decides on a call, until the next"""
_NUMBER = re.compile(r"\d{1,2}")


class Word(StrEnum):
    """What a line is about."""

    FIRST = "first"
    CALL = "call"
    COUNT = "count"
    KEPT = "kept"
    UPHOLD = "uphold"
    CANCEL = "cancel"
    CANCEL_ROUND = "cancel round"


@dataclass(frozen=True)
class TypedLine:
    """A line that was understood."""

    word: Word
    player: str | None = None
    number: int = 0
    kept: tuple[tuple[str, tuple[int, ...]], ...] = ()


def understood(line: str, players: Sequence[str]) -> TypedLine:
    """What a line means. Raises `LineError` with what could be typed instead."""
    words = line.split()
    first, rest = words[0].lower(), words[1:]
    if _NUMBER.fullmatch(first) and not rest:
        return TypedLine(Word.CALL, number=int(first))
    if first == "uphold" and not rest:
        return TypedLine(Word.UPHOLD)
    if first == "cancel" and [word.lower() for word in rest] in ([], ["round"]):
        return TypedLine(Word.CANCEL_ROUND if rest else Word.CANCEL)
    if first == "first":
        return TypedLine(Word.FIRST, player=_player(" ".join(rest), players))
    if first in ("call", "count") and rest and _NUMBER.fullmatch(rest[-1]):
        caller = _player(" ".join(rest[:-1]), players) if rest[:-1] else None
        return TypedLine(Word(first), player=caller, number=int(rest[-1]))
    if first in ("call", "count"):
        raise LineError(f"Say how many fingers, as in '{first} 2'.")
    if first == "kept":
        return TypedLine(Word.KEPT, kept=_kept(" ".join(rest), players))
    raise LineError(f"{line!r} means nothing here; type help for what can be typed.")


def _player(name: str, players: Sequence[str]) -> str:
    found = [player for player in players if player.casefold() == name.casefold()]
    if not found:
        raise LineError(f"{name or 'Nobody'} is not at the table; there are {', '.join(players)}.")
    return found[0]


def _kept(text: str, players: Sequence[str]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    rows = []
    for part in text.split(","):
        words = part.split()
        count = next((n for n, word in enumerate(words) if _NUMBER.fullmatch(word)), len(words))
        numbers = words[count:]
        if not count or not 1 <= len(numbers) <= 2 or not all(map(_NUMBER.fullmatch, numbers)):
            raise LineError("Say who kept how many fingers, as in 'kept Ann 1, Ben 0'.")
        rows.append((_player(" ".join(words[:count]), players), tuple(map(int, numbers))))
    return tuple(rows)
