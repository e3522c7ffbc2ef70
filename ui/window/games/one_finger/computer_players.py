"""Computer players of One Finger!: what they call, which fingers they lift and how soon.

They know a `View`, which is what a person at the table sees, and they are as quick and as wrong as people are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.chance import Generator
from rules.history import History
from rules.one_finger.cards import Button, Number
from rules.one_finger.events import Fingers
from rules.one_finger.state import State

REACTS_S, SPREAD_S, SOONEST_S = 0.30, 0.07, 0.15
"""A finger leaves so long after a call, give or take so much, and never sooner: about as long as people take."""
OWN_S = (-0.08, 0.12)
"""Who calls lifts about when calling."""
LATE_SHARE, LATE_S = 0.03, (0.85, 1.15)
"""So many lifts come late, by so much after the call."""
EARLY_SHARE, EARLY_S = 0.02, (0.3, 0.5)
"""So many players lift in the midst of a count of three, so long before its end."""
THINKS_S = (1.2, 2.8)
"""So long somebody thinks before calling."""
SLIPS_SHARE = 0.08
"""So many callers do with their own finger what makes their call impossible, or unlikely."""
SPOILS_SHARE = 0.55
"""So often a player lifts or leaves so that the call of another most likely fails; else out of habit."""


@dataclass(frozen=True)
class View:
    """What a player sees: who sits there and calls, the cards that lie open, and what has been counted so far."""

    players: tuple[str, ...]
    me: str
    caller: str
    own_fingers: int
    cards: int
    button: Button
    top: Number | None
    """The number on the Draw pile."""
    piles: tuple[tuple[str, Number], ...]
    """The number that each other player's pile shows."""
    counted: tuple[tuple[str, int, int], ...]
    """Of each player, how many fingers were left at the calls so far, of how many."""
    called: int | None

    @property
    def most(self) -> int:
        """The highest call."""
        return self.own_fingers * len(self.players)


def view_of(state: State, history: History, me: str) -> View:
    """What `me` sees of a game."""
    left: dict[str, list[int]] = {player: [0, 0] for player in state.table.players}
    for entry in history.entries:
        if entry.counts and isinstance(entry.event, Fingers):
            for player in entry.event.kept:
                if player in left:
                    on_cards = entry.event.on_cards(player)
                    left[player][0] += sum(on_cards)
                    left[player][1] += len(on_cards) * (2 if len(left) == 2 and len(on_cards) == 1 else 1)
    piles = [(p, pile[-1].number) for p, pile in zip(state.table.players, state.piles, strict=True) if pile and p != me]
    return View(
        players=state.table.players, me=me, caller=state.caller, own_fingers=state.own_fingers,
        cards=len(state.in_play), button=state.button, top=state.draw[0].number if state.draw else None,
        piles=tuple(piles), counted=tuple((p, kept, placed) for p, (kept, placed) in left.items()), called=state.called,
    )  # fmt: skip


@dataclass(frozen=True)
class Plan:
    """What a player does at a call: for each card and finger the seconds from the call after which it leaves, or None
    where it stays."""

    leaves_s: tuple[tuple[float | None, ...], ...]


class ComputerPlayer:
    """One player with habits of its own, drawn from `lot`, as is everything that it does."""

    def __init__(self, lot: Generator) -> None:
        self._lot = lot
        self._stays = lot.uniform(0.3, 0.75)
        self._slow_s = lot.uniform(-0.04, 0.08)
        self._own: int | None = None
        """How many of its own fingers it wants to leave on a card at the call that it has chosen."""

    def thinks_s(self) -> float:
        """How long it thinks before it calls."""
        return self._lot.uniform(*THINKS_S)

    def call(self, view: View) -> int:
        """The number that it calls, and what it means to do with its own fingers."""
        best: list[tuple[float, int, int]] = []
        others = _left_of(_chances(view, view.me), view)
        for own in range(view.own_fingers + 1):
            for n, chance in enumerate(others):
                worth = self._worth(view, n + own) * chance * self._lot.uniform(0.7, 1.3)
                best.append((worth, n + own, own))
        _, number, own = max(best)
        self._own = view.own_fingers - own if self._lot.random() < SLIPS_SHARE else own
        return number

    def _worth(self, view: View, number: int) -> float:
        def shows(n: Number) -> bool:
            return (view.most if n == "+" else n) == number

        more = 0.0
        if view.button is Button.RED and view.top is not None:
            more = float(shows(view.top))
        elif view.button is Button.THIEF:
            more = float(sum(shows(n) for _, n in view.piles))
        return 1.0 + 0.6 * more

    def plan(self, view: View) -> Plan:
        """What it does at the call that it has just heard, or made."""
        assert view.called is not None
        mine = view.me == view.caller
        rows = []
        for _ in range(view.cards):
            stay = self._own if mine and self._own is not None else self._leaves(view)
            row = [None] * stay + [self._after_s(mine) for _ in range(view.own_fingers - stay)]
            self._lot.shuffle(row)
            rows.append(tuple(row))
        if mine:
            self._own = None
        return Plan(tuple(rows))

    def early_s(self) -> float | None:
        """How long before the end of a count of three its finger leaves by mistake; None where it does not."""
        return self._lot.uniform(*EARLY_S) if self._lot.random() < EARLY_SHARE else None

    def _leaves(self, view: View) -> int:
        """How many fingers it leaves on a card at another's call."""
        if self._lot.random() < SPOILS_SHARE and view.called is not None:
            others = _left_of(_chances(view, view.me), view)
            right = [others[n] if 0 <= (n := view.called - own) < len(others) else 0.0 for own in
                     range(view.own_fingers + 1)]  # fmt: skip
            return min(range(len(right)), key=lambda own: (right[own], self._lot.random()))
        return sum(self._lot.random() < self._stays for _ in range(view.own_fingers))

    def _after_s(self, mine: bool) -> float:
        if self._lot.random() < LATE_SHARE:
            return round(self._lot.uniform(*LATE_S), 3)
        if mine:
            return round(self._lot.uniform(*OWN_S), 3)
        return round(max(SOONEST_S, self._lot.gauss(REACTS_S + self._slow_s, SPREAD_S)), 3)


def _chances(view: View, but: str) -> Sequence[float]:
    """How likely each finger of the others stays, by what was counted so far."""
    return [
        (kept + 1) / (placed + 2)
        for player, kept, placed in view.counted
        if player != but
        for _ in range(view.own_fingers)
    ]


def _left_of(chances: Sequence[float], view: View) -> list[float]:
    """How likely each number of these fingers stays."""
    dist = [1.0] + [0.0] * view.most
    for p in chances:
        dist = [dist[n] * (1 - p) + (dist[n - 1] * p if n else 0.0) for n in range(len(dist))]
    return dist[: len(chances) + 1]
