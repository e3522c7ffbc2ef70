"""A game that a camera watches: from set-up over three rounds of each variant to the final score, and what may go
wrong on the way."""

from __future__ import annotations

import itertools
from dataclasses import replace

import msgspec
import pygame
import pytest

from gesture.games.dexterity_jane.pistols import StickUpSeen
from gesture.reading.background import Picture, Zone
from gesture.reading.hand_reading import HandReading, PalmSizes
from gesture.sources.camera import SAID, Trouble
from rules.dexterity_jane import GAME as JANE
from rules.dexterity_jane.state import Phase
from rules.hands import Digit, Palm, Side
from rules.log import encode_event, read_log
from tests.gesture.clips import labels
from tests.gesture.remembering import READER
from tests.gesture.stage import Stage
from tests.gesture.watching.test_held_up import ANN, BEN, HeldReader, holds
from tests.ui.window.clip_table import CLIP_S, ClipCamera, TableUser, count_answers
from tests.ui.window.fake_table import FakeTable, around_table, lying, settle
from tests.ui.window.fake_user import HD, killed
from tests.ui.window.layout import faults
from tests.values import some
from ui.window.games.dexterity_jane.screens.printed_cards import KEYS, LEFT_TO_RIGHT
from ui.window.keeping import HandInput
from ui.window.workers import table_worker

KEY_OF = {f"{side}-{digit or 'open'}": key for (side, digit), key in zip(LEFT_TO_RIGHT, KEYS, strict=True)}


@pytest.fixture(autouse=True)
def _counted(monkeypatch):
    count_answers(monkeypatch)


def see(user) -> None:
    if user.surface.get_size() == HD:
        assert faults(user.page) == [], user.at


def begin(tmp_path, name, variant="standard", printed=True, reader=None, refused=0, ready=False) -> TableUser:
    """From the first screen to the first round, watched; with `ready` by way of picking a camera and finding seats."""
    players = tuple(seat["player"] for seat in labels(name)["seats"])
    table = FakeTable()
    watch = HandInput.TABLE if ready else HandInput.TYPED
    user = TableUser(
        tmp_path, players=players, variant=variant, cards="hand" if printed else "screen", watch=watch,
        devices=table.devices(),
    )  # fmt: skip
    user.press("d", "return")
    if ready:
        settle(user, lambda: user.at == "GetReady")
        table.lay(*(lying(*place) for place in around_table(len(players))))
        settle(user, lambda: user.screen.seating.complete)
        user.press("return")
        assert user.screen.match.watched is not None
    if user.screen.match.phase is Phase.SETUP:
        user.press("space")
    user.sit_down(name, reader, refused)
    return user


def tell_cards(user, *cards: str) -> None:
    for card in cards:
        user.press(KEY_OF[card.removesuffix("+bullet")])
        if card.endswith("+bullet"):
            user.press("b")
    see(user)
    user.press("return")


def tell_any_cards(user, faces) -> None:
    """As many cards as the round has, of whatever faces come next."""
    while not user.screen._printed.whole:
        user.press(next(faces))  # of a face that is used up there is none to tell
    see(user)
    user.press("return")


def walk(user) -> None:
    user.until("VerifyWalk")
    while user.at == "VerifyWalk":
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
    some(user.camera).trouble = "The camera gives no more pictures."
    user.wait(0.2)
    user.press("k")
    see(user)
    user.surface = pygame.Surface((320, 180))
    faces = itertools.cycle(KEYS)
    while user.at == "BetweenRounds":
        user.press("space")
        if user.screen.match.untold:
            tell_any_cards(user, faces)
        for i, player in enumerate(user.screen.match.players):
            if user.screen.match.phase is Phase.GUESS and user.screen.match.state.stick_up_of(player) is None:
                user.press(str(i + 1))
        user.wait(2.5)
        while user.at == "SettleLocks":
            user.press("return")
        while user.at == "VerifyWalk":
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
PARTS = {"trio": ((0.0, 99.0),) * 2, "duel": ((0.0, 4.0), (4.0, 99.0)), "posse": ((0.0, 99.0),) * 2}
"""From when until when a clip is shown in rounds of odd and of even numbers."""


GAMES = [
    pytest.param("trio", "standard", 3, id="standard, three players with a printed copy, three rounds of ten"),
    pytest.param("duel", "simplified", 10, id="simplified, two players with cards on the screen, all ten rounds"),
    pytest.param("posse", "stick-up", 3, id="stick-up, three players with a printed copy, three rounds of ten"),
]


