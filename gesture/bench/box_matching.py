"""Which reading belongs to which labelled hand of a photograph, by their boxes."""

from __future__ import annotations

from gesture.bench.labels import Box, LabelledPicture
from gesture.reading.hand_reading import HandReading

OVERLAP = 0.15
"""A reading belongs to a hand when their boxes share at least so much of their union."""
OTHER_SIDE = 0.8
"""On a picture of several hands the overlap counts so much where the sides differ."""
WHOLE_PICTURE, LEAST_OF_PICTURE = 0.98, 0.015
"""A label that covers this share of the picture says only that a hand is there: any reading of at least the second
share of it belongs to the hand."""
_THE_ONLY_HAND = 0.3
"""What such a reading's overlap is raised by, so that it is enough."""


def overlap(read: Box, labelled: Box, size: tuple[int, int]) -> float:
    """How far the box of a reading is that of a labelled hand on a picture of `size` (width, height): the share of
    their union that both cover, more where the label is the whole picture."""
    across, down = (
        min(read[2], labelled[2]) - max(read[0], labelled[0]),
        min(read[3], labelled[3]) - max(read[1], labelled[1]),
    )
    if across <= 0 or down <= 0:
        return 0.0
    of_read, of_label = ((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in (read, labelled))
    shared = across * down / (of_read + of_label - across * down)
    if of_label < WHOLE_PICTURE * size[0] * size[1]:
        return shared
    return _THE_ONLY_HAND + shared if of_read >= LEAST_OF_PICTURE * of_label else 0.0


def matched(picture: LabelledPicture, readings: list[HandReading], size: tuple[int, int]) -> dict[int, int]:
    """The index of the reading that belongs to each labelled hand by the hand's index, the best overlap first."""
    pairs = []
    for i, hand in enumerate(picture.hands):
        for j, reading in enumerate(readings):
            other_side = hand.side is not None and reading.side is not hand.side and len(picture.hands) > 1
            assert hand.box is not None
            share = overlap(reading.box, hand.box, size) * (OTHER_SIDE if other_side else 1)
            pairs.append((share, reading.confidence, i, j))
    found: dict[int, int] = {}
    for share, _, i, j in sorted(pairs, reverse=True):
        if share >= OVERLAP and i not in found and j not in found.values():
            found[i] = j
    return found
