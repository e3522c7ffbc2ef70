"""What fingers on the cards mean in One Finger!: who goes first, and which fingers were left at a call.

The call's time comes from whoever calls. The fingers are counted a little later, so that those who lift too late are
named; every lift has its own time.
"""

from __future__ import annotations

from collections.abc import Sequence

from gesture.games.interpreter import NOTHING, Claim, Interpreter, Lot, Question, Sequel
from gesture.games.one_finger.counting import COUNTED_S, Fate, Fingertip, fate
from gesture.games.one_finger.hand_calls import shown_call
from gesture.games.one_finger.questions import CallQuestion, FingersQuestion
from gesture.table.seats import Table
from gesture.watching.detector import Detector
from gesture.watching.fingers.detector import FingersDetector
from gesture.watching.fingers.moments import FingerMoved
from gesture.watching.fingers.resting_finger import Bearing
from gesture.watching.free_hands import FreeHands, HandLaid
from gesture.watching.moments import Moment, TimeCame
from rules.game import Event
from rules.one_finger.events import Arbitrate, Call, Fingers, First
from rules.one_finger.state import Phase, State

FORGET_S = 60.0
"""What a finger did longer ago matters no more, but for where it was left."""


class OneFingerInterpreter(Interpreter[State]):
    """Makes events of fingers on the cards in play."""

    def __init__(self, table: Table, opening: State) -> None:
        super().__init__(table, opening)
        self.moves: dict[tuple[str, int, int], list[FingerMoved]] = {}
        self._call: Call | None = None
        """The call whose fingers are not counted yet."""
        self._since_s = 0.0
        """When fingers were last counted."""

    def detectors(self) -> Sequence[Detector]:
        """Fingers on the cards in play, and free hands where they call."""
        two = len(self.table.seats) == 2
        fingers = FingersDetector(self.table.in_play, self.table.seats, 2 if two else 1)
        free = [FreeHands(seat, self.table) for seat in self.table.seats] if self.table.free_hands else []
        return [fingers, *free]

    def inherit(self, before: Interpreter[State]) -> None:
        """Take over where the fingers lay."""
        if isinstance(before, OneFingerInterpreter):
            self.moves = before.moves

    def newest(self, player: str, card: int, finger: int) -> FingerMoved | None:
        """What a finger did last; None for one that was never seen."""
        moves = self.moves.get((player, card, finger))
        return moves[-1] if moves else None

    def means(self, moment: Moment, state: State | None) -> Question | Sequence[Claim]:
        """What a moment means: who goes first, or the fingers that were left at the call."""
        match moment:
            case FingerMoved():
                self._keep(moment)
                if state is not None and state.phase is Phase.FIRST and moment.bearing is Bearing.GONE:
                    return (Claim(event=First(at=moment.at_s, player=moment.player)),)  # ruling F13
            case HandLaid():
                return self._shown(moment, state)
            case TimeCame() if self._call is not None and moment.at_s >= self._due_s(self._call, moment.at_s):
                if self.table.seats:  # where nobody watches the table counts by itself
                    return self._told(self._call, moment.at_s, state)
        return ()

    def _shown(self, laid: HandLaid, state: State | None) -> Question | Sequence[Claim]:
        """What a hand that was laid down calls: a number, if its player is to call and points to a card meanwhile."""
        if state is not None and (state.phase is not Phase.CALL or state.caller != laid.player):
            return ()
        if self._call is not None or not self._pointed(laid.player, laid.at_s):
            return ()
        own = [moves[-1].tip for (who, _, _), moves in self.moves.items() if who == laid.player and moves]
        call = shown_call(laid, self.table, [tip for tip in own if tip is not None])
        if call is None or isinstance(call, CallQuestion):
            return call if call is not None else ()
        return (Claim(event=call),)

    def _pointed(self, player: str, at_s: float) -> bool:
        """Whether a finger of that player's rested on a card at `at_s`."""
        own = [[m for m in moves if m.at_s <= at_s] for (who, _, _), moves in self.moves.items() if who == player]
        return any(moves[-1].bearing is not Bearing.GONE for moves in own if moves)

    def _due_s(self, call: Call, now_s: float) -> float:
        """When the fingers of a call are counted; a recording that ends may come before."""
        return min(call.at + COUNTED_S, now_s) - 1e-6

    def _keep(self, moved: FingerMoved) -> None:
        moves = self.moves.setdefault((moved.player, moved.card, moved.finger), [])
        moves.append(moved)
        moves.sort(key=lambda move: move.at_s)
        while len(moves) > 1 and moves[1].at_s < moved.at_s - FORGET_S:
            moves.pop(0)

    def _told(self, call: Call, at_s: float, state: State | None) -> Question | Sequence[Claim]:
        counted = self.counted(call, at_s, state)
        if not counted.unsure:
            return (Claim(event=counted),)
        return FingersQuestion(player=counted.unsure[0], at_s=at_s, hands=None, likely=counted)

    def counted(self, call: Call, at_s: float, state: State | None) -> Fingers:
        """The fingers left at a call, by all that is known at `at_s`."""
        if state is None:
            cards = max(len(self.table.in_play), 1)
            players, each = self.table.players, 2 if len(self.table.seats) == 2 and cards == 1 else 1
        else:
            cards, players, each = len(state.in_play), state.table.players, state.own_fingers
        kept: dict[str, int | tuple[int, ...]] = {}
        lifts: dict[str, tuple[float, ...]] = {}
        unsure = []
        for player in players:
            fates = [self._fates(player, card, each, call, at_s) for card in range(cards)]
            kept[player] = tuple(sum(one.fate is Fate.KEPT for one in on_card) for on_card in fates)
            times = sorted(
                round(min(one.lifted_s, at_s), 3) for on_card in fates for one in on_card if one.lifted_s is not None
            )
            lifts |= {player: tuple(times)} if times else {}
            unsure += [player] if any(one.unsure for on_card in fates for one in on_card) else []
        return Fingers(at=at_s, kept=kept, lifts=lifts, unsure=tuple(unsure))

    def _fates(self, player: str, card: int, each: int, call: Call, at_s: float) -> list[Fingertip]:
        """What became of a player's fingers on one card; the likeliest `each`, where more seemed to lie there."""
        own = [moves for (who, where, _), moves in self.moves.items() if (who, where) == (player, card)]
        fates = [fate(moves, call.at, at_s, self._since_s) for moves in own]
        seen = [one for one in fates if one.fate is not Fate.UNSEEN][:each]
        return seen + [Fingertip(Fate.UNSEEN, unsure=True)] * (each - len(seen))

    def happened(self, event: Event, before: State | None, after: State | None) -> Sequel:
        """A call: its fingers are counted in a moment."""
        match event:
            case Call():
                self._call = event
                return Sequel(wake_s=(event.at + COUNTED_S,))
            case Fingers():
                self._call, self._since_s = None, event.at
            case Arbitrate() if after is not None and after.phase is not Phase.FINGERS:
                self._call = None
        return NOTHING

    def at_end(self, state: State, at_s: float, lot: Lot) -> Sequence[Event]:
        """The fingers of a call are counted as far as they were seen, and a call that waits is upheld."""
        if state.phase is Phase.FINGERS and self._call is not None:
            return (self.counted(self._call, at_s, state),)
        if state.phase is Phase.ARBITRATE:
            return (Arbitrate(at=at_s, uphold=True),)
        return ()
