"""A hand that lies still: what many readings of it agree on, and since when it has lain so.

One reading of one frame makes no event. The log-odds of each digit are averaged over frames, and the look of the hand
when it came to rest is kept, so that a later change can be told from a sleeve that passed by.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import hand_outline, palm_center, palm_length, palm_outline, rightwards
from gesture.reading.association import apart_palms
from gesture.reading.digit_scaling import AS_READ, Five, OwnHands, average_log_odds
from gesture.reading.hand_reading import HandReading
from gesture.watching.motion import AWAY_S, Glance, Motion, Patch
from rules.hands import Digit, Palm, Side

SURE = 0.85
"""Average log-odds (p about 0.7) below which a digit stays unsure."""
ENOUGH_READINGS = 3
MOST_READINGS = 10
SAME_PLACE_PALMS = 0.35
"""A hand found this near to where one lay, in palm lengths, is that hand."""
PALM_MOVED_SHARE = 0.4
"""When this share of the palm itself changed, more has moved than a digit."""
RELAID_PALMS = 0.06
"""A hand that was lifted and laid down again lies at least this far from where it lay, in palm lengths."""
AWAY_PALMS = 0.6
"""A hand found this far from where it lay has been taken away."""
SLID_PALMS, SLID_S = 1.0, 0.8
"""A hand that lies no farther than this from where it lay, no longer than this after it began to move, was pushed."""
PALM_DOWN_PRIOR = 1.0
"""Log-odds that a hand resting in a zone lies palm down."""
FAIR = 0.7
POOR, SEEN_BEFORE = 0.5, 3
"""What is read with less confidence, and looked the same on so many pictures before something moved there, was not laid
down now: it is a hand that has lain there, or no hand at all."""
FLIPPED = 0.6
"""Average log-odds that a digit must reach on both sides of its change before it counts as changed."""


def log_odds(p: float) -> float:
    """The log-odds of a probability, kept within about plus or minus 4 so that one reading never outweighs all."""
    p = min(max(p, 0.02), 0.98)
    return math.log(p / (1 - p))


@dataclass(frozen=True, eq=False)
class HandConsensus:
    """What the readings of one resting hand agree on."""

    side: Side
    palm: Palm
    palm_p: float
    """Probability that `palm` is right."""
    log_odds: tuple[float, ...]
    """Average log-odds of each digit being bent, from thumb to pinky."""
    unsure: frozenset[Digit]
    landmarks: NDArray[np.float64]
    """Shape (21, 2), frame pixels, averaged."""
    readings: int
    as_read: Five
    """The same log-odds as they were read, before anything that is known of the player's own hands."""

    @property
    def bent(self) -> frozenset[Digit]:
        """The bent digits, each at its likelier value."""
        return frozenset(d for d, odds in zip(Digit, self.log_odds, strict=True) if odds > 0)

    @property
    def center(self) -> NDArray[np.float64]:
        """The middle of the palm (2,), in frame pixels."""
        return palm_center(self.landmarks)

    @property
    def palm_px(self) -> float:
        """The length of the palm, in frame pixels."""
        return palm_length(self.landmarks)

    def clearly_changed(self, before: HandConsensus) -> frozenset[Digit]:
        """The digits that were clearly one way `before` and are clearly the other way now."""
        pairs = zip(Digit, self.log_odds, before.log_odds, strict=True)
        return frozenset(d for d, now, then in pairs if now * then < 0 and min(abs(now), abs(then)) >= FLIPPED)


