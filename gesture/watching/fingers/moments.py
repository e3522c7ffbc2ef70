"""What fingers on a card do, as moments."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gesture.watching.fingers.resting_finger import Bearing
from gesture.watching.moments import Moment


@dataclass(frozen=True, kw_only=True, eq=False)
class FingerMoved(Moment):
    """A player's finger came to rest on a card at `at_s`, began to leave it then, or has since then done something that
    cannot be told."""

    player: str
    card: int
    """The card's place among those in play, from 0."""
    finger: int
    """Tells a player's fingers on one card apart, from 0."""
    bearing: Bearing
    tip: NDArray[np.float64] | None = None
    """Where its tip last rested (2,), in pixels of the frame."""