def watched_round(user, tmp_path, name, number, faces) -> None:
    """A round that the hands of a clip play: revealed, told where the copy is printed, watched, and walked through."""
    from_s, to_s = PARTS[name][number % 2]
    before = len(logged(tmp_path, "lock", "stick-up", "budge"))
    user.press("space")
    see(user)
    if user.screen.match.untold and number < len(ROUNDS[name]):
        tell_cards(user, *ROUNDS[name][number])
    elif user.screen.match.untold:
        tell_any_cards(user, faces)
    user.show(name, from_s, to_s)
    see(user)
    walk(user)
    seen = logged(tmp_path, "lock", "stick-up", "budge")[before:]
    wanted = [event for event in labels(name)["events"] if from_s <= event["at"] < to_s]
    keys = ("event", "player", "left", "right", "aims")
    assert [{k: e[k] for k in keys if k in e} for e in seen] == [{k: e[k] for k in keys if k in e} for e in wanted]


def ends_well(user, tmp_path) -> None:
    """The final score is shown, and is what the log leads to; no photograph is kept."""
    assert user.at == "FinalScores"
    see(user)
    log = read_log(next((tmp_path / "games").glob("*.jsonl")))
    state = log.state
    for _, event in log:
        state, _ = JANE.apply(state, event)
    assert JANE.standings(state) == JANE.standings(user.screen.match.state)
    assert any(user.reads(winner) for winner in JANE.standings(state).winners)
    assert not list((tmp_path / "games").glob("*.photos")), "photographs are deleted when their round is closed"


@pytest.mark.parametrize(("name", "variant", "watched"), GAMES)
def test_watched_rounds_and_then_keys_lead_from_the_first_screen_to_the_final_score(tmp_path, name, variant, watched):
    """The first rounds are watched; then the camera is gone for good, which leaves the rest of the game to the keys."""
    user = begin(tmp_path, name, variant, printed=name != "duel", ready=True)
    see(user)
    faces = itertools.cycle(KEYS)
    for number in range(watched):
        watched_round(user, tmp_path, name, number, faces)
        if number == 2:
            user.surface = pygame.Surface((320, 180))  # the layout was looked at; what is left shall be quick
    if watched < 10:
        finish_by_keys(user)
    user.surface = pygame.Surface(HD)
    user.look()
    ends_well(user, tmp_path)


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
    assert user.at == "BetweenRounds"
    locks = logged(tmp_path, "lock")
    wanted = [event for event in labels("duel")["events"] if event["event"] == "lock"]
    assert [(e["player"], e["left"], e["right"]) for e in locks] == [
        (e["player"], e["left"], e["right"]) for e in wanted
    ]
    assert points(user) == labels("duel")["points"]


@pytest.mark.parametrize(("key", "event"), [("f", "stick-up"), ("n", "lock")], ids=["a stick-up", "a guess"])
def test_hands_that_may_be_a_pistol_are_asked_about_below_the_cards(tmp_path, monkeypatch, key, event):
    monkeypatch.setattr(StickUpSeen, "shape_sure", property(lambda seen: False))
    user = begin(tmp_path, "posse", "stick-up", printed=False)
    user.press("space")
    user.show("posse", to_s=1.9)
    assert user.reads("Cy: a stick-up, or a guess?")
    see(user)
    assert logged(tmp_path, "lock", "stick-up") == []
    user.press(key)
    assert [(e["event"], e["player"]) for e in logged(tmp_path, "lock", "stick-up")] == [(event, "Cy")]


class Doubtful:
    """Reads what the real reader reads, but cannot tell one digit of left hands that lie palm down."""

    def read(
        self,
        frame_bgr: Picture,
        zone: Zone | None = None,
        palm_px: PalmSizes | None = None,
        palms_in: Zone | None = None,
    ) -> list[HandReading]:
        found = READER.read(frame_bgr, zone, palm_px, palms_in)
        return [
            replace(hand, digits=(*hand.digits[:3], 0.5, hand.digits[4]), unsure=frozenset([Digit.RING]))
            if hand.side is Side.LEFT and hand.palm is Palm.DOWN
            else hand
            for hand in found
        ]

    def close(self) -> None:
        pass


def test_an_unsure_lock_is_looked_at_again_then_palms_are_asked_for_and_then_the_table(tmp_path):
    user = begin(tmp_path, "duel", reader=Doubtful)
    user.press("space")
    tell_cards(user, "left-index")
    user.show("duel", 0.0, 2.9)
    user.until("SettleLocks")
    user.wait(0.2)
    assert user.reads("Looking again: Ann") or user.reads("Palms up, please: Ann")
    see(user)
    user.wait(3.0)
    assert user.reads("Palms up, please: Ann")
    see(user)
    user.press("return")
    assert user.reads("Ann, what did you lock?")
    see(user)
    user.press("return")
    walk(user)
    (lock,), (settled,) = logged(tmp_path, "lock"), logged(tmp_path, "settle")
    assert (lock["unsure"], settled["by"]) == ({"left": ["ring"]}, "table")


