"""Calls that are shown: whoever calls lays a free hand down with as many digits straight as the number.

Which digits are straight is left to the caller: some count from the thumb on, others from the index finger.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from gesture.games.one_finger.questions import CallQuestion
from gesture.hand_geometry import Landmark, distance, outside_px
from gesture.table.seats import Table
from gesture.watching.free_hands import HandLaid
from rules.hands import Digit
from rules.one_finger.events import Call

ON_CARD_PALMS = 0.4
"""A fingertip so near to a card's outline, in palm lengths, is on the card: that hand points and calls nothing."""
LEFT_PALMS = 1.1
"""A fingertip so near to where a finger lay on a card, in palm lengths, is the one that has just left it."""


def number_shown(laid: HandLaid) -> int:
    """How many digits are straight, each at its likelier value."""
    return len(Digit) - len(laid.hand.bent)


def points(laid: HandLaid, table: Table, tips: Iterable[NDArray[np.float64]]) -> bool:
    """Whether the hand points to a card in play, or did so lately, rather than being free. `tips` (2,) say where the
    player's fingers last rested on a card."""
    own, palm_px = laid.hand.landmarks[Landmark.INDEX_TIP], laid.hand.palm_px
    on_card = any(outside_px(card, own) <= ON_CARD_PALMS * palm_px for card in table.in_play)
    return on_card or any(distance(own, tip) <= LEFT_PALMS * palm_px for tip in tips)


def shown_call(laid: HandLaid, table: Table, tips: Iterable[NDArray[np.float64]]) -> Call | CallQuestion | None:
    """The call that a hand shows, or the question which number it is; None for one that shows none."""
    if laid.from_start or points(laid, table, tips):
        return None
    call = Call(at=laid.at_s, player=laid.player, number=number_shown(laid))
    if not laid.hand.unsure:
        return call
    return CallQuestion(player=laid.player, at_s=laid.at_s, hands=None, likely=call)
