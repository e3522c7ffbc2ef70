"""Hands that lay still, put together into people: a left and a right one, side by side, that point the same way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import distance, palm_length, pointing, rightwards, turn_deg, unit
from gesture.reading.association import nearest
from gesture.reading.hand_reading import HandReading
from rules.hands import Side

MOST_READINGS = 60
"""So many readings of a hand are kept, the newest; whoever gets ready for minutes fills no memory."""
SAME_HAND_PALMS, SAME_WAY_DEG = 0.7, 60.0
"""A hand that lies this near to where one lay, in palm lengths, and points about the same way is that hand."""
SAME_SEAT_PALMS, SAME_SEAT_DEG = 2.5, 50.0
"""Two pairs of hands of different rounds are one person's when they come in this near to each other and about the same
way."""
LONE_HAND_SHARE = 0.8
"""A lone hand must come in nearer, by this share."""
ELBOW_PALMS = 2.0
"""So far behind the hands their arms come from."""
PAIR_TURN_DEG = 75.0
"""A person's two hands point at most so far past each other."""
PAIR_APART_PALMS, PAIR_AHEAD_PALMS = (0.5, 6.5), 2.5
"""They lie so far beside each other, from and to, and the one no farther ahead than the second."""
USUAL_APART_PALMS = 2.2
"""How far beside each other they usually lie."""
APART_COST, AHEAD_COST, TURN_COST_DEG, SIDES_COST = 0.5, 0.5, 60.0, 1.2
"""What a palm length beside the usual, a palm length ahead, so many degrees, and a hand of the wrong side cost."""
REACH_PALMS = 7.0
"""So far from the elbows a hand may lie that crosses over to a neighbour."""
ZONE_ASIDE_PALMS, ZONE_NEAR_PALMS, ZONE_FAR_PALMS = 0.8, 1.2, 0.6
"""A zone reaches so far beyond the hands that lay in it: to its sides, to the player and towards the table."""
UNSEEN_HAND_PALMS = 3.0
"""A zone of one hand has so much more room where the other would lie."""


@dataclass(eq=False)
class FoundHand:
    """One hand that lay still: all its readings, and at which looks it was seen."""

    readings: list[HandReading]
    looks: set[int]
    rests_s: set[float] = field(default_factory=set)
    """When it came to rest."""

    @property
    def palm_px(self) -> float:
        return float(np.median([palm_length(r.landmarks) for r in self.readings]))

    @property
    def center(self) -> NDArray[np.float64]:
        middle: NDArray[np.float64] = np.mean([r.center for r in self.readings], axis=0)
        return middle

    @property
    def direction(self) -> NDArray[np.float64]:
        return unit(np.sum([pointing(r.landmarks) for r in self.readings], axis=0))

    @property
    def left(self) -> float:
        """How surely it is a left hand, from -1 (a right one) to 1."""
        return float(np.mean([(2 * r.side_p - 1) * (1 if r.side is Side.LEFT else -1) for r in self.readings]))


@dataclass(eq=False)
class Person:
    """The hands, one or two a round, that came in at one place."""

    hands: list[FoundHand] = field(default_factory=list)

    @property
    def palm_px(self) -> float:
        return float(np.mean([hand.palm_px for hand in self.hands]))

    def came(self, after_s: float, to_s: float) -> bool:
        """Whether a hand of theirs came to rest after the one time and by the other."""
        return any(after_s < rest_s <= to_s for hand in self.hands for rest_s in hand.rests_s)

    @property
    def inward(self) -> NDArray[np.float64]:
        return unit(np.sum([hand.direction for hand in self.hands], axis=0))

    @property
    def elbow(self) -> NDArray[np.float64]:
        """Where the arms come from: a little behind the hands (2,)."""
        middle = np.mean([hand.center for hand in self.hands], axis=0)
        behind: NDArray[np.float64] = middle - self.inward * ELBOW_PALMS * self.palm_px
        return behind

    def zone(self) -> NDArray[np.float64]:
        """A rectangle (4, 2) around where the hands lay, turned towards the table."""
        inward, palm = self.inward, self.palm_px
        across = rightwards(inward)
        points = np.vstack([reading.landmarks for hand in self.hands for reading in hand.readings])
        along_px, across_px = points @ inward, points @ across
        aside = ZONE_ASIDE_PALMS * palm
        sides = [float(across_px.min()) - aside, float(across_px.max()) + aside]
        if len(self.hands) == 1:  # make room for the hand that was not seen
            left = self.hands[0].left > 0
            sides[1 if left else 0] += (UNSEEN_HAND_PALMS if left else -UNSEEN_HAND_PALMS) * palm
        near, far = float(along_px.min()) - ZONE_NEAR_PALMS * palm, float(along_px.max()) + ZONE_FAR_PALMS * palm
        corners = [(near, sides[0]), (near, sides[1]), (far, sides[1]), (far, sides[0])]
        return np.array([inward * a + across * b for a, b in corners])


