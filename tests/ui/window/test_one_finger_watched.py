"""One Finger! before a clip's camera: where the card lies, the fingers as they are seen, calls, and what is asked."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gesture.hand_geometry import outside_px
from gesture.reading.hand_reading import HandReading
from gesture.sources.video import VideoFile
from gesture.table.seats import Table
from rules.one_finger.cards import Button, Card
from rules.one_finger.events import Arbitrate, Call, Deal, Fingers, First
from rules.one_finger.state import Phase
from tests.gesture.fingers import BY_HAND, BY_HAND_CLIP, FINGERS, FOUR, NoReader, label_of, table_of
from tests.gesture.remembering import READER
from tests.ui.window.clip_table import ClipCamera, OpenReader, TableUser, count_answers
from tests.ui.window.fake_user import FRAME_S
from tests.ui.window.layout import faults
from tests.values import some
from ui.window.games.one_finger.destinations import place_of
from ui.window.games.one_finger.finger_game import FingerGame
from ui.window.games.one_finger.fingers_shown import Bearing

RED = Card(2, Button.RED)
pytestmark = pytest.mark.usefixtures("_blank_pictures")


@pytest.fixture(autouse=True)
def _counted(monkeypatch):
    count_answers(monkeypatch)


class FingersUser(TableUser):
    """Plays One Finger! before a clip's camera."""

    game: FingerGame
    clip_s = 0.1
    shown_s = 0.0
    """So much of the clip has passed."""

    def sit(self, name: str, reader: OpenReader = NoReader, first: str | None = None, draw: int = 6) -> None:
        """A game of those on the clip, watched; the card is still to be found."""
        table: Table = table_of(name, cards=False)
        path = FINGERS / f"{name}.mp4" if name != BY_HAND else BY_HAND_CLIP
        header = {"game": "one-finger", "version": 1, "players": list(table.players), "deck": [DECK]}
        self.game = FingerGame.start(self.app.keeper.logs, header, 1)
        self.game.play(Deal(at=0, piles=dict.fromkeys(table.players, RED), draw=(RED,) * draw))
        if first is not None:
            self.game.play(First(at=0, player=first))
        self.game.news.clear()
        self.app.go(place_of(self.game))
        self.look()
        with VideoFile(path) as video:
            self.frames = list(video)
        self.sit_at(table.seats, ClipCamera(self.frames[0].image), reader)
        self.app.go(place_of(self.game))
        self.look()

    def play_to(self, at_s: float) -> None:
        """Let the clip pass up to a time in it."""
        new = [frame for frame in self.frames if self.shown_s <= frame.at_s < at_s]
        self.shown_s = at_s
        some(self.camera).put_on(new)
        while some(self.camera)._left:
            self.wait(FRAME_S)


DECK = {"number": 2, "button": "red", "count": 30}


class CallersReader(NoReader):
    """Reads the hands of Ann, who calls, with the real reader; everybody else only points."""

    def read(self, image: Any, zone: Any = None, palm_px: Any = None, palms_in: Any = None) -> list[HandReading]:
        own = table_of(BY_HAND).seat_of("Ann")
        if zone is None or outside_px(own.zone, zone.mean(0)) > 0:
            return []
        return READER.read(image, zone, palm_px, palms_in)


def found(user: FingersUser) -> None:
    """Wait until the card is found and the game has begun."""
    for _ in range(400):
        search = getattr(user.screen, "_search", None)
        if search is not None:
            search.join(30)
        if user.at == "FingerTable":
            return
        if user.screen._agreed:
            user.press("return")
            continue
        assert faults(user.page) == []
        user.wait(FRAME_S)
    raise AssertionError("the card is not found")


def test_the_card_is_found_and_calls_are_counted_and_late_fingers_shown(tmp_path):
    user = FingersUser(tmp_path, players=("Ann", "Ben"))
    label = label_of(FOUR)
    user.sit(FOUR, first=label["calls"][0]["player"])
    assert user.at == "LayCards"
    found(user)
    (card,) = some(user.game.watched).table.in_play
    assert np.abs(card.mean(0) - np.array(label["cards"][0]).mean(0)).max() < 3
    user.play_to(1.9)
    shown = user.screen._fingers()
    assert {finger.bearing for finger in shown.values()} == {Bearing.RESTS} and len(shown) == 4
    user.press(str(label["calls"][0]["number"]))
    user.play_to(5.1)
    (fingers,) = (entry.event for entry in user.game.judge.history.entries if isinstance(entry.event, Fingers))
    assert {player: sum(fingers.on_cards(player)) for player in fingers.kept} == label["fingers"][0]["kept"]
    user.press("return")
    user.press(str(label["calls"][1]["number"]))
    user.play_to(7.4)
    assert user.game.phase is Phase.ARBITRATE and user.reads("Ben's finger left") and user.reads("s from the call")
    assert faults(user.page) == []
    user.press("c")
    assert isinstance(user.game.judge.history.entries[-1].event, Arbitrate) and user.game.phase is Phase.CALL


def test_four_players_play_to_the_end_by_hand_alone(tmp_path):
    """From the card on the table to the final standings: nobody touches keys or mouse, and calls are laid down."""
    user = FingersUser(tmp_path, players=("Ann", "Ben", "Cy", "Dee"), options={"one-finger": {"calls": "hand"}})
    label = label_of(BY_HAND)
    user.sit(BY_HAND, reader=CallersReader, first="Ann", draw=2)
    for _ in range(600):
        search = getattr(user.screen, "_search", None)
        if search is not None:
            search.join(30)
        if user.at == "FingerTable":
            break
        user.wait(FRAME_S)
    assert some(user.game.watched).table.free_hands
    user.play_to(1.9)
    assert user.reads("Ann: lay your free hand down") and faults(user.page) == []
    user.play_to(4.2)
    user.until("FingersEnd")
    called = [entry.event for entry in user.game.judge.history.entries if isinstance(entry.event, Call)]
    assert [(call.player, call.number) for call in called] == [(c["player"], c["number"]) for c in label["calls"][:1]]
    assert user.game.over and [len(pile) for pile in user.game.state.piles] == [2, 1, 1, 1] and faults(user.page) == []


def test_a_card_is_drawn_by_hand(tmp_path):
    user = FingersUser(tmp_path, players=("Ann", "Ben"))
    user.sit(FOUR, first="Ann")
    user.wait(0.4)
    user.press("d")
    before = user.screen.cards[0].mean(0)
    user.press("right", "right", "down", "+")
    moved = user.screen.cards[0].mean(0) - before
    assert moved[0] > moved[1] > 0 and faults(user.page) == []
    user.click("aim")
    middle = user.screen.cards[0].mean(0)
    assert np.abs(middle - np.array(user.frames[0].size) / 2).max() < 3
    user.press("return")
    assert user.at == "FingerTable" and len(some(user.game.watched).table.in_play) == 1
