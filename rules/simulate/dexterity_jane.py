"""Simple players of Dexterity Jane: each thinks for a while and bends what the cards require, or nearly; in Stick-Up
some draw pistols instead."""

from __future__ import annotations

from rules.dexterity_jane.cards import required
from rules.dexterity_jane.chance import draw_coins, draw_orders, draw_reveal, draw_sheriff, draw_verify
from rules.dexterity_jane.events import Budge, Digits, Lock, Settle, SettledBy, StickUp
from rules.dexterity_jane.state import Phase, State
from rules.game import Ruling
from rules.hands import Digit, Side
from rules.simulate.sitting import SimplePlayers, Sitting

_DIGITS = tuple(Digit)
_SIDES = tuple(Side)


def play(sitting: Sitting) -> None:
    """Play all rounds."""
    lot = sitting.lot
    quick = {player: lot.uniform(3, 8) for player in sitting.players}
    if sitting.state.table.stick_up:
        sitting.tell(draw_sheriff(lot, 0.0))
        sitting.tell(draw_coins(lot, sitting.state, 0.0))
    while sitting.state.phase is not Phase.END:
        _round(sitting, quick)
        sitting.length += 1


def _round(sitting: Sitting, quick: dict[str, float]) -> None:
    lot = sitting.lot
    sitting.tell(draw_reveal(lot, sitting.state, sitting.later(10)))
    state: State = sitting.state
    wanted = required(state.table.deck, state.cards)
    start = sitting.at_s
    # A tenth of a second is as fine as these players act, so that some of them tie.
    acts = sorted((round(start + quick[p] * lot.uniform(0.5, 1.5) / 3, 1), p) for p in sitting.players)
    for at, player in acts:
        at = max(at, sitting.at_s)
        if state.table.stick_up and lot.random() < 0.2 and _robs(sitting, player, at):
            continue
        if sitting.state.phase is Phase.GUESS or sitting.errs(player):
            _locks(sitting, player, at, wanted[Side.LEFT], wanted[Side.RIGHT])
    for order in draw_orders(lot, sitting.state, sitting.at_s):
        sitting.tell(order)
    _count(sitting, sitting.tell(draw_verify(lot, sitting.state, sitting.later(10))))


def _robs(sitting: Sitting, player: str, at: float) -> bool:
    others = [other for other in sitting.players if other != player]
    hands = _SIDES if sitting.lot.random() < 0.15 else (sitting.lot.choice(_SIDES),)
    aims = {hand: sitting.lot.choice(others) for hand in hands}
    return sitting.attempt(StickUp(at=at, player=player, aims=aims)) and player in sitting.state.done


def _locks(sitting: Sitting, player: str, at: float, left: Digits, right: Digits) -> None:
    lot = sitting.lot
    if sitting.errs(player):
        left = _slip(left, lot.choice(_DIGITS))
    if sitting.errs(player):
        right = _slip(right, lot.choice(_DIGITS))
    unsure = {Side.LEFT: (lot.choice(_DIGITS),)} if lot.random() < 0.03 else {}
    if not sitting.attempt(Lock(at=at, player=player, left=left, right=right, unsure=unsure)):
        return
    if player in sitting.careless and lot.random() < 0.1:
        sitting.attempt(Budge(at=sitting.at_s, player=player, left=_slip(left, Digit.THUMB), right=right))
    if unsure:
        sitting.tell(Settle(at=sitting.at_s, player=player, left=left, right=right, by=SettledBy.PALMS))


def _slip(digits: Digits, slipped: Digit) -> Digits:
    """`digits` with one bent or straight that should not be."""
    return tuple(digit for digit in _DIGITS if (digit in digits) != (digit is slipped))


def _count(sitting: Sitting, rulings: tuple[Ruling, ...]) -> None:
    """What being first was worth in this round."""
    for ruling in rulings:
        place = getattr(ruling, "place", None)
        if place is None:
            continue
        who = "First locks" if place == 1 else "Later locks"
        for what, had in (("right", ruling.right_guess), ("that took the Round tile", ruling.reward == "tile")):  # type: ignore[attr-defined]
            sitting.first[f"{who} {what}"] += had
            sitting.first[f"of {who} {what}"] += 1


PLAYERS = SimplePlayers(
    play=play,
    unit="rounds",
    score="points",
    scores=lambda standings: {player: score.points for player, score in standings.players.items()},
)
