"""What moments mean in a game of Dexterity Jane: locks, stick-ups, budges, and warnings.

The camera side says that hands came to rest; here it becomes an event of the game, or none: hands that already lay
there when the cards were revealed lock nothing, and those of the last player neither (ruling D7).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from gesture.games.dexterity_jane.pistols import StickUpSeen, judge
from gesture.games.dexterity_jane.questions import PistolQuestion
from gesture.games.interpreter import NOTHING, Answer, Claim, Interpreter, Lot, Question, Resort, Sequel, ShownDigits
from gesture.table.seats import Table
from gesture.watching.detector import Detector
from gesture.watching.moments import (
    DigitsMoved,
    HandGone,
    HandOverCards,
    Hands,
    HandsAtRest,
    Moment,
    NotReadInTime,
    NotSeen,
)
from gesture.watching.watch import hands_and_cards
from rules.dexterity_jane import notes
from rules.dexterity_jane.cards import required
from rules.dexterity_jane.chance import draw_orders
from rules.dexterity_jane.events import Budge, Close, Lock, Reveal, Settle, SettledBy, StickUp, Verify
from rules.dexterity_jane.state import Phase, State
from rules.dexterity_jane.verify import explain
from rules.game import Event, Note
from rules.hands import Bent, Digit, Side, in_order

CLEARED_S = 1.0
"""Whoever turned the cards up has this long to take the hand away."""


class DexterityJaneInterpreter(Interpreter[State]):
    """Makes events of moments at one table of Dexterity Jane."""

    def __init__(self, table: Table, opening: State) -> None:
        super().__init__(table, opening)
        self._reveal_s = -1.0
        self._closed_s = math.inf
        """When Guess closed, in a round in which it has."""
        self._shown: dict[str, dict[Side, frozenset[Digit]]] = {}
        """What each locked hand shows now, budges counted."""
        self._robbers: set[str] = set()
        self._warned: set[tuple[str | None, float]] = set()
        """Who was warned off the cards, by when that hand came there."""

    def detectors(self) -> Sequence[Detector]:
        """Hands at rest in every seat, and hands over printed cards."""
        return hands_and_cards(self.table)

    def means(self, moment: Moment, state: State | None) -> Question | Sequence[Claim]:
        """What a moment means: a lock, a stick-up, a budge, a note, nothing, or a question."""
        match moment:
            case HandsAtRest():
                known = moment.player in self._shown or moment.player in self._robbers
                if moment.from_start or (moment.changed and known):
                    return ()
                return self._laid_down(moment.player, moment.at_s, moment.hands, state)
            case DigitsMoved():
                return self._budge(moment)
            case HandOverCards():
                return self._over_cards(moment, state)
            case HandGone() if state and state.lock_of(moment.player) and state.phase is not Phase.REVEAL:
                return (Claim(event=_note(moment.at_s, notes.HAND_TAKEN_AWAY, player=moment.player)),)
            case NotReadInTime():
                return self._not_read(moment, state)
            case NotSeen() if state is None or state.phase is Phase.GUESS:
                return (Claim(event=_note(moment.at_s, notes.NOT_SEEN, to_s=round(moment.to_s, 3))),)
        return ()

    def _not_read(self, moment: NotReadInTime, state: State | None) -> Sequence[Claim]:
        """Something that came to rest in time for a lock and could not be read; the table is told so."""
        player, at_s = moment.player, moment.at_s
        if state is not None:
            guessing = state.phase is Phase.GUESS or (state.phase is Phase.VERIFY and at_s < self._closed_s)
            acted = state.lock_of(player) or state.stick_up_of(player)
            if not guessing or acted or at_s <= self._reveal_s:
                return ()
        return (Claim(event=_note(at_s, notes.NOT_READ, player=player)),)

    def _laid_down(self, player: str, at_s: float, hands: Hands, state: State | None) -> Question | Sequence[Claim]:
        if state is not None and at_s <= self._reveal_s:
            return ()  # the hands lay there before there was anything to guess
        if state is not None and (state.lock_of(player) or state.stick_up_of(player)):
            return ()
        seen, guess = self._seen_as_stick_up(player, hands, state), _lock_of(at_s, player, hands)
        if seen and not seen.sure and state is not None and state.phase is Phase.GUESS:
            return PistolQuestion(
                player=player,
                at_s=at_s,
                hands=hands,
                seen=seen,
                guess=guess,
                players=self.table.players,
                judge=lambda player, hands: self._seen_as_stick_up(player, hands, state),
            )
        event: Event = guess
        if seen and seen.likelier:
            aims = {side: aim.victim for side, aim in seen.aims.items()}
            event = StickUp(at=at_s, player=player, aims=aims)
        return (self.claim(event, hands, state),)

    def claim(self, event: Event, hands: Hands | None, state: State | None) -> Claim:
        """A lock or stick-up. A stick-up that the rules refuse since the hand is taken is noted, and so are hands that
        came to rest in time for a lock and became known too late."""
        if state is None:
            return Claim(event=event, hands=hands)
        late = state.phase is Phase.VERIFY and round(event.at, 3) < self._closed_s
        if late and isinstance(event, Lock | StickUp):
            return Claim(event=_known_late(event), hands=hands)
        if not isinstance(event, StickUp) or state.phase is not Phase.GUESS:
            return Claim(event=event, hands=hands)
        note = None
        if not any(state.stick_up_with(side) is None for side in event.aims):
            note = _note(
                event.at, notes.STICK_UP_REFUSED, player=event.player, hands=[str(side) for side in event.aims]
            )
        return Claim(event=event, hands=hands, if_refused=note)

    def _budge(self, moment: DigitsMoved) -> Sequence[Claim]:
        """Digits that changed in their place: after a lock it is a budge; before, the lock comes when they rest."""
        shown = self._shown.get(moment.player)
        if shown is None:
            return ()
        after = {side: shown[side] ^ moment.digits.get(side, frozenset()) for side in Side}
        if after == shown:
            return ()
        left, right = (tuple(in_order(after[side])) for side in Side)
        return (Claim(event=Budge(at=moment.at_s, player=moment.player, left=left, right=right), hands=moment.hands),)

    def _over_cards(self, moment: HandOverCards, state: State | None) -> Sequence[Claim]:
        """A hand over the cards during Guess: a warning, which changes no score (ruling D11)."""
        visit = (moment.player, moment.since_s)
        if state is None or state.phase is not Phase.GUESS or visit in self._warned:
            return ()
        if moment.at_s < self._reveal_s + CLEARED_S:
            return ()
        self._warned.add(visit)
        whose = {"player": moment.player} if moment.player else {}
        return (Claim(event=_note(moment.at_s, notes.CARDS_TOUCHED, **whose)),)

    def _seen_as_stick_up(self, player: str, hands: Hands, state: State | None) -> StickUpSeen | None:
        game = self.opening.table
        if not game.stick_up:
            return None
        wanted = None
        if state is not None and state.cards and not self.stand_in:
            asked = required(game.deck, state.cards)
            wanted = {side: frozenset(asked[side]) for side in Side}
        return judge(hands, self.table.seat_of(player), self.table, wanted, game.house.double_s)

    def happened(self, event: Event, before: State | None, after: State | None) -> Sequel:
        """Take in what hands show from now on. A tie is noted, and an unsure lock looked at again."""
        if before is not None and after is not None and before.phase is Phase.GUESS and after.phase is Phase.VERIFY:
            self._closed_s = event.at
        match event:
            case Lock():
                self._shown[event.player] = _bent(event)
                self._robbers.discard(event.player)
                who = (event.player,)
                return Sequel(notes=_tie(event, after), looks=who if event.unsure else (), photographs=who)
            case StickUp():
                self._shown.pop(event.player, None)
                self._robbers.add(event.player)
                return Sequel(notes=_tie(event, after))
            case Budge():
                self._shown[event.player] = _bent(event)
            case Settle() if before is not None and (old := before.lock_of(event.player)) is not None:
                # What was misread at the lock was misread all along.
                shown = self._shown.get(event.player, {})
                for side, digits in _bent(event).items():
                    was = frozenset(old.bent(side))
                    shown[side] = shown.get(side, was) ^ was ^ digits
                answer = Answer(event.player, _bent(event)) if event.by is SettledBy.TABLE else None
                return Sequel(settled=(event.player,), answer=answer)
            case Reveal() | Verify():
                self._shown.clear()  # what hands do between two rounds is no budge
                self._robbers.clear()
                self._closed_s = math.inf
                if isinstance(event, Reveal):
                    self._reveal_s = event.at
                return Sequel(undisputed=True)
        return NOTHING

    def shown(self, state: State) -> Sequence[ShownDigits]:
        """The locks of the round; once Guess is closed the round waits for those that are unsure."""
        urgent = state.phase is Phase.VERIFY
        return [
            ShownDigits(player=lock.player, left=lock.left, right=lock.right, unsure=lock.unsure, urgent=urgent)
            for lock in state.locks
        ]

    def settled(self, player: str, at_s: float, bent: Mapping[Side, Bent], by: Resort) -> Settle:
        """What a player locked."""
        left, right = (tuple(in_order(bent[side])) for side in Side)
        return Settle(at=at_s, player=player, left=left, right=right, by=SettledBy(by.value))

    def at_end(self, state: State, at_s: float, lot: Lot) -> Sequence[Event]:
        """Guess closes, unsure locks are settled as the likelier reading, ties by lot, and the round is verified; the
        coins that are stolen stay face down."""
        if state.phase is Phase.GUESS:
            return (Close(at=at_s),)
        if state.phase is not Phase.VERIFY:
            return ()
        settled = [self.settled(one.player, at_s, one.bent, Resort.LIKELIER) for one in self.shown(state) if one.unsure]
        decided = settled or draw_orders(lot("order", state.round), state, at_s)
        if decided:
            return decided
        walks = explain(state, Verify(at=at_s)) if state.stick_ups else ()
        moving = sum(stick_up.moved for walk in walks for stick_up in walk.stick_ups)
        return (Verify(at=at_s, coins=(None,) * moving) if moving else Verify(at=at_s),)


def _note(at_s: float, about: str, **more: Any) -> Note:
    return Note(at=at_s, about=about, more=more)


def _tie(event: Lock | StickUp, after: State | None) -> tuple[Note, ...]:
    tied = next((tie for tie in after.ties() if event.player in tie), ()) if after is not None else ()
    return (_note(event.at, notes.TIE, players=list(tied)),) if tied else ()


def _known_late(event: Lock | StickUp) -> Note:
    """Hands that lay there in time, and when: the table may take Guess's end back and tell what they did."""
    more: dict[str, Any] = {"player": event.player}
    if isinstance(event, Lock):
        more |= {"left": list(map(str, event.left)), "right": list(map(str, event.right))}
        more |= (
            {"unsure": {str(side): list(map(str, event.unsure[side])) for side in event.unsure}} if event.unsure else {}
        )
    else:
        more["aims"] = {str(side): victim for side, victim in event.aims.items()}
    return _note(event.at, notes.KNOWN_LATE, **more, rest_s=round(event.at, 3))


def _bent(event: Lock | Budge | Settle) -> dict[Side, frozenset[Digit]]:
    return {Side.LEFT: frozenset(event.left), Side.RIGHT: frozenset(event.right)}


def _lock_of(at_s: float, player: str, hands: Hands) -> Lock:
    doubted = {side: frozenset(Digit) if hands.unseen else hands.of(side).unsure for side in Side}
    unsure = {side: tuple(in_order(doubted[side])) for side in Side if doubted[side]}
    left, right = tuple(in_order(hands.left.bent)), tuple(in_order(hands.right.bent))
    return Lock(at=at_s, player=player, left=left, right=right, unsure=unsure)
