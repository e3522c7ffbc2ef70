"""Hands and lists in plain English, as the command line says them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.hands import Digit, in_order


def and_list(items: Iterable[str], nothing: str = "nobody") -> str:
    """`a`, `a and b`, `a, b and c`; `nothing` when there are none."""
    words: Sequence[str] = list(items)
    if not words:
        return nothing
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def hand_in_words(bent: Iterable[Digit | str], unsure: Iterable[Digit | str] = ()) -> str:
    """`nothing bent`, `index bent`, `thumb and ring bent, pinky unsure`."""
    words = and_list((str(d) for d in in_order(Digit(b) for b in bent)), "nothing") + " bent"
    doubtful = [str(d) for d in in_order(Digit(u) for u in unsure)]
    return f"{words}, {and_list(doubtful)} unsure" if doubtful else words
