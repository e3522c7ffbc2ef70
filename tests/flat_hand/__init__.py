"""A game made for the tests: two players, and whoever lays a flat hand down first wins.

It is what CONTRIBUTING.md's recipe comes to: rules, interpreter, console and face, and one line of registration.
"""

from rules.games import Entry
from tests.flat_hand.face import FACE

__all__ = ["ENTRY", "FACE", "NAME"]

NAME = FACE.name
ENTRY = Entry(
    title="Flat Hand",
    rules="tests.flat_hand.rules",
    interpreter="tests.flat_hand.interpreter",
    face="tests.flat_hand",
    console="tests.flat_hand.console",
)
