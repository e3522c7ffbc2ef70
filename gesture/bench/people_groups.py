"""How hands on photographs of people are told apart: by set, view, pose, skin tone and person."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import quantiles

from gesture.bench.labels import LabelledHand, LabelledPicture
from gesture.bench.scoring import FINGERS, Outcome, Share, Tally, rates
from rules.hands import Digit, Palm, Shape, shape_of

HANDS_OF_A_PERSON = 5
"""Persons with fewer hands than these are not compared with others."""
Wanted = Callable[[LabelledPicture, LabelledHand], bool]

VIEWS: dict[str, Wanted] = {
    "backs": lambda _, hand: hand.view is Palm.DOWN,
    "backs, open": lambda _, hand: hand.view is Palm.DOWN and not hand.bent,
    "backs, a finger bent": lambda _, hand: hand.view is Palm.DOWN and bool(hand.bent & FINGERS),
    "palms": lambda _, hand: hand.view is Palm.UP,
    "edge-on, or not told": lambda _, hand: hand.view is None,
}
_POSES = {Shape.OPEN: "open", Shape.FIST: "fist", Shape.PISTOL: "pistol", Shape.POINTING: "pointing"}
_TWO_STRAIGHT, _OTHER = "two others straight", "another pose"
POSES = (*_POSES.values(), *(f"{digit} alone bent" for digit in Digit), _TWO_STRAIGHT, _OTHER)
"""The names of `pose_of`, in order."""


def pose_of(hand: LabelledHand) -> str:
    """The pose by its label; a digit that nobody could tell is as the label takes it to be."""
    shape = shape_of(hand.bent)
    if shape in _POSES:
        return _POSES[shape]
    if len(hand.bent) == 1:
        return f"{next(iter(hand.bent))} alone bent"
    return _TWO_STRAIGHT if len(hand.bent) == 3 else _OTHER


def by_set(tally: Tally) -> dict[str, Tally]:
    """Each set that shows hands, with its false hands on all of its pictures."""
    return {name: _set(tally, name) for name in dict.fromkeys(picture.of for picture in tally.seen if picture.hands)}


def by_view(tally: Tally) -> dict[str, Tally]:
    """Each of `VIEWS` that is seen."""
    views = {name: tally.of_hands(wanted) for name, wanted in VIEWS.items()}
    return {name: one for name, one in views.items() if one.outcomes}


def by_pose(tally: Tally) -> dict[str, Tally]:
    """Each of `POSES` that is seen."""
    seen = {pose_of(outcome.hand) for outcome in tally.outcomes}
    return {pose: _hands(tally, pose_of, pose) for pose in POSES if pose in seen}


def by_tone(tally: Tally) -> dict[str, Tally]:
    """Each skin tone that is labelled, in order."""
    tones = sorted({o.hand.tone for o in tally.outcomes if o.hand.tone is not None})
    return {str(tone): _hands(tally, lambda hand: hand.tone, tone) for tone in tones}


def _set(tally: Tally, name: str) -> Tally:
    return tally.of_pictures(lambda picture: picture.of == name)


def _hands(tally: Tally, key: Callable[[LabelledHand], object], value: object) -> Tally:
    return tally.of_hands(lambda _, hand: key(hand) == value)


def no_hand_there(tally: Tally) -> Tally:
    """The pictures without any hand."""
    return tally.of_pictures(lambda picture: not picture.hands)


def digit_shares(outcomes: Iterable[Outcome], digit: Digit) -> dict[str, Share]:
    """Of the hands found on which a digit is told: how often it was right, wrong (confidently), and asked about."""
    told = [o for o in outcomes if o.found and digit in o.hand.judged]
    return {
        "right": Share(sum(o.digit_right(digit) for o in told), len(told)),
        "wrong": Share(sum(digit in o.wrong for o in told), len(told)),
        "asked": Share(sum(digit in o.unsure for o in told), len(told)),
    }


@dataclass(frozen=True)
class Persons:
    """The share of each person's hands that are all right, by set and person, the fewest right first; of those with
    `HANDS_OF_A_PERSON` hands at least."""

    right: dict[str, Share]

    @property
    def spread(self) -> tuple[float, float, float, float, float]:
        """The least, the lower quartile, the median, the upper quartile and the most; not a number without anybody."""
        shares = [share.value for share in self.right.values()]
        if len(shares) < 2:
            only = shares[0] if shares else math.nan
            return (only, only, only, only, only)
        low, median, high = quantiles(shares, n=4, method="inclusive")
        return (min(shares), low, median, high, max(shares))


def by_person(tally: Tally) -> Persons:
    """The persons whose name is told."""
    hands: dict[str, list[Outcome]] = {}
    for outcome in tally.outcomes:
        if outcome.picture.person is not None:
            hands.setdefault(f"{outcome.picture.of}: {outcome.picture.person}", []).append(outcome)
    shares = {name: rates(ones)["right"] for name, ones in hands.items()}
    enough = {name: share for name, share in shares.items() if share.of >= HANDS_OF_A_PERSON}
    return Persons(dict(sorted(enough.items(), key=lambda item: (item[1].value, -item[1].of))))
