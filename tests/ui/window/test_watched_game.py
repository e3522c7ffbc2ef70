"""A game that a camera watches: from set-up over three rounds of each variant to the final score, and what may go
wrong on the way."""

from __future__ import annotations

import itertools

import msgspec
import pygame
import pytest

from rules.dexterity_jane import GAME as JANE
from rules.dexterity_jane.state import Phase
from rules.log import encode_event, read_log
from tests.gesture.clips import labels
from tests.ui.window.clip_table import TableUser, count_answers
from tests.ui.window.fake_user import HD
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


def points(user) -> dict[str, int]:
    return {player: score.points for player, score in JANE.standings(user.screen.match.state).players.items()}


def finish_by_keys(user) -> None:
    """The camera is gone for good: everything else is played with keys, to the end, on a small screen to be quick."""
    user.camera.trouble = "The camera gives no more pictures."
    user.wait(0.2)
    user.press("k")
    see(user)
    user.surface = pygame.Surface((320, 180))
    faces = itertools.cycle(KEYS)
    while type(user.screen).__name__ == "Between":
        user.press("space")
        if user.screen.match.unseen is not None:
            while not user.screen._printed.whole:
                user.press(next(faces))  # of a face that is used up there is none to tell
            user.press("return")
        for i, player in enumerate(user.screen.match.players):
            if user.screen.match.phase is Phase.GUESS and user.screen.match.state.stick_up_of(player) is None:
                user.press(str(i + 1))
        user.wait(2.5)
        while type(user.screen).__name__ == "Settle":
            user.press("return")
        while type(user.screen).__name__ == "Verifying":
            user.press("right")
    user.surface = pygame.Surface(HD)
    user.look()


ROUNDS = {
    "trio": (("left-middle",), ("left-middle", "right-pinky"), ("left-middle", "right-pinky", "right-thumb")),
    "duel": ((), (), ()),
    "posse": (
        ("right-index+bullet",),
        ("right-index", "left-open+bullet"),
        ("right-index", "right-ring", "left-open+bullet"),
    ),
}
PARTS = {"trio": ((0.0, 99.0),) * 3, "duel": ((0.0, 4.0), (4.0, 99.0), (0.0, 4.0)), "posse": ((0.0, 99.0),) * 3}


@pytest.mark.parametrize(
    ("name", "variant"),
    [
        pytest.param("trio", "standard", id="standard, three players with a printed copy"),
        pytest.param("duel", "simplified", id="simplified, two players with cards on the screen"),
        pytest.param("posse", "stick-up", id="stick-up, three players with a printed copy"),
    ],
)
def test_three_watched_rounds_and_the_rest_by_keys_lead_to_the_final_score(tmp_path, name, variant):
    label = labels(name)
    user = begin(tmp_path, name, variant, printed=name != "duel")
    see(user)
    before = 0
    for cards, (from_s, to_s) in zip(ROUNDS[name], PARTS[name], strict=True):
        user.press("space")
        see(user)
        if cards:
            tell_cards(user, *cards)
        user.show(name, from_s, to_s)
        see(user)
        walk(user)
        seen = logged(tmp_path, "lock", "stick-up", "budge")
        wanted = [event for event in label["events"] if from_s <= event["at"] < to_s]
        told = [{k: e[k] for k in ("event", "player", "left", "right", "aims") if k in e} for e in seen[before:]]
        assert told == [{k: e[k] for k in ("event", "player", "left", "right", "aims") if k in e} for e in wanted]
        before = len(seen)
    finish_by_keys(user)
    assert type(user.screen).__name__ == "Final"
    see(user)
    log = read_log(next((tmp_path / "games").glob("*.jsonl")))
    state = log.state
    for _, event in log:
        state, _ = JANE.apply(state, event)
    assert JANE.standings(state) == JANE.standings(user.screen.match.state)
    assert any(user.reads(winner) for winner in JANE.standings(state).winners)
    assert not list((tmp_path / "games").glob("*.photos")), "photographs are deleted when their round is closed"


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
    assert points(user) == labels("duel")["points"]
