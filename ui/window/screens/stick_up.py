"""Who points which pistol at whom, told by keys and clicks, for whoever the camera did not see."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.hands import Side
from ui.window import theme
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.match import Match
from ui.window.page import Page


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
        others = [player for player in self._match.players if player != self.robber]
        for side, room in zip(Side, Rect(240, 220, 1120, 430).columns(2, 40), strict=True):
            taken = self._match.state.stick_up_with(side)
            page.text(self.t(f"guess.with.{side}"), Rect(room.x, room.y, room.w, 44), theme.TEXT, theme.QUIET)
            if taken is not None:
                words = self.t("guess.hand_taken", player=taken.player)
                page.text(words, Rect(room.x, room.y + 60, room.w, 120), theme.TEXT, theme.WRONG, wrap=True)
                continue
            columns = 1 if len(others) <= 4 else 2
            for i, victim in enumerate(others):
                row, column = divmod(i, columns)
                w = (room.w - (columns - 1) * 12) / columns
                self._victim(page, side, victim, Rect(room.x + column * (w + 12), room.y + 54 + row * 90, w, 78))
        no, yes = Rect(240, 674, 360, 76), Rect(880, 674, 480, 76)
        page.button("no-pow", no, self.t("guess.no_pow"), self._no, "escape", size=theme.SMALL)
        page.button("pow", yes, self.t("guess.do_pow"), self._yes, "return", main=True, enabled=bool(self._aims))

    def _victim(self, page: Page, side: Side, victim: str, rect: Rect) -> None:
        def aim() -> None:
            if self._aims.get(side) == victim:
                del self._aims[side]
            else:
                self._aims[side] = victim

        page.button(f"aim-{side}-{victim}", rect, victim, aim, on=self._aims.get(side) == victim)

    def _no(self) -> None:
        self._answer(None)

    def _yes(self) -> None:
        self._answer(dict(self._aims))
