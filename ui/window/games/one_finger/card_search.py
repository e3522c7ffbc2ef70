"""Looks for the cards in play on a few pictures, beside the window."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gesture.sources.frames import Frame
from gesture.table.seats import Table
from gesture.watching.fingers.find_cards import find_cards

Outline = NDArray[np.float64]


class CardSearch:
    """One search; it ends by itself."""

    def __init__(self, frames: Sequence[Frame], table: Table) -> None:
        self._frames, self._table = tuple(frames), table
        self._found: tuple[Outline, ...] = ()
        self._thread = threading.Thread(target=self._run, name="CardSearch", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        self._found = tuple(find_cards(self._frames, self._table))

    def join(self, timeout_s: float | None = None) -> None:
        """Wait until it has ended."""
        self._thread.join(timeout_s)

    @property
    def found(self) -> tuple[Outline, ...] | None:
        """The outlines (N, 2) in pixels of the frames; None while it is still looking."""
        return None if self._thread.is_alive() else self._found


def around(middle: tuple[float, float], side_px: float) -> Outline:
    """A square card that is drawn by hand, (4, 2) in pixels."""
    half = side_px / 2
    x, y = middle
    return np.array([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)])
