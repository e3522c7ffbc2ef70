"""The table on the screen: seats with their piles, the cards in play, everybody's fingers, the Draw pile."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from rules.one_finger.cards import Button, Number
from rules.one_finger.state import State
from ui.art.button_card import draw_button_side, draw_number_side
from ui.art.faces import Mood
from ui.window import theme
from ui.window.canvas import Rect
from ui.window.games.one_finger import table_layout as lay
from ui.window.games.one_finger.fingers_shown import Bearing, FingerShown, Which, draw_finger
from ui.window.page import Page
from ui.window.texts import Texts
from ui.window.theme import Role

RESTING = FingerShown(Bearing.RESTS)
BETWEEN_ROWS = Rect(0, lay.TOP_Y + lay.SEAT_H / 2, 1600, lay.BOTTOM_Y - lay.TOP_Y)
CROWDED = 8
"""With more fingers on a card hands are drawn small."""


def number_side(page: Page, number: Number, center: lay.Point, side: float) -> None:
    """A card, number side up."""
    page.token(("number side", number), partial(draw_number_side, number=number), center, side)


def button_side(page: Page, button: Button, center: lay.Point, side: float) -> None:
    """A card, button side up."""
    page.token(("button side", button), partial(draw_button_side, button=button), center, side)


class TableView:
    """Draws a state of the game. `faces` are the players' faces, by name."""

    def __init__(self, faces: Mapping[str, int], t: Texts) -> None:
        self._faces, self.t = faces, t

    def draw(
        self,
        page: Page,
        state: State,
        fingers: Mapping[Which, FingerShown],
        moods: Mapping[str, Mood],
        gone: frozenset[int] = frozenset(),
        pile: bool = True,
    ) -> None:
        """Everything that lies on the table; the cards `gone` from those in play, by place, fly elsewhere. Without the
        `pile` there is room for something else where the Draw pile lies."""
        players = state.table.players
        if state.in_play:
            for place, (middle, side) in enumerate(lay.cards(len(state.in_play))):
                if place not in gone:
                    self.in_play(page, state, place, middle, side)
            spots = lay.fingers(len(players), state.own_fingers, len(state.in_play))
            small = len(players) * state.own_fingers * len(state.in_play) > CROWDED
            held = page.surface.get_clip()
            page.surface.set_clip(held.clip(page.rect_px(BETWEEN_ROWS)))  # no arm reaches out behind its seat
            for which, spot in spots.items():
                colour = theme.PLAYERS[self._faces[players[which[0]]] % len(theme.PLAYERS)]
                draw_finger(page, spot, fingers.get(which, RESTING), colour, small)
            page.surface.set_clip(held)
        for seat, room in enumerate(lay.seats(len(players))):
            self._seat(page, state, seat, room, moods.get(players[seat], Mood.GLAD))
        if pile:
            self._draw_pile(page, state)

    def in_play(self, page: Page, state: State, place: int, spot: lay.Point, side: float) -> None:
        """A card in play: the first lies button side up, one beside a Double shows its number."""
        card = state.in_play[place]
        if place == 0:
            button_side(page, card.button, spot, side)
        else:
            number_side(page, card.number, spot, side)

    def _seat(self, page: Page, state: State, seat: int, room: Rect, mood: Mood) -> None:
        player = state.table.players[seat]
        calls = bool(state.in_play) and seat == state.turn
        page.frame(room, theme.GOLD if calls else theme.FELT, theme.RAISED if calls else theme.FELT, 7, 22)
        page.face(self._faces[player], (room.x + 50, room.center[1]), 80, mood)
        pile = state.piles[seat]
        name = Rect(room.x + 96, room.y + 6, room.w - 96 - 112, room.h - 12)
        page.write(player, name, Role.CHOICE, theme.CREAM, "left", wrap=True)
        spot = pile_spot(room)
        if pile:
            number_side(page, pile[-1].number, spot, PILE)
        self._count(page, len(pile), (room.x + room.w - 28, room.y + 28))

    def caller(self, page: Page, state: State, room: Rect) -> None:
        """Whose turn it is, large."""
        page.face(self._faces[state.caller], (room.center[0], room.y + 90), 160, Mood.GLAD)
        words = self.t("fingers.to_call", player=state.caller)
        page.write(words, Rect(room.x, room.y + 186, room.w, room.h - 186), Role.CHOICE, theme.GOLD, wrap=True, size=54)

    def _count(self, page: Page, cards: int, center: lay.Point) -> None:
        badge = Rect(center[0] - 26, center[1] - 24, 52, 48)
        page.box(badge, theme.WOOD, 16)
        page.write(str(cards), badge.inset(3, 2), Role.BODY, theme.GOLD, size=42)

    def _draw_pile(self, page: Page, state: State) -> None:
        if not state.draw:
            return
        x, y = PILE_SPOT
        for i in range(min(4, len(state.draw) - 1), -1, -1):
            number_side(page, state.draw[0].number, (x + 4 * i, y - 4 * i + 8), DRAW)
        number_side(page, state.draw[0].number, (x, y), DRAW)
        words = self.t("fingers.draw_pile", n=len(state.draw))
        page.write(words, Rect(lay.RIGHT.x, y + DRAW / 2 + 10, lay.RIGHT.w, 44), Role.BODY, theme.QUIET)


PILE, DRAW = 92.0, 180.0
"""The sides of the top cards of a player's pile and of the Draw pile."""
PILE_SPOT = (lay.RIGHT.center[0], lay.RIGHT.y + 138)


def pile_spot(seat: Rect) -> lay.Point:
    """Where a player's pile lies in a seat."""
    return seat.x + seat.w - 62, seat.y + seat.h - 58
