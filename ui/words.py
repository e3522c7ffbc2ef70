"""Hands in plain English, as the command line says them."""

from __future__ import annotations

from collections.abc import Iterable

from rules.hands import Digit, in_order
from rules.words import listed


def hand_in_words(bent: Iterable[Digit | str], unsure: Iterable[Digit | str] = ()) -> str:
    """`nothing bent`, `index bent`, `thumb and ring bent, pinky unsure`."""
    words = listed(in_order(Digit(b) for b in bent), "nothing") + " bent"
    doubtful = in_order(Digit(u) for u in unsure)
    if len(doubtful) == len(Digit):
        return "every digit unsure"
    return f"{words}, {listed(doubtful)} unsure" if doubtful else words
