"""Pictures of printed faces for the tests, drawn once in a run of theirs."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from gesture.bench.card_tables import PX_PER_MM
from gesture.cards.printed import Face
from tests.ui.window.fake_user import FakeUser  # noqa: F401  (chooses the drivers without a screen)
from ui.printing.copies import COPIES
from ui.printing.raster import picture


@cache
def faces(game: str) -> tuple[Face, ...]:
    """All faces of a game's printed copy."""
    return tuple(COPIES[game].faces())


@cache
def printed(face: Face) -> NDArray[np.uint8]:
    """A face as it is printed."""
    return picture(COPIES[face.game].faces()[face], face.size_mm, PX_PER_MM)
