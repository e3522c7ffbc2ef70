"""The one source of chance: whoever runs a game draws from a seeded generator and writes the draw down as an event.

What a game needs drawn stands in that game's own `chance.py`; replaying a log never comes here.
"""

from __future__ import annotations

import random

Generator = random.Random
"""A seeded generator; equal seeds draw equally on every machine."""


def generator(seed: int | str | None = None) -> Generator:
    """A generator of its own; without a seed one from the operating system's noise."""
    return random.Random(seed)
