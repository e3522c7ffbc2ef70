"""The one source of chance: whoever runs a game draws from a seeded generator and writes the draw down as an event.

What a game needs drawn stands in that game's own `chance.py`; replaying a log never comes here.
"""

from __future__ import annotations

import random

Generator = random.Random
"""A seeded generator; equal seeds draw equally on every machine."""


class Chance:
    """One game's chance, in which every draw has a generator of its own. So a game that is taken up again with the same
    seed draws what it would have drawn had it never been broken off, whatever was drawn before."""

    def __init__(self, lot: Generator) -> None:
        self._base = lot.getrandbits(64)

    def of(self, what: str, number: int = 0) -> Generator:
        """The generator of one draw: the `number`-th of its kind, as the order of a round's ties."""
        return generator(f"{self._base} {what} {number}")


def generator(seed: int | str | None = None) -> Generator:
    """A generator of its own; without a seed one from the operating system's noise."""
    return random.Random(seed)
