"""What the table types while Dexterity Jane is played without a window: one line, one thing that is meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.dexterity_jane.events import Digits
from rules.hands import Digit, Side, in_order
from ui.headless.console import LineError


class Word(StrEnum):
    """What a line asks for."""

    CARDS = "cards"
    NEXT = "next"
    VERIFY = "verify"
    CLOSE = "close"
    ANEW = "deal anew"
    ORDER = "order"
    SETTLE = "settle"
    LOCK = "lock"
    BUDGE = "budge"
    COINS = "coins"
    STICK_UP = "stick-up"
    GUESS = "guess"


HELP = """\
left-index,right-open+bullet   these cards lie open; card numbers do as well: 2,18
next                           verify the round, and on to the next one
verify                         verify the round
close                          end Guess for those who have not locked
deal anew                      the round never was: new cards for it
order Ben Ann                  Ben was first, then Ann: of a tie, or whatever was seen
dispute Ann left index         what Ann really locked; a hand that is not named stays as it was read
settle Ann right nothing       the same, where the reading was unsure; 'settle Ann' takes it as it was read
lock Ann left index            Ann locked this, unseen; a hand that is not named shows nothing bent
budge Ann right ring           Ann's hand moved, unseen, and shows this now
stick-up Ann left Ben          Ann's left hand is a pistol and points at Ben, unseen
stick-up Ann Ben               asked about Ann's hand: it is a pistol and points at Ben (of two: left, then right)
guess Ann                      it is a guess
coins Ann 3 2                  Ann's coins, turned face up"""

_ALONE = {word.value: word for word in (Word.NEXT, Word.VERIFY, Word.CLOSE)} | {"deal": Word.NEXT}
_HANDS = {"dispute": Word.SETTLE, "settle": Word.SETTLE, "lock": Word.LOCK, "budge": Word.BUDGE}
_CARDS = re.compile(r"[\w+-]+(\s*,\s*[\w+-]+)*")


@dataclass(frozen=True, kw_only=True)
class TypedLine:
    """A line that was understood."""

    word: Word
    text: str = ""
    """The cards, as they were written."""
    players: tuple[str, ...] = ()
    hands: tuple[tuple[Side, Digits], ...] = ()
    """The hands that were named, with the digits bent on them."""
    aims: tuple[tuple[Side, str], ...] = ()
    """The pistols that were named, with whom they point at."""
    coins: tuple[int, ...] = ()


def understood(text: str, players: Sequence[str]) -> TypedLine:
    """What a line, its words one space apart, means at a table of `players`. Raises `LineError`."""
    first, _, rest = text.partition(" ")
    name = first.lower()
    if text.lower() == Word.ANEW:
        return TypedLine(word=Word.ANEW)
    if name in _ALONE:
        if rest:
            raise LineError(f"{first!r} stands alone; what does {rest!r} mean? Type help.")
        return TypedLine(word=_ALONE[name])
    if name in _HANDS:
        return _about_hands(name, rest, players)
    match name:
        case "order":
            return TypedLine(word=Word.ORDER, players=_all_names(rest, players))
        case "stick-up":
            player, more = _name(rest, players)
            if more.partition(" ")[0].lower() in set(Side):
                return TypedLine(word=Word.STICK_UP, players=(player,), aims=_aims(more, players))
            return TypedLine(word=Word.STICK_UP, players=(player, *_names(more, players)))
        case "guess":
            player, more = _name(rest, players)
            if more:
                raise LineError(f"'guess {player}' stands alone; what does {more!r} mean? Type help.")
            return TypedLine(word=Word.GUESS, players=(player,))
        case "coins":
            player, more = _name(rest, players)
            values = more.replace(",", " ").split()
            if not all(value.isdecimal() for value in values):
                raise LineError(f"Coins are whole numbers, as in 'coins {player} 3 2', not {more!r}.")
            return TypedLine(word=Word.COINS, players=(player,), coins=tuple(map(int, values)))
    if _CARDS.fullmatch(text) and ("-" in text or text[0].isdecimal()):
        return TypedLine(word=Word.CARDS, text=text.replace(" ", ""))
    raise LineError(f"{text!r} means nothing here; type help.")


def _about_hands(name: str, rest: str, players: Sequence[str]) -> TypedLine:
    player, more = _name(rest, players)
    hands = _hands(more.lower().replace(",", " ").split())
    if name != "settle" and not hands:
        did = {"dispute": "locked", "lock": "locked", "budge": "shows now"}[name]
        raise LineError(f"Say what {player} {did}, as in '{name} {player} left index'.")
    return TypedLine(word=_HANDS[name], players=(player,), hands=hands)


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


def _aims(text: str, players: Sequence[str]) -> tuple[tuple[Side, str], ...]:
    found: dict[Side, str] = {}
    while text:
        side, _, text = text.partition(" ")
        if side.lower() not in set(Side):
            raise LineError(f"Say left or right before whom a hand points at, not {side!r}.")
        found[Side(side.lower())], text = _name(text, players)
    return tuple((side, found[side]) for side in Side if side in found)


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
