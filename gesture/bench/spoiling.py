"""Recordings spoiled as cameras, networks and rooms spoil them; each the same every time."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator

import numpy as np

from gesture.sources.frames import Frame, Source, unmirrored

SEED = 2
NOISE_LEVELS = 8
"""Grain of up to so many grey levels either way."""
Spoiling = Callable[[Iterable[Frame]], Iterable[Frame]]


class SpoiledSource:
    """A source as it comes through a spoiling, the same whenever it is watched."""

    def __init__(self, source: Source, spoil: Spoiling) -> None:
        self._source, self._spoil = source, spoil

    def __iter__(self) -> Iterator[Frame]:
        for index, frame in enumerate(self._spoil(self._source)):
            yield Frame(frame.image, frame.at_s, index)

    def close(self) -> None:
        """Give the file back."""
        self._source.close()


def _dropped(frames: Iterable[Frame]) -> Iterator[Frame]:
    lot = random.Random(SEED)
    return (frame for frame in frames if lot.random() >= 0.2)


def _resampled(fps: float) -> Spoiling:
    def resample(frames: Iterable[Frame]) -> Iterator[Frame]:
        """At each tick the newest frame that had been taken by then, as a camera at another rate sees it."""
        shown, tick = None, 0
        for frame in frames:
            while shown is not None and tick / fps < frame.at_s - 1e-6:
                yield Frame(shown.image, tick / fps, tick)
                tick += 1
            shown = frame
        if shown is not None and tick / fps <= shown.at_s + 1e-6:
            yield Frame(shown.image, tick / fps, tick)

    return resample


def _dimmed(frames: Iterable[Frame]) -> Iterator[Frame]:
    return (Frame(frame.image // 2, frame.at_s, frame.index) for frame in frames)


def _mirrored(frames: Iterable[Frame]) -> Iterator[Frame]:
    """Filmed in a mirror, and declared to be: what is watched has been turned twice."""
    return (unmirrored(unmirrored(frame)) for frame in frames)


def _noisy(frames: Iterable[Frame]) -> Iterator[Frame]:
    rng = np.random.default_rng(SEED)
    for frame in frames:
        grain = rng.integers(-NOISE_LEVELS, NOISE_LEVELS + 1, frame.image.shape, np.int16)
        yield Frame(np.clip(frame.image + grain, 0, 255).astype(np.uint8), frame.at_s, frame.index)


PLAIN = "as it is"
SPOILINGS: dict[str, Spoiling] = {
    "a fifth of the frames dropped": _dropped,
    "10 frames a second": _resampled(10),
    "60 frames a second": _resampled(60),
    "half the light": _dimmed,
    "mirrored, and declared so": _mirrored,
    "sensor noise": _noisy,
}
"""Each by its name."""
