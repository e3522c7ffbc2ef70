"""From frames to moments: hands that came to rest, digits that changed while they lay, hands taken away.

A moment is no lock yet: whether it counts is for the rules to say. Its time is that of the hands, found from motion at
the camera's full rate, not that of the reading. Moments are let go in the order of their times, once nothing earlier
can still turn up (see `Watch`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gesture.reading.background import Answer, Reader, ask
from gesture.reading.hand_reading import HandReading
from gesture.sources.frames import Frame
from gesture.table.seats import SIDE_PRIOR, Seat, Table, whole_hands
from gesture.watching.card_area import CardWatch
from gesture.watching.moments import DigitsMoved, HandGone, HandOverCards, Hands, HandsAtRest, Moment
from gesture.watching.motion import Glance, Motion
from gesture.watching.stillness import RestingHand, best_pair
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
HINDSIGHT_S, HELD_HINDSIGHT_S = 0.4, 0.6
"""A moment is known at the latest this long after it happened, when nothing is undecided."""
SURE_PALM_UP = 0.7
SIDED = 1.2
"""Log-odds of being a left or a right hand, from which on what is held up is a hand."""


@dataclass(frozen=True, eq=False)
class _Asked:
    """A reading that was asked for: of which frame and cut, and which hands did not lie as at rest on that frame."""

    frame: Frame
    cut: int
    zone: NDArray[np.float64]
    disturbed: frozenset[RestingHand]
    answer: Answer


class SeatWatch:
    """Watches one seat's zone."""

    def __init__(self, seat: Seat, table: Table) -> None:
        self.seat = seat
        self.hands: list[RestingHand] = []
        self._table = table
        self._inward, self._facing = table.inward(seat), table.facing(seat)
        self._rest_s = HELD_REST_S if table.held_up else REST_S
        self._seen_s: NDArray[np.float64] | None = None
        self._cells: NDArray[np.bool_] = np.zeros((0, 0), bool)
        self._read_s = -math.inf
        self._settled_s = -math.inf
        self._tries = 0
        self._good_cut = 0
        """The cut in which this seat's resting hands are found."""
        self._missed: dict[RestingHand, int] = {}
        self._away: set[RestingHand] = set()
        self._asked: _Asked | None = None
        self._unseen_s = math.inf
        """When what has settled, and nobody has looked at yet, did so."""
        self._announced: tuple[RestingHand, RestingHand] | None = None

    def step(self, frame: Frame, glance: Glance, motion: Motion, reader: Reader) -> Iterator[Moment]:
        """What the newest frame brings."""
        if self._seen_s is None or self._seen_s.shape != motion.moved_s.shape:
            self._cells = motion.cells_of(self._grown(1.1))
            self._seen_s = np.full(motion.moved_s.shape, -np.inf)
            self._started_s = glance.at_s
        for hand in self.hands:
            hand.look(motion, glance)
        yield from self.take_in(motion)
        cut = (self._cut_of_held if self._table.held_up else self._cut_to_read)(glance.at_s, motion)
        if cut is not None:
            self._read_s = glance.at_s
            zone, disturbed = self._cut(cut), frozenset(h for h in self.hands if h.disturbed_s is not None)
            self._asked = _Asked(frame, cut, zone, disturbed, ask(reader, frame.image, zone))
            yield from self.take_in(motion)
        yield from self.conclude(frame, glance.at_s)

    def take_in(self, motion: Motion, wait: bool = False) -> Iterator[Moment]:
        """Take in the reading that was asked for last, if it is there by now, or when it is, if `wait`."""
        asked = self._asked
        if asked is not None and (wait or asked.answer.done()):
            self._asked = None
            yield from self._take_in(asked, motion)

    def _grown(self, factor: float) -> NDArray[np.float64]:
        grown: NDArray[np.float64] = self.seat.center + (self.seat.zone - self.seat.center) * factor
        return grown

    def _cut(self, attempt: int) -> NDArray[np.float64]:
        """What to read at the n-th attempt: the zone, then other cuts in which a missed hand may show."""
        if self._table.held_up:
            return self._grown(1.4)
        across = np.array([-self._inward[1], self._inward[0]])
        ahead = self._inward * self.seat.depth(self._inward)
        aside = across * self.seat.depth(across) / 4
        zone = np.vstack([self._grown(1.15), self.seat.zone + 0.4 * ahead])  # fingers reach out of it, palms do not
        cuts = [
            zone,
            np.vstack([self._grown(1.6), self.seat.zone + ahead]),
            zone + aside,
            zone - aside,
            zone - 0.15 * ahead,
        ]
        return cuts[attempt % len(cuts)]

    def _cut_to_read(self, now_s: float, motion: Motion) -> int | None:
        """Which cut of the frame is worth reading now, or None."""
        assert self._seen_s is not None
        moving = self._cells & (motion.moved_s > now_s - SETTLED_S + 1e-6)
        settled = self._cells & (motion.moved_s != self._seen_s) & ~moving
        unseen = int(settled.sum()) >= 2
        self._unseen_s = float(motion.moved_s[settled].max()) if unseen else math.inf
        since_read_s = now_s - self._read_s
        if self._asked is not None or since_read_s < BETWEEN_READINGS_S - 1e-6:
            return None
        never = math.isinf(self._read_s) and now_s >= self._started_s + FIRST_LOOK_S
        if never or (unseen and (since_read_s >= BUSY_S or not moving.any())):
            self._seen_s[settled], self._unseen_s = motion.moved_s[settled], math.inf
            self._settled_s = float(motion.moved_s[settled].max()) if settled.any() else self._started_s
            self._tries, self._good_cut = TRIES, 0
            return 0
        if any(hand.disturbed_s is None and hand.wants_reading for hand in self.hands):
            return self._good_cut
        if len(self._still()) < 2 and self._tries > 0 and since_read_s >= BETWEEN_LOOKS_S - 1e-6:
            self._tries -= 1
            return TRIES - self._tries
        disturbed = [now_s - hand.disturbed_s for hand in self.hands if hand.disturbed_s is not None]
        if disturbed and since_read_s >= (FIRST_LOOK_S if max(disturbed) < DISTURBED_S else 1.0) - 1e-6:
            return self._good_cut
        return None

    def _cut_of_held(self, now_s: float, motion: Motion) -> int | None:
        """The same for hands that are held up. They never come to rest as hands on a table do, and their owner moves
        behind them, so they are looked for as long as two are not known to be still."""
        since_read_s = now_s - self._read_s
        if self._asked is not None or since_read_s < BETWEEN_READINGS_S - 1e-6:
            return None
        still = self._still()
        if len(still) < 2 or len(still) < len(self.hands):
            stirred = bool((self._cells & (motion.moved_s > now_s - BUSY_S)).any())
            return 0 if since_read_s >= (HELD_LOOK_S if stirred else BUSY_S) - 1e-6 else None
        return 0 if any(hand.wants_reading for hand in still) else None

    def _still(self) -> list[RestingHand]:
        still = [hand for hand in self.hands if hand.disturbed_s is None]
        if self._table.held_up:  # a face, taken for a hand, is neither a left one nor a right one
            return [hand for hand in still if abs(hand.left_odds) >= SIDED]
        return still

    def _take_in(self, asked: _Asked, motion: Motion) -> Iterator[Moment]:
        """A reading, as of the frame that it was asked for, which may be some frames ago."""
        at_s, cut, disturbed = asked.frame.at_s, asked.cut, asked.disturbed
        found = whole_hands(asked.answer.result(), asked.zone, asked.frame.size)
        own = [self.seat.hands.corrected(hand) for hand in found if self._table.owner(hand) is self.seat]
        lay = [hand for hand in self.hands if hand not in disturbed]
        if len(own) > 1 or (cut == self._good_cut and any(not any(h.near(r) for r in own) for h in lay)):
            self._good_cut = cut if len(own) > 1 else cut + 1
        met: list[RestingHand] = []
        for reading in own:
            near = sorted(
                (h for h in self.hands if h not in met and h.near(reading)),
                key=lambda h: float(np.linalg.norm(h.center - reading.center)),
            )
            old = near[0] if near else None
            if old is None:
                self._away |= {h for h in disturbed if h in self.hands and h.far(reading)}
            if old is not None and (old not in disturbed or old.disturbed_s is None):
                if old not in disturbed:
                    old.add(reading, at_s)
                met.append(old)  # disturbed then, it lies now as it did before
                continue
            new = RestingHand.found(reading, motion, at_s, FIRST_LOOK_S)
            if new is None:
                met += [old] if old else []  # it is there, but has not come to rest
                continue
            if old is not None and old not in self._away:
                new.follow(old, again=self._missed.get(old, 0) >= GONE_AFTER)
            elif old is None:
                free = [h for h in self.hands if h in disturbed and h not in met and h.slid_to(reading, new.rest_s)]
                for old in free[:1]:
                    new.follow(old, again=True)
            if old in self.hands:
                self._forget(old)
            self.hands.append(new)
            met.append(new)
        for hand in met:
            self._missed.pop(hand, None)
        yield from self._miss([h for h in self.hands if h in disturbed and h not in met], motion, at_s)

    def _forget(self, hand: RestingHand) -> None:
        self.hands.remove(hand)
        self._missed.pop(hand, None)
        self._away.discard(hand)

    def _miss(self, missing: list[RestingHand], motion: Motion, at_s: float) -> Iterator[Moment]:
        """A disturbed hand that is not found where it lay, time and again, has been taken away."""
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

    def conclude(self, frame: Frame, now_s: float, last: bool = False) -> Iterator[Moment]:
        """The moment that the hands lying still amount to, if any. On the `last` frame fewer readings must do."""
        pair = best_pair(self._still(), self._facing, SIDE_PRIOR)
        if pair is None or pair == self._announced:
            return
        if not last and any(hand.wants_reading for hand in pair):
            return
        left, right = (hand.agreed(side) for hand, side in zip(pair, (Side.LEFT, Side.RIGHT), strict=True))
        for hand, now in zip(pair, (left, right), strict=True):
            hand.go_on(now)
        if now_s - max(hand.rest_s for hand in pair) < self._rest_s - 1e-6:
            return
        before, self._announced = self._announced, pair
        turned = any(hand.palm is Palm.UP and hand.palm_p > SURE_PALM_UP for hand in (left, right))
        if turned and not self._table.held_up:
            return
        rest_s = {Side.LEFT: pair[0].rest_s, Side.RIGHT: pair[1].rest_s}
        hands = Hands(left=left, right=right, rest_s=rest_s, frame=frame)
        player = self.seat.player
        moved, changed = [hand for hand in pair if before is None or hand not in before], []
        if before is not None and all(hand.before is not None for hand in moved):
            changed = [hand for hand in moved if hand.changed]
            if changed:
                began_s = min(h.rest_s if h.began_s is None else h.began_s for h in changed)
                rest = max(hand.rest_s for hand in changed)
                sides = {side: h.changed for side, h in zip(Side, pair, strict=True) if h in moved and h.changed}
                yield DigitsMoved(at_s=began_s, player=player, hands=hands, rest_s=rest, digits=sides)
            elif not any(hand.relaid for hand in moved):
                return
        at_s, from_start = max(rest_s.values()), all(hand.from_start for hand in pair)
        yield HandsAtRest(at_s=at_s, player=player, hands=hands, from_start=from_start, changed=bool(changed))

    def pending_s(self, now_s: float) -> float:
        """The earliest time of a moment that may still come out of what is undecided; infinity when nothing is."""
        open_s = [self._unseen_s]
        still = self._still()
        pair = best_pair(still, self._facing, SIDE_PRIOR)
        if pair is not None and pair != self._announced:
            open_s.append(min(h.began_s if h.began_s is not None else max(p.rest_s for p in pair) for h in pair))
        elif self._tries > 0 and len(still) < 2:
            open_s.append(max([self._settled_s, *(hand.rest_s for hand in still)]))
        for hand in self.hands:
            missed = self._missed.get(hand, 0) >= GONE_AFTER
            if hand.disturbed_s is not None and now_s - hand.disturbed_s < DISTURBED_S and not missed:
                open_s.append(hand.disturbed_s)
        return min((s for s in open_s if s > now_s - LONGEST_WAIT_S), default=math.inf)


