"""A game of Dexterity Jane as it is played: frames and typed lines in, events, log and sentences out, at once.

No clock is read and no thread is started here: the time is that of the frames, and whoever owns the camera and the
keyboard hands both in. An event that the rules refuse becomes a sentence, and so does a disk that is full.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from gesture.games.dexterity_jane.options import set_up
from gesture.games.dexterity_jane.questions import PistolQuestion
from gesture.games.dexterity_jane.typed import HELP, LineError, Typed, Word, understood
from gesture.games.interpreter import Question, Resort, ShownDigits
from gesture.games.judge import Happening, Judge
from gesture.play.kept_log import KeptLog
from gesture.play.unsure_locks import LiveTable
from gesture.reading.background import Reader
from gesture.sources.frames import Frame
from gesture.table.seats import Table
from gesture.watching.card_area import with_printed_cards
from gesture.watching.moments import SecondReading
from gesture.watching.watch import Watch
from rules.chance import Generator
from rules.dexterity_jane.chance import draw_reveal
from rules.dexterity_jane.events import Close, Order, Reveal, ShowCoins
from rules.dexterity_jane.rulings import Tie
from rules.dexterity_jane.say import hands_said
from rules.dexterity_jane.state import Phase
from rules.dexterity_jane.written_cards import RevealError, cards_of, parse_reveal
from rules.game import Refused
from rules.hands import Side
from rules.log import Log
from rules.words import counted, listed

IN_ORDER = {Word.CARDS, Word.NEXT, Word.VERIFY, Word.CLOSE}
"""What waits until everything that the hands did before it is known."""
AFTER_ALL_S = 1e-3
"""Typed after a game is taken up again, a line is later than everything in its log."""


class LiveGame:
    """One game at one table. Frames go to `watch`, typed lines to `typed`; `say` gets sentences, `tell` events."""

    def __init__(
        self,
        header: Mapping[str, Any],
        table: Table,
        reader: Reader,
        say: Callable[[str], None],
        tell: Callable[[Happening], None],
        *,
        log: KeptLog | None = None,
        lot: Generator | None = None,
        deals: bool = False,
    ) -> None:
        """Raises `Refused` for a header that the rules do not take."""
        table = table if deals else with_printed_cards(table)
        self.judge = Judge(header, table, self._happened, lot=lot)
        self.judge.asks = self._ask_question
        self.table, self.log, self.deals = table, log, deals
        self.ended = False
        """Somebody typed quit."""
        self._say, self._tell = say, tell
        self._eyes = Watch(table, reader)
        self._live = LiveTable(self.judge, self._eyes, self._ask, self._refuse)
        self._watched = False
        self._offset_s = 0.0
        """What is added to a frame's time: where the game was broken off."""
        self._paused: str | None = None

    def begin(self, sheriff: Side | None = None) -> None:
        """A new game: the Sheriff token lands, coins are dealt, and where the program deals, the first cards."""
        for event in set_up(self.judge.state, self.judge.lot, sheriff):
            self.judge.happen(event)
        self._ask_for_cards()

    def go_on(self, log: Log) -> None:
        """The game of a log that was broken off. Raises `Refused`."""
        self.judge.take_up(log)
        self._offset_s = self._live.now_s = self.judge.history.at_s + AFTER_ALL_S
        if self.judge.state.phase is Phase.SETUP:
            self.begin()
        elif self.judge.state.phase is Phase.GUESS:
            waiting = listed(self.judge.state.waiting)
            self._say(f"The game goes on in round {self.judge.state.round}: {waiting} may lock; lay hands down anew.")
        else:
            self._ask_for_cards()
        self._live.attend()

    def watch(self, frame: Frame) -> None:
        """What the next frame brings."""
        if self._paused is not None:
            self._paused = None
            self._say("The camera is back; the round goes on.")
        self._watched = True
        for sighting in self._eyes.step(replace(frame, at_s=frame.at_s + self._offset_s)):
            self._live.seen(sighting)
        if self.log:
            self.log.retry(self._now_s)

    def pause(self, why: str) -> None:
        """The camera cannot be watched, for the reason in the sentence `why`, which is said once."""
        if self._paused != why:
            self._paused = why
            self._say(f"Paused. {why}")
        self._live.act_upto(self._now_s)

    @property
    def _now_s(self) -> float:
        return self._live.now_s

    def finish(self) -> None:
        """No more frames will come: what the last ones amount to happens, and then everything that still waits."""
        for sighting in self._eyes.finish():
            moments = sighting.moments
            if math.isinf(sighting.complete_to_s):  # the table is asked about what was being looked at
                moments = tuple(m for m in moments if not isinstance(m, SecondReading))
                self._say_what_comes_too_late()
            self._live.seen(replace(sighting, moments=moments))
        for player in [player for player, resort in self._live.asked.items() if resort is not Resort.TABLE]:
            self._live.ask_table(player)
        self._watched = False

    def _say_what_comes_too_late(self) -> None:
        for at_s in self._live.drop_after(self._now_s):
            self._say(f"The video ended before second {at_s - self._offset_s:g}; that line was left out.")

    def typed(self, line: str) -> None:
        """A line from the table."""
        try:
            typed = understood(line, self.table.players)
        except LineError as error:
            self._say(str(error))
            return
        if typed is None:
            return
        if typed.at_s is None and typed.word not in IN_ORDER:
            self._act(typed, self._now_s)
            return
        at_s = self._now_s if typed.at_s is None else typed.at_s + self._offset_s
        self._live.later(at_s, partial(self._act, typed))
        if self._paused is not None or not self._watched:  # nothing that the hands did can come before
            self._live.act_upto(self._now_s)

    def _act(self, typed: Typed, at_s: float) -> None:
        match typed.word:
            case Word.QUIT:
                self.ended = True
            case Word.HELP:
                self._say(HELP)
            case Word.STANDINGS:
                self._say(self.judge.game.say(self.judge.game.standings(self.judge.state)))
            case Word.CARDS:
                self._carefully(lambda: self._reveal(typed.text, at_s))
            case Word.CLOSE:
                self._carefully(lambda: self._close(at_s))
            case Word.VERIFY | Word.NEXT:
                self._carefully(lambda: self._verify(at_s, typed.word is Word.NEXT))
            case Word.ORDER:
                self._carefully(lambda: self.judge.happen(Order(at=at_s, players=typed.players)))
            case Word.COINS:
                shown = ShowCoins(at=at_s, values={typed.players[0]: typed.coins})
                self._carefully(lambda: self.judge.happen(shown))
            case Word.STICK_UP | Word.GUESS:
                self._carefully(lambda: self._answer(typed))
            case Word.SETTLE:
                self._carefully(lambda: self._settle_by_table(typed, at_s))

    def _carefully(self, act: Callable[[], object]) -> None:
        """Do it, or say why it cannot be done."""
        self._live.carefully(act, RevealError)

    def _refuse(self, error: Exception) -> None:
        why = error.why if isinstance(error, Refused) else str(error)
        self._say(f"{why[0].upper()}{why[1:].rstrip('.')}.")

    def _reveal(self, text: str, at_s: float) -> None:
        state = self.judge.state
        if state.phase in (Phase.GUESS, Phase.VERIFY):
            raise RevealError(f"The cards of round {state.round} lie open already; type verify or next first.")
        cards = cards_of([parse_reveal(f"0:{text}")], state)[0].cards
        self.judge.happen(Reveal(at=at_s, cards=cards))

    def _answer(self, typed: Typed) -> None:
        """What the table says about a hand that may be a pistol."""
        doubt, (player, *victims) = self._pistols, typed.players
        if doubt is None or doubt.player != player:
            raise RevealError(f"It has not been asked whether {player} performs a stick-up or guesses.")
        aims = dict(doubt.aims)
        if len(victims) > len(aims):
            raise RevealError(f"{player} points with {counted(len(aims), 'hand')}; name as many players.")
        aims |= dict(zip([side for side in Side if side in aims], victims, strict=False))
        self.judge.answer(doubt.stick_up(aims) if typed.word is Word.STICK_UP else doubt.guess)

    @property
    def _pistols(self) -> PistolQuestion | None:
        question = self.judge.question
        return question if isinstance(question, PistolQuestion) else None

    def _ask_question(self, _question: Question) -> None:
        doubt = self._pistols
        if doubt is None:
            return
        victims = " ".join(players[0] for _, players in sorted(doubt.may_be_meant.items()))
        guess = f", or 'guess {doubt.player}'" * doubt.about_shape
        self._say(f"{asked(doubt)} Show it clearly, or type 'stick-up {doubt.player} {victims}'{guess}.")

    def _refuse_while_asked(self) -> None:
        if self._pistols is not None:
            raise RevealError(f"That must be answered first: {asked(self._pistols)}")

    def _close(self, at_s: float) -> None:
        self._refuse_while_asked()
        self.judge.happen(Close(at=at_s))

    def _verify(self, at_s: float, then_next: bool) -> None:
        self._refuse_while_asked()
        state = self.judge.state
        if state.phase is Phase.REVEAL and then_next and self.deals:
            self._ask_for_cards(at_s)
            return
        if state.phase not in (Phase.GUESS, Phase.VERIFY):
            raise RevealError(f"There is nothing to verify: the cards of round {state.round} are not revealed.")
        if self._live.unsure:
            if state.phase is Phase.GUESS:
                self.judge.happen(Close(at=at_s))
            for player in self._live.unsure:
                if self._live.asked.get(player) is Resort.TABLE:
                    self._live.ask_table(player)
                else:
                    self._live.ask_palms(player)
            self._say("The round is verified once that is settled; then type verify again.")
            return
        self.judge.end(at_s)
        self._say(self.judge.game.say(self.judge.game.standings(self.judge.state)))
        if then_next:
            self._ask_for_cards(at_s)

    def _ask_for_cards(self, at_s: float | None = None) -> None:
        state = self.judge.state
        if state.phase is not Phase.REVEAL:
            return
        now_s = self._now_s if at_s is None else at_s
        if self.deals:
            self.judge.happen(draw_reveal(self.judge.lot("reveal", state.round), state, now_s))
        else:
            cards = counted(state.round, "card")
            self._say(f"Round {state.round}: turn {cards} face up and type what they show, as in left-index. (help)")

    def _settle_by_table(self, typed: Typed, at_s: float) -> None:
        player = typed.players[0]
        lock = self.judge.state.lock_of(player)
        if lock is None:
            raise RevealError(f"{player} has no locked guess this round, so there is nothing to settle.")
        hands = {Side.LEFT: lock.left, Side.RIGHT: lock.right} | dict(typed.hands)
        bent = {side: frozenset(digits) for side, digits in hands.items()}
        self.judge.happen(self.judge.interpreter.settled(player, at_s, bent, Resort.TABLE))

    @property
    def unsettled(self) -> bool:
        """Whether a round lies open that cannot be verified before the table has said something."""
        return bool(self._live.unsure) or self.judge.question is not None

    def _happened(self, happening: Happening) -> None:
        event = happening.event
        if self.log:
            self.log.append(event, max(event.at, self._now_s))
        self._tell(happening)
        for ruling in happening.rulings:
            if isinstance(ruling, Tie):
                order = " ".join(ruling.players)
                self._say(f"Type 'order {order}', the first one first; unanswered, a lot decides when it is verified.")
        self._live.happened(happening)

    def _ask(self, resort: Resort, lock: ShownDigits) -> None:
        doubts = listed(f"{side} {digit}" for side in Side for digit in lock.unsure.get(side, ()))
        if resort is Resort.PALMS:
            how = "palms to the camera" if self.table.held_up else "palms up"
            self._say(f"{lock.player}: {how}, please. It is unsure whether these are bent: {doubts}.")
            return
        self._say(
            f"What did {lock.player} lock? Unsure: {doubts}; read as {hands_said(lock.left, lock.right)}. "
            f"Type 'settle {lock.player}' if that is right, or 'settle {lock.player} left ... right ...'."
        )


def asked(question: PistolQuestion) -> str:
    """What the table is asked, in one sentence."""
    aimed = listed(f"the {side} hand at {' or '.join(who)}" for side, who in sorted(question.may_be_meant.items()))
    if question.about_shape:
        return f"{question.player}, is that a stick-up, with {aimed}, or a guess?"
    return f"{question.player}, at whom do you point: {aimed}?"
