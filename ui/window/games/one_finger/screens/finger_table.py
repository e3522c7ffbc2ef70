"""The table of One Finger!: who goes first, whose call it is, the fingers, and what is won."""

from __future__ import annotations

from functools import partial

from rules.one_finger import GAME
from rules.one_finger.state import Phase, State
from ui.window import theme
from ui.window.canvas import Rect
from ui.window.games.one_finger import table_layout as lay
from ui.window.games.one_finger.arbitration import Answer, decide, out_of_time_said
from ui.window.games.one_finger.call_pad import PAD
from ui.window.games.one_finger.finger_count import FingerCount
from ui.window.games.one_finger.fingers_seen import missing
from ui.window.games.one_finger.player_aid import draw_aid
from ui.window.games.one_finger.rivals import Rivals
from ui.window.games.one_finger.sentences import last_call_said, result_said
from ui.window.games.one_finger.table_screen import TableScreen
from ui.window.page import Page
from ui.window.parts.choice_tiles import key_badge
from ui.window.theme import Role

PROMPT = Rect(330, 738, 940, 58)
SIDE_BUTTONS = Rect(40, 740, 270, 54), Rect(1290, 740, 270, 54)
MOST_MISSING = 3
AID = Rect(1192, 24, 122, 56)
OWN_KEYS = ("f", "space", "return"), ("j",)
"""The index fingers lie on F and J."""
GO_ON = ("return", "space")
CALLOUT = Rect(380, 300, 840, 230)


class FingerTableScreen(TableScreen):
    """The table, from the deal to the last card."""

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

    def _title(self, state: State) -> str:
        if not state.in_play:
            return self.t("fingers.begin")
        return self.t("fingers.title", round=state.round, button=self.t(f"fingers.button.{state.button}"))

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
        elif self.rivals is not None and phase in (Phase.CALL, Phase.FINGERS):
            self._draw_own(page, self.rivals, state)
        elif phase is Phase.FIRST and self.rivals is None:
            self._draw_first(page)
        elif phase is Phase.CALL:
            if not self.pad.counting:
                self.pad.draw(page, state.most)
            self._draw_sides(page)
        elif phase is Phase.FINGERS:
            self._draw_cancel(page)

    def _draw_own(self, page: Page, rivals: Rivals, state: State) -> None:
        """In practice: what the one person calls, and the fingers to lift."""
        if self.game.phase is Phase.CALL and rivals.my_turn and not self.pad.counting:
            self.pad.draw(page, state.most)
            return
        two = state.own_fingers > 1 or len(state.in_play) > 1
        for place, room in enumerate(PAD.columns(2 if two else 1, 16)):
            keys = OWN_KEYS[place] if two else tuple(key for keys in OWN_KEYS for key in keys)
            which = ("one", "first", "second")[place + two]
            words = self.t(f"fingers.lift.{which}")
            press = partial(rivals.lift, place, self.app.now_s)
            page.button(f"lift-{place}", room, words, press, *keys, main=True, size=Role.PROMPT.size)

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
            case Phase.FIRST if self.rivals is not None:
                return self.t("fingers.lots")
            case Phase.CALL | Phase.FINGERS if self.rivals is not None and (self.pad.counting or not self._may_call):
                return self.t("fingers.practise")
            case Phase.FIRST:
                return self.t("fingers.first_lift" if self.watched else "fingers.who_first")
            case Phase.FINGERS:
                return self.t("fingers.watching")
            case Phase.CALL if self.pad.counting:
                return self.t("fingers.get_ready")
            case Phase.CALL if self.watched and (away := missing(self.game, self._fingers())):
                return self.t("fingers.missing", players=self.t.listed(away[:MOST_MISSING]))
            case Phase.CALL if self.game.shown_call is not None:
                asked = self.game.shown_call
                return self.t("fingers.which_number", player=asked.player, number=asked.likely.number)
            case Phase.CALL if self.game.by_hand and not self.pad.by_count:
                return self.t("fingers.show_number", player=state.caller)
            case Phase.CALL:
                return self.t("fingers.choose_secretly" if self.pad.by_count else "fingers.choose", player=state.caller)
        return ""

    @property
    def _may_call(self) -> bool:
        """Whether somebody at the keyboard is to call."""
        return self.game.phase is Phase.CALL and (self.rivals is None or self.rivals.my_turn)

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
