"""Hands that come to rest in one seat's zone, digits that change while they lie there, and hands taken away.

The time of a moment is that of the hands, found from motion at the camera's full rate, not that of the reading.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import palm_reach
from gesture.reading.association import nearest
from gesture.reading.digit_scaling import OwnHands
from gesture.reading.hand_reading import HandReading, PalmSizes
from gesture.sources.frames import Frame
from gesture.table.ownership import SIDE_PRIOR, whole_hands
from gesture.table.seats import Seat, Table
from gesture.watching.detector import Detector, Look, Prospect, Steps
from gesture.watching.moments import DigitsMoved, HandGone, Hands, HandsAtRest, Moment, NotReadInTime
from gesture.watching.motion import Gap, Motion
from gesture.watching.stillness import ENOUGH_READINGS, SAME_PLACE_PALMS, RestingHand, best_pair
from gesture.watching.zone_cuts import ZoneCuts
from rules.hands import Palm, Side

REST_S = 0.35
"""Both hands must have lain still for this long."""
HELD_REST_S = 0.5
"""The same where hands are held up to the camera."""
HELD_LOOK_S = 0.1
"""Between two looks for hands that are held up; they are looked for less often where nothing has stirred."""
FIRST_LOOK_S = 0.1
"""A hand that has lain still for this long is worth its first reading."""
SETTLED_S = 0.15
"""A part of a zone in which nothing has moved for this long has settled."""
BETWEEN_READINGS_S = 0.06
BETWEEN_LOOKS_S = 0.15
"""Between two looks for a hand that was not found."""
BUSY_S = 0.3
"""Between two readings of a zone in which something keeps moving."""
TRIES = 6
"""Looks for a hand that was not found, each with another cut of the frame, before a settled zone is called empty."""
GONE_AFTER = 3
"""Looks in a row that did not find a disturbed hand; then it is gone, once nothing moves any more where it lay ..."""
GONE_REST_S = 0.4
"""... for this long: an arm may merely have passed over it ..."""
DISTURBED_S = 1.5
"""... or it has not lain there for this long. For longer it keeps nobody waiting either."""
LONGEST_WAIT_S = 3.0
"""Nothing that is still undecided keeps other moments waiting for longer than this."""
BEFORE_GAP_S = 0.5
"""Hands that came to rest less than this before nobody saw the table may have been seen in a frozen picture."""
SURE_PALM_UP = 0.7
SIDED = 1.2
"""Log-odds of being a left or a right hand, from which on what is held up is a hand."""
REMEMBERED, ENOUGH_PALMS = 16, 2
"""A player's palms whose sizes are remembered, and how many make a size known."""
SURE_OF_SIZE = 0.8
"""The confidence of a reading from which on its palm counts."""
Pair = tuple[RestingHand, RestingHand]


@dataclass(frozen=True, eq=False)
class _Wish:
    """What is worth reading now: the n-th cut of the frame."""

    cut: int
    settled: NDArray[np.bool_] | None = None
    """The cells that have settled and that nobody has looked at; None when the look is at what is known."""
    another_try: bool = False
    """It is one more look for a hand that was not found."""


