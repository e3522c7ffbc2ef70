"""What can be chosen when a game of Dexterity Jane is set up."""

from __future__ import annotations

from ui.window.games.face import Option

PRINTED = "hand"
"""The value of the option `cards` for a printed copy."""
OPTIONS = (
    Option("variant", ("standard", "simplified", "stick-up"), pictured=True),
    Option("cards", ("screen", PRINTED), small=True),
)
