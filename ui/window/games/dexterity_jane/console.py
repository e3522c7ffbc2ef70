"""Dexterity Jane on the command line: its options, what is typed, and how it is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from ui.headless.console import Action, Console, LineError
from ui.window.games.dexterity_jane.command_options import PLAY_OPTIONS, REFEREE_OPTIONS

if TYPE_CHECKING:
    from gesture.games.dexterity_jane.options import DexterityJaneOptions
    from gesture.games.dexterity_jane.questions import PistolQuestion
    from gesture.games.interpreter import Question, Resort, ShownDigits
    from gesture.games.judge import Happening
    from rules.dexterity_jane.events import Digits
    from rules.dexterity_jane.state import LockedGuess, State
    from rules.game import Event, Ruling
    from rules.hands import Side
    from ui.window.games.dexterity_jane.typed_lines import TypedLine


class DexterityJaneConsole(Console):
    """Dexterity Jane, with cards that the table turns up and types, or that Handref deals."""

    referee_options = REFEREE_OPTIONS
    play_options = PLAY_OPTIONS
    in_log = frozenset({"variant", "round", "house", "deck"})
    unscored = "No cards were given with --reveal, so nothing was scored."
    explained = ("required", "stick-up-verified", "guess-verified", "round-tile")

    @property
    def help(self) -> str:  # type: ignore[override]
        """What can be typed."""
        from ui.window.games.dexterity_jane.typed_lines import HELP

        return HELP

    @classmethod
    def chosen(cls, values: Mapping[str, Any]) -> DexterityJaneOptions:
        """The options, with files read and reveals understood."""
        variant = values.get("variant") or "standard"
        if values.get("sheriff") and variant != "stick-up":
            raise click.UsageError("--sheriff is for --variant stick-up alone", click.get_current_context(silent=True))
        from gesture.games.dexterity_jane.options import DexterityJaneOptions
        from rules.dexterity_jane.header import NAME
        from rules.dexterity_jane.written_cards import RevealError, parse_reveal
        from rules.hands import Side
        from ui.errors import Problem
        from ui.house_rules import deck_cards, house_rules

        house, deck = values.get("house"), values.get("deck")
        try:
            reveals = tuple(parse_reveal(words) for words in values.get("reveal") or ())
        except RevealError as fault:
            raise Problem(str(fault)) from fault
        return DexterityJaneOptions(
            variant=variant,
            round=values.get("round") or 1,
            reveals=reveals,
            sheriff=Side(values["sheriff"]) if values.get("sheriff") else None,
            house=house_rules(house, NAME) if house else None,
            deck=deck_cards(deck) if deck else None,
            deals=bool(values.get("deal")),
        )

    @classmethod
    def header_said(cls, header: Mapping[str, Any], title: str) -> str:
        """The game with its variant."""
        variant = header.get("variant", "standard")
        return title if variant == "standard" else f"{title}, {variant}"

    @classmethod
    def seen(cls, event: Event) -> str:
        """What the hands did, where no cards are known and the rules were not asked."""
        from rules.dexterity_jane.events import Budge, Lock, StickUp
        from rules.dexterity_jane.say import hands_said
        from rules.words import listed

        match event:
            case Lock() as lock:
                doubts = [f"{hand} {digit}" for hand, digits in lock.unsure.items() for digit in digits]
                unsure = f" (unsure: {listed(doubts)})" if doubts else ""
                return f"{lock.player} locked at {lock.at:.1f} s: {hands_said(lock.left, lock.right)}{unsure}."
            case StickUp() as stick_up:
                aims = listed(f"the {hand} hand at {victim}" for hand, victim in stick_up.aims.items())
                return f"{stick_up.player}, at {stick_up.at:.1f} s, points {aims}."
            case Budge() as budge:
                return f"{budge.player} moved at {budge.at:.1f} s to {hands_said(budge.left, budge.right)}."
        return f"{type(event).__name__} at {event.at:.1f} s."

    @property
    def _state(self) -> State:
        state: State = self.session.state
        return state

    @property
    def _deals(self) -> bool:
        return bool(getattr(self.options, "deals", False))

    def begin(self, at_s: float | None = None) -> None:
        """Deal the round's cards, or ask for them."""
        from rules.dexterity_jane.chance import draw_reveal
        from rules.dexterity_jane.state import Phase
        from rules.words import counted

        state, now_s = self._state, self.session.now_s if at_s is None else at_s
        if state.phase is not Phase.REVEAL:
            return
        if self._deals:
            self.session.happen(draw_reveal(self.session.judge.lot("reveal", state.round), state, now_s))
            return
        cards = counted(state.round, "card")
        self.say(f"Round {state.round}: turn {cards} face up and type what they show, as in left-index. (help)")

    def go_on(self) -> None:
        """Say who may still lock, or ask for cards."""
        from rules.dexterity_jane.state import Phase
        from rules.words import listed

        state = self._state
        if state.phase is Phase.GUESS:
            waiting = listed(state.waiting)
            self.say(f"The game goes on in round {state.round}: {waiting} may lock; lay hands down anew.")
        if self.session.untold:
            self.say(f"Nobody has told the cards of round {state.round} yet: type what they show, as in left-index.")
        elif state.phase is Phase.REVEAL:
            self.begin()

    def taken_back(self) -> None:
        """A round that has lost its cards gets others."""
        from rules.dexterity_jane.state import Phase

        if self._state.phase is Phase.REVEAL and self._deals:
            self.say(f"Type next, and the cards of round {self._state.round} are dealt.")
        else:
            self.begin()

    def action(self, line: str) -> Action:
        """What a line asks for."""
        from ui.window.games.dexterity_jane.typed_lines import Word, understood

        typed = understood(line, self._state.table.players)
        act: dict[Word, Callable[[TypedLine, float], None]] = {
            Word.CARDS: self._cards,
            Word.CLOSE: self._close,
            Word.VERIFY: self._verify,
            Word.NEXT: self._next,
            Word.ANEW: self._anew,
            Word.ORDER: self._order,
            Word.COINS: self._coins,
            Word.SETTLE: self._settle,
            Word.LOCK: self._lock,
            Word.BUDGE: self._budge,
            Word.STICK_UP: self._stick_up,
            Word.GUESS: self._guess,
        }
        answers = typed.word is Word.GUESS or (typed.word is Word.STICK_UP and self._pistols is not None)
        return Action(lambda at_s: act[typed.word](typed, at_s), in_order=not answers)

    def _cards(self, typed: TypedLine, at_s: float) -> None:
        from rules.dexterity_jane.events import Reveal
        from rules.dexterity_jane.state import Phase
        from rules.dexterity_jane.written_cards import RevealError, cards_of, parse_reveal

        state, stand_in = self._state, self.session.judge.stand_in
        if state.phase in (Phase.GUESS, Phase.VERIFY) and stand_in is None:
            raise LineError(f"The cards of round {state.round} lie open already; type verify or next first.")
        before = state if stand_in is None else self.session.judge.before(stand_in)
        try:
            cards = cards_of([parse_reveal(f"0:{typed.text}")], before)[0].cards
        except RevealError as error:
            raise LineError(str(error)) from None
        if stand_in is None:
            self.session.happen(Reveal(at=at_s, cards=cards))
        else:
            self.session.tell_truly(Reveal(at=at_s, cards=cards))

    def _close(self, _: TypedLine, at_s: float) -> None:
        from rules.dexterity_jane.events import Close

        self._refuse_while_asked()
        self.session.happen(Close(at=at_s))

    def _verify(self, _: TypedLine, at_s: float) -> None:
        from rules.dexterity_jane.events import Close
        from rules.dexterity_jane.state import Phase

        self._refuse_while_asked()
        state = self._state
        if state.phase not in (Phase.GUESS, Phase.VERIFY):
            raise LineError(f"There is nothing to verify: the cards of round {state.round} are not revealed.")
        if self.session.untold:
            raise LineError(f"Type first what the cards of round {state.round} show, as in left-index.")
        if self.session.doubts.unsure:
            if state.phase is Phase.GUESS:
                self.session.happen(Close(at=at_s))
            self.session.doubts.ask_all(self.session.now_s)
            raise LineError("The round is verified once that is settled; then type verify again.")
        self.session.end(at_s)
        self.say(self.session.judge.game.say(self.session.judge.history.standings()))

    def _next(self, typed: TypedLine, at_s: float) -> None:
        from rules.dexterity_jane.state import Phase

        if self._state.phase is not Phase.REVEAL or not self._deals:
            self._verify(typed, at_s)
        self.begin(at_s)

    def _anew(self, _: TypedLine, at_s: float) -> None:
        """The round that is open never was: all from its reveal on is taken back."""
        from rules.dexterity_jane.events import Reveal
        from rules.dexterity_jane.state import Phase

        entries = self.session.judge.history.entries
        revealed = [entry.line for entry in entries if entry.counts and isinstance(entry.event, Reveal)]
        if self._state.phase not in (Phase.GUESS, Phase.VERIFY) or not revealed:
            raise LineError(f"The cards of round {self._state.round} are not revealed, so there are none to deal anew.")
        self.session.take_back(revealed[-1], on=True, at_s=at_s)
        if self._deals:
            self.begin(at_s)

    def _order(self, typed: TypedLine, at_s: float) -> None:
        from rules.dexterity_jane.events import Order

        self.session.happen(Order(at=at_s, players=typed.players))

    def _coins(self, typed: TypedLine, at_s: float) -> None:
        from rules.dexterity_jane.events import ShowCoins

        self.session.happen(ShowCoins(at=at_s, values={typed.players[0]: typed.coins}))

    def _locked(self, player: str, what: str) -> LockedGuess:
        lock = self._state.lock_of(player)
        if lock is None:
            raise LineError(f"{player} has no locked guess this round, so there is nothing to {what}.")
        return lock

    def _settle(self, typed: TypedLine, at_s: float) -> None:
        from gesture.games.interpreter import Resort

        player = typed.players[0]
        lock = self._locked(player, "settle")
        bent = {side: frozenset(digits) for side, digits in _both(typed, lock.left, lock.right).items()}
        self.session.happen(self.session.judge.interpreter.settled(player, at_s, bent, Resort.TABLE))

    def _lock(self, typed: TypedLine, at_s: float) -> None:
        from rules.dexterity_jane.events import Lock

        left, right = _both(typed, (), ()).values()
        self.session.happen(Lock(at=at_s, player=typed.players[0], left=left, right=right))

    def _budge(self, typed: TypedLine, at_s: float) -> None:
        from rules.dexterity_jane.events import Budge

        lock = self._locked(typed.players[0], "budge")
        shows = lock.budges[-1] if lock.budges else lock
        left, right = _both(typed, shows.left, shows.right).values()
        self.session.happen(Budge(at=at_s, player=lock.player, left=left, right=right))

    @property
    def _pistols(self) -> PistolQuestion | None:
        from gesture.games.dexterity_jane.questions import PistolQuestion

        question = self.session.judge.question
        return question if isinstance(question, PistolQuestion) else None

    def _asked_about(self, player: str) -> PistolQuestion:
        pistols = self._pistols
        if pistols is None or pistols.player != player:
            raise LineError(f"It has not been asked whether {player} performs a stick-up or guesses.")
        return pistols

    def _stick_up(self, typed: TypedLine, at_s: float) -> None:
        from rules.dexterity_jane.events import StickUp
        from rules.hands import Side

        player, *victims = typed.players
        pistols = self._pistols
        if typed.aims and (pistols is None or pistols.player != player):
            self.session.happen(StickUp(at=at_s, player=player, aims=dict(typed.aims)))
            return
        asked = self._asked_about(player)
        aims = dict(asked.aims)
        if len(victims) > len(aims):
            hands = f"{len(aims)} hand{'s' * (len(aims) > 1)}"
            raise LineError(f"{player} points with {hands}; name as many players.")
        aims |= dict(zip([side for side in Side if side in aims], victims, strict=False))
        self.session.judge.answer(asked.stick_up(dict(typed.aims) or aims))

    def _guess(self, typed: TypedLine, _: float) -> None:
        self.session.judge.answer(self._asked_about(typed.players[0]).guess)

    def _refuse_while_asked(self) -> None:
        if self._pistols is not None:
            raise LineError(f"That must be answered first: {question_said(self._pistols)}")

    def question(self, question: Question) -> str:
        """A pistol or a guess, or at whom."""
        from gesture.games.dexterity_jane.questions import PistolQuestion

        assert isinstance(question, PistolQuestion)
        pistols = question
        victims = " ".join(players[0] for _, players in sorted(pistols.may_be_meant.items()))
        guess = f", or 'guess {pistols.player}'" * pistols.about_shape
        return f"{question_said(pistols)} Show it clearly, or type 'stick-up {pistols.player} {victims}'{guess}."

    def unsure(self, resort: Resort, digits: ShownDigits) -> str:
        """Palms, please, or what was locked."""
        from gesture.games.interpreter import Resort
        from rules.dexterity_jane.say import hands_said
        from rules.hands import Side
        from rules.words import listed

        player = digits.player
        doubts = listed(f"{side} {digit}" for side in Side for digit in digits.unsure.get(side, ()))
        if resort is Resort.PALMS:
            how = "palms to the camera" if self.session.judge.table.held_up else "palms up"
            return f"{player}: {how}, please. It is unsure whether these are bent: {doubts}."
        return (
            f"What did {player} lock? Unsure: {doubts}; read as {hands_said(digits.left, digits.right)}. "
            f"Type 'settle {player}' if that is right, or 'settle {player} left ... right ...'."
        )

    def hint(self, ruling: Ruling) -> str | None:
        """What settles a tie."""
        from rules.dexterity_jane.rulings import Tie

        if not isinstance(ruling, Tie):
            return None
        order = " ".join(ruling.players)
        return f"Type 'order {order}', the first one first; unanswered, a lot decides when it is verified."

    def corrects(self, happening: Happening) -> bool:
        """Whether an order overrules what was called out."""
        from rules.dexterity_jane.rulings import Ordered

        told = [ruling for ruling in happening.rulings if isinstance(ruling, Ordered)]
        before: State = self.session.judge.before(happening.line)
        return bool(told) and told[0].order != before.acted

    def video_ended(self) -> None:
        """The round is verified."""
        from rules.dexterity_jane.state import Phase

        if self._state.phase in (Phase.GUESS, Phase.VERIFY):
            self.session.end(self.session.now_s)
            self.say(self.session.judge.game.say(self.session.judge.history.standings()))

    def fault_at_end(self, video: str, events: Sequence[Event]) -> str | None:
        """Nobody said what cards lay there."""
        from rules.dexterity_jane.events import Reveal, Verify
        from rules.dexterity_jane.state import Phase

        if self._state.phase is not Phase.REVEAL or any(isinstance(event, Reveal | Verify) for event in events):
            return None
        return (
            f"No cards were revealed in {video}, so nothing was refereed: let Handref deal with --deal, or type what "
            "the cards show and from which second on, as in 0:left-index."
        )


def question_said(question: PistolQuestion) -> str:
    """What the table is asked, in one sentence."""
    from rules.words import listed

    aimed = listed(f"the {side} hand at {' or '.join(who)}" for side, who in sorted(question.may_be_meant.items()))
    if question.about_shape:
        return f"{question.player}, is that a stick-up, with {aimed}, or a guess?"
    return f"{question.player}, at whom do you point: {aimed}?"


def _both(typed: TypedLine, left: Digits, right: Digits) -> dict[Side, Digits]:
    """The digits bent on both hands: those that were typed, else as given."""
    from rules.hands import Side

    return {Side.LEFT: left, Side.RIGHT: right} | dict(typed.hands)


CONSOLE = DexterityJaneConsole
