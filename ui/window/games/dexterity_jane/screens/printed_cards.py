"""The cards of a printed copy, told to the program: a hand and a digit for each, by one key or click a card."""

from __future__ import annotations

from rules.dexterity_jane.written_cards import RevealError, WrittenReveal, cards_of
from rules.game import Refused
from rules.hands import Digit, Side
from ui.window import theme
from ui.window.app import App
from ui.window.canvas import Rect
from ui.window.games.dexterity_jane.match import Match
from ui.window.page import Page

Face = tuple[Side, Digit | None]
LEFT_TO_RIGHT: list[Face] = [
    (Side.LEFT, None), *((Side.LEFT, digit) for digit in reversed(Digit)),
    *((Side.RIGHT, digit) for digit in Digit), (Side.RIGHT, None),
]  # fmt: skip
"""Every face, as hands lie before their owner; an open hand stands outside of its digits."""
KEYS = "aqwertyuiopl"


class PrintedCards:
    """What the cards in the middle of the table show, as far as somebody has told."""

    def __init__(self, app: App, match: Match) -> None:
        self._app, self._match, self.t = app, match, app.texts
        self.told: list[tuple[Face, bool]] = []
        """Each card's face, and whether it bears a bullet."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """The told cards by number. Raises `RevealError` when the deck has no such card left."""
        words = tuple(f"{side}-{digit or 'open'}{'+bullet' if bullet else ''}" for (side, digit), bullet in self.told)
        return cards_of([WrittenReveal(0.0, words)], self._match.before_cards)[0].cards if words else ()

    @property
    def whole(self) -> bool:
        """Whether every card of the round is told."""
        return len(self.told) == self._match.state.round

    def draw(self, page: Page, room: Rect) -> None:
        """The cards told so far above, the faces to choose from below."""
        page.box(room, theme.TABLE)
        number = self._match.state.round
        title = Rect(room.x + 20, room.y + 4, room.w - 40, 44)
        page.text(self.t("printed.title", told=len(self.told), n=number), title, theme.TEXT, theme.GOLD)
        wide = min(150.0 * number, room.w - 40)
        places = Rect(room.center[0] - wide / 2, room.y + 50, wide, 140).columns(number, 10)
        deck = self._match.state.table.deck
        for i, place in enumerate(places):
            tall = min(place.h - 8, (place.w - 6) * 1.4)
            if i < len(self.told):
                page.card(deck[self.numbers[i] - 1], place.center, tall)
            else:
                w = tall / 1.4
                spot = Rect(place.center[0] - w / 2, place.center[1] - tall / 2, w, tall)
                page.frame(spot, theme.LINE, theme.TABLE, 3)
        self._draw_faces(page, Rect(room.x + 20, room.y + 196, room.w - 40, 176))
        self._draw_row(page, Rect(room.x + 20, room.y + room.h - 68, room.w - 40, 58))

    def _draw_faces(self, page: Page, row: Rect) -> None:
        for face, key, rect in zip(LEFT_TO_RIGHT, KEYS, row.columns(12, 8), strict=True):
            self._face(page, face, key, rect)

    def _face(self, page: Page, face: Face, key: str, rect: Rect) -> None:
        side, digit = face

        def tell() -> None:
            self._tell(face)

        why_not = self.t("printed.all_told") if self.whole else ""
        hover, focused = page.press_area(f"face-{side}-{digit or 'open'}", rect, tell, key, why_not=why_not)
        if self.whole:
            page.box(rect, theme.TABLE)
        else:
            fill = theme.RAISED_HOVER if hover else theme.RAISED
            page.frame(rect, theme.CREAM if focused else fill, fill, 3 if focused else 0)
        bent = [digit] if digit is not None else []
        page.hand(side, bent, (rect.center[0], rect.y + 66), 122, marks=dict.fromkeys(bent, theme.BENT))
        words = self.t(f"digit.{digit}") if digit is not None else self.t("printed.open")
        page.text(words, Rect(rect.x + 2, rect.y + 125, rect.w - 4, 22), theme.SMALL * 0.8, theme.QUIET)
        page.text(key.upper(), Rect(rect.x + 2, rect.y + 151, rect.w - 4, 22), theme.SMALL * 0.8, theme.GOLD)

    def _draw_row(self, page: Page, row: Rect) -> None:
        columns = row.columns(3, 16)
        size, some, first = theme.SMALL, bool(self.told), self.t("printed.tell_first")
        words = self.t("printed.undo")
        page.button("undo", columns[0], words, self._undo, "backspace", size=size, enabled=some, why_not=first)
        if self._match.state.table.stick_up:
            on = some and self.told[-1][1]
            words = self.t("printed.bullet")
            page.button("bullet", columns[1], words, self._bullet, "b", size=size, on=on, enabled=some, why_not=first)
        whole, more = self.whole, self.t("printed.more", n=self._match.state.round - len(self.told))
        words = self.t("printed.done")
        page.button(
            "shown",
            columns[2],
            words,
            self._done,
            "return",
            "space",
            main=whole,
            size=size,
            enabled=whole,
            why_not=more,
        )

    def _tell(self, face: Face) -> None:
        """One more card. Where only such with a bullet are left, it is one of those: without stick-ups a bullet means
        nothing and nobody tells it."""
        if self.whole:
            return
        why = ""
        for bullet in (False, True):
            self.told.append((face, bullet))
            try:
                _ = self.numbers
                return
            except RevealError as fault:
                why = why or str(fault)  # of a bullet nobody has spoken
                self.told.pop()
        self._app.tell(why)

    def _undo(self) -> None:
        self.told.pop()

    def _bullet(self) -> None:
        face, bullet = self.told[-1]
        self.told[-1] = (face, not bullet)
        try:
            _ = self.numbers
        except RevealError as fault:
            self.told[-1] = (face, bullet)
            self._app.tell(str(fault))

    def _done(self) -> None:
        try:
            self._match.show(self.numbers)
        except (Refused, RevealError) as fault:
            self._app.tell(f"{str(fault)[:1].upper()}{str(fault)[1:].rstrip('.')}.")
