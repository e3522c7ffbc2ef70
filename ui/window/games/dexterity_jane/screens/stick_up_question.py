"""Who points which pistol at whom: told by keys and clicks for whoever the camera did not see, and asked where it saw
hands that may be a pistol or a guess."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product

from gesture.games.dexterity_jane.questions import PistolQuestion
from rules.game import Event, Refused
from rules.hands import Side
from rules.words import listed
from ui.window import theme
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.games.dexterity_jane.match import Match
from ui.window.page import Page

KEYS = "fghj"
AT = {Side.LEFT: "123456789", Side.RIGHT: "qwertyuio"}
"""For each hand, the keys of the players in their order around the table: one row of the keyboard for each hand."""


def pistols_in_doubt(match: Match) -> PistolQuestion | None:
    """What the table is asked about a player's hands, or None."""
    question = match.judge.question
    return question if isinstance(question, PistolQuestion) else None


class DoubtQuestion:
    """Asks below the cards, which all others must go on seeing, whether it is a pistol, or at whom (ruling D21)."""

    def __init__(self, app: App, match: Match, doubt: PistolQuestion) -> None:
        self._app, self._match, self.doubt = app, match, doubt
        self.t = app.texts

    def draw(self, page: Page, room: Rect) -> None:
        """The question on the left, its answers on the right."""
        page.frame(room, theme.GOLD, theme.NIGHT, 4)
        key = "guess.doubt" if self.doubt.about_shape else "guess.doubt_aim"
        words = Rect(room.x + 18, room.y + 6, room.w * 0.34, room.h - 12)
        page.text(self.t(key, player=self.doubt.player), words, theme.TEXT, theme.GOLD, "left", wrap=True)
        sides = sorted(self.doubt.may_be_meant)
        choices = [
            dict(zip(sides, names, strict=True)) for names in product(*(self.doubt.may_be_meant[s] for s in sides))
        ]
        answers = Rect(words.x + words.w + 12, room.y + 8, room.w * 0.66 - 42, room.h - 16)
        columns = answers.columns(len(choices) + self.doubt.about_shape, 10)
        for aims, key, rect in zip(choices, KEYS, columns, strict=False):
            self._choice(page, aims, key, rect)
        if self.doubt.about_shape:
            self._button(page, "guess", self.t("guess.doubt_guess"), self._guess, "n", columns[-1])

    def _choice(self, page: Page, aims: Mapping[Side, str], key: str, rect: Rect) -> None:
        def stick_up() -> None:
            self._answer(self.doubt.stick_up(aims))

        self._button(
            page, f"at-{'-'.join(aims.values())}", self.t("guess.at", victim=listed(aims.values())), stick_up, key, rect
        )

    def _button(self, page: Page, name: str, words: str, action: Callable[[], None], key: str, rect: Rect) -> None:
        """A button whose words may take several lines: two long names do not fit on one."""
        hover, focused = page.press_area(name, rect, action, key)
        fill = theme.RAISED_HOVER if hover else theme.RAISED
        page.frame(rect, theme.CREAM if focused else fill, fill, 4 if focused else 0)
        page.text(words, Rect(rect.x + 8, rect.y + 3, rect.w - 46, rect.h - 6), theme.SMALL, wrap=True)
        cap = Rect(rect.x + rect.w - 36, rect.y + rect.h / 2 - 15, 30, 30)
        page.box(cap, theme.NIGHT, 7)
        page.text(key.upper(), cap.inset(3, 2), theme.SMALL * 0.8, theme.QUIET)

    def _guess(self) -> None:
        self._answer(self.doubt.guess)

    def _answer(self, event: Event) -> None:
        if self._match.judge.question is not self.doubt:
            return  # the hands have answered meanwhile
        try:
            self._match.judge.answer(event)
        except Refused as why:
            self._app.tell(f"{str(why)[:1].upper()}{str(why)[1:].rstrip('.')}.")


class StickUpQuestion:
    """Lies over the cards until it is answered: `answer` gets the aims, or None when there was no stick-up."""

    def __init__(
        self, app: App, match: Match, robber: str, answer: Callable[[Mapping[Side, str] | None], None]
    ) -> None:
        self.t, self._match, self._answer = app.texts, match, answer
        self.robber = robber
        self._aims: dict[Side, str] = {}

    def draw(self, page: Page) -> None:
        """The question."""
        page.veil()
        spot = Rect(200, 130, 1200, 640)
        page.frame(spot, theme.GOLD, theme.TABLE, 4)
        page.text(self.t("guess.stick_up", player=self.robber), Rect(240, 150, 1120, 60), theme.HEADING)
        others = [(i, player) for i, player in enumerate(self._match.players) if player != self.robber]
        for side, room in zip(Side, Rect(240, 220, 1120, 430).columns(2, 40), strict=True):
            taken = self._match.state.stick_up_with(side)
            page.text(self.t(f"guess.with.{side}"), Rect(room.x, room.y, room.w, 44), theme.TEXT, theme.QUIET)
            if taken is not None:
                words = self.t("guess.hand_taken", player=taken.player)
                page.text(words, Rect(room.x, room.y + 60, room.w, 120), theme.TEXT, theme.WRONG, wrap=True)
                continue
            columns = 1 if len(others) <= 4 else 2
            for i, (seat, victim) in enumerate(others):
                row, column = divmod(i, columns)
                w = (room.w - (columns - 1) * 12) / columns
                rect = Rect(room.x + column * (w + 12), room.y + 54 + row * 90, w, 78)
                self._victim(page, side, victim, rect, AT[side][seat])
        no, yes = Rect(240, 674, 360, 76), Rect(880, 674, 480, 76)
        page.button("no-pow", no, self.t("guess.no_pow"), self._no, "escape", size=theme.SMALL)
        page.button(
            "pow", yes, self.t("guess.do_pow"), self._yes, "return", "space",
            main=True, enabled=bool(self._aims), why_not=self.t("guess.at_whom_first"),
        )  # fmt: skip

    def _victim(self, page: Page, side: Side, victim: str, rect: Rect, key: str) -> None:
        def aim() -> None:
            if self._aims.get(side) == victim:
                del self._aims[side]
            else:
                self._aims[side] = victim

        on = self._aims.get(side) == victim
        page.button(f"aim-{side}-{victim}", rect, victim, aim, key, on=on, wrap=True)

    def _no(self) -> None:
        self._answer(None)

    def _yes(self) -> None:
        self._answer(dict(self._aims))