def add_to(found: list[FoundHand], reading: HandReading, look: int, rest_s: float) -> None:
    """Add what one look saw lying still, at rest since `rest_s`, to the hands found so far."""
    direction = pointing(reading.landmarks)
    hand = nearest((h for h in found if turn_deg(h.direction, direction) < SAME_WAY_DEG), reading, SAME_HAND_PALMS)
    if hand is None:
        found.append(FoundHand([reading], {look}, {rest_s}))
        return
    hand.readings = [*hand.readings[-MOST_READINGS + 1 :], reading]
    hand.looks.add(look)
    hand.rests_s.add(rest_s)


def people_of(found: Sequence[FoundHand]) -> list[Person]:
    """Hands put together into people: pairs first, the best-matching ones before the others. A lone hand that a
    neighbour may have reached over with is nobody new."""
    pairs = []
    for i, a in enumerate(found):
        for b in found[i + 1 :]:
            cost = _pair_cost(a, b)
            if cost is not None and a.looks & b.looks:
                pairs.append((cost, a, b))
    people: list[Person] = []
    taken: set[int] = set()
    for _, a, b in sorted(pairs, key=lambda pair: pair[0]):
        if id(a) not in taken and id(b) not in taken:
            taken |= {id(a), id(b)}
            _join(people, Person([a, b]))
    for hand in found:
        if id(hand) not in taken and not any(_crosses_over(hand, person) for person in people):
            _join(people, Person([hand]))
    return people


def _crosses_over(hand: FoundHand, person: Person) -> bool:
    """Whether a lone hand may be one of a person whose two hands lay elsewhere, at another time."""
    if len(person.hands) < 2 or all(own.looks & hand.looks for own in person.hands[:2]):
        return False
    same_way = turn_deg(hand.direction, person.inward) < PAIR_TURN_DEG
    return same_way and distance(hand.center, person.elbow) < REACH_PALMS * person.palm_px


def _pair_cost(a: FoundHand, b: FoundHand) -> float | None:
    """How badly two hands match as one person's left and right; None when they cannot be."""
    between_deg = turn_deg(a.direction, b.direction)
    if between_deg > PAIR_TURN_DEG:
        return None
    inward = unit(a.direction + b.direction)
    palm = (a.palm_px + b.palm_px) / 2
    between = (b.center - a.center) / palm
    apart, ahead = float(between @ rightwards(inward)), abs(float(between @ inward))
    if not PAIR_APART_PALMS[0] <= abs(apart) <= PAIR_APART_PALMS[1] or ahead > PAIR_AHEAD_PALMS:
        return None
    wrong_sides = (b.left - a.left) * (1 if apart > 0 else -1)  # -2 when the left hand lies to the left
    return (
        APART_COST * abs(abs(apart) - USUAL_APART_PALMS)
        + AHEAD_COST * ahead
        + between_deg / TURN_COST_DEG
        + SIDES_COST * (wrong_sides + 2)
    )


def _join(people: list[Person], new: Person) -> None:
    for person in people:
        same_way = turn_deg(person.inward, new.inward) < SAME_SEAT_DEG
        gap = new.elbow - person.elbow
        across = abs(float(gap @ rightwards(person.inward)))
        limit = (SAME_SEAT_PALMS if len(new.hands) == 2 else SAME_SEAT_PALMS * LONE_HAND_SHARE) * person.palm_px
        if same_way and across < limit and float(np.linalg.norm(gap)) < 2 * limit:
            if not any(a.looks & b.looks for a in person.hands for b in new.hands):
                person.hands += new.hands
                return
            if len(new.hands) == 1:
                return  # a third hand in the same place at the same time is one hand found twice
    people.append(new)
