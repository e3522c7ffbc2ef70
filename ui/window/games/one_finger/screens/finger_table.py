"""The table of One Finger!: who goes first, whose call it is, the fingers, and what is won."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from gesture.games.judge import Happening
from rules.game import Refused, TakenBack
from rules.one_finger import GAME
from rules.one_finger.events import Arbitrate
from rules.one_finger.rulings import Called, OutOfTime, Waits
from rules.one_finger.state import Phase, State
from rules.players import Players
from ui.sound.synth import Cue
from ui.window import theme
from ui.window.app import App
from ui.window.beginning import sit_anew
from ui.window.canvas import Rect
from ui.window.game_screen import GameScreen
from ui.window.games.callout import Callout
from ui.window.games.one_finger import table_layout as lay
from ui.window.games.one_finger.arbitration import Answer, decide, out_of_time_said
from ui.window.games.one_finger.call_pad import PAD, CallPad
from ui.window.games.one_finger.destinations import FingersEnd
from ui.window.games.one_finger.finger_count import FingerCount
from ui.window.games.one_finger.finger_game import FingerGame
from ui.window.games.one_finger.fingers_seen import fingers_seen, missing
from ui.window.games.one_finger.fingers_shown import FingerShown, Which, of_kept
from ui.window.games.one_finger.options import SHORT, SHORT_CARDS
from ui.window.games.one_finger.player_aid import draw_aid
from ui.window.games.one_finger.result_show import ResultShow
from ui.window.games.one_finger.sentences import last_call_said, result_said
from ui.window.games.one_finger.table_view import TableView
from ui.window.page import Page
from ui.window.parts.choice_tiles import key_badge
from ui.window.parts.palm_next import PalmNext
from ui.window.parts.players_question import PlayersQuestion
from ui.window.theme import Role
from ui.window.who import faces_of

PROMPT = Rect(330, 738, 940, 58)
SIDE_BUTTONS = Rect(40, 740, 270, 54), Rect(1290, 740, 270, 54)
MOST_MISSING = 3
AID = Rect(1192, 24, 122, 56)
GO_ON = ("return", "space")
CALLOUT = Rect(380, 300, 840, 230)


class FingerTableScreen(GameScreen):
    """The table, from the deal to the last card."""

    def __init__(self, app: App, game: FingerGame) -> None:
        super().__init__(app, game)
        self.game = game
        self._view = TableView(faces_of(game.players, app.choices.faces), self.t)
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
        self.pad.update(now_s)
        self._who_counts()
        waits = self.game.phase is Phase.ARBITRATE
        self._palm.update(not self.busy and (waits or self.show is not None), waits, self._go_on)
        if self.game.over and self.show is None and not self.game.news:
            self.on(FingersEnd(self.game))

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

    @property
    def watched(self) -> bool:
        """Whether a camera watches the fingers now."""
        watched = self.game.watched
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

    def draw(self, page: Page) -> None:
        """The table, and what can be done."""
        show, now_s = self.show, self.app.now_s
        state = show.before if show is not None else self._shown_state()
        self.title(page, self._title(state))
        page.button("aid", AID, self.t("aid.button"), self._turn_aid, "i", size=theme.SMALL, wrap=True, tight=True)
        fingers = show.fingers if show is not None else self._fingers()
        moods = show.moods(now_s) if show is not None else {}
        gone = show.flies(page) if show is not None else frozenset()
        self._view.draw(page, state, fingers, moods, gone, pile=not self._show_evidence(page))
        self._draw_left(page, state)
        if show is not None:
            show.draw(page)
        if not self.busy:
            self._draw_low(page, state)
            if self.pad.counting:
                self.pad.draw_count(page)
            elif self.game.phase is not Phase.ARBITRATE:
                self.callouts.draw(page, CALLOUT, now_s)
        self._palm.draw(page, self.t("fingers.uphold" if self.game.phase is Phase.ARBITRATE else "fingers.go_on"))
        self._draw_over(page)
        self.last(page)

    def _shown_state(self) -> State:
        """While fingers are corrected it is the call of which they were."""
        state = self.game.state
        return state.last_call.before if self._correcting and state.last_call is not None else state

    def _title(self, state: State) -> str:
        if not state.in_play:
            return self.t("fingers.begin")
        return self.t("fingers.title", round=state.round, button=self.t(f"fingers.button.{state.button}"))

    def _fingers(self) -> dict[Which, FingerShown]:
        if self.count is not None:
            return self.count.fingers
        return fingers_seen(self.game, self.app.now_s) if self.watched else {}

    def _draw_left(self, page: Page, state: State) -> None:
        """Whose call it is, and the number called."""
        if not state.in_play:
            return
        show, room = self.show, lay.LEFT
        number = show.outcome.number if show is not None else state.called
        if number is None:
            self._view.caller(page, state, room)
            return
        told = show is not None and show.told(self.app.now_s)
        words = self.t("fingers.calls", player=state.caller)
        page.write(words, Rect(room.x, room.y, room.w, 104), Role.CHOICE, theme.CREAM, wrap=True)
        page.write(str(number), Rect(room.x, room.y + 100, room.w, 140), Role.CALLOUT, theme.GOLD, size=140)
        if show is not None and told:
            left = " + ".join(map(str, show.outcome.left)) if show.outcome.success is False else str(number)
            ink = theme.RIGHT if show.outcome.success else theme.WRONG
            words = self.t("fingers.left", n=left)
            page.write(words, Rect(room.x, room.y + 242, room.w, 70), Role.PROMPT, ink, wrap=True)

    def _draw_low(self, page: Page, state: State) -> None:
        """The one instruction, and what can be pressed."""
        phase = self.game.phase
        page.write(self._prompt(state), PROMPT, Role.BODY, theme.CREAM, wrap=True, size=Role.CHOICE.size)
        if self.show is not None and not self._correcting:
            page.button("go_on", PAD, self.t("fingers.go_on"), self._go_on, *GO_ON, main=True, size=54)
        elif self.count is not None:
            self._draw_count(page, self.count)
        elif phase is Phase.FIRST:
            self._draw_first(page)
        elif phase is Phase.CALL:
            if not self.pad.counting:
                self.pad.draw(page, state.most)
            self._draw_sides(page)
        elif phase is Phase.FINGERS:
            self._draw_cancel(page)

    def _draw_sides(self, page: Page) -> None:
        """What the group may do before the next call."""
        may = GAME.legal(self.game.state)[""].may
        if "arbitrate" in may and not self.pad.counting:
            room, words = SIDE_BUTTONS[1], self.t("fingers.objection")
            page.button("objection", room, words, self._object, "a", size=theme.SMALL, wrap=True, tight=True)
        if "players" in may and not self.pad.counting:
            room, words = SIDE_BUTTONS[0], self.t("players.button")
            page.button("players", room, words, self._ask_players, "p", size=theme.SMALL, wrap=True, tight=True)

    def _draw_cancel(self, page: Page) -> None:
        room = SIDE_BUTTONS[1]
        words = self.t("fingers.cancel_call")
        page.button("cancel", room, words, self._cancel, "c", size=theme.SMALL, wrap=True, tight=True)

    def _draw_first(self, page: Page) -> None:
        for seat, (player, room) in enumerate(zip(self.game.players, lay.seats(len(self.game.players)), strict=True)):
            press = partial(self._first, player)
            hover, focused = page.press_area(f"first-{player}", room, press, str(seat + 1))
            if hover or focused:
                page.frame(Rect(room.x + 20, room.y, room.w - 40, 8), theme.GOLD, theme.GOLD, 0, 4)
            key_badge(page, str(seat + 1), (room.x + 24, room.y + 24), 36)

    def _draw_count(self, page: Page, count: FingerCount) -> None:
        count.draw(page)
        left = " + ".join(map(str, count.left()))
        words = self.t("fingers.count", n=left)
        page.button("count", PAD, words, self._counted, "return", "space", main=True, size=Role.PROMPT.size)
        if self._correcting:
            room = SIDE_BUTTONS[1]
            page.button("leave_it", room, self.t("fingers.stays"), self._leave_it, "c", size=theme.SMALL)
        elif self.game.question is None:
            self._draw_cancel(page)

    def _prompt(self, state: State) -> str:
        """The one instruction of the moment."""
        question = self.game.question
        if self.show is not None and not self._correcting:
            return result_said(self.t, self.show, self.game.state.caller, self.app.now_s)
        if question is not None:
            return self.t("fingers.asked", player=question.unsure[0])
        if self.count is not None:
            two = self.t("fingers.two_cards") if len(state.in_play) > 1 else ""
            return self.t("fingers.how_count") + " " + two
        match self.game.phase:
            case Phase.FIRST:
                return self.t("fingers.first_lift" if self.watched else "fingers.who_first")
            case Phase.FINGERS:
                return self.t("fingers.watching")
            case Phase.CALL if self.pad.counting:
                return self.t("fingers.get_ready")
            case Phase.CALL if self.watched and (away := missing(self.game, self._fingers())):
                return self.t("fingers.missing", players=self.t.listed(away[:MOST_MISSING]))
            case Phase.CALL:
                return self.t("fingers.choose_secretly" if self.pad.by_count else "fingers.choose", player=state.caller)
        return ""

    def _draw_over(self, page: Page) -> None:
        """What lies over the table."""
        if self.asks:
            return
        if self._players is not None:
            self._players.draw(page)
        elif self._aid:
            draw_aid(page, self.t, self._turn_aid)
        elif self._decides:
            answers: list[Answer] = [
                ("stays", self.t("fingers.stays"), self._stays, ("return", "escape")),
                ("correct", self.t("fingers.correct"), self._correct, ("k",)),
                ("cancel", self.t("fingers.cancel_call"), self._cancel, ("c",)),
                ("cancel_round", self.t("fingers.cancel_round"), self._cancel_round, ("r",)),
            ]
            decide(page, self.t("fingers.what_now"), [last_call_said(self.t, self.game.state)], answers)
        elif self.game.phase is Phase.ARBITRATE and self.game.question is None:
            title = self.t("fingers.waits", player=self.game.state.caller, number=self.game.state.called)
            uphold: Answer = ("uphold", self.t("fingers.uphold"), self._uphold, ("u", "return"))
            cancel: Answer = ("cancel", self.t("fingers.cancel_call"), self._cancel, ("c",))
            decide(
                page, title, out_of_time_said(self.t, self.out), [uphold, cancel], picture=partial(self._slowly, page)
            )

    def _show_evidence(self, page: Page) -> bool:
        """What was seen around the call of which fingers could not be told; tells whether there is anything to see."""
        at_s = self.game.state.called_at_s
        if self.game.question is None or self.busy:
            return False
        return self.game.frames.draw(page, lay.RIGHT, self.t, (at_s, at_s + 0.5), at_s, self._out_since_s)

    def _slowly(self, page: Page, room: Rect) -> bool:
        """Show in slow motion how the fingers left that were out of time."""
        times_s = [one.at for one in self.out]
        return self.game.frames.draw(page, room, self.t, times_s, self.game.state.called_at_s, self._out_since_s)

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
