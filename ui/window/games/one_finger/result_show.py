"""What comes of a call, as a show: the fingers are counted, and the cards that are won fly to their new pile.

Red looks at the Draw pile, the Thief visits the piles that show the number, and of a Double both cards go.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.game import Ruling
from rules.one_finger.cards import Button
from rules.one_finger.rulings import Because, Outcome, Won, WonCard
from rules.one_finger.state import State
from ui.art.faces import Mood
from ui.art.tokens import draw_cross, draw_tick
from ui.window import theme
from ui.window.games.one_finger import table_layout as lay
from ui.window.games.one_finger.fingers_shown import FingerShown, Which
from ui.window.games.one_finger.table_view import DRAW, PILE, PILE_SPOT, button_side, number_side, pile_spot
from ui.window.motion import between, flying, smooth
from ui.window.page import Page

COUNTS_S = 1.4
"""The fingers are looked at for so long before it is said what comes of the call."""
FLIES_S, EACH_S = 0.7, 0.45
"""A card flies for so long, and the next one starts so much later."""
RESTS_S, FAILS_S = 1.8, 2.4
"""So long it is looked at what was won, and at a call that failed."""


@dataclass(frozen=True, eq=False)
class ResultShow:
    """A call's outcome. `before` is the game just before it, `fingers` are those that were counted."""

    before: State
    outcome: Outcome
    won: Won | None
    fingers: dict[Which, FingerShown]
    since_s: float

    @classmethod
    def of(
        cls, before: State, rulings: tuple[Ruling, ...], fingers: dict[Which, FingerShown], now_s: float
    ) -> ResultShow | None:
        """The show of these rulings, or None where they bring no outcome."""
        outcome = next((ruling for ruling in rulings if isinstance(ruling, Outcome)), None)
        won = next((ruling for ruling in rulings if isinstance(ruling, Won)), None)
        return cls(before, outcome, won, fingers, now_s) if outcome is not None else None

    @property
    def lasts_s(self) -> float:
        """How long it takes."""
        if self.won is None:
            return COUNTS_S + FAILS_S
        return COUNTS_S + FLIES_S + EACH_S * (len(self.won.cards) - 1) + RESTS_S

    def told(self, now_s: float) -> bool:
        """Whether it is told by now what comes of the call, and not only shown what is counted."""
        return now_s >= self.since_s + COUNTS_S

    def over(self, now_s: float) -> bool:
        """Whether all of it was shown."""
        return now_s >= self.since_s + self.lasts_s

    def moods(self, now_s: float) -> dict[str, Mood]:
        """How the players look: whoever wins cheers, whoever is robbed does not."""
        if not self.told(now_s):
            return {}
        if self.won is None:
            return {self.outcome.player: Mood.SAD}
        robbed = {one.from_player: Mood.STARTLED for one in self.won.cards if one.from_player is not None}
        return {**robbed, self.outcome.player: Mood.CHEERS}

    def flies(self, page: Page) -> frozenset[int]:
        """The cards in play, by place, that have begun to fly."""
        if self.won is None or not self.told(page.clock.now_s):
            return frozenset()
        return frozenset(range(len(self.before.in_play)))

    def draw(self, page: Page) -> None:
        """The marks on the cards in play, and whatever flies."""
        begun = self.told(page.clock.now_s)
        cards = lay.cards(len(self.before.in_play))
        if begun and self.won is None:
            for spot, side in cards:
                page.token(("call failed",), lambda pen: draw_cross(pen, theme.WRONG_DIGIT), spot, side * 0.8)
        if not begun:
            for (spot, side), left in zip(cards, self.outcome.left, strict=True):
                if left == self.outcome.number:
                    page.token(("call succeeds",), lambda pen: draw_tick(pen, theme.RIGHT), spot, side * 0.7)
            return
        for order, one in enumerate(self.won.cards if self.won is not None else ()):
            self._fly(page, order, one)

    def _fly(self, page: Page, order: int, one: WonCard) -> None:
        players = self.before.table.players
        rooms = lay.seats(len(players))
        end = pile_spot(rooms[players.index(self.outcome.player)])
        start, side = self._from(one)
        share = page.clock.share(self.since_s + COUNTS_S, FLIES_S, smooth, order * EACH_S)
        at = flying(start, end, share, 70)
        size = between(side, PILE, share)
        turned = one.because is not Because.IN_PLAY or share > 0.5  # it lands number side up
        if turned:
            number_side(page, one.card.number, at, _few(size))
        else:
            button_side(page, one.card.button, at, _few(size))
        if one.from_player is not None and self.before.button is Button.THIEF:
            button_side(page, Button.THIEF, (at[0] - size * 0.5, at[1] - size * 0.4), 54)

    def _from(self, one: WonCard) -> tuple[lay.Point, float]:
        players = self.before.table.players
        cards = lay.cards(len(self.before.in_play))
        if one.from_player is not None:
            return pile_spot(lay.seats(len(players))[players.index(one.from_player)]), PILE
        if one.because is Because.DRAW_PILE_SHOWS_CALL:
            return PILE_SPOT, DRAW
        return cards[1] if one.because is Because.BESIDE_DOUBLE else cards[0]


def _few(side: float) -> float:
    """A size that few pictures have: each is drawn once and kept."""
    return round(side / 12) * 12.0
