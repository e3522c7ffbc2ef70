"""What is said at the table of a call, in the players' words."""

from __future__ import annotations

from rules.one_finger.state import State
from ui.window.games.one_finger.result_show import ResultShow
from ui.window.texts import Texts

LONGEST = 60
"""With more letters than this it is said how many are robbed, and not who."""


def result_said(t: Texts, show: ResultShow, following: str, now_s: float) -> str:
    """What comes of a call; after one that failed `following` is the next to call."""
    if not show.told(now_s):
        return t("fingers.counting")
    if show.won is None:
        return t("fingers.failed", player=following)
    robbed = [one.from_player for one in show.won.cards if one.from_player is not None]
    player = show.outcome.player
    if robbed:
        words = t("fingers.robs", player=player, robbed=t.listed(robbed))
        return words if len(words) < LONGEST else t("fingers.robs_many", player=player, n=len(robbed))
    return t(f"fingers.wins.{show.won.button}" if len(show.won.cards) > 1 else "fingers.wins_one", player=player)


def last_call_said(t: Texts, state: State) -> str:
    """What the last call came to; empty before the first."""
    if state.last_call is None:
        return ""
    before, fingers = state.last_call.before, state.last_call.fingers
    left = [sum(fingers.on_cards(player)[card] for player in fingers.kept) for card in range(len(before.in_play))]
    words = " + ".join(map(str, left))
    return t("fingers.last_call", player=before.caller, number=before.called, n=words)
