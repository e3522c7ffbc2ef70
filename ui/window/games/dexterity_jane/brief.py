"""Rulings of Dexterity Jane in few words, as a list of what happened needs them: without what is a secret, and without
what a screen shows anyway."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.dexterity_jane import GAME
from rules.dexterity_jane.rulings import CoinsDealt, LockTaken, Required, RoundOver, StickUpVerified, TileGoes
from rules.dexterity_jane.say import place_said
from rules.game import Ruling
from rules.said import together

LEFT_OUT = (Required, RoundOver)
"""What the screens show anyway; the points of a round's end would betray coins."""


def briefly(rulings: Sequence[Ruling]) -> str:
    """The rulings on one event. Of a verdict it is who takes the Round tile."""
    verdict = [ruling for ruling in rulings if isinstance(ruling, TileGoes)]
    return together(*(_brief(ruling) for ruling in verdict or rulings if not isinstance(ruling, LEFT_OUT)))


def _brief(ruling: Ruling) -> str:
    match ruling:
        case CoinsDealt():
            return GAME.say(replace(ruling, coins=dict.fromkeys(ruling.coins)))
        case StickUpVerified():
            return GAME.say(replace(ruling, coin=None))
        case LockTaken() if ruling.unsure:
            return place_said(ruling)
    return GAME.say(ruling)