def test_a_dispute_shows_the_photograph_asks_for_palms_and_is_recorded_whatever_comes_of_it(tmp_path):
    user = begin(tmp_path, "duel")
    user.press("space")
    tell_cards(user, "left-index")
    user.show("duel", 0.0, 2.9)
    user.until("VerifyWalk")
    assert user.screen.steps[-1].tile.player == "Ann"
    user.press("d", "1")
    see(user)
    user.press("p")
    assert user.reads("Palms up, please: Ann")
    see(user)
    user.press("return")
    assert user.reads("Ann: what was it really?")
    user.press("k")
    assert user.screen.steps[-1].tile.player == "Ann"
    user.press("d", "1", "3", "return")
    assert user.screen.steps[-1].tile.player != "Ann"
    about = [note["about"] for note in logged(tmp_path, "note")]
    assert about.count("dispute") == 2 and "dispute: the lock stays as it was read" in about
    assert [(e["by"], e["left"]) for e in logged(tmp_path, "settle")] == [("table", ["index", "middle"])]


def test_while_the_camera_is_away_keys_lock_and_it_goes_on_by_itself_when_it_is_back(tmp_path):
    user = begin(tmp_path, "trio", printed=False)
    user.press("space")
    user.show("trio", 0.0, 0.5)
    some(user.camera).trouble = SAID[Trouble.SILENT]
    user.wait(0.2)
    assert user.reads("Paused. The camera gives no more pictures")
    see(user)
    user.press("3")
    user.wait(0.1)
    assert [e["player"] for e in logged(tmp_path, "lock")] == ["Cy"]
    some(user.camera).trouble = None
    user.show("trio", 0.5, 2.0)
    assert not user.reads("Paused.")
    assert [e["player"] for e in logged(tmp_path, "lock")] == ["Cy", "Ben"]


def test_a_key_takes_its_place_behind_what_the_hands_did_before_it_and_never_locks_twice(tmp_path):
    user = begin(tmp_path, "trio", printed=False)
    user.press("space")
    user.show("trio", 0.0, 1.6)
    assert logged(tmp_path, "lock") == [], "Ben lies at rest, and is not known to yet"
    user.press("2", "3")
    assert user.reads("One moment")
    user.show("trio", 1.6, 4.0)
    assert [(e["player"], "unsure" in e) for e in logged(tmp_path, "lock")] == [("Ben", False), ("Cy", True)]


def test_a_camera_that_cannot_be_opened_is_said_and_tried_again_until_it_can(tmp_path, monkeypatch):
    monkeypatch.setattr(table_worker, "AGAIN_S", 0.05)
    user = begin(tmp_path, "duel", refused=4)
    user.press("space")
    user.until_reads("Paused. Camera 0 cannot be opened")
    see(user)
    user.until_reads("Paused.", gone=True)
    user.show("duel", 0.0, 2.5)
    assert [e["player"] for e in logged(tmp_path, "lock")] in ([], ["Ann"])


def test_a_game_that_is_killed_in_mid_round_keeps_its_photographs_and_its_untold_cards(tmp_path):
    user = begin(tmp_path, "trio")
    user.press("space")
    user.show("trio", 0.0, 2.0)
    before = user.screen.match
    assert [lock.player for lock in before.state.locks] == ["Ben"] and list(before.photos) == ["Ben"]
    killed(before)
    assert logged(tmp_path, "reveal", "lock") == [], "nobody has told the cards, so the log cannot hold the round yet"
    again = TableUser(tmp_path)
    again.press("return")
    match = again.screen.match
    assert again.at == "Guess" and match.watched is None
    assert [lock.player for lock in match.state.locks] == ["Ben"]
    assert set(match.photos["Ben"].hands) == set(Side)
    see(again)
    tell_cards(again, "left-middle")
    again.press("1")
    again.wait(2.5)
    assert [e["event"] for e in logged(tmp_path, "reveal", "lock")] == ["reveal", "lock", "lock"]
    assert again.at == "SettleLocks"
    again.press("return")
    see(again)
    walk(again)
    assert not list((tmp_path / "games").glob("*.photos"))


def test_hands_held_up_to_a_laptop_lock(tmp_path):
    stage = Stage(holds("Ann", 1.0, ["index"]), 3.0)
    frames, reader = list(stage), HeldReader(stage, Palm.UP)
    user = TableUser(tmp_path, players=("Ann", "Ben"))
    user.press("d", "return")
    user.sit_at((ANN, BEN), ClipCamera(frames[0].image), lambda: reader, held_up=True)
    user.press("space")
    assert user.reads("Hold both hands up, still")
    began_s = user.now_s
    for frame in frames:
        reader.now_s = frame.at_s
        some(user.camera).put_on([frame])
        user.wait(CLIP_S)
    see(user)
    (lock,) = logged(tmp_path, "lock")
    assert (lock["player"], lock["left"], lock["right"]) == ("Ann", ["index"], [])
    assert lock["at"] == pytest.approx(1.0 + began_s - user.screen.match._from_s, abs=0.3)