class HandsDetector(Detector):
    """Watches one seat's zone."""

    def __init__(self, seat: Seat, table: Table) -> None:
        self.seat = seat
        self.hands: list[RestingHand] = []
        self._own = seat.hands
        """What is known of the player's hands by now."""
        self._table = table
        self._inward, self._facing = table.inward(seat), table.facing(seat)
        self._cuts = ZoneCuts(seat, self._inward, table.held_up)
        self._rest_s = HELD_REST_S if table.held_up else REST_S
        self._seen_s: NDArray[np.float64] = np.zeros((0, 0))
        """When each cell had last moved as of the last look at it."""
        self._cells: NDArray[np.bool_] = np.zeros((0, 0), bool)
        self._started_s = 0.0
        self._frame: Frame | None = None
        """The newest frame."""
        self._read_s = -math.inf
        self._settled_s = -math.inf
        self._tries = 0
        self._good_cut = 0
        """The cut in which this seat's resting hands are found."""
        self._missed: dict[RestingHand, int] = {}
        self._away: set[RestingHand] = set()
        self._pending: Look | None = None
        """The look that is not answered yet."""
        self._promising = False
        """It is likely to find hands that want to be read again."""
        self._palms: deque[float] = deque(maxlen=REMEMBERED)
        self._palm_px: PalmSizes | None = None
        """The palms to expect, in pixels; the same for all looks at hands that came to rest together."""
        self._unseen_s = math.inf
        """When what has settled, and nobody has looked at yet, did so."""
        self._unread_s: float | None = None
        """Since when there is something that could not be read in time."""
        self._hurried = False
        """Looks at the hands that lie here now were given up."""
        self._announced: Pair | None = None
        self._gaps: Sequence[Gap] = ()

    def step(self, frame: Frame, motion: Motion) -> Steps:
        """What the next frame brings; see `Detector.step`."""
        self._frame = frame
        self._measure(motion)
        lying = self._undecided()
        for hand in self.hands:
            hand.look(motion)
        if self._hurried and lying is not None and any(hand.disturbed_s is not None for hand in lying):
            yield from self._conclude(lying, frame)  # they leave before they could be read as often as wanted
        if self._unread_s is not None and len(self.hands) < 2 and self._settled(motion)[1]:
            yield NotReadInTime(at_s=self._unread_s, player=self.seat.player)
            self._unread_s = None
        wish = self._wish(motion, self._read_s)
        if wish is not None:
            yield from self._look(wish, frame, motion)
        pair = self._undecided()
        if pair is not None and not any(hand.wants_reading for hand in pair):
            yield from self._conclude(pair, frame)

    def foresee(self, prospect: Prospect) -> Look | None:
        """The look that is likely to be wanted of a frame; see `Detector.foresee`."""
        motion, since_s = prospect.motion, prospect.since_s
        if self._seen_s.shape != motion.moved_s.shape:
            return None
        if self._table.held_up:
            return (
                Look(self._cuts.at(0), self._palm_px, self._cuts.reach)
                if self._wish(motion, since_s) is not None
                else None
            )
        if self._pending is None or not self._promising:
            return None
        still = self._still()
        read = min((hand.readings for hand in still), default=0) if len(still) > 1 else 0
        if prospect.ahead + read + 1 >= ENOUGH_READINGS:
            return None
        # The pending look finds hands, as most looks do, and those want to be read again.
        settled = motion.now_s - since_s >= BETWEEN_READINGS_S - 1e-6 and not self._settled(motion)[1]
        return self._pending if settled else None

    def know(self, player: str, own: OwnHands) -> None:
        """Hands laid down from now on are taken as this player's `own`."""
        if player == self.seat.player:
            self._own = own

    def finish(self) -> Iterator[Moment]:
        """What the hands that lie still amount to; fewer readings must do."""
        pair = self._undecided()
        if pair is not None and self._frame is not None:
            yield from self._conclude(pair, self._frame)

    def readings(self) -> list[HandReading]:
        """The newest reading of each hand at rest here."""
        return [hand.latest for hand in self.hands if hand.disturbed_s is None]

    def _measure(self, motion: Motion) -> None:
        """Take the size of the picture, and see what has settled that nobody has looked at."""
        self._gaps = motion.gaps
        if self._seen_s.shape != motion.moved_s.shape or self._started_s != motion.first_s:
            self._cells = motion.cells_of(self._cuts.grown(1.1))
            self._seen_s = np.full(motion.moved_s.shape, -np.inf)
            self._started_s = motion.first_s
            for hand in tuple(self.hands):  # nothing can be compared with how they looked in another size
                self._forget(hand)
        settled, _ = self._settled(motion)
        unseen = int(settled.sum()) >= 2 and not self._table.held_up
        self._unseen_s = float(motion.moved_s[settled].max()) if unseen else math.inf

    def _settled(self, motion: Motion) -> tuple[NDArray[np.bool_], bool]:
        """The cells that have settled since somebody looked, and whether anything in the zone moves."""
        moving = self._cells & (motion.moved_s > motion.now_s - SETTLED_S + 1e-6)
        settled = self._cells & (motion.moved_s != self._seen_s) & ~moving
        return settled, bool(moving.any())

    def _wish(self, motion: Motion, read_s: float) -> _Wish | None:
        """What is worth reading on the newest frame, when the look before was at `read_s`; None when nothing is."""
        since_read_s = motion.now_s - read_s
        if since_read_s < BETWEEN_READINGS_S - 1e-6:
            return None
        return (self._wish_held if self._table.held_up else self._wish_laid)(motion, since_read_s)

    def _wish_laid(self, motion: Motion, since_read_s: float) -> _Wish | None:
        now_s = motion.now_s
        settled, moving = self._settled(motion)
        never = math.isinf(since_read_s) and now_s >= self._started_s + FIRST_LOOK_S
        if never or (int(settled.sum()) >= 2 and (since_read_s >= BUSY_S or not moving)):
            return _Wish(0, settled)
        if self._wanting:
            return _Wish(self._good_cut)
        if len(self._still()) < 2 and self._tries > 0 and since_read_s >= BETWEEN_LOOKS_S - 1e-6:
            return _Wish(TRIES - self._tries + 1, another_try=True)
        disturbed = [now_s - hand.disturbed_s for hand in self.hands if hand.disturbed_s is not None]
        if disturbed and since_read_s >= (FIRST_LOOK_S if max(disturbed) < DISTURBED_S else 1.0) - 1e-6:
            return _Wish(self._good_cut)
        return None

    @property
    def _wanting(self) -> bool:
        """Whether a hand that lies still wants to be read again."""
        return any(hand.disturbed_s is None and hand.wants_reading for hand in self.hands)

    def _wish_held(self, motion: Motion, since_read_s: float) -> _Wish | None:
        """The same for hands that are held up. They never come to rest as hands on a table do, and their owner moves
        behind them, so they are looked for as long as two are not known to be still."""
        still = self._still()
        if len(still) < 2 or len(still) < len(self.hands):
            stirred = bool((self._cells & (motion.moved_s > motion.now_s - BUSY_S)).any())
            return _Wish(0) if since_read_s >= (HELD_LOOK_S if stirred else BUSY_S) - 1e-6 else None
        return _Wish(0) if any(hand.wants_reading for hand in still) else None

    def _look(self, wish: _Wish, frame: Frame, motion: Motion) -> Steps:
        """Have a cut of the frame read, and take in what is found."""
        before = self._read_s, self._seen_s.copy(), self._settled_s, self._tries, self._good_cut, self._unseen_s
        if wish.settled is not None:
            self._settled_s = float(motion.moved_s[wish.settled].max()) if wish.settled.any() else self._started_s
            self._seen_s[wish.settled], self._unseen_s = motion.moved_s[wish.settled], math.inf
            self._tries, self._good_cut = TRIES, 0
        elif wish.another_try:
            self._tries -= 1
        self._read_s = frame.at_s
        self._promising = wish.settled is not None or (not wish.another_try and self._wanting)
        self._pending = Look(self._cuts.at(wish.cut), self._palm_px, self._cuts.reach)
        found = [] if self._cuts.bare(frame) else (yield self._pending)
        zone, self._pending = self._pending.zone, None
        if found is not None:
            self._unread_s = None
            yield from self._take_in(whole_hands(found, zone, frame.size), wish.cut, motion)
            if wish.another_try and self._tries == 0 and not self.hands and not self._settled(motion)[1]:
                self._cuts.remember_bare(frame)
            if not any(hand.wants_reading for hand in self.hands) and len(self._palms) >= ENOUGH_PALMS:
                self._palm_px = min(self._palms), max(self._palms)
            return
        self._read_s, self._seen_s, self._settled_s, self._tries, self._good_cut, self._unseen_s = before
        self._hurried = True
        if wish.settled is not None and wish.settled.any() and self._unread_s is None:
            self._unread_s = float(motion.moved_s[wish.settled].max())

    def _still(self) -> list[RestingHand]:
        still = [hand for hand in self.hands if hand.disturbed_s is None]
        if self._table.held_up:  # a face, taken for a hand, is neither a left one nor a right one
            return [hand for hand in still if abs(hand.left_odds) >= SIDED]
        return still

    def _undecided(self) -> Pair | None:
        """The two hands that lie still and have not been told of."""
        pair = best_pair(self._still(), self._facing, SIDE_PRIOR)
        return None if pair == self._announced else pair

    def _take_in(self, found: Sequence[HandReading], cut: int, motion: Motion) -> Iterator[Moment]:
        """The hands that were read on the newest frame of `motion`."""
        own = [hand for hand in found if self._table.owner(hand) is self.seat]
        disturbed = [hand for hand in self.hands if hand.disturbed_s is not None]
        lay = [hand for hand in self.hands if hand.disturbed_s is None]
        self._palms.extend(palm_reach(hand.landmarks) for hand in own if hand.confidence > SURE_OF_SIZE)
        if len(own) > 1 or (cut == self._good_cut and any(not any(h.near(r) for r in own) for h in lay)):
            self._good_cut = cut if len(own) > 1 else cut + 1
        met: list[RestingHand] = []
        for reading in own:
            old = nearest((hand for hand in self.hands if hand not in met), reading, SAME_PLACE_PALMS)
            if old is None:
                self._away |= {h for h in disturbed if h in self.hands and h.far(reading)}
            elif old.disturbed_s is None:
                old.add(reading)
                met.append(old)
                continue
            new = RestingHand.found(reading, motion, FIRST_LOOK_S, self._own)
            if new is None:
                met += [old] if old else []  # it is there, but has not come to rest
                continue
            self._replace(old, new, [hand for hand in disturbed if hand in self.hands and hand not in met], reading)
            met.append(new)
        for hand in met:
            self._missed.pop(hand, None)
        yield from self._miss([h for h in disturbed if h in self.hands and h not in met], motion)

    def _replace(
        self, old: RestingHand | None, new: RestingHand, free: Sequence[RestingHand], reading: HandReading
    ) -> None:
        """A hand was found at rest: in the place of a disturbed one, `old`, or pushed there from the place of one of
        those that were not found, `free`, or from elsewhere."""
        if old is not None and old not in self._away:
            new.follow(old, again=self._missed.get(old, 0) >= GONE_AFTER)
        elif old is None:
            old = next((hand for hand in free if hand.slid_to(reading, new.rest_s)), None)
            if old is not None:
                new.follow(old, again=True)
        if old is not None and old in self.hands:
            self._forget(old)
        self.hands.append(new)

    def _forget(self, hand: RestingHand) -> None:
        self.hands.remove(hand)
        self._missed.pop(hand, None)
        self._away.discard(hand)

    def _miss(self, missing: Sequence[RestingHand], motion: Motion) -> Iterator[Moment]:
        """A disturbed hand that is not found where it lay, time and again, has been taken away."""
        at_s = motion.now_s
        for hand in missing:
            if hand.disturbed_s is None:
                continue
            self._missed[hand] = self._missed.get(hand, 0) + 1
            passing = motion.last_moved(hand.patch) > at_s - GONE_REST_S and at_s < hand.disturbed_s + DISTURBED_S
            if self._missed[hand] < GONE_AFTER or passing:
                continue
            self._forget(hand)
            if self._announced and hand in self._announced:
                self._announced = None
                yield HandGone(at_s=hand.disturbed_s, player=self.seat.player)

    def _conclude(self, pair: Pair, frame: Frame) -> Iterator[Moment]:
        """The moment that two hands lying still amount to, if any."""
        left, right = (hand.consensus(side) for hand, side in zip(pair, Side, strict=True))
        for hand, now in zip(pair, (left, right), strict=True):
            hand.go_on(now)
        if frame.at_s - max(hand.rest_s for hand in pair) < self._rest_s - 1e-6:
            return
        before, self._announced = self._announced, pair
        self._hurried = False
        turned = any(hand.palm is Palm.UP and hand.palm_p > SURE_PALM_UP for hand in (left, right))
        if turned and not self._table.held_up:
            return
        rest_s = {side: hand.rest_s for side, hand in zip(Side, pair, strict=True)}
        gap = self._gap_at(max(rest_s.values()))
        rest_s |= {side: gap.to_s for side, s in rest_s.items() if gap is not None and s >= gap.from_s - BEFORE_GAP_S}
        hands = Hands(left=left, right=right, rest_s=rest_s, frame=frame, unseen=gap is not None)
        moved, changed = [hand for hand in pair if before is None or hand not in before], False
        if before is not None and all(hand.before is not None for hand in moved):
            change = self._change(pair, moved, hands)
            changed = change is not None
            if change is not None:
                yield change
            elif not any(hand.relaid for hand in moved):
                return
        yield HandsAtRest(
            at_s=max(rest_s.values()),
            player=self.seat.player,
            hands=hands,
            from_start=all(hand.from_start for hand in pair),
            changed=changed,
        )

    def _gap_at(self, rest_s: float) -> Gap | None:
        """The time without anybody watching in which hands may have come to rest that seem to do so at `rest_s`."""
        return next((gap for gap in self._gaps if gap.from_s - BEFORE_GAP_S < rest_s <= gap.to_s), None)

    def _change(self, pair: Pair, moved: Sequence[RestingHand], hands: Hands) -> DigitsMoved | None:
        """How hands that lay here before have changed; None when no digit did."""
        changed = [hand for hand in moved if hand.changed]
        if not changed:
            return None
        return DigitsMoved(
            at_s=min(hand.rest_s if hand.began_s is None else hand.began_s for hand in changed),
            player=self.seat.player,
            hands=hands,
            rest_s=max(hand.rest_s for hand in changed),
            digits={side: hand.changed for side, hand in zip(Side, pair, strict=True) if hand in changed},
        )

    def pending_s(self) -> float:
        """The earliest time of a moment that may still come out of what is undecided; infinity when nothing is."""
        now_s = self._frame.at_s if self._frame is not None else 0.0
        open_s = [self._unseen_s]
        still, pair = self._still(), self._undecided()
        if pair is not None:
            open_s.append(min(h.began_s if h.began_s is not None else max(p.rest_s for p in pair) for h in pair))
        elif self._tries > 0 and len(still) < 2:
            open_s.append(max([self._settled_s, *(hand.rest_s for hand in still)]))
        for hand in self.hands:
            missed = self._missed.get(hand, 0) >= GONE_AFTER
            if hand.disturbed_s is not None and now_s - hand.disturbed_s < DISTURBED_S and not missed:
                open_s.append(hand.disturbed_s)
        return min((s for s in open_s if s > now_s - LONGEST_WAIT_S), default=math.inf)
