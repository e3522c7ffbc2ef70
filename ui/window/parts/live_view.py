"""The live picture of a watched table, small, with the hands as they are read: so that players trust what is seen."""

from __future__ import annotations

from collections.abc import Collection

from gesture.hand_geometry import TIPS, palm_length
from gesture.play.photographs import Photo
from gesture.reading.hand_reading import HandReading
from rules.hands import Digit
from ui.art.tokens import draw_cross
from ui.window import theme
from ui.window.canvas import Rect
from ui.window.page import Page
from ui.window.parts.picture import Picture, Spot, draw_hands, draw_zone
from ui.window.texts import Texts
from ui.window.watched_table import WatchedTable
from ui.window.workers.table_worker import Glimpse

BETWEEN_S = 1 / 15
"""The small picture is renewed this often; motion is watched on every frame all the same."""


class LiveView:
    """Draws a watched table's newest picture."""

    def __init__(self) -> None:
        self._picture = Picture()
        self._shown: Glimpse | None = None

    def draw(self, page: Page, room: Rect, watched: WatchedTable, texts: Texts, asked: Collection[str] = ()) -> None:
        """The picture in `room`, as a mirror where hands are held up to it; the zones of the players `asked` are
        framed."""
        newest = watched.glimpse
        page.box(room, theme.NIGHT, 10)
        if newest is None:
            words = texts("watching.opening" if watched.opening else "watching.away")
            page.text(words, room.inset(14), theme.SMALL, theme.QUIET, wrap=True)
            return
        shown = self._shown
        if shown is None or not 0 <= newest.frame.at_s - shown.frame.at_s < BETWEEN_S:
            shown = self._shown = newest
        spot = self._picture.draw(page, room.inset(4), shown.frame.image, watched.held_up)
        for player in asked:
            draw_zone(page, spot, watched.table.seat_of(player).zone, theme.GOLD, False, 4)
        draw_hands(page, spot, newest.hands)


def draw_photo(
    page: Page, picture: Picture, room: Rect, photo: Photo, wrong: Collection[tuple[str, Digit]] = ()
) -> None:
    """A photograph with its hands as they were read. `wrong` are digits, by hand, that are not as the cards require:
    they bear a cross."""
    spot = picture.draw(page, room, photo.image)
    draw_hands(page, spot, list(photo.hands.values()))
    for side, hand in photo.hands.items():
        for digit in (digit for s, digit in wrong if s == side):
            _cross(page, spot, hand, digit)


def _cross(page: Page, spot: Spot, hand: HandReading, digit: Digit) -> None:
    x, y = hand.landmarks[TIPS[digit]]
    center = spot.at(float(x), float(y))
    size = min(max(palm_length(hand.landmarks) * spot.scale * 0.5, 16.0), 60.0)
    page.token(("crossed digit",), lambda pen: draw_cross(pen, theme.WRONG_DIGIT), center, round(size))
