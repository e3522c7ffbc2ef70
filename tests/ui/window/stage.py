"""A stage for scenes of the window: a user whose cameras are none, and a table that seems to be watched."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from gesture.play.photographs import Photo
from gesture.reading.hand_reading import HandReading
from gesture.sources.frames import Frame
from gesture.table.seats import Seat, Table
from rules.dexterity_jane.events import Lock, Reveal, StickUp
from rules.dexterity_jane.state import Phase
from rules.hands import Digit, Side
from tests.ui.window.fake_table import FakeTable, around_table, lying
from tests.ui.window.fake_user import FRAME_S, HD, FakeUser, Still
from ui.window.destinations import Destination
from ui.window.fonts import Fonts
from ui.window.page import Page
from ui.window.workers.raised_palm import RaisedPalm
from ui.window.workers.table_worker import Glimpse

NEVER = ("The camera gives no more pictures: see whether it is plugged in, whether another program uses it, or whether "
         "it has gone to sleep.")  # fmt: skip
FONTS = Fonts()
"""What was measured once is known to the next stage."""
BENT, RING = (Digit.THUMB, Digit.MIDDLE, Digit.PINKY), (Digit.RING,)


class Stage(FakeUser):
    """A user at a window, with cameras that are none. What comes before the scene that is looked at goes by in few
    frames."""

    longest_s = 0.25

    def __init__(
        self,
        folder: Path,
        players: tuple[str, ...],
        size: tuple[int, int] = HD,
        text_scale: float = 1.0,
        **choices: Any,
    ) -> None:
        self.eyes = Still()
        self.table = FakeTable()
        self.table._noise[:] = 0
        chosen = {"players": players, "text_scale": text_scale, "variant": "stick-up", **choices}
        super().__init__(
            folder, size, open_eyes=lambda number: self.eyes, devices=self.table.devices(), fonts=FONTS, **chosen
        )
        self.players = players

    def show(self, destination: Destination) -> None:
        """Go somewhere, and what it needs a few frames for."""
        self.app.go(destination)
        self.wait(FRAME_S)

    def press(self, *keys: str) -> Page:
        """Press keys, and wait while it is counted down."""
        for key in keys:
            super().press(key)
            while getattr(self.screen, "counting", False):
                self.wait(FRAME_S)
        return self.page

    def hands(self) -> list[HandReading]:
        """Hands of all players, as they lie around a table."""
        return [h for place in around_table(len(self.players)) for h in lying(*place, palm=42, bent=BENT, unsure=RING)]

    def frame(self, hands: Iterable[HandReading]) -> Frame:
        self.table.hands = list(hands)
        return Frame(self.table.picture(), 0.0, 0)

    def play(self, key: str = "return") -> None:
        """A new game, up to its first reveal."""
        self.press("d", key)
        if self.screen.match.phase is Phase.SETUP:
            self.press("space")

    def lock_all(self, seconds: float = 3.0) -> None:
        """Everybody locks; the last one verifies."""
        for i in range(len(self.players) - 1):
            self.press(str(i + 1))
        self.wait(seconds)

    def watched(self, **more: Any) -> None:
        """From now on a table seems to be watched."""
        match = getattr(self.screen, "match", None) or self.screen.running
        seats = []
        for name, (center, inward) in zip(match.players, around_table(len(match.players)), strict=True):
            around = np.vstack([hand.landmarks for hand in lying(center, inward, 42)])
            low, high = around.min(0) - 10, around.max(0) + 10
            seats.append(Seat(name, np.array([low, (high[0], low[1]), high, (low[0], high[1])])))
        match.watched = SimpleNamespace(
            table=Table(tuple(seats)), held_up=False, trouble=None, silenced=None,
            opening=False, waiting=set(), glimpse=Glimpse(self.frame(self.hands()), tuple(self.hands())), ended=False,
            act_later=lambda player, event, still: None, update=lambda: None, revealed=lambda: None,
            sit=lambda table: None, close=lambda: None, join=lambda s=None: None, raised=RaisedPalm(),
        )  # fmt: skip
        vars(match.watched).update(more)

    def photographs(self) -> None:
        """A photograph of every lock."""
        for player in self.screen.match.players:
            hands = lying((360, 300), (0, -1), 110, bent=BENT)
            self.table.hands = hands
            image = np.ascontiguousarray(self.table.picture()[40:520, 60:660])
            moved = {hand.side: hand.moved(-60, -40) for hand in hands}
            self.screen.match.photos.keep(player, Photo(image, moved))

    def play_rounds(self, n: int, cards: tuple[int, ...] = ()) -> None:
        """So many rounds of guesses and stick-ups, up to the Verify of the last, whose cards may be chosen; without
        the window."""
        match, (first, second, *_) = self.screen.match, self.players
        for number in range(1, n + 1):
            at_s = 10.0 * number
            if cards and number == n:
                match.play(Reveal(at=at_s, cards=cards))
            else:
                match.reveal(at_s)
            if number % 3 == 0:
                match.play(StickUp(at=at_s + 1, player=first, aims={Side.RIGHT: second}))
            for i, player in enumerate(self.players):
                if match.phase is Phase.GUESS and match.state.stick_up_of(player) is None:
                    bent = (Digit.INDEX,) if i % 2 else ()
                    match.play(Lock(at=at_s + 2 + 0.5 * i, player=player, left=bent, right=()))
            match.begin_verify(at_s + 9)
            if number < n:
                match.end_verify(at_s + 9)
