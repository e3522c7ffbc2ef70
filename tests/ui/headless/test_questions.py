"""Hands that may be a pistol or a guess: what the table is asked in words, and what it types."""

from __future__ import annotations

import pytest

from gesture.games.dexterity_jane.options import DexterityJaneOptions
from gesture.games.dexterity_jane.pistols import Aim, StickUpSeen
from gesture.games.dexterity_jane.questions import PistolQuestion
from gesture.table.seats import Seat, Table
from rules.dexterity_jane.events import Lock
from rules.hands import Side
from tests.gesture.games.dexterity_jane.test_pistols import TABLE, shot
from tests.gesture.games.dexterity_jane.test_questions import CARDS, FLAT_AHEAD, lines, rested
from tests.gesture.stage import KnowingReader, Stage
from tests.ui.headless.played import Played
from ui.window.games.dexterity_jane.console import question_said


def test_at_whom_it_points_is_asked_alone_when_the_shape_is_clear():
    question = PistolQuestion(
        player="Ann",
        at_s=2.0,
        hands=shot(),
        seen=StickUpSeen({Side.RIGHT: Aim("Dee", 8.0, False, "Cy")}, 2.0),
        guess=Lock(at=2.0, player="Ann", left=(), right=()),
        players=TABLE.players,
        judge=lambda *_: None,
    )
    assert question_said(question) == "Ann, at whom do you point: the right hand at Dee or Cy?"


class Live:
    """A game at the table, without frames."""

    def __init__(self) -> None:
        head = DexterityJaneOptions(variant="stick-up", round=3).header(TABLE.players)
        table = Table(tuple(Seat(seat.player, seat.zone) for seat in TABLE.seats))
        played = Played(head, table, KnowingReader(Stage([], 1.0)), sheriff=Side.LEFT)
        self.said, self.events, self.game = played.said, played.events, played.game
        self.game.begin()
        self.game.typed(",".join(map(str, CARDS)))
        self.events.clear()
        self.game.session.judge.take(rested("Ann", 2.0, shot(**FLAT_AHEAD)))


@pytest.mark.parametrize(
    "line, event",
    [
        ("stick-up Ann", {"event": "stick-up", "aims": {"right": "Dee"}}),
        ("stick-up ann cy", {"event": "stick-up", "aims": {"right": "Cy"}}),
        ("guess Ann", {"event": "lock"}),
    ],
)
def test_at_a_live_table_it_is_said_and_typed(line, event):
    live = Live()
    assert "is that a stick-up, with the right hand at Dee, or a guess?" in live.said[-1]
    assert "'stick-up Ann Dee', or 'guess Ann'" in live.said[-1]
    assert live.game.unsettled
    live.game.typed(line)
    assert lines(live.events)[0] == {"at": 2.0, "player": "Ann"} | event and not live.game.unsettled


@pytest.mark.parametrize(
    "line, says",
    [
        ("verify", "That must be answered first: Ann, is that a stick-up"),
        ("next", "That must be answered first"),
        ("close", "That must be answered first"),
        ("guess Ben", "has not been asked whether Ben"),
        ("guess Ann Ben", "stands alone"),
        ("stick-up Ann Ann", "cannot point at Ann"),
        ("stick-up Ann Ben Cy", "points with 1 hand;"),
        ("stick-up", "is no player"),
    ],
)
def test_what_does_not_answer_is_told_and_nothing_happens(line, says):
    live = Live()
    live.game.typed(line)
    assert says in live.said[-1] and live.events == [] and live.game.session.judge.question is not None
