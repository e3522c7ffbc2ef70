"""The detector of fingers on the cards in play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from gesture.sources.frames import Frame
from gesture.table.seats import Seat
from gesture.watching.detector import Detector, Look, Prospect, Steps
from gesture.watching.fingers.card_fingers import CardFingers
from gesture.watching.moments import Moment
from gesture.watching.motion import Motion


class FingersDetector(Detector):
    """Fingers of all players on the cards in play. It asks for no reading: a finger that leaves is told by what changes
    where it lay, on every frame."""

    def __init__(self, cards: Sequence[NDArray[np.float64]], seats: Sequence[Seat], each: int) -> None:
        """`cards` are the outlines (N, 2) in pixels of the frame; every player places `each` fingers on each."""
        self.cards = [CardFingers(number, outline, seats, each) for number, outline in enumerate(cards)]

    def step(self, frame: Frame, motion: Motion) -> Steps:
        """What fingers did up to the next frame."""
        for card in self.cards:
            yield from card.step(frame)

    def foresee(self, prospect: Prospect) -> Look | None:
        """No look is ever asked for."""
        return None

    def pending_s(self) -> float:
        """When the earliest finger began to move of which it is not known yet what it does."""
        return min((card.pending_s for card in self.cards), default=float("inf"))

    def finish(self) -> Iterator[Moment]:
        """What fingers did whose moving had come to no end."""
        for card in self.cards:
            yield from card.finish()
