"""The vocabulary of hands that every game and the camera share: sides, digits, palms and shapes."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum


class Side(StrEnum):
    """A person's own left or right hand, whoever looks at it."""

    LEFT = "left"
    RIGHT = "right"

    @property
    def other(self) -> Side:
        """The person's other hand."""
        return Side.RIGHT if self is Side.LEFT else Side.LEFT


class Digit(StrEnum):
    """The five digits, in the order in which they are always listed."""

    THUMB = "thumb"
    INDEX = "index"
    MIDDLE = "middle"
    RING = "ring"
    PINKY = "pinky"


class Palm(StrEnum):
    """Which face of the hand is seen: `DOWN` is the back of the hand, `UP` the palm (also of a hand held up)."""

    DOWN = "down"
    UP = "up"


class Shape(StrEnum):
    """The name that the bent digits alone give a hand."""

    OPEN = "open"
    PISTOL = "pistol"
    POINTING = "pointing"
    FIST = "fist"
    BENT = "bent"


Bent = frozenset[Digit]
"""The bent digits of one hand; every other digit is straight."""

_NAMED = {
    frozenset[Digit](): Shape.OPEN,
    frozenset({Digit.MIDDLE, Digit.RING, Digit.PINKY}): Shape.PISTOL,
    frozenset(Digit) - {Digit.INDEX}: Shape.POINTING,
    frozenset(Digit): Shape.FIST,
}


def shape_of(bent: Iterable[Digit]) -> Shape:
    """The shape of a hand on which exactly the digits `bent` are bent."""
    return _NAMED.get(frozenset(bent), Shape.BENT)


def in_order(digits: Iterable[Digit]) -> list[Digit]:
    """`digits` without repeats, from thumb to pinky."""
    chosen = frozenset(digits)
    return [digit for digit in Digit if digit in chosen]
