"""Practice alone: one person at the table among computer players, whose fingers leave on the screen as people's do."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.chance import Generator
from rules.one_finger.events import Fingers
from rules.one_finger.state import Phase
from ui.window.games.one_finger.call_pad import BEAT_S, BEATS, CallPad
from ui.window.games.one_finger.computer_players import ComputerPlayer, view_of
from ui.window.games.one_finger.finger_game import FingerGame
from ui.window.games.one_finger.fingers_shown import Bearing, FingerShown, Which

COUNTED_S = 1.3
"""The fingers are counted so long after a call."""
FIRST_S = 1.5
"""So long until it is drawn by lot who goes first."""


@dataclass(eq=False)
class Rivals:
    """The computer players of a game, and the fingers of the one person, who sits at `seat`."""

    game: FingerGame
    lot: Generator
    seat: int = 0
    lifted: dict[Which, tuple[float, float]] = field(default_factory=dict)
    """The fingers that have left or are about to: when, in the game's time and in the window's."""
    _next_s: float | None = None
    _planned: bool = False
    _counting: bool = False

    def __post_init__(self) -> None:
        others = [player for seat, player in enumerate(self.game.players) if seat != self.seat]
        self.players = {player: ComputerPlayer(self.lot) for player in others}
        """The computer players, by name."""

    @property
    def my_turn(self) -> bool:
        """Whether the person is to call."""
        return self.game.state.turn == self.seat

    @property
    def fingers_out(self) -> bool:
        """Whether a finger can be lifted now."""
        return self.game.phase in (Phase.CALL, Phase.FINGERS)

    def update(self, now_s: float, pad: CallPad, idle: bool) -> None:
        """What the computer players do by the window's time `now_s`; they wait unless the table is `idle`."""
        phase, at_s = self.game.phase, self.game.at(now_s)
        if phase is Phase.FINGERS:
            self._plan(now_s)
            if at_s >= self.game.state.called_at_s + COUNTED_S:
                self._count(at_s)
            return
        self._planned = False
        if phase is Phase.CALL and not pad.counting:
            self.lifted = {which: one for which, one in self.lifted.items() if which[0] == self.seat}
        if pad.counting and not self._counting:
            self._lose_patience(now_s)
        self._counting = pad.counting
        if phase is Phase.FIRST and self._due(now_s, idle, FIRST_S):
            self.game.first(self.lot.choice(self.game.players), at_s)
        elif phase is Phase.CALL and not self.my_turn and not pad.counting:
            caller = self.players[self.game.state.caller]
            if self._due(now_s, idle, caller.thinks_s()):
                number = caller.call(view_of(self.game.state, self.game.judge.history, self.game.state.caller))
                pad.by_count = True
                pad.choose(number)
        if not idle:
            self._next_s = None

    def _due(self, now_s: float, idle: bool, after_s: float) -> bool:
        """Whether it is time for what comes so long after the table was idle."""
        if not idle:
            return False
        if self._next_s is None:
            self._next_s = now_s + after_s
        if now_s < self._next_s:
            return False
        self._next_s = None
        return True

    def _lose_patience(self, now_s: float) -> None:
        """It is counted to three: somebody may lose patience."""
        for which, player in self._each():
            early_s = player.early_s()
            if early_s is not None:
                self._leave(which, BEATS * BEAT_S - early_s, now_s)

    def _each(self) -> list[tuple[Which, ComputerPlayer]]:
        """The first finger of each computer player."""
        return [((self.game.players.index(name), 0, 0), player) for name, player in self.players.items()]

    def _plan(self, now_s: float) -> None:
        """At a call every computer player decides at once."""
        if self._planned:
            return
        self._planned = True
        state, history = self.game.state, self.game.judge.history
        called_s = now_s - (self.game.at(now_s) - state.called_at_s)
        for name, player in self.players.items():
            plan = player.plan(view_of(state, history, name))
            seat = self.game.players.index(name)
            for card, row in enumerate(plan.leaves_s):
                for n, after_s in enumerate(row):
                    if after_s is not None and (seat, card, n) not in self.lifted:
                        self._leave((seat, card, n), after_s, called_s)

    def _leave(self, which: Which, after_s: float, now_s: float) -> None:
        self.lifted[which] = (self.game.at(now_s) + after_s, now_s + after_s)

    def lift(self, place: int, now_s: float) -> None:
        """The person lifts a finger: the first or the second of two on one card, or that on the second card. Before a
        call it can be put back."""
        state = self.game.state
        card, n = (place, 0) if len(state.in_play) > 1 else (0, min(place, state.own_fingers - 1))
        which = (self.seat, card, n)
        if self.game.phase is Phase.CALL and which in self.lifted:
            del self.lifted[which]
        elif self.fingers_out and which not in self.lifted:
            self.lifted[which] = (self.game.at(now_s), now_s)

    def _count(self, at_s: float) -> None:
        """Count what is left."""
        state = self.game.state
        kept: dict[str, int | tuple[int, ...]] = {}
        lifts: dict[str, tuple[float, ...]] = {}
        for seat, player in enumerate(self.game.players):
            gone = {which: s for which, (s, _) in self.lifted.items() if which[0] == seat and s <= at_s}
            cards = range(len(state.in_play))
            kept[player] = tuple(state.own_fingers - sum(which[1] == card for which in gone) for card in cards)
            if gone:
                lifts[player] = tuple(sorted(round(max(s, 0.0), 3) for s in gone.values()))
        self.lifted.clear()
        self.game.play(Fingers(at=at_s, kept=kept, lifts=lifts))

    def fingers(self, now_s: float) -> dict[Which, FingerShown]:
        """The fingers that have left by the window's time `now_s`."""
        return {
            which: FingerShown(Bearing.LIFTED, shown_s)
            for which, (_, shown_s) in self.lifted.items()
            if shown_s <= now_s
        }