class RestingHand:
    """A hand that was found lying still. `since` is the frame from which on it looks as it does now."""

    def __init__(self, reading: HandReading, motion: Motion, patch: Patch, since: Glance, own: OwnHands) -> None:
        self.own = own
        """What was known of the player's hands when this one was laid down. What is learned later does not change how
        it is taken, or digits would seem to move that lie still."""
        self._read: list[HandReading] = []
        self._sides: list[float] = []
        self._points: list[NDArray[np.float64]] = []
        self.patch = patch
        from_s = max(since.at_s, motion.now_s - 0.3)
        self.reference = motion.look_at_rest(patch, from_s)
        self.rest_s = since.at_s
        self.from_start = False
        """It already lay so on the first frame that is known."""
        self.palm = motion.patch(palm_outline(reading.landmarks))
        self.palm_reference = motion.look_at_rest(self.palm, from_s) if self.palm else None
        self.disturbed_s: float | None = None
        """Since when the hand has not looked as it did at rest, or None."""
        self.palm_moved = 0.0
        """The largest share of the palm that has changed during the present disturbance."""
        self.latest = reading
        self.before: HandConsensus | None = None
        """What the hand was before it changed in its place, or None."""
        self.began_s: float | None = None
        """When that change began."""
        self.changed: frozenset[Digit] = frozenset()
        """The digits that clearly differ from `before`."""
        self.relaid = False
        """It was lifted and laid down again, if nearly in its place."""
        self._rested_before: tuple[float, bool] | None = None
        self.add(reading)

    @classmethod
    def found(
        cls, reading: HandReading, motion: Motion, least_rest_s: float, own: OwnHands = AS_READ
    ) -> RestingHand | None:
        """The hand of `reading`, made on the newest frame of `motion`, whose player has such hands of the `own`, or
        None while it has not been still for long enough."""
        now_s = motion.now_s
        patch = motion.patch(hand_outline(reading.landmarks))
        if patch is None:
            return None
        reference = motion.look_at_rest(patch, now_s - least_rest_s / 2)
        since = motion.same_since(patch, reference)
        if since is None or now_s - since.at_s < least_rest_s - 1e-6:
            return None
        hand = cls(reading, motion, patch, since, own)
        hand.rest_s = between_frames(motion, since)
        if since is motion.glances[0]:
            hand.rest_s = motion.last_moved(patch)  # it has lain so for longer than pictures are kept
            hand.from_start = hand.rest_s == -math.inf
            hand.rest_s = min(since.at_s, max(hand.rest_s, motion.first_s))
        if reading.confidence < POOR and not hand.from_start:
            before = [g for g in motion.glances if g.at_s < since.at_s]
            alike = sum(motion.change(patch, g.grey, reference) <= motion.patch_share for g in before)
            hand.from_start = alike >= SEEN_BEFORE  # the table's own pattern, over which something passed
        return hand

    def follow(self, old: RestingHand, again: bool) -> None:
        """Take the place of `old`, which was disturbed in its place: a digit moved, or only a sleeve or shadow did.
        Laid down `again`, it was away meanwhile or lies elsewhere now."""
        self.own = old.own
        self.latest = self.own.corrected(self._read[-1])
        settled = old.before is None or old.readings >= ENOUGH_READINGS
        self.before = old.consensus(Side.LEFT) if settled else old.before
        self.began_s = old.disturbed_s if settled else old.began_s
        self._rested_before = (old.rest_s, old.from_start) if settled else old._rested_before
        shift = float(np.linalg.norm(np.mean(self.latest.landmarks - np.mean(old._points, axis=0), axis=0)))
        lifted = old.palm_moved > PALM_MOVED_SHARE and shift > RELAID_PALMS * self.palm_px
        self.relaid = again or lifted or (not settled and old.relaid)

    def go_on(self, now: HandConsensus) -> None:
        """Settle what its readings say about the disturbance that it followed: where no digit changed, it has lain at
        rest all along."""
        if self.before is None:
            return
        self.changed = now.clearly_changed(self.before)
        if not self.changed and not self.relaid and self._rested_before is not None:
            self.rest_s, self.from_start = self._rested_before
            self._rested_before = None

    def add(self, reading: HandReading) -> None:
        """One more reading of this hand."""
        self._read.append(reading)
        side = log_odds(reading.side_p)
        self._sides.append(side if reading.side is Side.LEFT else -side)
        self._points.append(reading.landmarks)
        self.latest = self.own.corrected(reading)

    def look(self, motion: Motion) -> None:
        """See on the newest frame whether the hand still lies as it did."""
        glance = motion.glances[-1]
        if motion.change(self.patch, glance.grey, self.reference) <= motion.patch_share:
            self.disturbed_s, self.palm_moved = None, 0.0
            return
        if self.disturbed_s is None:
            self.disturbed_s = between_frames(motion, glance)
        if self.palm is not None and self.palm_reference is not None:
            self.palm_moved = max(self.palm_moved, motion.change(self.palm, glance.grey, self.palm_reference))

    def near(self, reading: HandReading) -> bool:
        """Whether `reading` is of a hand in this one's place."""
        return apart_palms(self.latest, reading) <= SAME_PLACE_PALMS

    def far(self, reading: HandReading) -> bool:
        """Whether `reading`, of the same side, shows that this hand has gone elsewhere."""
        return self._same_side(reading) and apart_palms(self.latest, reading) > AWAY_PALMS

    def slid_to(self, reading: HandReading, rest_s: float) -> bool:
        """Whether this hand may have been pushed to where `reading` found one of the same side at rest since
        `rest_s`."""
        if self.disturbed_s is None or not self.disturbed_s < rest_s < self.disturbed_s + SLID_S:
            return False
        return self._same_side(reading) and apart_palms(self.latest, reading) <= SLID_PALMS

    def _same_side(self, reading: HandReading) -> bool:
        return (reading.side is Side.LEFT) == (self.left_odds > 0)

    @property
    def left_odds(self) -> float:
        """Average log-odds of being the left hand."""
        return float(np.mean(self._sides))

    @property
    def readings(self) -> int:
        """How many frames it was read on."""
        return len(self._read)

    @property
    def center(self) -> NDArray[np.float64]:
        """The middle of the palm (2,), in frame pixels, averaged."""
        return palm_center(np.mean(self._points, axis=0))

    @property
    def palm_px(self) -> float:
        """The length of the palm, in frame pixels, by the newest reading."""
        return self.latest.palm_px

    def consensus(self, side: Side) -> HandConsensus:
        """What the readings agree on, the hand being taken for `side`. Of fewer than `ENOUGH_READINGS` no digit is
        sure."""
        return consensus_of(self._read, self.own, side)

    @property
    def wants_reading(self) -> bool:
        """Whether another reading could still change or settle something."""
        if self.readings < ENOUGH_READINGS:
            return True
        return self.readings < MOST_READINGS and bool(self.consensus(Side.LEFT).unsure)


