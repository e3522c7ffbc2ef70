"""The places at the table during Guess: what the referee sees of each player's hands, and the hat of who has locked."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rules.dexterity_jane.state import Phase
from ui.art.faces import Mood
from ui.art.pen import Colour, Pen
from ui.art.tokens import draw_pistol
from ui.window import theme
from ui.window.canvas import Rect
from ui.window.games.dexterity_jane.match import Match
from ui.window.games.dexterity_jane.seat_card import hat
from ui.window.motion import bounce, out, steps
from ui.window.page import Page
from ui.window.parts.live_view import BETWEEN_S
from ui.window.parts.picture import Picture
from ui.window.watched_table import WatchedTable
from ui.window.workers.table_worker import Glimpse

SEATS = Rect(40, 648, 1520, 190)
MOST_IN_A_ROW = 5
GAP = 10.0
LANDS_S, FLASHES_S = 0.5, 0.6
"""A hat lands on a locked seat in so long, whose edge shines for so long."""
HOLDS_S = 0.8
"""Two hands that are seen lock in about so long, when they stay still."""
HELP_S = 5.0
"""Whoever's two hands are not seen for so long, although one is, is told what helps."""
LOW = 100.0
"""A seat lower than this has one line beside the name at most."""


def places(n: int) -> list[Rect]:
    """A seat's room for each of `n` players, in the order of their numbers."""
    if n <= MOST_IN_A_ROW:
        return SEATS.columns(n, GAP)
    columns = -(-n // 2)
    return [spot for row in SEATS.rows(2, GAP) for spot in row.columns(columns, GAP)][:n]


@dataclass
class Seen:
    """What was seen of one player's hands on the newest picture, at rest."""

    hands: int = 0
    since_s: float = 0.0
    """Since when it has been so many."""


class GuessSeats:
    """Follows who has locked when, and what of whose hands is seen."""

    def __init__(self, match: Match, now_s: float) -> None:
        self._match = match
        self._began_s = now_s
        self._acted: dict[str, float] = {}
        self._seen: dict[str, Seen] = {}
        self._pictures: dict[str, Picture] = {}
        self._glimpse: Glimpse | None = None
        self._crops: dict[str, NDArray[np.uint8]] = {}

    def update(self, now_s: float) -> None:
        """Take what was seen since the last frame."""
        state = self._match.state
        acted = {player for player in self._match.players if state.lock_of(player) or state.stick_up_of(player)}
        self._acted = {player: self._acted.get(player, now_s) for player in acted}
        watched = self._match.watched
        newest = watched.glimpse if watched is not None else None
        if watched is None or newest is None:
            self._seen, self._glimpse, self._crops = {}, None, {}
            return
        counts = dict.fromkeys(self._match.players, 0)
        for hand in newest.hands:
            seat = watched.table.owner(hand)
            if seat is not None and seat.player in counts:
                counts[seat.player] += 1
        for player, count in counts.items():
            if player not in self._seen or self._seen[player].hands != min(count, 2):
                self._seen[player] = Seen(min(count, 2), now_s)
        shown = self._glimpse
        if shown is None or not 0 <= newest.frame.at_s - shown.frame.at_s < BETWEEN_S:
            self._glimpse = newest
            self._crops = {player: _cut_out(watched, newest, player) for player in self._match.players}

    def unseen(self, now_s: float) -> str | None:
        """A player one of whose hands has been lying there for long while the other is not seen, or None."""
        for player, seen in self._seen.items():
            if seen.hands == 1 and now_s - seen.since_s > HELP_S and self._match.may_act(player):
                return player
        return None

    def looks_like(self, player: str) -> str:
        """The key of the words for what is seen of a player's hands."""
        hands = self._seen.get(player, Seen()).hands
        return f"guess.seen.{hands}"

    def share(self, player: str, page: Page) -> float:
        """How far a player's lock has come, as far as can be seen: half for each hand, and all once they lie still."""
        seen = self._seen.get(player, Seen())
        held = page.clock.share(seen.since_s, HOLDS_S) if seen.hands == 2 else 0.0
        return 0.3 * seen.hands + 0.4 * held

    def draw(self, page: Page, player: str, rect: Rect, face: int, open_: bool, waiting: bool) -> Rect:
        """A player's seat with its emblem; returns the room that is left for words."""
        acted_s = self._acted.get(player)
        shines = acted_s is not None and acted_s > self._began_s and page.clock.share(acted_s, FLASHES_S, out) < 1
        fill = theme.RAISED if open_ else theme.FELT
        edge = theme.GOLD if waiting or shines else fill
        page.frame(rect, edge, fill, 8 if shines else 5 if waiting else 0, 22)
        side = min(rect.h - 16, rect.w * 0.42)
        spot = Rect(rect.x + 10, rect.y + (rect.h - side) / 2, side, side)
        self._emblem(page, player, spot, face, fill, open_)
        x = spot.x + side + 12
        return Rect(x, rect.y + 6, rect.x + rect.w - x - 10, rect.h - 12)

    def _emblem(self, page: Page, player: str, spot: Rect, face: int, fill: Colour, open_: bool) -> None:
        state = self._match.state
        crop = self._crops.get(player) if open_ else None
        if crop is not None and self._match.watched is not None:
            picture = self._pictures.setdefault(player, Picture())
            picture.draw(page, spot, crop, self._match.watched.held_up)
            _ring(page, spot, fill, theme.GOLD, self.share(player, page))
            return
        lock, shot, acted_s = state.lock_of(player), state.stick_up_of(player), self._acted.get(player, 0.0)
        falls = (page.clock.share(acted_s, LANDS_S, bounce) - 1) * 160 if acted_s > self._began_s else 0.0
        center = (spot.center[0], spot.center[1] + falls)
        if lock is not None:
            place = [other.player for other in state.locks].index(player) + 1
            hat(page, place, center, spot.w)
        elif shot is not None:
            page.token(("pistol", shot.hand), lambda pen: draw_pistol(pen.at((0, 0), 0.36), shot.hand), center, spot.w)
        else:
            last = state.phase is not Phase.GUESS
            page.face(face, spot.center, spot.w, Mood.STARTLED if last else Mood.GLAD)


def _cut_out(watched: WatchedTable, glimpse: Glimpse, player: str) -> NDArray[np.uint8]:
    """The square of a picture in which a player's hands are to lie."""
    zone, image = watched.table.seat_of(player).zone, glimpse.frame.image
    low, high = zone.min(0), zone.max(0)
    height, width = image.shape[:2]
    side = int(max(16, min(height, width, (high - low).max())))
    x, y = (low + high) / 2 - side / 2
    x0, y0 = int(min(max(0, x), width - side)), int(min(max(0, y), height - side))
    return image[y0 : y0 + side, x0 : x0 + side]


def _ring(page: Page, spot: Rect, ground: Colour, colour: Colour, share: float) -> None:
    """Make a square picture round, and put a ring around it that is full to a share."""
    full = steps(share, 16)

    def arc(radius: float, start: float, end: float) -> list[tuple[float, float]]:
        turns = [start + (end - start) * i / 48 for i in range(49)]
        return [(radius * math.sin(math.tau * t), -radius * math.cos(math.tau * t)) for t in turns]

    def paint(pen: Pen) -> None:
        for quarter, (x, y) in enumerate(((0.52, -0.52), (0.52, 0.52), (-0.52, 0.52), (-0.52, -0.52))):
            rim = arc(0.48, quarter / 4, quarter / 4 + 0.25)
            pen.shape([*rim, (rim[-1][0], y) if quarter % 2 else (x, rim[-1][1]), (x, y),
                       (x, rim[0][1]) if quarter % 2 else (rim[0][0], y)], ground)  # fmt: skip
        for begin, end, ink in ((0.0, 1.0, theme.INK), (0.0, full, colour)):
            if end > begin:
                pen.shape([*arc(0.5, begin, end), *reversed(arc(0.42, begin, end))], ink)

    page.token(("ring", ground, colour, full), paint, spot.center, spot.w * 1.04)
