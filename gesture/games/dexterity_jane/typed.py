"""What the table types while a game runs without a window: one line, one thing that is meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.dexterity_jane.events import Digits
from rules.hands import Digit, Side, in_order


class Word(StrEnum):
    """What a line asks for."""

    CARDS = "cards"
    NEXT = "next"
    VERIFY = "verify"
    CLOSE = "close"
    ORDER = "order"
    SETTLE = "settle"
    COINS = "coins"
    STICK_UP = "stick-up"
    GUESS = "guess"
    STANDINGS = "standings"
    HELP = "help"
    QUIT = "quit"


HELP = """\
left-index,right-open+bullet   these cards lie open; card numbers do as well: 2,18
next                           verify the round, and on to the next one
verify                         verify the round
close                          end Guess for those who have not locked
order Ben Ann                  Ben was first, then Ann: of a tie, or whatever was seen
dispute Ann left index         what Ann really locked; a hand that is not named stays as it was read
settle Ann right nothing       the same, where the reading was unsure; 'settle Ann' takes it as it was read
stick-up Ann Ben               asked about Ann's hand: it is a pistol and points at Ben (of two: left, then right)
guess Ann                      it is a guess
coins Ann 3 2                  Ann's coins, turned face up
standings, help, quit          quit keeps the game; --resume goes on with it
4: next                        the same at second 4 of a video"""

_ALONE = {word.value: word for word in (Word.NEXT, Word.VERIFY, Word.CLOSE, Word.STANDINGS, Word.HELP, Word.QUIT)}
_OTHER_NAMES = {"?": Word.HELP, "exit": Word.QUIT, "deal": Word.NEXT}
_TIMED = re.compile(r"(\d+(?:\.\d+)?)\s*:\s*(.*)")
_CARDS = re.compile(r"[\w+-]+(\s*,\s*[\w+-]+)*")


class LineError(Exception):
    """A line that means nothing; the message is one sentence."""


@dataclass(frozen=True, kw_only=True)
class Typed:
    """A line that was understood."""

    word: Word
    at_s: float | None = None
    """The second of the source from which on it is meant; None for at once."""
    text: str = ""
    """The cards, as they were written."""
    players: tuple[str, ...] = ()
    hands: tuple[tuple[Side, Digits], ...] = ()
    """The hands that were named, with the digits bent on them."""
    coins: tuple[int, ...] = ()


def understood(line: str, players: Sequence[str]) -> Typed | None:
    """What a line means at a table of `players`; None for an empty one. Raises `LineError`."""
    text, at_s = " ".join(line.split()), None
    timed = _TIMED.fullmatch(text)
    if timed:
        at_s, text = float(timed[1]), timed[2]
    if not text:
        return None
    first, _, rest = text.partition(" ")
    name = first.lower()
    alone = _ALONE.get(name) or _OTHER_NAMES.get(name)
    if alone is not None:
        if rest:
            raise LineError(f"{first!r} stands alone; what does {rest!r} mean? Type help.")
        return Typed(word=alone, at_s=at_s)
    match name:
        case "order":
            return Typed(word=Word.ORDER, at_s=at_s, players=_all_names(rest, players))
        case "dispute" | "settle":
            player, more = _name(rest, players)
            hands = _hands(more.lower().replace(",", " ").split())
            if name == "dispute" and not hands:
                raise LineError(f"Say what {player} locked, as in 'dispute {player} left index'.")
            return Typed(word=Word.SETTLE, at_s=at_s, players=(player,), hands=hands)
        case "stick-up" | "guess":
            player, more = _name(rest, players)
            victims = _names(more, players)
            if name == "guess" and victims:
                raise LineError(f"'guess {player}' stands alone; what does {more!r} mean? Type help.")
            return Typed(word=Word(name), at_s=at_s, players=(player, *victims))
        case "coins":
            player, more = _name(rest, players)
            values = more.replace(",", " ").split()
            if not all(value.isdecimal() for value in values):
                raise LineError(f"Coins are whole numbers, as in 'coins {player} 3 2', not {more!r}.")
            return Typed(word=Word.COINS, at_s=at_s, players=(player,), coins=tuple(map(int, values)))
    if _CARDS.fullmatch(text) and ("-" in text or text[0].isdecimal()):
        return Typed(word=Word.CARDS, at_s=at_s, text=text.replace(" ", ""))
    raise LineError(f"{text!r} means nothing here; type help.")


def _name(text: str, players: Sequence[str]) -> tuple[str, str]:
    """The player that `text` begins with, and the rest."""
    lower = text.lower()
    for player in sorted(players, key=len, reverse=True):
        rest = text[len(player) :]
        if lower.startswith(player.lower()) and (not rest or rest[0] in " ,"):
            return player, rest.lstrip(" ,")
    raise LineError(f"{text.partition(' ')[0] or 'nobody'!r} is no player; at the table are {', '.join(players)}.")


def _names(text: str, players: Sequence[str]) -> tuple[str, ...]:
    found: list[str] = []
    while text:
        player, text = _name(text, players)
        found.append(player)
    return tuple(found)


def _all_names(text: str, players: Sequence[str]) -> tuple[str, ...]:
    found = _names(text, players)
    if len(found) < 2:
        raise LineError("Name two players or more, the first one first, as in 'order Ben Ann'.")
    return found


def _hands(words: Sequence[str]) -> tuple[tuple[Side, Digits], ...]:
    named: dict[Side, list[Digit]] = {}
    if words and words[0] in ("nothing", "open"):
        if len(words) > 1:
            raise LineError(f"{words[0]!r} alone means both hands; otherwise say left or right before it.")
        return (Side.LEFT, ()), (Side.RIGHT, ())
    side: Side | None = None
    for word in words:
        if word in set(Side):
            side = Side(word)
            named.setdefault(side, [])
        elif side is None:
            raise LineError(f"Say left or right before {word!r}, as in 'left index ring right thumb'.")
        elif word in set(Digit):
            named[side].append(Digit(word))
        elif word not in ("nothing", "open", "and"):
            raise LineError(f"{word!r} is no digit; they are {', '.join(Digit)}, or nothing.")
    return tuple((side, tuple(in_order(named[side]))) for side in Side if side in named)
