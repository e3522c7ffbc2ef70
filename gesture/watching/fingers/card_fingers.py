"""All fingers on one card: whose each is, when it came to rest, and when it left.

Everything is seen in the card's view, at the camera's own rate. Who points is told by where the finger comes from:
each seat has so many fingers on a card, and the fingers that come to rest are given to the seats that they fit best.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import outside_px, turn_deg, unit
from gesture.sources.frames import Frame
from gesture.table.seats import Seat
from gesture.watching.fingers.bars import Bar, Mask, bars_in
from gesture.watching.fingers.card_view import SIDE_PX, VIEW_PX, X_PX, Y_PX, CardView, View
from gesture.watching.fingers.moments import FingerMoved
from gesture.watching.fingers.resting_finger import Bearing, RestingFinger
from gesture.watching.fingers.table_look import TableLook

SETTLED_S = 0.15
"""A finger rests once it has lain still so long."""
SETTLED_SHARE = 0.9
"""It lies still when so much of it does."""
QUIET_SHARE = 0.05
"""A finger has begun to move when more than this share of what is watched of it has changed."""
GONE_S = 0.1
"""It has left once it has been away so long ..."""
DOUBTFUL_S = 0.4
"""... and is doubtful once that could not be told for so long."""
LAID_S = 0.5
"""So long after it was found to rest a finger may still settle."""
BESIDE_S, BESIDE_COS = 0.4, 0.2
"""Another hand may have come over a finger when one that points alike, by the cosine, began to move so long before."""
SLID_S = 0.3
"""One that slid a little, and has lain still there for so long, is watched where it lies now."""
RAISED_S = 0.7
"""A finger that left and comes to rest within so long is still raised."""
AGAIN_S = 0.2
"""A raised finger comes to rest on the card when it moves once more, so long after it was raised."""
LOOK_S = 0.09
"""So often fingers are looked for that are not there yet."""
ON_CARD_PX = 7.0
"""A fingertip so far outside a card's outline still lies on it, in pixels of the view."""
REAL_PX = 15.0
"""The parts of a bar of which most must stand out, in pixels of the view."""
REFRESH_S = 0.5
_SAME_SHARE, _SAME_COS = 0.5, 0.85
_FAR_SIDES, _TURN_DEG, _WORST = 2.7, 30.0, 4.0


@dataclass(eq=False)
class _Place:
    """A player's finger, whether it lies there or not."""

    player: str
    number: int
    finger: RestingFinger | None = None
    quiet_s: float = 0.0
    """When it last looked as it did."""
    began_s: float | None = None
    """When it began to move, while that has not come to an end."""
    gone_s: float | None = None
    laid_s: float = 0.0
    """When it was found to rest here."""
    doubted: bool = False
    refreshed_s: float = 0.0
    left_s: float = -np.inf
    """When it last left the card."""
    raised_s: float | None = None
    """When it came to rest above the card, raised."""