def consensus_of(read: Sequence[HandReading], own: OwnHands, side: Side) -> HandConsensus:
    """What readings of one hand, of a player with such hands, agree on; the hand is taken for `side`. Of fewer than
    `ENOUGH_READINGS` no digit is sure."""
    taken = [own.corrected(reading) for reading in read]
    mean = np.mean([[log_odds(p) for p in reading.digits] for reading in taken], axis=0)
    doubted = {d: sum(d in reading.unsure for reading in taken) / len(taken) for d in Digit}
    unsure = frozenset(
        d
        for d, odds in zip(Digit, mean, strict=True)
        if abs(odds) < SURE or (doubted[d] > 0.6 and abs(odds) < 2) or len(read) < ENOUGH_READINGS
    )
    palms = [log_odds(reading.palm_p) * (1 if reading.palm is Palm.DOWN else -1) for reading in read]
    down = float(np.mean(palms)) + PALM_DOWN_PRIOR
    palm = Palm.DOWN if down >= 0 else Palm.UP
    p = 1 / (1 + math.exp(-abs(down)))
    points = np.mean([reading.landmarks for reading in read], axis=0)
    odds, as_read = tuple(float(o) for o in mean), average_log_odds(read)
    return HandConsensus(side, palm, p, odds, unsure, points, len(read), as_read)


def between_frames(motion: Motion, first: Glance) -> float:
    """When something came to rest that is first seen at rest on `first`: halfway from the frame before. When the camera
    was away in between, nobody saw it sooner."""
    before: Glance | None = None
    for glance in motion.glances:
        if glance is first:
            break
        before = glance
    if before is None or first.at_s - before.at_s > AWAY_S:
        return first.at_s
    return (before.at_s + first.at_s) / 2


def best_pair(
    hands: Iterable[RestingHand], inward: NDArray[np.float64], side_prior: float
) -> tuple[RestingHand, RestingHand] | None:
    """A player's left and right hand, of all that lie still for that player; None when there are not two. What was
    there from the start and is read poorly may be the table's pattern, and gives way to two others."""
    found = list(hands)
    laid = [hand for hand in found if not (hand.from_start and hand.latest.confidence < FAIR)]
    chosen = sorted(laid if len(laid) > 1 else found, key=lambda hand: -hand.readings)[:2]
    if len(chosen) < 2:
        return None
    a, b = chosen
    b_right = float((b.center - a.center) @ rightwards(inward)) > 0
    a_left = a.left_odds - b.left_odds + (side_prior if b_right else -side_prior)
    return (a, b) if a_left > 0 else (b, a)
