"""A game that a camera watches: from set-up over three rounds of each variant to the final score, and what may go
wrong on the way."""

from __future__ import annotations

import msgspec
import pytest

from rules.dexterity_jane import GAME as JANE
from rules.dexterity_jane.state import Phase
from rules.log import encode_event, read_log
from tests.gesture.clips import labels
from tests.ui.window.clip_table import TableUser, count_answers
from tests.ui.window.layout import faults
from ui.window.screens.printed import KEYS, LEFT_TO_RIGHT

KEY_OF = {f"{side}-{digit or 'open'}": key for (side, digit), key in zip(LEFT_TO_RIGHT, KEYS, strict=True)}


@pytest.fixture(autouse=True)
def _counted(monkeypatch):
    count_answers(monkeypatch)


def see(user) -> None:
    assert faults(user.page) == [], type(user.screen).__name__


def begin(tmp_path, name, variant="standard", printed=True) -> TableUser:
    """From the first screen to the first round, watched."""
    players = tuple(seat["player"] for seat in labels(name)["seats"])
    user = TableUser(tmp_path, players=players, variant=variant, cards_in_hand=printed)
    user.press("d", "return")
    if user.screen.match.phase is Phase.SETUP:
        user.press("space")
    user.sit_down(name)
    return user


def tell_cards(user, *cards: str) -> None:
    for card in cards:
        user.press(KEY_OF[card.removesuffix("+bullet")])
        if card.endswith("+bullet"):
            user.press("b")
    see(user)
    user.press("return")


def walk(user) -> None:
    user.until("Verifying")
    while type(user.screen).__name__ == "Verifying":
        see(user)
        user.press("right")


def logged(tmp_path, *kinds):
    """What a log holds of some kinds of events, as JSON."""
    log = read_log(next((tmp_path / "games").glob("*.jsonl")))
    found = [msgspec.json.decode(encode_event(event)) for _, event in log]
    return [event for event in found if event["event"] in kinds]


def test_two_players_of_a_clip_play_their_rounds_as_labelled(tmp_path):
    user = begin(tmp_path, "duel")
    user.press("space")
    user.show("duel", 0.0, 1.0)
    tell_cards(user, "left-index")
    user.show("duel", 1.0, 4.0)
    walk(user)
    user.press("space")
    tell_cards(user, "left-ring", "right-pinky")
    user.show("duel", 4.0)
    walk(user)
    assert type(user.screen).__name__ == "Between"
    locks = logged(tmp_path, "lock")
    wanted = [event for event in labels("duel")["events"] if event["event"] == "lock"]
    assert [(e["player"], e["left"], e["right"]) for e in locks] == [
        (e["player"], e["left"], e["right"]) for e in wanted
    ]
    points = JANE.standings(user.screen.match.state).players
    assert {player: score.points for player, score in points.items()} == labels("duel")["points"]
