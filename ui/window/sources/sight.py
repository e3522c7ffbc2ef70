"""What the threads beside the window look at, and what reads hands for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from gesture.reading.hand_reading import HandReading
from gesture.sources.frames import Frame


class Sight(Protocol):
    """Frames of a camera or a recording."""

    @property
    def trouble(self) -> str | None:
        """What is wrong with it now and what to do, as one sentence, or None."""

    @property
    def latest(self) -> NDArray[np.uint8] | None:
        """The newest picture (H, W, 3), BGR, whether or not anybody has read it; None where only frames are known."""

    def __iter__(self) -> Iterator[Frame | None]:
        """Frames, or None where none has come for a while, so that whoever reads can stop."""

    def close(self) -> None:
        """Give the device or file back."""


class FrameReader(Protocol):
    """Finds and reads the hands of a whole frame, such as `gesture.reading.hand_reader.HandReader`."""

    def read(self, frame_bgr: NDArray[np.uint8]) -> list[HandReading]:
        """The hands on a BGR frame (H, W, 3)."""

    def close(self) -> None:
        """Free what it holds."""
