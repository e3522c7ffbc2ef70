"""Scenes of a game, from its set-up to its end."""

from __future__ import annotations

from gesture.games.dexterity_jane.pistols import Aim, StickUpSeen
from gesture.games.dexterity_jane.questions import PistolQuestion
from gesture.games.interpreter import Resort
from rules.dexterity_jane.events import Lock, StickUp
from rules.dexterity_jane.state import Phase
from rules.hands import Digit, Side
from tests.gesture.games.dexterity_jane.test_pistols import shot
from tests.ui.window.fake_user import FRAME_S
from tests.ui.window.scene_table import scene
from tests.ui.window.stage import NEVER, Stage
from ui.window.destinations import GameTable
from ui.window.games.callout import Callout
from ui.window.games.dexterity_jane.destinations import BetweenRounds, FinalScores, SettleLocks, VerifyWalk
from ui.window.games.dexterity_jane.screens.printed_cards import KEYS


@scene
def set_up(user: Stage) -> None:
    user.press("d", "return")


@scene
def between(user: Stage) -> None:
    user.play()


@scene
def between_with_a_raised_palm(user: Stage) -> None:
    user.play()
    user.watched()
    user.screen.match.watched.raised.wanted = lambda now_s, hold_s: None
    user.screen.match.watched.raised._share = 0.6
    user.wait(FRAME_S)


@scene
def leaving(user: Stage) -> None:
    user.play()
    user.press("escape")


@scene
def players_who_leave_and_join(user: Stage) -> None:
    user.play()
    user.play_rounds(1)
    user.screen.match.end_verify(30.0)
    user.show(BetweenRounds(user.screen.match))
    user.press("p", "2" if len(user.players) > 2 else "p")


@scene
def verify_another_order(user: Stage) -> None:
    _verify(user, 1, False)
    user.press("d")
    if len(user.screen.match.state.acted) > 1:
        user.press("o")


@scene
def taking_back(user: Stage) -> None:
    user.play()
    user.press("space")
    user.lock_all(0.1)
    user.press("z")


@scene
def taking_back_a_lock(user: Stage) -> None:
    taking_back(user)
    user.press("2")


@scene
def taking_back_what_others_rest_on(user: Stage) -> None:
    taking_back(user)
    if len(user.players) > 3:
        user.press("right")
    user.click("line-4")


@scene
def taking_back_a_whole_round(user: Stage) -> None:
    taking_back(user)
    user.press("n")


@scene
def guess(user: Stage) -> None:
    user.play()
    user.press("space", "1")


@scene
def guess_a_stick_up(user: Stage) -> None:
    user.play()
    user.press("space")
    user.click(f"rob-{user.players[0]}")


@scene
def guess_to_be_ended(user: Stage) -> None:
    user.play()
    user.press("space", "c")


@scene
def guess_with_a_double_stick_up(user: Stage) -> None:
    user.play()
    user.press("space")
    first, second, *others = user.players
    at_s = user.screen.now()
    user.screen.match.play(StickUp(at=at_s, player=second, aims={Side.LEFT: first, Side.RIGHT: [first, *others][-1]}))
    user.wait(FRAME_S)


@scene
def guess_watched(user: Stage) -> None:
    user.play()
    user.watched()
    user.press("space", "3" if len(user.players) > 2 else "1")
    user.screen.told.extend(f"{name} took a hand away." for name in (user.players * 2)[:4])
    user.screen.call(Callout(text="guess.is_last", values={"player": user.players[-1]}))
    user.wait(1.0)


@scene
def guess_while_the_camera_is_away(user: Stage) -> None:
    user.play()
    user.watched(trouble=NEVER, glimpse=None)
    user.press("space")


@scene
def guess_in_doubt_about_a_pistol(user: Stage) -> None:
    user.play()
    user.watched()
    user.press("space")
    first, *others = user.players
    aims = {
        Side.LEFT: Aim(others[0], 5.0, False, others[1] if len(others) > 1 else None),
        Side.RIGHT: Aim(others[-1], 5.0, False, None),
    }
    user.screen.match.judge.question = PistolQuestion(
        player=first,
        at_s=1.0,
        hands=shot(),
        seen=StickUpSeen(aims, 0.0),
        guess=Lock(at=1.0, player=first, left=(), right=()),
        players=user.players,
        judge=lambda player, hands: None,
    )
    user.wait(FRAME_S)


