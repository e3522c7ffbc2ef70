"""What happens at the table of One Finger!: calls, fingers that are counted, and what the group decides. How it looks
is `screens/finger_table.py`."""

from __future__ import annotations

from collections.abc import Callable

from gesture.games.judge import Happening
from rules.game import Refused, TakenBack
from rules.one_finger.events import Arbitrate
from rules.one_finger.rulings import Called, OutOfTime, Waits
from rules.one_finger.state import Phase, State
from rules.players import Players
from ui.sound.synth import Cue
from ui.window.app import App
from ui.window.beginning import sit_anew
from ui.window.game_screen import GameScreen
from ui.window.games.callout import Callout
from ui.window.games.one_finger.call_pad import CallPad
from ui.window.games.one_finger.destinations import FingersEnd
from ui.window.games.one_finger.finger_count import FingerCount
from ui.window.games.one_finger.finger_game import FingerGame
from ui.window.games.one_finger.fingers_seen import fingers_seen
from ui.window.games.one_finger.fingers_shown import FingerShown, Which, of_kept
from ui.window.games.one_finger.options import SHORT, SHORT_CARDS
from ui.window.games.one_finger.result_show import ResultShow
from ui.window.games.one_finger.rivals import Rivals
from ui.window.games.one_finger.table_view import TableView
from ui.window.parts.palm_next import PalmNext
from ui.window.parts.players_question import PlayersQuestion
from ui.window.who import faces_of


