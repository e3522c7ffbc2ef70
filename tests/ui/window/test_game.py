"""A whole game by mouse and keyboard, in every variant and size, and what becomes of it when it is closed."""

from __future__ import annotations

import msgspec
import pygame
import pytest

from gesture.games.dexterity_jane.options import DexterityJaneOptions
from rules.dexterity_jane import GAME as JANE
from rules.dexterity_jane.cards import required
from rules.dexterity_jane.events import Lock, Reveal
from rules.dexterity_jane.state import Phase
from rules.log import LogWriter, read_log
from tests.ui.window.fake_user import HD, UHD, FakeUser
from tests.ui.window.layout import faults
from ui.window.games.dexterity_jane.screens.settle import SettleScreen

TWO = ("Ann", "Ben")
NINE = (
    "Wilhelmina Wunderbar", "Maximilian the Great", "Cy", "Dorothea-Alexandra 3", "Eve", "Frederick of Bavaria", "Gus",
    "Hieronymus Bosch Jr.", "Isabella-Margherita",
)  # fmt: skip


class Checked(FakeUser):
    """Looks for faults on every new screen and step."""

    def see(self) -> None:
        assert faults(self.page) == [], self.at


def start(user: Checked) -> None:
    user.press("d")
    user.see()
    user.press("return")
    if user.screen.match.phase is Phase.SETUP:
        user.see()
        user.press("space")
    user.see()


def reveal_and_lock(user: Checked, right: bool) -> None:
    """Everybody locks in their order; the first guess is right if `right` says so, the others have nothing bent."""
    user.press("space")
    user.see()
    match = user.screen.match
    names = match.players
    if match.state.table.stick_up and match.state.round == 1:
        user.click(f"rob-{names[0]}")
        user.see()
        user.click(f"aim-right-{names[1]}")
        user.press("return")
    for i in range(len(names)):
        if match.phase is Phase.GUESS and match.state.stick_up_of(names[i]) is None:
            user.press(str(i + 1))
    user.see()
    user.wait(2)
    needed = required(match.state.table.deck, match.state.cards)
    first = True
    while user.at == "SettleLocks":
        if first:
            user.see()
            if right:
                for side, digits in needed.items():
                    for digit in digits:
                        user.click(f"{side}-{digit}")
        first = False
        user.press("return")


def walk(user: Checked) -> None:
    """Through Verify to the end of the round."""
    while user.at == "VerifyWalk":
        user.see()
        user.press("right")


@pytest.mark.parametrize(
    ("variant", "players", "size", "text_scale"),
    [
        pytest.param("standard", TWO, HD, 1.0, id="two players"),
        pytest.param("simplified", TWO, HD, 1.3, id="two players, simplified, large text"),
        pytest.param("stick-up", NINE, HD, 1.0, id="nine players with long names, stick-up"),
        pytest.param("stick-up", NINE, HD, 1.3, id="nine players with long names, stick-up, large text"),
    ],
)
def test_three_rounds_by_keys_and_clicks_with_nothing_cut_or_overlapping(tmp_path, variant, players, size, text_scale):
    user = Checked(tmp_path, size, players=players, variant=variant, text_scale=text_scale)
    user.see()
    start(user)
    for number in range(1, 4):
        assert user.screen.match.state.round == number
        reveal_and_lock(user, right=True)
        walk(user)
    match = user.screen.match
    assert sum(held.points for held in match.state.holdings) >= 6
    assert user.seen == ["Home", "NewGame", "BetweenRounds", "Guess", "SettleLocks", "VerifyWalk"]


def test_a_round_on_a_very_large_screen_has_nothing_cut_or_overlapping(tmp_path):
    user = Checked(tmp_path, UHD, players=NINE, variant="stick-up")
    start(user)
    user.press("space")
    user.see()


def test_a_whole_game_ends_with_its_winner_and_its_log_replays_to_the_same_standings(tmp_path):
    user = Checked(tmp_path, (640, 360), players=TWO)
    start(user)
    for number in range(1, 11):
        reveal_and_lock(user, right=number % 2 == 0)
        walk(user)
    user.see()
    assert user.at == "FinalScores"
    state = user.screen.match.state
    log = read_log(next((tmp_path / "games").iterdir()))
    replayed = log.state
    for _, event in log:
        replayed, _ = JANE.apply(replayed, event)
    assert JANE.standings(replayed) == JANE.standings(state)
    assert any(user.reads(name) for name in JANE.standings(state).winners)
    user.press("n")
    assert user.at == "NewGame"


