"""What somebody may have meant who typed a name that there is none of."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

LIKE = 0.6
"""Names are alike from this share of common letters on (`difflib`)."""


def did_you_mean(typed: str, there: Iterable[str]) -> str:
    """The question to add to a refusal, with a space before it; empty where nothing is alike or begins so."""
    names = list(there)
    close = get_close_matches(typed.lower(), names, 1, LIKE) or [name for name in names if name.startswith(typed)][:1]
    return f" Did you mean '{close[0]}'?" if close and typed else ""
