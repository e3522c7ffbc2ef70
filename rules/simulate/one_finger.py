"""Simple players of One Finger!: each has a habit of staying or lifting, and callers bet on the others' habits."""

from __future__ import annotations

from rules.one_finger.chance import draw_deal
from rules.one_finger.events import Arbitrate, Call, Fingers, First
from rules.one_finger.state import Phase, State
from rules.simulate.sitting import SimplePlayers, Sitting

MOST_CALLS = 5000
"""Then the game is broken off; failed calls change nothing, so bad luck could go on."""
LATE_S = 1.1


def play(sitting: Sitting) -> None:
    """Play until the Draw pile is exhausted."""
    lot = sitting.lot
    stays = {player: lot.uniform(0.2, 0.8) for player in sitting.players}
    sitting.tell(draw_deal(lot, sitting.state, 0.0))
    starter = lot.choice(sitting.players)
    sitting.tell(First(at=0.0, player=starter))
    while sitting.state.phase is not Phase.END and sitting.length < MOST_CALLS:
        caller = sitting.state.caller
        if sitting.errs(caller):
            sitting.attempt(Call(at=sitting.at_s, player=lot.choice(sitting.players), number=sitting.state.most + 1))
        others = sum(stays[player] for player in sitting.players if player != caller)
        own = lot.random() < 0.5
        number = min(max(round((others + own) * sitting.state.own_fingers + lot.gauss(0, 0.5)), 0), sitting.state.most)
        called_at = sitting.later(4) + 1
        sitting.tell(Call(at=called_at, player=caller, number=number))
        sitting.length += 1
        sitting.tell(_fingers(sitting, number, own, stays))
        if sitting.state.phase is Phase.ARBITRATE:
            sitting.tell(Arbitrate(at=sitting.at_s, uphold=lot.random() < 0.7))
    if sitting.state.phase is Phase.END:
        winners = sitting.game.standings(sitting.state).winners  # type: ignore[attr-defined]
        sitting.first["Games won by whoever called first"] += starter in winners
        sitting.first["of Games won by whoever called first"] += 1


def _fingers(sitting: Sitting, number: int, own: bool, stays: dict[str, float]) -> Fingers:
    state: State = sitting.state
    lot, caller = sitting.lot, state.caller
    kept: dict[str, tuple[int, ...]] = {}
    lifts: dict[str, tuple[float, ...]] = {}
    for player in sitting.players:
        chance = stays[player]
        if player == caller:
            chance = 1.0 if own or number == state.most else 0.0
            if number == 0:
                chance = 0.0
            if sitting.errs(player):
                chance = 1 - chance
        fingers = tuple(sum(lot.random() < chance for _ in range(state.own_fingers)) for _ in state.in_play)
        kept[player] = fingers
        lifted = state.own_fingers * len(fingers) - sum(fingers)
        late = player in sitting.careless and lot.random() < 0.05
        spread = lot.uniform(LATE_S, 2) if late else lot.uniform(-0.2, 0.7)
        if lifted:
            lifts[player] = (round(max(state.called_at_s + spread, 0.0), 3),)
    return Fingers(at=round(state.called_at_s + 3, 3), kept=kept, lifts=lifts)


PLAYERS = SimplePlayers(play=play, unit="calls", score="cards", scores=lambda standings: standings.cards)