@scene
def guess_with_a_printed_copy(user: Stage) -> None:
    user.choose(cards="hand")
    user.play()
    user.watched()
    user.press("space", KEYS[3])


@scene
def settle(user: Stage) -> None:
    user.play()
    user.press("space")
    user.lock_all()


@scene
def settle_with_a_photograph(user: Stage) -> None:
    settle(user)
    user.watched()
    user.photographs()
    user.show(SettleLocks(user.screen.match, disputed=user.players[0]))


def _asked(user: Stage, asked: Resort) -> None:
    settle(user)
    user.watched()
    user.photographs()
    user.screen.match.session.doubts.asked.update(dict.fromkeys(user.players[:-1], asked))
    user.wait(FRAME_S)


@scene
def settle_by_looking_again(user: Stage) -> None:
    _asked(user, Resort.LOOK)


@scene
def settle_by_palms(user: Stage) -> None:
    _asked(user, Resort.PALMS)


@scene
def settle_a_tie(user: Stage) -> None:
    user.play()
    user.press("space")
    match, at_s = user.screen.match, user.screen.now()
    for player in user.players[:-1] if len(user.players) > 2 else user.players:
        match.play(Lock(at=at_s, player=player, left=(), right=()))
    user.show(SettleLocks(match))
    assert match.phase is Phase.VERIFY


def _verify(user: Stage, n: int, photographs: bool) -> None:
    user.play()
    user.play_rounds(n)
    if photographs:
        user.watched()
        user.photographs()
    user.show(VerifyWalk(user.screen.match))


@scene
def verify(user: Stage) -> None:
    _verify(user, 3, True)


def _verify_step(name: str, shows: str, n: int = 3) -> None:
    def make(user: Stage) -> None:
        _verify(user, n, shows == "guess")
        at = [i for i, step in enumerate(user.screen.steps) if step.shows == shows]
        user.screen.at = at[-1] if at else user.screen.at
        user.wait(2.0)

    make.__name__ = name
    scene(make)


@scene
def verify_in_suspense(user: Stage) -> None:
    _verify(user, 1, True)
    user.app.choose(calm=False)
    user.screen._go(next(i for i, step in enumerate(user.screen.steps) if step.shows == "guess"))
    user.wait(FRAME_S)


_verify_step("verify_a_stick_up", "stick-up")
_verify_step("verify_what_is_required", "required")
_verify_step("verify_a_guess", "guess")
_verify_step("verify_a_stick_up_in_round_nine", "stick-up", 9)
_verify_step("verify_pairs", "pairs", 10)
_verify_step("verify_what_ten_cards_require", "required", 10)
_verify_step("verify_whose_the_tile_is", "tile")


@scene
def verify_an_open_hand(user: Stage) -> None:
    user.play()
    left = [card for card in user.screen.match.state.table.deck if card.hand is Side.LEFT]
    shown = [
        next(c.number for c in left[24:] if c.bent is bent) for bent in (Digit.INDEX, None, Digit.RING, Digit.PINKY)
    ]
    user.play_rounds(4, tuple(shown))
    user.show(VerifyWalk(user.screen.match))
    user.screen.at = next(i for i, step in enumerate(user.screen.steps) if step.shows == "opened")
    user.wait(FRAME_S)


@scene
def verify_a_dispute(user: Stage) -> None:
    _verify(user, 1, False)
    user.press("d")


@scene
def final(user: Stage) -> None:
    user.play()
    user.play_rounds(10)
    user.screen.match.end_verify(200.0)
    user.show(FinalScores(user.screen.match))
    user.wait(1.0)


@scene
def game_without_screens(user: Stage) -> None:
    user.play()
    user.play_rounds(1)
    user.show(GameTable(user.screen.match))


@scene
def game_without_screens_watched(user: Stage) -> None:
    user.play()
    user.watched()
    user.press("space")
    user.show(GameTable(user.screen.match))
    user.screen.play(Lock(at=user.screen.now(), player=user.players[0], left=(Digit.INDEX,), right=()))
    user.wait(0.1)
