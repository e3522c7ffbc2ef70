"""The fingers at the table as the camera sees them just now."""

from __future__ import annotations

from gesture.games.one_finger.interpreter import OneFingerInterpreter
from gesture.watching.fingers.resting_finger import Bearing as Seen
from rules.one_finger.state import Phase
from ui.window.games.one_finger.finger_game import FingerGame
from ui.window.games.one_finger.fingers_shown import Bearing, FingerShown, Which

OF_CALL_S = 1.0
"""A finger that left so long before a call, or later, is shown as lifted; one that left before was not there."""


def fingers_seen(game: FingerGame, now_s: float) -> dict[Which, FingerShown]:
    """Each finger that there is to be, at the window's time `now_s`."""
    interpreter, state = game.judge.interpreter, game.state
    assert isinstance(interpreter, OneFingerInterpreter)
    found: dict[Which, FingerShown] = {}
    for seat, player in enumerate(state.table.players):
        for card in range(max(1, len(state.in_play))):
            for n in range(state.own_fingers):
                move = interpreter.newest(player, card, n)
                if move is None:
                    found[seat, card, n] = FingerShown(Bearing.AWAY)
                    continue
                bearing = Bearing.UNSURE
                if move.bearing is Seen.RESTS:
                    bearing = Bearing.RESTS
                elif move.bearing is Seen.GONE:
                    called = state.phase in (Phase.FINGERS, Phase.ARBITRATE)
                    lifted = called and move.at_s > state.called_at_s - OF_CALL_S
                    bearing = Bearing.LIFTED if lifted else Bearing.AWAY
                found[seat, card, n] = FingerShown(bearing, now_s - (game.at(now_s) - move.at_s))
    return found


def missing(game: FingerGame, fingers: dict[Which, FingerShown]) -> list[str]:
    """The players one of whose fingers is not on its card."""
    away = {which[0] for which, finger in fingers.items() if finger.bearing is Bearing.AWAY}
    return [player for seat, player in enumerate(game.players) if seat in away]