class CardFingers:
    """Watches one card."""

    def __init__(self, number: int, outline: NDArray[np.float64], seats: Sequence[Seat], each: int) -> None:
        """The card with the place `number` among those in play, on which every player places `each` fingers. Raises
        `ValueError` for an outline without area."""
        self.number, self.view = number, CardView.of(outline)
        self.look = TableLook()
        self._seats = seats
        self._outline = self.view.seen(outline).astype(np.float32)
        self._middle = outline.mean(0)
        self._places = [_Place(seat.player, n) for seat in seats for n in range(each)]
        self._seen: View | None = None
        self._looked_s = -np.inf
        self._taken: Mask = np.zeros((VIEW_PX, VIEW_PX), bool)
        self._moved: list[tuple[_Place, NDArray[np.float64], float]] = []
        """The fingers that began to move lately: whose, which way they pointed, when."""

    @property
    def pending_s(self) -> float:
        """The earliest time of what may still come out of what is undecided."""
        return min((p.began_s for p in self._places if p.began_s is not None and not p.doubted), default=float("inf"))

    def tips(self) -> dict[tuple[str, int], NDArray[np.float64]]:
        """The tips (2,) in pixels of the frame of all fingers that rest on the card."""
        resting = ((p, p.finger.bar.tip) for p in self._places if p.finger is not None)
        return {(p.player, p.number): self.view.in_frame(tip) for p, tip in resting}

    def step(self, frame: Frame) -> Iterator[FingerMoved]:
        """What the next frame brings."""
        at_s = frame.at_s
        view = self.look.take(self.view.look(frame.image), at_s)
        for place in self._places:
            if place.finger is not None:
                yield from self._follow(place, place.finger, view, at_s)
        if at_s >= self._looked_s + LOOK_S and any(place.finger is None for place in self._places):
            self._looked_s = at_s
            yield from self._newcomers(view, at_s)
        self.look.learn(view, self._taken, at_s)

    def finish(self) -> Iterator[FingerMoved]:
        """What is undecided when no more frames come."""
        for place in self._places:
            if place.began_s is not None and not place.doubted:
                bearing = Bearing.DOUBTFUL if place.gone_s is None else Bearing.GONE
                yield self._moment(place, place.began_s, bearing)

    def _moment(self, place: _Place, at_s: float, bearing: Bearing) -> FingerMoved:
        tip = None if place.finger is None else self.view.in_frame(place.finger.bar.tip)
        return FingerMoved(
            at_s=at_s, player=place.player, card=self.number, finger=place.number, bearing=bearing, tip=tip
        )

    def _follow(self, place: _Place, finger: RestingFinger, view: View, at_s: float) -> Iterator[FingerMoved]:
        found = finger.found(view, self.look)
        if found.changed < QUIET_SHARE:
            yield from self._rests(place, at_s)
            if at_s > place.refreshed_s + REFRESH_S:
                finger.refresh(view)
                place.refreshed_s = at_s
            place.quiet_s = at_s
            return
        if at_s < place.laid_s + LAID_S and not found.clear:
            finger.moved_on(found.slid * 0, view, self.look)  # it had not quite come to rest
            self._cover()
            place.quiet_s = at_s
            return
        if place.began_s is None:
            place.began_s = (place.quiet_s + at_s) / 2
            self._moved = [one for one in self._moved if one[2] > at_s - 2 * BESIDE_S]
            self._moved.append((place, finger.bar.out, place.began_s))
        gone = found.clear or (found.bearing is Bearing.GONE and not self._beside_moving(place))
        if not gone:
            place.gone_s = None
        elif place.gone_s is None:
            place.gone_s = at_s
        if place.gone_s is not None and at_s >= place.gone_s + GONE_S:
            yield self._moment(place, place.began_s, Bearing.GONE)
            place.left_s, place.raised_s = -np.inf if at_s < place.laid_s + LAID_S else at_s, None
            self._take_away(place)
        elif found.bearing is Bearing.RESTS:
            if float(self.look.stirred_s[finger.core].max()) < at_s - SLID_S:
                finger.moved_on(found.slid, view, self.look)
                self._cover()
                yield from self._rests(place, at_s)
                place.quiet_s = at_s
        elif not place.doubted and at_s >= place.began_s + DOUBTFUL_S:
            place.doubted = True
            bearing = Bearing.COVERED if found.bearing is Bearing.COVERED else Bearing.DOUBTFUL
            yield self._moment(place, place.began_s, bearing)

    def _beside_moving(self, place: _Place) -> bool:
        """Whether a finger beside it began to move no later, whose hand may lie over it now."""
        if place.finger is None or place.began_s is None:
            return False
        out = place.finger.bar.out
        for other, other_out, began_s in self._moved:
            beside = other is not place and float(other_out @ out) > BESIDE_COS
            if beside and place.began_s - BESIDE_S < began_s <= place.began_s + 1e-6:
                return True
        return False

    def _rests(self, place: _Place, at_s: float) -> Iterator[FingerMoved]:
        """It is as it was: what it did was nothing."""
        if place.doubted:
            yield self._moment(place, at_s, Bearing.RESTS)
        place.began_s = place.gone_s = None
        place.doubted = False

    def _take_away(self, place: _Place) -> None:
        place.finger, place.began_s, place.gone_s, place.doubted = None, None, None, False
        self._cover()

    def _cover(self) -> None:
        """Find out anew which pixels belong to whom."""
        fingers = [place.finger for place in self._places if place.finger is not None]
        crowd = np.zeros((VIEW_PX, VIEW_PX), np.uint8)
        for finger in fingers:
            crowd += finger.core
        self._taken = crowd > 0
        for finger in fingers:
            finger.leave(crowd > finger.core)

    def _newcomers(self, view: View, at_s: float) -> Iterator[FingerMoved]:
        """Fingers that have come to rest on the card since."""
        bars = [bar for bar in bars_in(self.look.covered) if self._new(bar)]
        settled = []
        for bar in bars:
            times = self.look.stirred_s[bar.mask]
            stirred_s = float(np.partition(times, rank := int(SETTLED_SHARE * (len(times) - 1)))[rank])
            if stirred_s < at_s - SETTLED_S and self._on_card(bar) and self._real(bar, view):
                settled.append((bar, stirred_s))
        for place, n in self._whose([bar for bar, _ in settled]):
            bar, stirred_s = settled[n]
            if place.left_s > -np.inf and place.raised_s is None and stirred_s < place.left_s + RAISED_S:
                place.raised_s = stirred_s
            if place.raised_s is not None and stirred_s < place.raised_s + AGAIN_S:
                continue
            place.finger = RestingFinger(bar, view, self.look)
            place.quiet_s = place.refreshed_s = place.laid_s = at_s
            place.raised_s = None
            self._cover()
            rest_s = stirred_s if np.isfinite(stirred_s) else at_s
            yield self._moment(place, max(rest_s, 0.0), Bearing.RESTS)

    def _real(self, bar: Bar, view: View) -> bool:
        """Whether a bar is an object with edges along most of its length, and no trace of one that has gone."""
        along, aside = bar.along(X_PX, Y_PX), bar.aside(X_PX, Y_PX)
        inside, beside = aside < 0.35 * bar.width, (aside > 0.8 * bar.width) & (aside < 1.3 * bar.width)
        parts = [(along > n * REAL_PX) & (along < (n + 1) * REAL_PX) for n in range(3)]
        return sum(self.look.stands_out(view, inside & part, beside & part) for part in parts) >= 2

    def _new(self, bar: Bar) -> bool:
        return float(self._taken[bar.mask].mean()) < _SAME_SHARE and not any(
            float(bar.out @ finger.bar.out) > _SAME_COS
            and float(np.linalg.norm(bar.tip - finger.bar.tip)) < finger.width
            for finger in (place.finger for place in self._places)
            if finger is not None
        )

    def _on_card(self, bar: Bar) -> bool:
        x, y = (float(v) for v in bar.tip)
        return cv2.pointPolygonTest(self._outline, (x, y), True) > -ON_CARD_PX

    def _whose(self, bars: Sequence[Bar]) -> list[tuple[_Place, int]]:
        """The places that bars are given to, the best fits first."""
        fits = []
        for n, bar in enumerate(bars):
            hand, tip = self.view.in_frame(bar.at(_FAR_SIDES * SIDE_PX)), self.view.in_frame(bar.tip)
            side = max(float(np.linalg.norm(hand - tip)) / _FAR_SIDES, 1.0)
            for seat in self._seats:
                turned = turn_deg(unit(hand - tip), unit(seat.center - self._middle)) / _TURN_DEG
                cost = turned + max(0.0, outside_px(seat.zone, hand)) / side
                if cost < _WORST:
                    fits.append((cost, n, seat.player))
        given: list[tuple[_Place, int]] = []
        for _, n, player in sorted(fits):
            free = [p for p in self._places if p.player == player and p.finger is None]
            free = [p for p in free if all(p is not other for other, _ in given)]
            if free and all(n != other for _, other in given):
                given.append((free[0], n))
        return given
