"""What became of one finger at a call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from gesture.watching.fingers.moments import FingerMoved
from gesture.watching.fingers.resting_finger import Bearing

COUNTED_S = 1.8
"""The fingers are counted so long after a call: whoever lifts that late has been seen to be late."""
EARLIER_S = 1.0
"""A finger that left so long before a call, and has not come back, left it because of the call."""
BACK_S = 0.6
"""One that is back so soon has perhaps not left at all."""


class Fate(StrEnum):
    """Left on the card, lifted, or never seen there."""

    KEPT = "kept"
    LIFTED = "lifted"
    UNSEEN = "unseen"


@dataclass(frozen=True)
class Fingertip:
    """What became of a finger, as it more likely is."""

    fate: Fate
    lifted_s: float | None = None
    unsure: bool = False


def fate(moves: Sequence[FingerMoved], call_s: float, counted_s: float, since_s: float = 0.0) -> Fingertip:
    """What became of a finger at a call, by all that it did up to `counted_s`, in the order of the times. What it did
    before `since_s` belongs to an earlier call."""
    before = [move for move in moves if move.at_s <= call_s - EARLIER_S]
    during = [move for move in moves if call_s - EARLIER_S < move.at_s <= counted_s]
    laid = [n for n, move in enumerate(during) if move.bearing is Bearing.RESTS and move.at_s <= call_s]
    if not laid and (not before or before[-1].bearing is Bearing.GONE):
        return _away(before, since_s)
    since = during[laid[-1] + 1 :] if laid else during
    gone = next((n for n, move in enumerate(since) if move.bearing is Bearing.GONE), None)
    if gone is not None:
        lifted_s = since[gone].at_s
        back = next((move for move in since[gone + 1 :] if move.bearing is Bearing.RESTS), None)
        if back is not None and back.at_s < lifted_s + BACK_S:
            return Fingertip(Fate.KEPT, unsure=True)
        return Fingertip(Fate.LIFTED, lifted_s)
    last = since[-1] if since else during[-1] if during else before[-1]
    if last.bearing is Bearing.DOUBTFUL:
        return Fingertip(Fate.LIFTED, last.at_s, unsure=True)
    return Fingertip(Fate.KEPT, unsure=last.bearing is Bearing.COVERED)


def _away(before: Sequence[FingerMoved], since_s: float) -> Fingertip:
    """A finger that did not lie there when the call came."""
    if not before or before[-1].at_s <= since_s:
        return Fingertip(Fate.UNSEEN, unsure=True)
    return Fingertip(Fate.LIFTED, before[-1].at_s)