@pytest.mark.parametrize("presses", [0, 1, 2, 3, 4, 5, 6], ids="closed after {} presses".format)
def test_a_game_closed_at_any_moment_is_offered_again_and_goes_on_from_there(tmp_path, presses):
    user = Checked(tmp_path, (640, 360), players=("Ann", "Ben", "Cy"))
    user.press("d", "return")
    for key in ["space", "1", "2", "return", "return", "return"][:presses]:
        user.press(key)
    before = user.screen.match.state
    user.app.handle(pygame.event.Event(pygame.QUIT))
    user.app.close()
    assert not user.app.running
    again = Checked(tmp_path, (640, 360))
    assert again.app.controls.named("go_on") is not None
    again.press("return")
    assert msgspec.json.encode(again.screen.match.state) == msgspec.json.encode(before)
    again.see()


def test_a_disputed_lock_is_settled_by_the_table_and_the_walk_begins_anew(tmp_path):
    user = Checked(tmp_path, players=("Ann", "Ben", "Cy"))
    start(user)
    reveal_and_lock(user, right=True)
    assert user.screen.steps[-1].tile.player == "Ann"
    wrong = next(iter(user.screen.match.walk.groups)).hand
    user.press("d")
    user.see()
    user.press("1")
    user.see()
    for digit in ("thumb", "index"):
        user.click(f"{wrong}-{digit}")
    user.press("return")
    assert user.screen.at == 0
    assert user.screen.steps[-1].tile.player != "Ann"
    log = (tmp_path / "games").iterdir().__next__().read_text("utf-8")
    assert log.splitlines()[-1].count('"by":"table"') == 1


def test_nobody_is_asked_about_a_tie_where_there_is_none(tmp_path, monkeypatch):
    user = Checked(tmp_path, players=TWO)
    start(user)
    reveal_and_lock(user, right=True)
    user.app.screen = SettleScreen(user.app, user.screen.match)
    # The frame that is drawn before the next one goes on to Verify.
    monkeypatch.setattr(user.app.screen, "update", lambda now_s: None)
    user.look()
    assert not user.reads("same moment") and user.app.controls.named("lot") is None


def test_verify_can_be_stepped_backwards(tmp_path):
    user = Checked(tmp_path, players=TWO)
    start(user)
    reveal_and_lock(user, right=True)
    first = user.screen.step
    user.press("right", "left")
    assert user.screen.step == first


def test_coins_that_lie_face_down_stay_a_secret(tmp_path):
    user = Checked(tmp_path, players=TWO, variant="stick-up")
    start(user)
    held = [h.coins for h in user.screen.match.state.holdings]
    assert all(len(coins) == 1 for coins in held)
    assert [w.text for w in user.page.written].count("0") == 2


def test_a_player_may_peek_at_the_own_coins_for_a_moment(tmp_path):
    user = Checked(tmp_path, players=TWO, variant="stick-up")
    start(user)
    user.press("2")
    user.see()
    assert user.screen.peeks == "Ben"
    user.wait(3)
    assert user.screen.peeks is None


def test_leaving_asks_first_and_staying_changes_nothing(tmp_path):
    user = Checked(tmp_path, players=TWO)
    start(user)
    user.press("space", "escape")
    user.see()
    user.press("return")
    assert user.at == "Guess"
    user.press("escape", "h")
    assert user.at == "Home"


def test_two_players_of_one_name_are_refused_in_a_sentence(tmp_path):
    user = Checked(tmp_path, players=TWO)
    user.press("d")
    user.click("name1")
    user.type("Ann")
    user.press("return", "return")
    assert user.at == "NewGame"
    assert user.reads("Two players are called Ann")


def test_names_and_variant_are_remembered(tmp_path):
    user = Checked(tmp_path, players=TWO)
    user.press("d", "+", "c", "2", "return")
    again = Checked(tmp_path)
    assert again.app.choices.players == ("Ann", "Ben", "Snowball")
    assert again.app.choices.option("dexterity-jane", "variant", "") == "simplified"


def test_a_game_begun_without_a_window_goes_on_in_it_and_keeps_its_house_rules(tmp_path):
    header = DexterityJaneOptions(variant="simplified", round=3, house={"budge": "void"}).header(TWO)
    (tmp_path / "tables").mkdir()
    with LogWriter.create(tmp_path / "tables" / "dexterity-jane-0007.jsonl", header) as writer:
        writer.append(Reveal(at=1.0, cards=(1, 2, 3)))
        writer.append(Lock(at=2.0, player="Ann", left=(), right=()))
    user = Checked(tmp_path, players=("Cy", "Dan"))
    assert user.reads("Go on: round 3, Ann, Ben")
    user.press("g")
    match = user.screen.match
    assert (match.players, match.state.round, match.state.table.house.budge) == (TWO, 3, "void")
    assert [lock.player for lock in match.state.locks] == ["Ann"]
    user.press("escape", "h", "d", "return")
    assert [path.name for path in (tmp_path / "games").glob("*.jsonl")] == ["dexterity-jane-0008.jsonl"]