class Watch:
    """Watches every seat, and lets moments go in the order of their times.

    A moment is held until nothing earlier can follow: no other seat has hands at rest since before it that are still
    undecided. `complete_to_s` says up to when all moments are known.
    """

    def __init__(self, table: Table, reader: Reader) -> None:
        self.table = table
        self.motion = Motion(held_up=table.held_up)
        self._hindsight_s = HELD_HINDSIGHT_S if table.held_up else HINDSIGHT_S
        self.seats = [SeatWatch(seat, table) for seat in table.seats]
        self.complete_to_s = -math.inf
        self._reader = reader
        self._cards = None if table.cards is None else CardWatch(table, table.cards)
        self._held: list[Moment] = []
        self._last: Frame | None = None

    def step(self, frame: Frame) -> list[Moment]:
        """The moments that the newest frame completes, in the order of their times."""
        glance = self.motion.watch(frame)
        for seat in self.seats:
            self._held += seat.step(frame, glance, self.motion, self._reader)
        if self._cards is not None:
            found = self._cards.step(frame, glance, self.motion, self._reader)
            self._held += [HandOverCards(at_s=over.at_s, player=over.player, since_s=over.since_s) for over in found]
        self._last = frame
        waiting = min((seat.pending_s(frame.at_s) for seat in self.seats), default=math.inf)
        self.complete_to_s = max(self.complete_to_s, min(waiting, frame.at_s - self._hindsight_s))
        return self._release()

    def finish(self) -> list[Moment]:
        """What the last frames still amount to, when no more will come."""
        if self._last is not None:
            for seat in self.seats:
                self._held += seat.take_in(self.motion, wait=True)
                self._held += seat.conclude(self._last, self._last.at_s, last=True)
        self.complete_to_s = math.inf
        return self._release()

    def _release(self) -> list[Moment]:
        ready = sorted((m for m in self._held if m.at_s <= self.complete_to_s), key=lambda m: m.at_s)
        self._held = [m for m in self._held if m.at_s > self.complete_to_s]
        return ready

    def readings(self) -> list[HandReading]:
        """The newest reading of every hand that lies at rest, for drawing."""
        return [hand.latest for seat in self.seats for hand in seat.hands if hand.disturbed_s is None]