class TableScreen(GameScreen):
    """The table, from the deal to the last card, but for how it looks."""

    def __init__(self, app: App, game: FingerGame, rivals: Rivals | None = None) -> None:
        super().__init__(app, game)
        self.rivals = rivals
        """The computer players, in practice."""
        self.game = game
        self._view = TableView(faces_of(game.players, {**app.choices.faces, **game.faces}), self.t)
        self.pad = CallPad(app, self._call)
        self.show: ResultShow | None = None
        """What came of the newest call, while that is shown."""
        self.count: FingerCount | None = None
        """The fingers that the table counts, while it does."""
        self.out: tuple[OutOfTime, ...] = ()
        """The fingers that left out of time, while the group decides."""
        self._out_since_s = app.now_s
        self._correcting = False
        self._aid = False
        self._decides = False
        """Whether the group decides on the last call, after its outcome."""
        self._players: PlayersQuestion | None = None
        self._palm = PalmNext(app, game)
        self.pad.by_count = rivals is not None
        if game.phase is Phase.ARBITRATE:
            self.out = self._out_again()
        short = app.choices.option(game.game, "length", SHORT) == SHORT
        game.deal(self.now(), SHORT_CARDS if short else None)

    def _out_again(self) -> tuple[OutOfTime, ...]:
        """Of a game that is gone on with: which fingers left out of time."""
        last = [entry for entry in self.game.judge.history.entries if entry.counts]
        return tuple(ruling for entry in last[-1:] for ruling in entry.rulings if isinstance(ruling, OutOfTime))

    @property
    def busy(self) -> bool:
        """Whether a question lies over the table."""
        return self.asks or self._aid or self._decides or self._players is not None

    def update(self, now_s: float) -> None:
        """Take what was seen, count on, and go from a call's outcome to the next call."""
        super().update(now_s)
        if self.show is not None and self.show.over(now_s):
            self._end_show()
        if self.busy or self.game.phase is not Phase.CALL or self.show is not None:
            self.pad.stop()
        self.pad.at_once = self.game.shown_call is not None
        self.pad.update(now_s)
        if self.rivals is not None:
            self.rivals.update(now_s, self.pad, not self.busy and self.show is None)
        self._who_counts()
        waits = self.game.phase is Phase.ARBITRATE
        self._palm.update(not self.busy and (waits or self.show is not None), waits, self._go_on)
        if self.game.over and self.show is None and not self.game.news:
            self.on(FingersEnd(self.game, self.rivals is not None))

    def _who_counts(self) -> None:
        """Whether the table counts fingers now: nobody watches them, some could not be told, or it corrects them."""
        state, question = self.game.state, self.game.question
        last = state.last_call
        if question is not None:
            if self.count is None:
                kept = {player: question.likely.on_cards(player) for player in question.likely.kept}
                self.count = FingerCount(state, kept, question.unsure)
        elif self._correcting and last is not None and self.game.phase in (Phase.CALL, Phase.END):
            if self.count is None:
                kept = {player: last.fingers.on_cards(player) for player in last.fingers.kept}
                self.count = FingerCount(last.before, kept)
        elif self.game.phase is Phase.FINGERS and not self.watched:
            self.count = self.count or FingerCount(state)
        else:
            self.count, self._correcting = None, False

    def _ask_to_leave(self) -> None:
        """Practice is left at once: nothing of it is kept."""
        if self.rivals is not None:
            self._go_home()
        else:
            super()._ask_to_leave()

    @property
    def watched(self) -> bool:
        """Whether a camera watches the fingers now, or a computer knows them."""
        watched = self.game.watched
        if self.rivals is not None:
            return True
        return watched is not None and watched.trouble is None

    def leave(self) -> None:
        """Look for no palm any more."""
        self._palm.stop()
        super().leave()

    def heard(self, happening: Happening) -> None:
        """Call out what has happened, and show what comes of a call."""
        super().heard(happening)
        state: State = happening.state
        for ruling in happening.rulings:
            if isinstance(ruling, Called):
                values: dict[str, str | int | tuple[str, ...]] = {"player": ruling.player, "number": ruling.number}
                self.show = None
                self.call(Callout(text="fingers.called", values=values, cue=Cue.COUNT, step=6))
            elif isinstance(ruling, Waits):
                self.app.play(Cue.WRONG)
                self.app.say(self.game.say(ruling))
            elif isinstance(ruling, TakenBack):
                self.show = self.count = None
        self.out = tuple(one for one in happening.rulings if isinstance(one, OutOfTime))
        self._out_since_s = self.app.now_s
        if state.last_call is not None:
            before, fingers = state.last_call.before, state.last_call.fingers
            kept = {player: fingers.on_cards(player) for player in fingers.kept}
            shown = of_kept(before.table.players, kept, before.own_fingers)
            show = ResultShow.of(before, happening.rulings, shown, self.app.now_s)
            if show is not None:
                self.show, self.count, self._correcting = show, None, False
                self.app.play(Cue.STEP)
                self._say_outcome(show)

    def _say_outcome(self, show: ResultShow) -> None:
        key = "voice.call_failed" if show.won is None else "voice.call_won"
        cards = len(show.won.cards) if show.won is not None else 0
        self.call(Callout(spoken=key, values={"player": show.outcome.player, "n": cards}))

    def _shown_state(self) -> State:
        """While fingers are corrected it is the call of which they were."""
        state = self.game.state
        return state.last_call.before if self._correcting and state.last_call is not None else state

    def _fingers(self) -> dict[Which, FingerShown]:
        if self.count is not None:
            return self.count.fingers
        if self.rivals is not None:
            return self.rivals.fingers(self.app.now_s)
        return fingers_seen(self.game, self.app.now_s) if self.watched else {}

    def _call(self, number: int) -> None:
        self._go_on_from_show()
        self._try(lambda: self.game.call(number, self.now()))

    def _try(self, act: Callable[[], object]) -> None:
        """Do it, or tell why the rules refuse it."""
        try:
            act()
        except Refused as why:
            self.refuse(why)
        self.check_log()

    def _first(self, player: str) -> None:
        self._try(lambda: self.game.first(player, self.now()))

    def _counted(self) -> None:
        count, self.count = self.count, None
        if count is not None:
            self._correcting = False
            self._try(lambda: self.game.count(count.kept, self.now()))

    def _go_on(self) -> None:
        """What Next means: the show is over, or a call that waits is upheld."""
        if self.show is not None:
            self._end_show()
        elif self.game.phase is Phase.ARBITRATE:
            self._uphold()

    def _go_on_from_show(self) -> None:
        if self.show is not None:
            self._end_show()

    def _end_show(self) -> None:
        self.show = None
        if self.game.phase is Phase.CALL:
            self.app.play(Cue.STEP)

    def _uphold(self) -> None:
        self.play(Arbitrate(at=self.now(), uphold=True))

    def _cancel(self) -> None:
        self._decides, self.count, self.show = False, None, None
        self.play(Arbitrate(at=self.now(), uphold=False))

    def _cancel_round(self) -> None:
        self._decides, self.show = False, None
        self.play(Arbitrate(at=self.now(), cancel="round"))

    def _object(self) -> None:
        self._decides = True

    def _stays(self) -> None:
        self._decides = False

    def _correct(self) -> None:
        self._decides, self._correcting, self.count = False, True, None

    def _leave_it(self) -> None:
        self._correcting, self.count = False, None

    def _turn_aid(self) -> None:
        self._aid = not self._aid

    def _ask_players(self) -> None:
        away = tuple(self.game.state.away)
        self._players = PlayersQuestion(self.app, self.game.players, away, 8, self._sit)

    def _sit(self, players: tuple[str, ...] | None) -> None:
        """Others sit at the table from now on; None keeps all."""
        self._players = None
        if players is None or not self.play(Players(at=self.now(), players=players)):
            return
        self.app.choose(players=players)
        self.on(sit_anew(self.app, self.game))
