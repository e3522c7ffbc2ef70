"""What can be chosen when a game of One Finger! is set up."""

from __future__ import annotations

from ui.window.games.face import Option

SHORT = "short"
"""The value of `length` for a game with few cards."""
SHORT_CARDS = 12
"""The Draw pile of a short game."""
PLAIN = "plain"
"""The value of `doubles` for a deck without Double cards."""
BY_KEY, BY_HAND = "keys", "hand"
"""The values of `calls`: a number is pressed, or shown with a free hand that is laid down before the camera."""
OPTIONS = (
    Option("length", (SHORT, "whole"), pictured=True),
    Option("doubles", ("with", PLAIN), small=True),
    Option("calls", (BY_KEY, BY_HAND), small=True),
)
