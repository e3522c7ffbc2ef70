"""A flat palm, raised to the camera and held still, presses "next": so that nobody must get up for the keyboard.

Exactly one palm counts, wholly open and sure to be: two are somebody who shows both hands, as for a dispute. One that
was there when the looking began must be taken away first.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

from gesture.reading.background import Answer, Reader, ask
from gesture.reading.hand_reading import HandReading
from gesture.sources.frames import Frame
from gesture.watching.held_still import LOST_S, HeldStill
from rules.hands import Palm

HOLD_S = 0.8
"""A palm is held still for this long."""
LONG_S = 1.6
"""So long for what cannot be taken back."""
BETWEEN_S = 0.1
"""Frames are looked at this often."""
LEAST_READINGS = 3
LEASE_S = 0.5
"""The looking ends by itself when nobody has asked for it for so long."""


def open_palm(hands: Sequence[HandReading]) -> HandReading | None:
    """The one raised palm among the hands, or None."""
    palms = [hand for hand in hands if hand.palm is Palm.UP]
    if len(palms) != 1 or palms[0].likelier or palms[0].unsure:
        return None
    return palms[0]


class PalmHeld:
    """What the readings, in their order, amount to: how far the holding has got."""

    def __init__(self) -> None:
        self._armed = False
        self._still = HeldStill()
        self._away_since_s: float | None = None

    def see(self, at_s: float, hands: Sequence[HandReading], hold_s: float) -> float:
        """Take in what was read on a frame; returns the share of `hold_s` that is over, 1 once it is complete, which
        is told once for each time that a palm is raised."""
        palm = open_palm(hands)
        if palm is None:
            self._away_since_s = at_s if self._away_since_s is None else self._away_since_s
            self._armed = self._armed or at_s - self._away_since_s >= LOST_S
            return min(self._still.see(at_s, {}) / hold_s, 0.99)
        self._away_since_s = None
        if not self._armed:
            return 0.0
        share = self._still.see(at_s, {palm.side: palm}) / hold_s
        if share >= 1 - 1e-6 and len(self._still.readings) >= LEAST_READINGS:
            self._armed = False
            self._still.begin_anew()
            return 1.0
        return min(share, 0.99)


class RaisedPalm:
    """Looks for a raised palm on a watched table's frames, as long as a screen asks for it.

    `step` is called by the thread that watches, everything else by the window.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held = PalmHeld()
        self._until_s = -1.0
        self._hold_s = HOLD_S
        self._share = 0.0
        self._pressed = False
        self._asked: tuple[float, Answer] | None = None
        self._next_s = 0.0

    @property
    def share(self) -> float:
        """How much of the holding is over, from 0 to 1."""
        with self._lock:
            return self._share

    def wanted(self, now_s: float, hold_s: float = HOLD_S) -> None:
        """Look for a palm now, to be held for `hold_s`; called before each frame of a screen that has a "next"."""
        with self._lock:
            if now_s > self._until_s:
                self._begin()
            self._until_s, self._hold_s = now_s + LEASE_S, hold_s

    def take(self) -> bool:
        """Whether a palm has pressed "next" since the last time."""
        with self._lock:
            pressed, self._pressed = self._pressed, False
        return pressed

    def stop(self) -> None:
        """Look no more; what is held now presses nothing."""
        with self._lock:
            self._until_s = -1.0
            self._begin()

    def _begin(self) -> None:
        self._held, self._share, self._pressed = PalmHeld(), 0.0, False

    def step(self, frame: Frame, reader: Reader) -> None:
        """Take in what was read, and ask for this frame to be read when it is time to."""
        if self._asked is not None and self._asked[1].done():
            (at_s, answer), self._asked = self._asked, None
            if not answer.cancelled() and answer.exception() is None:
                self._see(at_s, answer.result())
        with self._lock:
            looks = frame.at_s <= self._until_s
        if looks and self._asked is None and (frame.at_s >= self._next_s or frame.at_s < self._next_s - BETWEEN_S):
            self._next_s = frame.at_s + BETWEEN_S
            self._asked = frame.at_s, ask(reader, frame.image)

    def _see(self, at_s: float, hands: Sequence[HandReading]) -> None:
        with self._lock:
            if at_s > self._until_s:
                return
            self._share = self._held.see(at_s, hands, self._hold_s)
            if self._share >= 1:
                self._share, self._pressed = 0.0, True
