"""English words that remember how they were put together, so that whoever shows them can say them in another language.

A sentence is a `Said`: its template, such as "{player} moved.", and what fills it. It is a `str` as well, in English;
a log, the command line and a test take it as that. The window looks the template up in its language's file and fills
it anew (`ui.window.texts`). The template itself is the key, so that a sentence can be read where it is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Self


class Said(str):
    """Words made of a template. Forms of it for one thing and for several are told apart by the value `n`."""

    template: str
    """English, with the names of values in braces; where there are two, the one for several things."""
    values: Mapping[str, object]
    """What fills the braces: names, numbers, words of an enumeration, or words that were put together themselves."""

    @classmethod
    def of(cls, english: str, template: str, values: Mapping[str, object]) -> Self:
        """What a template and its values are in English."""
        made = cls(english.format(**values))
        made.template, made.values = template, values
        return made


class Row(str):
    """Several words or sentences, one after the other."""

    parts: tuple[object, ...]
    between: str | None
    """What stands between them; None for things in a row, as "a, b and c"."""

    @classmethod
    def of(cls, parts: Iterable[object], between: str | None) -> Self:
        """The parts, in English."""
        found = tuple(parts)
        words = [str(part) for part in found]
        if between is not None:
            made = cls(between.join(words))
        else:
            made = cls(" and ".join(filter(None, (", ".join(words[:-1]), *words[-1:]))))
        made.parts, made.between = found, between
        return made


def said(template: str, /, **values: object) -> Said:
    """A template filled with values."""
    return Said.of(template, template, values)


def numbered(n: int, one: str, many: str, /, **values: object) -> Said:
    """A template for one thing, or that for several; `n` is one of the values. The one for several is the key."""
    return Said.of(one if n == 1 else many, many, {"n": n, **values})


def together(*parts: str | None, between: str = " ") -> str:
    """Sentences one after the other; what is empty is left out. Empty where all are."""
    return Row.of([part for part in parts if part], between)
