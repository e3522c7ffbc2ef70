"""Rulings of One Finger! in few words, as a list of what happened needs them."""

from __future__ import annotations

from collections.abc import Sequence

from rules.game import Ruling
from rules.one_finger import GAME
from rules.one_finger.rulings import Dealt, RoundOpened, Turn

LEFT_OUT = (Dealt, RoundOpened, Turn)
"""What the screen shows anyway."""


def briefly(rulings: Sequence[Ruling]) -> str:
    """The rulings on one event; of a deal it is only that."""
    told = [ruling for ruling in rulings if not isinstance(ruling, LEFT_OUT)]
    return " ".join(GAME.say(ruling) for ruling in told or rulings[:1])
