"""One Finger! on the command line: its options, what is typed, and how it is told."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ui.headless.console import Action, Console, LineError
from ui.window.games.one_finger.command_options import PLAY_OPTIONS, REFEREE_OPTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gesture.games.interpreter import Question, Resort, ShownDigits
    from gesture.games.one_finger.options import Dealt, OneFingerOptions
    from gesture.games.one_finger.questions import CallQuestion, FingersQuestion
    from rules.game import Event, Ruling
    from rules.one_finger.events import Call
    from rules.one_finger.state import State
    from ui.window.games.one_finger.typed_lines import TypedLine

BEAT_S = 0.7
"""From one beat of the referee's count to the next."""


class OneFingerConsole(Console):
    """One Finger!, with cards that Handref deals and calls that are typed, or counted to."""

    referee_options = REFEREE_OPTIONS
    play_options = PLAY_OPTIONS
    unscored = "No deal was given with --deal, so nothing was scored."
    explained = ("count",)

    @property
    def help(self) -> str:  # type: ignore[override]
        """What can be typed."""
        from ui.window.games.one_finger.typed_lines import HELP

        return HELP

    @classmethod
    def chosen(cls, values: Mapping[str, Any]) -> OneFingerOptions:
        """The options, with the calls understood and the deal's log read."""
        from gesture.games.one_finger.options import OneFingerOptions

        calls = sorted((_call(words) for words in values.get("call") or ()), key=lambda call: call.at)
        deal = values.get("deal")
        dealt = _dealt(deal) if isinstance(deal, Path) else None
        return OneFingerOptions(calls=tuple(calls), dealt=dealt, by_hand=bool(values.get("by_hand")))

    @classmethod
    def seen(cls, event: Event) -> str:
        """Who left which fingers, where no cards are known and the rules were not asked."""
        from rules.one_finger.events import Call, Fingers
        from rules.words import listed

        match event:
            case Call():
                return f"{event.player} calls {event.number} at {event.at:.1f} s."
            case Fingers():
                kept = listed(f"{player} {_fingers(event.on_cards(player))}" for player in event.kept)
                lifts = [
                    f"{player} at {listed(f'{at_s:.2f} s' for at_s in times)}" for player, times in event.lifts.items()
                ]
                lifted = f" Lifted: {'; '.join(lifts)}." if lifts else ""
                doubt = f" Unsure: {listed(event.unsure)}." if event.unsure else ""
                return f"Left on the card: {kept}.{lifted}{doubt}"
        return f"{type(event).__name__} at {event.at:.1f} s."

    @property
    def _state(self) -> State:
        state: State = self.session.state
        return state

    def begin(self, at_s: float | None = None) -> None:
        """Ask who goes first, or wait for a call."""
        from rules.one_finger.state import Phase

        match self._state.phase:
            case Phase.FIRST:
                self.say("Who most recently used their finger? Type 'first Ann', or lift a finger from the card.")
            case Phase.CALL:
                shown = ", or lay your free hand down with as many digits straight" if self._by_hand else ""
                self.say(f"{self._state.caller} calls: type a number from 0 to {self._state.most}{shown}. (help)")

    def go_on(self) -> None:
        """Say whose call it is, or what the game waits for."""
        from rules.one_finger.state import Phase

        match self._state.phase:
            case Phase.FINGERS:
                self.say("Nobody saw what was left at the last call: type 'kept Ann 1, Ben 0', or cancel.")
            case Phase.ARBITRATE:
                self.say("A finger left early or late: type uphold or cancel.")
            case _:
                self.begin()

    def action(self, line: str) -> Action:
        """What a line asks for."""
        from ui.window.games.one_finger.typed_lines import Word, understood

        typed = understood(line, self._state.table.players)
        act: dict[Word, Callable[[TypedLine, float], None]] = {
            Word.FIRST: self._first,
            Word.CALL: self._call,
            Word.COUNT: self._count,
            Word.KEPT: self._kept,
            Word.UPHOLD: self._uphold,
            Word.CANCEL: self._cancel,
            Word.CANCEL_ROUND: self._cancel_round,
        }
        answers = typed.word in (Word.KEPT, Word.COUNT) or (typed.word is Word.CALL and self._shown is not None)
        return Action(lambda at_s: act[typed.word](typed, at_s), in_order=not answers)

    def _first(self, typed: TypedLine, at_s: float) -> None:
        from rules.one_finger.events import First

        assert typed.player is not None
        self.session.happen(First(at=at_s, player=typed.player))

    def _call(self, typed: TypedLine, at_s: float) -> None:
        from rules.one_finger.events import Call

        question = self.session.judge.question
        if self._shown is not None and typed.player in (None, self._shown.player):
            self.session.judge.answer(self._shown.told(typed.number))
            return
        if question is not None:
            raise LineError(f"That must be answered first: {self.question(question)}")
        self.session.happen(Call(at=at_s, player=typed.player or self._state.caller, number=typed.number))

    def _count(self, typed: TypedLine, at_s: float) -> None:
        """Three beats, and the call on the next."""
        from rules.one_finger.state import Phase

        if self._state.phase is not Phase.CALL:
            raise LineError("Nobody can call now.")
        for beat in range(3):
            self.session.later(at_s + beat * BEAT_S, partial(self._beat, 3 - beat))
        self.session.later(at_s + 3 * BEAT_S, lambda beat_s: self._counted(typed, beat_s))

    def _beat(self, left: int, _: float) -> None:
        self.say(f"{left} ...")

    def _counted(self, typed: TypedLine, at_s: float) -> None:
        self.say(f"{typed.number}!")
        self.session.carefully(lambda: self._call(typed, at_s), LineError)

    @property
    def _by_hand(self) -> bool:
        return self.session.judge.table.free_hands

    @property
    def _shown(self) -> CallQuestion | None:
        """The call of which it is asked which number it is."""
        from gesture.games.one_finger.questions import CallQuestion

        question = self.session.judge.question
        return question if isinstance(question, CallQuestion) else None

    @property
    def _asked(self) -> FingersQuestion | None:
        from gesture.games.one_finger.questions import FingersQuestion

        question = self.session.judge.question
        return question if isinstance(question, FingersQuestion) else None

    def _kept(self, typed: TypedLine, at_s: float) -> None:
        """The table says who left which fingers: asked, on its own, or after all."""
        from rules.one_finger.events import Arbitrate, Fingers
        from rules.one_finger.state import Phase

        kept: dict[str, int | tuple[int, ...]] = dict(typed.kept)
        if self._asked is not None:
            self.session.judge.answer(self._asked.told(kept))
        elif self._state.phase is Phase.FINGERS:
            self.session.happen(Fingers(at=at_s, kept=kept))
        else:
            self.session.happen(Arbitrate(at=at_s, kept=kept))

    def _uphold(self, _: TypedLine, at_s: float) -> None:
        from rules.one_finger.events import Arbitrate

        self.session.happen(Arbitrate(at=at_s, uphold=True))

    def _cancel(self, _: TypedLine, at_s: float) -> None:
        from rules.one_finger.events import Arbitrate

        self.session.happen(Arbitrate(at=at_s, uphold=False))

    def _cancel_round(self, _: TypedLine, at_s: float) -> None:
        from rules.one_finger.events import Arbitrate

        self.session.happen(Arbitrate(at=at_s, cancel="round"))

    def question(self, question: Question) -> str:
        """Who left a finger, or which number is called."""
        from gesture.games.one_finger.questions import CallQuestion, FingersQuestion
        from rules.words import listed

        if isinstance(question, CallQuestion):
            number = question.likely.number
            return f"Does {question.player} call {number}? Type 'call {number}', or what it was."
        assert isinstance(question, FingersQuestion)
        kept = question.likely
        likely = ", ".join(f"{player} {' '.join(str(n) for n in kept.on_cards(player))}" for player in question.unsure)
        return f"Did {listed(question.unsure)} leave a finger on the card? Type 'kept {likely}', or what it was."

    def unsure(self, resort: Resort, digits: ShownDigits) -> str:
        """No digits are read in this game."""
        return ""

    def hint(self, ruling: Ruling) -> str | None:
        """What may be typed about a finger that left out of time."""
        from rules.one_finger.rulings import Waits

        return "Type uphold or cancel." if isinstance(ruling, Waits) else None

    def fault_at_end(self, video: str, events: Sequence[Event]) -> str | None:
        """Nobody called."""
        from rules.one_finger.events import Call

        if any(isinstance(event, Call) for event in events):
            return None
        return (
            f"Nobody called in {video}, so nothing was refereed: type who goes first and calls, as in 2.0: call Ann 2."
        )


def _fingers(on_cards: tuple[int, ...]) -> str:
    return " and ".join(str(count) for count in on_cards)


def _call(words: str) -> Call:
    """A call as written on the command line. Raises `Problem`."""
    from rules.one_finger.events import Call
    from ui.errors import Problem

    at, _, rest = words.partition(":")
    player, _, number = rest.rpartition(":")
    try:
        at_s, count = float(at), int(number)
    except ValueError:
        raise Problem(f"--call {words!r} must be a time, a player and a number, as in 2.0:Ann:2.") from None
    if not player.strip() or not 0 <= at_s < float("inf"):
        raise Problem(f"--call {words!r} must be a time, a player and a number, as in 2.0:Ann:2.")
    return Call(at=at_s, player=player.strip(), number=count)


def _dealt(log: Path) -> Dealt:
    """Header, deal and first player of a log. Raises `Problem`."""
    from gesture.games.one_finger.options import Dealt
    from rules.game import Refused
    from rules.log import read_log
    from rules.one_finger.cards import NAME
    from rules.one_finger.events import Deal, First
    from ui.errors import Problem, because

    try:
        read = read_log(log)
        if read.game.name != NAME:
            raise Problem(f"{log} is the log of another game, {read.game.title}.")
        events = [event for _, event in read]
    except OSError as fault:
        raise Problem(f"{log}: {because(fault)}.") from fault
    except Refused as fault:
        raise Problem(f"{log}: {str(fault).rstrip('.')}.") from fault
    deal = next((event for event in events if isinstance(event, Deal)), None)
    if deal is None:
        raise Problem(f"{log} holds no deal.")
    first = next((event for event in events if isinstance(event, First)), None)
    return Dealt(header=read.header, deal=deal, first=first)


CONSOLE = OneFingerConsole
